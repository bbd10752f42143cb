import { abortAfter, type Clock, WaitOver } from '../runner/clock.ts'

/** How long to wait, and the first interval between polls, in milliseconds. */
export interface Patience {
  timeoutMs: number
  pollIntervalMs: number
}

interface Turn {
  /** Aborts on cancellation, and with a {@link WaitOver} at the deadline of the wait. */
  signal: AbortSignal
  isLast: boolean
  /** Set by who takes the turn: how long a complete poll took, in milliseconds. The last turn begins that much earlier. */
  pollMs: number
}

export interface Pace {
  clock: Clock
  random: () => number
  signal: AbortSignal
}

/**
 * The turns of a wait: the first at once, the others after growing intervals, the last shortly before the deadline.
 * Throws the reason of the signal on cancellation.
 *
 * @param patience null for a single turn
 */
export async function* turns(patience: Patience | null, { clock, random, signal }: Pace): AsyncGenerator<Turn, void> {
  if (patience === null) {
    yield { signal, isLast: true, pollMs: 0 }
    return
  }
  const { timeoutMs, pollIntervalMs } = patience
  const deadline = clock.monotonic() + timeoutMs
  const over = abortAfter(clock, timeoutMs, new WaitOver('the wait is over'))
  const either = AbortSignal.any([signal, over.signal])
  let isLast = false
  let slowest = 0
  try {
    for (let taken = 1; ; taken++) {
      const turn: Turn = { signal: either, isLast, pollMs: 0 }
      yield turn
      slowest = Math.max(slowest, turn.pollMs)
      if (isLast) return
      const wanted = interval(taken, pollIntervalMs, random())
      const next = nextTurn(wanted, deadline - clock.monotonic(), timeoutMs, slowest)
      if (next === null) return
      isLast = next.isLast
      await clock.sleep(next.delay, signal)
    }
  } finally {
    over.stop()
  }
}

/** Each interval is this many times as long as the one before. */
const GROWTH = 1.5
/** No interval is more than this many times as long as the first. */
const MOST_GROWTH = 8
const LONGEST_INTERVAL = 5 * 60_000
/** Each interval is made shorter or longer by up to this share, so that steps that started together drift apart. */
const JITTER = 0.2

export function interval(taken: number, first: number, random: number): number {
  const grown = Math.min(first * GROWTH ** (taken - 1), first * MOST_GROWTH, LONGEST_INTERVAL)
  return Math.round(grown * (1 - JITTER + 2 * JITTER * random))
}

/** The last poll starts at least this long before the deadline, so that it can end by then. */
const LEAST_LEAD = 2000
/** If polls are slow, the last one starts earlier: this many times the duration of the slowest poll. */
const LEAD_GROWTH = 1.5
/** But slow polls never make the last one start earlier than this share of the whole wait before the deadline. */
const MOST_LEAD_SHARE = 0.1

/**
 * Plans the next turn: after the `wanted` interval, or, if it has to be the last one, shortly before the deadline; null
 * if the deadline has passed. All times are in milliseconds.
 *
 * @param total length of the whole wait
 * @param slowest time that the slowest complete poll took
 */
export function nextTurn(
  wanted: number,
  remaining: number,
  total: number,
  slowest: number,
): { delay: number; isLast: boolean } | null {
  if (remaining <= 0) return null
  const lead = Math.max(LEAST_LEAD, Math.min(LEAD_GROWTH * slowest, MOST_LEAD_SHARE * total))
  // If less time than the lead is left, the last poll starts in the middle of that time.
  const untilLast = remaining > lead ? remaining - lead : remaining / 2
  return wanted < untilLast ? { delay: wanted, isLast: false } : { delay: Math.ceil(untilLast), isLast: true }
}
