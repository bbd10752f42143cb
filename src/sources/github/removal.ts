import type { Removal } from '../../facts/facts.ts'
import type { QueueEvent } from './standing.ts'

export type RemovedEvent = Extract<QueueEvent, { kind: 'removed' }>

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
  ['BRANCH_PROTECTIONS', 'provider-refused'],
  ['QUEUE_CLEARED', 'queue-changed'],
  ['ROLL_BACK', 'queue-changed'],
] as const)

export function reasonOf(text: string | null): Removal['reason'] {
  return (text !== null && REASONS.get(text)) || 'other'
}

export function removalOf({ reason: text, at, actor }: RemovedEvent): Removal {
  const reason = reasonOf(text)
  // A person is only possible, because a machine can act in a person's name.
  return { reason, text, actor, at, failedChecks: [], certainty: reason === 'by-person' ? 'possible' : 'certain' }
}

/** The state of a pull request that is out of the queue and not merged. */
export function stateAfter({ reason }: RemovedEvent): string {
  const why = reasonOf(reason)
  return why === 'checks-failed' || why === 'timed-out' || why === 'conflict' ? 'failed' : 'cancelled'
}
