import { branchName, type QueueActivity } from '../../facts/context.ts'
import {
  type Answer,
  type Doubt,
  doubtOn,
  isFailed,
  isRead,
  type Member,
  type PullRequest,
  valueIn,
} from '../../facts/facts.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import { headDoubt } from './head.ts'
import type { Entry, PullRequestAnswer } from './query.ts'
import {
  type AddedEvent,
  type History,
  historyOf,
  type RemovedEvent,
  reasonOf,
  removalOf,
  stateAfter,
} from './timeline.ts'

/** The pull request that a step asks about, and what the step knows beside the answer. */
export interface Asked {
  number: number
  targetBranch: string
  /** It is stacked, and the base of its stack is `targetBranch`: its own base is another branch. */
  isStacked: boolean
  /** The step's event, if it says that this pull request was pushed to, or joined or left the queue; else null. */
  activity: QueueActivity | null
  /** The entries that this step saw before. */
  seen: readonly AddedEvent[]
}

/** What one answer says of a pull request and the queue of `targetBranch`. */
export interface Standing {
  answer: PullRequestAnswer
  /** Null if it was never submitted. */
  pullRequest: PullRequest | null
  /** The answer lags or contradicts itself, as answers do for seconds when a pull request joins or leaves. */
  isUnsettled: boolean
  /** Null if there is none. `entry` and `removed` are also null if the pull request has another base branch. */
  entry: Entry | null
  /** The last removal; null if there is none, or the pull request is in the queue. */
  removed: RemovedEvent | null
  /** How often it was removed without a merge, as far as GitHub lists it; null if it is not known. */
  removals: number | null
}

/** The evidence for a standing and its doubts. */
interface Evidence {
  answer: PullRequestAnswer
  asked: Asked
  history: Answer<History>
}

/**
 * The standing of a pull request, according to one answer. Pure. In the queue counts whatever the events say; out of
 * the queue counts only if the events agree.
 */
export function standingOf(answer: PullRequestAnswer, asked: Asked): Standing {
  const { merged, isInMergeQueue, mergeQueueEntry: entry } = answer
  const history = historyOf(answer, asked.activity, asked.seen)
  const evidence = { answer, asked, history }
  const last = valueIn(history)?.last ?? null
  const isIn = entry !== null || isInMergeQueue
  const lag = unsettled(evidence)
  const removed = !isIn && last?.kind === 'removed' ? last : null
  const base = ofBase(evidence)
  // An answer about the queue of another branch says nothing about the head of a group in this one.
  const head = base === null ? headDoubt(answer, last, asked.activity) : null
  const doubts = [base, lag, head].filter(each => each !== null)
  const ofQueue = base === null ? { entry, removed } : { entry: null, removed: null }
  const isUnsettled = (lag !== null && (isIn || isRead(history))) || (merged && isIn)
  const standing = { answer, ...ofQueue, isUnsettled, removals: valueIn(history)?.removals ?? null }
  const wasNeverSubmitted = !isIn && !merged && isRead(history) && last === null
  if (wasNeverSubmitted && doubts.length === 0 && answer.number === asked.number) {
    return { ...standing, pullRequest: null }
  }
  const isBelieved = base === null && lag === null
  return { ...standing, pullRequest: { ...pullRequestOf(evidence, removed, isBelieved), doubts } }
}

/** The facts of the pull request, but for the doubts about them. */
function pullRequestOf({ answer }: Evidence, removed: RemovedEvent | null, isBelieved: boolean) {
  const { merged, mergedAt, isInMergeQueue, mergeQueueEntry: entry } = answer
  const isIn = entry !== null || isInMergeQueue
  const state = merged ? 'merged' : isIn ? stateOf(entry?.state ?? null) : removed && stateAfter(removed)
  const line = merged || !isBelieved ? null : entry
  return {
    number: answer.number,
    sha: answer.headRefOid,
    title: answer.title,
    author: answer.author?.login ?? null,
    baseBranch: answer.baseRefName,
    id: null,
    state,
    stateChangedAt: merged ? mergedAt : isIn ? changedAt(entry) : (removed?.at ?? null),
    priorityValue: null,
    priorityName: null,
    skipTheLine: entry?.jump ?? null,
    readiness: merged || entry === null ? null : readinessOf(state),
    forceEnqueued: null,
    submitted: isIn,
    mergeabilityDetails: null,
    position: line?.position ?? null,
    ...(entry?.enqueuer.login.replace('[bot]', '') === 'github-actions' && { queuedByWorkflow: true as const }),
    removal: removed && isBelieved ? removalOf(removed) : null,
  }
}

const EVERYTHING: Member[] = ['pull-request', 'test-run']
const PLACE: Member[] = ['place', 'test-run']

/** The doubt about a pull request into another branch: GitHub's answer is about the queue of that branch. */
function ofBase({
  answer: { baseRefName, isMergeQueueEnabled },
  asked: { number, targetBranch, isStacked },
}: Evidence): Doubt | null {
  const base = branchName(baseRefName)
  if (isStacked || base === targetBranch) return null
  const message = `This run asks about the queue of ${quoted(targetBranch)}, but the base branch of #${number} is ${quoted(base)}.`
  const remedy = isMergeQueueEnabled
    ? say`Set ${code('target-branch')} to ${code(base)}.`
    : `It is stacked on ${quoted(base)}, which has no queue: ask about the pull request at the bottom of the stack, or run this step again when the base of #${number} is ${quoted(targetBranch)}.`
  return {
    ...doubtOn(EVERYTHING, message, 'base-branch-mismatch'),
    headline: `The base of #${number} is ${quoted(base)}`,
    remedy,
  }
}

/** The doubt about an answer such as GitHub gives for some seconds when a pull request joins or leaves the queue. */
function unsettled({ answer, asked, history }: Evidence): Doubt | null {
  const { merged, state, isInMergeQueue, mergeQueueEntry: entry } = answer
  const subject = `#${asked.number}`
  const both = (one: Message, other: Message) =>
    doubtOn(PLACE, say`GitHub's answers about ${subject} contradict each other: ${one}, but ${other}.`)
  // A merge counts, whatever else the answer says; and in by the flag counts, for the token may not see entries.
  if (merged) return null
  if (state === 'MERGED') return both(say`its state is ${code('MERGED')}`, say`${code('merged')} is false`)
  if (isInMergeQueue) return null
  if (entry !== null) return both('the queue holds an entry of it', say`${code('isInMergeQueue')} is false`)
  if (isFailed(history)) {
    const message = say`${subject} seems to be out of the queue, but it is not known what the queue did with it. ${history.failure.message}`
    return doubtOn(PLACE, message)
  }
  const { last } = history.value
  if (last?.kind === 'added') {
    const message = `GitHub shows ${subject} neither in the queue nor merged, though the last event is its addition to the queue. Such answers mostly settle within seconds.`
    return { ...doubtOn(PLACE, message), headline: `GitHub does not say yet where ${subject} is` }
  }
  if (last && reasonOf(last.reason) === 'merged') {
    const message = `GitHub took ${subject} out of the queue as merged, but does not show it as merged yet. This mostly takes seconds.`
    return { ...doubtOn(PLACE, message), headline: `${subject} left the queue, merge not confirmed` }
  }
  return null
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['QUEUED', 'pending'],
  ['AWAITING_CHECKS', 'testing'],
  ['MERGEABLE', 'tests_passed'],
  ['UNMERGEABLE', 'pending_failure'],
])

/** The state of an entry in the action's words; null if the entry is hidden. */
function stateOf(state: string | null): string | null {
  return state && (STATES.get(state) ?? `unknown:${state}`)
}

/** The time when an entry got its state, as far as GitHub tells: while checks run, the time of the group's commit. */
function changedAt(entry: Entry | null): string | null {
  if (entry?.state === 'QUEUED') return entry.enqueuedAt
  return entry?.state === 'AWAITING_CHECKS' ? (entry.headCommit?.committedDate ?? null) : null
}

function readinessOf(state: string | null): PullRequest['readiness'] {
  const isKnown = state !== null && [...STATES.values()].includes(state)
  if (!isKnown) return null
  return {
    requiresImpactedTargets: false,
    hasImpactedTargets: null,
    baseBranchMatches: true,
    mergeability: state === 'pending_failure' ? 'not_mergeable' : 'mergeable',
  }
}
