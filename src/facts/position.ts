import { isOver, type Queue, type QueueEntry } from './facts.ts'

/** Place of a pull request in the list of the queue, from 1; null where it is not listed or there is no line. */
export function positionOf(queue: Queue, number: number): number | null {
  if (!queue.ordered) return null
  const entries = queue.entries ?? []
  // One that was submitted again can stand beside its ended episode.
  const live = entries.findIndex(entry => entry.number === number && isLive(entry))
  const at = live === -1 ? entries.findIndex(entry => entry.number === number) : live
  return at === -1 ? null : at + 1
}

/** Of an entry that was not read at all nobody knows if it is enqueued. */
export function isReadable({ number, state }: QueueEntry): boolean {
  return number !== null || state !== null
}

/** An entry counts as long as nobody can tell that its episode is over. */
export function isLive(entry: QueueEntry): boolean {
  return !isOver(entry.state)
}
