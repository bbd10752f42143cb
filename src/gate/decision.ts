import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import type { Verdict } from './conclusion.ts'

/** Something that changed during a wait. */
export interface Moment {
  /** Milliseconds since the first poll began. */
  elapsedMs: number
  what: string
}

/** What the polls came to: one poll's facts with the verdict on them, and how it came to be that poll. */
export interface Decision {
  verdict: Verdict
  facts: Facts
  /** Empty where there was one poll. */
  timeline: Moment[]
  /** Polls that ended; the one that the deadline cut off counts where it is the only one. */
  polls: number
  /** Whether the wait ran out. */
  timedOut: boolean
}

/** The decision of a step that polled nothing. */
export function withoutPoll(verdict: Verdict): Decision {
  return { verdict, facts: NOTHING_ASKED, timeline: [], polls: 0, timedOut: false }
}
