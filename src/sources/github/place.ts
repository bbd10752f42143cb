import { branchName } from '../../facts/branch.ts'
import type { QueueActivity } from '../../facts/context.ts'
import { type Doubt, doubtOn, type Member, type PullRequest } from '../../facts/facts.ts'
import { isFailed, isRead, valueIn } from '../../facts/reading.ts'
import type { GitHubRead } from '../../github/client.ts'
import { code, type Message, quoted, say } from '../../text/message.ts'
import { lastEvent } from './episode.ts'
import { ofHead } from './head.ts'
import { type RemovedEvent, reasonOf, removalOf, stateAfter } from './removal.ts'
import type { Entry, QueueEvent, Standing } from './standing.ts'

/** The pull request that a step asks about, and the step's event. */
export interface Asked {
  number: number
  targetBranch: string
  /** The step's event, if it says that this pull request was pushed to, or joined or left the queue; else null. */
  event: QueueActivity | null
}

/** The place of a pull request, according to one answer. */
export interface Place {
  /** Null if it was never submitted. */
  pullRequest: PullRequest | null
  /** The answer lags or contradicts itself, as answers do for seconds when a pull request joins or leaves. */
  isUnsettled: boolean
  /** Null if there is none. `entry` and `removed` are also null if the pull request has another base branch. */
  entry: Entry | null
  /** The last removal; null if there is none, or the pull request is in the queue. */
  removed: RemovedEvent | null
}

/**
 * The place of a pull request in the queue of its base, according to one answer. Pure. An entry always counts; "out of
 * the queue" counts only if the events agree. If `merged` or `isInMergeQueue` could not be read, the reading fails.
 */
export function placeOf(standing: Standing, asked: Asked): GitHubRead<Place> {
  const { merged, isInQueue: flag } = standing
  if (isFailed(merged)) return merged
  if (isFailed(flag)) return flag
  const entry = valueIn(standing.entry)
  const last = lastEvent(standing, asked.event)
  const isIn = entry !== null || flag.value
  const facts = { standing, asked, merged: merged.value, flag: flag.value, entry, last }
  const lag = unsettled(facts)
  const removed = !isIn && isRead(last) && last.value?.kind === 'removed' ? last.value : null
  const base = ofBase(facts)
  // An answer about the queue of another branch says nothing about the head of a group in this one.
  const doubts = [base, lag, base === null ? ofHead(standing, asked.number, asked.event) : null].filter(
    each => each !== null,
  )
  const wasNeverSubmitted = !isIn && !merged.value && isRead(last) && last.value === null
  const isUntold = !isIn && isFailed(last)
  const isUnsettled = (lag !== null && !isUntold) || (merged.value && isIn)
  // A group of another branch's queue says nothing about this queue.
  const ofQueue = base === null ? { entry, removed } : { entry: null, removed: null }
  const place = { ...ofQueue, isUnsettled }
  // An answer about another pull request does not say that this one was never submitted.
  const isAsked = standing.number === null || standing.number === asked.number
  if (wasNeverSubmitted && doubts.length === 0 && isAsked) return { value: { ...place, pullRequest: null } }
  const state = merged.value ? 'merged' : isIn ? stateOf(entry?.state ?? null) : removed && stateAfter(removed)
  const { number, title, author, baseBranch, headSha } = standing
  const isBelieved = base === null && lag === null
  return {
    value: {
      ...place,
      pullRequest: {
        number: number ?? asked.number,
        sha: valueIn(headSha),
        title,
        author,
        baseBranch: valueIn(baseBranch),
        id: null,
        state,
        stateChangedAt: merged.value ? standing.mergedAt : isIn ? changedAt(entry) : (removed?.at ?? null),
        priorityValue: null,
        priorityName: null,
        usedDefaultPriorityName: null,
        skipTheLine: entry?.skipsTheLine ?? null,
        readiness: merged.value || entry === null ? null : readinessOf(state),
        forceEnqueued: null,
        submitted: isIn,
        mergeabilityDetails: null,
        position: merged.value || !isBelieved ? null : (entry?.position ?? null),
        estimatedSeconds: merged.value || !isBelieved ? null : (entry?.estimatedSeconds ?? null),
        ...(entry?.enqueuer?.replace('[bot]', '') === 'github-actions' && { queuedByWorkflow: true as const }),
        removal: removed && isBelieved ? removalOf(removed) : null,
        doubts,
      },
    },
  }
}

/** The facts from which a place and its doubts follow. */
interface PlaceFacts {
  standing: Standing
  asked: Asked
  merged: boolean
  flag: boolean
  entry: Entry | null
  last: GitHubRead<QueueEvent | null>
}

const EVERYTHING: Member[] = ['pull-request', 'test-run']
const WHERE_IT_STANDS: Member[] = ['place', 'test-run']

/** The doubt about a pull request into another branch: GitHub's answer is about the queue of that branch. */
function ofBase({ standing: { baseBranch }, asked: { number, targetBranch } }: PlaceFacts): Doubt | null {
  if (isFailed(baseBranch)) {
    return doubtOn(EVERYTHING, `GitHub does not say which branch #${number} merges into.`)
  }
  const base = branchName(baseBranch.value)
  if (base === targetBranch) return null
  const message = `This run asks about the queue of ${quoted(targetBranch)}, but the base branch of #${number} is ${quoted(base)}.`
  return {
    ...doubtOn(EVERYTHING, message, 'base-branch-mismatch'),
    headline: `The base of #${number} is ${quoted(base)}`,
  }
}

/** The doubt about an answer such as GitHub gives for some seconds when a pull request joins or leaves the queue. */
function unsettled(facts: PlaceFacts): Doubt | null {
  const { standing, asked, merged, flag, entry, last } = facts
  const subject = `#${asked.number}`
  const both = (one: Message, other: Message) =>
    doubtOn(WHERE_IT_STANDS, say`GitHub's answers about ${subject} contradict each other: ${one}, but ${other}.`)
  // A merge counts, whatever else the answer says.
  if (merged) return null
  if (valueIn(standing.state) === 'MERGED')
    return both(say`its state is ${code('MERGED')}`, say`${code('merged')} is false`)
  if (entry !== null) {
    return flag ? null : both('the queue holds an entry of it', say`${code('isInMergeQueue')} is false`)
  }
  // The flag alone counts: the token may not see entries.
  if (flag) return null
  if (isFailed(last)) {
    const message = say`${subject} seems to be out of the queue, but it is not known what the queue did with it: ${last.failure.message}.`
    return doubtOn(WHERE_IT_STANDS, message)
  }
  if (last.value?.kind === 'added') {
    const message = `GitHub shows ${subject} neither in the queue nor merged, though the last event is its addition to the queue. Such answers mostly settle within seconds.`
    return { ...doubtOn(WHERE_IT_STANDS, message), headline: `GitHub does not say yet where ${subject} is` }
  }
  if (last.value && reasonOf(last.value.reason) === 'merged') {
    const message = `GitHub took ${subject} out of the queue as merged, but does not show it as merged yet. This mostly takes seconds.`
    return { ...doubtOn(WHERE_IT_STANDS, message), headline: `${subject} left the queue, merge not confirmed` }
  }
  return null
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['QUEUED', 'pending'],
  ['AWAITING_CHECKS', 'testing'],
  ['MERGEABLE', 'tests_passed'],
  ['UNMERGEABLE', 'pending_failure'],
])

/** The state of an entry in the action's words, or null. */
export function stateOf(state: string | null): string | null {
  return state && (STATES.get(state) ?? `unknown:${state}`)
}

/** The time when an entry got its state, as far as GitHub tells: while checks run, the time of the group's commit. */
function changedAt(entry: Entry | null): string | null {
  if (entry?.state === 'QUEUED') return entry.enqueuedAt
  return entry?.state === 'AWAITING_CHECKS' ? valueIn(entry.group)?.committedAt || null : null
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
