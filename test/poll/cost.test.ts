import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/facts/conditions.ts'
import { seeded } from './clock.ts'
import { CALM, playWait, pollsOf, type Scene, type Trace } from './world.ts'

const MINUTE = 60_000
const RUNS = 200
/** Most polls of one pull request in half an hour with the defaults. */
const MOST = 40

const merged: Scene = { ...CALM, pr: { state: 'merged', submitted: false, head: 'ours', rule: 'holds' } }

/** With the defaults: both reads, a first interval of 15 s. */
function wait(minutes: number, random: () => number, changeAt = Number.POSITIVE_INFINITY): Promise<Trace> {
  return playWait({
    require: ['merged'],
    reads: ['pull-request', 'queue'],
    timeoutMs: minutes * MINUTE,
    changes: [
      { at: 0, scene: CALM },
      { at: changeAt, scene: merged },
    ],
    latencyMs: () => 40,
    random,
  })
}

describe('what a wait costs with the defaults', () => {
  test.each([1, 10, 30])('%d minutes', async minutes => {
    const random = seeded(minutes)
    const traces: Trace[] = []
    for (let run = 0; run < RUNS; run++) traces.push(await wait(minutes, random))
    // The shortest intervals that the jitter allows.
    const shortest = await wait(minutes, () => 0)
    for (const { waited, endedAt, asked } of [...traces, shortest]) {
      expect(waited.timedOut).toBe(true)
      expect(waited.polls).toBeLessThan(MOST)
      expect(endedAt).toBeLessThanOrEqual(minutes * MINUTE)
      // Both reads in each poll, and nothing else.
      expect(asked.length).toBe(2 * waited.polls)
    }
  })

  test.each<[Condition, number]>([
    ['submitted', 1],
    ['not-submitted', 2],
    ['settled', 2],
    ['ready', 1],
    ['merged', 1],
    ['queue-empty', 1],
    ['test-run-succeeded', 1],
  ])('%s takes what it needs in each poll, %d of the service', async (condition, each) => {
    const scene: Scene = { ...CALM, pr: { state: 'testing', submitted: false, head: 'ours', rule: 'in-progress' } }
    const trace = await playWait({ require: [condition], timeoutMs: 30 * MINUTE, changes: [{ at: 0, scene }] })
    expect(trace.waited.polls).toBeGreaterThan(1)
    expect(trace.waited.polls).toBeLessThan(MOST)
    expect(trace.asked.length).toBe(each * trace.waited.polls)
  })

  test('the step ends within one interval of the change', async () => {
    const random = seeded(7)
    const intervals: number[] = []
    for (let run = 0; run < 1000; run++) {
      const changeAt = Math.floor(random() * 28 * MINUTE)
      const { asked, endedAt, waited } = await wait(30, random, changeAt)
      expect(waited.verdict.conclusion).toBe('passed')
      const begins = pollsOf(asked).map(calls => calls[0]?.at ?? 0)
      const [before = 0, last = 0] = begins.slice(-2)
      expect(endedAt - changeAt).toBeLessThanOrEqual(144_000 + 200)
      intervals.push((endedAt - changeAt) / Math.max(1, last - before))
      // A change during a poll is seen by the next one.
      expect(changeAt).toBeGreaterThan(before - 1)
    }
    // An interval, and the calls at its end.
    expect(Math.max(...intervals)).toBeLessThan(1.01)
  })
})
