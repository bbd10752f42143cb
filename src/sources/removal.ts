/**
 * Why the queue of the service let go of a pull request. The reasons are an open set, the v2 API's; v1's timeline writes
 * them in lower case.
 */
import type { Removal } from '../facts/facts.ts'
import { code, link, type Message, quoted, say } from '../text/message.ts'
import { type Members, number, text } from './members.ts'

interface Told {
  reason: Removal['reason']
  /** Worded to follow "#42 left the queue because". */
  why: Message
  /** What to do, where the usual remedy of the reason does not fit. */
  remedy?: Message
}

const SETTINGS = 'Have the settings of the queue corrected, then submit it again.'
const AGAIN = 'There is nothing to fix: submit it again.'

const REASONS: Readonly<Record<string, Told>> = {
  TEST_RUN_REQUIRED_STATUS_FAILED: { reason: 'checks-failed', why: 'a required check failed' },
  TEST_RUN_FAILED_BY_OPTIMIZATION: {
    reason: 'checks-failed',
    why: 'the queue reused a failure that a bisection had shown; no check of its own run failed',
    remedy: 'Look at the run of its batch, fix what failed there, and submit it again.',
  },
  TEST_RUN_TIMEOUT: { reason: 'timed-out', why: 'the checks on its test branch did not end in time' },
  START_TEST_RUN_MERGE_CONFLICT: { reason: 'conflict', why: 'it has a conflict' },
  PR_PUSHED_TO: { reason: 'pushed-to', why: 'it was pushed to' },
  PR_UPDATED_AT_MERGE_TIME: { reason: 'pushed-to', why: 'it was pushed to just before its merge' },
  USER_REQUESTED: { reason: 'by-person', why: 'somebody took it out' },
  TRUNK_ADMIN_REQUESTED: { reason: 'by-person', why: 'an administrator of the service took it out' },
  PR_CLOSED: { reason: 'closed', why: 'it was closed' },
  PR_CONVERTED_TO_DRAFT: { reason: 'draft', why: 'it was converted to a draft' },
  START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED: { reason: 'draft', why: 'it is a draft, and the queue takes none' },
  PR_BASE_BRANCH_CHANGED: { reason: 'retargeted', why: 'its base branch was changed' },
  PR_MERGED_INTO_OTHER_BRANCH: {
    reason: 'retargeted',
    why: 'it was merged into another branch',
    remedy: 'If the change belongs into this branch, too, open another pull request.',
  },
  STACKED_PR_MEMBER_PUSHED_TO: { reason: 'stack-changed', why: 'another member of its stack was pushed to' },
  STACKED_PR_MEMBER_CLOSED: { reason: 'stack-changed', why: 'another member of its stack was closed' },
  STACKED_PR_MEMBER_MERGED: { reason: 'stack-changed', why: 'another member of its stack was merged by itself' },
  STACKED_PR_MEMBER_BASE_BRANCH_CHANGED: {
    reason: 'stack-changed',
    why: 'the base branch of another member of its stack was changed',
  },
  STACKED_PR_GROUP_CANCELLED_AT_MERGE_TIME: {
    reason: 'stack-changed',
    why: 'its stack was cancelled just before the merge',
  },
  NOT_READY_TIMEOUT_EXPIRED: { reason: 'not-ready-too-long', why: 'it took too long to become ready' },
  START_TEST_RUN_NO_REQUIRED_STATUSES: {
    reason: 'queue-misconfigured',
    why: 'the queue has no required statuses',
    remedy: SETTINGS,
  },
  START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH: {
    reason: 'queue-misconfigured',
    why: 'the service may not make the test branch',
    remedy: 'Let the app of the service push its test branches, then submit it again.',
  },
  START_TEST_RUN_CONFIG_NOT_FOUND: {
    reason: 'queue-misconfigured',
    why: "the queue's configuration file was not found",
    remedy: SETTINGS,
  },
  START_TEST_RUN_CONFIG_BAD_REQUIRED_STATUSES: {
    reason: 'queue-misconfigured',
    why: "the required statuses in the queue's configuration are wrong",
    remedy: SETTINGS,
  },
  START_TEST_RUN_CONFIG_MISSING_REQUIRED_STATUSES: {
    reason: 'queue-misconfigured',
    why: "the queue's configuration names no required statuses",
    remedy: SETTINGS,
  },
  START_TEST_RUN_RETRY_EXHAUSTED: {
    reason: 'provider-failed',
    why: 'its test run could not be started after several tries',
    remedy: AGAIN,
  },
  GITHUB_API_REPEATED_SERVER_ERRORS: {
    reason: 'provider-failed',
    why: 'GitHub answered with server errors again and again',
    remedy: AGAIN,
  },
  GITHUB_API_RATE_LIMIT_EXCEEDED: {
    reason: 'provider-failed',
    why: "the service had used up GitHub's rate limit",
    remedy: AGAIN,
  },
  GITHUB_API_MERGE_ALREADY_IN_PROGRESS: {
    reason: 'provider-failed',
    why: 'GitHub was already merging it',
    remedy: 'Look at the pull request: it may have merged all the same. If not, submit it again.',
  },
  GITHUB_API_BRANCH_PROTECTION_UNMET: {
    reason: 'provider-refused',
    why: 'GitHub refused the merge: the rules of the branch were not met',
  },
  GITHUB_API_MERGE_PR_FAILED: { reason: 'provider-refused', why: 'GitHub refused the merge' },
  GITHUB_API_DIRECT_MERGE_PR_FAILED: { reason: 'provider-refused', why: 'GitHub refused the direct merge' },
  MERGE_GRAPH_MERGE: { reason: 'merged', why: 'it was merged' },
  MERGE_GRAPH_DIRECT_MERGE: { reason: 'merged', why: 'it was merged' },
  MANUAL_MERGE: { reason: 'merged', why: 'it was merged by hand' },
}

/** Reasons of a family that has no row of its own. */
const FAMILIES: readonly [prefix: string, Told][] = [
  ['STACKED_PR_', { reason: 'stack-changed', why: 'its stack was changed' }],
  [
    'START_TEST_RUN_CONFIG_',
    { reason: 'queue-misconfigured', why: "the queue's configuration can't be used", remedy: SETTINGS },
  ],
]

const OTHER: Told = { reason: 'other', why: 'the service took it out' }

/** @param word the reason as the v2 API writes it; null if the service gives none */
export function toldBy(word: string | null): Told {
  if (word === null) return OTHER
  const own = Object.hasOwn(REASONS, word) ? REASONS[word] : undefined
  return own ?? FAMILIES.find(([prefix]) => word.startsWith(prefix))?.[1] ?? OTHER
}

/** Whose change a conflict is with. */
export interface Culprit {
  kind: 'pull-request' | 'base-branch' | 'stack'
  /** Null where it is no pull request, or the service does not name it. */
  number: number | null
  url: string | null
}

/** How a pull request left the queue, as either API tells it. */
export interface Exit {
  word: string | null
  actor: string | null
  at: string | null
  failedChecks: Removal['failedChecks']
  culprit: Culprit | null
  blockReasons: Message[]
  /** GitHub's own words about a merge that it refused. */
  providerText: string | null
}

export function removalOf({ word, culprit, blockReasons, providerText, ...exit }: Exit): Removal {
  const { reason, why, remedy } = toldBy(word)
  const conflict = reason === 'conflict' ? conflictWith(culprit) : {}
  return {
    ...exit,
    reason,
    text: word,
    certainty: 'certain',
    why,
    ...(remedy !== undefined && { remedy }),
    ...conflict,
    ...(blockReasons.length > 0 && { blockReasons }),
    ...(providerText !== null && { providerText }),
  }
}

function conflictWith(culprit: Culprit | null): Partial<Removal> {
  if (culprit === null) return {}
  const { kind, number, url } = culprit
  if (number === null) {
    return kind === 'base-branch' ? { why: 'it has a conflict with what its target branch has now' } : {}
  }
  const name = link(`#${number}`, url)
  const which = kind === 'stack' ? ' of its stack' : ''
  return {
    culprit: { number, url },
    why: say`it has a conflict with ${name}${which}`,
    remedy: say`When ${name} has merged, update this one with its base branch, resolve the conflicts, and submit it again.`,
  }
}

/** Why GitHub would not merge, in words. Both APIs' codes; another one is told as it came. */
export function blockReason(members: Members): Message {
  const [word, check] = [text(members['code']) ?? text(members['kind']) ?? '', text(members['check'])]
  const [have, need, onto] = [number(members['have']), number(members['need']), number(members['ontoPrNumber'])]
  const named = check === null ? 'a required check' : say`the check ${code(check)}`
  switch (word) {
    case 'reviewRequired':
      return have !== null && need !== null ? `it has ${have} of ${need} approving reviews` : 'it needs a review'
    case 'changesRequested':
      return 'a review asks for changes'
    case 'conflict':
    case 'merge_conflict':
      return 'it has conflicts'
    case 'behind':
    case 'behind_base':
      return 'it is behind its base branch'
    case 'failingCheck':
    case 'failing_required_check':
      return say`${named} failed`
    case 'awaitingCheck':
    case 'awaiting_required_check':
      return say`${named} has not ended`
    case 'stackNeedsRebase':
      return onto === null ? 'its stack needs a rebase' : `it needs a rebase on #${onto}`
    default: {
      const message = text(members['message'])
      return message === null ? say`${code(word || 'unknown')}` : quoted(message)
    }
  }
}
