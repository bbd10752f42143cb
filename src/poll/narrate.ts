import type { RunContext } from '../facts/context.ts'
import { type Facts, failedReads, inWords } from '../facts/facts.ts'
import { isAbsent, valueIn } from '../facts/reading.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Moment } from '../gate/decision.ts'
import { stateInWords } from '../gate/states.ts'
import { openConditions } from '../gate/waiting.ts'
import { formatDuration } from '../text/duration.ts'

/** A line that only says that the wait goes on comes at least this many milliseconds after the line before. */
const HEARTBEAT = 60_000

/** What a wait has said so far. */
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
  const open = openConditions(verdict.conditions).join(', ')
  const line = `After ${formatDuration(elapsedMs)}: ${what}; waiting for ${open}`
  return { narration: { timeline, lineAt: elapsedMs }, line }
}

/** One line on the facts of a poll. */
function situation(facts: Facts, { source, pullRequest }: RunContext): string {
  const pr = valueIn(facts.pullRequest)
  const queue = valueIn(facts.queue)
  const run = valueIn(facts.testRun)
  const parts = [
    pr && `#${pr.number}: ${stateInWords(pr.state ?? 'no state', source)}${pr.submitted ? '' : ' (not in the queue)'}`,
    isAbsent(facts.pullRequest) ? `#${pullRequest?.value}: never submitted` : null,
    queue?.state ? `queue: ${inWords(queue.state)}` : null,
    run && `test run: ${inWords(run.status ?? 'no status')}`,
    failedReads(facts).some(({ failure }) => failure.outage) ? `${source.name} is not available` : null,
  ]
  return parts.filter(part => part !== null).join(', ')
}
