import { describe, expect, test } from 'vitest'
import { cancelled, endedEarly, withoutPoll, withoutToken } from '../../src/gate/decision.ts'
import { REASONS } from '../../src/gate/reason-codes.ts'
import { reason } from '../../src/gate/reasons.ts'
import type { ConditionVerdict } from '../../src/gate/verdict.ts'
import { conditionVerdict, verdict } from '../builders.ts'

test('a step that ends before a poll has asked nothing', () => {
  const given = verdict()
  expect(withoutPoll(given)).toEqual({
    verdict: given,
    facts: {},
    timeline: [],
    polls: 0,
    timedOut: false,
  })
})

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
  const missing = (remedy: string, message = FORK) => ({ code: 'token-missing', condition: null, message, remedy })
  const skipped = (headline: string) => ({
    conclusion: 'skipped',
    succeeds: true,
    reasons: [{ ...missing('Nothing has to be done.'), headline }],
  })
  const SKIPPED = skipped('Skipped: `ready` was not checked')
  const SET_SKIP = missing(
    'Set `on-missing-token: skip` to skip this step for forks; the step then succeeds unchecked.',
  )

  const failed = (...reasons: object[]) => ({ conclusion: 'failed', succeeds: false, reasons })

  type Outcome = { conclusion: string; succeeds: boolean; reasons: object[] }
  test.each<[string, require: 'nothing' | 'ready', 'fail' | 'skip', ConditionVerdict | null, Outcome]>([
    ['nothing is required', 'nothing', 'fail', null, skipped('Skipped: nothing was checked')],
    ['fail', 'ready', 'fail', null, failed(SET_SKIP)],
    ['skip', 'ready', 'skip', null, SKIPPED],
    ['fail, though the condition on tests is met', 'ready', 'fail', MET, failed(SET_SKIP)],
    ['fail, and the tests block', 'ready', 'fail', UNMET, failed(SET_SKIP, ...UNMET.reasons)],
    ['skip, and the condition on tests is met', 'ready', 'skip', MET, SKIPPED],
    ['skip never covers tests that block', 'ready', 'skip', UNMET, failed(...UNMET.reasons)],
    ['skip, and nothing is known of the tests', 'ready', 'skip', UNKNOWN, SKIPPED],
    ['fail, and nothing is known of the tests', 'ready', 'fail', UNKNOWN, failed(SET_SKIP, ...UNKNOWN.reasons)],
  ])('%s', (_, required, onMissingToken, tests, expected) => {
    const require = required === 'ready' ? (['ready'] as const) : []
    expect(withoutToken('fork', { require, onMissingToken }, tests)).toEqual({
      ...expected,
      conditions: tests === null ? [] : [tests],
      ready: null,
      doubts: [],
    })
  })

  test('Dependabot has secrets of its own', () => {
    expect(withoutToken('dependabot', { require: ['ready'], onMissingToken: 'fail' }).reasons).toEqual([
      missing(
        'Store the token among the Dependabot secrets, or set `on-missing-token: skip` to skip this step for Dependabot; the step then succeeds unchecked.',
        'This event comes from Dependabot, which gets only its own secrets.',
      ),
    ])
  })
})

describe('cancelled', () => {
  const CANCELLED = reason('cancelled', null, 'The step was cancelled before a verdict.')

  test('before anything was known', () => {
    expect(cancelled(null)).toEqual(endedEarly('cancelled', false, [CANCELLED]))
  })

  test('what was known by then stays, but nothing passes', () => {
    const paused = reason('queue-paused', 'queue-running', 'It is paused.')
    const conditions = [conditionVerdict('ready')]
    const latest = verdict({ conclusion: 'passed', conditions, ready: 'met', reasons: [paused] })
    const reasons = [CANCELLED, paused]
    expect(cancelled(latest)).toEqual({ ...latest, conclusion: 'cancelled', succeeds: false, reasons })
  })
})

test('a step that ended early has no conditions', () => {
  const why = { code: 'bad-input' as const, condition: null, message: 'No URL.', remedy: REASONS['bad-input'].remedy }
  expect(endedEarly('failed', false, [why])).toEqual({
    conclusion: 'failed',
    succeeds: false,
    conditions: [],
    reasons: [why],
    ready: null,
    doubts: [],
  })
})
