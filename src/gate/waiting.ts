import type { Condition } from '../facts/conditions.ts'
import type { Verdict } from './conclusion.ts'
import type { ConditionVerdict } from './verdict.ts'

/** Each interval is this many times the one before. */
const GROWTH = 1.5
/** No interval is more than this many times the first. */
const MOST_GROWTH = 8
const LONGEST_INTERVAL = 5 * 60_000
/** Share of an interval by which it is made shorter or longer, so that steps that started together drift apart. */
const JITTER = 0.2
/** The last poll starts this long before the deadline, so that it can end by then. */
const LAST_CALL = 2000
/** And up to this much earlier, so that the last polls of steps that started together don't come at once. */
const LAST_CALL_SPREAD = 10_000
/** But never earlier than this share of the whole wait. */
const LAST_CALL_SHARE = 0.05

/**
 * Milliseconds from one poll to the next.
 *
 * @param polls polls so far, at least 1
 * @param first `poll-interval`
 * @param random from 0 to 1
 */
export function interval(polls: number, first: number, random: number): number {
  const grown = Math.min(first * GROWTH ** (polls - 1), first * MOST_GROWTH, LONGEST_INTERVAL)
  return Math.round(grown * (1 - JITTER + 2 * JITTER * random))
}

/**
 * How long to sleep before the next poll: an interval, or until shortly before the deadline.
 *
 * @param remaining milliseconds to the deadline
 * @param total milliseconds of the whole wait
 * @param random from 0 to 1, the same for the whole wait
 * @returns null where no further poll fits
 */
export function pause(wanted: number, remaining: number, total: number, random: number): number | null {
  const last = remaining - Math.min(LAST_CALL + LAST_CALL_SPREAD * random, total * LAST_CALL_SHARE)
  if (last <= 0) return null
  return Math.ceil(Math.min(wanted, last))
}

/** Whether another poll can't change how the step ends: all holds, or something can't hold any more. */
export function isFinal({ conditions }: Verdict): boolean {
  const open = conditions.filter(({ verdict }) => verdict !== 'met')
  return open.length === 0 || open.some(({ canChange }) => !canChange)
}

/** Whether every condition could be judged by what the service said: no outage stood in the way. */
export function isComplete({ conditions }: Verdict): boolean {
  return conditions.every(({ outage }) => !outage)
}

/** The conditions that are not met. */
export function openConditions(conditions: readonly ConditionVerdict[]): Condition[] {
  return conditions.filter(({ verdict }) => verdict !== 'met').map(({ condition }) => condition)
}
