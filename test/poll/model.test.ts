import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, CONDITIONS, type Condition, type Read, readsNeeded } from '../../src/facts/conditions.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { amount } from '../amount.ts'
import { seeded } from './clock.ts'
import { isLost, judged, type Known, learn, type Opinion } from './oracle.ts'
import {
  askingsOf,
  CALM,
  type Change,
  CONTEXT,
  playWait,
  type Rule,
  type Scene,
  type Trace,
  type Trouble,
} from './world.ts'

const MINUTE = 60_000
/** Paths of each set of conditions: 45 sets with quick answers, 9 with slow ones. */
const PATHS = amount(8, 160)
const SLOW_PATHS = amount(6, 120)

const singles: Condition[][] = CONDITIONS.map(condition => [condition])
const pairs: Condition[][] = CONDITIONS.flatMap((first, at) => CONDITIONS.slice(at + 1).map(second => [first, second]))

/** Where a pull request goes from a state, as the service describes it; submitting again starts over. */
const STEPS: Record<string, { state: string; submitted: boolean }[]> = Object.fromEntries(
  Object.entries({
    not_ready: ['pending', 'cancelled'],
    pending: ['testing', 'not_ready', 'cancelled'],
    testing: ['tests_passed', 'pending_failure', 'failed', 'pending', 'cancelled'],
    pending_failure: ['testing', 'failed', 'cancelled'],
    tests_passed: ['merged', 'testing', 'cancelled'],
    merged: ['merged'],
    failed: ['not_ready', 'pending'],
    cancelled: ['not_ready', 'pending'],
  }).map(([from, to]) => [
    from,
    to.map(state => ({ state, submitted: !['merged', 'failed', 'cancelled'].includes(state) })),
  ]),
)

const states = fc.constantFrom(...Object.keys(STEPS), 'napping', null)
const rules = fc.constantFrom<Rule>('holds', 'holds', 'not-mergeable', 'in-progress', 'other-base', 'absent')
const heads = fc.constantFrom('ours' as const, 'ours' as const, 'ours' as const, 'other' as const)
const queues = fc.record({
  state: fc.constantFrom('running', 'paused', 'draining', 'switching_modes', 'dreaming'),
  listed: fc.constantFrom('live' as const, 'over' as const, 'no' as const),
  others: fc.nat(2),
})
const runs = fc.record({
  status: fc.constantFrom('in_progress', 'in_progress', 'succeeded', 'failed', 'cancelled', null),
})

/** One event of a path; what is undefined stays as it is. */
interface Event {
  /** Milliseconds after the event before. */
  after: number
  /** A step that the service describes, the how-manieth. */
  legal: number | undefined
  /** Any members at all, or 404. */
  illegal: Scene['pr'] | undefined
  head: 'ours' | 'other' | undefined
  rule: Rule | undefined
  queue: Scene['queue'] | undefined
  testRun: Scene['testRun'] | undefined
  github: Scene['github'] | undefined
  trouble: Scene['trouble'] | undefined
}

function maybe<T>(arbitrary: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 10 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary })
}

function events(troubles: fc.Arbitrary<Trouble | undefined>): fc.Arbitrary<Event> {
  return fc.record({
    after: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 8 * MINUTE })),
    legal: maybe(fc.nat(20), 7),
    illegal: maybe(
      fc.option(fc.record({ state: states, submitted: fc.boolean(), head: heads, rule: rules }), { freq: 4 }),
      2,
    ),
    head: maybe(heads, 2),
    rule: maybe(rules, 3),
    queue: maybe(fc.option(queues, { freq: 8 }), 4),
    testRun: maybe(fc.option(runs, { freq: 5 }), 3),
    github: maybe(fc.constantFrom('ours' as const, 'other' as const, 'silent' as const), 2),
    trouble: maybe(
      fc
        .record({ 'pull-request': troubles, queue: troubles, 'test-run': troubles })
        .map(all => Object.fromEntries(Object.entries(all).filter(([, trouble]) => trouble !== undefined))),
      4,
    ),
  })
}

const troubles = fc.constantFrom<Trouble | undefined>(
  ...Array(8).fill(undefined),
  ...Array(6).fill('outage'),
  'refused',
  'broken',
)
const silences = fc.constantFrom<Trouble | undefined>(undefined, undefined, 'outage', 'silent')

function pathsOf(of: fc.Arbitrary<Trouble | undefined>): fc.Arbitrary<Change[]> {
  return fc.tuple(events(of), fc.array(events(of), { maxLength: 9 })).map(([first, rest]) => {
    let scene: Scene = apply(CALM, first)
    let at = 0
    const changes: Change[] = [{ at, scene }]
    for (const event of rest) {
      at += event.after
      scene = apply(scene, event)
      changes.push({ at, scene })
    }
    return changes
  })
}

function apply(scene: Scene, event: Event): Scene {
  let pr = scene.pr
  if (event.illegal !== undefined) pr = event.illegal
  else if (event.legal !== undefined) {
    const steps = STEPS[pr?.state ?? ''] ?? [{ state: 'not_ready', submitted: true }]
    const step = steps[event.legal % steps.length]
    pr = { ...(pr ?? { head: 'ours', rule: 'holds' }), ...(step ?? { state: null, submitted: false }) }
  }
  if (pr) pr = { ...pr, head: event.head ?? pr.head, rule: event.rule ?? pr.rule }
  return {
    pr,
    queue: event.queue === undefined ? scene.queue : event.queue,
    testRun: event.testRun === undefined ? scene.testRun : event.testRun,
    github: event.github ?? scene.github,
    trouble: event.trouble ?? {},
  }
}

const patience = fc.constantFrom(
  { timeoutMs: 20_000, pollIntervalMs: 1000 },
  { timeoutMs: MINUTE, pollIntervalMs: 15_000 },
  { timeoutMs: 3 * MINUTE, pollIntervalMs: 1000 },
  { timeoutMs: 10 * MINUTE, pollIntervalMs: 15_000 },
  { timeoutMs: 30 * MINUTE, pollIntervalMs: 15_000 },
  { timeoutMs: 2 * 60 * MINUTE, pollIntervalMs: 2 * MINUTE },
  { timeoutMs: 2 * 60 * MINUTE, pollIntervalMs: 20 * MINUTE },
)

interface Case {
  require: Condition[]
  extra: Read[]
  changes: Change[]
  timeoutMs: number
  pollIntervalMs: number
  onUnavailable: 'fail' | 'warn'
  seed: number
  /** Most milliseconds of one call. */
  slowest: number
}

function casesOf(require: Condition[], changes: fc.Arbitrary<Change[]>, slowest: number): fc.Arbitrary<Case> {
  return fc
    .record({
      changes,
      patience,
      extra: fc.subarray(['pull-request', 'queue', 'test-run'] as const),
      onUnavailable: fc.constantFrom('fail' as const, 'warn' as const),
      seed: fc.integer(),
    })
    .map(({ patience: { timeoutMs, pollIntervalMs }, ...rest }) => ({
      ...rest,
      require,
      timeoutMs,
      pollIntervalMs,
      slowest,
    }))
}

async function played({ require, extra, seed, slowest, ...rest }: Case): Promise<Trace> {
  const needed = readsNeeded(require)
  const random = seeded(seed)
  return playWait({
    ...rest,
    require,
    reads: [...needed, ...extra.filter(read => !needed.includes(read))],
    random,
    latencyMs: () => Math.floor(slowest * random()),
  })
}

/** How long before the deadline the last asking begins at most: no part of the contract. */
function margin(timeoutMs: number): number {
  return Math.min(15_000, timeoutMs / 10)
}

describe('whatever happens, the wait does what the interface says', () => {
  test.each([...singles, ...pairs].map(require => [require.join(' and '), require] as const))(
    '%s',
    async (_, require) => {
      await fc.assert(
        // Four calls one after the other still fit between the last asking and the deadline.
        fc.asyncProperty(casesOf(require, pathsOf(troubles), 400), async given => {
          const trace = await played(given)
          expectOrder(given, trace)
          expectIntervals(given, trace)
          expectEconomy(given, trace)
          expectVerdict(given, trace)
          expectQuietLines(trace)
        }),
        { numRuns: PATHS },
      )
    },
  )
})

describe('also where calls take as long as all their tries', () => {
  test.each(
    [...singles, ['submitted', 'queue-running'] as Condition[]].map(
      require => [require.join(' and '), require] as const,
    ),
  )('%s', async (_, require) => {
    await fc.assert(
      fc.asyncProperty(casesOf(require, pathsOf(silences), 9000), async given => {
        const trace = await played(given)
        expectOrder(given, trace)
        expectConsistency(given, trace)
        // An answer grows old while the asking waits for the others.
        if (trace.waited.verdict.conclusion === 'passed') expectMet(given, trace, 4 * MINUTE)
      }),
      { numRuns: SLOW_PATHS },
    )
  })
})

/** Begins at once, is over by the deadline, and leaves nothing behind. */
function expectOrder({ timeoutMs }: Case, { asked, endedAt, sleeps, leftBehind, askedAfter }: Trace): void {
  expect(asked[0]?.at, 'the first asking').toBe(0)
  expect(endedAt, 'the end').toBeLessThanOrEqual(timeoutMs)
  for (const { at, ms } of sleeps) {
    expect(ms, 'a sleep').toBeGreaterThan(0)
    expect(at + ms, 'the end of a sleep').toBeLessThanOrEqual(timeoutMs)
  }
  expect(leftBehind, 'timers after the end').toBe(0)
  expect(askedAfter, 'calls after the end').toBe(0)
}

/** 1.5 times the one before, to 8 times the first and 5 minutes, 20 % more or less; shorter only before the deadline. */
function expectIntervals({ pollIntervalMs, timeoutMs }: Case, { asked }: Trace): void {
  const askings = askingsOf(asked)
  for (const [at, asking] of askings.entries()) {
    const before = askings[at - 1]
    if (!before) continue
    const begun = Math.min(...asking.map(call => call.at))
    const slept = begun - Math.max(...before.map(call => call.endedAt))
    const grown = Math.min(pollIntervalMs * 1.5 ** (at - 1), 8 * pollIntervalMs, 5 * MINUTE)
    expect(slept, `interval ${at}`).toBeLessThanOrEqual(Math.ceil(grown * 1.2))
    if (begun < timeoutMs - margin(timeoutMs)) {
      expect(slept, `interval ${at}`).toBeGreaterThanOrEqual(Math.floor(grown * 0.8))
    }
  }
}

/** What is asked again is what an unmet condition needs, the queue for the place in line, or left out before a pass. */
function expectEconomy({ require, extra }: Case, { asked, waited }: Trace): void {
  const [first = [], ...others] = askingsOf(asked)
  const reads = new Set<string>([...readsNeeded(require), ...extra])
  expect(new Set(first.flatMap(({ what }) => (what === 'github' ? [] : [what]))), 'the first asking').toEqual(reads)
  let known = learn({}, first)
  const lastAt = new Map<string, number>()
  for (const { what, endedAt } of first) lastAt.set(what, endedAt)
  for (const asking of others) {
    const open = require.filter(condition => judged(condition, known).word !== 'met')
    const needed = new Set<string>(readsNeeded(open))
    const seen = new Set<string>()
    for (const [at, { what, at: time }] of asking.entries()) {
      if (what === 'github') continue
      expect(seen.has(what), `${what} twice in one asking`).toBe(false)
      seen.add(what)
      const age = time - (lastAt.get(what) ?? 0)
      const forPlace = what === 'queue' && age >= MINUTE
      // What was left out is read at once, so the answer to one of these reads is not known when the next is asked.
      const leftOut = asking.slice(0, at + 1).some((_, upTo) => allMet(require, learn(known, asking.slice(0, upTo))))
      expect(needed.has(what) || forPlace || leftOut, `${what} for nothing`).toBe(true)
    }
    for (const condition of open) expect(seen.has(CONDITION_NEEDS[condition][0]), `${condition} was open`).toBe(true)
    known = learn(known, asking)
    for (const { what, endedAt } of asking) lastAt.set(what, endedAt)
  }
  expect(waited.askings, 'askings').toBe(others.length + 1)
}

/** Ends when it has to and not before, with what the answers say. */
function expectVerdict(given: Case, trace: Trace): void {
  const { require, timeoutMs, onUnavailable } = given
  const { waited, asked, endedAt } = trace
  const askings = askingsOf(asked)
  let known: Known = {}
  let complete: Opinion[] | null = null
  for (const [at, asking] of askings.entries()) {
    known = learn(known, asking)
    const opinions = require.map(condition => judged(condition, known))
    const over =
      opinions.every(({ word }) => word === 'met') || opinions.some(({ hopeless }) => hopeless) || isLost(known)
    expect(over, `asking ${at + 1} of ${askings.length} was final`).toBe(at === askings.length - 1 && !waited.timedOut)
    if (opinions.every(({ outage }) => !outage)) complete = opinions
  }
  const latest = require.map(condition => judged(condition, known))
  const deciding = waited.timedOut ? (complete ?? latest) : latest
  const words = deciding.map(({ word }) => word)
  const conclusion = words.includes('unmet')
    ? 'failed'
    : words.includes('unknown') || isLost(known)
      ? 'unknown'
      : 'passed'
  expect(waited.verdict.conclusion).toBe(conclusion)
  expect(waited.verdict.conditions.map(({ verdict }) => verdict)).toEqual(words)
  const allowed = onUnavailable === 'warn'
  const succeeds = !isLost(known) && deciding.every(({ word, outage }) => word === 'met' || (outage && allowed))
  expect(waited.verdict.succeeds).toBe(succeeds)
  if (waited.timedOut) expect(endedAt).toBeGreaterThanOrEqual(timeoutMs - margin(timeoutMs))
  if (conclusion === 'passed') expectMet(given, trace)
  expectConsistency(given, trace)
}

/** What let it pass was so at the moment of its asking, and that was not long before the end. */
function expectMet({ require }: Case, { asked, endedAt, waited }: Trace, oldest = 5000): void {
  const known = learn({}, asked)
  expect(require.map(condition => judged(condition, known).word)).toEqual(require.map(() => 'met'))
  // Once the state says that the episode is over, the queue has no say in whether it is settled.
  const { pullRequest } = waited.facts
  const over = pullRequest.kind === 'read' && /^(?:merged|failed|cancelled)$/.test(pullRequest.value.state ?? '')
  for (const read of readsNeeded(over ? require.filter(condition => condition !== 'settled') : require)) {
    const last = asked.findLast(({ what }) => what === read)
    expect(endedAt - (last?.endedAt ?? 0), `age of ${read}`).toBeLessThanOrEqual(oldest)
  }
}

/** The facts that are told are those that the verdict is made of. */
function expectConsistency({ require, onUnavailable }: Case, { waited: { verdict, facts } }: Trace): void {
  expect(conclude(facts, CONTEXT, { require, onUnavailable })).toEqual(verdict)
}

/** The heartbeat is silent for a minute after every line. */
function expectQuietLines({ lines, lineTimes, waited }: Trace): void {
  for (const [at, line] of lines.entries()) {
    if (!/: still waiting for /.test(line)) continue
    expect((lineTimes[at] ?? 0) - (lineTimes[at - 1] ?? 0), line).toBeGreaterThanOrEqual(MINUTE)
  }
  const told = lines.flatMap(line => (/: still waiting for /.test(line) ? [] : [line.replace(/^After .*?: /, '')]))
  expect(waited.timeline.map(({ what }) => what)).toEqual(told)
}

function allMet(require: readonly Condition[], known: Known): boolean {
  return require.every(condition => judged(condition, known).word === 'met')
}
