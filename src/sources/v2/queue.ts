import {
  doubtOn,
  isOver,
  NO_DETAILS,
  PULL_REQUEST_STATES,
  QUEUE_STATES,
  type Queue,
  type QueueEntry,
} from '../../facts/facts.ts'
import type { Blocker } from '../../facts/source.ts'
import { code, quoted, say } from '../../text/message.ts'
import { list, membersOf, namesIn, number, settingsOf, text } from '../members.ts'
import type { WireOrder, WireQueue } from './rows.ts'
import { isBatch } from './wire.ts'
import { inFacts, modeOf } from './words.ts'

/** The queue with its list, as one read, so that no verdict rests on one without the other. */
export function queueOf(queue: WireQueue, order: WireOrder): Queue {
  const config = membersOf(queue['config'])
  const mode = modeOf(queue['mode'])
  const state = inFacts(QUEUE_STATES, queue.state) ?? ''
  const inOrder = inFacts(QUEUE_STATES, order.queueState) ?? ''
  const name = `the queue of ${quoted(queue.targetBranch)}`
  const states = say`The service's responses about ${name} contradict each other: it is ${code(state)}, but its order says ${code(inOrder)}.`
  return {
    state,
    branch: queue.targetBranch,
    mode,
    ordered: mode === 'single',
    settings: settingsOf(config),
    requiredStatuses: namesIn(config['requiredStatuses']),
    entries: entriesOf(order),
    doubts: state === inOrder ? [] : [doubtOn(['queue-state'], states)],
  }
}

/** Batches, then pending entries, then those awaiting admission, each number once; null if a part is not known. */
function entriesOf(order: WireOrder): QueueEntry[] | null {
  const { batches, pending, awaitingAdmission, awaitingAdmissionTotal: total } = order
  if (!batches?.every(isBatch) || !pending || !awaitingAdmission || total == null) return null
  const uncounted = Math.max(0, total - awaitingAdmission.length)
  return eachOnce([
    ...batches.flatMap(batch => entriesOfBatch(batch.pullRequests, inFacts(PULL_REQUEST_STATES, batch.state))),
    ...pending.map(item => entryOf(membersOf(item)['pullRequest'], 'pending')),
    ...awaitingAdmission.map(item => entryOf(item, 'pending')),
    // Entries that are counted but not listed may be any pull request's.
    ...Array.from({ length: uncounted }, () => entryOf(null, 'pending')),
  ])
}

/** A batch that lists no pull request still holds one. */
function entriesOfBatch(items: readonly unknown[], state: string | null): QueueEntry[] {
  return (items.length > 0 ? items : [null]).map(item => entryOf(item, state))
}

/** An entry both in a batch and in its bisection counts once, and as live if either of them is live. */
function eachOnce(entries: readonly QueueEntry[]): QueueEntry[] {
  const kept = new Map<number | QueueEntry, QueueEntry>()
  for (const entry of entries) {
    // An entry without a number is like no other.
    const key = entry.number ?? entry
    const before = kept.get(key)
    if (!before || (isOver(before.state) && !isOver(entry.state))) kept.set(key, entry)
  }
  return [...kept.values()]
}

/** An unreadable entry still counts as enqueued. */
function entryOf(item: unknown, state: string | null): QueueEntry {
  const listed = membersOf(item)
  return {
    number: number(listed['number']),
    sha: text(listed['sha']),
    title: text(listed['title']),
    ...NO_DETAILS,
    state,
    stateChangedAt: null,
  }
}

/** The run that the order names for a pull request: that of the first batch that holds it and is no bisection. */
export function namedRun({ batches }: WireOrder, number: number): string | null {
  // In a batch that can't be read, it may stand as well.
  if (!batches?.every(isBatch)) return null
  const holds = (items: readonly unknown[]) => items.some(item => membersOf(item)['number'] === number)
  const batch = batches.find(each => each.isBisection !== true && holds(each.pullRequests))
  return batch?.isBisection === false ? (batch.verificationRunId ?? null) : null
}

/** The failing entries that hold a pending pull request. */
export function holdersOf({ pending }: WireOrder, number: number): Blocker[] {
  const own = pending?.map(membersOf).find(item => membersOf(item['pullRequest'])['number'] === number)
  return blockersIn(own?.['heldBy'])
}

/** Pull requests that hold another one. */
export function blockersIn(value: unknown): Blocker[] {
  const blockers = list(value, item => {
    const members = membersOf(item)
    const { number: named, url } = 'number' in members ? members : membersOf(members['pullRequest'])
    return number(named) === null ? null : { number: named as number, url: text(url) }
  })
  return blockers ?? []
}
