import type { QUEUE_MODES, Removal, ReportedStatus } from '../../facts/facts.ts'

type Outcome = NonNullable<ReportedStatus['outcome']>

/**
 * A value of an enumeration in the words of the facts: the v2 API writes `testsPassed` for `tests_passed`. A value in
 * another spelling, or one that is not in `words`, is shown unchanged and counts as unknown.
 */
export function inFacts(words: readonly string[], value: unknown): string | null {
  if (typeof value !== 'string') return null
  const isCamel = !value.includes('_')
  const word = value.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
  return isCamel && words.includes(word) ? word : `unknown:${value}`
}

/** The modes of a queue, with the facts' names for them. */
const MODES: ReadonlyMap<string, (typeof QUEUE_MODES)[number]> = new Map([
  ['queue', 'single'],
  ['graph', 'parallel'],
])

export function modeOf(value: unknown): string | null {
  return typeof value === 'string' ? (MODES.get(value) ?? `unknown:${value}`) : null
}

/** Words that are only shown. */
export const SHOWN = [
  'off',
  'always',
  'bisection_skip_redundant_tests',
  'merge_commit',
  'squash',
  'rebase',
  'repo_provider_branch_protection',
  'merge_instance',
]

/** `neutral` says nothing: it can be the placeholder of a check that has not ended, or stand for other conclusions. */
export const CONCLUSIONS: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'passed'],
  ['skipped', 'passed'],
  ['failure', 'failed'],
  ['cancelled', 'failed'],
  ['timeout', 'failed'],
  ['neutral', 'unknown'],
] as const)

export const PROVIDER_CONCLUSIONS: ReadonlyMap<string, Outcome> = new Map([
  ['SUCCESS', 'passed'],
  ['NEUTRAL', 'passed'],
  ['SKIPPED', 'passed'],
  ['FAILURE', 'failed'],
  ['ERROR', 'failed'],
  ['CANCELLED', 'failed'],
  ['TIMED_OUT', 'failed'],
  ['ACTION_REQUIRED', 'failed'],
  // The service's list lacks it, but GitHub gives it.
  ['STARTUP_FAILURE', 'failed'],
  ['PENDING', 'pending'],
  ['STALE', 'unknown'],
] as const)

/** Reasons of transitions, without those of GitHub's API, which have a prefix. Any other reason is `other`. */
const REMOVALS: ReadonlyMap<string, Removal['reason']> = new Map([
  ['TEST_RUN_REQUIRED_STATUS_FAILED', 'checks-failed'],
  ['TEST_RUN_FAILED_BY_OPTIMIZATION', 'checks-failed'],
  ['TEST_RUN_TIMEOUT', 'timed-out'],
  ['START_TEST_RUN_MERGE_CONFLICT', 'conflict'],
  ['PR_PUSHED_TO', 'pushed-to'],
  ['PR_UPDATED_AT_MERGE_TIME', 'pushed-to'],
  ['USER_REQUESTED', 'by-person'],
  ['TRUNK_ADMIN_REQUESTED', 'by-person'],
  ['PR_CLOSED', 'closed'],
  ['PR_BASE_BRANCH_CHANGED', 'retargeted'],
  ['PR_MERGED_INTO_OTHER_BRANCH', 'retargeted'],
  ['NOT_READY_TIMEOUT_EXPIRED', 'not-ready-too-long'],
] as const)

export function removalOf(reason: string | null): Removal['reason'] {
  return REMOVALS.get(reason ?? '') ?? (reason?.startsWith('GITHUB_API_') ? 'provider-refused' : 'other')
}
