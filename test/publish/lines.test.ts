import { describe, expect, test } from 'vitest'
import { SOURCES } from '../../src/facts/profile.ts'
import { reason } from '../../src/gate/reasons.ts'
import { pullRequestLine, queueLine, testRunLine } from '../../src/publish/lines.ts'
import { closingLines } from '../../src/publish/publish.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import {
  ABSENT,
  conditionVerdict,
  context,
  entry,
  facts,
  failed,
  knowing,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  result,
  testBranchContext,
  verdict,
} from '../builders.ts'

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
  expect(line).toBe(`The test run of #42 ${expected}`)
})
