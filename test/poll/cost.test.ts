import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/facts/conditions.ts'
import { seeded } from './clock.ts'
import { figure, spread } from './figures.ts'
import { askingsOf, CALM, playWait, type Scene, type Trace } from './world.ts'

const MINUTE = 60_000
const RUNS = 200
/** Most askings of one pull request in half an hour with the defaults. */
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
    const askings = traces.map(({ waited }) => waited.askings)
    const requests = traces.map(({ asked }) => asked.length)
    figure(`a wait of ${minutes} minutes that runs out`, {
      'askings, mean': spread(askings, 1).mean,
      'askings, most': Math.max(...askings, shortest.waited.askings),
      'requests, mean': spread(requests, 1).mean,
      'requests, most': Math.max(...requests, shortest.asked.length),
      'elapsed (s), mean': spread(traces.map(({ endedAt }) => endedAt)).mean,
      'elapsed (s), most': spread(traces.map(({ endedAt }) => endedAt)).max,
    })
    for (const { waited, endedAt, asked } of [...traces, shortest]) {
      expect(waited.timedOut).toBe(true)
      expect(waited.askings).toBeLessThan(MOST)
      expect(endedAt).toBeLessThanOrEqual(minutes * MINUTE)
      // One for each asking, the queue at the start and once a minute.
      expect(asked.length).toBeLessThanOrEqual(waited.askings + 1 + minutes)
    }
  })

  test.each<[Condition, number]>([
    ['not-submitted', 1],
    ['settled', 1],
    ['ready', 1],
    ['queue-empty', 1],
    ['test-run-succeeded', 1],
  ])('%s asks one thing at a time', async (condition, each) => {
    const scene: Scene = { ...CALM, pr: { state: 'testing', submitted: true, head: 'ours', rule: 'in-progress' } }
    const trace = await playWait({ require: [condition], timeoutMs: 30 * MINUTE, changes: [{ at: 0, scene }] })
    const [first = [], ...again] = askingsOf(trace.asked)
    const forPlace = trace.asked.filter(({ what }) => what === 'queue').length
    expect(trace.asked.length - first.length).toBeLessThanOrEqual(
      again.length * each + (condition === 'queue-empty' ? 0 : forPlace),
    )
    expect(trace.waited.askings).toBeLessThan(MOST)
  })

  test('the step ends within one interval of the change', async () => {
    const random = seeded(7)
    const seconds: number[] = []
    const intervals: number[] = []
    for (let run = 0; run < 1000; run++) {
      const changeAt = Math.floor(random() * 28 * MINUTE)
      const { asked, endedAt, waited } = await wait(30, random, changeAt)
      expect(waited.verdict.conclusion).toBe('passed')
      const begins = askingsOf(asked).map(calls => calls[0]?.at ?? 0)
      const [before = 0, last = 0] = begins.slice(-2)
      seconds.push(endedAt - changeAt)
      intervals.push((endedAt - changeAt) / Math.max(1, last - before))
      // What comes while an asking is on its way is seen by the next one.
      expect(changeAt).toBeGreaterThan(before - 1)
    }
    figure('from a change at the service to the end of the step', {
      'mean (intervals)': spread(intervals, 1).mean,
      'most (intervals)': spread(intervals, 1).max,
      'mean (s)': spread(seconds).mean,
      'p95 (s)': spread(seconds).p95,
      'most (s)': spread(seconds).max,
    })
    // An interval, and the calls at its end.
    expect(Math.max(...intervals)).toBeLessThan(1.01)
    expect(Math.max(...seconds)).toBeLessThanOrEqual(144_000 + 200)
  })
})
