import type { Facts } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { since } from '../../facts/time.ts'

/** The live entry that has been longest in its state, for those who watch a whole queue; null where no time is known. */
export function stuckLongest({ queue }: Facts, now: number) {
  if (queue.kind !== 'read') return null
  const waiting = (queue.value.entries ?? []).filter(isLive).flatMap(entry => {
    const ms = since(entry.stateChangedAt, now)
    return ms === null || entry.number === null ? [] : [{ number: entry.number, state: entry.state, ms }]
  })
  return waiting.toSorted((a, b) => b.ms - a.ms || a.number - b.number)[0] ?? null
}
