import { setImmediate as ignoredInputs } from 'node:timers/promises'
import type { Clock } from '../../src/runner/clock.ts'
import { NOW } from '../builders.ts'

/** A clock that stands still until `run` moves it from one timer to the next. */
export interface VirtualClock extends Clock {
  /** Timers that have neither fired nor been given up. */
  pending(): number
  /** Fires the next timer; false where there is none. */
  step(): boolean
  /** Moves on until the work settles; fails where no timer is left that could wake it. */
  run<T>(work: Promise<T>): Promise<T>
  /** Sets the machine's clock forward (or back) by so many milliseconds. Timers ignore it. */
  set(byMs: number): void
  /** Moves on until no timer is left. */
  drain(): Promise<void>
}

interface Timer {
  at: number
  fire: () => void
}

/**
 * A virtual clock. Between two timers everything runs that can run without time: a turn of the event loop begins only
 * when the queue of microtasks is empty, however many promises hang on one another.
 */
export function virtualClock(start = NOW): VirtualClock {
  /** In the order in which they fire; those of one instant in the order in which they were set. */
  const timers: Timer[] = []
  let now = start
  let offset = 0

  const step = () => {
    const next = timers.shift()
    if (next) now = next.at
    next?.fire()
    return next !== undefined
  }

  return {
    now: () => now + offset,
    monotonic: () => now,
    set(byMs) {
      offset += byMs
    },
    pending: () => timers.length,
    step,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const abort = () => {
          timers.splice(timers.indexOf(timer), 1)
          reject(signal?.reason)
        }
        const fire = () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        const timer = { at: now + Math.max(0, ms), fire }
        signal?.addEventListener('abort', abort, { once: true })
        timers.splice(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer)
      })
    },
    async run(work) {
      let settled = false
      const settle = () => {
        settled = true
      }
      work.then(settle, settle)
      for (;;) {
        await ignoredInputs()
        if (settled) return work
        if (!step()) throw new Error('Nothing is left that could wake what is waited for')
      }
    },
    async drain() {
      do await ignoredInputs()
      while (step())
    },
  }
}

/** Chance that is the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
