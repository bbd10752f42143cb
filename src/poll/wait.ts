import { type Facts, failedReads } from '../facts/facts.ts'
import { isFailed } from '../facts/reading.ts'
import { conclude, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { cancelled, type Decision, type Moment } from '../gate/decision.ts'
import { interval, isComplete, isFinal, leftUnconfirmed, type NextPoll, nextPoll } from '../gate/waiting.ts'
import { abortAfter, type Clock, WaitOver } from '../runner/clock.ts'
import { asText } from '../text/message.ts'
import { gatherFacts, type Known, type Question, type Sources } from './gather.ts'
import { createNarrator } from './narrator.ts'

interface Patience {
  timeoutMs: number
  pollIntervalMs: number
}

interface WaitWorld {
  clock: Clock
  random: () => number
  signal: AbortSignal
  onProgress: (line: string) => void
}

interface Poll {
  /** The end of the poll by the monotonic clock, in milliseconds. */
  at: number
  facts: Facts
  verdict: Verdict
  /** False if the next poll has to confirm this one. */
  isConfirmed: boolean
}

interface Wait {
  polls: number
  latest: Poll | null
  /** The last poll without an outage. */
  complete: Poll | null
  /** A poll found a condition unmet, so no outage at the end lets the step succeed. */
  isRefuted: boolean
  timeline: Moment[]
}

/**
 * Polls at once, then again until no further poll can help or the time is over. Each poll is judged by its own facts;
 * only after an outage do earlier findings count. On cancellation it returns the facts so far.
 *
 * @param github GitHub's answer about the target branch; it counts for the first poll only
 * @param patience null for a single poll
 */
export async function pollUntilDecided(
  question: Question,
  sources: Sources,
  requirements: Requirements,
  github: Facts['github'],
  patience: Patience | null,
  world: WaitWorld,
): Promise<Decision> {
  const { clock, random, signal } = world
  const timeoutMs = patience?.timeoutMs ?? 0
  const deadline = clock.monotonic() + timeoutMs
  const narrator = createNarrator(clock, question.context, world.onProgress)
  const { timeline } = narrator
  const wait: Wait = { polls: 0, latest: null, complete: null, isRefuted: false, timeline }
  const over = abortAfter(clock, timeoutMs, new WaitOver('the wait is over'))
  let isLast = false
  let slowest = 0
  try {
    for (let known: Known = { github }; ; ) {
      const begun = clock.monotonic()
      const previous = wait.latest
      // The deadline doesn't cut off the first poll, or a short wait would see less than a step without a wait.
      const facts = await gatherFacts(
        question,
        sources,
        known,
        previous ? AbortSignal.any([signal, over.signal]) : signal,
      )
      const verdict = conclude(facts, question.context, requirements)
      const isConfirmed = !leftUnconfirmed({ facts, verdict }, previous, question.context, requirements.plan)
      const poll = { facts, verdict, at: clock.monotonic(), isConfirmed }
      // A poll that the deadline cut off says nothing.
      if (previous && over.signal.aborted) return timeIsOver(previous, wait, requirements)
      wait.polls++
      wait.isRefuted ||= verdict.conclusion === 'failed'
      wait.latest = poll
      if (isComplete(verdict, facts)) {
        // A poll that the next one has to confirm must not stand in for a poll with an outage.
        if (isConfirmed) wait.complete = poll
        slowest = Math.max(slowest, clock.monotonic() - begun)
      }
      if (patience === null) return decision(poll, wait)
      if (isConfirmed && isFinal(verdict, facts, requirements.plan)) {
        return decision(poll, wait)
      }
      narrator.tell(facts, verdict)

      const wanted = interval(wait.polls, patience.pollIntervalMs, random())
      const next: NextPoll | null = isLast ? null : nextPoll(wanted, deadline - clock.monotonic(), timeoutMs, slowest)
      if (next === null) return timeIsOver(poll, wait, requirements)
      isLast = next.isLast
      await clock.sleep(next.delay, signal)
      known = listIn(facts)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = wait.latest ?? { facts: { github }, verdict: null }
    return decision({ facts, verdict: cancelled(verdict) }, wait)
  } finally {
    over.stop()
  }
}

/**
 * Asks GitHub for facts that the first poll needs, and asks again as long as there is an outage. Returns the last
 * answer and the rest of the patience.
 */
export async function askUntilAnswered(
  ask: () => Promise<Facts['github']>,
  patience: Patience | null,
  { clock, random, signal, onProgress }: WaitWorld,
): Promise<{ github: Facts['github']; left: Patience | null }> {
  const begun = clock.monotonic()
  let isLast = false
  for (let asked = 1; ; asked++) {
    const github = await ask()
    if (patience === null) return { github, left: null }
    const remaining = patience.timeoutMs - (clock.monotonic() - begun)
    if (!isFailed(github) || !github.failure.outage) {
      return { github, left: { ...patience, timeoutMs: Math.max(0, remaining) } }
    }
    const wanted = interval(asked, patience.pollIntervalMs, random())
    const next: NextPoll | null = isLast ? null : nextPoll(wanted, remaining, patience.timeoutMs, 0)
    // Without the answer, a second poll could know no more than the first one.
    if (next === null) return { github, left: { ...patience, timeoutMs: 0 } }
    if (asked === 1) onProgress(`${asText(github.failure.message)} GitHub is asked again until the wait ends.`)
    isLast = next.isLast
    await clock.sleep(next.delay, signal)
  }
}

/** The list of quarantined tests is read once, and again only after an outage. */
function listIn(facts: Facts): Known {
  const { quarantinedTests } = facts
  return failedReads(facts).some(({ read }) => read === 'quarantined-tests') ? {} : { quarantinedTests }
}

/** The last complete poll decides; if there is none, the last one. */
function timeIsOver(last: Poll, wait: Wait, { onUnavailable }: Requirements): Decision {
  const decisive = wait.complete ?? last
  const isHidden = wait.isRefuted && decisive.verdict.conclusion === 'unknown'
  const verdict: Verdict = isHidden ? { ...decisive.verdict, conclusion: 'failed', succeeds: false } : decisive.verdict
  const poll = { ...decisive, verdict }
  const failure = decisive === last ? undefined : failedReads(last.facts).find(each => each.failure.outage)?.failure
  return {
    ...decision(poll, wait),
    timedOut: poll.verdict.conclusion !== 'passed',
    ...(failure && { outageAtEnd: { failure, lastsMs: last.at - poll.at, isAllowed: onUnavailable === 'warn' } }),
  }
}

function decision({ facts, verdict }: Pick<Poll, 'facts' | 'verdict'>, { polls, timeline }: Wait): Decision {
  return { verdict, facts, timeline, polls: Math.max(1, polls), timedOut: false }
}
