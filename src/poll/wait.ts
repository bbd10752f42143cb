import type { Plan, RunContext } from '../facts/context.ts'
import { type Facts, failedReads, inWords, isAbsent, valueIn } from '../facts/facts.ts'
import { cancelledVerdict, type Decision, isFinal, type Verdict } from '../gate/conclusion.ts'
import { formatDuration } from '../text/duration.ts'
import { type Inquiry, type Poll, poll } from './poll.ts'
import { askGitHubFirst, type Subject, subjectOf } from './subject.ts'
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
 * Polls at once, then again until the conditions hold, no poll can help, or the time is over. Each poll is judged by
 * its own facts. An earlier one counts only at the deadline, or to confirm a later one. Returns on cancellation, too.
 */
export async function pollUntilDecided(wait: Wait, pace: Pace): Promise<{ decision: Decision; subject: Subject }> {
  const { inquiry, patience, onSubject, onLine } = wait
  const { signal } = pace
  const polls: Poll[] = []
  const lines: Decision['timeline'] = []
  const initialSubject = subjectOf(wait.context, wait.plan)
  let subject = initialSubject
  const resultOf = (outcome: Outcome) => {
    // The log repeats an unchanged situation, the timeline doesn't.
    const timeline = lines.filter(({ what }, at) => what !== lines[at - 1]?.what)
    return { decision: { ...outcome, timeline }, subject }
  }

  try {
    for await (const turn of turns(patience, pace, () => slowestMs(polls))) {
      // GitHub may first have to name the pull request or branch. In an outage it is asked again, for all reads.
      if (subject.mustAskGitHub) subject = await askGitHubFirst(initialSubject, inquiry, signal)
      if (subject.mustAskGitHub && !turn.isLast) continue
      const previous = polls.at(-1) ?? null
      if (previous === null) onSubject(subject)
      // The deadline never cuts off the first poll: a short wait must not see less than a single poll does.
      const latest = await poll(inquiry, subject, previous, previous === null ? signal : turn.signal)
      polls.push(latest)
      const { facts, verdict } = latest
      const isDecided = latest.isConfirmed && isFinal(verdict, facts, subject.plan)
      if (patience === null || isDecided) return resultOf({ verdict, facts, polls: polls.length, timedOut: false })

      const elapsedMs = latest.endedAt - (polls[0] ?? latest).startedAt
      const what = situation(facts, subject.context)
      const lastLine = lines.at(-1)
      if (what === lastLine?.what && elapsedMs - lastLine.elapsedMs < HEARTBEAT_MS) continue
      lines.push({ elapsedMs, what })
      const open = verdict.conditions.filter(each => each.verdict !== 'met').map(({ condition }) => condition)
      onLine(`After ${formatDuration(elapsedMs)}: ${what}; waiting for ${open.join(', ')}`)
    }
    // If GitHub did not answer before the deadline, no turn has polled yet. One poll is made even then.
    if (polls.length === 0) onSubject(subject)
    const first = polls[0] ?? (await poll(inquiry, subject, null, signal))
    return resultOf(outcomeAtDeadline([first, ...polls.slice(1)], inquiry.requirements.onUnavailable))
  } catch (error) {
    if (!signal.aborted) throw error
    const { facts, verdict } = polls.at(-1) ?? { facts: { github: subject.gitHubAnswer }, verdict: null }
    return resultOf({ verdict: cancelledVerdict(verdict), facts, polls: polls.length, timedOut: false })
  }
}

/** Milliseconds of the slowest complete poll, 0 without one. The last turn leaves time for a poll of that length. */
function slowestMs(polls: readonly Poll[]): number {
  return Math.max(0, ...polls.filter(each => each.isComplete).map(each => each.endedAt - each.startedAt))
}

type Outcome = Omit<Decision, 'timeline'>

/**
 * The outcome at the deadline: the last complete and confirmed poll decides, else the last that was not cut off.
 * An outage at the end hides no condition that is known to be unmet.
 */
export function outcomeAtDeadline(polls: readonly [Poll, ...Poll[]], onUnavailable: 'fail' | 'warn'): Outcome {
  // A read that the deadline cuts off is no outage by itself. The first poll is never cut off.
  const latest = polls.findLast(({ isCutOff }) => !isCutOff) ?? polls[0]
  // An unconfirmed poll may be wrong, because the source's answers lag.
  const deciding = polls.findLast(({ isComplete, isConfirmed }) => isComplete && isConfirmed) ?? latest
  const verdict = withRefutations(deciding.verdict, polls)
  const failure = failedReads(latest.facts).find(each => each.failure.outage)?.failure
  const answerAgeMs = latest.endedAt - deciding.endedAt
  return {
    verdict,
    facts: deciding.facts,
    polls: polls.length,
    timedOut: verdict.conclusion !== 'passed',
    ...(failure && answerAgeMs > 0 && { outageAtEnd: { failure, answerAgeMs, isAllowed: onUnavailable === 'warn' } }),
  }
}

/** An unknown verdict fails if any poll found a condition unmet, and no later poll found the same condition met. */
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

/** A line on an unchanged situation comes at least this many milliseconds after the line before. */
const HEARTBEAT_MS = 60_000

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
