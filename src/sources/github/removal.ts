import type { Removal } from '../../facts/facts.ts'

/** GitHub removed the pull request from the queue, for a merge or without one. */
export interface RemovedEvent {
  kind: 'removed'
  at: string | null
  /** Free text of GitHub's. */
  reason: string | null
  /** Null for a bot, and if it is not known. */
  actor: string | null
  /** The commit of the pull request's merge group; null if none was built, or GitHub does not list the removal yet. */
  group: string | null
}

/** Reasons of a removal: those seen in timelines, and those of the event `dequeued`. */
const REASONS: ReadonlyMap<string, Removal['reason']> = new Map([
  ['failed_checks', 'checks-failed'],
  ['CI_FAILURE', 'checks-failed'],
  ['checks_timed_out', 'timed-out'],
  ['CI_TIMEOUT', 'timed-out'],
  ['merge_conflict', 'conflict'],
  ['git_tree_invalid', 'conflict'],
  ['invalid_merge_commit', 'conflict'],
  ['MERGE_CONFLICT', 'conflict'],
  ['GIT_TREE_INVALID', 'conflict'],
  ['INVALID_MERGE_COMMIT', 'conflict'],
  ['manual', 'by-person'],
  ['MANUAL', 'by-person'],
  ['closed', 'closed'],
  ['merged', 'merged'],
  ['MERGE', 'merged'],
  ['ALREADY_MERGED', 'merged'],
  ['branch_protection_failure', 'provider-refused'],
  ['BRANCH_PROTECTIONS', 'provider-refused'],
  ['QUEUE_CLEARED', 'queue-changed'],
  ['ROLL_BACK', 'queue-changed'],
] as const)

/** Our own word for a removal that GitHub does not list: the pull request was closed. */
export const CLOSED = 'closed'

/** GitHub's word for a removal without a known reason. */
const NO_REASON = 'UNKNOWN_REMOVAL_REASON'

export function reasonOf(text: string | null): Removal['reason'] {
  return (text !== null && REASONS.get(text)) || 'other'
}

export function removalOf({ reason: given, at, actor }: RemovedEvent): Removal {
  const reason = reasonOf(given)
  const text = given === NO_REASON || given === '' || given === CLOSED ? null : given
  // A person is only possible, because a machine can act in a person's name.
  return { reason, text, actor, at, failedChecks: [], certainty: reason === 'by-person' ? 'possible' : 'certain' }
}

/** The state of a pull request that is out of the queue and not merged. */
export function stateAfter({ reason }: RemovedEvent): string {
  const why = reasonOf(reason)
  return why === 'checks-failed' || why === 'timed-out' || why === 'conflict' ? 'failed' : 'cancelled'
}
