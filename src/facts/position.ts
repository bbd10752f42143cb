import { isOver, type Queue, type QueueEntry } from './facts.ts'

/** Place of a pull request in the queue's list, from 1; null if it is not listed, or positions are not defined. */
export function positionOf(queue: Queue, number: number): number | null {
  if (!queue.ordered) return null
  const entries = queue.entries ?? []
  // A pull request that was submitted again can also be listed with its earlier stay, which is over.
  const live = entries.findIndex(entry => entry.number === number && isLive(entry))
  const at = live === -1 ? entries.findIndex(entry => entry.number === number) : live
  return at === -1 ? null : at + 1
}

/** True unless the entry is known to have left the queue. */
export function isLive(entry: QueueEntry): boolean {
  return !isOver(entry.state)
}
