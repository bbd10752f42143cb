import { branchName } from '../../facts/branch.ts'
import { isSameCommit, short } from '../../facts/commit.ts'
import type { QueueActivity } from '../../facts/context.ts'
import { type Doubt, doubtOn, type Member, type PullRequest, type Removal } from '../../facts/facts.ts'
import { valueIn } from '../../facts/reading.ts'
import { timeOf } from '../../facts/time.ts'
import { code, type Message, quoted, say } from '../../message.ts'
import type { GitHubRead } from '../client.ts'
import type { Entry, QueueEvent, Standing } from './standing.ts'

/** The pull request that a step asks about, and the step's event. */
export interface Asked {
  number: number
  targetBranch: string
  /** The step's event, if it says that this pull request was pushed to, or joined or left the queue; else null. */
  event: QueueActivity | null
}

/** Memory of what earlier readings of the step have shown. */
export interface Memory {
  /** Set once the pull request or its addition to the queue was seen. Only a removal after `since` outweighs that. */
  seenIn: { since: number | null } | null
  /** The heads that the pull request had in the queue, by the time of its addition. */
  heads: ReadonlyMap<string, readonly string[]>
  /** Time of the last addition, if the previous reading had `isInMergeQueue` but no entry; else null. */
  hiddenSince: string | null
}

export const NOTHING_SEEN: Memory = { seenIn: null, heads: new Map(), hiddenSince: null }

/** The place of a pull request, according to one answer. */
export interface Place {
  /** Null if it was never submitted. */
  pullRequest: PullRequest | null
  /** The answer lags or contradicts itself, as answers do for seconds when a pull request joins or leaves. */
  isUnsettled: boolean
  /** Null if there is none. This and `removed` are also null for the queue of another branch. */
  entry: Entry | null
  /** The last removal; null if there is none, or the pull request is in the queue. */
  removed: RemovedEvent | null
}

type RemovedEvent = Extract<QueueEvent, { kind: 'removed' }>

/**
 * The place of a pull request in the queue of its base, according to one answer. Pure. An entry always counts; "out of
 * the queue" counts only if the events agree. If `merged` or `isInMergeQueue` could not be read, the reading fails.
 */
export function placeOf(standing: Standing, asked: Asked, memory: Memory): GitHubRead<Place> {
  const { merged, isInQueue: flag } = standing
  if (merged.kind === 'failed') return merged
  if (flag.kind === 'failed') return flag
  const entry = valueIn(standing.entry)
  const last = lastEvent(standing, entry, asked.event)
  const isIn = entry !== null || flag.value
  const facts = { standing, asked, memory, merged: merged.value, flag: flag.value, entry, last }
  const lag = unsettled(facts)
  const removed = !isIn && last.kind === 'read' && last.value?.kind === 'removed' ? last.value : null
  const base = ofBase(facts)
  const doubts = [base, lag, ofHead(facts)].filter(each => each !== null)
  const isNever = !isIn && !merged.value && last.kind === 'read' && last.value === null
  const isUntold = !isIn && last.kind === 'failed'
  const isLate = removed !== null && !merged.value && isYetUnlisted(removed, standing, asked)
  const isUnsettled = (lag !== null && !isUntold) || (merged.value && isIn) || isLate
  // A group of another branch's queue says nothing about this queue.
  const place = base === null ? { isUnsettled, entry, removed } : { isUnsettled, entry: null, removed: null }
  // An answer about another pull request does not say that this one was never submitted.
  const isAsked = standing.number === null || standing.number === asked.number
  if (isNever && doubts.length === 0 && isAsked) return { kind: 'read', value: { ...place, pullRequest: null } }
  const state = merged.value ? 'merged' : isIn ? stateOf(entry?.state ?? null) : removed && stateAfter(removed)
  const { number, title, author, baseBranch, headSha } = standing
  const isBelieved = base === null && lag === null
  return {
    kind: 'read',
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

/** The step's memory after one more reading. */
export function remember(memory: Memory, standing: Standing): Memory {
  const flag = valueIn(standing.isInQueue) === true
  const entry = valueIn(standing.entry)
  const last = valueIn(standing.events)?.at(-1)
  const head = valueIn(standing.headSha)
  const hiddenSince =
    flag && standing.entry.kind === 'read' && entry === null && last?.kind === 'added' ? last.at : null
  // An addition counts like an entry: both vanish from answers of a lagging server.
  if (!flag && entry === null && last?.kind !== 'added') return { ...memory, hiddenSince }
  const addition = lastAddition(standing)
  // If the entry is hidden or has no time, all listed events may be older than the entry.
  const isUndated = entry === null ? standing.entry.kind === 'failed' : entry.enqueuedAt === null
  const stamps = [entry?.enqueuedAt ?? null, addition?.at ?? null, isUndated ? (last?.at ?? null) : null].map(timeOf)
  const times = [memory.seenIn?.since ?? null, ...stamps].filter(time => time !== null)
  // As long as the addition is not listed, any removal that gets listed comes after the addition.
  const isUntold = standing.events.kind === 'read' && addition === null
  const since = times.length > 0 ? Math.max(...times) : isUntold ? 0 : null
  // While the pull request is out of the queue, its head belongs to no known group.
  if ((entry === null && !flag) || head === null) return { ...memory, seenIn: { since }, hiddenSince }
  const key = entry?.enqueuedAt ?? addition?.at ?? ''
  const heads = new Set(memory.heads.get(key)).add(head)
  return { seenIn: { since }, heads: new Map(memory.heads).set(key, [...heads]), hiddenSince }
}

/** The facts from which a place and its doubts follow. */
interface PlaceFacts {
  standing: Standing
  asked: Asked
  memory: Memory
  merged: boolean
  flag: boolean
  entry: Entry | null
  last: GitHubRead<QueueEvent | null>
}

const EVERYTHING: Member[] = ['number', 'base-branch', 'test-run-status']
const WHERE_IT_STANDS: Member[] = ['submitted', 'state', 'test-run-status']

/** The doubt about a pull request into another branch: GitHub's answer is about the queue of that branch. */
function ofBase({ standing: { baseBranch }, asked: { number, targetBranch } }: PlaceFacts): Doubt | null {
  if (baseBranch.kind === 'failed') {
    return doubtOn(EVERYTHING, `GitHub does not say which branch #${number} merges into.`)
  }
  const base = branchName(baseBranch.value)
  if (base === targetBranch) return null
  const message = `This run asks about the queue of ${quoted(targetBranch)}, but the base branch of #${number} is ${quoted(base)}.`
  return { ...doubtOn(EVERYTHING, message), headline: `The base of #${number} is ${quoted(base)}` }
}

/** The doubt about an answer such as GitHub gives for some seconds when a pull request joins or leaves the queue. */
function unsettled(facts: PlaceFacts): Doubt | null {
  const { standing, asked, memory, merged, flag, entry, last } = facts
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
  if (flag) {
    // If the token may not see entries, or the server does not know them, the flag alone counts.
    if (standing.entry.kind === 'failed') return null
    const latest = valueIn(last)
    const added = latest?.kind === 'added' ? latest.at : null
    const isConfirmed = added !== null && added === memory.hiddenSince
    return isConfirmed ? null : both(say`${code('isInMergeQueue')} is true`, 'the queue holds no entry of it')
  }
  if (last.kind === 'failed') {
    const message = say`${subject} seems to be out of the queue, but it is not known what the queue did with it: ${last.failure.message}.`
    return doubtOn(WHERE_IT_STANDS, message)
  }
  const out = 'it is neither in the queue nor merged'
  if (last.value?.kind === 'added') {
    const message = `GitHub shows ${subject} neither in the queue nor merged, though the last event is its addition to the queue. Such answers mostly settle within seconds.`
    return { ...doubtOn(WHERE_IT_STANDS, message), headline: `GitHub does not say yet where ${subject} is` }
  }
  if (last.value && reasonOf(last.value.reason) === 'merged') {
    const message = `GitHub took ${subject} out of the queue as merged, but does not show it as merged yet. This mostly takes seconds.`
    return { ...doubtOn(WHERE_IT_STANDS, message), headline: `${subject} left the queue, merge not confirmed` }
  }
  // An addition to the queue shows up late in the events.
  const { event } = asked
  const isClosed = last.value === CLOSED && !isAfter(event?.at ?? null, lastAddition(standing)?.at ?? null)
  if (event?.action === 'enqueued' && !isClosed && !isLater(standing, last.value, timeOf(event.at))) {
    return both(out, 'no removal is later than its addition to the queue, which started this run')
  }
  if (memory.seenIn && last.value !== CLOSED && !isLater(standing, last.value, memory.seenIn.since)) {
    return both(out, 'no removal is later than its addition to the queue, which this step has seen')
  }
  return null
}

/** The doubt whether the tested group holds the head. A push after the pull request left the queue doesn't matter. */
function ofHead({ standing, asked, memory, merged, entry, last }: PlaceFacts): Doubt | null {
  const { number, event } = asked
  const { headSha, pushes } = standing
  const end = valueIn(last)
  // A removal without a known reason can be that of the merge.
  const isMerge =
    end?.kind === 'added' || (end?.kind === 'removed' && ['merged', 'other'].includes(reasonOf(end.reason)))
  // The step saw it in the queue, but no event says that it left, because events lag.
  const isUnended = memory.seenIn !== null && !isLater(standing, end, memory.seenIn.since)
  const isByQueue = merged && (last.kind === 'failed' || isMerge || isUnended)
  if (entry === null && !isByQueue) return null
  if (headSha.kind === 'failed') {
    return stale(`GitHub does not say which commit is the head of #${number}.`)
  }
  const may = `so ${merged ? 'what was merged' : 'the group that the queue tests'} may not hold the newest commit`
  const now = headSha.value
  // A merge takes the entry away, but the heads that the step saw with the entry still count.
  const enqueuedAt = entry?.enqueuedAt ?? (merged ? ([...memory.heads.keys()].at(-1) ?? '') : '')
  // An entry without a time may be any of the entries that were seen.
  const isTimed = enqueuedAt !== ''
  const seen = [...memory.heads].filter(([time]) => !isTimed || time === enqueuedAt || time === '')
  const before = seen.flatMap(([, heads]) => heads).find(head => !isSameCommit(head, now))
  if (before !== undefined) {
    return stale(
      say`The head of #${number} moved from ${code(short(before))} to ${code(short(now))} in the queue, ${may}.`,
    )
  }
  const since = enqueuedAt || (lastAddition(standing)?.at ?? null)
  if (event?.action === 'synchronize' && !isAfter(since, event.at)) {
    return stale(`#${number} was pushed to while it was in the queue, ${may}.`)
  }
  if (pushes.kind === 'failed') {
    return stale(say`It is not known whether #${number} was pushed to in the queue: ${pushes.failure.message}.`)
  }
  const unlisted = `GitHub does not show yet when #${number} was added to the queue, ${may}.`
  const { events, isCut } = pushes.value
  const at = events.findLastIndex(({ kind }) => kind === 'added')
  if (at === -1) {
    if (isCut || lastAddition(standing) !== null) {
      return stale(`Much was pushed to #${number} after it was added to the queue, ${may}.`)
    }
    return entry === null ? null : stale(unlisted)
  }
  const isBehind = events.slice(at + 1).some(({ kind }) => kind === 'pushed')
  const listed = timeOf(events[at]?.at ?? null) ?? 0
  // Both lists are in one answer. If only one of them shows a later addition, they contradict each other.
  const isOlder = (timeOf(lastAddition(standing)?.at ?? null) ?? 0) > listed
  const latest = valueIn(standing.events)?.at(-1)
  // The addition that made the entry comes after every removal.
  const isEnded = latest?.kind === 'removed' && !(listed > (timeOf(latest.at) ?? Number.POSITIVE_INFINITY))
  if ((entry !== null && isEnded) || (timeOf(enqueuedAt || null) ?? 0) > listed + SAME_MOMENT_MS) {
    return stale(unlisted)
  }
  if (!isBehind && !isOlder) return null
  return stale(`A commit was pushed to #${number} after it was added to the queue, ${may}.`)
}

function stale(message: Message): Doubt {
  return doubtOn(['head'], message, 'stale-head')
}

/**
 * The queue's last event. If a removal started the run, that removal is the last event, unless the pull request was
 * added again since.
 */
function lastEvent(
  standing: Standing,
  entry: Entry | null,
  event: QueueActivity | null,
): GitHubRead<QueueEvent | null> {
  const { events } = standing
  if (events.kind === 'failed') return events
  const latest = events.value.at(-1) ?? null
  // Closing a pull request takes it out of the queue, with or without an event.
  const listed = latest?.kind === 'added' && valueIn(standing.state) === 'CLOSED' ? CLOSED : latest
  if (entry !== null || event?.action !== 'dequeued') return { kind: 'read', value: listed }
  const added = lastAddition(standing)
  if (added !== null && !isAfter(event.at, added.at)) return { kind: 'read', value: listed }
  const { at, reason } = event
  const same = listed && isOfEvent(listed, event) ? listed : null
  return {
    kind: 'read',
    value: { kind: 'removed', at, reason, actor: same?.actor ?? null, group: same?.group ?? null },
  }
}

/** The most milliseconds by which two times that GitHub gives for one moment differ. */
const SAME_MOMENT_MS = 60_000

/** True if a listed event is the removal that started the run. An earlier removal would name another group. */
function isOfEvent(listed: QueueEvent, { at, reason }: QueueActivity): listed is RemovedEvent {
  const [one, other] = [timeOf(listed.at), timeOf(at)]
  if (listed.kind !== 'removed' || one === null || other === null) return false
  return Math.abs(one - other) <= SAME_MOMENT_MS && reasonOf(listed.reason) === reasonOf(reason)
}

/** True if a removal for a failure is known only from the event: the list that names the tested group lags behind. */
function isYetUnlisted(removed: RemovedEvent, { events }: Standing, { event }: Asked): boolean {
  if (event?.action !== 'dequeued' || events.kind === 'failed' || stateAfter(removed) !== 'failed') return false
  return !events.value.some(each => isOfEvent(each, event))
}

/** The removal of a pull request that was closed in the queue. */
const CLOSED: QueueEvent = { kind: 'removed', at: null, reason: 'closed', actor: null, group: null }

function lastAddition({ events }: Standing): QueueEvent | null {
  return valueIn(events)?.findLast(({ kind }) => kind === 'added') ?? null
}

/** True if a removal is later than an addition at the time `since`; false if either time is unknown. */
function isLater(standing: Standing, removal: QueueEvent | null, since: number | null): boolean {
  const at = timeOf(removal?.at ?? null)
  if (at === null || since === null) return false
  // GitHub gives whole seconds; within one second, the order of the list decides.
  return at > since || (at === since && timeOf(lastAddition(standing)?.at ?? null) === since)
}

function isAfter(one: string | null, other: string | null): boolean {
  const [a, b] = [timeOf(one), timeOf(other)]
  return a !== null && b !== null && a > b
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

/** Reasons of a removal: those seen in timelines, and those of the event `dequeued`. */
const REMOVALS: ReadonlyMap<string, Removal['reason']> = new Map([
  ['failed_checks', 'checks-failed'],
  ['CI_FAILURE', 'checks-failed'],
  ['checks_timed_out', 'timed-out'],
  ['CI_TIMEOUT', 'timed-out'],
  ['merge_conflict', 'conflict'],
  ['git_tree_invalid', 'conflict'],
  ['invalid_merge_commit', 'conflict'],
  ['MERGE_CONFLICT', 'conflict'],
  ['GIT_TREE_INVALID', 'conflict'],
  ['INVALID_MERGE_COMMIT', 'conflict'],
  ['manual', 'by-person'],
  ['MANUAL', 'by-person'],
  ['closed', 'closed'],
  ['merged', 'merged'],
  ['MERGE', 'merged'],
  ['ALREADY_MERGED', 'merged'],
  ['BRANCH_PROTECTIONS', 'provider-refused'],
  ['QUEUE_CLEARED', 'queue-changed'],
  ['ROLL_BACK', 'queue-changed'],
] as const)

export function reasonOf(text: string | null): Removal['reason'] {
  return (text !== null && REMOVALS.get(text)) || 'other'
}

function removalOf({ reason: text, at, actor }: RemovedEvent): Removal {
  const reason = reasonOf(text)
  // A machine that acts in a person's name counts as a person, too.
  return { reason, text, actor, at, failedChecks: [], certainty: reason === 'by-person' ? 'possible' : 'certain' }
}

/** The state of a pull request that is out of the queue and not merged. */
function stateAfter({ reason }: RemovedEvent): string {
  const why = reasonOf(reason)
  return why === 'checks-failed' || why === 'timed-out' || why === 'conflict' ? 'failed' : 'cancelled'
}
