import { isOver, PULL_REQUEST_STATES, type Removal } from '../../facts/facts.ts'
import { isFailed, type Reading, valueIn } from '../../facts/reading.ts'
import type { Blocker, Explanation, Need } from '../../facts/source.ts'
import { encoded } from '../../http/transport.ts'
import { list, membersOf, number, text } from '../members.ts'
import { readingOf } from '../reading.ts'
import { blockReason, type Culprit, removalOf } from '../removal.ts'
import { blockersIn, holdersOf } from './queue.ts'
import { type Get, readHistory, readNewestRun, type Seen, type WireTransition } from './rows.ts'
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

/**
 * How a pull request left the queue: the newest transition out of it. Null if that transition did not lead to the state
 * that the pull request has now.
 *
 * @param history newest first
 */
function lastRemoval(history: readonly WireTransition[], state: string | null): Removal | null {
  const last = history.find(each => isOver(inFacts(PULL_REQUEST_STATES, each.state)))
  if (!last || inFacts(PULL_REQUEST_STATES, last.state) !== state) return null
  const failed = membersOf(last['failed'])
  const { gitHubLogin, trunkUserId } = membersOf(last['actor'])
  return removalOf({
    word: text(last['reason']),
    actor: text(gitHubLogin) ?? text(trunkUserId),
    at: text(last['changedAt']),
    failedChecks: list(failed['failureCausingChecks'], checkOf) ?? [],
    culprit: culpritOf(failed['conflictCulprit']),
    blockReasons: list(failed['blockReasons'], each => blockReason(membersOf(each))) ?? [],
    providerText: text(failed['apiFailureMessage']),
  })
}

/** How often it left without a merge, as far as the history goes. */
function removalsIn(history: readonly WireTransition[]): number {
  return history.filter(({ state }) => state === 'failed' || state === 'cancelled').length
}

function checkOf(item: unknown): Removal['failedChecks'][number] | null {
  const { name, url, conclusion } = membersOf(item)
  const word = text(conclusion)?.toLowerCase()
  return typeof name === 'string' ? { name, url: text(url), ...(word !== undefined && { word }) } : null
}

const CULPRITS: Readonly<Record<string, Culprit['kind']>> = {
  queuePullRequest: 'pull-request',
  baseBranch: 'base-branch',
  stackedPullRequest: 'stack',
}

function culpritOf(value: unknown): Culprit | null {
  const { kind, number: named, url } = membersOf(value)
  const known = typeof kind === 'string' && Object.hasOwn(CULPRITS, kind) ? CULPRITS[kind] : undefined
  return known === undefined ? null : { kind: known, number: number(named), url: text(url) }
}

/** Those that a pull request waits for, by its newest transition. */
function waitingFor([newest]: readonly WireTransition[]): Blocker[] {
  const details = [newest?.['pendingFailure'], newest?.['testsPassed']].map(membersOf)
  return details.flatMap(each => blockersIn(each['waitingFor']))
}
