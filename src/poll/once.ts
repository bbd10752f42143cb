import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import { conclude, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { cancelled } from '../gate/early-end.ts'
import { gatherFacts, type Question, type Sources } from './gather.ts'

/** Something that changed during a wait. */
export interface Moment {
  /** Milliseconds since the first asking. */
  elapsedMs: number
  what: string
}

/** What asking came to, once or until it was decided. */
export interface Decision {
  verdict: Verdict
  facts: Facts
  /** Empty where the step asked once. */
  timeline: Moment[]
  /** The first one included. */
  askings: number
  /** Whether the wait ran out. */
  timedOut: boolean
}

/** Asks once. On cancellation it comes back with what was known before. */
export async function askOnce(
  question: Question,
  sources: Sources,
  requirements: Requirements,
  signal: AbortSignal,
): Promise<Decision> {
  try {
    const facts = await gatherFacts(question, sources, signal)
    return { ...once(), verdict: conclude(facts, question.context, requirements), facts }
  } catch (error) {
    if (!signal.aborted) throw error
    return { ...once(), verdict: cancelled(null), facts: { ...NOTHING_ASKED, github: question.github } }
  }
}

function once(): Pick<Decision, 'timeline' | 'askings' | 'timedOut'> {
  return { timeline: [], askings: 1, timedOut: false }
}
