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
  OTHER,
  outage,
  pullRequest,
  queue,
  read,
  result,
  TEST_RUN_ID,
  testBranchContext,
  testRun,
} from '../builders.ts'

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

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['not found', { facts: facts({ testRun: ABSENT }) }, `The service knows no test run ${TEST_RUN_ID}`],
    ['of another commit', { facts: facts({ testRun: read(testRun({ testBranchSha: OTHER })) }) }, null],
    [
      'of one pull request',
      { facts: facts({ testRun: read(testRun()) }) },
      `Test run ${TEST_RUN_ID} of #42: succeeded, started 30 m ago`,
    ],
    [
      'of many',
      {
        facts: facts({
          testRun: read(
            testRun({
              status: 'in_progress',
              createdAt: ago(65_000),
              pullRequests: [1, 2, 3, 4, 5, 6, 7].map(number => ({ number, url: null, title: null })),
            }),
          ),
        }),
      },
      `Test run ${TEST_RUN_ID} of #1, #2, #3, #4, #5 and 2 more: in progress, started 1 m ago`,
    ],
    [
      'that says little',
      { facts: facts({ testRun: read(testRun({ status: null, createdAt: 'yesterday', pullRequests: [] })) }) },
      `Test run ${TEST_RUN_ID}: no status`,
    ],
  ])('the test run: %s', (_, given, expected) => {
    expect(testRunLine(result({ context: testBranchContext(), ...given }))).toBe(expected)
  })
})
