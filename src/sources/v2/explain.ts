import { isFailed, PULL_REQUEST_STATES, UNASKED, valueIn } from '../../facts/facts.ts'
import type { Blocker, Explanation, Need } from '../../facts/source.ts'
import { membersOf, readingOf, text } from '../reading.ts'
import { blockersIn, explainedBy, type Transition } from '../removal.ts'
import { inFacts, testRunOf } from './answers.ts'
import {
  type Get,
  readHistory,
  readNewestRun,
  type WireOrder,
  type WirePullRequest,
  type WireTransition,
} from './wire.ts'

/** What the last poll has read that an explanation is looked up by. */
export interface Seen {
  row: WirePullRequest | null
  order: WireOrder | null
}

/** The history says how it left and whom it waits for; the newest run is shown where the queue names none. */
export async function explain(get: Get, needs: readonly Need[], { row, order }: Seen): Promise<Explanation> {
  if (row === null) return {}
  const { id } = row
  const [history, run] = await Promise.all([
    needs.includes('history') ? readingOf(get(historyOf(id), readHistory)) : UNASKED,
    needs.includes('run') ? readingOf(newestRun(get, id)) : UNASKED,
  ])
  if (history === undefined) return { run }
  const own = (valueIn(history) ?? []).filter(({ pullRequestId }) => (pullRequestId ?? id) === id)
  const told = explainedBy(own.map(transitionOf), inFacts(PULL_REQUEST_STATES, row.queueEntry?.state), null)
  const blockers = [...holdersOf(order, row.number), ...(valueIn(told.blockers) ?? [])]
  return {
    ...(isFailed(history) ? { removal: history, removalCount: history } : told),
    blockers: { value: [...new Map(blockers.map(each => [each.number, each])).values()] },
    run,
  }
}

function historyOf(id: string) {
  return { operation: 'pull-requests/{id}/queue-entry-history', id, query: { direction: 'newest', limit: '100' } }
}

async function newestRun(get: Get, id: string) {
  const wire = await get({ operation: 'pull-requests/{id}/verification-runs', id }, readNewestRun)
  return wire && testRunOf(wire.id, wire)
}

function transitionOf({ state, reason, actor, changedAt, ...parts }: WireTransition): Transition {
  const [failed, held, passed] = [parts['failed'], parts['pendingFailure'], parts['testsPassed']].map(membersOf)
  return {
    state: inFacts(PULL_REQUEST_STATES, state),
    at: text(changedAt),
    details: { ...passed, ...held, ...failed, reason, actor },
  }
}

/** The failing entries that hold a pending pull request. */
function holdersOf(order: WireOrder | null, number: number): Blocker[] {
  const entry = order?.pending?.map(membersOf).find(item => membersOf(item['pullRequest'])['number'] === number)
  return blockersIn(entry?.['heldBy'])
}
