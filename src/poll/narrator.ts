import type { RunContext } from '../facts/context.ts'
import { type Facts, failedReads, inWords } from '../facts/facts.ts'
import { isAbsent, valueIn } from '../facts/reading.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Moment } from '../gate/decision.ts'
import { stateInWords } from '../gate/states.ts'
import { openConditions } from '../gate/waiting.ts'
import type { Clock } from '../runner/clock.ts'
import { formatDuration } from '../text/duration.ts'

/** A line that only says that the wait goes on comes at least this many milliseconds after the line before. */
const HEARTBEAT = 60_000

/** Logs the changes during a wait, and keeps the lines. */
export interface Narrator {
  readonly timeline: Moment[]
  /** Logs the situation if it changed since the poll before, or from time to time. */
  tell(facts: Facts, verdict: Verdict): void
}

export function createNarrator(clock: Clock, context: RunContext, print: (line: string) => void): Narrator {
  const startedAt = clock.monotonic()
  const timeline: Moment[] = []
  let lastLineAt = Number.NEGATIVE_INFINITY
  let told = ''
  return {
    timeline,
    tell(facts, { conditions }) {
      const now = situation(facts, context)
      const elapsedMs = clock.monotonic() - startedAt
      if (now === told && elapsedMs - lastLineAt < HEARTBEAT) return
      if (now !== told) timeline.push({ elapsedMs, what: now })
      print(`After ${formatDuration(elapsedMs)}: ${now}; waiting for ${openConditions(conditions).join(', ')}`)
      lastLineAt = elapsedMs
      told = now
    },
  }
}

/** One line on the facts of a poll. */
export function situation(facts: Facts, context: RunContext): string {
  const pr = valueIn(facts.pullRequest)
  const queue = valueIn(facts.queue)
  const run = valueIn(facts.testRun)
  const isDown = failedReads(facts).some(({ failure }) => failure.outage)
  return [
    pr &&
      `#${pr.number}: ${stateInWords(pr.state ?? 'no state', context.source)}${pr.submitted ? '' : ' (not in the queue)'}`,
    isAbsent(facts.pullRequest) ? `#${context.pullRequest?.value}: never submitted` : null,
    queue?.state ? `queue: ${inWords(queue.state)}` : null,
    run && `test run: ${inWords(run.status ?? 'no status')}`,
    isDown ? `${context.source.name} is not available` : null,
  ]
    .filter(part => part !== null)
    .join(', ')
}
