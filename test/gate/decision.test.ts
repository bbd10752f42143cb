import { describe, expect, test } from 'vitest'
import { makeDoubt } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import {
  cancelledVerdict,
  isComplete,
  isFinal,
  needsConfirmation,
  tokenlessVerdict,
} from '../../src/gate/conclusion.ts'
import { REASONS } from '../../src/gate/reason-codes.ts'
import { type ConditionVerdict, reason } from '../../src/gate/reasons.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  facts,
  failed,
  hardFailure,
  outage,
  plan,
  pullRequest,
  read,
  verdict,
} from '../builders.ts'

describe('without a token', () => {
  const MET = conditionVerdict('no-blocking-failures')
  const UNMET = conditionVerdict('no-blocking-failures', {
    verdict: 'unmet',
    reasons: [
      { code: 'blocking-failures', condition: 'no-blocking-failures', message: 'One blocks.', remedy: 'Fix it.' },
    ],
  })
  const UNKNOWN = conditionVerdict('no-blocking-failures', {
    verdict: 'unknown',
    reasons: [{ code: 'report-empty', condition: 'no-blocking-failures', message: 'No test ran.', remedy: 'Run it.' }],
  })
  const FORK = 'This event comes from a fork, which gets no secrets.'
  const MISSING = { code: 'token-missing', condition: null, message: FORK, remedy: REASONS['token-missing'].remedy }
  const SKIPPED = {
    conclusion: 'skipped',
    succeeds: true,
    reasons: [
      { ...MISSING, headline: 'Skipped: nothing that needs a token was checked', remedy: 'Nothing has to be done.' },
    ],
  }

  const failed = (...reasons: object[]) => ({ conclusion: 'failed', succeeds: false, reasons })

  type Outcome = { conclusion: string; succeeds: boolean; reasons: object[] }
  test.each<[string, require: 'nothing' | 'ready', 'fail' | 'skip', ConditionVerdict | null, Outcome]>([
    ['nothing is required', 'nothing', 'fail', null, SKIPPED],
    ['fail', 'ready', 'fail', null, failed(MISSING)],
    ['skip', 'ready', 'skip', null, SKIPPED],
    ['fail, though the condition on tests is met', 'ready', 'fail', MET, failed(MISSING)],
    ['fail, and the tests block', 'ready', 'fail', UNMET, failed(MISSING, ...UNMET.reasons)],
    ['skip, and the condition on tests is met', 'ready', 'skip', MET, SKIPPED],
    ['skip never covers tests that block', 'ready', 'skip', UNMET, failed(...UNMET.reasons)],
    ['skip, and nothing is known of the tests', 'ready', 'skip', UNKNOWN, SKIPPED],
    ['fail, and nothing is known of the tests', 'ready', 'fail', UNKNOWN, failed(MISSING, ...UNKNOWN.reasons)],
  ])('%s', (_, required, onMissingToken, tests, expected) => {
    const require = required === 'ready' ? (['ready'] as const) : []
    expect(tokenlessVerdict('fork', { require, onMissingToken }, tests)).toEqual({
      ...expected,
      conditions: tests === null ? [] : [tests],
      ready: null,
      doubts: [],
    })
  })

  test('Dependabot has secrets of its own', () => {
    const message = 'This event comes from Dependabot, which gets only its own secrets.'
    const { reasons } = tokenlessVerdict('dependabot', { require: ['ready'], onMissingToken: 'fail' })
    expect(reasons).toEqual([{ ...MISSING, message }])
  })
})

describe('cancelled', () => {
  const CANCELLED = reason('cancelled', null, 'The step was cancelled before a verdict.')

  test('before anything was known', () => {
    const nothing = { conditions: [], ready: null, doubts: [] }
    expect(cancelledVerdict(null)).toEqual({
      ...nothing,
      conclusion: 'cancelled',
      succeeds: false,
      reasons: [CANCELLED],
    })
  })

  test('what was known by then stays, but nothing passes', () => {
    const paused = reason('queue-paused', 'queue-running', 'It is paused.')
    const conditions = [conditionVerdict('ready')]
    const latest = verdict({ conclusion: 'passed', conditions, ready: 'met', reasons: [paused] })
    const reasons = [CANCELLED, paused]
    expect(cancelledVerdict(latest)).toEqual({ ...latest, conclusion: 'cancelled', succeeds: false, reasons })
  })
})

describe('isFinal', () => {
  const met = conditionVerdict('ready')
  const open = conditionVerdict('merged', { verdict: 'unmet' })
  const lost = conditionVerdict('merged', { verdict: 'unmet', final: true })
  const unsure = conditionVerdict('settled', { verdict: 'unknown' })
  const stale = conditionVerdict('ready', { verdict: 'unknown', final: true })

  test.each([
    ['nothing is required', [], true],
    ['all hold', [met], true],
    ['one does not hold', [met, open], false],
    ['one is not known', [met, unsure], false],
    ['one can not hold any more', [open, lost], true],
    ['one is unknown for good', [stale, unsure], true],
    ['one that was met can not be met any more, beside one that holds', [met, lost], true],
    ['one is by an outage', [met, conditionVerdict('merged', { verdict: 'unknown', outage: true })], false],
    ['one holds that could not come again', [conditionVerdict('merged', { final: true }), open], false],
  ])('%s', (_, conditions, expected) => {
    expect(isFinal(verdict({ conditions }), facts(), plan())).toBe(expected)
  })

  test.each([
    ['a needed read that is refused', hardFailure(), ['queue'], true],
    ['an outage of a needed read', outage(), ['queue'], false],
    ['a read that nothing needs and that is refused', hardFailure(), [], false],
  ] as const)('%s', (_, failure, needed, expected) => {
    const given = verdict({ conditions: [open] })
    expect(isFinal(given, facts({ queue: failed(failure) }), plan({ decisiveReads: [...needed] }))).toBe(expected)
  })
})

const DOUBT = makeDoubt(['pull-request-state'], 'It is not clear.')

test.each([
  ['in the queue', read(pullRequest()), null, false],
  ['out in the first poll', read(pullRequest({ submitted: false, state: 'cancelled' })), null, true],
  ['never submitted in the first poll', ABSENT, null, true],
  ['out after it was in', ABSENT, read(pullRequest()), true],
  ['out in two polls in a row', ABSENT, read(pullRequest({ submitted: false, state: null })), false],
  ['merged', read(pullRequest({ submitted: false, state: 'merged' })), null, false],
  ['out, and not sure of it', read(pullRequest({ submitted: false, state: null, doubts: [DOUBT] })), null, false],
  ['out after it was not sure', ABSENT, read(pullRequest({ submitted: false, state: null, doubts: [DOUBT] })), true],
  ['a read that failed', failed(hardFailure()), null, false],
] as const)('a source whose answers lag has to say twice that it is out: %s', (_, now, earlier, expected) => {
  const polled = facts({ pullRequest: now })
  const before = earlier && facts({ pullRequest: earlier })
  expect(needsConfirmation(polled, before, context({ source: SOURCES.github }))).toBe(expected)
  expect(needsConfirmation(polled, before, context())).toBe(false)
})

describe('isComplete', () => {
  test.each([
    ['nothing is required', [], true],
    ['unmet and unknown by what the service said', [{ verdict: 'unmet' }, { verdict: 'unknown' }], true],
    ['one by an outage', [{ verdict: 'met' }, { verdict: 'unknown', outage: true }], false],
  ] as const)('%s', (_, conditions, expected) => {
    const all = conditions.map(each => conditionVerdict('ready', each))
    expect(isComplete(verdict({ conditions: all }), facts({ quarantinedTests: failed(outage()) }))).toBe(expected)
  })

  test.each([
    ['an outage of the list that may excuse them', failed(outage()), false],
    ['a list that was refused', failed(hardFailure()), true],
  ])('tests block: %s', (_, quarantinedTests, expected) => {
    const conditions = [conditionVerdict('no-blocking-failures', { verdict: 'unmet' })]
    expect(isComplete(verdict({ conditions }), facts({ quarantinedTests }))).toBe(expected)
  })
})
