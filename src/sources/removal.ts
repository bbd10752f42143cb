/**
 * How and why a pull request left the service's queue, by the history that either API gives. The words of the reasons
 * are an open set of the v2 API; the v1 API writes them in lower case.
 */
import { isEndState, type Removal } from '../facts/facts.ts'
import type { Blocker, Explanation } from '../facts/source.ts'
import { timeOf } from '../text/duration.ts'
import { code, link, type Message, quoted, say } from '../text/message.ts'
import { listedPullRequest, type Members, membersOf, readableItems, text } from './members.ts'

/** A change of a pull request's state in the queue. */
export interface Transition {
  /** The state after the change, in the words of `PULL_REQUEST_STATES`. */
  state: string | null
  /** ISO 8601. */
  at: string | null
  /** Its reason and actor, and more that depends on the state, such as the blockers in `waitingFor`. */
  details: Members
}

/**
 * How the pull request left the queue, how often without a merge, and its blockers. The newest change to an end
 * state counts only if it led to the present state and is not older than `changedAt`. Else a new submission followed.
 *
 * @param history newest first
 * @param changedAt when the state changed last; only whole seconds count; null if the history is known to be up to date
 */
export function explainHistory(
  history: readonly Transition[],
  state: string | null,
  changedAt: string | null = null,
): Pick<Explanation, 'removal' | 'removalCount' | 'blockers'> {
  const ends = history.filter(each => isEndState(each.state))
  const removals = ends.filter(each => each.state !== 'merged').length
  const [last] = ends
  const [changed, ended] = [timeOf(changedAt), timeOf(last?.at ?? null)]
  const isOutdated = changed !== null && ended !== null && ended < changed - (changed % 1000)
  const isCurrent = isEndState(state) && last?.state === state && !isOutdated
  // The pull request was removed, so a history without a removal lags.
  const lags = removals === 0 && isEndState(state) && state !== 'merged'
  return {
    removal: isCurrent ? { value: removalByReason(last.details, last.at) } : { absent: true },
    ...(!lags && { removalCount: { value: removals } }),
    blockers: { value: isEndState(state) ? [] : blockersIn(history[0]?.details['waitingFor']) },
  }
}

/** The pull requests that another one waits for, in the list `waitingFor` or `heldBy`. */
export function blockersIn(value: unknown): Blocker[] {
  return readableItems(value, row => listedPullRequest(row) ?? listedPullRequest(membersOf(row)['pullRequest'])) ?? []
}

/** `why` completes "#42 left the queue because". Where `why` or `remedy` is missing, that of the reason is shown. */
type RemovalWord = [word: string, reason: Removal['reason'], why?: string, remedy?: string]

const BISECTED = 'the queue reused a failure that a bisection had shown; no check of its own run failed'
const LOOK_AT_BATCH = 'Look at the run of its batch, fix what failed there, and submit it again.'
const OTHER_BRANCH = 'If the change also belongs in the branch of this queue, open another pull request.'
const NO_BRANCH = 'the service is not allowed to create the test branch'
const PUSH_RIGHTS = 'Let the app of the service push its test branches, then submit it again.'
const MAY_HAVE_MERGED = 'Look at the pull request: it may have merged all the same. If not, submit it again.'

/** The words that are known. One that ends in `_` stands for all words that begin with it. */
const REMOVAL_WORDS: readonly RemovalWord[] = [
  ['TEST_RUN_REQUIRED_STATUS_FAILED', 'checks-failed', 'a required check failed'],
  ['TEST_RUN_FAILED_BY_OPTIMIZATION', 'checks-failed', BISECTED, LOOK_AT_BATCH],
  ['TEST_RUN_TIMEOUT', 'timed-out', 'the checks on its test branch did not end in time'],
  ['START_TEST_RUN_MERGE_CONFLICT', 'conflict'],
  ['PR_PUSHED_TO', 'pushed-to'],
  ['PR_UPDATED_AT_MERGE_TIME', 'pushed-to', 'it was pushed to just before its merge'],
  ['USER_REQUESTED', 'by-person'],
  ['TRUNK_ADMIN_REQUESTED', 'by-person'],
  ['PR_CLOSED', 'closed'],
  ['PR_CONVERTED_TO_DRAFT', 'draft'],
  ['START_TEST_RUN_DRAFT_PRS_NOT_ALLOWED', 'draft', 'it is a draft, and the queue takes none'],
  ['PR_BASE_BRANCH_CHANGED', 'retargeted'],
  ['PR_MERGED_INTO_OTHER_BRANCH', 'retargeted', 'it was merged into another branch', OTHER_BRANCH],
  ['STACKED_PR_', 'stack-changed'],
  ['NOT_READY_TIMEOUT_EXPIRED', 'not-ready-too-long'],
  ['START_TEST_RUN_NO_REQUIRED_STATUSES', 'queue-misconfigured', 'the queue has no required statuses'],
  ['START_TEST_RUN_PERMISSIONS_BLOCK_TEST_BRANCH', 'queue-misconfigured', NO_BRANCH, PUSH_RIGHTS],
  ['START_TEST_RUN_CONFIG_', 'queue-misconfigured', "the queue's configuration can't be used"],
  ['START_TEST_RUN_RETRY_EXHAUSTED', 'provider-failed', 'its test run could not be started'],
  ['GITHUB_API_REPEATED_SERVER_ERRORS', 'provider-failed', 'GitHub answered with server errors'],
  ['GITHUB_API_RATE_LIMIT_EXCEEDED', 'provider-failed', "the service had used up GitHub's rate limit"],
  ['GITHUB_API_MERGE_ALREADY_IN_PROGRESS', 'provider-failed', 'GitHub was already merging it', MAY_HAVE_MERGED],
  ['GITHUB_API_BRANCH_PROTECTION_UNMET', 'provider-refused', 'the rules of its base branch were not met'],
  ['GITHUB_API_MERGE_PR_FAILED', 'provider-refused'],
  ['GITHUB_API_DIRECT_MERGE_PR_FAILED', 'provider-refused'],
  ['MERGE_GRAPH_', 'merged'],
  ['MANUAL_MERGE', 'merged'],
]

/** How a pull request left the queue, by the details of the transition that led out of it. */
export function removalByReason(details: Members, at: string | null): Removal {
  const { actor, failureCausingChecks, failureCausingStatuses, apiFailureMessage } = details
  const word = text(details['reason'])?.toUpperCase() ?? null
  const found = REMOVAL_WORDS.find(([each]) => each === word || (each.endsWith('_') && word?.startsWith(each)))
  const [, reason, why, remedy]: RemovalWord = found ?? ['', 'other']
  const blockReasons = blockReasonsIn(details['blockReasons'])
  const gitHubText = text(apiFailureMessage)
  const { gitHubLogin, trunkUserId } = membersOf(actor)
  return {
    reason,
    sourceText: word,
    actor: text(actor) ?? text(gitHubLogin) ?? text(trunkUserId),
    at,
    failedChecks: readableItems(failureCausingChecks ?? failureCausingStatuses, checkOf) ?? [],
    ...(why !== undefined && { why }),
    ...(remedy !== undefined && { remedy }),
    ...(reason === 'conflict' && conflictWith(details['conflictCulprit'])),
    ...(blockReasons.length > 0 && { blockReasons }),
    ...(gitHubText !== null && { gitHubText: gitHubText.trim().replace(/\.$/, '') }),
  }
}

/** The removal of a merged pull request, where only its state is known. */
export function removalByMerge(at: string | null): Removal {
  return { reason: 'merged', sourceText: null, actor: null, at, failedChecks: [] }
}

function checkOf(item: unknown): Removal['failedChecks'][number] | null {
  const { name, context, url, conclusion } = membersOf(item)
  const checkName = text(item) ?? text(name) ?? text(context)
  const word = text(conclusion)?.toLowerCase()
  return checkName === null ? null : { name: checkName, url: text(url), ...(word !== undefined && { word }) }
}

/** @param culprit the pull request or branch that the conflict is with */
function conflictWith(culprit: unknown): Partial<Removal> {
  const { kind, type } = membersOf(culprit)
  const word = kind ?? type
  if (word === 'baseBranch' || word === 'base_branch') {
    return { why: 'it has a conflict with what its target branch has now' }
  }
  const listed = listedPullRequest(culprit)
  if (listed === null) return {}
  const name = link(`#${listed.number}`, listed.url)
  return {
    why: say`it has a conflict with ${name}`,
    remedy: say`When ${name} has merged, update this one with its base branch, resolve the conflicts, and submit it again.`,
  }
}

/** Why GitHub would not merge, each to follow "because": the service's sentence, else its code unchanged. */
export function blockReasonsIn(value: unknown): Message[] {
  const reasons = readableItems(value, item => {
    const { code: word, kind, message, check } = membersOf(item)
    const sentence = text(message)
    const why = sentence === null ? code(text(word) ?? text(kind) ?? 'unknown') : quoted(sentence)
    const name = text(check)
    return name === null ? say`${why}` : say`${why} (${code(name)})`
  })
  return reasons ?? []
}
