import { setImmediate as idle } from 'node:timers/promises'
import type { Clock } from '../../src/clock.ts'
import type { Flights } from './flights.ts'

interface Timer {
  at: number
  order: number
  fire: () => void
}

/** Milliseconds of real time in which nothing happens at all, after which a run counts as hanging. */
const HANGS = 5000

/** Milliseconds of real time after which a request on loopback counts as one that never ends. */
const ENDLESS = 20_000

/** A virtual clock beside which real HTTP goes on: it moves only while nothing real is under way. */
export interface WorldClock extends Clock {
  /** Moves on until the work settles. */
  run<T>(work: Promise<T>, flights: Flights): Promise<T>
}

export function worldClock(start: number): WorldClock {
  const timers = new Set<Timer>()
  let now = start
  let orders = 0

  const step = () => {
    let next: Timer | undefined
    for (const timer of timers) {
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    if (!next) return false
    timers.delete(next)
    now = Math.max(now, next.at)
    next.fire()
    return true
  }

  return {
    now: () => now,
    monotonic: () => now,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason)
          return
        }
        const abort = () => {
          timers.delete(timer)
          reject(signal?.reason)
        }
        const fire = () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        const timer = { at: now + Math.max(0, ms), order: orders++, fire }
        signal?.addEventListener('abort', abort, { once: true })
        timers.add(timer)
      })
    },
    async run(work, flights) {
      let settled = false
      const settle = () => {
        settled = true
      }
      work.then(settle, settle)
      for (let still = 0; !settled; ) {
        await quiet(flights)
        if (settled) break
        if (step()) still = 0
        // A module that is being loaded leaves no trace but the time that it takes.
        else if (still++ > HANGS) throw new Error('The run hangs: no timer, no request, no end')
        else await realMillisecond()
      }
      return work
    },
  }
}

/** Some turns of the event loop in which no request is on its way. */
async function quiet(flights: Flights): Promise<void> {
  const begun = performance.now()
  for (let turns = 0; turns < 4; turns++) {
    await idle()
    if (flights.open() === 0) continue
    if (performance.now() - begun > ENDLESS) throw new Error(`Requests that never end: ${flights.told()}`)
    turns = 0
    await realMillisecond()
  }
}

function realMillisecond(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 1))
}
