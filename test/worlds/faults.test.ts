import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, ExchangeError, type Request } from '../../src/http/exchange.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { bodiesOf, repliesOf } from './answers.ts'
import { CONDITIONS, type Condition, NEEDS } from './generate.ts'
import { judge } from './judge.ts'
import { snapshotOf } from './picture.ts'
import { properties } from './properties.ts'
import { exchanged, type GitHubSide, type Ran, runScripted, startGitHubSide } from './run.ts'
import { settingOf } from './setting.ts'
import { type GateWorld, type Scene, sceneAt } from './world.ts'

/** Sequences of one run of the tests, and the seed they grow from: the same sequences each time. */
const AMOUNT = Number(process.env['WORLDS'] ?? 100)
const SEED = Number(process.env['WORLDS_SEED'] ?? 20260302)

const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
const RUN = 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b'
const MINUTE = 60_000

/** One answer gone wrong. Times are milliseconds, sizes bytes. */
type Fault =
  | { kind: 'good' }
  | { kind: 'drop' | 'reset' | 'silence' | 'huge' | 'certificate' | 'no HTTP' }
  | { kind: 'slow'; ms: number }
  | { kind: 'cut'; share: number }
  | { kind: 'bytes'; bytes: number[] }
  | { kind: 'json'; body: string }
  | { kind: 'rows'; rows: number }
  | { kind: 'status'; status: number; retryAfter: string | null; body: string }

const BODIES = [
  '',
  ' ',
  '{}',
  '[]',
  'null',
  '0',
  '"x"',
  '{"',
  '[[[[[[',
  '{"__proto__":{"state":"running"}}',
  '\u0000',
  '<html>',
]
const RETRY_AFTER = [
  null,
  null,
  '0',
  '1',
  '30',
  '3600',
  '-1',
  'soon',
  '99999999999999',
  'Wed, 21 Oct 2065 07:28:00 GMT',
]

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fault>({ kind: 'good' }) },
  fc.constantFrom<Fault>(
    ...(['drop', 'reset', 'silence', 'huge', 'certificate', 'no HTTP'] as const).map(kind => ({ kind })),
  ),
  fc.record({ kind: fc.constant('slow' as const), ms: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ kind: fc.constant('cut' as const), share: fc.double({ min: 0, max: 0.99, noNaN: true }) }),
  fc.record({ kind: fc.constant('bytes' as const), bytes: fc.array(fc.nat(255), { maxLength: 8 }) }),
  fc.record({ kind: fc.constant('json' as const), body: fc.oneof(fc.constantFrom(...BODIES), fc.json()) }),
  fc.record({ kind: fc.constant('rows' as const), rows: fc.constantFrom(1, 50, 1000) }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      status: fc.constantFrom(
        201,
        204,
        301,
        302,
        307,
        400,
        401,
        403,
        404,
        408,
        413,
        418,
        429,
        429,
        500,
        502,
        503,
        504,
        599,
      ),
      retryAfter: fc.constantFrom(...RETRY_AFTER),
      body: fc.constantFrom(...BODIES, '<!DOCTYPE html><h1>Error</h1>'),
    }),
  },
)

interface Sequence {
  require: Condition[]
  wait: number
  onUnavailable: 'fail' | 'warn'
  /** By request, in the order in which they come; then all is good. */
  faults: Fault[]
  /** The rest is like the last one, for good. */
  lasting: boolean
}

const sequence: fc.Arbitrary<Sequence> = fc.record({
  require: fc.subarray([...CONDITIONS], { maxLength: 3 }),
  wait: fc.constantFrom(0, 0, 3),
  onUnavailable: fc.constantFrom('fail', 'warn'),
  faults: fc.array(fault, { maxLength: 12 }),
  lasting: fc.boolean(),
})

/** Met with good answers, by the oracle; the others are unmet, so no fault can make them green. */
const GOOD = CONDITIONS.filter(condition => {
  const world = worldOf({ require: [condition], wait: 0, onUnavailable: 'fail', faults: [], lasting: false })
  const { words } = judge(condition, snapshotOf(sceneAt(world, 0)), settingOf(world).asked)
  return words.join() === 'met'
})

let github: GitHubSide
beforeAll(async () => {
  github = await startGitHubSide()
})
afterAll(() => github.close())

test(`${AMOUNT} sequences of faults end in time, with every output, and green only by good answers`, {
  timeout: 60_000 + AMOUNT * 500,
}, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async given => {
      const world = worldOf(given)
      const good = new Set<string>()
      const ran = await runFaulty(world, given, good)
      expect(properties(world, ran)).toEqual([])
      expect(ran.elapsed, 'the deadline').toBeLessThanOrEqual(given.wait * MINUTE + 3 * 6 * 1000)
      expect(wrongGreen(given, ran, good)).toBe('')
    }),
    { numRuns: AMOUNT, seed: SEED },
  )
})

/** Why the green of a run is none; empty where it is right, or the run is not green. */
function wrongGreen({ require, onUnavailable }: Sequence, ran: Ran, good: ReadonlySet<string>): string {
  const { conclusion } = ran.outputs
  if (ran.exit !== 0) return conclusion === 'passed' ? 'passed, yet it failed' : ''
  if (conclusion === 'unknown') return onUnavailable === 'warn' ? '' : 'unknown and green without leave'
  if (conclusion === 'reported') return require.length === 0 ? '' : 'reported with conditions'
  if (conclusion !== 'passed') return `${conclusion} and green`
  const unmet = require.filter(condition => !GOOD.includes(condition))
  if (unmet.length > 0) return `${unmet.join(', ')} can't be met here`
  const unread = require.flatMap(condition => NEEDS[condition]).filter(side => !good.has(side))
  return unread.length > 0 ? `no good answer ever came for ${unread.join(', ')}` : ''
}

function worldOf({ require, wait, onUnavailable }: Sequence): GateWorld {
  const subject = { number: 42, target: 'main', head: HEAD, testBranch: `rocketq-merge/pr-42/${RUN}`, testSha: HEAD }
  const bodies = bodiesOf(
    { 'pull-request': 'passed', queue: 'running', 'test-run': 'succeeded', github: 'clean' },
    subject,
  )
  const scene: Scene = { from: 0, ...repliesOf(bodies) }
  return {
    event: 'pull-request',
    inputs: {
      require: require.length === 0 ? 'none' : require.join('\n'),
      'api-token': 'service-token-of-the-faults',
      'github-token': 'github-token-of-the-faults',
      'test-run-id': RUN,
      'on-unavailable': onUnavailable,
      'request-timeout': '1s',
      ...(wait > 0 && { 'wait-timeout': `${wait}m`, 'poll-interval': '20s' }),
    },
    scenes: [scene],
  }
}

function runFaulty(world: GateWorld, { faults, lasting }: Sequence, good: Set<string>): Promise<Ran> {
  let count = 0
  return runScripted(world, github, 7, async (request, side, clock) => {
    const index = lasting ? Math.min(count, faults.length - 1) : count
    count++
    const given = faults[index] ?? { kind: 'good' }
    const scene = world.scenes[0]
    if (!scene || side === 'other' || side === 'github') return { status: 404, headers: {}, body: Buffer.alloc(0) }
    const answer = await exchanged(scene[side], request, clock)
    const faulty = await faultyAnswer(given, answer, request, clock)
    // A list of rows is still an answer of the right shape where it is the queue's.
    if (given.kind === 'good' || given.kind === 'slow' || given.kind === 'rows') good.add(side)
    return faulty
  })
}

async function faultyAnswer(given: Fault, answer: Answer, request: Request, clock: Clock): Promise<Answer> {
  const text = (status: number, body: string | Uint8Array, headers = {}): Answer => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body as string),
  })
  switch (given.kind) {
    case 'good':
      return answer
    case 'slow':
      if (given.ms >= request.timeoutMs) return outageAtEnd(request, clock)
      await clock.sleep(given.ms, request.signal)
      return answer
    case 'silence':
      return outageAtEnd(request, clock)
    case 'drop':
      await clock.sleep(50, request.signal)
      throw new ExchangeError('network', 'the connection broke')
    case 'reset':
      throw new ExchangeError('network', 'ECONNRESET')
    case 'huge':
      throw new ExchangeError('too-large', 'a body of over 10 MiB')
    case 'certificate':
      throw new ExchangeError('certificate', 'CERT_HAS_EXPIRED')
    case 'no HTTP':
      throw new ExchangeError('contract', 'no valid HTTP (HPE_INVALID_CONSTANT)')
    case 'cut':
      return { ...answer, body: answer.body.subarray(0, Math.floor(answer.body.length * given.share)) }
    case 'bytes':
      return text(200, Uint8Array.from(given.bytes))
    case 'json':
      return text(200, given.body)
    case 'rows': {
      const body = JSON.parse(answer.body.toString())
      const rows = Array.from({ length: given.rows }, () => ({}))
      return text(200, JSON.stringify({ ...body, enqueuedPullRequests: rows, checkSuites: rows }))
    }
    case 'status':
      return text(given.status, given.body, {
        location: 'https://elsewhere.example/',
        ...(given.retryAfter !== null && { 'retry-after': given.retryAfter }),
      })
  }
}

async function outageAtEnd(request: Request, clock: Clock): Promise<never> {
  await clock.sleep(request.timeoutMs, request.signal)
  throw new ExchangeError('time-out', 'no complete answer in time')
}
