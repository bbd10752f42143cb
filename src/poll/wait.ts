import { failureIn } from '../facts/reading.ts'
import { cancelled, type Decision } from '../gate/decision.ts'
import { isFinal } from '../gate/waiting.ts'
import { asText } from '../text/message.ts'
import type { World } from '../world.ts'
import { askFirst, type Subject, subjectOf } from './first.ts'
import { type Narration, NOTHING_SAID, narrate } from './narrate.ts'
import { outcomeAtDeadline, outcomeInTime } from './outcome.ts'
import { type Inquiry, type Poll, poll } from './poll.ts'
import { type Patience, turns } from './turns.ts'

export interface Wait {
  inquiry: Omit<Inquiry, 'github'>
  /** Null for a single poll. */
  patience: Patience | null
  /** Called once, before the first poll: says what the step is about. */
  onSubject(subject: Subject): void
  /** Takes a line on the progress of the wait. */
  onLine(line: string): void
}

type Pace = Pick<World, 'clock' | 'random' | 'signal'>

/** What a wait has found and said so far. */
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
    if (wait.patience === null || isDecided(latest, progress.subject)) return true
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

/** True if no other poll is of use. */
function isDecided({ isConfirmed, verdict, facts }: Poll, { plan }: Subject): boolean {
  return isConfirmed && isFinal(verdict, facts, plan)
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
