import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import type { Verdict } from './conclusion.ts'

export interface Moment {
  /** Milliseconds since the first poll began. */
  elapsedMs: number
  what: string
}

/** The facts of the poll that decided, with the verdict on them. */
export interface Decision {
  verdict: Verdict
  facts: Facts
  /** Empty where there was one poll. */
  timeline: Moment[]
  /** Polls that ended; the one that the deadline cut off counts where it is the only one. */
  polls: number
  /** The wait ran out. */
  timedOut: boolean
}

export function withoutPoll(verdict: Verdict): Decision {
  return { verdict, facts: NOTHING_ASKED, timeline: [], polls: 0, timedOut: false }
}
