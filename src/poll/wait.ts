import type { Clock } from '../clock.ts'
import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import { conclude, type Requirements, type Verdict } from '../gate/conclusion.ts'
import type { Decision } from '../gate/decision.ts'
import { cancelled } from '../gate/early-end.ts'
import { interval, isComplete, isFinal, pause } from '../gate/waiting.ts'
import { gatherFacts, type Known, type Question, type Sources } from './gather.ts'
import { createNarrator, type Narrator } from './narrator.ts'

/** How long to wait, and how often to poll. */
export interface Patience {
  /** `wait-timeout` in milliseconds. */
  timeoutMs: number
  /** `poll-interval` in milliseconds. */
  pollIntervalMs: number
}

/** What a wait takes from the world, and whom it tells. */
export interface WaitWorld {
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  /** Aborts on cancellation. */
  signal: AbortSignal
  onProgress: (line: string) => void
  /** Called after each poll that another one follows. */
  onWait?: (facts: Facts) => void
}

/** One poll: everything that was read, and the verdict on that alone. */
interface Poll {
  facts: Facts
  verdict: Verdict
}

/** What a wait has come to so far. */
interface Wait {
  /** Polls that ended. */
  polls: number
  latest: Poll | null
  /** The last poll that no outage spoilt. */
  complete: Poll | null
}

/**
 * Polls at once, then again until every condition holds, one can't hold any more, or the time is over. Each poll is one
 * picture: nothing older decides, but that an outage at the deadline lets the last complete poll stand in. On
 * cancellation it comes back with what is known by then.
 *
 * @param github what GitHub said when it was asked for the target branch; it counts for the first poll only
 */
export async function pollUntilDecided(
  question: Question,
  sources: Sources,
  requirements: Requirements,
  github: Facts['github'],
  patience: Patience,
  world: WaitWorld,
): Promise<Decision> {
  const { clock, random, signal } = world
  const deadline = clock.now() + patience.timeoutMs
  const narrator = createNarrator(clock, question.context, world.onProgress)
  const wait: Wait = { polls: 0, latest: null, complete: null }
  const spread = random()
  const over = new AbortController()
  const done = new AbortController()
  clock.sleep(patience.timeoutMs, done.signal).then(
    () => over.abort(new Error('the wait is over')),
    () => {},
  )
  try {
    for (let known: Known = { github }; ; known = listIn(wait.latest)) {
      const facts = await gatherFacts(question, sources, known, signal, over.signal)
      const poll = { facts, verdict: conclude(facts, question.context, requirements) }
      if (over.signal.aborted) return timeIsOver(poll, wait, narrator)
      wait.polls++
      wait.latest = poll
      if (isComplete(poll.verdict)) wait.complete = poll
      narrator.news(facts)
      if (isFinal(poll.verdict)) return decision(poll, wait, narrator)
      narrator.waits(poll.verdict)

      const wanted = interval(wait.polls, patience.pollIntervalMs, random())
      const delay = pause(wanted, deadline - clock.now(), patience.timeoutMs, spread)
      if (delay === null) return timeIsOver(poll, wait, narrator)
      world.onWait?.(facts)
      await clock.sleep(delay, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = wait.latest ?? { facts: { ...NOTHING_ASKED, github }, verdict: null }
    return decision({ facts, verdict: cancelled(verdict) }, wait, narrator)
  } finally {
    done.abort()
  }
}

/** The list of quarantined tests is read once; one that an outage kept back is read again. */
function listIn(poll: Poll | null): Known {
  const reading = poll?.facts.quarantinedTests
  return reading?.kind === 'read' && !reading.failure ? { quarantinedTests: reading } : {}
}

/**
 * The wait ran out. The last poll decides, also one that the deadline cut off in the middle; where an outage spoilt it,
 * the last complete one does. What nothing but an outage is left of says less than any poll before.
 */
function timeIsOver(last: Poll, wait: Wait, narrator: Narrator): Decision {
  const { latest, complete } = wait
  const counts = isComplete(last.verdict) || isFinal(last.verdict)
  const saysNothing = last.verdict.conditions.every(({ outage }) => outage)
  const decisive = counts ? last : (complete ?? (saysNothing ? (latest ?? last) : last))
  return { ...decision(decisive, wait, narrator), timedOut: decisive.verdict.conclusion !== 'passed' }
}

function decision({ facts, verdict }: Poll, { polls }: Wait, { timeline }: Narrator): Decision {
  return { verdict, facts, timeline, polls: Math.max(1, polls), timedOut: false }
}
