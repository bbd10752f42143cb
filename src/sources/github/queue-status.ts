import { branchName, type RunContext } from '../../facts/context.ts'
import { type AnswerPart, type Doubt, isFailed, makeDoubt, type PullRequest, type Reading } from '../../facts/facts.ts'
import { ACTIONS_NAME } from '../../github/checks.ts'
import { timeOf } from '../../text/duration.ts'
import { code, quoted, say } from '../../text/message.ts'
import type { TestedGroup } from './group-test-run.ts'
import type { PullRequestAnswer, TimelineEvent } from './pull-request.ts'
import { isRemovalWithoutMerge, queueHistoryOf, reasonOf, removalOf } from './timeline.ts'

/** What a step has seen of a pull request besides the answer that it judges. */
export interface SeenByStep extends Pick<RunContext, 'pullRequestActivity' | 'stackBase'> {
  /** The times at which the queue entries that this step saw were queued. */
  enqueuedTimes: readonly string[]
}

/** What GitHub's answer says of a pull request and its place in the queue of the target branch. */
export interface QueueStatus {
  answer: PullRequestAnswer
  /** Null if it was never submitted. */
  pullRequest: PullRequest | null
  /** The answer contradicts itself, as it may for seconds after a change of the queue, or its events were not read. */
  isLagging: boolean
  /** The merge group of its entry; if it is out of the queue, that of its last removal. */
  group: Reading<TestedGroup>
  /** How often it was removed without a merge, as far as GitHub lists it; null if that could not be read. */
  removalCount: number | null
}

/**
 * The status of a pull request by one answer. Pure. If GitHub shows it in the queue, that counts whatever the events
 * say. If GitHub shows it out of the queue, that counts only if the events agree.
 */
export function queueStatusOf(answer: PullRequestAnswer, branch: string, known: SeenByStep): QueueStatus {
  // A merged pull request is out of the queue, though GitHub shows its entry for some seconds more.
  const current = answer.merged ? { ...answer, isInMergeQueue: false, mergeQueueEntry: null } : answer
  const { lastEvent, removalCount } = queueHistoryOf(answer, known.pullRequestActivity, known.enqueuedTimes)
  const removal = !isInQueue(current) && lastEvent?.kind === 'removed' ? lastEvent : null
  // In a stack, the base of a pull request is the branch beneath it. What counts is the base of the whole stack.
  const otherBase = known.stackBase === branch ? null : baseDoubt(answer, branch)
  // An answer about the queue of another branch says nothing about a group of this one.
  const lag = otherBase ? null : lagDoubt(current, lastEvent)
  const head = otherBase ? null : headDoubt(current, lastEvent, known)
  const doubts = [otherBase, lag, head].filter(doubt => doubt !== null)
  const wasNeverSubmitted = !isInQueue(current) && !answer.merged && lastEvent === null && doubts.length === 0
  return {
    answer,
    pullRequest: wasNeverSubmitted ? null : pullRequestOf(current, removal, doubts),
    isLagging: lag !== null || (answer.merged && answer.mergeQueueEntry !== null),
    group: otherBase ? { absent: true } : groupOf(current, removal),
    removalCount,
  }
}

function isInQueue({ isInMergeQueue, mergeQueueEntry }: PullRequestAnswer): boolean {
  return isInMergeQueue || mergeQueueEntry !== null
}

function pullRequestOf(answer: PullRequestAnswer, removal: TimelineEvent | null, doubts: Doubt[]): PullRequest {
  const { mergeQueueEntry: entry } = answer
  const mergeability = entry?.state === 'UNMERGEABLE' ? 'not_mergeable' : 'mergeable'
  const readiness = { requiresImpactedTargets: false, hasImpactedTargets: null, baseBranchMatches: true, mergeability }
  return {
    number: answer.number,
    headSha: answer.headRefOid,
    title: answer.title,
    baseBranch: answer.baseRefName,
    ...stateOf(answer, removal),
    readiness: entry && STATES.has(entry.state) ? readiness : null,
    forceEnqueued: null,
    submitted: isInQueue(answer),
    position: entry?.position ?? null,
    ...(entry?.enqueuer.login.replace('[bot]', '') === ACTIONS_NAME && { queuedByWorkflow: true as const }),
    removal: removal && removalOf(removal),
    doubts,
  }
}

/** The action's states by GitHub's states of an entry. */
const STATES: ReadonlyMap<string, string> = new Map([
  ['QUEUED', 'pending'],
  ['AWAITING_CHECKS', 'testing'],
  ['MERGEABLE', 'tests_passed'],
  ['UNMERGEABLE', 'pending_failure'],
])

/** The state and when it began; null for what GitHub does not tell. */
function stateOf(answer: PullRequestAnswer, removal: TimelineEvent | null) {
  const { merged, mergedAt, mergeQueueEntry: entry } = answer
  if (merged) return { state: 'merged', stateChangedAt: mergedAt }
  if (removal) {
    const isFailure = ['checks-failed', 'timed-out', 'conflict'].includes(reasonOf(removal))
    return { state: isFailure ? 'failed' : 'cancelled', stateChangedAt: removal.at }
  }
  if (entry === null) return { state: null, stateChangedAt: null }
  const state = STATES.get(entry.state) ?? `unknown:${entry.state}`
  // While checks run, the commit of the merge group tells when they began.
  if (state === 'testing') return { state, stateChangedAt: entry.headCommit?.committedDate ?? null }
  return { state, stateChangedAt: state === 'pending' ? entry.enqueuedAt : null }
}

function groupOf(answer: PullRequestAnswer, removal: TimelineEvent | null): Reading<TestedGroup> {
  const { mergeQueueEntry: entry, merged, number, title, groupRefusal } = answer
  if (entry && groupRefusal) return { failure: groupRefusal }
  const sha = entry?.headCommit?.oid ?? removal?.groupSha
  if (sha == null) return { absent: true }
  const createdAt = entry?.headCommit?.committedDate ?? null
  const canSucceed = removal === null || (merged && !isRemovalWithoutMerge(removal))
  return { value: { sha, createdAt, pullRequest: { number, title }, canSucceed } }
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
  const doubt = makeDoubt(['pull-request', 'test-run'], message, 'base-branch-mismatch')
  return { ...doubt, headline: `The base of #${number} is ${quoted(base)}`, remedy }
}

const LAGGING_PARTS: AnswerPart[] = ['pull-request-state', 'test-run']

/** The doubt whether a pull request is in the queue: GitHub contradicts itself, or the events could not be read. */
function lagDoubt(answer: PullRequestAnswer, lastEvent: TimelineEvent | null): Doubt | null {
  const { merged, isInMergeQueue, mergeQueueEntry, number, queueEvents } = answer
  // The flag counts alone, because the token may not see the entry.
  if (merged || isInMergeQueue) return null
  const shown = `GitHub shows #${number} neither in the queue nor merged`
  const headline = `GitHub does not say yet where #${number} is`
  if (!mergeQueueEntry && isFailed(queueEvents)) {
    const message = say`${shown}, but it is not known what the queue did with it. ${queueEvents.failure.message}`
    return { ...makeDoubt(LAGGING_PARTS, message), headline }
  }
  if (!mergeQueueEntry && (lastEvent === null || isRemovalWithoutMerge(lastEvent))) return null
  const message = `${shown}, but its queue entry or last event says otherwise. Such answers mostly settle within seconds.`
  return { ...makeDoubt(LAGGING_PARTS, message), headline }
}

/**
 * The doubt whether the merge group holds the newest commit: a push came after the pull request was added, or the events
 * don't prove that none came. An event that the token may not see is null. No group, no doubt: the result is null.
 */
function headDoubt(answer: PullRequestAnswer, lastEvent: TimelineEvent | null, known: SeenByStep): Doubt | null {
  const { mergeQueueEntry: entry, merged, eventsWithPushes: events, number } = answer
  const isQueued = isInQueue(answer)
  // A pull request that the queue removed, and that was merged later, was merged without the queue.
  if (!isQueued && (!merged || isRemovalWithoutMerge(lastEvent))) return null
  const added = events.findLastIndex(event => event?.kind === 'added')
  const wasNeverAdded = added === -1 && !answer.hasOlderEvents && !events.includes(null)
  if (merged && lastEvent === null && wasNeverAdded) return null
  const addedAt = timeOf(entry?.enqueuedAt ?? events[added]?.at ?? null)
  const { action, updatedAt = null } = known.pullRequestActivity ?? {}
  const eventAt = timeOf(updatedAt)
  const isPushed = action === 'synchronize' && (addedAt === null || eventAt === null || eventAt >= addedAt)
  // If a queued pull request was removed last, it was added again, and GitHub does not list that yet.
  const provesNoPush = events.slice(added + 1).every(event => event?.kind === 'removed' && !isQueued)
  if (added !== -1 && provesNoPush && !isPushed) return null
  const [whatHappened, which] = merged ? ['was merged', 'what was merged holds'] : ['is tested', 'the queue tests']
  const message = `GitHub does not show that ${which} the newest commit of #${number}: it may have been pushed to since it was added.`
  const headline = `Not known which commit of #${number} ${whatHappened}`
  return { ...makeDoubt(['head'], message, 'stale-head'), headline, remedy: merged ? COMPARE : SUBMIT_AGAIN }
}

const SUBMIT_AGAIN =
  'Run the job again in a minute. If this persists, take the pull request out of the queue and submit it again.'
const COMPARE = 'Compare the head with what was merged, and open another pull request for what is missing.'
