import type { QueueActivity } from '../../facts/context.ts'
import { valueIn } from '../../facts/reading.ts'
import { timeOf } from '../../facts/time.ts'
import type { GitHubRead } from '../client.ts'
import { type RemovedEvent, reasonOf } from './removal.ts'
import type { QueueEvent, Standing } from './standing.ts'

/** What this step's earlier readings saw of the pull request in the queue. All times are milliseconds since 1970. */
export interface Memory {
  /**
   * Set once the pull request, or its addition to the queue, was seen. Only a removal after `since` ends that stay; if
   * `since` is null, no removal does.
   */
  seenIn: { since: number | null } | null
  /** The heads that the pull request had in the queue, in the order in which they were seen. */
  heads: readonly SeenHead[]
  /** Time of the last addition, if the previous reading had `isInMergeQueue: true`, but no entry; else null. */
  hiddenSince: string | null
}

interface SeenHead {
  sha: string
  /** Time of the entry; null if it is not known: the head may then belong to any entry. */
  enqueuedAt: number | null
}

export const NOTHING_SEEN: Memory = { seenIn: null, heads: [], hiddenSince: null }

/** The step's memory after one more reading. */
export function remember(memory: Memory, standing: Standing, activity: QueueActivity | null): Memory {
  const flag = valueIn(standing.isInQueue) === true
  const entry = valueIn(standing.entry)
  const latest = valueIn(standing.events)?.at(-1)
  const isHidden = flag && entry === null && standing.entry.kind === 'read'
  const hiddenSince = isHidden && latest?.kind === 'added' ? latest.at : null
  // An addition counts like an entry: both vanish from answers of a lagging server.
  if (!flag && entry === null && latest?.kind !== 'added') return { ...memory, hiddenSince }
  const enqueuedAt = timeOf(entry?.enqueuedAt ?? null)
  const addition = lastAddition(standing)
  // If the entry or its time can't be read, the entry may be newer than the events, so their times count as well.
  const isUndated = entry === null ? standing.entry.kind === 'failed' : enqueuedAt === null
  const older = isUndated ? [latest?.at ?? null, activity?.action === 'dequeued' ? activity.at : null] : []
  const stamps = [addition?.at ?? null, ...older].map(timeOf)
  const times = [memory.seenIn?.since ?? null, enqueuedAt, ...stamps].filter(time => time !== null)
  // As long as no addition is listed, every removal that gets listed is later than the addition.
  const isUntold = standing.events.kind === 'read' && addition === null
  const known = times.length > 0 ? Math.max(...times) : isUntold ? 0 : null
  const since = isUndated && standing.events.kind === 'failed' ? null : known
  const sha = valueIn(standing.headSha)
  // While the pull request is out of the queue, its head belongs to no known group.
  const isSeen = sha !== null && (entry !== null || flag)
  const heads = isSeen ? [...memory.heads, { sha, enqueuedAt }] : memory.heads
  return { seenIn: { since }, heads, hiddenSince }
}

/** The removal of a pull request that was closed in the queue: GitHub is not asked when that was. */
const CLOSED: QueueEvent = { kind: 'removed', at: null, reason: 'closed', actor: null, group: null }

/** The most milliseconds by which two times that GitHub gives for one moment differ. */
export const SAME_MOMENT_MS = 60_000

/**
 * The queue's last event. If a removal started the run, that removal is the last event, unless the pull request was
 * added again since.
 */
export function lastEvent(standing: Standing, activity: QueueActivity | null): GitHubRead<QueueEvent | null> {
  const { events, entry, merged, state } = standing
  if (events.kind === 'failed') return events
  const latest = events.value.at(-1) ?? null
  const isClosed = valueIn(state) === 'CLOSED' && valueIn(merged) !== true
  const listed = latest?.kind === 'added' && isClosed ? CLOSED : latest
  if (valueIn(entry) !== null || activity?.action !== 'dequeued') return { kind: 'read', value: listed }
  const added = lastAddition(standing)
  if (added !== null && !isAfter(activity.at, added.at)) return { kind: 'read', value: listed }
  const { at, reason } = activity
  const same = listed && isOfActivity(listed, activity) ? listed : null
  return {
    kind: 'read',
    value: { kind: 'removed', at, reason, actor: same?.actor ?? null, group: same?.group ?? null },
  }
}

export function lastAddition({ events }: Standing): QueueEvent | null {
  return valueIn(events)?.findLast(({ kind }) => kind === 'added') ?? null
}

/** True if a listed event is the removal that started the run. An earlier removal would name another group. */
export function isOfActivity(listed: QueueEvent, { at, reason }: QueueActivity): listed is RemovedEvent {
  const [one, other] = [timeOf(listed.at), timeOf(at)]
  if (listed.kind !== 'removed' || one === null || other === null) return false
  return Math.abs(one - other) <= SAME_MOMENT_MS && reasonOf(listed.reason) === reasonOf(reason)
}

/** True if the last event ends a stay in the queue that began at or after the time `since`. */
export function endsPlace(standing: Standing, last: QueueEvent | null, since: number | null): boolean {
  const added = timeOf(lastAddition(standing)?.at ?? null)
  if (since === null) return false
  // An answer that lacks the addition is older than the stay, and so is the closing that it shows.
  if (last === CLOSED) return added !== null && added + SAME_MOMENT_MS >= since
  const at = timeOf(last?.at ?? null)
  // GitHub gives whole seconds; within one second, the order of the list decides.
  return at !== null && (at > since || (at === since && added === since))
}

/** True if this step saw the pull request in the queue, and the last event does not end that stay. */
export function isStillSeen({ seenIn }: Memory, standing: Standing, last: QueueEvent | null): boolean {
  return seenIn !== null && !endsPlace(standing, last, seenIn.since)
}

/** True if `pushes` has an addition as its latest event of the queue, and the last event does not end that stay. */
export function isAddedAgain(standing: Standing, last: QueueEvent | null): boolean {
  const listed = valueIn(standing.pushes)?.events.findLast(({ kind }) => kind !== 'pushed')
  return listed?.kind === 'added' && !endsPlace(standing, last, timeOf(listed.at))
}

function isAfter(one: string | null, other: string | null): boolean {
  const [a, b] = [timeOf(one), timeOf(other)]
  return a !== null && b !== null && a > b
}
