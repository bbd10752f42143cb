import { describe, expect, test } from 'vitest'
import type { Removal } from '../../src/facts/facts.ts'
import { blockReasonsIn, removalByReason } from '../../src/sources/removal.ts'
import { asText, rendered } from '../../src/text/message.ts'

const removal = (word: string | null, details = {}) => rendered(removalByReason({ reason: word, ...details }, null))

/** The table of the contract: each reason with its family. */
const REASONS: [Removal['reason'], words: string[]][] = [
  ['checks-failed', ['TEST_RUN_REQUIRED_STATUS_FAILED', 'TEST_RUN_FAILED_BY_OPTIMIZATION']],
  ['timed-out', ['TEST_RUN_TIMEOUT']],
  ['conflict', ['START_TEST_RUN_MERGE_CONFLICT']],
  ['pushed-to', ['PR_PUSHED_TO', 'PR_UPDATED_AT_MERGE_TIME']],
  ['by-person', ['USER_REQUESTED', 'TRUNK_ADMIN_REQUESTED']],
  ['closed', ['PR_CLOSED']],
  ['draft', ['PR_CONVERTED_TO_DRAFT', 'START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED']],
  ['retargeted', ['PR_BASE_BRANCH_CHANGED', 'PR_MERGED_INTO_OTHER_BRANCH']],
  ['stack-changed', ['STACKED_PR_MEMBER_PUSHED_TO', 'STACKED_PR_STACK_CHANGED']],
  ['not-ready-too-long', ['NOT_READY_TIMEOUT_EXPIRED']],
  [
    'queue-misconfigured',
    [
      'START_TEST_RUN_CONFIG_NOT_FOUND',
      'START_TEST_RUN_NO_REQUIRED_STATUSES',
      'START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH',
    ],
  ],
  [
    'provider-refused',
    ['GITHUB_API_BRANCH_PROTECTION_UNMET', 'GITHUB_API_MERGE_PR_FAILED', 'GITHUB_API_DIRECT_MERGE_PR_FAILED'],
  ],
  [
    'provider-failed',
    [
      'GITHUB_API_REPEATED_SERVER_ERRORS',
      'GITHUB_API_RATE_LIMIT_EXCEEDED',
      'GITHUB_API_MERGE_ALREADY_IN_PROGRESS',
      'START_TEST_RUN_RETRY_EXHAUSTED',
    ],
  ],
  ['merged', ['MERGE_GRAPH_MERGE', 'MERGE_GRAPH_DIRECT_MERGE', 'MANUAL_MERGE']],
  ['other', ['START_TEST_RUN_INVALID_EVENT', 'GITHUB_API_LATER', 'SOLAR_FLARE', '']],
]

describe.each(REASONS)('%s', (reason, words) => {
  test.each(words)('%s', word => {
    expect(removal(word)).toMatchObject({ reason, sourceText: word })
  })
})

test('a conflict with nobody who is named: the sentence of its cause will do', () => {
  const found = removal('START_TEST_RUN_MERGE_CONFLICT', { conflictCulprit: { kind: 'stackedPullRequest' } })
  expect(found).not.toHaveProperty('why')
})

test('no reason at all', () => {
  expect(removal(null)).toMatchObject({ reason: 'other', sourceText: null })
})

test.each<[string, conflictCulprit: object, expected: object]>([
  [
    'another pull request',
    { kind: 'queuePullRequest', number: 41, url: 'https://github.com/acme/rocket/pull/41' },
    {
      why: 'it has a conflict with #41 (https://github.com/acme/rocket/pull/41)',
    },
  ],
  ['one of its stack', { type: 'stacked_pr', prNumber: 41 }, { why: 'it has a conflict with #41' }],
  ['the target branch', { kind: 'baseBranch' }, { why: 'it has a conflict with what its target branch has now' }],
])('a conflict with %s', (_, conflictCulprit, expected) => {
  expect(removal('START_TEST_RUN_MERGE_CONFLICT', { conflictCulprit })).toMatchObject(expected)
})

test.each<[Record<string, unknown>, told: string]>([
  [{ code: 'reviewRequired', message: 'It needs a review' }, '"It needs a review"'],
  [{ code: 'failingCheck', message: 'A check failed', check: 'unit' }, '"A check failed" (`unit`)'],
  [{ kind: 'merge_conflict' }, '`merge_conflict`'],
  [{}, '`unknown`'],
])('why GitHub would not merge, %j', (members, told) => {
  expect(blockReasonsIn([members]).map(each => asText(each))).toEqual([told])
})
