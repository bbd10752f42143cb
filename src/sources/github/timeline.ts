import type { QueueActivity } from '../../facts/context.ts'
import type { Removal } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import type { PullRequestAnswer, TimelineNode } from './query.ts'

/** What happened to a pull request. GitHub removes it from the queue for a merge, too. */
export interface QueueEvent {
  kind: 'added' | 'removed' | 'pushed'
  at: string | null
  /** Of a removal, in GitHub's words. */
  reason: string | null
  /** Who removed it; null for a bot, and if it is not known. */
  actor: string | null
  /** The commit of the removed merge group; null if none was built, or GitHub does not list the removal yet. */
  group: string | null
}

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

export function reasonOf({ reason }: QueueEvent): Removal['reason'] {
  const found = REASONS.find(([, words]) => reason !== null && words.includes(reason))
  return found?.[0] ?? 'other'
}

export function removalOf(event: QueueEvent): Removal {
  const { reason: given, at, actor } = event
  const reason = reasonOf(event)
  const text = WITHOUT_REASON.includes(given) ? null : given
  // A person is only possible, because a machine can act in a person's name.
  return { reason, text, actor, at, failedChecks: [], certainty: reason === 'by-person' ? 'possible' : 'certain' }
}

/** The last event of the queue; null if there was none, or the events could not be read. */
export interface History {
  last: QueueEvent | null
  /** How often it was removed without a merge, as far as GitHub lists it; null if that could not be read. */
  removals: number | null
}

/**
 * Puts all that tells of the pull request's place into one list by time: what GitHub lists, the step's own event, and
 * the entries that this step saw before. Of equal times, what GitHub lists comes last, in its order.
 *
 * @param seen when the entries that this step saw before were queued
 */
export function historyOf(
  { refused, queueEvents, state }: PullRequestAnswer,
  activity: QueueActivity | null,
  seen: readonly string[],
): History {
  if (refused.events) return { last: null, removals: null }
  const listed = queueEvents.nodes.filter(node => node !== null).map(eventOf)
  const known = withActivity(listed, activity)
  const removals = known.filter(each => each.kind === 'removed' && reasonOf(each) !== 'merged').length
  const events = [...seen.map(at => ({ ...BARE, at })), ...known].toSorted((a, b) => timeIn(a) - timeIn(b))
  const last = events.at(-1) ?? null
  // GitHub removes what is closed by hand, or without a reason.
  const isClosing = last?.kind === 'added' || (last && ['other', 'by-person'].includes(reasonOf(last)))
  if (state !== 'CLOSED' || !isClosing) return { last, removals }
  // GitHub is not asked when it was closed.
  const at = last?.kind === 'added' ? null : (last?.at ?? null)
  return { last: { ...BARE, ...last, kind: 'removed', reason: CLOSED, at }, removals }
}

/** The most milliseconds between the event `dequeued` and the removal that GitHub lists for it. */
const TWIN_MS = 120_000

/** The listed events with the step's own. Its reason wins; who did it, and the group, only the list tells. */
function withActivity(listed: readonly QueueEvent[], activity: QueueActivity | null): readonly QueueEvent[] {
  const { action, at = null, reason = null } = activity ?? {}
  if (at === null || action === undefined || action === 'synchronize') return listed
  if (action === 'enqueued') return [{ ...BARE, at }, ...listed]
  const own: QueueEvent = { ...BARE, kind: 'removed', at, reason }
  const twin = listed.findLast(each => each.kind === 'removed' && Math.abs(timeIn(each) - timeIn(own)) <= TWIN_MS)
  return twin ? listed.map(each => (each === twin ? { ...twin, reason } : each)) : [own, ...listed]
}

/** The time of the last push in the queue, and since it left; empty if that push has no time, null if there is none. */
export function lastPushes({ pushes }: PullRequestAnswer): Record<'inQueue' | 'sinceRemoval', string | null> {
  const events = pushes.nodes.filter(node => node !== null).map(eventOf)
  const added = events.findLastIndex(({ kind }) => kind === 'added')
  const removed = events.findLastIndex(({ kind }) => kind === 'removed')
  const isIn = added > removed
  return {
    inQueue: added === -1 ? null : lastPush(events.slice(added, isIn ? undefined : removed)),
    sinceRemoval: removed === -1 || isIn ? null : lastPush(events.slice(removed)),
  }
}

function lastPush(events: readonly QueueEvent[]): string | null {
  const pushes = events.filter(({ kind }) => kind === 'pushed')
  if (pushes.length === 0) return null
  return pushes.findLast(({ at }) => at !== null)?.at ?? ''
}

const BARE: QueueEvent = { kind: 'added', at: null, reason: null, actor: null, group: null }

export function eventOf(node: TimelineNode): QueueEvent {
  switch (node.__typename) {
    case 'AddedToMergeQueueEvent':
      return { ...BARE, at: node.createdAt }
    case 'RemovedFromMergeQueueEvent': {
      const { createdAt: at, reason, actor, beforeCommit } = node
      const person = actor?.__typename === 'Bot' ? null : (actor?.login ?? null)
      return { kind: 'removed', at, reason, actor: person, group: beforeCommit?.oid ?? null }
    }
    default:
      return { ...BARE, kind: 'pushed', at: 'createdAt' in node ? node.createdAt : null }
  }
}

function timeIn({ at }: QueueEvent): number {
  return timeOf(at) ?? 0
}
