/** The pull request and the queue, as facts made of the v2 API's answers. */
import {
  isLive,
  MERGEABILITIES,
  makeDoubt,
  PULL_REQUEST_STATES,
  type PullRequest,
  QUEUE_STATES,
  type Queue,
  type QueueEntry,
} from '../../facts/facts.ts'
import { code, quoted, say } from '../../text/message.ts'
import { flag, membersOf, number, readinessOf, text, wholeList } from '../members.ts'
import { blockReasonsIn, removalByMerge } from '../removal.ts'
import { factsWord, isBatch, type WireOrder, type WirePullRequest, type WireQueue } from './wire.ts'

// If a pull request is in another queue, `target-branch` is usually wrong: it is not the base branch.
const CHECK_TARGET_BRANCH = say`Check ${code('target-branch')}; if it is right, run the job again in a minute.`

/** The pull request in an answer; null if it has no entry in `queue`, that of `branch`, and is in no other queue. */
export function pullRequestOf(wire: WirePullRequest, queue: WireQueue | null, branch: string): PullRequest | null {
  const hasEntry = hasEntryIn(queue, wire)
  const submitted = wire.isCurrentlySubmittedToQueue
  if (!hasEntry && !submitted) return null
  const entry = membersOf(hasEntry ? wire.queueEntry : null)
  const state = factsWord(PULL_REQUEST_STATES, entry['state'])
  const { mergeability, mergeabilityDetails } = membersOf(entry['readiness'])
  const blockReasons = blockReasonsIn(membersOf(mergeabilityDetails)['reasons'])
  const contradiction = `What the service says of #${wire.number} contradicts itself: it is submitted, but not to the queue of ${quoted(branch)}.`
  return {
    number: wire.number,
    headSha: wire.sha || null,
    title: text(wire['title']),
    baseBranch: text(wire['baseBranch']),
    state,
    stateChangedAt: text(entry['stateChangedAt']),
    readiness: readinessOf(entry['readiness'], factsWord(MERGEABILITIES, mergeability)),
    forceEnqueued: flag(entry['direct']),
    submitted,
    ...(blockReasons.length > 0 && { blockReasons }),
    page: text(wire['htmlUrl']),
    // The answer shows a merge; every other way of leaving the queue is only in the history.
    removal: state === 'merged' ? removalByMerge(text(entry['stateChangedAt'])) : null,
    doubts: hasEntry ? [] : [{ ...makeDoubt(['pull-request-state'], contradiction), remedy: CHECK_TARGET_BRANCH }],
  }
}

/** True also for an entry that has left the queue. */
export function hasEntryIn(queue: WireQueue | null, { queueEntry }: WirePullRequest): boolean {
  return queue !== null && queueEntry?.mergeQueueId === queue.id
}

export function queueOf(queue: WireQueue, order: WireOrder): Queue {
  // Both states are texts; `factsWord` gives null only for other values.
  const state = factsWord(QUEUE_STATES, queue.state) ?? ''
  const stateInOrder = factsWord(QUEUE_STATES, order.queueState) ?? ''
  const name = `the queue of ${quoted(queue.targetBranch)}`
  const contradiction = say`What the service says of ${name} contradicts itself: it is ${code(state)}, but its order says ${code(stateInOrder)}.`
  return {
    state,
    branch: queue.targetBranch,
    // In the other mode, `graph`, pull requests are tested in parallel.
    isOrdered: queue['mode'] === 'queue',
    requiredStatuses: wholeList(membersOf(queue['config'])['requiredStatuses'], text),
    entries: entriesOf(order),
    doubts: state === stateInOrder ? [] : [makeDoubt(['queue-state'], contradiction)],
  }
}

/** Batches, then pending entries, then those that await admission; null if one of these lists is not known. */
function entriesOf({ batches, pending, awaitingAdmission, awaitingAdmissionTotal: total }: WireOrder) {
  if (!batches?.every(isBatch) || !pending || !awaitingAdmission || total == null) return null
  return eachNumberOnce([
    // A batch that lists no pull request still holds one.
    ...batches.flatMap(({ pullRequests, state }) =>
      (pullRequests.length > 0 ? pullRequests : [null]).map(item => entryOf(item, state)),
    ),
    ...pending.map(item => entryOf(membersOf(item)['pullRequest'], 'pending')),
    ...awaitingAdmission.map(item => entryOf(item, 'pending')),
    // Entries that are counted but not listed may be any pull request's.
    ...Array.from({ length: Math.max(0, total - awaitingAdmission.length) }, () => entryOf(null, 'pending')),
  ])
}

/** An item that can't be read is an entry without a number, which may be any pull request's. */
function entryOf(item: unknown, batchState: unknown): QueueEntry {
  const members = membersOf(item)
  const state = factsWord(PULL_REQUEST_STATES, batchState)
  return { number: number(members['number']), title: text(members['title']), state, stateChangedAt: null }
}

/** A pull request both in a batch and in its bisection counts once, as live if one of its entries is live. */
function eachNumberOnce(entries: readonly QueueEntry[]): QueueEntry[] {
  // An entry without a number equals no other.
  const sameNumber = [...Map.groupBy(entries, entry => entry.number ?? entry).values()]
  return sameNumber.flatMap(same => same.find(isLive) ?? same.slice(0, 1))
}

/** The id of the run that tests a pull request: the run of the first batch with it, bisections left out. */
export function runIdIn(order: WireOrder | null, number: number): string | null {
  const batches = order?.batches
  // A batch that can't be read may be the first one with it.
  if (!batches?.every(isBatch)) return null
  const holds = (items: readonly unknown[]) => items.some(item => membersOf(item)['number'] === number)
  const batch = batches.find(each => each.isBisection !== true && holds(each.pullRequests))
  // A batch that does not say `isBisection` may be a bisection.
  return batch?.isBisection === false ? (batch.verificationRunId ?? null) : null
}
