import { expect, test } from 'vitest'
import { byTelling, REASONS, type ReasonCode, reason } from '../../src/gate/reasons.ts'
import { asText } from '../../src/message.ts'

const CODES = Object.keys(REASONS) as ReasonCode[]

/** Codes that users may rely on already: they can be added to, not changed. */
const PROMISED: ReasonCode[] = [
  'base-branch-mismatch',
  'mergeability-in-progress',
  'not-mergeable',
  'impacted-targets-missing',
  'not-submitted',
  'queue-not-found',
  'queue-paused',
  'queue-draining',
  'queue-switching-modes',
  'required-status-missing',
  'required-status-failed',
  'stale-head',
  'service-unavailable',
  'token-refused',
  'token-missing',
  'contract-broken',
]

test('the promised codes are there', () => {
  expect(PROMISED.filter(code => !CODES.includes(code))).toEqual([])
})

test.each(CODES)('%s is a kebab-case word with one line of meaning and one of remedy', code => {
  expect(code).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
  const { means, remedy } = REASONS[code]
  for (const text of [means, remedy]) expect(asText(text)).toMatch(/^[A-Z].*\.$/)
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
  expect(shuffled.toSorted(byTelling).map(({ code }) => code)).toEqual(CODES)
})

test.each<[ReasonCode, ReasonCode]>([
  ['token-refused', 'service-unavailable'],
  ['contract-broken', 'service-unavailable'],
  ['state-failed', 'state-pending'],
  ['not-submitted', 'state-not-ready'],
  ['required-status-failed', 'required-status-missing'],
  ['not-mergeable', 'mergeability-in-progress'],
  ['stale-head', 'service-behind'],
])('%s tells more than %s', (more, less) => {
  expect(byTelling(reason(more, null, ''), reason(less, null, ''))).toBeLessThan(0)
})
