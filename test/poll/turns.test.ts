import { describe, expect, test } from 'vitest'
import { intervalAfter, nextTurn, type Patience, turns } from '../../src/poll/turns.ts'
import { WaitOver } from '../../src/runner/clock.ts'
import { virtualClock } from './clock.ts'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000

describe('the interval', () => {
  test.each([
    ['the default', 15 * SECOND, [15, 22.5, 33.75, 50.625, 75.938, 113.906, 120, 120]],
    ['the shortest', SECOND, [1, 1.5, 2.25, 3.375, 5.063, 7.594, 8, 8]],
    ['up to five minutes', MINUTE, [60, 90, 135, 202.5, 300, 300, 300, 300]],
    ['over five minutes', DAY, [300, 300, 300, 300, 300, 300, 300, 300]],
  ])('%s: 1.5 times the one before, to 8 times the first and 5 minutes', (_, first, seconds) => {
    expect(seconds.map((_each, at) => intervalAfter(at + 1, first, 0.5))).toEqual(seconds.map(each => each * SECOND))
  })

  test('has 20 % of jitter, both ways', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map(random => intervalAfter(1, 15 * SECOND, random))).toEqual([
      12_000, 13_500, 15_000, 16_500, 18_000,
    ])
  })
})

test.each<[string, [wanted: number, remaining: number, total: number, slowest: number], ReturnType<typeof nextTurn>]>([
  ['an interval that fits', [15_000, 600_000, 600_000, 0], { delayMs: 15_000, isLast: false }],
  ['one that does not: 2 s before the deadline', [120_000, 100_000, 600_000, 0], { delayMs: 98_000, isLast: true }],
  ['one that ends right then', [98_000, 100_000, 600_000, 0], { delayMs: 98_000, isLast: true }],
  ['polls of 20 s: half as much again', [120_000, 100_000, 600_000, 20_000], { delayMs: 70_000, isLast: true }],
  ['slow polls: a tenth of the wait', [120_000, 100_000, 600_000, 90_000], { delayMs: 40_000, isLast: true }],
  ['slow polls in a wait of 10 s: the 2 s win', [15_000, 10_000, 10_000, 4000], { delayMs: 8000, isLast: true }],
  ['a wait of 2 s: in the middle', [15_000, 2000, 2000, 0], { delayMs: 1000, isLast: true }],
  ['a wait of a year', [300_000, 366 * DAY, 366 * DAY, 0], { delayMs: 300_000, isLast: false }],
  ['past the deadline', [15_000, 0, 600_000, 0], null],
])('the next turn: %s', (_, given, expected) => {
  expect(nextTurn(...given)).toEqual(expected)
})

describe('turns', () => {
  /** The seconds at which turns begin, each with a mark if it is the last, where each takes so many seconds. */
  async function taken(patience: Patience | null, takes: number) {
    const clock = virtualClock(0)
    const { signal } = new AbortController()
    const begun: string[] = []
    const reasons: unknown[] = []
    const all = async () => {
      for await (const turn of turns(patience, { clock, random: () => 0.5, signal }, () => takes * SECOND)) {
        begun.push(`${clock.monotonic() / SECOND}${turn.isLast ? ' last' : ''}`)
        await clock.sleep(takes * SECOND)
        if (turn.signal.aborted) reasons.push(turn.signal.reason)
      }
    }
    await clock.run(all())
    return { begun, reasons, endedAt: clock.monotonic() / SECOND, pending: clock.pending() }
  }

  test.each<[string, Patience | null, takes: number, begun: string[]]>([
    ['no wait', null, 0, ['0 last']],
    ['quick polls', { timeoutMs: 2 * MINUTE, pollIntervalMs: 15_000 }, 0, ['0', '15', '37.5', '71.25', '118 last']],
    ['polls of 4 s', { timeoutMs: 2 * MINUTE, pollIntervalMs: 15_000 }, 4, ['0', '19', '45.5', '83.25', '114 last']],
    ['a first poll that takes all the time', { timeoutMs: 3000, pollIntervalMs: 1000 }, 5, ['0']],
    ['a wait that is shorter than the interval', { timeoutMs: 10_000, pollIntervalMs: 15_000 }, 0, ['0', '8 last']],
  ])('%s', async (_, patience, takes, begun) => {
    const { begun: found, pending } = await taken(patience, takes)
    expect([found, pending]).toEqual([begun, 0])
  })

  test('the deadline cuts off what a turn still does', async () => {
    const { reasons } = await taken({ timeoutMs: 10_000, pollIntervalMs: 15_000 }, 6)
    expect(reasons).toEqual([new WaitOver('the wait is over')])
  })

  test('a cancellation ends the wait between two turns, and leaves no timer behind', async () => {
    const clock = virtualClock(0)
    const cancellation = new AbortController()
    const begun: number[] = []
    const all = async () => {
      const patience = { timeoutMs: MINUTE, pollIntervalMs: 10_000 }
      for await (const _ of turns(patience, { clock, random: () => 0.5, signal: cancellation.signal }, () => 0)) {
        begun.push(clock.monotonic())
      }
    }
    clock.sleep(12_000).then(() => cancellation.abort(new Error('cancelled')))
    await expect(clock.run(all())).rejects.toThrow('cancelled')
    expect([begun, clock.monotonic(), clock.pending()]).toEqual([[0, 10_000], 12_000, 0])
  })
})
