import type { Clock } from '../clock.ts'
import { formatDuration } from '../duration.ts'
import type { Read } from '../facts/conditions.ts'
import { type Facts, type Failure, type GitHubReading, NOTHING_ASKED, valueIn } from '../facts/facts.ts'
import { hasLine } from '../facts/position.ts'
import { conclude, type Requirements, type Verdict } from '../gate/conclusion.ts'
import { cancelled } from '../gate/early-end.ts'
import {
  interval,
  isComplete,
  isFinal,
  openConditions,
  pause,
  readsNow,
  readsToRepeat,
  waitsForGitHub,
} from '../gate/waiting.ts'
import { FACT_OF, gatherFacts, type Question, type Sources } from './gather.ts'
import type { Decision, Moment } from './once.ts'
import { changes, outage, remembered, situation } from './progress.ts'

/** How long to wait, and how often to ask. */
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
}

/** A wait under way. */
interface Wait {
  question: Question
  sources: Sources
  requirements: Requirements
  patience: Patience
  world: WaitWorld
  startedAt: number
  facts: Facts
  /** When the asking under way began. */
  askedAt: number
  /** When each read was last answered. */
  readAt: Map<Read, number>
  /** The last reading that no outage spoilt. */
  complete: { verdict: Verdict; facts: Facts } | null
  askings: number
  timeline: Moment[]
  lastLineAt: number
  /** What the lines have told, failed reads aside; null before the first asking ended. */
  told: Facts | null
  /** The facts of the asking before, failed reads and all. */
  lastFacts: Facts | null
  /** From 0 to 1: where in its spread the last asking lies. */
  lastCall: number
}

/** Lines that only say that the wait goes on come no faster. */
const HEARTBEAT = 60_000
/** What only shows the place in line is read no faster. */
const FRESH_FOR = 60_000

/**
 * Asks at once, then again until every condition holds, one can't hold any more, or the time is over; at the deadline
 * the last reading without an outage decides. On cancellation it comes back with what is known by then.
 */
export async function askUntilDecided(
  question: Question,
  sources: Sources,
  requirements: Requirements,
  patience: Patience,
  world: WaitWorld,
): Promise<Decision> {
  const startedAt = world.clock.now()
  const wait: Wait = {
    question,
    sources,
    requirements,
    patience,
    world,
    startedAt,
    facts: { ...NOTHING_ASKED, github: question.github },
    askedAt: startedAt,
    readAt: new Map(),
    complete: null,
    askings: 0,
    timeline: [],
    lastLineAt: startedAt,
    told: null,
    lastFacts: null,
    lastCall: world.random(),
  }
  try {
    return await poll(wait)
  } catch (error) {
    if (!world.signal.aborted) throw error
    const latest = wait.askings === 0 ? null : judged(wait)
    return ended(wait, cancelled(latest))
  }
}

async function poll(wait: Wait): Promise<Decision> {
  const { patience, question, world } = wait
  if (!(await readInTime(wait, question.reads))) return timeIsOver(wait, judged(wait))
  for (wait.askings = 1; ; wait.askings++) {
    tellNews(wait)
    let verdict = judged(wait)
    const old = verdict.conclusion === 'passed' ? outdated(wait) : []
    if (old.length > 0) {
      // All conditions hold at the end, not one after the other: what this asking left out is read before the step passes.
      if (!(await readInTime(wait, old))) return timeIsOver(wait, judged(wait))
      tellNews(wait)
      verdict = judged(wait)
    }
    if (isFinal(verdict, wait.facts)) return ended(wait, verdict)
    if (isComplete(verdict)) wait.complete = { verdict, facts: wait.facts }
    tell(wait, verdict)

    const wanted = interval(wait.askings, patience.pollIntervalMs, world.random())
    const delay = pause(wanted, remaining(wait), patience.timeoutMs, wait.lastCall)
    if (delay === null) return timeIsOver(wait, verdict)
    await world.clock.sleep(delay, world.signal)
    wait.askedAt = world.clock.now()
    if (!(await readAgain(wait, verdict))) return timeIsOver(wait, verdict)
  }
}

function judged({ facts, question, requirements }: Wait): Verdict {
  return conclude(facts, question.context, requirements)
}

/** Milliseconds to the deadline. */
function remaining({ startedAt, patience, world }: Wait): number {
  return startedAt + patience.timeoutMs - world.clock.now()
}

/** Reads what is named; what the deadline cuts off counts as an outage, and then this is false. */
async function readInTime(wait: Wait, reads: readonly Read[]): Promise<boolean> {
  const inTime = await within(remaining(wait), wait.world, signal => read(wait, reads, signal))
  if (!inTime) wait.facts = { ...wait.facts, ...unanswered(reads) }
  return inTime
}

/** Reads again what the conditions need that are not met; false, and nothing changed, where the deadline came first. */
async function readAgain(wait: Wait, verdict: Verdict): Promise<boolean> {
  const before = wait.facts
  const inTime = await within(remaining(wait), wait.world, async signal => {
    const again = readsToRepeat(verdict.conditions, wait.facts)
    const asked: Read[] = showsPlace(wait) ? [...new Set<Read>([...again, 'queue'])] : again
    const github = waitsForGitHub(verdict.conditions) ? NOTHING_ASKED.github : wait.facts.github
    await read(wait, asked, signal, github)
    // A pull request that has left the queue brings the queue itself into play.
    const open = openConditions(verdict.conditions)
    const still = judged(wait).conditions.filter(({ condition }) => open.includes(condition))
    await read(
      wait,
      readsToRepeat(still, wait.facts).filter(each => !asked.includes(each)),
      signal,
    )
  })
  if (!inTime) wait.facts = before
  return inTime
}

/**
 * Reads what is named and keeps what else is known.
 *
 * @param github GitHub's side as far as it still holds; asked for again where it says nothing and is needed
 */
async function read(
  wait: Wait,
  reads: readonly Read[],
  signal: AbortSignal,
  github: GitHubReading = wait.facts.github,
): Promise<void> {
  if (reads.length === 0) return
  const { question, sources, world, facts, readAt } = wait
  const fresh = await gatherFacts({ ...question, reads: [...reads], github }, sources, signal)
  const answered = Object.fromEntries(reads.map(each => [FACT_OF[each], fresh[FACT_OF[each]]]))
  wait.facts = { ...facts, ...answered, github: fresh.github }
  for (const each of reads) readAt.set(each, world.clock.now())
}

/** What is known of reads that the deadline cut off. */
function unanswered(reads: readonly Read[]): Partial<Facts> {
  const failure: Failure = {
    code: 'service-unavailable',
    message: 'The wait ran out before the service answered.',
    remedy: 'Raise `wait-timeout`, or run the job again when the service is back.',
    outage: true,
  }
  return Object.fromEntries(reads.map(each => [FACT_OF[each], { kind: 'failed', failure }]))
}

/** Needed reads that the asking under way left out. */
function outdated({ requirements, facts, readAt, askedAt }: Wait): Read[] {
  return readsNow(requirements.require, facts).filter(each => (readAt.get(each) ?? 0) < askedAt)
}

/** Whether the queue is due for its place in line. */
function showsPlace({ question, facts, told, readAt, world }: Wait): boolean {
  const queue = valueIn((told ?? facts).queue)
  if (!queue || !hasLine(queue) || question.context.pullRequest === null) return false
  return world.clock.now() - (readAt.get('queue') ?? 0) >= FRESH_FOR
}

/** The wait ran out. A reading that an outage spoilt does not count while there is a whole one. */
function timeIsOver(wait: Wait, latest: Verdict): Decision {
  const { verdict, facts } = isComplete(latest)
    ? { verdict: latest, facts: wait.facts }
    : (wait.complete ?? { verdict: latest, facts: wait.facts })
  return { ...ended(wait, verdict), facts, timedOut: true }
}

function ended({ facts, timeline, askings }: Wait, verdict: Verdict): Decision {
  return { verdict, facts, timeline, askings: Math.max(1, askings), timedOut: false }
}

/** Says what changed since it was last told, and that an outage began or ended. */
function tellNews(wait: Wait): void {
  const { told, facts, lastFacts, question } = wait
  if (told !== null) {
    const now = remembered(told, facts)
    const news = [...changes(told, now, question.context), outage(lastFacts ?? told, facts)]
    for (const what of news) if (what !== null) note(wait, what)
    wait.told = now
  } else wait.told = facts
  wait.lastFacts = facts
}

/** Says what is waited for, and now and then that the wait goes on. */
function tell(wait: Wait, { conditions }: Verdict): void {
  const open = openConditions(conditions)
  if (wait.askings === 1) {
    const now = situation(wait.facts, wait.question.context)
    note(wait, `waiting for ${open.join(', ')}${now === '' ? '' : ` (${now})`}`)
  } else if (wait.world.clock.now() - wait.lastLineAt >= HEARTBEAT) {
    say(wait, `still waiting for ${open.join(', ')}, asked ${wait.askings} times`)
  }
}

function note(wait: Wait, what: string): void {
  wait.timeline.push({ elapsedMs: wait.world.clock.now() - wait.startedAt, what })
  say(wait, what)
}

function say(wait: Wait, what: string): void {
  wait.lastLineAt = wait.world.clock.now()
  wait.world.onProgress(`After ${formatDuration(wait.lastLineAt - wait.startedAt)}: ${what}`)
}

/** Runs to its end within `ms` and then true; false where the time was over first. */
async function within(
  ms: number,
  { clock, signal }: WaitWorld,
  act: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const over = new AbortController()
  const done = new AbortController()
  clock.sleep(ms, done.signal).then(
    () => over.abort(new Error('the wait is over')),
    () => {},
  )
  try {
    await act(AbortSignal.any([signal, over.signal]))
    return true
  } catch (error) {
    if (signal.aborted || !over.signal.aborted) throw error
    return false
  } finally {
    done.abort()
  }
}
