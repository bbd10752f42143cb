import type { QueueActivity } from '../../facts/context.ts'
import { isFailed, valueIn } from '../../facts/reading.ts'
import type { GitHubRead } from '../../github/client.ts'
import { timeOf } from '../../text/time.ts'
import type { QueueEvent, Standing } from './standing.ts'

/** The removal of a pull request that was closed in the queue: GitHub is not asked when that was. */
const CLOSED: QueueEvent = { kind: 'removed', at: null, reason: 'closed', actor: null, group: null }

/**
 * The queue's last event. A removal that started the run is the last event where the list does not show a later one,
 * because the list lags.
 */
export function lastEvent(standing: Standing, activity: QueueActivity | null): GitHubRead<QueueEvent | null> {
  const { events, entry, merged, state } = standing
  if (isFailed(events)) return events
  const latest = events.value.at(-1) ?? null
  const isClosed = valueIn(state) === 'CLOSED' && valueIn(merged) !== true
  if (latest?.kind === 'added' && isClosed) return { value: CLOSED }
  const at = timeOf(activity?.at ?? null)
  const isNews = activity?.action === 'dequeued' && at !== null && (timeOf(latest?.at ?? null) ?? 0) < at
  if (valueIn(entry) !== null || !isNews) return { value: latest }
  return { value: { kind: 'removed', at: activity.at, reason: activity.reason, actor: null, group: null } }
}

export function lastAddition({ events }: Standing): QueueEvent | null {
  return valueIn(events)?.findLast(({ kind }) => kind === 'added') ?? null
}
