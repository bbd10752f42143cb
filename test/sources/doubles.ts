import type { CallRecord } from '../../src/facts/facts.ts'
import type { ServiceError } from '../../src/http/answer.ts'
import type { Exchange, HttpAnswer, HttpRequest } from '../../src/http/exchange.ts'
import { createTransport, type TransportOptions } from '../../src/http/transport.ts'
import { V1 } from '../../src/sources/v1/source.ts'
import { cleanerOf } from '../../src/text/outside.ts'

/** 11 March 2025, 10 o'clock in Greenwich. */
export const START = Date.parse('2025-03-11T10:00:00Z')

/** A clock whose time passes only by sleeping and during exchanges. */
export function fakeClock() {
  const sleeps: number[] = []
  const clock = {
    time: START,
    sleeps,
    now: () => clock.time,
    monotonic: () => clock.time,
    async sleep(ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted()
      sleeps.push(ms)
      clock.time += ms
    },
  }
  return clock
}

export function answered(status: number, body: unknown = '', headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers, body: Buffer.isBuffer(body) ? body : Buffer.from(text(body)) }
}

function text(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** The next turn of an exchange: it answers, throws, or takes some time first. */
export type Turn = HttpAnswer | Error | { after: number; outcome: HttpAnswer | Error }

export interface SetUp extends Partial<TransportOptions> {
  /** In order; the last one is repeated. */
  turns: Turn[]
  token?: string
}

/** A transport with everything around it replaced. */
export function setUp({ turns, token = 'the-token-of-tests', ...options }: SetUp) {
  const clock = fakeClock()
  const requests: HttpRequest[] = []
  const records: CallRecord[] = []
  const retries: string[] = []
  const exchange: Exchange = async request => {
    requests.push(request)
    const turn = turns[Math.min(requests.length, turns.length) - 1]
    if (!turn) throw new Error('no turn')
    const outcome = 'after' in turn ? turn.outcome : turn
    if ('after' in turn) clock.time += Math.min(turn.after, request.timeoutMs)
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const given: TransportOptions = {
    api: V1,
    endpoint: new URL('https://queue.example'),
    token,
    clean: cleanerOf(token),
    requestTimeoutMs: 10_000,
    exchange,
    clock,
    random: () => 0,
    onCall: record => records.push(record),
    onRetry: message => retries.push(message),
    ...options,
  }
  const send = createTransport(given)
  /** The answer as it came. */
  const call = (operation: string, body: object, signal?: AbortSignal) =>
    send({ operation, path: `/v1/${operation}`, body }, json => json, signal)
  return { call, send, options: given, clock, requests, records, retries }
}

/** The error of a call that has to fail. */
export async function errorOf(promise: Promise<unknown>): Promise<ServiceError> {
  return promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: ServiceError) => error,
  )
}
