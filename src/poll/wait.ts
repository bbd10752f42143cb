import type { RunContext } from '../facts/context.ts'
import { type Facts, failedReads, failureIn, inWords, isAbsent, valueIn } from '../facts/facts.ts'
import type { Verdict } from '../gate/conclusion.ts'
import { cancelled, type Decision, isFinal, type Moment } from '../gate/decision.ts'
import { formatDuration } from '../text/duration.ts'
import { asText } from '../text/message.ts'
import { askFirst, type Subject, subjectOf } from './github.ts'
import { type Inquiry, outcomeAtDeadline, outcomeInTime, type Poll, poll } from './poll.ts'
import { type Pace, type Patience, turns } from './turns.ts'

export interface Wait {
  inquiry: Omit<Inquiry, 'github'>
  /** Null for a single poll. */
  patience: Patience | null
  /** Called once, before the first poll: says what the step is about. */
  onSubject(subject: Subject): void
  onLine(line: string): void
}

interface Progress {
  subject: Subject
  polls: Poll[]
  narration: Narration
  /** The start of the first poll by the monotonic clock, in milliseconds. */
  startedAt: number
}

/**
 * Polls at once, then again until the conditions hold, no poll can help, or the time is over. Each poll is judged by its
 * own facts; only after an outage do earlier findings count. On cancellation it returns what was known.
 */
export async function pollUntilDecided(wait: Wait, pace: Pace): Promise<{ decision: Decision; subject: Subject }> {
  const { context, plan, requirements } = wait.inquiry
  const subject = subjectOf(context, plan)
  const progress: Progress = { subject, polls: [], narration: NOTHING_SAID, startedAt: 0 }
  try {
    const isInTime = await takeTurns(progress, wait, pace)
    // The deadline can pass before GitHub has named the subject.
    const first = progress.polls[0] ?? (await takePoll(progress, wait, pace, pace.signal))
    const polls = [first, ...progress.polls.slice(1)] as const
    const outcome = isInTime ? outcomeInTime(polls) : outcomeAtDeadline(polls, requirements.onUnavailable)
    return { decision: { ...outcome, timeline: [...progress.narration.timeline] }, subject: progress.subject }
  } catch (error) {
    if (!pace.signal.aborted) throw error
    return { decision: decisionWhenCancelled(progress), subject: progress.subject }
  }
}

/** Takes turns, first to learn the subject, then to poll. Returns false if the time is over. */
async function takeTurns(progress: Progress, wait: Wait, pace: Pace): Promise<boolean> {
  for await (const turn of turns(wait.patience, pace)) {
    if (progress.subject.isOpen) await learnSubject(progress, wait, pace.signal)
    if (progress.subject.isOpen && !turn.isLast) continue
    const begun = pace.clock.monotonic()
    // The deadline doesn't cut off the first poll, or a short wait would see less than a step without a wait.
    const latest = await takePoll(progress, wait, pace, progress.polls.length === 0 ? pace.signal : turn.signal)
    if (latest.isComplete) turn.pollMs = pace.clock.monotonic() - begun
    if (wait.patience === null || (latest.isConfirmed && isFinal(latest.verdict, latest.facts, progress.subject.plan)))
      return true
    tellProgress(progress, wait, latest)
  }
  return false
}

async function learnSubject(
  progress: Progress,
  { inquiry, patience, onLine }: Wait,
  signal: AbortSignal,
): Promise<void> {
  const isFirst = progress.subject.github === undefined
  progress.subject = await askFirst(progress.subject, inquiry, signal)
  const { isOpen, github } = progress.subject
  const failure = failureIn(github)
  if (isOpen && isFirst && failure && patience !== null) {
    onLine(asText(failure.message))
    onLine('GitHub is asked again until the wait ends')
  }
}

async function takePoll(progress: Progress, wait: Wait, { clock }: Pace, signal: AbortSignal): Promise<Poll> {
  const { subject, polls } = progress
  if (polls.length === 0) {
    wait.onSubject(subject)
    progress.startedAt = clock.monotonic()
  }
  const { context, plan, github } = subject
  const latest = await poll({ ...wait.inquiry, context, plan, github }, polls.at(-1) ?? null, signal)
  polls.push(latest)
  return latest
}

function tellProgress(progress: Progress, { onLine }: Wait, latest: Poll): void {
  const { context } = progress.subject
  const { narration, line } = narrate(progress.narration, latest, context, latest.at - progress.startedAt)
  progress.narration = narration
  if (line !== null) onLine(line)
}

function decisionWhenCancelled({ polls, narration, subject }: Progress): Decision {
  const { facts, verdict } = polls.at(-1) ?? { facts: { github: subject.github }, verdict: null }
  const timeline = [...narration.timeline]
  return { verdict: cancelled(verdict), facts, timeline, polls: polls.length, timedOut: false }
}

/** A line that only says that the wait goes on comes at least this many milliseconds after the line before. */
const HEARTBEAT = 60_000

export interface Narration {
  /** The changes, the first situation among them. */
  timeline: readonly Moment[]
  /** Milliseconds from the start of the wait to the latest line. */
  lineAt: number
}

export const NOTHING_SAID: Narration = { timeline: [], lineAt: Number.NEGATIVE_INFINITY }

/**
 * Says what a poll has found, if it is news or nothing was said for long.
 *
 * @param elapsedMs since the start of the wait
 * @returns the line for the log; null if there is nothing to say
 */
export function narrate(
  before: Narration,
  { facts, verdict }: { facts: Facts; verdict: Verdict },
  context: RunContext,
  elapsedMs: number,
): { narration: Narration; line: string | null } {
  const what = situation(facts, context)
  const isNews = what !== before.timeline.at(-1)?.what
  if (!isNews && elapsedMs - before.lineAt < HEARTBEAT) return { narration: before, line: null }
  const timeline = isNews ? [...before.timeline, { elapsedMs, what }] : before.timeline
  const open = verdict.conditions.filter(each => each.verdict !== 'met').map(({ condition }) => condition)
  const line = `After ${formatDuration(elapsedMs)}: ${what}; waiting for ${open.join(', ')}`
  return { narration: { timeline, lineAt: elapsedMs }, line }
}

function situation(facts: Facts, { source, pullRequest }: RunContext): string {
  const pr = valueIn(facts.pullRequest)
  const queue = valueIn(facts.queue)
  const run = valueIn(facts.testRun)
  const parts = [
    pr && `#${pr.number}: ${inWords(pr.state ?? 'no state')}${pr.submitted ? '' : ' (not in the queue)'}`,
    isAbsent(facts.pullRequest) ? `#${pullRequest?.value}: never submitted` : null,
    queue?.state ? `queue: ${inWords(queue.state)}` : null,
    run && `test run: ${inWords(run.status ?? 'no status')}`,
    failedReads(facts).some(({ failure }) => failure.outage) ? `${source.name} is not available` : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}
