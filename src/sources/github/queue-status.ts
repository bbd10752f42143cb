import { branchName, type QueueActivity, type RunContext } from '../../facts/context.ts'
import { type Doubt, doubtOn, isFailed, type Member, type PullRequest, type Reading } from '../../facts/facts.ts'
import { ACTIONS_NAME } from '../../github/checks.ts'
import { timeOf } from '../../text/duration.ts'
import { code, quoted, say } from '../../text/message.ts'
import type { TestedGroup } from './group-test-run.ts'
import type { MergeQueueEntry, PullRequestAnswer, TimelineEvent } from './pull-request.ts'
import { queueHistoryOf, reasonOf, removalOf } from './timeline.ts'

/** What a step knows of a pull request beside the answer. */
export interface Knowledge extends Pick<RunContext, 'queueActivity' | 'stackBase'> {
  /** When the entries that this step saw were queued. */
  seenEnqueuedAt: readonly string[]
}

/** What one answer says of a pull request and the queue of the target branch. */
export interface QueueStatus {
  answer: PullRequestAnswer
  /** Null if it was never submitted. */
  pullRequest: PullRequest | null
  /** The answer lags or contradicts itself, as answers do for seconds when a pull request joins or leaves. */
  isUnsettled: boolean
  /** The group of its entry while it is in the queue, else that of its last removal. */
  group: Reading<TestedGroup>
  /** How often it was removed without a merge, as far as GitHub lists it; null if that could not be read. */
  removalCount: number | null
}

/**
 * The standing of a pull request, according to one answer. Pure. In the queue counts whatever the events say; out of
 * the queue counts only if the events agree.
 */
export function queueStatusOf(given: PullRequestAnswer, branch: string, known: Knowledge): QueueStatus {
  // A merge ends the stay, whatever else GitHub shows for some seconds.
  const answer = given.merged ? { ...given, isInMergeQueue: false, mergeQueueEntry: null } : given
  const { last, removals } = queueHistoryOf(answer, known.queueActivity, known.seenEnqueuedAt)
  const removed = !isInQueue(answer) && last?.kind === 'removed' ? last : null
  const base = known.stackBase === branch ? null : baseDoubt(answer, branch)
  // An answer about the queue of another branch says nothing about a group of this one.
  const lag = base ? null : lagDoubt(answer, last)
  const head = base ? null : headDoubt(answer, last, known.queueActivity)
  const doubts = [base, lag, head].filter(each => each !== null)
  const wasNeverSubmitted = !isInQueue(answer) && !answer.merged && last === null && doubts.length === 0
  return {
    answer: given,
    pullRequest: wasNeverSubmitted ? null : pullRequestOf(answer, removed, doubts),
    isUnsettled: lag !== null || (given.merged && given.mergeQueueEntry !== null),
    group: base ? { absent: true } : groupOf(answer, removed),
    removalCount: removals,
  }
}

function isInQueue({ isInMergeQueue, mergeQueueEntry }: PullRequestAnswer): boolean {
  return isInMergeQueue || mergeQueueEntry !== null
}

function pullRequestOf(answer: PullRequestAnswer, removed: TimelineEvent | null, doubts: Doubt[]): PullRequest {
  const { merged, mergeQueueEntry: entry } = answer
  const known = (entry && STATES.get(entry.state)) ?? null
  const ofEntry = entry && (known ?? `unknown:${entry.state}`)
  const mergeability = known === 'pending_failure' ? 'not_mergeable' : 'mergeable'
  const readiness = { requiresImpactedTargets: false, hasImpactedTargets: null, baseBranchMatches: true, mergeability }
  return {
    number: answer.number,
    sha: answer.headRefOid,
    title: answer.title,
    baseBranch: answer.baseRefName,
    state: merged ? 'merged' : removed ? stateAfter(removed) : ofEntry,
    stateChangedAt: merged ? answer.mergedAt : removed ? removed.at : changedAt(entry),
    readiness: known === null ? null : readiness,
    forceEnqueued: null,
    submitted: isInQueue(answer),
    position: entry?.position ?? null,
    ...(entry?.enqueuer.login.replace('[bot]', '') === ACTIONS_NAME && { queuedByWorkflow: true as const }),
    removal: removed && removalOf(removed),
    doubts,
  }
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['QUEUED', 'pending'],
  ['AWAITING_CHECKS', 'testing'],
  ['MERGEABLE', 'tests_passed'],
  ['UNMERGEABLE', 'pending_failure'],
])

/** The state of a pull request that is out of the queue and not merged. */
function stateAfter(removed: TimelineEvent): string {
  const reason = reasonOf(removed)
  return reason === 'checks-failed' || reason === 'timed-out' || reason === 'conflict' ? 'failed' : 'cancelled'
}

/** The time when an entry got its state, as far as GitHub tells: while checks run, the time of the group's commit. */
function changedAt(entry: MergeQueueEntry | null): string | null {
  if (entry?.state === 'QUEUED') return entry.enqueuedAt
  return entry?.state === 'AWAITING_CHECKS' ? (entry.headCommit?.committedDate ?? null) : null
}

function groupOf(answer: PullRequestAnswer, removed: TimelineEvent | null): Reading<TestedGroup> {
  const { mergeQueueEntry: entry, merged, number, title, groupRefusal } = answer
  if (entry && groupRefusal) return { failure: groupRefusal }
  const sha = entry?.headCommit?.oid ?? removed?.groupSha
  if (sha == null) return { absent: true }
  const createdAt = entry?.headCommit?.committedDate ?? null
  // Passed checks of a group that left the queue without a merge are no success.
  const canSucceed = removed === null || (merged && reasonOf(removed) === 'merged')
  return { value: { sha, createdAt, branch: '', pullRequest: { number, title }, canSucceed } }
}

/** The doubt about a pull request into another branch: GitHub's answer is about the queue of that branch. */
function baseDoubt(answer: PullRequestAnswer, branch: string): Doubt | null {
  const { number, baseRefName, isMergeQueueEnabled } = answer
  const base = branchName(baseRefName)
  if (base === branch) return null
  const message = `This run asks about the queue of ${quoted(branch)}, but the base branch of #${number} is ${quoted(base)}.`
  const remedy = isMergeQueueEnabled
    ? say`Set ${code('target-branch')} to ${code(base)}.`
    : `It is stacked on ${quoted(base)}, which has no queue: ask about the pull request at the bottom of the stack, or run this step again when the base of #${number} is ${quoted(branch)}.`
  const doubt = doubtOn(['pull-request', 'test-run'], message, 'base-branch-mismatch')
  return { ...doubt, headline: `The base of #${number} is ${quoted(base)}`, remedy }
}

const PLACE: Member[] = ['place', 'test-run']

/** The doubt about an answer such as GitHub gives for some seconds when a pull request joins or leaves the queue. */
function lagDoubt(answer: PullRequestAnswer, last: TimelineEvent | null): Doubt | null {
  const { merged, isInMergeQueue, mergeQueueEntry, number, queueEvents: events } = answer
  // In by the flag counts alone, for the token may not see entries.
  if (merged || isInMergeQueue) return null
  const shown = `GitHub shows #${number} neither in the queue nor merged`
  const headline = `GitHub does not say yet where #${number} is`
  if (!mergeQueueEntry && isFailed(events)) {
    const message = say`${shown}, but it is not known what the queue did with it. ${events.failure.message}`
    return { ...doubtOn(PLACE, message), headline }
  }
  const hasLeft = last === null || (last.kind === 'removed' && reasonOf(last) !== 'merged')
  if (!mergeQueueEntry && hasLeft) return null
  const message = `${shown}, though nothing says that it left without a merge. Such answers mostly settle within seconds.`
  return { ...doubtOn(PLACE, message), headline }
}

/**
 * The doubt whether the tested group holds the head: a push came after the addition to the queue, or no list proves
 * that none did. Null if it does, and if no group was tested.
 */
function headDoubt(
  answer: PullRequestAnswer,
  last: TimelineEvent | null,
  activity: QueueActivity | null,
): Doubt | null {
  const { mergeQueueEntry: entry, merged, timeline: pushes, number } = answer
  if (!isInQueue(answer) && !merged) return null
  // Who was removed and then merged was merged without the queue.
  if (merged && last?.kind === 'removed' && reasonOf(last) !== 'merged') return null
  const added = pushes.findLastIndex(each => each?.kind === 'added')
  const isWhole = !answer.hasOlderEvents && !pushes.includes(null)
  if (merged && last === null && added === -1 && isWhole) return null
  const since = timeOf(entry?.enqueuedAt ?? pushes[added]?.at ?? null)
  const at = timeOf(activity?.at ?? null)
  const isPushed = activity?.action === 'synchronize' && (since === null || at === null || at >= since)
  // While it is in the queue, a removal behind the addition shows that the addition of this stay is not listed yet.
  const behind = pushes.slice(added + 1)
  const isProven = added !== -1 && behind.every(each => each?.kind === 'removed' && !isInQueue(answer))
  if (isProven && !isPushed) return null
  const [is, which] = merged ? ['was merged', 'what was merged holds'] : ['is tested', 'the queue tests']
  const message = `GitHub does not show that ${which} the newest commit of #${number}: it may have been pushed to since it was added.`
  const headline = `Not known which commit of #${number} ${is}`
  return { ...doubtOn(['head'], message, 'stale-head'), headline, remedy: merged ? COMPARE : SUBMIT_AGAIN }
}

const SUBMIT_AGAIN =
  'Run the job again in a minute. If this persists, take the pull request out of the queue and submit it again.'
const COMPARE = 'Compare the head with what was merged, and open another pull request for what is missing.'
