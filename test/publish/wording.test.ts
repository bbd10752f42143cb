import { describe, expect, test } from 'vitest'
import { type ReasonCode, reason } from '../../src/gate/reasons.ts'
import { pullRequestLine, queueLine } from '../../src/publish/content.ts'
import { headlineOf } from '../../src/publish/headline.ts'
import { failuresOf, noticesOf, warningsOf } from '../../src/publish/messages.ts'
import type { Result } from '../../src/publish/result.ts'
import { count, grouped, ordinal, stateFor } from '../../src/publish/wording.ts'
import {
  ABSENT,
  ago,
  conditionVerdict,
  context,
  entry,
  facts,
  failed,
  NOW,
  outage,
  pullRequest,
  queue,
  read,
  result,
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
    ['a report', { conclusion: 'reported' }, '📋 Nothing was read'],
    ['skipped', { conclusion: 'skipped' }, '⏭️ Skipped: this event gets no secrets'],
    ['cancelled', { conclusion: 'cancelled', succeeds: false }, '🚫 Cancelled'],
  ])('%s', (_, given, expected) => {
    const { icon, text } = headlineOf(result({ verdict: verdict(given) }))
    expect(`${icon} ${text}`).toBe(expected)
  })
})

/** A reason with a remedy of its own, so that the tests don't hang on the table. */
const why = (code: ReasonCode, condition: 'queue-running' | 'ready' | null, message: string) =>
  reason(code, condition, message, 'Do it.')

describe('failuresOf: what is wrong and what to do', () => {
  test.each<[string, Partial<Result>, string[]]>([
    [
      'one reason',
      { verdict: verdict({ conditions: [unmet], reasons: [why('queue-paused', 'queue-running', 'It is paused.')] }) },
      ['It is paused. Do it.'],
    ],
    [
      'about the pull request',
      {
        verdict: verdict({
          conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
          reasons: [why('not-mergeable', 'ready', 'It has conflicts.')],
        }),
      },
      ['It has conflicts. Do it.'],
    ],
    [
      'one more',
      {
        verdict: verdict({
          conditions: [unmet],
          reasons: [why('queue-paused', 'queue-running', 'It is paused.'), why('stale-head', null, 'Other.')],
        }),
      },
      ['It is paused. Do it. (1 more reason in the job summary)'],
    ],
    [
      'many more',
      {
        verdict: verdict({
          reasons: Array.from({ length: 2001 }, (_, at) => why('service-unavailable', null, `It is down, ${at}.`)),
        }),
      },
      ['It is down, 0. Do it. (2,000 more reasons in the job summary)'],
    ],
    [
      'a wait that ran out',
      {
        timedOut: true,
        startedAt: NOW - 600_000,
        verdict: verdict({ conditions: [unmet], reasons: [why('queue-paused', 'queue-running', 'It is paused.')] }),
      },
      ['It is paused. The wait ran out after 10 m. Do it.'],
    ],
    [
      'bad inputs are told all',
      {
        plan: null,
        verdict: verdict({
          conclusion: 'failed',
          reasons: [why('bad-input', null, 'Input `a`: no.'), why('bad-input', null, 'Input `b`: no.')],
        }),
      },
      ['Input `a`: no.', 'Input `b`: no.'],
    ],
    ['no reason at all', { verdict: verdict({ conclusion: 'cancelled', succeeds: false }) }, ['The step failed.']],
  ])('%s', (_, given, expected) => {
    expect(failuresOf(result(given)).map(({ text }) => text)).toEqual(expected)
  })
})

describe('warningsOf', () => {
  const beside = why('service-unavailable', null, 'It is down.')
  const needed = why('service-unavailable', 'queue-running', 'It is down.')
  const open = conditionVerdict('queue-running', { verdict: 'unknown', outage: true, reasons: [needed] })

  test.each<[string, Partial<Result>, string[]]>([
    ['nothing', {}, []],
    [
      'an outage that no condition needs',
      { verdict: verdict({ conclusion: 'passed', conditions: [met], reasons: [beside] }) },
      ['It is down. Do it.'],
    ],
    [
      'an outage that is allowed is one line',
      {
        verdict: verdict({
          conclusion: 'unknown',
          succeeds: true,
          conditions: [open, open],
          reasons: [needed, needed, beside],
        }),
      },
      ['It is down. The step continues, because `on-unavailable` is `warn`.'],
    ],
    [
      'a failure says the first, the others are warnings',
      {
        verdict: verdict({
          conclusion: 'failed',
          succeeds: false,
          conditions: [unmet],
          reasons: [why('queue-paused', 'queue-running', 'It is paused.'), beside],
        }),
      },
      ['It is down. Do it.'],
    ],
    ['skipped', { verdict: verdict({ conclusion: 'skipped', reasons: [why('token-missing', null, 'None.')] }) }, []],
    [
      'bad inputs',
      {
        plan: null,
        verdict: verdict({ conclusion: 'failed', succeeds: false, reasons: [beside, beside] }),
      },
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(warningsOf(result(given)).map(({ text }) => text)).toEqual(expected)
  })
})

test.each<[string, Partial<Result>, string[]]>([
  ['none', {}, []],
  ['those of the run', { notices: ['The default branch is taken.'] }, ['The default branch is taken.']],
  [
    'that the step was skipped comes first',
    {
      verdict: verdict({ conclusion: 'skipped', reasons: [why('token-missing', null, 'There is no token.')] }),
      notices: ['The default branch is taken.'],
    },
    ['There is no token.', 'The default branch is taken.'],
  ],
])('noticesOf: %s', (_, given, expected) => {
  expect(noticesOf(result(given)).map(({ text }) => text)).toEqual(expected)
})

describe('lines on what is known', () => {
  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['out of reach', { facts: facts({ pullRequest: failed(outage()) }) }, null],
    ['no number', { context: context({ pullRequest: null }), facts: facts({ pullRequest: ABSENT }) }, null],
    ['never submitted', { facts: facts({ pullRequest: ABSENT }) }, '#42 was never submitted to the queue'],
    ['pending', { facts: facts({ pullRequest: read(pullRequest()) }) }, '#42: pending for 12 m'],
    [
      'with its place',
      {
        facts: facts({
          pullRequest: read(pullRequest()),
          queue: read(queue({ entries: [entry({ number: 1 }), entry()] })),
        }),
      },
      '#42: pending for 12 m, 2nd of 2',
    ],
    ['another one came', { facts: facts({ pullRequest: read(pullRequest({ number: 43 })) }) }, null],
    [
      'taken out',
      { facts: facts({ pullRequest: read(pullRequest({ state: 'cancelled', submitted: false })) }) },
      '#42: cancelled 12 m ago, not in the queue',
    ],
    [
      'without state and time',
      { facts: facts({ pullRequest: read(pullRequest({ state: null, stateChangedAt: null })) }) },
      '#42: in no known state',
    ],
  ])('the pull request: %s', (_, given, expected) => {
    expect(pullRequestLine(result(given))).toBe(expected)
  })

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['none', { facts: facts({ queue: ABSENT }) }, 'main has no queue'],
    ['one entry', { facts: facts({ queue: read(queue()) }) }, 'The queue of main is running with 1 entry'],
    [
      'none enqueued',
      { facts: facts({ queue: read(queue({ state: 'paused', entries: [] })) }) },
      'The queue of main is paused with 0 entries',
    ],
  ])('the queue: %s', (_, given, expected) => {
    expect(queueLine(result(given))).toBe(expected)
  })
})

test.each([
  ['testing', ago(65_000), 'testing for 1 m'],
  ['tests_passed', ago(65_000), 'tests passed 1 m ago'],
  ['failed', ago(65_000), 'failed 1 m ago'],
  ['testing', 'yesterday', 'testing'],
  ['testing', null, 'testing'],
  [null, ago(65_000), 'in no known state for 1 m'],
  ['a\n::error::b', null, 'a ⏎ ::error::b'],
])('stateFor(%j, %j)', (state, stateChangedAt, expected) => {
  expect(stateFor({ state, stateChangedAt }, NOW)).toBe(expected)
})

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [4312, '4,312 entries'],
])('count(%d)', (amount, expected) => {
  expect(count(amount, 'entry', 'entries')).toBe(expected)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('grouped(%d)', (amount, expected) => {
  expect(grouped(amount)).toBe(expected)
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [101, '101st'],
  [111, '111th'],
  [112, '112th'],
  [1003, '1003rd'],
])('ordinal(%d)', (place, expected) => {
  expect(ordinal(place)).toBe(expected)
})
