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

type Row = [word: string, reason: Removal['reason'], why: string, remedy?: string]

const AGAIN = 'There is nothing to fix: submit it again.'
const SETTINGS = 'Have the settings of the queue corrected, then submit it again.'
const LOOK_AT_BATCH = 'Look at the run of its batch, fix what failed there, and submit it again.'
const OTHER_BRANCH = 'If the change belongs into this branch, too, open another pull request.'
const PUSH_RIGHTS = 'Let the app of the service push its test branches, then submit it again.'
const MAY_HAVE_MERGED = 'Look at the pull request: it may have merged all the same. If not, submit it again.'
const BISECTED = 'the queue reused a failure that a bisection had shown; no check of its own run failed'

const ROWS: readonly Row[] = [
  ['TEST_RUN_REQUIRED_STATUS_FAILED', 'checks-failed', 'a required check failed'],
  ['TEST_RUN_FAILED_BY_OPTIMIZATION', 'checks-failed', BISECTED, LOOK_AT_BATCH],
  ['TEST_RUN_TIMEOUT', 'timed-out', 'the checks on its test branch did not end in time'],
  ['START_TEST_RUN_MERGE_CONFLICT', 'conflict', 'it has a conflict'],
  ['PR_PUSHED_TO', 'pushed-to', 'it was pushed to'],
  ['PR_UPDATED_AT_MERGE_TIME', 'pushed-to', 'it was pushed to just before its merge'],
  ['USER_REQUESTED', 'by-person', 'somebody took it out'],
  ['TRUNK_ADMIN_REQUESTED', 'by-person', 'an administrator of the service took it out'],
  ['PR_CLOSED', 'closed', 'it was closed'],
  ['PR_CONVERTED_TO_DRAFT', 'draft', 'it was converted to a draft'],
  ['START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED', 'draft', 'it is a draft, and the queue takes none'],
  ['PR_BASE_BRANCH_CHANGED', 'retargeted', 'its base branch was changed'],
  ['PR_MERGED_INTO_OTHER_BRANCH', 'retargeted', 'it was merged into another branch', OTHER_BRANCH],
  ['STACKED_PR_MEMBER_PUSHED_TO', 'stack-changed', 'another member of its stack was pushed to'],
  ['STACKED_PR_MEMBER_CLOSED', 'stack-changed', 'another member of its stack was closed'],
  ['STACKED_PR_MEMBER_MERGED', 'stack-changed', 'another member of its stack was merged by itself'],
  ['STACKED_PR_MEMBER_BASE_BRANCH_CHANGED', 'stack-changed', 'the base of another member of its stack was changed'],
  ['STACKED_PR_GROUP_CANCELLED_AT_MERGE_TIME', 'stack-changed', 'its stack was cancelled just before the merge'],
  ['NOT_READY_TIMEOUT_EXPIRED', 'not-ready-too-long', 'it took too long to become ready'],
  ['START_TEST_RUN_NO_REQUIRED_STATUSES', 'queue-misconfigured', 'the queue has no required statuses', SETTINGS],
  [
    'START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH',
    'queue-misconfigured',
    'the service may not make the test branch',
    PUSH_RIGHTS,
  ],
  [
    'START_TEST_RUN_CONFIG_BAD_REQUIRED_STATUSES',
    'queue-misconfigured',
    "the required statuses in the queue's configuration are wrong",
    SETTINGS,
  ],
  [
    'START_TEST_RUN_CONFIG_MISSING_REQUIRED_STATUSES',
    'queue-misconfigured',
    "the queue's configuration names no required statuses",
    SETTINGS,
  ],
  ['START_TEST_RUN_RETRY_EXHAUSTED', 'provider-failed', 'its test run could not be started', AGAIN],
  ['GITHUB_API_REPEATED_SERVER_ERRORS', 'provider-failed', 'GitHub answered with server errors', AGAIN],
  ['GITHUB_API_RATE_LIMIT_EXCEEDED', 'provider-failed', "the service had used up GitHub's rate limit", AGAIN],
  ['GITHUB_API_MERGE_ALREADY_IN_PROGRESS', 'provider-failed', 'GitHub was already merging it', MAY_HAVE_MERGED],
  ['GITHUB_API_BRANCH_PROTECTION_UNMET', 'provider-refused', 'the rules of its base branch were not met'],
  ['GITHUB_API_MERGE_PR_FAILED', 'provider-refused', 'GitHub refused the merge'],
  ['GITHUB_API_DIRECT_MERGE_PR_FAILED', 'provider-refused', 'GitHub refused the direct merge'],
  ['MERGE_GRAPH_MERGE', 'merged', 'it was merged'],
  ['MERGE_GRAPH_DIRECT_MERGE', 'merged', 'it was merged'],
  ['MANUAL_MERGE', 'merged', 'it was merged by hand'],
]

/** Reasons that have no row of their own, by how they begin. */
const FAMILIES: readonly Row[] = [
  ['STACKED_PR_', 'stack-changed', 'its stack was changed'],
  ['START_TEST_RUN_CONFIG_', 'queue-misconfigured', "the queue's configuration can't be used", SETTINGS],
]

const OTHER: Row = ['', 'other', 'the service took it out']

/** @param word the reason as the v2 API writes it; null if the service gives none */
function toldBy(word: string | null): Told {
  const own = ROWS.find(([each]) => each === word) ?? FAMILIES.find(([prefix]) => word?.startsWith(prefix))
  const [, reason, why, remedy] = own ?? OTHER
  return { reason, why, ...(remedy !== undefined && { remedy }) }
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
  const told = toldBy(word)
  return {
    ...exit,
    ...told,
    text: word,
    certainty: 'certain',
    ...(told.reason === 'conflict' && conflictWith(culprit)),
    ...(blockReasons.length > 0 && { blockReasons }),
    ...(providerText !== null && { providerText: providerText.trim().replace(/\.$/, '') }),
  }
}

/** The removal of a merge, which the state alone tells. */
export function mergeAt(at: string | null): Removal {
  const rest = { actor: null, failedChecks: [], culprit: null, blockReasons: [], providerText: null }
  return { ...removalOf({ word: 'MERGE_GRAPH_MERGE', at, ...rest }), text: null }
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
