import * as z from 'zod/mini'
import { isFailed, NOT_ASKED, PULL_REQUEST_STATES, valueIn } from '../../facts/facts.ts'
import type { Blocker, Explanation, ExplanationRead } from '../../facts/source.ts'
import { readDocument } from '../../text/outside.ts'
import { membersOf, text } from '../members.ts'
import { readingOf } from '../reading.ts'
import { blockersIn, explainHistory, type Transition } from '../removal.ts'
import { getNewestRun } from './test-run.ts'
import { factsWord, type Get, listOf, optionalText, type WireOrder, type WirePullRequest } from './wire.ts'

const transition = z.looseObject({ pullRequestId: optionalText, state: optionalText })

/** The answers of the last poll that an explanation needs; null for one that was not asked for, or did not come. */
export interface PollAnswers {
  pullRequest: WirePullRequest | null
  order: WireOrder | null
}

/** Reads the newest run and the history. The history tells how the pull request left, and whom it waits for. */
export async function explain(get: Get, needs: readonly ExplanationRead[], answers: PollAnswers): Promise<Explanation> {
  const { pullRequest, order } = answers
  if (pullRequest === null) return {}
  const { id, number, queueEntry } = pullRequest
  const [history, testRun] = await Promise.all([
    needs.includes('history') ? readingOf(getHistory(get, id)) : NOT_ASKED,
    needs.includes('test-run') ? readingOf(getNewestRun(get, id)) : NOT_ASKED,
  ])
  if (history === undefined) return { testRun }
  const explanation = explainHistory(valueIn(history) ?? [], factsWord(PULL_REQUEST_STATES, queueEntry?.state))
  const blockers = [...blockersOf(number, order), ...(valueIn(explanation.blockers) ?? [])]
  return {
    ...(isFailed(history) ? { removal: history, removalCount: history } : explanation),
    blockers: { value: [...new Map(blockers.map(each => [each.number, each])).values()] },
    testRun,
  }
}

/** The transitions of a pull request's entry, newest first. */
async function getHistory(get: Get, id: string): Promise<Transition[] | null> {
  const query = { direction: 'newest', limit: '100' }
  const rows = await get(
    { operation: 'pull-requests/{id}/queue-entry-history', id, query },
    json => readDocument(listOf(transition), json).data,
  )
  return rows?.filter(({ pullRequestId }) => (pullRequestId ?? id) === id).map(transitionOf) ?? null
}

function transitionOf({ state, reason, actor, changedAt, ...members }: z.output<typeof transition>): Transition {
  const [failed, held, passed] = [members['failed'], members['pendingFailure'], members['testsPassed']].map(membersOf)
  const details = { ...passed, ...held, ...failed, reason, actor }
  return { state: factsWord(PULL_REQUEST_STATES, state), at: text(changedAt), details }
}

/** The failing entries that hold a pending pull request, as the service lists them beside it in the queue's order. */
function blockersOf(number: number, order: WireOrder | null): Blocker[] {
  const entry = order?.pending?.map(membersOf).find(item => membersOf(item['pullRequest'])['number'] === number)
  return blockersIn(entry?.['heldBy'])
}
