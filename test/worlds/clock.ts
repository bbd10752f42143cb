import { setImmediate as ignoredInputs } from 'node:timers/promises'
import type { Clock } from '../../src/runner/clock.ts'
import { virtualClock } from '../poll/clock.ts'
import type { Flights } from './flights.ts'

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
  const clock = virtualClock(start)
  return {
    ...clock,
    async run(work, flights) {
      let settled = false
      const settle = () => {
        settled = true
      }
      work.then(settle, settle)
      for (let still = 0; !settled; ) {
        await quiet(flights)
        if (settled) break
        if (clock.step()) still = 0
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
    await ignoredInputs()
    if (flights.open() === 0) continue
    if (performance.now() - begun > ENDLESS) throw new Error(`Requests that never end: ${flights.told()}`)
    turns = 0
    await realMillisecond()
  }
}

function realMillisecond(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 1))
}
