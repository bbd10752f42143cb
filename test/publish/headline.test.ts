import { describe, expect, test } from 'vitest'
import { reason } from '../../src/gate/reasons.ts'
import { asText } from '../../src/message.ts'
import { headlineOf } from '../../src/publish/content.ts'
import type { Result } from '../../src/publish/result.ts'
import {
  conditionVerdict,
  facts,
  pullRequest,
  queue,
  read,
  result,
  testBranchContext,
  testRun,
  verdict,
} from '../builders.ts'

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
  const pr = { pullRequest: read(pullRequest()) }
  const line = { queue: read(queue()) }
  test.each<[string, Partial<Result>, string]>([
    ['the pull request first', { facts: facts({ ...pr, ...line }) }, '#42: pending for 12 m, 1st of 1'],
    [
      'the test run before the queue',
      { context: testBranchContext(), facts: facts({ ...line, testRun: read(testRun({ createdAt: null })) }) },
      'Test run 3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6 of #42: succeeded',
    ],
    ['the queue', { facts: facts(line) }, 'The queue of main is running with 1 entry'],
  ])('%s', (_, given, text) => {
    expect(headlineOf(result({ ...given, verdict: verdict({ conclusion: 'reported' }) }))).toEqual({ icon: '📋', text })
  })
})
