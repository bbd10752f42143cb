import { abortAfter, WaitOver } from '../runner/clock.ts'
import type { World } from '../setup/setup.ts'

/** How long to wait, and the first interval between polls, in milliseconds. */
export interface Patience {
  timeoutMs: number
  pollIntervalMs: number
}

export type Pace = Pick<World, 'clock' | 'random' | 'signal'>

interface Turn {
  /** Aborts on cancellation, and with a {@link WaitOver} at the deadline of the wait. */
  signal: AbortSignal
  isLast: boolean
}

/**
 * The turns of a wait: the first at once, the others after growing intervals, the last shortly before the deadline.
 * Throws the reason of the signal on cancellation.
 *
 * @param patience null for a single turn
 * @param slowestPollMs called after each turn: how long the slowest complete poll took, in milliseconds
 */
export async function* turns(
  patience: Patience | null,
  { clock, random, signal }: Pace,
  slowestPollMs: () => number,
): AsyncGenerator<Turn, void> {
  if (patience === null) {
    yield { signal, isLast: true }
    return
  }
  const { timeoutMs, pollIntervalMs } = patience
  const deadline = clock.monotonic() + timeoutMs
  const over = abortAfter(clock, timeoutMs, new WaitOver('the wait is over'))
  const either = AbortSignal.any([signal, over.signal])
  try {
    yield { signal: either, isLast: false }
    for (let turn = 1; ; turn++) {
      const wanted = intervalAfter(turn, pollIntervalMs, random())
      const next = nextTurn(wanted, deadline - clock.monotonic(), timeoutMs, slowestPollMs())
      if (next === null) return
      await clock.sleep(next.delayMs, signal)
      yield { signal: either, isLast: next.isLast }
      if (next.isLast) return
    }
  } finally {
    over.stop()
  }
}

/** Each interval is this many times as long as the one before. */
const GROWTH = 1.5
/** No interval is more than this many times as long as the first. */
const MOST_GROWTH = 8
const LONGEST_INTERVAL_MS = 5 * 60_000
/** Each interval is made shorter or longer by up to this share, so that steps that started together drift apart. */
const JITTER = 0.2

/** The milliseconds from the turn of this number, counted from 1, to the next one. `random` is from 0 to 1. */
export function intervalAfter(turn: number, firstMs: number, random: number): number {
  const grown = Math.min(firstMs * GROWTH ** (turn - 1), firstMs * MOST_GROWTH, LONGEST_INTERVAL_MS)
  return Math.round(grown * (1 - JITTER + 2 * JITTER * random))
}

/** The lead is the time from the start of the last poll to the deadline. It is at least this long. */
const LEAST_LEAD_MS = 2000
/** The lead is this many times as long as the slowest poll, so that the last poll can end in time. */
const LEAD_PER_POLL = 1.5
/** However slow polls are, they make the lead no longer than this share of the whole wait. */
const MOST_LEAD_SHARE = 0.1

/**
 * Plans the next turn: after the wanted interval or, if it has to be the last one, shortly before the deadline. Null if
 * the deadline has passed.
 */
export function nextTurn(
  wantedMs: number,
  remainingMs: number,
  wholeWaitMs: number,
  slowestPollMs: number,
): { delayMs: number; isLast: boolean } | null {
  if (remainingMs <= 0) return null
  const leadMs = Math.max(LEAST_LEAD_MS, Math.min(LEAD_PER_POLL * slowestPollMs, MOST_LEAD_SHARE * wholeWaitMs))
  // If less time than the lead is left, the last poll starts in the middle of that time.
  const untilLastMs = remainingMs > leadMs ? remainingMs - leadMs : remainingMs / 2
  if (wantedMs < untilLastMs) return { delayMs: wantedMs, isLast: false }
  return { delayMs: Math.ceil(untilLastMs), isLast: true }
}
