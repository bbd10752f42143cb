import { setImmediate as idle } from 'node:timers/promises'
import type { Clock } from '../../src/clock.ts'
import { NOW } from '../builders.ts'

/** A clock that stands still until `run` moves it from one timer to the next. */
export interface VirtualClock extends Clock {
  /** Timers that have neither fired nor been given up. */
  pending(): number
  /** Moves on until the work settles; fails where no timer is left that could wake it. */
  run<T>(work: Promise<T>): Promise<T>
  /** Somebody sets the machine's clock: what it says is later by so many milliseconds, or earlier. No timer heeds it. */
  set(byMs: number): void
  /** Moves on until no timer is left. */
  drain(): Promise<void>
}

interface Timer {
  at: number
  /** Timers of one instant fire in the order in which they were set. */
  order: number
  fire: (() => void) | null
}

/**
 * A virtual clock. Between two timers everything runs that can run without time: a turn of the event loop begins only
 * when the queue of microtasks is empty, however many promises hang on one another.
 */
export function virtualClock(start = NOW): VirtualClock {
  const timers: Timer[] = []
  let now = start
  let offset = 0
  let orders = 0
  let pending = 0

  /** Fires the next timer; false where there is none. */
  const step = () => {
    for (let timer = take(timers); timer; timer = take(timers)) {
      if (!timer.fire) continue
      now = timer.at
      timer.fire()
      return true
    }
    return false
  }

  return {
    now: () => now + offset,
    monotonic: () => now,
    set(byMs) {
      offset += byMs
    },
    pending: () => pending,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const timer: Timer = { at: now + Math.max(0, ms), order: orders++, fire: null }
        const end = (act: () => void) => {
          timer.fire = null
          pending--
          signal?.removeEventListener('abort', abort)
          act()
        }
        const abort = () => end(() => reject(signal?.reason))
        timer.fire = () => end(resolve)
        signal?.addEventListener('abort', abort, { once: true })
        pending++
        put(timers, timer)
      })
    },
    async run(work) {
      let settled = false
      const settle = () => {
        settled = true
      }
      work.then(settle, settle)
      for (;;) {
        await idle()
        if (settled) return work
        if (!step()) throw new Error('Nothing is left that could wake what is waited for')
      }
    },
    async drain() {
      do await idle()
      while (step())
    },
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/** Puts a timer into the heap. */
function put(heap: Timer[], timer: Timer): void {
  let at = heap.length
  while (at > 0) {
    const above = (at - 1) >> 1
    const parent = heap[above]
    if (!parent || !isBefore(timer, parent)) break
    heap[at] = parent
    at = above
  }
  heap[at] = timer
}

/** Takes the first timer out of the heap. */
function take(heap: Timer[]): Timer | undefined {
  const first = heap[0]
  const last = heap.pop()
  if (!first || !last || first === last) return first
  let at = 0
  for (;;) {
    const left = heap[2 * at + 1]
    const right = heap[2 * at + 2]
    const child = left && right && isBefore(right, left) ? right : left
    if (!child || !isBefore(child, last)) break
    heap[at] = child
    at = child === left ? 2 * at + 1 : 2 * at + 2
  }
  heap[at] = last
  return first
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
