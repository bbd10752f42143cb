import { describe, expect, test } from 'vitest'
import { type ReasonCode, reason } from '../../src/gate/reasons.ts'
import { type Annotation, failuresOf, noticesOf, warningsOf } from '../../src/publish/messages.ts'
import type { Result } from '../../src/publish/result.ts'
import { conditionVerdict, context, NOW, result, verdict } from '../builders.ts'

const met = conditionVerdict('ready')
const unmet = conditionVerdict('queue-running', {
  verdict: 'unmet',
  reasons: [reason('queue-paused', 'queue-running', 'The queue is paused.')],
})

const TITLE = 'Merge Queue Gate'
/** A message under the title of its code. */
const told = (code: string, text: string): Annotation => ({ title: `${TITLE}: ${code}`, text })
const plainly = (text: string): Annotation => ({ title: TITLE, text })

/** A reason with a remedy of its own, so that the tests don't hang on the table. */
const why = (code: ReasonCode, condition: 'queue-running' | 'ready' | null, message: string) =>
  reason(code, condition, message, 'Do it.')

describe('failuresOf: what is wrong and what to do', () => {
  test.each<[string, Partial<Result>, Annotation[]]>([
    [
      'one reason',
      { verdict: verdict({ conditions: [unmet], reasons: [why('queue-paused', 'queue-running', 'It is paused.')] }) },
      [told('queue paused', 'It is paused. Do it.')],
    ],
    [
      'about the pull request',
      {
        verdict: verdict({
          conditions: [conditionVerdict('ready', { verdict: 'unmet' })],
          reasons: [why('not-mergeable', 'ready', 'It has conflicts.')],
        }),
      },
      [told('not mergeable', 'It has conflicts. Do it.')],
    ],
    [
      'one more',
      {
        verdict: verdict({
          conditions: [unmet],
          reasons: [why('queue-paused', 'queue-running', 'It is paused.'), why('stale-head', null, 'Other.')],
        }),
      },
      [told('queue paused', 'It is paused. Do it. (1 more reason in the job summary)')],
    ],
    [
      'many more',
      {
        verdict: verdict({
          reasons: Array.from({ length: 2001 }, (_, at) => why('service-unavailable', null, `Page ${at} is down.`)),
        }),
      },
      [told('service unavailable', 'Page 0 is down. Do it. (2,000 more reasons in the job summary)')],
    ],
    [
      'the same of many conditions is one reason',
      {
        verdict: verdict({
          reasons: ['ready', 'tests-passed', 'merged'].map(each =>
            why('service-unavailable', each as 'ready', 'It is down.'),
          ),
        }),
      },
      [told('service unavailable', 'It is down. Do it.')],
    ],
    [
      'a wait that ran out while the pull request was on its way',
      {
        timedOut: true,
        startedAt: NOW - 600_000,
        verdict: verdict({ reasons: [why('state-pending', 'ready', '#42 is pending.')] }),
      },
      [
        told(
          'state pending',
          '#42 was still waiting for a free place to be tested after 10 m. Raise `wait-timeout`, or run the job again later.',
        ),
      ],
    ],
    [
      'a wait for a test branch that ran out',
      {
        timedOut: true,
        startedAt: NOW - 600_000,
        context: context({ pullRequest: null }),
        verdict: verdict({ reasons: [why('state-pending', 'ready', 'It is pending.')] }),
      },
      [told('state pending', 'It is pending. The wait ran out after 10 m. Do it.')],
    ],
    [
      'a wait that ran out',
      {
        timedOut: true,
        startedAt: NOW - 600_000,
        verdict: verdict({ conditions: [unmet], reasons: [why('queue-paused', 'queue-running', 'It is paused.')] }),
      },
      [told('queue paused', 'It is paused. The wait ran out after 10 m. Do it.')],
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
      [told('bad input', 'Input `a`: no.'), told('bad input', 'Input `b`: no.')],
    ],
    [
      'no reason at all',
      { verdict: verdict({ conclusion: 'cancelled', succeeds: false }) },
      [plainly('The step failed.')],
    ],
  ])('%s', (_, given, expected) => {
    expect(failuresOf(result(given))).toEqual(expected)
  })
})

describe('warningsOf', () => {
  const beside = why('service-unavailable', null, 'It is down.')
  const needed = why('service-unavailable', 'queue-running', 'It is down.')
  const open = conditionVerdict('queue-running', { verdict: 'unknown', outage: true, reasons: [needed] })

  test.each<[string, Partial<Result>, Annotation[]]>([
    ['nothing', {}, []],
    ['what the run itself warns of', { warnings: ['`x` has no effect.'] }, [plainly('`x` has no effect.')]],
    [
      'an outage that no condition needs',
      { verdict: verdict({ conclusion: 'passed', conditions: [met], reasons: [beside] }) },
      [told('service unavailable', 'It is down. Do it.')],
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
      [told('service unavailable', 'It is down. The step continues, because `on-unavailable` is `warn`.')],
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
      [told('service unavailable', 'It is down. Do it.')],
    ],
    [
      'what fails the step is not told again',
      {
        verdict: verdict({
          conclusion: 'unknown',
          succeeds: false,
          reasons: [
            why('token-refused', null, 'It was refused.'),
            why('token-refused', null, 'It was refused.'),
            beside,
          ],
        }),
      },
      [told('service unavailable', 'It is down. Do it.')],
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

test.each<[string, Partial<Result>, Annotation[]]>([
  ['none', {}, []],
  ['those of the run', { notices: ['The default branch is taken.'] }, [plainly('The default branch is taken.')]],
  [
    'that the step was skipped comes first',
    {
      verdict: verdict({ conclusion: 'skipped', reasons: [why('token-missing', null, 'There is no token.')] }),
      notices: ['The default branch is taken.'],
    },
    [plainly('There is no token.'), plainly('The default branch is taken.')],
  ],
])('noticesOf: %s', (_, given, expected) => {
  expect(noticesOf(result(given))).toEqual(expected)
})
