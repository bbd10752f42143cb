import { expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { REASONS, type ReasonCode } from '../../src/gate/reason-codes.ts'
import { byRank, headlineOf, type Reason, reason } from '../../src/gate/reasons.ts'
import { asText } from '../../src/text/message.ts'
import { context } from '../builders.ts'

const CODES = Object.keys(REASONS) as ReasonCode[]

test.each(CODES)('%s is a kebab-case word with one line of remedy', code => {
  expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
  expect(asText(REASONS[code].remedy)).toMatch(/^(?:wait|[A-Z].*\.)$/)
})

test.each(CODES)('%s has a headline of at most eight words that begins a sentence', code => {
  const headline = asText(headlineOf(reason(code, null, ''), context()))
  expect(headline).toMatch(/^[A-Z#].*[^.]$/)
  expect(headline.split(' ').length).toBeLessThanOrEqual(8)
})

test.each<[string, Reason, RunContext | null, string]>([
  ['the pull request', reason('state-failed', 'merged', ''), context(), '#42 failed in the queue'],
  ['none', reason('state-failed', 'merged', ''), null, 'The pull request failed in the queue'],
  ['the branch', reason('queue-not-found', 'ready', ''), context(), 'Branch "main" has no queue'],
  ['the service', reason('service-unavailable', 'ready', ''), context(), "The queue's service did not answer"],
  ['GitHub', reason('service-unavailable', 'ready', ''), context({ source: SOURCES.github }), 'GitHub did not answer'],
  [
    'one of its own',
    { ...reason('report-missing', null, ''), headline: '1 of 3 test jobs reported' },
    null,
    '1 of 3 test jobs reported',
  ],
])('a headline names %s', (_, given, about, expected) => {
  expect(headlineOf(given, about)).toBe(expected)
})

test('a reason has the remedy of its code, or a better one', () => {
  expect(reason('queue-paused', 'queue-running', 'It is paused.')).toEqual({
    code: 'queue-paused',
    condition: 'queue-running',
    message: 'It is paused.',
    remedy: REASONS['queue-paused'].remedy,
  })
  expect(reason('queue-paused', null, 'It is paused.', 'Ask Mona.').remedy).toBe('Ask Mona.')
})

test('reasons are sorted as the table lists them', () => {
  const shuffled = CODES.toSorted().map(code => reason(code, null, 'm'))
  expect(shuffled.toSorted(byRank).map(({ code }) => code)).toEqual(CODES)
})

test.each<[ReasonCode, ReasonCode]>([
  ['token-refused', 'service-unavailable'],
  ['contract-broken', 'service-unavailable'],
  ['state-failed', 'state-pending'],
  ['not-submitted', 'state-not-ready'],
  ['required-status-failed', 'required-status-missing'],
  ['not-mergeable', 'not-known'],
  ['contradictory-answer', 'not-known'],
])('%s tells more than %s', (more, less) => {
  expect(byRank(reason(more, null, ''), reason(less, null, ''))).toBeLessThan(0)
})
