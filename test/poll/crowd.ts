/**
 * Many steps on one clock, through the real transport: only the exchange is a stand-in. One limiter counts for all of
 * them, as the service has one limit for an organization.
 */

import type { Condition, Read } from '../../src/facts/conditions.ts'
import type { CallRecord } from '../../src/facts/facts.ts'
import { failedBy, gitHubFailure } from '../../src/facts/reading.ts'
import type { Decision } from '../../src/gate/decision.ts'
import type { Exchange } from '../../src/http/exchange.ts'
import { pollUntilDecided } from '../../src/poll/wait.ts'
import { createServiceSource } from '../../src/sources/v1/source.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { context, HEAD, requirements } from '../builders.ts'
import { seeded, virtualClock } from './clock.ts'

/** Null: let through; else the seconds of `Retry-After`, 0 for none. */
export type Limiter = (now: number) => number | null

/** So many tokens a second, as many at once. */
export function tokenBucket(perSecond: number, retryAfter = 0): Limiter {
  let tokens = perSecond
  let last = 0
  return now => {
    tokens = Math.min(perSecond, tokens + ((now - last) * perSecond) / 1000)
    last = now
    if (tokens < 1) return retryAfter
    tokens--
    return null
  }
}

/** So many in each second of the clock on the wall. */
export function window(perSecond: number, retryAfter = 0): Limiter {
  let second = -1
  let count = 0
  return now => {
    const current = Math.floor(now / 1000)
    if (current !== second) count = 0
    second = current
    return count++ < perSecond ? null : retryAfter
  }
}

export const unlimited: Limiter = () => null

export interface Crowd {
  steps: number
  limiter: Limiter
  timeoutMs: number
  pollIntervalMs?: number
  requestTimeoutMs?: number
  require?: Condition[]
  reads?: Read[]
  /** The time of the merge of a step's pull request, in milliseconds since the start; null: not within the wait. */
  mergesAt: (step: number) => number | null
  /** Milliseconds over which the steps start. */
  startsWithin?: number
  seed?: number
}

export interface StepTrace {
  waited: Decision
  calls: CallRecord[]
  startedAt: number
  endedAt: number
  mergesAt: number | null
  /** Every request, with what the limiter said. */
  requests: { operation: string; at: number; turnedAway: number | null }[]
}

/** Runs the steps to their ends. Times are milliseconds since the start. */
export async function runCrowd(crowd: Crowd): Promise<StepTrace[]> {
  const clock = virtualClock(0)
  const chance = seeded(crowd.seed ?? 1)
  const steps = Array.from({ length: crowd.steps }, async (_, index): Promise<StepTrace> => {
    const random = seeded(Math.floor(chance() * 2 ** 32))
    const mergesAt = crowd.mergesAt(index)
    const requests: StepTrace['requests'] = []
    const calls: CallRecord[] = []
    const exchange: Exchange = async request => {
      const operation = request.url.pathname.replace('/v1/', '')
      await clock.sleep(20 + 30 * random(), request.signal)
      const turnedAway = crowd.limiter(clock.now())
      requests.push({ operation, at: clock.now(), turnedAway })
      const merged = mergesAt !== null && clock.now() >= mergesAt
      await clock.sleep(20 + 30 * random(), request.signal)
      if (turnedAway !== null) {
        const headers = turnedAway > 0 ? { 'retry-after': String(turnedAway) } : {}
        return { status: 429, headers, body: Buffer.from('too many requests') }
      }
      const body = operation === 'getQueue' ? queue(index) : pullRequest(index, merged)
      return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) }
    }
    const options = {
      endpoint: new URL('https://queue.example'),
      token: 'token',
      clean: cleanerOf(),
      requestTimeoutMs: crowd.requestTimeoutMs ?? 10_000,
      allowsOutage: false,
      exchange,
      clock,
      random,
      onCall: (record: CallRecord) => calls.push(record),
      onRetry: () => {},
    }
    const own = context({ pullRequest: { value: index + 1, from: 'event' } })
    const startedAt = Math.round((crowd.startsWithin ?? 1000) * random())
    await clock.sleep(startedAt)
    const waited = await pollUntilDecided(
      {
        reads: crowd.reads ?? ['pull-request', 'queue'],
        context: own,
        list: null,
      },
      {
        source: createServiceSource(options, own.repository.value),
        github: async () => failedBy(gitHubFailure('unavailable', 'nobody is there', 'Look there.')),
      },
      requirements({ require: crowd.require ?? ['merged'] }),
      undefined,
      { timeoutMs: crowd.timeoutMs, pollIntervalMs: crowd.pollIntervalMs ?? 15_000 },
      { clock, random, signal: new AbortController().signal, onProgress: () => {} },
    )
    return { waited, calls, startedAt, endedAt: clock.now(), mergesAt, requests }
  })
  return clock.run(Promise.all(steps))
}

export function totalsOf(traces: readonly StepTrace[]) {
  const requests = traces.flatMap(trace => trace.requests)
  const count = (conclusion: string) => traces.filter(({ waited }) => waited.verdict.conclusion === conclusion).length
  return {
    requests: requests.length,
    turnedAway: requests.filter(({ turnedAway }) => turnedAway !== null).length,
    passed: count('passed'),
    failed: count('failed'),
    unknown: count('unknown'),
    failedCalls: traces.flatMap(({ calls }) => calls).filter(({ status }) => status !== 200).length,
  }
}

/** Milliseconds from the change at the service (or the start, if it was there before) to the end of the step. */
export function latencies(traces: readonly StepTrace[]): number[] {
  return traces.flatMap(({ mergesAt, startedAt, endedAt, waited }) =>
    mergesAt === null || waited.verdict.conclusion !== 'passed' ? [] : [endedAt - Math.max(mergesAt, startedAt)],
  )
}

/** Milliseconds from the start of each step to its first answer about the pull request. */
export function firstAnswers(traces: readonly StepTrace[]): number[] {
  return traces.map(({ requests, startedAt }) => {
    const first = requests.find(
      ({ operation, turnedAway }) => operation === 'getSubmittedPullRequest' && turnedAway === null,
    )
    return first ? first.at - startedAt : Number.POSITIVE_INFINITY
  })
}

/** Requests that were made before the time that a 429 to the same operation of the same step had asked for. */
export function tooEarly(traces: readonly StepTrace[]): number {
  let count = 0
  for (const { requests } of traces) {
    const notBefore = new Map<string, number>()
    for (const { operation, at, turnedAway } of requests) {
      if (at < (notBefore.get(operation) ?? 0)) count++
      if (turnedAway !== null) notBefore.set(operation, at + turnedAway * 1000)
    }
  }
  return count
}

export function pullRequest(index: number, merged: boolean) {
  return {
    id: `pr-${index}`,
    prNumber: index + 1,
    prSha: HEAD,
    state: merged ? 'merged' : 'testing',
    isCurrentlySubmittedToQueue: !merged,
  }
}

export function queue(index: number) {
  return { state: 'running', branch: 'main', mode: 'single', enqueuedPullRequests: [{ prNumber: index + 1 }] }
}
