import { describe, expect, test } from 'vitest'
import { pullRequestLine, queueLine, testRunLine } from '../../src/publish/content.ts'
import type { Result } from '../../src/publish/result.ts'
import {
  ABSENT,
  ago,
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
  TEST_RUN_ID,
  testBranchContext,
} from '../builders.ts'

describe('lines on what is known', () => {
  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['out of reach', knowing({ pullRequest: failed(outage()) }), null],
    ['no number', { context: context({ pullRequest: null }), facts: facts({ pullRequest: ABSENT }) }, null],
    ['never submitted', knowing({ pullRequest: ABSENT }), '#42 was never submitted to the queue'],
    ['pending', knowing(ofPullRequest()), '#42: pending for 12 m'],
    [
      'with its place',
      knowing({ ...ofPullRequest(), ...ofQueue({ entries: [entry({ number: 1 }), entry()] }) }),
      '#42: pending for 12 m, 2nd of 2',
    ],
    ['another one came', knowing(ofPullRequest({ number: 43 })), null],
    [
      'taken out',
      knowing(ofPullRequest({ state: 'cancelled', submitted: false })),
      '#42: cancelled 12 m ago, not in the queue',
    ],
    ['without state and time', knowing(ofPullRequest({ state: null, stateChangedAt: null })), '#42: in no known state'],
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
    ['not found', knowing({ testRun: ABSENT }), `The service knows no test run ${TEST_RUN_ID}`],
    ['of another commit', knowing(ofRun({ testBranchSha: OTHER })), null],
    ['of one pull request', knowing(ofRun()), `Test run ${TEST_RUN_ID} of #42: succeeded, started 30 m ago`],
    [
      'of many',
      knowing(
        ofRun({
          status: 'in_progress',
          createdAt: ago(65_000),
          pullRequests: [1, 2, 3, 4, 5, 6, 7].map(number => ({ number, url: null, title: null })),
        }),
      ),
      `Test run ${TEST_RUN_ID} of #1, #2, #3, #4, #5 and 2 more: in progress, started 1 m ago`,
    ],
    [
      'that says little',
      knowing(ofRun({ status: null, createdAt: 'yesterday', pullRequests: [] })),
      `Test run ${TEST_RUN_ID}: no status`,
    ],
  ])('the test run: %s', (_, given, expected) => {
    expect(testRunLine(result({ context: testBranchContext(), ...given }))).toBe(expected)
  })
})
