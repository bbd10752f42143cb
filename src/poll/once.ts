import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import { conclude, type Requirements } from '../gate/conclusion.ts'
import { type Decision, withoutPoll } from '../gate/decision.ts'
import { cancelled } from '../gate/early-end.ts'
import { gatherFacts, type Question, type Sources } from './gather.ts'

/**
 * Polls once. On cancellation it comes back with what was known before.
 *
 * @param github what GitHub said when it was asked for the target branch
 */
export async function pollOnce(
  question: Question,
  sources: Sources,
  requirements: Requirements,
  github: Facts['github'],
  signal: AbortSignal,
): Promise<Decision> {
  try {
    const facts = await gatherFacts(question, sources, { github }, signal)
    return { ...withoutPoll(conclude(facts, question.context, requirements)), facts, polls: 1 }
  } catch (error) {
    if (!signal.aborted) throw error
    return { ...withoutPoll(cancelled(null)), facts: { ...NOTHING_ASKED, github }, polls: 1 }
  }
}
