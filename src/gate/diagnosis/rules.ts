import { type Message, quoted, say } from '../../message.ts'
import { type Case, namesInCode } from './case.ts'

/**
 * A sentence for each difference between the rulesets of the target branch and what the queue requires. They never
 * decide: a workflow's token can't read branch protection, which may require more than the rulesets.
 */
export function notesOnRules({ facts, context, queue, run }: Case): Message[] {
  const { rules } = facts
  const branch = quoted(context.targetBranch?.value ?? '')
  if (rules.kind === 'failed')
    return [say`What the rulesets of ${branch} require is not known: ${rules.failure.message}.`]
  if (rules.kind !== 'read') return []
  const byQueue = queue?.requiredStatuses ?? run?.requiredStatuses ?? null
  if (byQueue === null) return []
  const byRules = rules.value.map(({ name }) => name)
  const unqueued = without(byRules, byQueue)
  const unruled = without(byQueue, byRules)
  if (byRules.length === 0 && unruled.length > 0) {
    return [`No ruleset of ${branch} requires a check, and what its branch protection requires ${UNREAD}.`]
  }
  const byRulesAlone = say`The rulesets of ${branch} require ${namesInCode(unqueued)}, which the queue does not: GitHub may refuse the merge although the queue's tests passed.`
  const byQueueAlone = say`The queue requires ${namesInCode(unruled)}, which no ruleset of ${branch} does; what its branch protection requires ${UNREAD}.`
  return [...(unqueued.length === 0 ? [] : [byRulesAlone]), ...(unruled.length === 0 ? [] : [byQueueAlone])]
}

const UNREAD = "can't be read with a workflow's token"

/** The names that the others don't hold, each once, in order. */
function without(names: readonly string[], others: readonly string[]): string[] {
  return [...new Set(names)].filter(name => !others.includes(name)).toSorted()
}
