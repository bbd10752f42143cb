import { isFailed, isOver, PULL_REQUEST_STATES, type Reading, type Removal, valueIn } from '../../facts/facts.ts'
import type { Blocker, Explanation, Need } from '../../facts/source.ts'
import { encoded } from '../../http/transport.ts'
import { blockersIn, membersOf, text } from '../members.ts'
import { readingOf } from '../reading.ts'
import { removalOf } from '../removal.ts'
import { testRunOf } from './answers.ts'
import {
  type Get,
  inFacts,
  readHistory,
  readNewestRun,
  type Seen,
  type WireOrder,
  type WireTransition,
} from './wire.ts'

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
  const transitions = (valueIn(history) ?? []).filter(
    each => each.pullRequestId == null || each.pullRequestId === row.id,
  )
  const removal = lastRemoval(transitions, state)
  const blockers = [...(order === null ? [] : holdersOf(order, row.number)), ...waitingFor(transitions)]
  return {
    ...(needs.includes('removal') && { removal: orFailed(history, removal) }),
    ...(needs.includes('removalCount') && { removalCount: orFailed(history, removalsIn(transitions)) }),
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

/**
 * How a pull request left the queue: the newest transition out of it. Null if that transition did not lead to the state
 * that the pull request has now.
 *
 * @param history newest first
 */
function lastRemoval(history: readonly WireTransition[], state: string | null): Removal | null {
  const last = history.find(each => isOver(inFacts(PULL_REQUEST_STATES, each.state)))
  if (!last || inFacts(PULL_REQUEST_STATES, last.state) !== state) return null
  const { gitHubLogin, trunkUserId } = membersOf(last['actor'])
  const actor = text(gitHubLogin) ?? text(trunkUserId)
  return removalOf(text(last['reason']), actor, text(last['changedAt']), membersOf(last['failed']))
}

/** How often it left without a merge, as far as the history goes. */
function removalsIn(history: readonly WireTransition[]): number {
  return history.filter(({ state }) => state === 'failed' || state === 'cancelled').length
}

/** Those that a pull request waits for, by its newest transition. */
function waitingFor([newest]: readonly WireTransition[]): Blocker[] {
  const details = [newest?.['pendingFailure'], newest?.['testsPassed']].map(membersOf)
  return details.flatMap(each => blockersIn(each['waitingFor']))
}

/** The failing entries that hold a pending pull request. */
function holdersOf({ pending }: WireOrder, number: number): Blocker[] {
  const entry = pending?.map(membersOf).find(item => membersOf(item['pullRequest'])['number'] === number)
  return blockersIn(entry?.['heldBy'])
}
