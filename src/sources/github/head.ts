import type { QueueActivity } from '../../facts/context.ts'
import { type Doubt, doubtOn } from '../../facts/facts.ts'
import { isRead, valueIn } from '../../facts/reading.ts'
import { timeOf } from '../../text/time.ts'
import { lastAddition } from './episode.ts'
import type { Standing } from './standing.ts'

/**
 * The doubt whether the tested group holds the head: a push came after the addition to the queue, or no list proves
 * that none did.
 */
export function ofHead(standing: Standing, number: number, activity: QueueActivity | null): Doubt | null {
  const { entry, merged, headSha, pushes } = standing
  if (valueIn(entry) === null && valueIn(merged) !== true) return null
  const since = timeOf(valueIn(entry)?.enqueuedAt ?? lastAddition(standing)?.at ?? null)
  const at = timeOf(activity?.at ?? null)
  const isPushed = activity?.action === 'synchronize' && (since === null || at === null || at >= since)
  const listed = valueIn(pushes)?.events ?? []
  const added = listed.findLastIndex(({ kind }) => kind === 'added')
  // A pull request that never was in the queue was merged without it.
  if (added === -1 && valueIn(entry) === null && isRead(pushes) && !pushes.value.isCut) return null
  const isProven = isRead(headSha) && added !== -1 && listed.slice(added).every(({ kind }) => kind !== 'pushed')
  if (isProven && !isPushed) return null
  const message = `#${number} was pushed to after it was added to the queue, or GitHub does not show yet that it was not, so what the queue tests may not hold the newest commit.`
  return doubtOn(['head'], message, 'stale-head')
}
