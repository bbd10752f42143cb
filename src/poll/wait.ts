import type { Clock } from '../clock.ts'
import type { Read } from '../facts/conditions.ts'
import { FACT_OF, type Facts, type Failure, type GitHubReading, NOTHING_ASKED } from '../facts/facts.ts'
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
  github: GitHubReading,
  patience: Patience,
  world: WaitWorld,
): Promise<Decision> {
  const { clock, random, signal } = world
  const deadline = clock.now() + patience.timeoutMs
  const narrator = createNarrator(clock, question.context, world.onProgress)
  const wait: Wait = { polls: 0, latest: null, complete: null }
  const spread = random()
  try {
    for (let known: Known = { github }; ; known = listIn(wait.latest)) {
      const facts = await before(deadline, world, until => gatherFacts(question, sources, known, until))
      if (facts === null) return timeIsOver(wait, question, requirements, narrator)
      const verdict = conclude(facts, question.context, requirements)
      wait.polls++
      wait.latest = { facts, verdict }
      if (isComplete(verdict)) wait.complete = wait.latest
      narrator.news(facts)
      if (isFinal(verdict)) return decision(wait.latest, wait, narrator)
      narrator.waits(verdict)

      const wanted = interval(wait.polls, patience.pollIntervalMs, random())
      const delay = pause(wanted, deadline - clock.now(), patience.timeoutMs, spread)
      if (delay === null) return timeIsOver(wait, question, requirements, narrator)
      world.onWait?.(facts)
      await clock.sleep(delay, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = wait.latest ?? { facts: { ...NOTHING_ASKED, github }, verdict: null }
    return decision({ facts, verdict: cancelled(verdict) }, wait, narrator)
  }
}

/** The list of quarantined tests is read once; one that an outage kept back is read again. */
function listIn(poll: Poll | null): Known {
  const reading = poll?.facts.quarantinedTests
  return reading?.kind === 'read' && !reading.failure ? { quarantinedTests: reading } : {}
}

/** The wait ran out: the latest poll decides, or the last complete one where an outage spoilt that. */
function timeIsOver(wait: Wait, question: Question, requirements: Requirements, narrator: Narrator): Decision {
  const { latest, complete } = wait
  const decisive =
    latest && isComplete(latest.verdict) ? latest : (complete ?? latest ?? cutOff(question, requirements))
  return { ...decision(decisive, wait, narrator), timedOut: true }
}

/** The only poll, which the deadline cut off: to the step it is an outage. */
function cutOff({ reads, context, files }: Question, requirements: Requirements): Poll {
  const failure: Failure = {
    code: 'service-unavailable',
    message: 'The wait ran out before the service answered.',
    remedy: 'Raise `wait-timeout`, or run the job again when the service is back.',
    outage: true,
  }
  const failed = (read: Read) => [FACT_OF[read], { kind: 'failed', failure }] as const
  const facts: Facts = { ...NOTHING_ASKED, ...files?.facts, ...Object.fromEntries(reads.map(failed)) }
  return { facts, verdict: conclude(facts, context, requirements) }
}

function decision({ facts, verdict }: Poll, { polls }: Wait, { timeline }: Narrator): Decision {
  return { verdict, facts, timeline, polls: Math.max(1, polls), timedOut: false }
}

/** What `act` gives; null where the deadline came first. */
async function before<T>(
  deadline: number,
  { clock, signal }: WaitWorld,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const over = new AbortController()
  const done = new AbortController()
  clock.sleep(deadline - clock.now(), done.signal).then(
    () => over.abort(new Error('the wait is over')),
    () => {},
  )
  try {
    return await act(AbortSignal.any([signal, over.signal]))
  } catch (error) {
    if (signal.aborted || !over.signal.aborted) throw error
    return null
  } finally {
    done.abort()
  }
}
