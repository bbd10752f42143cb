import fc from 'fast-check'
import { expect, test } from 'vitest'
import { virtualClock } from './clock.ts'
import { type Asked, CALM, type Change, type Play, playWait, pollsOf, type Scene, type Trouble } from './world.ts'

/**
 * A model of waits for a merged pull request and a running queue: it takes the answers from the calls, and computes the
 * expected end without code of the gate.
 */

/** The outcome of one condition in one poll. */
type Found = 'met' | 'open' | 'lost' | 'refused' | 'outage'

const SECOND = 1000

const trouble = fc.constantFrom<Trouble | null>(null, null, null, 'outage', 'outage', 'refused', 'broken')
const change: fc.Arbitrary<Change> = fc
  .record({
    at: fc.integer({ min: 0, max: 400 * SECOND }),
    state: fc.constantFrom('testing', 'testing', 'pending_failure', 'tests_passed', 'failed', 'merged'),
    queue: fc.constantFrom('running', 'paused'),
    pullRequestTrouble: trouble,
    queueTrouble: trouble,
  })
  .map(({ at, state, queue, pullRequestTrouble, queueTrouble }) => ({
    at,
    scene: {
      ...CALM,
      pr: { state, submitted: state !== 'failed' && state !== 'merged', head: 'ours', rule: 'holds' },
      queue: { state: queue, listed: 'no', others: 0 },
      trouble: {
        ...(pullRequestTrouble && { 'pull-request': pullRequestTrouble }),
        ...(queueTrouble && { queue: queueTrouble }),
      },
    } satisfies Scene,
  }))

const play: fc.Arbitrary<Play & { steps: number[] }> = fc.record({
  require: fc.constant<Play['require']>(['merged', 'queue-running']),
  timeoutMs: fc.integer({ min: SECOND, max: 400 * SECOND }),
  pollIntervalMs: fc.integer({ min: SECOND, max: 60 * SECOND }),
  onUnavailable: fc.constantFrom<'fail' | 'warn'>('fail', 'warn'),
  latencyMs: fc.integer({ min: 0, max: 4 * SECOND }).map(ms => () => ms),
  changes: fc.array(change, { minLength: 1, maxLength: 8 }).map(changes => changes.toSorted((a, b) => a.at - b.at)),
  // Somebody sets the machine's clock, by hours and in both directions.
  steps: fc.array(fc.integer({ min: -9e7, max: 9e7 }), { maxLength: 3 }),
})

/** The outcome of one read; null if the deadline cut it off. */
function found({ what, scene }: Asked): Found | null {
  if (scene === null) return null
  const wrong = what === 'github' ? undefined : scene.trouble[what]
  if (wrong === 'outage') return 'outage'
  if (wrong !== undefined) return 'refused'
  if (what === 'queue') return scene.queue?.state === 'running' ? 'met' : 'open'
  const state = scene.pr?.state
  return state === 'merged' ? 'met' : state === 'failed' ? 'lost' : 'open'
}

/** The end that the polls, the last one included, have to lead to. */
function expected(polls: (Found | null)[][], onUnavailable: Play['onUnavailable']) {
  const last = polls.at(-1) ?? []
  if (last.every(each => each === 'met')) return { conclusion: 'passed', succeeds: true, timedOut: false }
  const isOver = !last.some(each => each === 'lost' || each === 'refused')
  const isWhole = (poll: (Found | null)[]) => !poll.some(each => each === 'outage' || each === null)
  const whole = polls.findLast(isWhole)
  const newest = last.map((_, at) => polls.map(poll => poll[at]).findLast(each => each !== 'outage' && each !== null))
  const decisive = isOver
    ? (whole ?? newest)
    : last.map((each, at) => (each === 'outage' || each === null ? newest[at] : each))
  const isUnmet = decisive.some(each => each === 'open' || each === 'lost')
  const isRefused = decisive.includes('refused')
  return {
    conclusion: isUnmet ? 'failed' : 'unknown',
    succeeds: !isUnmet && !isRefused && onUnavailable === 'warn',
    timedOut: isOver,
  }
}

test('a wait does what its polls say, and no clock that is set changes it', async () => {
  await fc.assert(
    fc.asyncProperty(play, async ({ steps, ...given }) => {
      const clock = virtualClock()
      steps.forEach((by, at) => {
        clock.sleep(20 * SECOND * (at + 1)).then(() => clock.set(by))
      })
      const trace = await playWait(given, clock)
      const undisturbed = await playWait(given)
      expect([trace.lines, trace.asked, trace.endedAt]).toEqual([
        undisturbed.lines,
        undisturbed.asked,
        undisturbed.endedAt,
      ])

      const calls = pollsOf(trace.asked)
      const polls = calls.map(poll => poll.map(found))
      const { verdict, timedOut } = trace.waited
      const { conclusion, succeeds } = verdict
      expect({ conclusion, succeeds, timedOut }).toEqual(expected(polls, given.onUnavailable))
      // No poll before the last one could have ended it.
      for (const poll of polls.slice(0, -1)) {
        expect(poll.some(each => each === 'lost' || each === 'refused') || poll.every(each => each === 'met')).toBe(
          false,
        )
      }
      expect(polls[0]).not.toContain(null)
      if (timedOut && (calls[0]?.[0]?.endedAt ?? 0) < given.timeoutMs) expect(calls.length).toBeGreaterThan(1)
      if (calls.length > 1) expect(trace.endedAt).toBeLessThanOrEqual(given.timeoutMs)
      expect([trace.leftBehind <= steps.length, trace.askedAfter]).toEqual([true, 0])
    }),
    { numRuns: 300 },
  )
})
