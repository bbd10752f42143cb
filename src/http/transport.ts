import type { CallRecord } from '../facts/facts.ts'
import type { Clock } from '../runner/clock.ts'
import { plain } from '../text/escape.ts'
import type { Clean } from '../text/secret.ts'
import { type Answered, interpret, type ServiceApi } from './answer.ts'
import { FAILURES, ServiceError } from './errors.ts'
import { type Exchange, ExchangeError, type HttpAnswer } from './exchange.ts'
import { DEADLINE_FACTOR, isRetried, retryAfterMs, retryDelay } from './retry.ts'

/**
 * Sends a request and returns the document in the answer. Throws a {@link ServiceError}, or the signal's reason. All
 * tries end by `latest`, a time on the monotonic clock, if it is given.
 */
export type Send = (request: ServiceRequest, signal?: AbortSignal, latest?: number) => Promise<Answered>

interface ServiceRequest {
  /** The path without ids, as the API's documentation names operations. */
  operation: string
  method: 'GET' | 'POST'
  /** The path below the endpoint, from the version on, with its query. */
  path: string
  /** Sent as JSON; left out for a GET. */
  body?: object
}

export interface TransportOptions {
  endpoint: URL
  api: ServiceApi
  token: string
  clean: Clean
  /** Milliseconds for one exchange. */
  requestTimeoutMs: number
  /** `on-unavailable` is `warn`. */
  allowsOutage: boolean
  exchange: Exchange
  clock: Clock
  random: () => number
  /** Called at the end of a call, with or without an answer. */
  onCall: (record: CallRecord) => void
  /** Called when a try failed and another try follows. */
  onRetry: (message: string) => void
}

/** The transport of all operations: deadline, retries, limits, typed errors, answers without the tokens. */
export function createTransport(options: TransportOptions): Send {
  const { clock, endpoint, requestTimeoutMs } = options
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'merge-queue-gate',
    ...options.api.headers(options.token),
  }
  // A host that answered once exists, whatever its name server says now.
  let reached = false

  return async ({ operation, method, path, body }, signal, latest = Number.POSITIVE_INFINITY) => {
    const started = clock.monotonic()
    const deadline = Math.min(started + DEADLINE_FACTOR * requestTimeoutMs, latest)
    const request = { method, url: urlOf(endpoint, path), headers, body: body ? JSON.stringify(body) : null, signal }
    for (let attempts = 1; ; attempts++) {
      const timeoutMs = Math.max(1, Math.min(requestTimeoutMs, deadline - clock.monotonic()))
      const outcome = await options.exchange({ ...request, timeoutMs }).catch(asOutcome)
      if (!(outcome instanceof ExchangeError)) reached = true
      const elapsedMs = Math.round(clock.monotonic() - started)
      const record = {
        operation,
        status: outcome.status,
        attempts,
        elapsedMs,
        requestId: requestIdOf(outcome, options),
      }
      const details = { ...record, excerpt: '', host: endpoint.host, reached, allowsOutage: options.allowsOutage }
      const result = interpret(outcome, details, options)
      const delay = result instanceof ServiceError ? pauseAfter(result, outcome, deadline, options) : null
      if (delay === null) {
        options.onCall(record)
        if (result instanceof ServiceError) throw result
        return result
      }
      options.onRetry(
        `in ${(delay / 1000).toFixed(1)} s, ${operation}: ${result instanceof Error ? result.message : ''}`,
      )
      await clock.sleep(delay, signal)
    }
  }
}

/** A failed exchange is an outcome, too; cancellation and defects are thrown again. */
function asOutcome(error: unknown): ExchangeError {
  if (error instanceof ExchangeError) return error
  throw error
}

/** Milliseconds before the next try; null if another try can't help, as after a status such as 501, or has no time. */
function pauseAfter(
  { kind, details }: ServiceError,
  outcome: HttpAnswer | ExchangeError,
  deadline: number,
  { clock, random }: TransportOptions,
): number | null {
  const { status, attempts } = details
  if (!FAILURES[kind].outage || (status !== null && !isRetried(status))) return null
  const asked = outcome instanceof ExchangeError ? null : retryAfterMs(header(outcome, 'retry-after'), clock.now())
  return retryDelay({ attempts, asked, limited: status === 429 }, deadline - clock.monotonic(), random())
}

/**
 * Encodes a part of a path or a query. A lone surrogate, which JSON can hold, has no encoding and is replaced. A part
 * of dots is encoded twice: encoded once, it would still lead to another path.
 */
export function encoded(text: string): string {
  return /^\.+$/.test(text) ? text.replaceAll('.', '%252E') : encodeURIComponent(text.toWellFormed())
}

/** The address of a path. The endpoint has neither a query nor a fragment, so the path goes to its end. */
function urlOf(endpoint: URL, path: string): URL {
  return new URL(`${endpoint.href.replace(/\/+$/, '')}${path}`)
}

function requestIdOf(outcome: HttpAnswer | ExchangeError, { clean }: TransportOptions): string | null {
  const id = outcome instanceof ExchangeError ? null : header(outcome, 'x-request-id')
  return id === null ? null : plain(clean(id), 80)
}

function header(answer: HttpAnswer, name: string): string | null {
  const value = answer.headers[name]
  return typeof value === 'string' ? value : null
}
