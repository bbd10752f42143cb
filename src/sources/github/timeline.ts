import type { QueueActivity } from '../../facts/context.ts'
import type { Removal } from '../../facts/facts.ts'
import { type Answer, failedBy } from '../../facts/facts.ts'
import { timeOf } from '../../text/duration.ts'
import type { PullRequestAnswer, RemovedNode } from './query.ts'

/** GitHub removed the pull request from the queue, for a merge or without one. */
export interface RemovedEvent {
  kind: 'removed'
  at: string | null
  /** Free text of GitHub's. */
  reason: string | null
  /** Null for a bot, and if it is not known. */
  actor: string | null
  /** The commit of the pull request's merge group; null if none was built, or GitHub does not list the removal yet. */
  group: string | null
}

/** Reasons of a removal: those seen in timelines, and those of the event `dequeued`. */
const REASONS: ReadonlyMap<string, Removal['reason']> = new Map([
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
  ['branch_protection_failure', 'provider-refused'],
  ['BRANCH_PROTECTIONS', 'provider-refused'],
  ['QUEUE_CLEARED', 'queue-changed'],
  ['ROLL_BACK', 'queue-changed'],
] as const)

/** Our own word for a removal that GitHub does not list: the pull request was closed. */
export const CLOSED = 'closed'

/** GitHub's word for a removal without a known reason. */
const NO_REASON = 'UNKNOWN_REMOVAL_REASON'

export function reasonOf(text: string | null): Removal['reason'] {
  return (text !== null && REASONS.get(text)) || 'other'
}

export function removalOf({ reason: given, at, actor }: RemovedEvent): Removal {
  const reason = reasonOf(given)
  const text = given === NO_REASON || given === '' || given === CLOSED ? null : given
  // A person is only possible, because a machine can act in a person's name.
  return { reason, text, actor, at, failedChecks: [], certainty: reason === 'by-person' ? 'possible' : 'certain' }
}

/** The state of a pull request that is out of the queue and not merged. */
export function stateAfter({ reason }: RemovedEvent): string {
  const why = reasonOf(reason)
  return why === 'checks-failed' || why === 'timed-out' || why === 'conflict' ? 'failed' : 'cancelled'
}

/** An event of the queue about the pull request. */
export type QueueEvent = AddedEvent | RemovedEvent

export interface AddedEvent {
  kind: 'added'
  at: string | null
}

/** What is known of the queue's events. */
export interface History {
  /** The last event; null if there was none. */
  last: QueueEvent | null
  /** How often it was removed without a merge, as far as GitHub lists it. */
  removals: number
}

/**
 * Puts all that tells of the pull request's place into one list by time: what GitHub lists, the step's own event, and
 * the entries that this step saw before. Of equal times, what GitHub lists comes last, in its order.
 */
export function historyOf(
  answer: PullRequestAnswer,
  activity: QueueActivity | null,
  seen: readonly AddedEvent[],
): Answer<History> {
  if (answer.refused.events) return failedBy(answer.refused.events)
  const listed = answer.queueEvents.nodes.filter(node => node !== null).map(eventOf)
  const own = ownEvent(activity)
  const events = [...seen, ...(own ? [own] : []), ...listed].toSorted((a, b) => timeIn(a) - timeIn(b))
  const isClosed = answer.state === 'CLOSED' && !answer.merged
  const end = events.at(-1)
  // GitHub removes what is closed by hand, or without a reason.
  if (isClosed && end && !isTold(end)) events.push(end.kind === 'removed' ? { ...end, reason: CLOSED } : CLOSING)
  const last = events.at(-1) ?? null
  const twin = own?.kind === 'removed' ? listed.findLast(each => isSameRemoval(each, own)) : undefined
  const removals = [...listed, ...(own && !twin ? [own] : [])].filter(isRemovalWithoutMerge).length
  if (last === null || own?.kind !== 'removed') return { value: { last, removals } }
  // The event's own reason wins; who did it, and the group, only the list tells.
  if (last === own && twin) return { value: { last: { ...twin, reason: own.reason }, removals } }
  return { value: { last: last === twin ? { ...twin, reason: own.reason } : last, removals } }
}

/** The most milliseconds between the event `dequeued` and the removal that GitHub lists for it. */
const TWIN_MS = 120_000

function isSameRemoval(listed: QueueEvent, own: RemovedEvent): listed is RemovedEvent {
  return listed.kind === 'removed' && Math.abs(timeIn(listed) - timeIn(own)) <= TWIN_MS
}

function isRemovalWithoutMerge(event: QueueEvent): boolean {
  return event.kind === 'removed' && reasonOf(event.reason) !== 'merged'
}

/** True for a removal with a reason of its own, such as a failed check. */
function isTold(event: QueueEvent): boolean {
  const reason = event.kind === 'removed' ? reasonOf(event.reason) : 'other'
  return reason !== 'other' && reason !== 'by-person'
}

/** A pull request that was closed in the queue: GitHub is not asked when that was. */
const CLOSING: RemovedEvent = { kind: 'removed', at: null, reason: CLOSED, actor: null, group: null }

/** The event that started the run, if it is one of the queue and says when it was. */
function ownEvent(activity: QueueActivity | null): QueueEvent | null {
  if (activity === null || activity.at === null) return null
  const { action, at, reason } = activity
  if (action === 'enqueued') return { kind: 'added', at }
  return action === 'dequeued' ? { kind: 'removed', at, reason, actor: null, group: null } : null
}

function eventOf(node: { __typename: string; createdAt: string } | RemovedNode): QueueEvent {
  const { createdAt: at } = node
  if (!('reason' in node)) return { kind: 'added', at }
  const { reason, actor, beforeCommit } = node
  const person = actor?.__typename === 'Bot' ? null : (actor?.login ?? null)
  return { kind: 'removed', at, reason, actor: person, group: beforeCommit?.oid ?? null }
}

function timeIn({ at }: QueueEvent): number {
  return timeOf(at) ?? 0
}
