import { describe, expect, test } from 'vitest'
import { reason } from '../../src/gate/reasons.ts'
import { asText } from '../../src/message.ts'
import { headlineOf } from '../../src/publish/content.ts'
import type { Result } from '../../src/publish/result.ts'
import {
  conditionVerdict,
  context,
  facts,
  knowing,
  ofPullRequest,
  ofQueue,
  ofRun,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

const PLAN: Result['plan'] = { reads: ['queue'], needed: ['queue'], from: 'auto' }
const met = conditionVerdict('ready')
const unmet = conditionVerdict('queue-running', {
  verdict: 'unmet',
  reasons: [reason('queue-paused', 'queue-running', 'The queue is paused.')],
})
const unknown = conditionVerdict('tests-passed', {
  verdict: 'unknown',
  reasons: [reason('state-unknown', 'tests-passed', 'No state.')],
})

describe('the headline says what came out', () => {
  test.each<[string, Partial<Result['verdict']>, string]>([
    ['passed', { conclusion: 'passed', conditions: [met] }, '✅ Passed: `ready`'],
    [
      'passed, several',
      { conclusion: 'passed', conditions: [met, conditionVerdict('merged'), conditionVerdict('settled')] },
      '✅ Passed: `ready`, `merged` and `settled`',
    ],
    ['failed', { conclusion: 'failed', conditions: [met, unmet] }, '⛔ Blocked: `queue-running` is not met'],
    [
      'failed, several',
      { conclusion: 'failed', conditions: [unmet, conditionVerdict('merged', { verdict: 'unmet' }), unknown] },
      '⛔ Blocked: `queue-running` and `merged` are not met',
    ],
    ['failed before anything was asked', { conclusion: 'failed' }, '⛔ Could not start'],
    ['unknown', { conclusion: 'unknown', succeeds: false, conditions: [met, unknown] }, '❓ Unknown: `tests-passed`'],
    [
      'unknown, and allowed',
      { conclusion: 'unknown', succeeds: true, conditions: [unknown] },
      '❓ Unknown: `tests-passed`; continuing',
    ],
    ['a report without an answer', { conclusion: 'unknown', succeeds: false }, '❓ The service gave no usable answer'],
    ['a report of nothing', { conclusion: 'reported' }, '📋 Nothing was read'],
    [
      'a report without an answer, and allowed',
      { conclusion: 'unknown', succeeds: true },
      '❓ The service gave no usable answer; continuing',
    ],
    ['skipped', { conclusion: 'skipped' }, '⏭️ Skipped: this event gets no secrets'],
    ['cancelled', { conclusion: 'cancelled', succeeds: false }, '🚫 Cancelled'],
  ])('%s', (_, given, expected) => {
    const { icon, text } = headlineOf(result({ verdict: verdict(given) }))
    expect(`${icon} ${asText(text)}`).toBe(expected)
  })
})

describe('where nothing is required, what was found is the news', () => {
  const pr = ofPullRequest()
  const line = ofQueue()
  test.each<[string, Partial<Result>, string]>([
    ['the pull request first', knowing({ ...pr, ...line }), '#42: pending for 12 m, 1st of 1'],
    [
      'the test run before the queue',
      { context: testBranchContext(), facts: facts({ ...line, ...ofRun({ createdAt: null }) }) },
      'Test run 3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6 of #42: succeeded',
    ],
    ['the queue', knowing(line), 'The queue of main is running with 1 entry'],
  ])('%s', (_, given, text) => {
    expect(headlineOf(result({ ...given, verdict: verdict({ conclusion: 'reported' }) }))).toEqual({ icon: '📋', text })
  })
})

describe('the main reason is the headline where it says more than a condition', () => {
  const blocking = { outputs: { 'blocking-failures': '2' } } as NonNullable<Result['tests']>
  test.each<[string, Parameters<typeof reason>, Partial<Result>, string]>([
    ['it failed', ['state-failed', 'merged', '#42 failed in the queue.'], {}, '#42 failed in the queue'],
    ['it was taken out', ['state-cancelled', 'merged', 'It is out.'], {}, '#42 was taken out of the queue'],
    ['tests block', ['blocking-failures', null, '2 failed.'], { tests: blocking }, '2 failed tests block'],
    ['an outage', ['service-unavailable', 'ready', '503.'], {}, "The queue's service did not answer"],
    ['a name that is taken', ['bad-input', null, 'Input.'], {}, '`status-context` names a required status'],
    ['a bad input', ['bad-input', null, 'Input.'], { plan: null }, 'Could not start'],
  ])('%s', (_, main, over, expected) => {
    const failed = verdict({ conclusion: 'failed', succeeds: false, reasons: [reason(...main)] })
    expect(headlineOf(result({ verdict: failed, context: context(), plan: PLAN, ...over })).text).toEqual(expected)
  })

  test('a place that is not known, and the step goes on', () => {
    const reasons = [reason('queue-not-found', 'not-submitted', 'There is none.')]
    const given = { verdict: verdict({ conclusion: 'unknown', succeeds: true, reasons }), context: context() }
    expect(headlineOf(result(given)).text).toBe('Not known whether #42 is in the queue; continuing')
  })
})
