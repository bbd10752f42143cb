import type { QueueActivity } from '../../facts/context.ts'
import { isFailed, type Removal } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import { ADDITION, type PullRequestAnswer, type TimelineEvent } from './pull-request.ts'

/** Our own word for a removal that GitHub does not list: the pull request was closed. */
const CLOSED = 'closed'

/** The words of timelines, then those of the event `dequeued`. */
const REASONS: readonly (readonly [Removal['reason'], readonly string[]])[] = [
  ['checks-failed', ['failed_checks', 'CI_FAILURE']],
  ['timed-out', ['checks_timed_out', 'CI_TIMEOUT']],
  ['conflict', ['merge_conflict', 'git_tree_invalid', 'invalid_merge_commit']],
  ['conflict', ['MERGE_CONFLICT', 'GIT_TREE_INVALID', 'INVALID_MERGE_COMMIT']],
  ['by-person', ['manual', 'MANUAL']],
  ['closed', [CLOSED]],
  ['merged', ['merged', 'MERGE', 'ALREADY_MERGED']],
  ['provider-refused', ['branch_protection_failure', 'BRANCH_PROTECTIONS']],
  ['queue-changed', ['QUEUE_CLEARED', 'ROLL_BACK']],
]

/** Words that name no reason that GitHub gave. */
const WITHOUT_REASON: readonly (string | null)[] = ['UNKNOWN_REMOVAL_REASON', '', CLOSED]

export function reasonOf({ reason }: TimelineEvent): Removal['reason'] {
  const found = REASONS.find(([, words]) => reason !== null && words.includes(reason))
  return found?.[0] ?? 'other'
}

export function removalOf(event: TimelineEvent): Removal {
  const { reason: word, at, actor } = event
  const reason = reasonOf(event)
  const text = WITHOUT_REASON.includes(word) ? null : word
  return { reason, text, actor, at, failedChecks: [] }
}

/**
 * Puts all that tells of the pull request's place into one list by time: what GitHub lists, the step's own event, and
 * the entries that this step saw before. Of equal times, what GitHub lists comes last, in its order.
 *
 * @param seen when the entries that this step saw before were queued
 */
export function queueHistoryOf(
  { queueEvents: events, state }: PullRequestAnswer,
  activity: QueueActivity | null,
  seen: readonly string[],
): { last: TimelineEvent | null; removals: number | null } {
  if (isFailed(events)) return { last: null, removals: null }
  const known = withActivity(events.value, activity)
  const removals = known.filter(each => each.kind === 'removed' && reasonOf(each) !== 'merged').length
  const all = [...seen.map(at => ({ ...ADDITION, at })), ...known].toSorted((a, b) => timeIn(a) - timeIn(b))
  const last = all.at(-1) ?? null
  return { last: last && state === 'CLOSED' ? asClosed(last) : last, removals }
}

/** A pull request that was closed in the queue. GitHub is not asked when, and removes it by hand, or without a reason. */
function asClosed(last: TimelineEvent): TimelineEvent {
  if (last.kind === 'added') return { ...ADDITION, kind: 'removed', reason: CLOSED }
  return ['other', 'by-person'].includes(reasonOf(last)) ? { ...last, reason: CLOSED } : last
}

/** The most milliseconds between the event `dequeued` and the removal that GitHub lists for it. */
const TWIN_MS = 120_000

/** The listed events with the step's own. Its reason wins; who did it, and the group, only the list tells. */
function withActivity(listed: readonly TimelineEvent[], activity: QueueActivity | null): readonly TimelineEvent[] {
  const { action, at = null, reason = null } = activity ?? {}
  if (at === null || action === undefined || action === 'synchronize') return listed
  if (action === 'enqueued') return [{ ...ADDITION, at }, ...listed]
  const removal: TimelineEvent = { ...ADDITION, kind: 'removed', at, reason }
  const twin = listed.findLast(each => each.kind === 'removed' && Math.abs(timeIn(each) - timeIn(removal)) <= TWIN_MS)
  return twin ? listed.map(each => (each === twin ? { ...twin, reason } : each)) : [removal, ...listed]
}

/** The time of the last push in the queue, and since it left; empty if that push has no time, null if there is none. */
export function lastPushes({ timeline: pushes }: PullRequestAnswer): Record<'inQueue' | 'sinceRemoval', string | null> {
  const kinds = pushes.map(each => each?.kind)
  const [added, removed] = [kinds.lastIndexOf('added'), kinds.lastIndexOf('removed')]
  const left = removed > added ? removed : pushes.length
  return {
    inQueue: added === -1 ? null : lastPush(pushes.slice(added, left)),
    sinceRemoval: lastPush(pushes.slice(left)),
  }
}

function lastPush(events: readonly (TimelineEvent | null)[]): string | null {
  const pushes = events.filter(each => each?.kind === 'pushed')
  if (pushes.length === 0) return null
  return pushes.findLast(each => each?.at)?.at ?? ''
}

function timeIn({ at }: TimelineEvent): number {
  return timeOf(at) ?? 0
}
