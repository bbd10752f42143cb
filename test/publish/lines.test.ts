import { describe, expect, test } from 'vitest'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { CONDITION_NAMES, type Condition } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { reason } from '../../src/gate/reasons.ts'
import { aboutLine, callLine, pullRequestLine, queueLine, testRunLine } from '../../src/publish/lines.ts'
import { closingLines } from '../../src/publish/publish.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  entry,
  facts,
  failed,
  HEAD,
  knowing,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  plan,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

describe('the first line of the log', () => {
  test.each<[string, RunContext, string, Partial<Plan>?, Condition[]?]>([
    [
      'a pull request event',
      context(),
      '#42 → main at a7f3772 · service v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'all from inputs',
      context({
        repository: { value: { host: 'git.acme.example', owner: 'group/sub', name: 'rocket' }, from: 'input' },
        pullRequest: { value: 7, from: 'input' },
        targetBranch: { value: 'next', from: 'input' },
        testRunId: { value: 'given', from: 'input' },
        headSha: null,
      }),
      '#7 → next · service v1 · reads queue · requires ready, queue-running',
      { reads: ['queue'], from: 'input' },
      ['ready', 'queue-running'],
    ],
    [
      'a test branch',
      testBranchContext(),
      `Test run of #42 → main at baebb6f · service v1 · reads queue, test-run · requires nothing`,
      { reads: ['queue', 'test-run'] },
    ],
    [
      'a comment, whose branch GitHub has to say',
      context({ targetBranch: null, headSha: null, askForBranch: true }),
      '#42 → unknown branch · service v1 · reads pull-request, queue · requires nothing',
    ],
    [
      'nothing',
      context({ kind: 'other', pullRequest: null, targetBranch: null, headSha: null }),
      'no branch · reads nothing · requires nothing',
      { reads: [] },
    ],
  ])('%s', (_, about, expected, given = {}, require = []) => {
    expect(aboutLine(about, plan(given), require)).toBe(expected)
  })

  test('a branch that would start a command is made harmless', () => {
    const about = context({ targetBranch: { value: '##[error]x', from: 'event' }, headSha: HEAD })
    expect(aboutLine(about, plan(), [])).toContain('→ ## [error]x at a7f3772')
  })
})

test('the first line is one line, however much is required', () => {
  const about = context({ targetBranch: { value: 'a-branch/'.repeat(100), from: 'event' } })
  expect(aboutLine(about, plan(), [...CONDITION_NAMES]).length).toBeLessThanOrEqual(120)
})

test.each<[status: number | null, attempts: number, elapsedMs: number, requestId: string | null, string]>([
  [200, 1, 120, 'abc', 'getQueue: 200 in 0.1 s, request abc'],
  [503, 5, 12_000, null, 'getQueue: 503 in 12 s after 5 tries'],
  [null, 2, 20_000, null, 'getQueue: no answer in 20 s after 2 tries'],
])('the line of a call: status %j, %d tries', (status, attempts, elapsedMs, requestId, expected) => {
  expect(callLine({ operation: 'getQueue', status, attempts, elapsedMs, requestId })).toBe(expected)
})

test('the end of the log: facts, each condition, the outcome; the cause is left to the error', () => {
  const reasons = [reason('state-pending', 'merged', '#42 waits to be tested.')]
  const given = result({
    ...knowing({ ...ofPullRequest(), ...ofQueue() }),
    verdict: verdict({
      conclusion: 'failed',
      succeeds: false,
      conditions: [
        conditionVerdict('ready', { evidence: '#42 is mergeable.' }),
        conditionVerdict('merged', { verdict: 'unmet', reasons }),
        conditionVerdict('test-run-succeeded', {
          verdict: 'unknown',
          reasons: [reason('test-run-not-found', 'test-run-succeeded', 'No such run.', 'Look.')],
        }),
      ],
      reasons,
    }),
  })
  expect(closingLines(storyOf(given))).toEqual([
    '#42 waits to be tested, place 1 of 1',
    'The queue of main is running with 1 entry',
    '✓ ready is met. #42 is mergeable.',
    '✗ merged is not met.',
    '? test-run-succeeded is unknown. No such run. Look.',
    '⛔ #42 waits to be tested',
  ])
})

describe('lines on what is known', () => {
  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['out of reach', knowing({ pullRequest: failed(outage()) }), null],
    ['no number', { context: context({ pullRequest: null }), facts: facts({ pullRequest: ABSENT }) }, null],
    ['never submitted', knowing({ pullRequest: ABSENT }), '#42 was never submitted to the queue'],
    ['no queue to submit it to', knowing({ pullRequest: ABSENT, queue: ABSENT }), null],
    ['pending', knowing(ofPullRequest()), '#42 waits to be tested'],
    [
      'with its place',
      knowing({
        ...ofPullRequest(),
        ...ofQueue({ entries: [entry({ number: 1 }), entry()] }),
      }),
      '#42 waits to be tested, place 2 of 2',
    ],
    ['another one came', knowing(ofPullRequest({ number: 43 })), null],
    ['taken out', knowing(ofPullRequest({ state: 'cancelled', submitted: false })), '#42 was taken out of the queue'],
    ['not ready, and out', knowing(ofPullRequest({ state: 'not_ready', submitted: false })), '#42 is not in the queue'],
    [
      'testing, and out',
      knowing(ofPullRequest({ state: 'testing', submitted: false })),
      '#42 is being tested, and is not in the queue',
    ],
    ['a state of the future', knowing(ofPullRequest({ state: 'hovering' })), '#42 is in the state "hovering"'],
    [
      'without state and time',
      knowing(ofPullRequest({ state: null, stateChangedAt: null })),
      '#42 is in no known state',
    ],
  ])('the pull request: %s', (_, given, expected) => {
    expect(pullRequestLine(result(given))).toBe(expected)
  })

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['none', knowing({ queue: ABSENT }), 'main has no queue'],
    ['one entry', knowing(ofQueue()), 'The queue of main is running with 1 entry'],
    ['none enqueued', knowing(ofQueue({ state: 'paused', entries: [] })), 'The queue of main is paused with 0 entries'],
  ])('the queue: %s', (_, given, expected) => {
    expect(queueLine(result(given))).toBe(expected)
  })

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['not found', knowing({ testRun: ABSENT }), 'The test run was not found'],
    ['of another commit', knowing(ofRun({ testBranchSha: OTHER })), null],
    ['of one pull request', knowing(ofRun()), 'The test run of #42 succeeded'],
    [
      'of many',
      knowing(
        ofRun({
          status: 'in_progress',
          pullRequests: [1, 2, 3, 4, 5, 6, 7].map(number => ({ number, url: null, title: null })),
        }),
      ),
      'The test run of #1, #2, #3, #4, #5 and 2 more is still in progress',
    ],
    [
      'that says little',
      knowing(ofRun({ status: null, createdAt: 'yesterday', pullRequests: [] })),
      'The test run has no status',
    ],
  ])('the test run: %s', (_, given, expected) => {
    expect(testRunLine(result({ context: testBranchContext(), ...given }))).toBe(expected)
  })
})

test.each<[string, boolean, string]>([
  ['in the queue', true, 'is still in progress'],
  ['out of it', false, 'did not finish'],
])('the run of a merge group whose pull request is %s', (_, submitted, expected) => {
  const given = facts({ ...ofPullRequest({ submitted }), ...ofRun({ status: 'in_progress' }) })
  const line = testRunLine(result({ facts: given, context: context({ source: SOURCES.github, testRunId: null }) }))
  expect(asText(line ?? '')).toBe(`The test run of #42 ${expected}`)
})
