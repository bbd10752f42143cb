import type { PullRequestActivity } from '../../facts/context.ts'
import { isFailed, type Removal } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import { type PullRequestAnswer, type TimelineEvent, timelineEvent } from './pull-request.ts'

/** The reason of a removal by closing the pull request. The word is ours, for GitHub has none. */
const CLOSED = 'closed'

/** Our reasons by GitHub's words: timelines give the words in lower case, the event `dequeued` those in upper case. */
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

/** Words that are not shown as GitHub's reason: it gave none, or the word is ours. */
const WITHOUT_REASON: readonly (string | null)[] = ['UNKNOWN_REMOVAL_REASON', '', CLOSED]

export function reasonOf({ reason }: TimelineEvent): Removal['reason'] {
  const found = REASONS.find(([, words]) => reason !== null && words.includes(reason))
  return found?.[0] ?? 'other'
}

export function removalOf(event: TimelineEvent): Removal {
  const { reason: word, at, actor } = event
  const text = WITHOUT_REASON.includes(word) ? null : word
  return { reason: reasonOf(event), sourceText: text, actor, at, failedChecks: [] }
}

export function isRemovalWithoutMerge(event: TimelineEvent | null): boolean {
  return event?.kind === 'removed' && reasonOf(event) !== 'merged'
}

/**
 * The last event of the queue, and how often it removed the pull request without a merge; null for what is not known, or
 * did not happen. If times are equal, events of GitHub's list count as the latest, then the event that started the
 * step, then the queue entries that earlier polls saw.
 */
export function queueHistoryOf(
  { queueEvents, state }: PullRequestAnswer,
  activity: PullRequestActivity | null,
  enqueuedTimes: readonly string[],
): { lastEvent: TimelineEvent | null; removalCount: number | null } {
  if (isFailed(queueEvents)) return { lastEvent: null, removalCount: null }
  const events = withActivity(queueEvents.value, activity)
  const entries = enqueuedTimes.map(at => timelineEvent('added', at))
  const lastEvent = [...entries, ...events].toSorted((a, b) => timeIn(a) - timeIn(b)).at(-1) ?? null
  return {
    lastEvent: lastEvent && state === 'CLOSED' ? asClosed(lastEvent) : lastEvent,
    removalCount: events.filter(isRemovalWithoutMerge).length,
  }
}

/** If a pull request is closed, GitHub may list no removal, one made by hand, or one without a reason. */
function asClosed(lastEvent: TimelineEvent): TimelineEvent {
  if (lastEvent.kind === 'added') return { ...timelineEvent('removed', null), reason: CLOSED }
  return ['other', 'by-person'].includes(reasonOf(lastEvent)) ? { ...lastEvent, reason: CLOSED } : lastEvent
}

/** The most milliseconds between the event `dequeued` and the removal that GitHub lists for it. */
const SAME_REMOVAL_MS = 120_000

/** GitHub's list with the step's own event. If both hold the same removal, the event gives its reason, the list the rest. */
function withActivity(listed: readonly TimelineEvent[], activity: PullRequestActivity | null) {
  const { action, updatedAt = null, reason = null } = activity ?? {}
  if (updatedAt === null || action === undefined || action === 'synchronize') return listed
  if (action === 'enqueued') return [timelineEvent('added', updatedAt), ...listed]
  const removal: TimelineEvent = { ...timelineEvent('removed', updatedAt), reason }
  const isNear = (event: TimelineEvent) => Math.abs(timeIn(event) - timeIn(removal)) <= SAME_REMOVAL_MS
  const same = listed.findLast(event => event.kind === 'removed' && isNear(event))
  return same ? listed.map(event => (event === same ? { ...same, reason } : event)) : [removal, ...listed]
}

/** When the pull request was last pushed to, in the queue and since it left; null for never, empty for an unknown time. */
export function lastPushes({ eventsWithPushes: events }: PullRequestAnswer) {
  // The step's own event is not added: most pushes have no time, so only GitHub's list has all in order.
  // In it, an event that the token may not see is null.
  const added = events.findLastIndex(event => event?.kind === 'added')
  const removed = events.findLastIndex(event => event?.kind === 'removed')
  const end = removed > added ? removed : events.length
  return {
    inQueue: added === -1 ? null : lastPush(events.slice(added, end)),
    sinceRemoval: lastPush(events.slice(end)),
  }
}

function lastPush(events: readonly (TimelineEvent | null)[]): string | null {
  const pushes = events.filter(event => event?.kind === 'pushed')
  if (pushes.length === 0) return null
  return pushes.findLast(event => event?.at)?.at ?? ''
}

function timeIn({ at }: TimelineEvent): number {
  return timeOf(at) ?? 0
}
