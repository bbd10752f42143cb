import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { code, quoted, say } from '../message.ts'
import { type Reason, reason } from './reasons.ts'
import { queueIn, testRunIn } from './subject.ts'

/** `required` where the queue itself waits for a status of this name, `unknown` where it could not be asked. */
export type OwnStatus = 'free' | 'required' | 'unknown'

/**
 * Holds the name of the step's own status against what the queue requires. A step that set such a status would decide
 * what it is there to report. GitHub doesn't tell letter cases apart in these names.
 */
export function ownStatus(facts: Facts, context: RunContext, name: string): OwnStatus {
  const queue = queueIn(facts, context)
  const required = [...(queue?.requiredStatuses ?? []), ...(testRunIn(facts, context)?.requiredStatuses ?? [])]
  if (required.some(each => each.trim().toLowerCase() === name.toLowerCase())) return 'required'
  // A branch without a queue requires nothing.
  if (facts.queue.kind === 'absent') return 'free'
  return queue && queue.requiredStatuses !== null ? 'free' : 'unknown'
}

export function requiredByQueue(name: string): Reason {
  return reason(
    'bad-input',
    null,
    say`Input ${code('status-context')}: the queue itself requires a status named ${quoted(name)}, so the step would decide what it reports.`,
    say`Choose another name, such as ${code('merge-queue-gate')}.`,
  )
}
