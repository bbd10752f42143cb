/** Passed in, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; for dates only, because setting the machine's clock changes it. */
  now(): number
  /** Milliseconds of a clock that nobody can set; for durations only, because its start has no meaning. */
  monotonic(): number
  /** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** A read was given up because the time of the wait is over. */
export class WaitOver extends Error {
  override readonly name = 'WaitOver'
}

/** Longest delay of a timer, 24 days: Node fires a longer one at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  // Not `performance.now()`, whose first use loads another module of Node.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const wake = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const timer = setTimeout(wake, Math.min(ms, LONGEST_TIMER_MS))
      signal?.addEventListener('abort', abort, { once: true })
    }),
}

/** A signal that aborts with `reason` after `ms` milliseconds, unless `stop` is called before. */
export function abortAfter(clock: Clock, ms: number, reason: Error): { signal: AbortSignal; stop: () => void } {
  const timeout = new AbortController()
  const stopped = new AbortController()
  clock.sleep(ms, stopped.signal).then(
    () => timeout.abort(reason),
    () => {},
  )
  return { signal: timeout.signal, stop: () => stopped.abort() }
}
