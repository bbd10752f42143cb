import { describe, expect, test } from 'vitest'
import { type ReasonCode, reason } from '../../src/gate/reasons.ts'
import {
  count,
  failuresOf,
  grouped,
  headlineOf,
  noticesOf,
  ordinal,
  pullRequestLine,
  queueLine,
  stateFor,
  warningsOf,
} from '../../src/publish/phrases.ts'
import type { Result } from '../../src/publish/result.ts'
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
    ['passed', { conclusion: 'passed', conditions: [met] }, '✅ May go on: ready'],
    [
      'passed, several',
      { conclusion: 'passed', conditions: [met, conditionVerdict('merged'), conditionVerdict('settled')] },
      '✅ May go on: ready, merged and settled',
    ],
    ['failed', { conclusion: 'failed', conditions: [met, unmet] }, '⛔ Held back: queue-running does not hold'],
    [
      'failed, several',
      { conclusion: 'failed', conditions: [unmet, conditionVerdict('merged', { verdict: 'unmet' }), unknown] },
      '⛔ Held back: queue-running and merged do not hold',
    ],
    ['failed before anything was asked', { conclusion: 'failed' }, '⛔ Could not start'],
    ['unknown', { conclusion: 'unknown', succeeds: false, conditions: [met, unknown] }, '❔ Not known: tests-passed'],
    [
      'unknown, and allowed',
      { conclusion: 'unknown', succeeds: true, conditions: [unknown] },
      '❔ Not known: tests-passed, and the step goes on',
    ],
    ['a report without an answer', { conclusion: 'unknown', succeeds: false }, '❔ The service gave no usable answer'],
    ['a report', { conclusion: 'reported' }, '📋 Report only: nothing was required'],
    ['skipped', { conclusion: 'skipped' }, '⏭️ Skipped: this event has no secrets'],
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
      ['queue-running is unmet: It is paused. Do it.'],
    ],
    [
      'about the pull request',
      {
        verdict: verdict({
          conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
          reasons: [why('not-mergeable', 'ready', 'It has conflicts.')],
        }),
      },
      ['ready is unmet for #42: It has conflicts. Do it.'],
    ],
    [
      'one more',
      {
        verdict: verdict({
          conditions: [unmet],
          reasons: [why('queue-paused', 'queue-running', 'It is paused.'), why('stale-head', null, 'Other.')],
        }),
      },
      ['queue-running is unmet: It is paused. Do it. (1 more reason in the job summary)'],
    ],
    [
      'many more',
      {
        verdict: verdict({
          reasons: Array.from({ length: 2001 }, () => why('service-unavailable', null, 'It is down.')),
        }),
      },
      ['It is down. Do it. (2,000 more reasons in the job summary)'],
    ],
    [
      'a wait that ran out',
      {
        timedOut: true,
        startedAt: NOW - 600_000,
        verdict: verdict({ conditions: [unmet], reasons: [why('queue-paused', 'queue-running', 'It is paused.')] }),
      },
      ['queue-running is unmet: It is paused. The wait ran out after 10 m. Do it.'],
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
    expect(failuresOf(result(given))).toEqual(expected)
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
      ['queue-running is unknown: It is down. The step goes on, because `on-unavailable` is `warn`.'],
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
    expect(warningsOf(result(given))).toEqual(expected)
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
  expect(noticesOf(result(given))).toEqual(expected)
})

describe('lines on what is known', () => {
  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['out of reach', { facts: facts({ pullRequest: failed(outage()) }) }, null],
    ['no number', { context: context({ pullRequest: null }), facts: facts({ pullRequest: ABSENT }) }, null],
    ['never submitted', { facts: facts({ pullRequest: ABSENT }) }, '#42 was never submitted to the queue'],
    ['pending', { facts: facts({ pullRequest: read(pullRequest()) }) }, '#42 is pending for 12 m'],
    [
      'with its place',
      {
        facts: facts({
          pullRequest: read(pullRequest()),
          queue: read(queue({ entries: [entry({ number: 1 }), entry()] })),
        }),
      },
      '#42 is pending for 12 m, 2nd of 2',
    ],
    ['another one came', { facts: facts({ pullRequest: read(pullRequest({ number: 43 })) }) }, null],
    [
      'taken out',
      { facts: facts({ pullRequest: read(pullRequest({ state: 'cancelled', submitted: false })) }) },
      '#42 is cancelled for 12 m, not in the queue',
    ],
    [
      'without state and time',
      { facts: facts({ pullRequest: read(pullRequest({ state: null, stateChangedAt: null })) }) },
      '#42 is in no known state',
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
  ['testing', ago(65_000), 'testing for 1 m 5 s'],
  ['testing', 'yesterday', 'testing'],
  ['testing', null, 'testing'],
  [null, ago(65_000), 'in no known state for 1 m 5 s'],
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
