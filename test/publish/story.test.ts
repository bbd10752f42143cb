import { describe, expect, test } from 'vitest'
import { CONDITION_NAMES } from '../../src/facts/facts.ts'
import { withCause } from '../../src/gate/causes/find.ts'
import { tokenlessVerdict } from '../../src/gate/conclusion.ts'
import type { ReasonCode } from '../../src/gate/reason-codes.ts'
import { type Cause, type Reason, reason } from '../../src/gate/reasons.ts'
import { codesPageOf } from '../../src/main.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { asText, code, say } from '../../src/text/message.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  facts,
  failed,
  hardFailure,
  knowing,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

const story = (given: Partial<Result>) => storyOf(result(given))

type Conclusion = Result['verdict']['conclusion']

const ending = (conclusion: Conclusion, succeeds: boolean, ...reasons: Reason[]) => ({
  verdict: verdict({ conclusion, succeeds, reasons }),
})

/** A step that failed for this reason. */
function failedBy(code: ReasonCode, message: string, over: Partial<Result> = {}): Partial<Result> {
  return { ...ending('failed', false, reason(code, 'ready', message)), ...over }
}

const UNIT_FAILED: Cause = {
  code: 'required-status-failed',
  certain: true,
  message: say`#42 left the queue because ${code('unit')} failed.`,
  evidence: ['It was removed 3 times.'],
  remedy: 'Fix what failed.',
}

/** The same, with this cause. */
function because(cause: Cause, of: ReasonCode, message: string): Partial<Result> {
  const given = verdict({ conclusion: 'failed', succeeds: false, reasons: [reason(of, 'ready', message)] })
  return { verdict: withCause(given, cause), cause }
}

describe('the headline says what came out', () => {
  const conditions = [conditionVerdict('ready'), conditionVerdict('merged')]
  const passed = verdict({ conclusion: 'passed', conditions })
  test.each<[string, Partial<Result>, string]>([
    ['several conditions', { verdict: passed }, '✅ #42: both conditions are met'],
    ['of no pull request', { verdict: passed, context: context({ pullRequest: null }) }, '✅ Both conditions are met'],
    [
      'skipped',
      { verdict: tokenlessVerdict('fork', { require: ['ready', 'merged'], onMissingToken: 'skip' }) },
      '⏭️ Skipped: nothing that needs a token was checked',
    ],
    [
      'cancelled',
      ending('cancelled', false, reason('cancelled', null, 'No.')),
      '🚫 The step was cancelled before a verdict',
    ],
    [
      'without a context',
      failedBy('state-failed', 'It did.', { context: null }),
      '⛔ The pull request failed in the queue',
    ],
    [
      'nothing is required: the pull request first',
      { ...ending('reported', true), ...knowing({ ...ofPullRequest(), ...ofQueue() }) },
      '📋 #42 waits to be tested, place 1 of 1',
    ],
    [
      'then the test run',
      { ...ending('reported', true), context: testBranchContext(), ...knowing({ ...ofQueue(), ...ofRun() }) },
      '📋 The test run of #42 succeeded',
    ],
    ['nothing was read', ending('reported', true), '📋 Nothing was read'],
    [
      'what is open',
      ending('unknown', false, reason('not-known', 'queue-empty', 'It is.')),
      '❓ Not known whether the queue of "main" is empty',
    ],
    [
      'what is open for somebody about to push',
      ending('unknown', false, reason('contradictory-answer', 'not-submitted', 'It is.')),
      '❓ Not known whether #42 is in the queue',
    ],
  ])('%s', (_, given, expected) => {
    const { icon, headline } = story(given)
    expect(`${icon} ${asText(headline)}`).toBe(expected)
  })

  test.each(CONDITION_NAMES)('%s is met: at most eight words', condition => {
    const { headline } = story({
      verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict(condition)] }),
    })
    expect(headline).toMatch(/^[A-Z#][^.]*$/)
    expect(asText(headline).split(' ').length).toBeLessThanOrEqual(8)
  })
})

describe('cause and remedy', () => {
  const waited = { timedOut: true, waitTimeoutMs: 600_000 }
  const outageAtEnd = { failure: { ...outage(), message: '503.' }, answerAgeMs: 180_000 }
  const TESTING = '#42 is being tested.'

  test.each<[string, Partial<Result>, cause: string, remedy: string]>([
    ['the reason', failedBy('stale-head', 'It moved.'), 'It moved.', 'Look at the run of the newest commit.'],
    [
      'the cause that explains it, with what else is known',
      because(UNIT_FAILED, 'state-failed', '#42 failed in the queue.'),
      '#42 left the queue because `unit` failed. It was removed 3 times.',
      'Fix what failed.',
    ],
    [
      'a cause of something else stays beside it',
      because(UNIT_FAILED, 'blocking-failures', '1 failed.'),
      '1 failed.',
      'Fix what failed. A flaky test is quarantined at the service, under the name, class and file of the report.',
    ],
    [
      'the headline says it all',
      failedBy('queue-paused', 'The queue of "main" is paused.'),
      '',
      'Have the queue resumed, or wait until it is; then run the job again.',
    ],
    [
      'time may help, and no wait is set',
      failedBy('state-testing', TESTING),
      TESTING,
      'Set `wait-timeout` to wait for it, or run the job again later.',
    ],
    [
      'a wait that ran out',
      failedBy('state-testing', TESTING, waited),
      `${TESTING} The wait ran out after 10 m.`,
      'Raise `wait-timeout`, or run the job again later.',
    ],
    [
      'an outage at the end of a wait',
      failedBy('state-testing', TESTING, { ...waited, outageAtEnd }),
      `503. The last complete answer: ${TESTING}`,
      'Run the job again when the service is back.',
    ],
    [
      'an outage that is allowed, after an answer that does not pass',
      failedBy('state-testing', TESTING, { ...waited, outageAtEnd: { ...outageAtEnd, isAllowed: true } }),
      `503. The last complete answer: ${TESTING} Even with \`on-unavailable: warn\` the step fails: its conditions were not met before the outage.`,
      'Run the job again when the service is back.',
    ],
    [
      'an outage is nothing to failed tests',
      {
        ...waited,
        outageAtEnd,
        ...ending('failed', false, reason('blocking-failures', 'no-blocking-failures', '1 failed.', 'Fix it.')),
      },
      '1 failed. The wait ran out after 10 m.',
      'Fix it.',
    ],
    [
      'several wrong inputs',
      {
        plan: null,
        ...ending('failed', false, reason('bad-input', null, 'Input a.'), reason('bad-input', null, 'Input b.')),
      },
      'Input a. Input b.',
      '',
    ],
  ])('%s', (_, given, cause, remedy) => {
    const told = story(given)
    expect([told.cause, told.remedy]).toEqual([cause, remedy])
  })

  test.each<[string, string, Partial<Result>, string | null]>([
    ['the row of the main reason', 'https://github.com', failedBy('stale-head', 'It moved.'), '#stale-head'],
    ['nothing to explain', 'https://github.com', ending('passed', true), null],
    ['another server', 'https://git.acme.example', failedBy('stale-head', 'It moved.'), null],
  ])('where it is explained: %s', (_, server, given, anchor) => {
    const codesPage = codesPageOf('acme/merge-queue-gate', 'v1', server)
    const page = 'https://github.com/acme/merge-queue-gate/blob/v1/docs/reference.md'
    expect(story({ ...given, codesPage }).explanationPage).toBe(anchor && `${page}${anchor}`)
  })
})

/** A reason with a remedy of its own, so that the tests don't hang on the table. */
const why = (code: ReasonCode, condition: 'queue-running' | 'ready' | null, message: string) =>
  reason(code, condition, message, 'Do it.')
const titled = (title: string, text: string) => ({ title: `Merge Queue Gate: ${title}`, text })
const plainly = (text: string) => ({ title: 'Merge Queue Gate', text })
const PAUSED = 'The queue of "main" is paused'
const DOWN = "The queue's service did not answer"

describe('how the log ends', () => {
  test.each<[string, Partial<Result>, object[]]>([
    [
      'the main reason under its headline',
      ending('failed', false, why('still-submitted', 'ready', 'It is.'), why('stale-head', null, 'Other.')),
      [{ kind: 'error', ...titled('#42 is still in the queue', 'It is. Do it.') }],
    ],
    [
      'each wrong input',
      {
        plan: null,
        ...ending('failed', false, why('bad-input', null, 'Input a.'), why('bad-input', null, 'Input b.')),
      },
      [
        { kind: 'error', ...titled('The step is not set up right', 'Input a.') },
        { kind: 'error', ...titled('The step is not set up right', 'Input b.') },
      ],
    ],
    [
      'no reason at all',
      ending('cancelled', false),
      [{ kind: 'error', ...titled('The step failed', 'The step failed.') }],
    ],
    [
      'an outage that is allowed',
      ending('unknown', true, why('service-unavailable', 'ready', 'It is down.')),
      [
        {
          kind: 'warning',
          ...titled(
            `${DOWN}; continuing`,
            'It is down. Do it. The step succeeds unchecked, because `on-unavailable` is `warn`.',
          ),
        },
      ],
    ],
    [
      'a skipped step',
      ending('skipped', true, why('token-missing', null, 'There is no token.')),
      [{ kind: 'notice', ...titled('There is no API token', 'There is no token.') }],
    ],
    [
      'a report with a cause',
      { ...ending('reported', true), cause: { ...UNIT_FAILED, message: 'It left.' } },
      [{ kind: 'notice', ...titled('Nothing was read', 'It left. It was removed 3 times. Fix what failed.') }],
    ],
    ['a report without one', ending('reported', true), []],
    ['passed', ending('passed', true), []],
  ])('%s', (_, given, expected) => {
    expect(story(given).finalAnnotations).toEqual(expected)
  })
})

describe('warnings and notices', () => {
  const beside = why('service-unavailable', null, 'It is down.')
  const IS_DOWN = titled(DOWN, 'It is down. Do it.')
  test.each<[string, Partial<Result>, object[]]>([
    ['nothing', {}, []],
    ['of the run itself', { warnings: ['`x` has no effect.'] }, [plainly('`x` has no effect.')]],
    ['an outage that no condition needs', ending('passed', true, beside), [IS_DOWN]],
    ['several reads with one outage', ending('passed', true, beside, { ...beside, message: 'It is.' }), [IS_DOWN]],
    [
      'beside what fails the step',
      ending('failed', false, why('queue-paused', 'queue-running', 'It is.'), beside),
      [IS_DOWN],
    ],
    ['what the main reason tells', ending('unknown', false, why('service-unavailable', 'ready', 'Down.'), beside), []],
    [
      'the list that could have excused what blocks',
      {
        ...ending('failed', false, why('blocking-failures', null, '1 failed.'), why('token-refused', null, 'No.')),
        ...knowing({ quarantinedTests: failed(hardFailure()) }),
      },
      [],
    ],
    ['skipped', ending('skipped', true, why('token-missing', null, 'None.')), []],
    ['wrong inputs', { plan: null, ...ending('failed', false, beside, beside) }, []],
  ])('%s', (_, given, expected) => {
    expect(story(given).warnings).toEqual(expected)
  })
})

describe('each condition, and what is not told under the headline', () => {
  const both = (first: Reason[], second: Reason[], over: Partial<Result> = {}) => ({
    ...over,
    verdict: verdict({
      conclusion: 'failed',
      succeeds: false,
      reasons: [...first, ...second],
      conditions: [
        conditionVerdict('queue-running', { verdict: 'unmet', reasons: first }),
        conditionVerdict('ready', { verdict: 'unmet', reasons: second }),
      ],
    }),
  })
  const paused = why('queue-paused', 'queue-running', `${PAUSED}.`)
  test.each<[string, Partial<Result>, string[][]]>([
    ['met', { verdict: verdict({ conditions: [conditionVerdict('ready', { evidence: 'It is.' })] }) }, [['It is.']]],
    ['of another code', both([paused], [why('not-mergeable', 'ready', 'Conflicts.')]), [[], ['Conflicts. Do it.']]],
    [
      'of the same code',
      both([why('stale-head', 'queue-running', 'A.')], [why('stale-head', 'ready', 'B.')]),
      [[], []],
    ],
    [
      'of the same code, which can say different things',
      both([why('contradictory-answer', 'queue-running', 'A.')], [why('contradictory-answer', 'ready', 'B.')]),
      [[], ['B. Do it.']],
    ],
    [
      'what only follows',
      both([why('report-malformed', null, 'Cut off.')], [why('report-empty', null, 'None.')]),
      [[], []],
    ],
    [
      'more time is no remedy once the source stopped answering',
      both([paused], [reason('state-testing', 'ready', 'It is.')], {
        outageAtEnd: { failure: outage(), answerAgeMs: 1 },
      }),
      [[], ['It is.']],
    ],
  ])('%s', (_, given, expected) => {
    expect(story(given).sections.map(({ remarks }) => remarks)).toEqual(expected)
  })

  test('a cause is told once, by the first reason that it explains', () => {
    const given = both([paused], [why('state-pending', 'ready', 'It waits.'), why('not-submitted', 'ready', 'Out.')])
    const told = story({ verdict: withCause(given.verdict, UNIT_FAILED), cause: UNIT_FAILED })
    const sentence = '#42 left the queue because `unit` failed. It was removed 3 times. Fix what failed.'
    expect(told.sections.map(({ remarks }) => remarks)).toEqual([[], [sentence]])
    expect(told.alsoKnown).toEqual([])
  })
})

describe('what is known beside the headline', () => {
  const CAUSE = '#42 left the queue because `unit` failed. It was removed 3 times.'
  test.each<[string, Partial<Result>, string[]]>([
    [
      'a report: all but the headline',
      { ...ending('reported', true), ...knowing({ ...ofPullRequest(), ...ofQueue() }) },
      ['The queue of main is running with 1 entry'],
    ],
    [
      'a step with conditions: the place, not how the stay ended',
      failedBy('state-failed', 'It did.', knowing(ofPullRequest({ state: 'failed', submitted: false }))),
      [],
    ],
    ['its place', failedBy('stale-head', 'It moved.', knowing(ofPullRequest())), ['#42 waits to be tested']],
    [
      'a missing queue is the headline',
      failedBy('queue-not-found', 'None.', { facts: facts({ pullRequest: ABSENT, queue: ABSENT }) }),
      [],
    ],
    ['a cause that explains no reason', { ...failedBy('blocking-failures', '1 failed.'), cause: UNIT_FAILED }, [CAUSE]],
    [
      'the age of the facts after an outage',
      failedBy('stale-head', 'It moved.', { outageAtEnd: { failure: outage(), answerAgeMs: 180_000 } }),
      ['The last complete answer of the service is 3 m old'],
    ],
  ])('%s', (_, given, expected) => {
    const { digest, alsoKnown } = story(given)
    expect([...digest, ...alsoKnown]).toEqual(expected)
  })
})
