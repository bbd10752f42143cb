import type { Blocker, Explanation, Need } from '../../facts/explanation.ts'
import { PULL_REQUEST_STATES } from '../../facts/facts.ts'
import { isFailed, type Reading, valueIn } from '../../facts/reading.ts'
import { encoded } from '../../http/transport.ts'
import { readingOf } from '../reading.ts'
import type { Get, Seen } from './get.ts'
import { lastRemoval, removalsIn, waitingFor } from './history.ts'
import { holdersOf } from './queue.ts'
import { readHistory, readNewestRun, type WireTransition } from './rows.ts'
import { testRunOf } from './test-run.ts'
import { inFacts } from './words.ts'

/** The history says how it left and whom it waits for; the newest run is shown where the queue names none. */
export async function explain(
  get: Get,
  needs: readonly Need[],
  { row, order }: Seen,
  signal: AbortSignal,
): Promise<Explanation> {
  if (row === null) return {}
  const asksHistory = needs.some(need => need === 'removal' || need === 'removalCount' || need === 'blockers')
  const [history, run] = await Promise.all([
    asksHistory ? readingOf(historyOf(get, row.id, signal)) : undefined,
    needs.includes('run') ? readingOf(newestRun(get, row.id, signal)) : undefined,
  ])
  const state = inFacts(PULL_REQUEST_STATES, row.queueEntry?.state)
  const own = (valueIn(history) ?? []).filter(each => each.pullRequestId == null || each.pullRequestId === row.id)
  const removal = lastRemoval(own, state)
  const blockers = [...(order === null ? [] : holdersOf(order, row.number)), ...waitingFor(own)]
  return {
    ...(needs.includes('removal') && { removal: orFailed(history, removal) }),
    ...(needs.includes('removalCount') && { removalCount: orFailed(history, removalsIn(own)) }),
    ...(needs.includes('blockers') && { blockers: { value: distinct(blockers) } }),
    run,
  }
}

function orFailed<T>(history: Reading<WireTransition[]> | undefined, value: T | null): Reading<T> {
  if (isFailed(history)) return history
  return value === null ? { absent: true } : { value }
}

function historyOf(get: Get, id: string, signal: AbortSignal) {
  const path = `pull-requests/${encoded(id)}/queue-entry-history?direction=newest&limit=100`
  return get('pull-requests/{id}/queue-entry-history', path, readHistory, signal)
}

async function newestRun(get: Get, id: string, signal: AbortSignal) {
  const path = `pull-requests/${encoded(id)}/verification-runs`
  const wire = await get('pull-requests/{id}/verification-runs', path, readNewestRun, signal)
  return wire && testRunOf(wire.id, wire)
}

function distinct(blockers: readonly Blocker[]): Blocker[] {
  return [...new Map(blockers.map(each => [each.number, each])).values()]
}
