import type { Clock } from '../clock.ts'
import { formatDuration } from '../duration.ts'
import type { RunContext } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import type { Verdict } from '../gate/conclusion.ts'
import type { Moment } from '../gate/decision.ts'
import { openConditions } from '../gate/waiting.ts'
import { changes, outage, remembered, situation } from './progress.ts'

/** Lines that only say that the wait goes on come no faster. */
const HEARTBEAT = 60_000

/** Tells what changes during a wait, and keeps it. */
export interface Narrator {
  /** The lines so far, but for those that only say that the wait goes on. */
  readonly timeline: Moment[]
  /** Tells what is new in a poll since the one before. */
  news(facts: Facts): void
  /** Tells what is waited for, the first time and then now and again. */
  waits(verdict: Verdict): void
}

export function createNarrator(clock: Clock, context: RunContext, print: (line: string) => void): Narrator {
  const startedAt = clock.monotonic()
  const timeline: Moment[] = []
  let polls = 0
  let lastLineAt = startedAt
  /** As the lines have told them, failed reads aside; null before the first poll. */
  let told: Facts | null = null
  /** The facts of the poll before, failed reads and all. */
  let before: Facts | null = null

  function say(what: string): void {
    lastLineAt = clock.monotonic()
    print(`After ${formatDuration(lastLineAt - startedAt)}: ${what}`)
  }

  function note(what: string): void {
    timeline.push({ elapsedMs: clock.monotonic() - startedAt, what })
    say(what)
  }

  return {
    timeline,
    news(facts) {
      polls++
      const now = told ? remembered(told, facts) : facts
      const news = told && before ? [...changes(told, now, context), outage(before, facts)] : []
      for (const what of news) if (what !== null) note(what)
      told = now
      before = facts
    },
    waits({ conditions }) {
      const open = openConditions(conditions).join(', ')
      if (polls === 1) {
        const now = told ? situation(told, context) : ''
        note(`waiting for ${open}${now === '' ? '' : ` (${now})`}`)
      } else if (clock.monotonic() - lastLineAt >= HEARTBEAT) say(`still waiting for ${open}, polled ${polls} times`)
    },
  }
}
