import { describe, expect, test } from 'vitest'
import { CONDITIONS } from '../../src/facts/conditions.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { withoutToken } from '../../src/gate/decision.ts'
import { type Diagnosis, diagnosis } from '../../src/gate/diagnosis/codes.ts'
import { MORE_TIME, type Reason, type ReasonCode, reason } from '../../src/gate/reasons.ts'
import { type Annotation, continuedOf, failuresOf, noticesOf, warningsOf } from '../../src/publish/annotations.ts'
import { explainedAt, isAlreadySaid, remedyOf, storyOf } from '../../src/publish/story.ts'
import { codesPageOf, type Result } from '../../src/result.ts'
import { asText, code, say } from '../../src/text/message.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  facts,
  knowing,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

/** Headline, cause and remedy as text. */
function told(given: Partial<Result>) {
  const { icon, headline, cause, remedy } = storyOf(result(given))
  return [`${icon} ${asText(headline)}`, asText(cause), asText(remedy)]
}

type Conclusion = Result['verdict']['conclusion']

const succeeding = (conclusion: Conclusion, ...reasons: Reason[]) => ({ verdict: verdict({ conclusion, reasons }) })
const failing = (conclusion: Conclusion, ...reasons: Reason[]) => ({
  verdict: verdict({ conclusion, succeeds: false, reasons }),
})

/** A step that failed for this reason. */
function failedBy(code: ReasonCode, message: string, over: Partial<Result> = {}): Partial<Result> {
  return { ...failing('failed', reason(code, 'ready', message)), ...over }
}

/** The same, with these causes. */
const because = (code: ReasonCode, message: string, ...diagnoses: Diagnosis[]) => failedBy(code, message, { diagnoses })

describe('the headline says what came out', () => {
  const conditions = [conditionVerdict('ready'), conditionVerdict('merged')]
  test.each<[string, Partial<Result>, string]>([
    [
      'several conditions',
      { verdict: verdict({ conclusion: 'passed', conditions }) },
      '✅ #42: both conditions are met',
    ],
    [
      'several of no pull request',
      { verdict: verdict({ conclusion: 'passed', conditions }), context: context({ pullRequest: null }) },
      '✅ Both conditions are met',
    ],
    [
      'skipped',
      { verdict: withoutToken('fork', { require: ['ready', 'merged'], onMissingToken: 'skip' }) },
      '⏭️ Skipped: 2 conditions were not checked',
    ],
    ['cancelled', failing('cancelled', reason('cancelled', null, 'No.')), '🚫 The step was cancelled before a verdict'],
    ['failed', failedBy('state-failed', 'It did.'), '⛔ #42 failed in the queue'],
    [
      'what failed while it is still being tested',
      failedBy('state-testing', '#42 is being tested.', {
        diagnoses: [
          diagnosis('required-status-failed', 'possible', 'They failed already.', {
            headline: '2 required statuses failed',
          }),
        ],
      }),
      '⛔ 2 required statuses failed',
    ],
    [
      'nothing was asked',
      failedBy('state-failed', 'It did.', { context: null }),
      '⛔ The pull request failed in the queue',
    ],
    [
      'unknown, and allowed',
      succeeding('unknown', reason('service-unavailable', 'ready', '503.')),
      "❓ The queue's service did not answer; continuing",
    ],
  ])('%s', (_, given, expected) => {
    expect(told(given)[0]).toBe(expected)
  })

  test.each(CONDITIONS)('%s is met: at most eight words', condition => {
    const [headline = ''] = told({
      verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict(condition)] }),
    })
    expect(headline).toMatch(/^✅ [A-Z#][^.]*$/)
    expect(headline.split(' ').length).toBeLessThanOrEqual(9)
  })

  const pr = ofPullRequest()
  test.each<[string, Partial<Result>, string]>([
    ['the pull request first', knowing({ ...pr, ...ofQueue() }), '#42 waits to be tested, 1st of 1'],
    [
      'the test run before the queue',
      { context: testBranchContext(), facts: facts({ ...ofQueue(), ...ofRun() }) },
      'The test run of #42 succeeded',
    ],
    ['the queue', knowing(ofQueue()), 'The queue of main is running with 1 entry'],
    ['nothing', {}, 'Nothing was read'],
  ])('nothing is required: %s', (_, given, expected) => {
    expect(told({ ...given, verdict: verdict({ conclusion: 'reported' }) })[0]).toBe(`📋 ${expected}`)
  })
})

describe('cause and remedy', () => {
  const FAILED = diagnosis('required-status-failed', 'certain', say`${code('unit')} failed in the test run of #42.`)
  const PUSHED = diagnosis('evicted-by-push', 'possible', '#42 may have been ejected by a push.')
  const waited = { timedOut: true, waitTimeoutMs: 600_000 }
  const OUT = '#42 was thrown out.'
  const outageAtEnd = { failure: { ...outage(), message: '503.' }, lastsMs: 180_000 }
  const ofTests = failing('failed', reason('blocking-failures', 'no-blocking-failures', '1 failed.'))

  test.each<[string, Partial<Result>, cause: string, remedy: string]>([
    ['the reason', failedBy('stale-head', 'It moved.'), 'It moved.', 'Look at the run of the newest commit.'],
    [
      'a certain diagnosis takes its place',
      because('state-failed', OUT, FAILED, PUSHED),
      '`unit` failed in the test run of #42.',
      'Fix what failed, then submit the pull request again.',
    ],
    [
      'a possible one stands beside it',
      because('state-failed', OUT, PUSHED),
      '#42 was thrown out. Possible cause: #42 may have been ejected by a push.',
      'Submit it again, and push only to pull requests that are not in the queue.',
    ],
    [
      'one that says as well that the run failed takes its place',
      because(
        'test-run-failed',
        'The test run failed.',
        diagnosis('required-status-failed', 'possible', 'The run failed; why is not known.'),
      ),
      'The run failed; why is not known.',
      'Fix what failed, then submit the pull request again.',
    ],
    [
      'one that has the news for a headline takes its place',
      failedBy('state-testing', '#42 is being tested.', {
        ...waited,
        diagnoses: [diagnosis('required-status-failed', 'possible', 'It failed already.', { headline: 'It failed' })],
      }),
      'It failed already. The wait ran out after 10 m.',
      'Fix what failed, then submit the pull request again.',
    ],
    [
      'one without a cause says what is missing, and where more is known',
      because('state-failed', OUT, diagnosis('cause-unknown', 'possible', '#42 failed; its test run is not known.')),
      '#42 failed; its test run is not known.',
      "Open the pull request in the queue's own view, which may say more.",
    ],
    [
      'one that only restates it leaves it',
      because('state-cancelled', OUT, diagnosis('state-cancelled', 'certain', 'Out.')),
      OUT,
      'Submit it again if it should still merge.',
    ],
    [
      'one of the same code says more',
      because(
        'queue-paused',
        'It is paused.',
        diagnosis('queue-paused', 'certain', 'It is paused: it neither tests nor merges.'),
      ),
      'It is paused: it neither tests nor merges.',
      'Have the queue resumed, or wait until it is; then run the job again.',
    ],
    [
      'one about something else leaves it',
      because('blocking-failures', '1 failed.', FAILED),
      '1 failed.',
      'Fix them, or quarantine them under exactly the name, class and file in the test report.',
    ],
    [
      'the headline is not repeated',
      failedBy('not-submitted', '#42 is not in the queue.'),
      '',
      'Submit it to the queue, then run the job again.',
    ],
    [
      'time may help, and no wait is set',
      failedBy('state-testing', '#42 is being tested.'),
      '',
      'Set `wait-timeout` to wait for it, or run the job again later.',
    ],
    [
      'a wait that ran out in a state that time may change',
      failedBy('state-testing', '#42 is being tested.', waited),
      'The wait ran out after 10 m.',
      'Raise `wait-timeout`, or run the job again later.',
    ],
    [
      'an outage at the end of a wait',
      failedBy('state-testing', '#42 is being tested.', { ...waited, outageAtEnd }),
      '503. The last complete answer: #42 is being tested.',
      'Run the job again when the service is back.',
    ],
    [
      'an outage that is allowed, after an answer that does not pass',
      failedBy('state-testing', '#42 is being tested.', {
        ...waited,
        outageAtEnd: { ...outageAtEnd, isAllowed: true },
      }),
      '503. The last complete answer: #42 is being tested. The step fails although `on-unavailable` is `warn`, because that answer does not pass.',
      'Run the job again when the service is back.',
    ],
    [
      'a merge group whose checks were not read',
      failedBy('state-testing', '#42 is being tested.', { context: context({ source: SOURCES.github }) }),
      '',
      'Set `wait-timeout` to wait for it, or run the job again later. The checks were not read: add `test-run` to `read` to see them.',
    ],
    [
      'a cause that no wait ends',
      failedBy('state-testing', '#42 is being tested.', {
        ...waited,
        diagnoses: [diagnosis('no-merge-group-runs', 'certain', 'Nothing runs.', { remedy: 'Look.' })],
      }),
      'Nothing runs.',
      'Look.',
    ],
    [
      'an outage is nothing to failed tests',
      failedBy('blocking-failures', '1 failed.', { ...waited, outageAtEnd, ...ofTests }),
      '1 failed. The wait ran out after 10 m.',
      'Fix them, or quarantine them under exactly the name, class and file in the test report.',
    ],
    [
      'a possible one that tells what the source says takes its place',
      failedBy('state-cancelled', OUT, {
        diagnoses: [diagnosis('removed-by-person', 'possible', 'GitHub took it out.')],
      }),
      'GitHub took it out.',
      'Submit it again if it should still merge.',
    ],
    [
      'a cause that the headline says already',
      failedBy('state-failed', '#42 failed in the queue.'),
      '',
      'Look at the failed test run, fix the cause and submit the pull request again.',
    ],
    [
      'a wait that ran out for another reason',
      failedBy('queue-paused', 'It is paused.', waited),
      'It is paused. The wait ran out after 10 m.',
      'Have the queue resumed, or wait until it is; then run the job again.',
    ],
    [
      'a wait that ran out with a cause',
      failedBy('state-pending', '#42 waits to be tested.', {
        ...waited,
        diagnoses: [diagnosis('waiting-for-batch', 'possible', 'The queue collects a batch.')],
      }),
      'Possible cause: The queue collects a batch. The wait ran out after 10 m.',
      "Wait: testing starts when the batch is full, or when the queue's longest wait for a batch is over.",
    ],
    [
      'nothing is required: the diagnosis',
      {
        verdict: verdict({ conclusion: 'reported' }),
        facts: facts(ofPullRequest({ state: 'failed', submitted: false })),
        diagnoses: [FAILED],
      },
      '`unit` failed in the test run of #42.',
      'Fix what failed, then submit the pull request again.',
    ],
    [
      'nothing is required, and the headline says it',
      {
        verdict: verdict({ conclusion: 'reported' }),
        facts: facts({ pullRequest: ABSENT }),
        diagnoses: [diagnosis('never-submitted', 'certain', '#42 was never submitted to the queue of "main".')],
      },
      '',
      'Submit it to the queue.',
    ],
  ])('%s', (_, given, cause, remedy) => {
    expect(told(given).slice(1)).toEqual([cause, remedy])
  })

  test('reasons that the cause covers are left out; others are not', () => {
    const given = result(because('state-failed', OUT, FAILED))
    expect(isAlreadySaid({ code: 'token-refused', message: OUT }, given)).toBe(true)
    expect(isAlreadySaid({ code: 'not-submitted', message: '#42 is not in the queue.' }, given)).toBe(true)
    expect(isAlreadySaid({ code: 'queue-paused', message: 'It is paused.' }, given)).toBe(false)
  })

  test.each<[string, string | null, Partial<Result>, string | null]>([
    ['the row of the main reason', 'https://github.com', failedBy('stale-head', 'It moved.'), '#stale-head'],
    ['nothing to explain', 'https://github.com', { verdict: verdict({ conclusion: 'passed' }) }, null],
    ['another server', 'https://git.acme.example', failedBy('stale-head', 'It moved.'), null],
  ])('where it is explained: %s', (_, server, given, anchor) => {
    const codesPage = codesPageOf('acme/merge-queue-gate', 'v1', server ?? '')
    const page = 'https://github.com/acme/merge-queue-gate/blob/v1/docs/codes.md'
    expect(explainedAt(result({ ...given, codesPage }))).toBe(anchor && `${page}${anchor}`)
  })

  test('only a wait that is set can be made longer', () => {
    const both = [0, 1000].map(waitTimeoutMs => asText(remedyOf({ remedy: MORE_TIME }, result({ waitTimeoutMs }))))
    expect(both.map(text => text.slice(0, 5))).toEqual(['Set `', 'Raise'])
  })
})

/** A reason with a remedy of its own, so that the tests don't hang on the table. */
const why = (code: ReasonCode, condition: 'queue-running' | 'ready' | null, message: string) =>
  reason(code, condition, message, 'Do it.')
const titled = (title: string, text: string): Annotation => ({ title: `Merge Queue Gate: ${title}`, text })
const plainly = (text: string): Annotation => ({ title: 'Merge Queue Gate', text })
const PAUSED = 'The queue of "main" is paused'
const DOWN = "The queue's service did not answer"
const IS_DOWN = titled(DOWN, 'It is down. Do it.')

describe('what fails the step', () => {
  test.each<[string, Partial<Result>, Annotation[]]>([
    [
      'the main reason under its headline',
      failing('failed', why('queue-paused', 'queue-running', 'It is.'), why('stale-head', null, 'Other.')),
      [titled(PAUSED, 'It is. Do it.')],
    ],
    [
      'a headline that says it all',
      failing('failed', why('queue-paused', 'queue-running', `${PAUSED}.`)),
      [titled(PAUSED, 'Do it.')],
    ],
    [
      'all bad inputs are reported',
      { plan: null, ...failing('failed', why('bad-input', null, 'Input a.'), why('bad-input', null, 'Input b.')) },
      [titled('An input is wrong', 'Input a.'), titled('An input is wrong', 'Input b.')],
    ],
    [
      'no reason at all',
      { verdict: verdict({ conclusion: 'cancelled' }) },
      [titled('The step failed', 'The step failed.')],
    ],
  ])('%s', (_, given, expected) => {
    expect(failuresOf(result(given))).toEqual(expected)
  })
})

describe('warnings', () => {
  const beside = why('service-unavailable', null, 'It is down.')
  const needed = why('service-unavailable', 'queue-running', 'It is down.')
  const refused = why('token-refused', null, 'It was refused.')

  test.each<[string, Partial<Result>, Annotation[]]>([
    ['nothing', {}, []],
    ['warnings of the run itself', { warnings: ['`x` has no effect.'] }, [plainly('`x` has no effect.')]],
    ['an outage that no condition needs', succeeding('passed', beside), [IS_DOWN]],
    ['an allowed outage is reported at the end', succeeding('unknown', needed, beside), []],
    [
      "reasons that don't fail the step",
      failing('failed', why('queue-paused', 'queue-running', 'It is.'), beside),
      [IS_DOWN],
    ],
    ['the failing reason is not repeated', failing('unknown', refused, refused, beside), [IS_DOWN]],
    ['skipped', succeeding('skipped', why('token-missing', null, 'None.')), []],
    ['bad inputs', { plan: null, ...failing('failed', beside, beside) }, []],
  ])('%s', (_, given, expected) => {
    expect(warningsOf(result(given))).toEqual(expected)
  })

  test('an outage that is allowed is the last line', () => {
    const allowed = verdict({ conclusion: 'unknown', succeeds: true, reasons: [needed] })
    const continues = 'The step succeeds unchecked, because `on-unavailable` is `warn`.'
    const headline = `${DOWN}; continuing`
    expect(continuedOf(result({ verdict: allowed }))).toEqual(titled(headline, `It is down. Do it. ${continues}`))
    expect(continuedOf(result())).toBeNull()
  })
})

test.each<[string, Partial<Result>, Annotation[]]>([
  ['none', {}, []],
  [
    'a skip comes first',
    {
      ...succeeding('skipped', why('token-missing', null, 'There is no token.')),
      notices: ['The default branch is taken.'],
    },
    [plainly('There is no token.'), plainly('The default branch is taken.')],
  ],
])('notices: %s', (_, given, expected) => {
  expect(noticesOf(result(given))).toEqual(expected)
})
