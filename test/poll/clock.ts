import { setImmediate as idle } from 'node:timers/promises'
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
  const step = () => {
    const next = timers.shift()
    if (next) now = next.at
    next?.fire()
    return next !== undefined
  }

  return {
    now: () => now,
    monotonic: () => now,
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
      let isSettled = false
      const settle = () => {
        isSettled = true
      }
      work.then(settle, settle)
      for (;;) {
        await idle()
        if (isSettled) return work
        if (!step()) throw new Error('Nothing is left that could wake what is waited for')
      }
    },
  }
}
