/**
 * A service that changes over time, in memory, at the level of the client: what a wait asks is answered by the scene
 * that is on at the moment of the answer, and everything that the wait does is written down.
 */

import { type Condition, type Read, readsNeeded } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import type { Facts, PullRequest, Queue, TestRun } from '../../src/facts/facts.ts'
import { failedBy } from '../../src/facts/reading.ts'
import type { Decision } from '../../src/gate/decision.ts'
import { type CallDetails, ServiceError } from '../../src/http/errors.ts'
import type { Sources } from '../../src/poll/gather.ts'
import { pollUntilDecided } from '../../src/poll/wait.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { type ServiceClient, sourceOf } from '../../src/sources/v1/source.ts'
import {
  context,
  entry,
  gitHubFailure,
  gitHubView,
  HEAD,
  OTHER,
  plan,
  pullRequest,
  queue,
  readiness,
  requirements,
  TEST_RUN_ID,
  testRun,
} from '../builders.ts'
import { type VirtualClock, virtualClock } from './clock.ts'

/** Everything that can be asked, at one moment. */
export interface Scene {
  /** Null: 404. */
  pr: { state: string | null; submitted: boolean; head: 'ours' | 'other'; rule: Rule } | null
  /** Null: 404. `others` are live entries beside #42, in front of it. */
  queue: { state: string; listed: 'live' | 'over' | 'no'; others: number } | null
  /** Null: 404. */
  testRun: { status: string | null } | null
  /** The head at GitHub; `dirty`: ours, and it can't be merged. */
  github: 'ours' | 'other' | 'dirty' | 'silent'
  trouble: Partial<Record<Read, Trouble>>
}

export type Rule = 'holds' | 'not-mergeable' | 'in-progress' | 'other-base' | 'unsaid' | 'absent'
/** `silent`: no answer for as long as the tries of a call last, then an outage. */
export type Trouble = 'outage' | 'refused' | 'broken' | 'silent'

/** A scene with the time at which it begins, in milliseconds since the start. */
export interface Change {
  at: number
  scene: Scene
}

/** Nothing has happened yet: #42 is being tested, two are ahead of it. */
export const CALM: Scene = {
  pr: { state: 'testing', submitted: true, head: 'ours', rule: 'holds' },
  queue: { state: 'running', listed: 'live', others: 2 },
  testRun: { status: 'in_progress' },
  github: 'ours',
  trouble: {},
}

/** One call of the service or of GitHub. */
export interface Asked {
  what: Read | 'github'
  at: number
  /** The time of its answer, or of giving up. */
  endedAt: number
  /** The scene of the answer; null where the wait gave it up. */
  scene: Scene | null
}

/** The duration of one call's tries with the defaults. */
const PATIENCE_OF_A_CALL = 60_000

const CALL: Omit<CallDetails, 'operation'> = {
  status: null,
  attempts: 5,
  elapsedMs: 9000,
  requestId: null,
  excerpt: '',
  host: 'queue.example',
  reached: true,
  allowsOutage: false,
}

const OPERATIONS: Record<Read, string> = {
  'pull-request': 'getSubmittedPullRequest',
  queue: 'getQueue',
  'test-run': 'getMergeQueueTestingDetails',
  'quarantined-tests': 'flaky-tests/list-quarantined-tests',
}

/** The sources of a wait, played from the changes, with the list of what was asked. */
export function play(
  clock: Clock,
  changes: readonly Change[],
  latencyMs: () => number = () => 0,
): { sources: Sources; asked: Asked[] } {
  const start = clock.monotonic()
  const asked: Asked[] = []

  const ask = async <T>(what: Asked['what'], signal: AbortSignal | undefined, answer: (scene: Scene) => T) => {
    const call: Asked = { what, at: clock.monotonic(), endedAt: Number.POSITIVE_INFINITY, scene: null }
    asked.push(call)
    try {
      const latency = latencyMs()
      if (latency > 0) await clock.sleep(latency, signal)
      if (what !== 'github' && sceneAt(changes, clock.monotonic() - start).trouble[what] === 'silent') {
        await clock.sleep(PATIENCE_OF_A_CALL, signal)
        throw new ServiceError('unavailable', ': got no complete answer in time', {
          ...CALL,
          operation: OPERATIONS[what],
        })
      }
      call.scene = sceneAt(changes, clock.monotonic() - start)
      if (what !== 'github') breakDown(what, call.scene.trouble[what])
      return answer(call.scene)
    } catch (error) {
      if (!signal?.aborted) call.scene ??= sceneAt(changes, clock.monotonic() - start)
      throw error
    } finally {
      call.endedAt = clock.monotonic()
    }
  }

  const client: ServiceClient = {
    pullRequest: (_number, _branch, signal) => ask('pull-request', signal, pullRequestOf),
    queue: (_branch, signal) => ask('queue', signal, queueOf),
    testRun: (_id, _branch, signal) => ask('test-run', signal, testRunOf),
    async *quarantinedTests(_organization, signal) {
      yield await ask('quarantined-tests', signal, () => ({ tests: [], totalRows: 0, totalPages: 1 }))
      return null
    },
  }
  return { sources: { source: sourceOf(client), github: (_number, signal) => ask('github', signal, githubOf) }, asked }
}

/** The scene that is on at a time; the first one is on from the start. */
export function sceneAt(changes: readonly Change[], elapsedMs: number): Scene {
  return changes.findLast(({ at }) => at <= elapsedMs)?.scene ?? changes[0]?.scene ?? CALM
}

function breakDown(what: Read, trouble: Trouble | undefined): void {
  const details = { ...CALL, operation: OPERATIONS[what] }
  switch (trouble) {
    case 'outage':
    case 'silent':
      throw new ServiceError('unavailable', ': is not available (503)', { ...details, status: 503 })
    case 'refused':
      throw new ServiceError('token-refused', 'The service refused `api-token` (401).', { ...details, status: 401 })
    case 'broken':
      throw new ServiceError('contract', ': answered with what is no answer', { ...details, status: 200 })
  }
}

const RULES: Record<Rule, PullRequest['readiness']> = {
  holds: readiness(),
  'not-mergeable': readiness({ mergeability: 'not_mergeable' }),
  'in-progress': readiness({ mergeability: 'in_progress' }),
  'other-base': readiness({ baseBranchMatches: false }),
  unsaid: readiness({ mergeability: null }),
  absent: null,
}

function pullRequestOf({ pr }: Scene): PullRequest | null {
  if (pr === null) return null
  const { state, submitted, head, rule } = pr
  return pullRequest({ state, submitted, sha: head === 'ours' ? HEAD : OTHER, readiness: RULES[rule] })
}

function queueOf({ queue: scene, pr }: Scene): Queue | null {
  if (scene === null) return null
  const others = Array.from({ length: scene.others }, (_, at) => entry({ number: 100 + at, state: 'testing' }))
  const own = { live: [entry({ state: pr?.state ?? 'pending' })], over: [entry({ state: 'cancelled' })], no: [] }
  return queue({
    state: scene.state,
    entries: [...others, ...own[scene.listed], entry({ number: 99, state: 'merged' })],
  })
}

function testRunOf({ testRun: scene }: Scene): TestRun | null {
  return scene && testRun({ status: scene.status, reported: [], requiredStatuses: [] })
}

function githubOf({ github }: Scene): Facts['github'] {
  if (github === 'silent')
    return failedBy(gitHubFailure('github-unavailable', 'GitHub gave no answer within 10 s', 'Ask again.'))
  if (github === 'dirty') return gitHubView({ mergeable: false, mergeableState: 'dirty' })
  return gitHubView({ headSha: github === 'ours' ? HEAD : OTHER })
}

/** A wait in the played world. */
export interface Play {
  require: Condition[]
  /** Unless given, those that `require` needs. */
  reads?: Read[]
  context?: RunContext
  timeoutMs: number
  pollIntervalMs?: number
  onUnavailable?: 'fail' | 'warn'
  /** GitHub's answer before the wait, when it was asked for the target branch. */
  github?: Facts['github']
  changes: readonly Change[]
  latencyMs?: () => number
  /** Jitter: none, unless given. */
  random?: () => number
  /** Milliseconds from the start to the cancellation. */
  cancelAfterMs?: number
}

/** Times are milliseconds since the start of the wait. */
export interface Trace {
  waited: Decision
  endedAt: number
  asked: Asked[]
  /** Sleeps of the wait itself, not of its requests. */
  sleeps: { at: number; ms: number }[]
  lines: string[]
  lineTimes: number[]
  /** Timers that were left when it ended. */
  leftBehind: number
  /** Calls that were made after it had ended. */
  askedAfter: number
}

/** The waits are about #42, with a test run beside it. */
export const CONTEXT = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })

/** Runs a wait from its start to its end, and the time on until nothing happens any more. */
export async function playWait(options: Play, clock: VirtualClock = virtualClock()): Promise<Trace> {
  const start = clock.monotonic()
  const { sources, asked } = play(clock, options.changes, options.latencyMs)
  const sleeps: Trace['sleeps'] = []
  const lines: string[] = []
  const lineTimes: number[] = []
  const cancellation = new AbortController()
  const { cancelAfterMs } = options
  if (cancelAfterMs !== undefined) {
    clock.sleep(cancelAfterMs).then(() => cancellation.abort(new Error('the step was cancelled')))
  }
  const own: Clock = {
    now: clock.now,
    monotonic: clock.monotonic,
    sleep(ms, signal) {
      sleeps.push({ at: clock.monotonic() - start, ms })
      return clock.sleep(ms, signal)
    },
  }
  const wait = pollUntilDecided(
    {
      reads: options.reads ?? readsNeeded(options.require),
      context: options.context ?? CONTEXT,
      list: 'acme',
    },
    sources,
    requirements({
      require: options.require,
      onUnavailable: options.onUnavailable ?? 'fail',
      plan: plan({ needed: readsNeeded(options.require) }),
    }),
    options.github ?? undefined,
    { timeoutMs: options.timeoutMs, pollIntervalMs: options.pollIntervalMs ?? 15_000 },
    {
      clock: own,
      random: options.random ?? (() => 0.5),
      signal: cancellation.signal,
      onProgress: line => {
        lines.push(line)
        lineTimes.push(clock.monotonic() - start)
      },
    },
  )
  const waited = await clock.run(wait)
  const endedAt = clock.monotonic() - start
  const leftBehind = clock.pending()
  const before = asked.length
  await clock.drain()
  for (const call of asked) {
    call.at -= start
    call.endedAt -= start
  }
  return { waited, endedAt, asked, sleeps, lines, lineTimes, leftBehind, askedAfter: asked.length - before }
}

/** The calls of each poll: what is asked without time between. */
export function pollsOf(asked: readonly Asked[]): Asked[][] {
  const polls: Asked[][] = []
  let busyUntil = -1
  for (const call of asked) {
    const current = polls.at(-1)
    if (current && call.at <= busyUntil) current.push(call)
    else polls.push([call])
    busyUntil = Math.max(busyUntil, call.endedAt)
  }
  return polls
}
