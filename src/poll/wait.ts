import type { Plan, RunContext } from '../facts/context.ts'
import { type Facts, failedReads, inWords, isAbsent, valueIn } from '../facts/facts.ts'
import type { Verdict } from '../gate/conclusion.ts'
import { cancelledVerdict, type Decision, isFinal } from '../gate/conclusion.ts'
import { formatDuration } from '../text/duration.ts'
import { type Inquiry, type Poll, poll } from './poll.ts'
import { askFirst, type Subject, subjectOf } from './subject.ts'
import { type Pace, type Patience, turns } from './turns.ts'

export interface Wait {
  context: RunContext
  plan: Plan
  inquiry: Inquiry
  /** Null for a single poll. */
  patience: Patience | null
  /** Called once, before the first poll: says what the step is about. */
  onSubject(subject: Subject): void
  onLine(line: string): void
}

/**
 * Polls at once, then again until the conditions hold, no poll can help, or the time is over. Each poll is judged by its
 * own facts; earlier ones count only if an outage ends the wait. On cancellation it returns what was known.
 */
export async function pollUntilDecided(wait: Wait, pace: Pace): Promise<{ decision: Decision; subject: Subject }> {
  const { inquiry, patience, onSubject, onLine } = wait
  const { clock, signal } = pace
  const polls: Poll[] = []
  let subject = subjectOf(wait.context, wait.plan)
  const timeline: Decision['timeline'] = []
  let startedAt = 0
  let lineAt = Number.NEGATIVE_INFINITY

  const take = async (until: AbortSignal): Promise<Poll> => {
    if (polls.length === 0) {
      onSubject(subject)
      startedAt = clock.monotonic()
    }
    const latest = await poll(inquiry, subject, polls.at(-1) ?? null, until)
    polls.push(latest)
    return latest
  }
  const ended = (outcome: Outcome) => ({ decision: { ...outcome, timeline }, subject })
  const inTime = (verdict: Verdict, facts: Facts) => ({ verdict, facts, polls: polls.length, timedOut: false })

  try {
    for await (const turn of turns(patience, pace)) {
      if (subject.mustAskGitHub) subject = await askFirst(subject, inquiry, signal)
      if (subject.mustAskGitHub && !turn.isLast) continue
      const begun = clock.monotonic()
      // The deadline doesn't cut off the first poll, or a short wait would see less than a step without a wait.
      const latest = await take(polls.length === 0 ? signal : turn.signal)
      if (latest.isComplete) turn.pollMs = clock.monotonic() - begun
      const isDecided = latest.isConfirmed && isFinal(latest.verdict, latest.facts, subject.plan)
      if (patience === null || isDecided) return ended(inTime(latest.verdict, latest.facts))

      const elapsedMs = latest.at - startedAt
      const what = situation(latest.facts, subject.context)
      const isNews = what !== timeline.at(-1)?.what
      if (isNews) timeline.push({ elapsedMs, what })
      if (!isNews && elapsedMs - lineAt < HEARTBEAT) continue
      lineAt = elapsedMs
      const open = latest.verdict.conditions.filter(({ verdict }) => verdict !== 'met')
      onLine(`After ${formatDuration(elapsedMs)}: ${what}; waiting for ${open.map(each => each.condition).join(', ')}`)
    }
    // The deadline can pass before GitHub has named the subject.
    const first = polls[0] ?? (await take(signal))
    return ended(outcomeAtDeadline([first, ...polls.slice(1)], inquiry.requirements.onUnavailable))
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = polls.at(-1) ?? { facts: { github: subject.github }, verdict: null }
    return ended(inTime(cancelledVerdict(verdict), facts))
  }
}

type Outcome = Omit<Decision, 'timeline'>

/**
 * The outcome at the deadline: the last complete poll decides, and where none was complete, the last one. An outage at
 * the end hides no condition that is known to be unmet.
 */
export function outcomeAtDeadline(polls: readonly [Poll, ...Poll[]], onUnavailable: 'fail' | 'warn'): Outcome {
  // What the deadline cuts off is no outage by itself. The first poll is never cut off.
  const latest = polls.findLast(({ isCutOff }) => !isCutOff) ?? polls[0]
  // An unconfirmed poll can't replace one that an outage spoiled.
  const deciding = polls.findLast(({ isComplete, isConfirmed }) => isComplete && isConfirmed) ?? latest
  const verdict = withRefutations(deciding.verdict, polls)
  const failure = failedReads(latest.facts).find(each => each.failure.outage)?.failure
  const lastsMs = latest.at - deciding.at
  return {
    verdict,
    facts: deciding.facts,
    polls: polls.length,
    timedOut: verdict.conclusion !== 'passed',
    ...(failure && lastsMs > 0 && { outageAtEnd: { failure, lastsMs, isAllowed: onUnavailable === 'warn' } }),
  }
}

/** An unknown verdict fails if some poll found a condition unmet, complete or not, and none found it met since. */
function withRefutations(verdict: Verdict, polls: readonly Poll[]): Verdict {
  if (verdict.conclusion !== 'unknown') return verdict
  const refuting = verdict.conditions.flatMap(({ condition }) => {
    const found = polls.flatMap(poll => poll.verdict.conditions.filter(each => each.condition === condition))
    const latest = found.findLast(each => each.verdict !== 'unknown')
    return latest?.verdict === 'unmet' ? latest.reasons : []
  })
  if (refuting.length === 0) return verdict
  return { ...verdict, conclusion: 'failed', succeeds: false, reasons: [...refuting, ...verdict.reasons] }
}

/** A line that only says that the wait goes on comes at least this many milliseconds after the line before. */
const HEARTBEAT = 60_000

/** What a poll has found, in the words of the log and the summary. */
export function situation(facts: Facts, { source, pullRequest }: RunContext): string {
  const pr = valueIn(facts.pullRequest)
  const queue = valueIn(facts.queue)
  const run = valueIn(facts.testRun)
  const parts = [
    pr && `#${pr.number}: ${inWords(pr.state ?? 'no state')}${pr.submitted ? '' : ' (not in the queue)'}`,
    isAbsent(facts.pullRequest) ? `#${pullRequest}: never submitted` : null,
    queue?.state ? `queue: ${inWords(queue.state)}` : null,
    run && `test run: ${inWords(run.status ?? 'no status')}`,
    failedReads(facts).some(({ failure }) => failure.outage) ? `${source.name} is not available` : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}
