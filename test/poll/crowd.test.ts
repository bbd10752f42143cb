import { describe, expect, test } from 'vitest'
import {
  type Crowd,
  firstAnswers,
  type Limiter,
  latencies,
  runCrowd,
  type StepTrace,
  tokenBucket,
  tooEarly,
  totalsOf,
  unlimited,
  window,
} from './crowd.ts'

const SECOND = 1000
const MINUTE = 60_000
/** The longest interval with the defaults and its jitter. */
const LONGEST_INTERVAL = 144 * SECOND
/** All tries of a call end within this time. */
const CALL = 60 * SECOND

/** Possible limits of the service: with and without `Retry-After`, smoothed or by the second of the clock. */
const LIMITERS: Record<string, () => Limiter> = {
  'a token bucket': () => tokenBucket(100),
  'a token bucket with Retry-After: 1': () => tokenBucket(100, 1),
  'a window of a second': () => window(100),
  'a window of a second with Retry-After: 1': () => window(100, 1),
  'a window of a second with Retry-After: 5': () => window(100, 5),
}

/** Merges of the pull requests: one after the other over the whole wait, or for every other step never. */
const DAYS: Record<string, (steps: number) => Crowd['mergesAt']> = {
  'all merge': steps => step => Math.round((step / steps) * 9.5 * MINUTE),
  'half of them merge': steps => step => (step % 2 === 0 ? Math.round((step / steps) * 9.5 * MINUTE) : null),
}

/** The steps without a limit, by day and seed, to compare those with one. */
const free = new Map<string, Promise<StepTrace[]>>()

function withoutLimit(day: string, seed: number): Promise<StepTrace[]> {
  const key = `${day} ${seed}`
  const run = free.get(key) ?? crowd(200, day, unlimited, seed)
  free.set(key, run)
  return run
}

function crowd(steps: number, day: string, limiter: Limiter, seed: number): Promise<StepTrace[]> {
  const mergesAt = DAYS[day]?.(steps) ?? (() => null)
  return runCrowd({ steps, limiter, mergesAt, seed, timeoutMs: 10 * MINUTE })
}

describe('200 steps that start in one second, 100 requests a second for all of them', () => {
  const cases = Object.keys(DAYS).flatMap(day => Object.keys(LIMITERS).map(name => [name, day] as const))

  test.each(cases)('%s, %s: every verdict, nobody starves, at most 1.3 times the requests', async (name, day) => {
    const ratios: number[] = []
    const lost: number[] = []
    const early: number[] = []
    const starving: number[] = []
    for (const seed of [1, 2, 3]) {
      const limited = await crowd(200, day, LIMITERS[name]?.() ?? unlimited, seed)
      const [totals, without] = [totalsOf(limited), totalsOf(await withoutLimit(day, seed))]
      ratios.push(totals.requests / without.requests)
      lost.push(without.passed - totals.passed)
      early.push(tooEarly(limited))
      starving.push(
        firstAnswers(limited).filter(ms => ms > CALL).length +
          latencies(limited).filter(ms => ms > LONGEST_INTERVAL + CALL).length,
      )
    }
    expect({ lost, early, starving }).toEqual({ lost: [0, 0, 0], early: [0, 0, 0], starving: [0, 0, 0] })
    expect(
      Math.max(...ratios),
      `requests with the limit by those without: ${ratios.map(each => each.toFixed(3))}`,
    ).toBeLessThanOrEqual(1.3)
  })

  test('a Retry-After that is longer than the tries of a call is obeyed by the next poll', async () => {
    const until = 150 * SECOND
    const limiter: Limiter = now => (now < until ? Math.ceil((until - now) / SECOND) : null)
    const traces = await runCrowd({ steps: 20, limiter, timeoutMs: 10 * MINUTE, mergesAt: () => 0 })
    expect(totalsOf(traces)).toMatchObject({ passed: 20 })
    expect(tooEarly(traces)).toBe(0)
  })
})
