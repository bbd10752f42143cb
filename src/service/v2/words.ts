import type {
  Mergeability,
  PullRequestState,
  QUEUE_MODES,
  QUEUE_STATES,
  Removal,
  ReportedStatus,
  TEST_RUN_STATUSES,
} from '../../facts/facts.ts'

type Outcome = NonNullable<ReportedStatus['outcome']>

/**
 * Values of the v2 API in the words of the facts, by tables, because a change of case would let odd spellings through.
 */
export const STATES = {
  notReady: 'not_ready',
  pending: 'pending',
  testing: 'testing',
  testsPassed: 'tests_passed',
  pendingFailure: 'pending_failure',
  merged: 'merged',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<string, PullRequestState>

export const STATES_OF_QUEUE = {
  running: 'running',
  paused: 'paused',
  draining: 'draining',
  switchingModes: 'switching_modes',
} as const satisfies Record<string, (typeof QUEUE_STATES)[number]>

export const MODES = { queue: 'single', graph: 'parallel' } as const satisfies Record<
  string,
  (typeof QUEUE_MODES)[number]
>

export const STATUSES = {
  inProgress: 'in_progress',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<string, (typeof TEST_RUN_STATUSES)[number]>

export const MERGEABILITY = {
  mergeable: 'mergeable',
  notMergeable: 'not_mergeable',
  inProgress: 'in_progress',
  unspecified: 'unspecified',
} as const satisfies Record<string, Mergeability>

/** Words that are only shown. */
export const SHOWN = {
  off: 'off',
  always: 'always',
  bisectionSkipRedundantTests: 'bisection_skip_redundant_tests',
  mergeCommit: 'merge_commit',
  squash: 'squash',
  rebase: 'rebase',
  repoProviderBranchProtection: 'repo_provider_branch_protection',
  mergeInstance: 'merge_instance',
}

/** `neutral` is also the placeholder of a check that has not ended, and stands for two other conclusions. */
export const CONCLUSIONS: Record<string, Outcome> = {
  success: 'passed',
  skipped: 'passed',
  failure: 'failed',
  cancelled: 'failed',
  timeout: 'failed',
  neutral: 'unknown',
}

export const PROVIDER_CONCLUSIONS: Record<string, Outcome> = {
  SUCCESS: 'passed',
  NEUTRAL: 'passed',
  SKIPPED: 'passed',
  FAILURE: 'failed',
  ERROR: 'failed',
  CANCELLED: 'failed',
  TIMED_OUT: 'failed',
  ACTION_REQUIRED: 'failed',
  PENDING: 'pending',
  STALE: 'unknown',
}

/** Reasons of transitions; those of GitHub's API have a prefix, and all others are `other`. */
export const REMOVALS: Record<string, Removal['reason']> = {
  TEST_RUN_REQUIRED_STATUS_FAILED: 'checks-failed',
  TEST_RUN_FAILED_BY_OPTIMIZATION: 'checks-failed',
  TEST_RUN_TIMEOUT: 'timed-out',
  START_TEST_RUN_MERGE_CONFLICT: 'conflict',
  PR_PUSHED_TO: 'pushed-to',
  PR_UPDATED_AT_MERGE_TIME: 'pushed-to',
  USER_REQUESTED: 'by-person',
  TRUNK_ADMIN_REQUESTED: 'by-person',
  PR_CLOSED: 'closed',
  PR_BASE_BRANCH_CHANGED: 'retargeted',
  PR_MERGED_INTO_OTHER_BRANCH: 'retargeted',
  NOT_READY_TIMEOUT_EXPIRED: 'not-ready-too-long',
}

export function removalOf(reason: string | null): Removal['reason'] {
  if (reason === null) return 'other'
  if (Object.hasOwn(REMOVALS, reason)) return REMOVALS[reason] ?? 'other'
  return reason.startsWith('GITHUB_API_') ? 'provider-refused' : 'other'
}

/** The value in the words of the facts; one that the table lacks is shown unchanged, and counts as unknown. */
export function inFacts<T extends string>(table: Readonly<Record<string, T>>, value: unknown): T | string | null {
  if (typeof value !== 'string') return null
  return Object.hasOwn(table, value) ? (table[value] ?? null) : `unknown:${value}`
}
