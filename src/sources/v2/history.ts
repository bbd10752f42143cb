import type { Blocker } from '../../facts/explanation.ts'
import { isOver, PULL_REQUEST_STATES, type Removal } from '../../facts/facts.ts'
import { list, membersOf, number, text } from '../members.ts'
import { blockReason, type Culprit, removalOf } from '../removal.ts'
import { blockersIn } from './queue.ts'
import type { WireTransition } from './rows.ts'
import { inFacts } from './words.ts'

/**
 * How a pull request left the queue: the newest transition out of it. Null if that transition did not lead to the state
 * that the pull request has now.
 *
 * @param history newest first
 */
export function lastRemoval(history: readonly WireTransition[], state: string | null): Removal | null {
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
export function removalsIn(history: readonly WireTransition[]): number {
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
export function waitingFor([newest]: readonly WireTransition[]): Blocker[] {
  const details = [newest?.['pendingFailure'], newest?.['testsPassed']].map(membersOf)
  return details.flatMap(each => blockersIn(each['waitingFor']))
}
