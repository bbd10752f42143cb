import { abortAfter, type Clock, WaitOver } from '../clock.ts'
import type { Condition } from '../facts/conditions.ts'
import { FACT_OF, type Facts, failedReads, NOTHING_ASKED } from '../facts/facts.ts'
import { conclude, type Requirements, type Verdict, withEarlier } from '../gate/conclusion.ts'
import { cancelled, type Decision, type Moment } from '../gate/decision.ts'
import type { ConditionVerdict } from '../gate/verdict.ts'
import { interval, isComplete, isFinal, leftUnconfirmed, type NextPoll, nextPoll } from '../gate/waiting.ts'
import { asText } from '../message.ts'
import { gatherFacts, type Known, type Question, type Sources, withoutCutOffs } from './gather.ts'
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
  /** For each condition, the newest finding that no outage hid. */
  judged: Map<Condition, ConditionVerdict>
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
  const judge = (facts: Facts) => conclude(facts, question.context, requirements)
  const narrator = createNarrator(clock, question.context, world.onProgress)
  const { timeline } = narrator
  const wait: Wait = { polls: 0, latest: null, complete: null, judged: new Map(), timeline }
  const over = abortAfter(clock, timeoutMs, new WaitOver('the wait is over'))
  let isLast = false
  let slowest = 0
  try {
    for (let known: Known = { github }; ; ) {
      const begun = clock.monotonic()
      const previous = wait.latest
      // The deadline doesn't cut off the first poll, or a short wait would see less than a step without a wait.
      const facts = await gatherFacts(question, sources, known, signal, previous ? over.signal : undefined)
      const verdict = judge(facts)
      const isConfirmed = !leftUnconfirmed({ facts, verdict }, previous, question.context, requirements.plan)
      const poll = { facts, verdict, at: clock.monotonic(), isConfirmed }
      for (const each of verdict.conditions) if (!each.outage) wait.judged.set(each.condition, each)
      if (previous && over.signal.aborted) return timeIsOver(poll, previous, wait, judge, requirements)
      wait.polls++
      wait.latest = poll
      if (isComplete(verdict, facts)) {
        // A poll that the next one has to confirm must not stand in for a poll with an outage.
        if (isConfirmed) wait.complete = poll
        slowest = Math.max(slowest, clock.monotonic() - begun)
      }
      narrator.news(facts)
      if (patience === null) return decision(poll, wait)
      if (isConfirmed && isFinal(verdict, facts, requirements.plan)) {
        return decision({ facts, verdict: withEarlier(verdict, wait.judged) }, wait)
      }
      narrator.waits(verdict)

      const wanted = interval(wait.polls, patience.pollIntervalMs, random())
      const next: NextPoll | null = isLast ? null : nextPoll(wanted, deadline - clock.monotonic(), timeoutMs, slowest)
      if (next === null) return timeIsOver(poll, poll, wait, judge, requirements)
      isLast = next.isLast
      await clock.sleep(next.delay, signal)
      known = listIn(facts)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = wait.latest ?? { facts: { ...NOTHING_ASKED, github }, verdict: null }
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
    if (github.kind !== 'failed' || !github.failure.outage) {
      return { github, left: { ...patience, timeoutMs: Math.max(0, remaining) } }
    }
    const wanted = interval(asked, patience.pollIntervalMs, random())
    const next: NextPoll | null = isLast ? null : nextPoll(wanted, remaining, patience.timeoutMs, 0)
    // Without the answer, a second poll could know no more than the first one.
    if (next === null) return { github, left: { ...patience, timeoutMs: 0 } }
    if (asked === 1) onProgress(`${asText(github.failure.message)}. GitHub is asked again until the wait ends.`)
    isLast = next.isLast
    await clock.sleep(next.delay, signal)
  }
}

/** The list of quarantined tests is read once, and again only after an outage. */
function listIn(facts: Facts): Known {
  const { quarantinedTests } = facts
  return failedReads(facts).some(({ read }) => read === 'quarantined-tests') ? {} : { quarantinedTests }
}

/**
 * The last poll decides, even if the deadline cut it off. If an outage left it incomplete, the last complete poll
 * decides. If no poll is complete and the last one read nothing, the poll before it decides, unless that poll had to be
 * confirmed. Conditions that the deciding poll could not judge keep their newest finding.
 *
 * @param latest the last poll that the deadline did not cut off
 */
function timeIsOver(
  last: Poll,
  latest: Poll,
  wait: Wait,
  judge: (facts: Facts) => Verdict,
  requirements: Requirements,
): Decision {
  const { complete, judged } = wait
  const counts = isComplete(last.verdict, last.facts) || isFinal(last.verdict, last.facts, requirements.plan)
  const isSilent = Object.values(FACT_OF).every(fact => !['read', 'absent'].includes(last.facts[fact].kind))
  const cut = () => {
    const facts = withoutCutOffs(last.facts, latest.facts)
    return { ...last, facts, verdict: judge(facts) }
  }
  const decisive = counts ? last : (complete ?? (isSilent && latest.isConfirmed ? latest : cut()))
  const poll = { ...decisive, verdict: withEarlier(decisive.verdict, judged) }
  const isAllowed = requirements.onUnavailable === 'warn'
  // A read that the deadline cut off is no outage, so the poll before is looked at.
  const outages = decisive === complete && latest !== complete ? failedReads(latest.facts) : []
  const failure = outages.find(each => each.failure.outage)?.failure
  return {
    ...decision(poll, wait),
    timedOut: poll.verdict.conclusion !== 'passed',
    ...(failure && { silence: { failure, lastsMs: last.at - decisive.at, isAllowed } }),
  }
}

function decision({ facts, verdict }: Pick<Poll, 'facts' | 'verdict'>, { polls, timeline }: Wait): Decision {
  return { verdict, facts, timeline, polls: Math.max(1, polls), timedOut: false }
}
