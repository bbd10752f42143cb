import { describe, expect, test } from 'vitest'
import type { Condition, Read } from '../../src/facts/conditions.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { failedBy } from '../../src/facts/reading.ts'
import { askUntilAnswered } from '../../src/poll/wait.ts'
import { timelinePart } from '../../src/publish/summary/summary.ts'
import { rendered } from '../../src/text/message.ts'
import { context, gitHubFailure, gitHubView, NOW, result, testBranchContext } from '../builders.ts'
import { virtualClock } from './clock.ts'
import { CALM, type Change, type Play, playWait, pollsOf, type Scene, type Trace, type Trouble } from './world.ts'

const SECOND = 1000
const MINUTE = 60_000
const DAY = 86_400_000

/** Scenes by the second at which they begin; each takes over what it does not name, but for trouble. */
function script(steps: Record<number, Partial<Scene>>): Change[] {
  let scene = CALM
  return Object.entries(steps).map(([second, members]) => {
    scene = { ...scene, trouble: {}, ...members }
    return { at: Number(second) * SECOND, scene }
  })
}

function pr(state: string | null, over: Partial<NonNullable<Scene['pr']>> = {}): Pick<Scene, 'pr'> {
  const submitted = state === null || !['merged', 'failed', 'cancelled'].includes(state)
  return { pr: { state, submitted, head: 'ours', rule: 'holds', ...over } }
}

/** #42 in line behind others. */
function line(others: number, state = 'running'): Pick<Scene, 'queue'> {
  return { queue: { state, listed: 'live', others } }
}

function trouble(kind: Trouble, ...reads: Read[]): Pick<Scene, 'trouble'> {
  return { trouble: Object.fromEntries(reads.map(each => [each, kind])) }
}

function wait(require: Condition[], changes: Change[], over: Partial<Play> = {}): Promise<Trace> {
  return playWait({ require, changes, timeoutMs: 10 * MINUTE, ...over })
}

function came({ waited, endedAt }: Trace) {
  const { verdict, polls, timedOut } = waited
  return { conclusion: verdict.conclusion, succeeds: verdict.succeeds, polls, timedOut, seconds: endedAt / SECOND }
}

/** Seconds of each poll with what it read. */
function asks({ asked }: Trace): string[] {
  return pollsOf(asked).map(calls => `${(calls[0]?.at ?? 0) / SECOND}: ${calls.map(({ what }) => what).join(', ')}`)
}

/** The lines without their times. */
function told({ lines }: Trace): string[] {
  return lines.map(each => each.replace(/^After [^:]+: /, ''))
}

/** The last poll begins shortly before the deadline; how shortly is no part of the contract. */
function expectTheDeadline({ endedAt }: Trace, timeoutMs: number): void {
  expect(endedAt).toBeLessThanOrEqual(timeoutMs)
  expect(endedAt).toBeGreaterThanOrEqual(timeoutMs - 2 * SECOND)
}

const BOTH: Read[] = ['pull-request', 'queue']
/** The queue no longer lists #42. */
const GONE: Scene['queue'] = { state: 'running', listed: 'no', others: 0 }

describe('a wait as people see it', () => {
  test('half an hour with the defaults: every line, the timeline', async () => {
    const trace = await wait(
      ['merged'],
      script({
        0: { ...pr('pending'), ...line(2) },
        60: pr('testing'),
        200: line(1),
        400: line(1, 'paused'),
        500: pr('tests_passed', { head: 'other' }),
        700: trouble('outage', 'pull-request', 'queue'),
        900: {},
        1000: line(0),
        1600: pr('merged', { head: 'other' }),
      }),
      { reads: BOTH, timeoutMs: 30 * MINUTE },
    )
    expect(trace.lines).toEqual([
      'After 0 s: waiting for merged (#42: pending, 2 ahead, queue: running)',
      'After 1 m 11 s: #42: pending → testing',
      'After 3 m 18 s: still waiting for merged, polled 6 times',
      'After 5 m 12 s: 2 ahead → 1 ahead',
      'After 7 m 12 s: queue: running → paused',
      'After 9 m 12 s: #42: testing → tests passed',
      'After 9 m 12 s: new head: a7f3772 → 8b02421',
      'After 11 m 12 s: still waiting for merged, polled 10 times',
      'After 13 m 12 s: the service is not available',
      'After 15 m 12 s: the service is available again after 2 m',
      'After 17 m 12 s: 1 ahead → 0 ahead',
      'After 17 m 12 s: queue: paused → running',
      'After 19 m 12 s: still waiting for merged, polled 14 times',
      'After 21 m 12 s: still waiting for merged, polled 15 times',
      'After 23 m 12 s: still waiting for merged, polled 16 times',
      'After 25 m 12 s: still waiting for merged, polled 17 times',
      'After 27 m 12 s: #42: tests passed → merged (not in the queue)',
    ])
    expect(trace.waited.timeline.map(({ elapsedMs, what }) => `${elapsedMs}: ${what}`)).toEqual([
      '0: waiting for merged (#42: pending, 2 ahead, queue: running)',
      '71250: #42: pending → testing',
      '311719: 2 ahead → 1 ahead',
      '431719: queue: running → paused',
      '551719: #42: testing → tests passed',
      '551719: new head: a7f3772 → 8b02421',
      '791719: the service is not available',
      '911719: the service is available again after 2 m',
      '1031719: 1 ahead → 0 ahead',
      '1031719: queue: paused → running',
      '1631719: #42: tests passed → merged (not in the queue)',
    ])
    expect(came(trace)).toEqual({
      conclusion: 'passed',
      succeeds: true,
      polls: 18,
      timedOut: false,
      seconds: 1631.719,
    })
  })

  test('the summary shows what changed, and nothing where nothing was waited for', async () => {
    const trace = await wait(['merged'], script({ 0: pr('testing'), 20: pr('merged') }))
    const { timeline, polls, timedOut } = trace.waited
    const waited = { timeline, polls, timedOut, startedAt: NOW - trace.endedAt, endedAt: NOW }
    const html = timelinePart(result(waited)) ?? ''
    // Zero-width blanks keep GitHub from making links of numbers.
    expect(
      html
        .replace(/<[^>]*>|&#8203;/g, ' ')
        .replace(/\s+/g, ' ')
        .replaceAll('# 42', '#42')
        .trim(),
    ).toBe(
      '⏱️ Waited 38 s, 3 polls After What changed 0 s waiting for merged (#42: testing) ' +
        '38 s #42: testing → merged (not in the queue)',
    )
    expect(timelinePart(result({ ...waited, timedOut: true, waitTimeoutMs: 40_000 }))).toContain(
      '⌛ The wait of 40 s ran out after 3 polls',
    )
    expect(timelinePart(result({ timeline: [] }))).toBe(null)
  })

  test('a change hidden by an outage is reported after it', async () => {
    const trace = await wait(
      ['merged'],
      script({ 0: pr('testing'), 10: { ...pr('tests_passed'), ...trouble('outage', 'pull-request') }, 30: {} }),
      { timeoutMs: MINUTE },
    )
    expect(told(trace)).toEqual([
      'waiting for merged (#42: testing)',
      'the service is not available',
      'the service is available again after 23 s',
      '#42: testing → tests passed',
    ])
  })

  test('an outage from the first poll on is told when it ends, with its whole length', async () => {
    const trace = await wait(['merged'], script({ 0: trouble('outage', 'pull-request'), 50: {} }), {
      timeoutMs: 2 * MINUTE,
    })
    expect(trace.lines.slice(0, 2)).toEqual([
      'After 0 s: waiting for merged',
      'After 1 m 11 s: the service is available again after 1 m 11 s',
    ])
  })

  test('a condition that is no longer met is reported like every change', async () => {
    const trace = await wait(
      ['submitted', 'queue-running'],
      script({ 0: line(0, 'paused'), 100: pr('cancelled'), 200: line(0) }),
      { timeoutMs: 5 * MINUTE },
    )
    expect(told(trace).filter(each => !each.startsWith('still'))).toEqual([
      'waiting for queue-running (#42: testing, 0 ahead, queue: paused)',
      '#42: testing → cancelled (not in the queue)',
      'queue: paused → running',
    ])
  })

  test('changes from poll to poll leave no room for a heartbeat, silence does: once a minute at most', async () => {
    const restless = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [at * 8, pr(at % 2 === 0 ? 'testing' : 'pending_failure')]),
    )
    const busy = await wait(['merged'], script(restless), { pollIntervalMs: SECOND, timeoutMs: 4 * MINUTE })
    expect(told(busy).filter(each => each.startsWith('still'))).toEqual([])
    const quiet = await wait(['merged'], script({ 0: {} }), { pollIntervalMs: SECOND, timeoutMs: 4 * MINUTE })
    expect(quiet.lines).toEqual([
      'After 0 s: waiting for merged (#42: testing)',
      'After 1 m 1 s: still waiting for merged, polled 12 times',
      'After 2 m 5 s: still waiting for merged, polled 20 times',
      'After 3 m 9 s: still waiting for merged, polled 28 times',
    ])
    const slow = await wait(['merged'], script({ 0: {} }), { pollIntervalMs: MINUTE, timeoutMs: 2 * MINUTE })
    expect(slow.lines).toEqual([
      'After 0 s: waiting for merged (#42: testing)',
      'After 1 m: still waiting for merged, polled 2 times',
    ])
  })
})

describe('the end of a wait', () => {
  const slow = { 0: pr('testing'), 20: pr('pending_failure'), 30: pr('not_ready'), 60: line(1, 'paused') }

  test.each<[string, Condition[], Record<number, Partial<Scene>>, string, number]>([
    ['merged, and it failed', ['merged'], { 0: {}, 20: pr('failed') }, 'failed', 37.5],
    [
      'settled, and it failed: that is what was waited for',
      ['settled'],
      { 0: {}, 20: { ...pr('failed'), queue: GONE } },
      'passed',
      37.5,
    ],
    ['queue-running, and there is no queue', ['queue-running'], { 0: { queue: null } }, 'failed', 0],
    ['a second condition is lost', ['queue-empty', 'merged'], { 0: {}, 20: pr('failed') }, 'failed', 37.5],
    [
      'the head has moved on',
      ['ready'],
      { 0: pr('not_ready', { head: 'other' }), 20: { github: 'other' } },
      'unknown',
      // Two polls in a row have to say so.
      71.25,
    ],
    ['a refused token', ['merged'], { 0: {}, 20: trouble('refused', 'pull-request') }, 'unknown', 37.5],
    ['a broken contract', ['merged'], { 0: {}, 20: trouble('broken', 'pull-request') }, 'unknown', 37.5],
  ])('at once: %s', async (_, require, steps, conclusion, seconds) => {
    const trace = await wait(require, script(steps))
    expect(came(trace)).toMatchObject({ conclusion, succeeds: conclusion === 'passed', timedOut: false, seconds })
  })

  test.each<[string, Condition[], Record<number, Partial<Scene>>]>([
    ['pending_failure, not_ready, a paused queue', ['merged'], slow],
    ['GitHub is silent', ['ready'], { 0: { ...pr('testing', { head: 'other' }), github: 'silent' } }],
    ['an outage', ['merged'], { 0: {}, 20: trouble('outage', 'pull-request') }],
  ])('only at the deadline: %s', async (_, require, steps) => {
    const trace = await wait(require, script(steps))
    expect(came(trace)).toMatchObject({ succeeds: false, timedOut: true, polls: 10 })
    expectTheDeadline(trace, 10 * MINUTE)
  })

  test('a cancelled pull request that is submitted again can still be waited for', async () => {
    const trace = await wait(['submitted'], script({ 0: pr('cancelled'), 20: pr('not_ready') }))
    expect(came(trace)).toMatchObject({ conclusion: 'passed', seconds: 37.5 })
  })

  test.each(['fail', 'warn'] as const)(
    'an unmet condition fails after an outage, on-unavailable: %s',
    async onUnavailable => {
      const changes = script({ 0: pr('testing'), 100: trouble('outage', 'pull-request') })
      const trace = await wait(['merged'], changes, { onUnavailable })
      expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
      expect(trace.waited.facts.pullRequest.kind).toBe('read')
      expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['state-testing'])
    },
  )

  test.each([
    ['fail', false],
    ['warn', true],
  ] as const)('an outage from the first poll to the last, on-unavailable: %s', async (onUnavailable, succeeds) => {
    const trace = await wait(['merged'], script({ 0: trouble('outage', 'pull-request') }), { onUnavailable })
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds, timedOut: true })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['service-unavailable'])
  })

  test('the last complete reading counts, not the one before it', async () => {
    const changes = script({ 0: pr('testing'), 20: pr('tests_passed'), 40: trouble('outage', 'pull-request') })
    const trace = await wait(['merged'], changes)
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['state-tests-passed'])
  })

  test('nothing is reported without a wait', async () => {
    const trace = await wait(['submitted'], script({ 0: {} }))
    expect([came(trace).polls, trace.lines, trace.waited.timeline]).toEqual([1, [], []])
  })

  test.each([
    ['10 seconds', 10 * SECOND, 2],
    ['24 days', 24 * DAY, 17_285],
    ['25 days', 25 * DAY, 18_005],
  ])('a wait of %s lasts that long', async (_, timeoutMs, polls) => {
    const trace = await wait(['merged'], script({ 0: {} }), { timeoutMs })
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, polls, timedOut: true })
    expectTheDeadline(trace, timeoutMs)
  })

  test.each<[string, seconds: number[], lead: number]>([
    ['2 s before the deadline', [0.5], 2],
    ['earlier by one and a half times the slowest', [1, 4, 1], 6],
    ['but by no more than a tenth of the wait', [60, 1], 30],
  ])('the last poll starts %s', async (_, seconds, lead) => {
    let polls = 0
    const latencyMs = () => (seconds[Math.min(polls++, seconds.length - 1)] ?? 0) * SECOND
    const { asked } = await wait(['merged'], script({ 0: {} }), { timeoutMs: 5 * MINUTE, latencyMs })
    expect(asked.at(-1)?.at).toBe(5 * MINUTE - lead * SECOND)
  })

  test('the first poll is read to its end, however short the wait is', async () => {
    const options = { timeoutMs: 2 * SECOND, latencyMs: () => 5 * SECOND, onUnavailable: 'warn' as const }
    const trace = await wait(['merged'], script({ 0: {} }), options)
    expect(came(trace)).toEqual({ conclusion: 'failed', succeeds: false, polls: 1, timedOut: true, seconds: 5 })
    expect(trace.waited.verdict.reasons[0]?.code).toBe('state-testing')
  })

  test('outages in turn, and never a whole poll: what a poll found unmet fails, also with warn', async () => {
    const [noPullRequest, noQueue] = [trouble('outage', 'pull-request'), trouble('outage', 'queue')]
    const changes = script({ 0: noQueue, 10: noPullRequest, 30: noQueue, 45: noPullRequest })
    const options = { timeoutMs: MINUTE, onUnavailable: 'warn' as const }
    const trace = await wait(['merged', 'queue-running'], changes, options)
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['state-testing', 'service-unavailable'])
  })

  test('a needed read that is refused ends the wait, also where another one has decided by then', async () => {
    const trace = await wait(['not-submitted'], script({ 0: {}, 20: trouble('refused', 'queue') }))
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: false, seconds: 37.5 })
  })

  test('a refusal beside an outage ends the wait with what an earlier poll found unmet, also with warn', async () => {
    const options = { onUnavailable: 'warn' as const }
    const broken = { trouble: { 'pull-request': 'outage', queue: 'refused' } } as const
    const trace = await wait(['not-submitted'], script({ 0: {}, 10: broken }), options)
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: false })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual([
      'still-submitted',
      'token-refused',
      'service-unavailable',
    ])
  })

  test('a refused token fails at the deadline, whatever else was silent', async () => {
    const scene = { trouble: { 'pull-request': 'refused', queue: 'silent' } } as const
    const trace = await wait(['merged', 'queue-running'], script({ 0: scene }), {
      timeoutMs: 15 * SECOND,
      onUnavailable: 'warn',
    })
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds: false })
    expect(trace.waited.verdict.reasons[0]?.code).toBe('token-refused')
  })

  test.each(['outage', 'silent'] as const)(
    'where answers lag, one poll that says "out" does not stand in for the %s after it',
    async after => {
      const changes = script({ 0: { ...pr('cancelled'), queue: GONE }, 3: trouble(after, 'pull-request', 'queue') })
      const play = { timeoutMs: 20 * SECOND }
      const [sure, unsure] = [
        await wait(['not-submitted'], changes, play),
        await wait(['not-submitted'], changes, { ...play, context: context({ source: SOURCES.github }) }),
      ]
      expect([sure, unsure].map(each => came(each).conclusion)).toEqual(['passed', 'unknown'])
    },
  )

  test.each<[string, Record<number, Partial<Scene>>, onUnavailable: 'fail' | 'warn', outageAtEnd: object | undefined]>([
    [
      'an outage since the poll that decides',
      { 0: pr('testing'), 60: trouble('outage', 'pull-request', 'queue') },
      'warn',
      { failure: { code: 'service-unavailable' }, isAllowed: true },
    ],
    [
      'one that is not allowed',
      { 0: pr('testing'), 60: trouble('outage', 'pull-request', 'queue') },
      'fail',
      { failure: { code: 'service-unavailable' }, isAllowed: false },
    ],
    [
      'an outage that is over',
      { 0: pr('testing'), 20: trouble('outage', 'queue'), 40: pr('testing') },
      'warn',
      undefined,
    ],
    ['no complete poll', { 0: trouble('outage', 'pull-request', 'queue') }, 'warn', undefined],
    ['no outage', { 0: pr('testing') }, 'warn', undefined],
    [
      'an outage of what no condition needs',
      { 0: trouble('outage', 'queue'), 110: trouble('silent', 'pull-request') },
      'warn',
      undefined,
    ],
  ])('how long the service was silent at the end: %s', async (_, steps, onUnavailable, outageAtEnd) => {
    const trace = await wait(['merged'], script(steps), { reads: BOTH, timeoutMs: 2 * MINUTE, onUnavailable })
    const found = trace.waited.outageAtEnd
    expect(found && rendered(found)).toEqual(
      outageAtEnd && {
        ...outageAtEnd,
        failure: expect.objectContaining({ code: 'service-unavailable' }),
        lastsMs: expect.any(Number),
      },
    )
    // From the last complete poll, which began before the outage, to the end.
    if (found) expect([found.lastsMs > MINUTE - 1, found.lastsMs < 2 * MINUTE]).toEqual([true, true])
  })

  test('a condition met only in an older poll lets nothing pass', async () => {
    const trace = await wait(
      ['submitted', 'queue-running'],
      script({ 0: line(0, 'paused'), 140: { ...line(0), ...trouble('silent', 'pull-request') } }),
      { timeoutMs: 150 * SECOND },
    )
    expect(trace.endedAt).toBeLessThanOrEqual(150 * SECOND)
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
    // The last complete poll decides, and is reported complete.
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['queue-paused'])
    expect(trace.waited.facts).toMatchObject({ pullRequest: { kind: 'read' }, queue: { value: { state: 'paused' } } })
  })

  test.each<
    [
      name: string,
      require: Condition[],
      first: Partial<Scene>,
      last: Partial<Scene>,
      came: [conclusion: string, code: string],
    ]
  >([
    [
      'all that is needed was read',
      ['merged'],
      pr('testing'),
      { ...pr('merged', { submitted: false }), ...trouble('silent', 'queue') },
      // The unreadable queue is reported beside the verdict.
      ['passed', 'service-unavailable'],
    ],
    [
      'the reading is final',
      ['merged', 'queue-running'],
      pr('testing'),
      { ...pr('failed', { submitted: false }), ...trouble('silent', 'queue') },
      ['failed', 'state-failed'],
    ],
    [
      'the reading can change: an older complete one decides',
      ['merged', 'queue-running'],
      pr('testing'),
      { ...pr('tests_passed'), ...trouble('silent', 'queue') },
      ['failed', 'state-testing'],
    ],
    [
      'a condition unmet in the newest poll that could judge it fails',
      ['settled', 'queue-running'],
      pr('hibernating'),
      { ...pr('testing'), ...trouble('silent', 'queue') },
      ['failed', 'state-testing'],
    ],
    [
      'none was ever whole: this one decides',
      ['merged', 'queue-running'],
      { ...pr('testing'), ...trouble('outage', 'queue') },
      { ...pr('tests_passed'), ...trouble('silent', 'queue') },
      ['failed', 'state-tests-passed'],
    ],
    [
      'none was ever whole, and this one says nothing: the one before it decides',
      ['merged', 'queue-running'],
      { ...pr('testing'), ...trouble('outage', 'queue') },
      trouble('silent', 'pull-request', 'queue'),
      ['failed', 'state-testing'],
    ],
  ])('the deadline cuts off a later poll; %s', async (_, require, first, last, expected) => {
    const trace = await wait(require, script({ 0: first, 140: last }), { timeoutMs: 150 * SECOND, reads: BOTH })
    const { conclusion, reasons } = trace.waited.verdict
    expect([conclusion, reasons[0]?.code]).toEqual(expected)
    expect(trace.waited.timedOut).toBe(conclusion !== 'passed')
    expect(trace.endedAt).toBe(150 * SECOND)
  })

  test.each<[string, Read, boolean]>([
    ['that answered before is no outage', 'pull-request', false],
    ['whose outage never ended tells it', 'queue', true],
  ])('under `warn`, a read that the deadline cuts off, %s', async (_, down, succeeds) => {
    const changes = script({ 0: trouble('outage', down), 140: trouble('silent', 'queue') })
    const over = { timeoutMs: 150 * SECOND, reads: BOTH, onUnavailable: 'warn' } as const
    const trace = await wait(['submitted', 'queue-running'], changes, over)
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds, timedOut: true, seconds: 150 })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['service-unavailable'])
  })

  test('at the deadline the reported facts are those of the verdict', async () => {
    const trace = await wait(
      ['not-submitted'],
      script({ 0: {}, 50: { ...pr(null, { submitted: false }), ...trouble('silent', 'queue') } }),
      { timeoutMs: MINUTE },
    )
    const { verdict, facts } = trace.waited
    expect(trace.endedAt).toBe(MINUTE)
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['still-submitted'])
    expect(facts.pullRequest).toMatchObject({ value: { submitted: true } })
  })
})

describe('a new head during the wait', () => {
  test('is told, and does not pass', async () => {
    const trace = await wait(
      ['tests-passed'],
      script({ 0: {}, 20: { ...pr('tests_passed', { head: 'other' }), github: 'other' } }),
    )
    expect(told(trace)).toEqual([
      'waiting for tests-passed (#42: testing)',
      '#42: testing → tests passed',
      'new head: a7f3772 → 8b02421',
    ])
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds: false, timedOut: false })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['stale-head'])
  })

  test('that only the service has not seen yet is waited for', async () => {
    const trace = await wait(
      ['tests-passed'],
      script({ 0: pr('tests_passed', { head: 'other' }), 20: pr('testing'), 60: pr('tests_passed') }),
    )
    expect(came(trace)).toMatchObject({ conclusion: 'passed', timedOut: false })
    expect(told(trace)).toContain('new head: 8b02421 → a7f3772')
  })

  test('is of no matter where the event has none', async () => {
    const trace = await wait(['tests-passed'], script({ 0: {}, 20: pr('tests_passed', { head: 'other' }) }), {
      context: context({ headSha: null, pullRequestHead: null }),
    })
    expect(came(trace)).toMatchObject({ conclusion: 'passed' })
    expect(trace.asked.filter(({ what }) => what === 'github')).toEqual([])
  })

  test('of a test branch ends the wait: another commit never passes', async () => {
    const foreign = testBranchContext({ headSha: 'f'.repeat(40) })
    const trace = await wait(['test-run-succeeded'], script({ 0: { testRun: { status: 'succeeded' } } }), {
      context: foreign,
    })
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds: false, polls: 2, timedOut: false })
  })
})

describe('what is read', () => {
  test.each<[string, Condition[], Read[]]>([
    ['merged', ['merged'], ['pull-request', 'test-run']],
    ['queue-empty', ['queue-empty'], ['pull-request', 'queue', 'test-run']],
    ['not-submitted, while it is in the queue', ['not-submitted'], BOTH],
    ['settled, while it is in the queue', ['settled'], BOTH],
    ['submitted (met) and merged', ['submitted', 'merged'], ['pull-request']],
    ['ready (met) and queue-empty', ['ready', 'queue-empty'], BOTH],
  ])('everything, in each poll: %s', async (_, require, reads) => {
    const trace = await wait(require, script({ 0: {} }), { reads, timeoutMs: 50 * SECOND })
    const polls = pollsOf(trace.asked)
    expect(polls).toHaveLength(4)
    for (const calls of polls) expect(calls.map(({ what }) => what)).toEqual(reads)
  })

  test('quarantined tests once, whatever else an outage keeps back', async () => {
    const changes = script({ 0: {}, 30: trouble('outage', 'pull-request'), 60: {} })
    const trace = await wait(['merged'], changes, { reads: ['pull-request', 'quarantined-tests'] })
    expect(trace.waited.polls).toBe(10)
    expect(trace.asked.filter(({ what }) => what === 'quarantined-tests').map(({ at }) => at)).toEqual([0])
    expect(trace.waited.facts.quarantinedTests.kind).toBe('read')
  })

  test('quarantined tests again where an outage kept them back', async () => {
    const changes = script({ 0: trouble('outage', 'quarantined-tests'), 30: {} })
    const trace = await wait(['merged'], changes, { reads: ['pull-request', 'quarantined-tests'] })
    const times = trace.asked.filter(({ what }) => what === 'quarantined-tests').map(({ at }) => at / SECOND)
    expect(times).toEqual([0, 15, 37.5])
    expect(trace.waited.facts.quarantinedTests.kind).toBe('read')
  })

  test("GitHub's side in each poll that depends on it", async () => {
    const trace = await wait(['ready'], script({ 0: pr('testing', { head: 'other' }) }), { timeoutMs: 50 * SECOND })
    expect(asks(trace)).toEqual([
      '0: pull-request, github',
      '15: pull-request, github',
      '37.5: pull-request, github',
      '48: pull-request, github',
    ])
  })

  test('GitHub not again in the poll that follows the question for the branch, and anew in the next one', async () => {
    const trace = await wait(['ready'], script({ 0: pr('testing', { rule: 'unsaid' }), 20: { github: 'ours' } }), {
      github: gitHubView({ mergeableState: 'blocked' }),
    })
    expect(asks(trace)).toEqual(['0: pull-request', '15: pull-request, github'])
    expect(came(trace)).toMatchObject({ conclusion: 'passed', polls: 2 })
  })

  test('GitHub again in that poll where it was still computing the mergeability', async () => {
    const trace = await wait(['ready'], script({ 0: pr('testing', { rule: 'unsaid' }), 20: { github: 'ours' } }), {
      github: gitHubView({ mergeable: null, mergeableState: 'unknown' }),
    })
    expect(asks(trace)).toEqual(['0: pull-request, github'])
    expect(came(trace)).toMatchObject({ conclusion: 'passed', polls: 1 })
  })
})

describe('one poll is one picture', () => {
  test('GitHub called it clean at the start and calls it dirty when the queue opens', async () => {
    const trace = await wait(
      ['ready', 'queue-running'],
      script({
        0: { ...pr('pending', { rule: 'unsaid' }), ...line(0, 'paused') },
        300: { github: 'dirty' },
        1200: line(0),
      }),
      { timeoutMs: 30 * MINUTE },
    )
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['not-mergeable'])
    expect(trace.waited.verdict.ready).toBe('unmet')
  })

  test('GitHub called it dirty for a while, and clean again by the time that the queue opens', async () => {
    const trace = await wait(
      ['ready', 'queue-running'],
      script({
        0: { ...pr('pending', { rule: 'unsaid' }), ...line(0, 'paused') },
        100: { github: 'dirty' },
        200: { github: 'ours' },
        250: line(0),
      }),
    )
    expect(came(trace)).toMatchObject({ conclusion: 'passed', timedOut: false })
  })

  test('a pull request that is no longer ready is published as not ready', async () => {
    const trace = await wait(
      ['queue-running'],
      script({ 0: { ...pr('pending'), ...line(0, 'paused') }, 100: pr('pending', { rule: 'not-mergeable' }) }),
      { reads: BOTH },
    )
    expect(came(trace)).toMatchObject({ conclusion: 'failed', timedOut: true })
    expect(trace.waited.verdict.ready).toBe('unmet')
    expect(trace.waited.facts.pullRequest).toMatchObject({ value: { readiness: { mergeability: 'not_mergeable' } } })
  })

  test('a pull request that failed and was submitted again has not settled', async () => {
    const again = { ...pr('testing'), queue: { state: 'paused', listed: 'live' as const, others: 0 } }
    const trace = await wait(
      ['settled', 'queue-running'],
      script({
        0: { ...pr('failed'), queue: { state: 'paused', listed: 'no', others: 0 } },
        60: again,
        120: line(0),
      }),
    )
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['state-testing'])
  })

  test.each<[string, Condition[], Record<number, Partial<Scene>>, string]>([
    [
      'ready, and it failed',
      ['ready', 'queue-running'],
      { 0: { ...pr('pending'), ...line(0, 'paused') }, 20: pr('failed') },
      'failed',
    ],
    [
      'a token that is refused for what was met',
      ['queue-running', 'merged'],
      { 0: {}, 20: trouble('refused', 'queue') },
      'failed',
    ],
  ])('a condition that was met and can never be met again ends the wait: %s', async (_, require, steps, conclusion) => {
    const trace = await wait(require, script(steps))
    expect(came(trace)).toMatchObject({ conclusion, succeeds: false, timedOut: false, seconds: 37.5 })
  })

  test('a refused read that no condition needs does not end the wait, and does not fail it', async () => {
    const changes = script({ 0: trouble('refused', 'queue', 'test-run'), 30: pr('merged') })
    const trace = await wait(['merged'], changes, { reads: ['pull-request', 'queue', 'test-run'] })
    expect(came(trace)).toMatchObject({ conclusion: 'passed', succeeds: true, timedOut: false, seconds: 37.5 })
  })

  test('a contradiction is waited through', async () => {
    const contradictory = pr('failed', { submitted: true })
    const trace = await wait(['settled'], script({ 0: contradictory, 30: { ...pr('failed'), queue: GONE } }))
    expect(came(trace)).toMatchObject({ conclusion: 'passed', seconds: 37.5 })
  })

  test.each(['fail', 'warn'] as const)('a contradiction at the deadline is unknown, on-unavailable: %s', async how => {
    const trace = await wait(['settled'], script({ 0: pr('failed', { submitted: true }) }), { onUnavailable: how })
    expect(came(trace)).toMatchObject({ conclusion: 'unknown', succeeds: false, timedOut: true })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['contradictory-answer'])
  })

  test('at the deadline only an outage lets the last complete poll stand in', async () => {
    const changes = script({
      0: { ...pr('testing'), ...line(1) },
      100: { ...line(1), ...trouble('outage', 'queue'), ...pr('tests_passed') },
    })
    const trace = await wait(['merged', 'queue-empty'], changes)
    expect(came(trace)).toMatchObject({ conclusion: 'failed', succeeds: false, timedOut: true })
    // All of it from one poll: nothing is mixed.
    expect(trace.waited.facts).toMatchObject({ pullRequest: { value: { state: 'testing' } }, queue: { kind: 'read' } })
    expect(trace.waited.verdict.reasons.map(({ code }) => code)).toEqual(['state-testing', 'queue-not-empty'])
  })

  test('an outage of what no condition needs lets no older poll stand in', async () => {
    const changes = script({ 0: pr('testing'), 100: { ...pr('tests_passed'), ...trouble('outage', 'queue') } })
    const trace = await wait(['merged'], changes, { reads: BOTH })
    expect(trace.waited.verdict.reasons[0]?.code).toBe('state-tests-passed')
    expect(trace.waited.facts.queue.kind).toBe('failed')
  })
})

describe('cancellation', () => {
  test.each([
    ['while polling', { latencyMs: () => 5000 }, 2000],
    ['while polling again', { latencyMs: () => 5000 }, 22_000],
    ['while sleeping', {}, 9000],
    ['in an outage', {}, 100_000],
  ])('%s ends it in that moment, with what is known', async (_, over, cancelAfterMs) => {
    const changes = script({ 0: pr('testing'), 60: trouble('outage', 'pull-request') })
    const trace = await wait(['merged'], changes, { ...over, cancelAfterMs })
    expect(trace.endedAt).toBe(cancelAfterMs)
    expect(trace.leftBehind).toBe(0)
    expect(trace.askedAfter).toBe(0)
    expect(came(trace)).toMatchObject({ conclusion: 'cancelled', succeeds: false, timedOut: false })
    expect(trace.waited.verdict.reasons[0]?.code).toBe('cancelled')
    expect(trace.waited.facts.pullRequest.kind).toBe(
      cancelAfterMs === 2000 ? 'not-asked' : cancelAfterMs === 100_000 ? 'failed' : 'read',
    )
  })
})

test.each<[string, outages: number, left: number | null]>([
  ['at once', 0, 60_000],
  ['after two outages, which are told once', 2, 22_500],
  ['never: the poll has no time left to wait', 99, 0],
])('GitHub is asked for the target branch until it answers: %s', async (_, outages, left) => {
  const clock = virtualClock()
  const lines: string[] = []
  let asked = 0
  const ask = async () =>
    asked++ < outages
      ? failedBy(gitHubFailure('github-unavailable', 'GitHub could not answer', 'Wait.'))
      : { value: gitHubView().value }
  const world = {
    clock,
    random: () => 0.5,
    signal: new AbortController().signal,
    onProgress: (line: string) => lines.push(line),
    onWait: () => {},
  }
  const found = await clock.run(askUntilAnswered(ask, { timeoutMs: MINUTE, pollIntervalMs: 15_000 }, world))
  expect(found.github.kind).toBe(outages === 99 ? 'failed' : 'read')
  expect(found.left).toEqual({ timeoutMs: left, pollIntervalMs: 15_000 })
  expect(lines).toEqual(outages === 0 ? [] : ['GitHub could not answer. GitHub is asked again until the wait ends.'])
})
