import type { CallRecord } from '../facts/facts.ts'
import type { Clock } from '../runner/clock.ts'
import { asText, plain } from '../text/message.ts'
import { type Clean, DocumentError } from '../text/outside.ts'
import {
  brokenContract,
  interpret,
  type Problem,
  type Reader,
  type ServiceApi,
  ServiceError,
  toFailure,
} from './answer.ts'
import { type Exchange, ExchangeError, isLoopback, wrongProxyVariable } from './exchange.ts'

/**
 * Sends a request, and gives what the reader makes of the answer; null if the service says "there is none". Throws a
 * {@link ServiceError}, or the signal's reason.
 */
type Send = <T>(request: ServiceRequest, reader: Reader<T>, signal?: AbortSignal) => Promise<T | null>

interface ServiceRequest {
  /** Its name in the API's documentation, without ids, for the log: `getQueue`, `merge-queues/{id}/order`. */
  operation: string
  /** The path below the endpoint, from the version on, with its query. */
  path: string
  /** Sent as JSON in a POST; without one, the request is a GET. */
  body?: object
}

export interface TransportOptions {
  endpoint: URL
  api: ServiceApi
  token: string
  clean: Clean
  /** Milliseconds for one exchange. */
  requestTimeoutMs: number
  exchange: Exchange
  clock: Clock
  random: () => number
  /** Called at the end of a call, with or without an answer. */
  onCall: (record: CallRecord) => void
  /** Called when a try failed and another try follows; the message is like `in 1.0 s, getQueue: …`. */
  onRetry: (message: string) => void
}

/** The transport of all operations: deadline, retries, limits, typed errors, answers without the tokens. */
export function createTransport(options: TransportOptions): Send {
  const { api, clean, clock, endpoint, requestTimeoutMs } = options
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'merge-queue-gate',
    ...api.headers(options.token),
  }
  // A host that has answered exists: if the name server does not find it any more, that is an outage.
  let hasAnswered = false

  return async ({ operation, path, body }, reader, signal) => {
    const started = clock.monotonic()
    const deadline = started + DEADLINE_FACTOR * requestTimeoutMs
    // The endpoint has neither a query nor a fragment, so the path can simply be appended.
    const url = new URL(`${endpoint.href.replace(/\/+$/, '')}${path}`)
    const request = { method: body ? 'POST' : 'GET', url, headers, body: body ? JSON.stringify(body) : null } as const
    for (let attempts = 1; ; attempts++) {
      const timeoutMs = Math.max(1, Math.min(requestTimeoutMs, deadline - clock.monotonic()))
      const outcome = await options.exchange({ ...request, timeoutMs, signal }).catch(outcomeOfError)
      const response = outcome instanceof ExchangeError ? null : outcome
      hasAnswered ||= response !== null
      const elapsedMs = Math.round(clock.monotonic() - started)
      const answer = interpret(outcome, { api, clean, hasAnswered })
      const failureOf = (problem: Problem) => toFailure(problem, endpoint.host, attempts, elapsedMs)
      const failure = 'kind' in answer ? failureOf(answer) : null
      if (failure?.outage) {
        const pause = retryAfterMs(response?.headers['retry-after'], clock.now())
        const delay = retryDelay(attempts, pause, deadline - clock.monotonic(), options.random())
        if (delay !== null) {
          options.onRetry(`in ${(delay / 1000).toFixed(1)} s, ${operation}: ${asText(failure.message)}`)
          await clock.sleep(delay, signal)
          continue
        }
      }
      const id = response?.headers['x-request-id']
      const requestId = typeof id === 'string' ? plain(clean(id), 80) : null
      options.onCall({ operation, status: response?.status ?? null, attempts, elapsedMs, requestId })
      if (failure) throw new ServiceError(failure)
      if (!('json' in answer)) return null
      try {
        return reader(answer.json)
      } catch (error) {
        throw error instanceof DocumentError ? new ServiceError(failureOf(brokenContract(error.sentence))) : error
      }
    }
  }
}

/**
 * An exchange that follows no redirect and verifies certificates whatever the environment says.
 *
 * @param endpoint base of all requests; on loopback no proxy is used, because a proxy would see the token
 * @param environment holds `https_proxy`, `http_proxy` and `no_proxy`, which Node reads from 24.5 on
 */
export function createExchange(endpoint: URL, environment: NodeJS.ProcessEnv): Exchange {
  const wrongProxy = wrongProxyVariable(endpoint, environment)
  const proxyEnv = isLoopback(endpoint) || wrongProxy !== null ? undefined : environment
  let opened: Promise<Exchange> | null = null

  return async request => {
    // Loaded with the first request, so that a step with a wrong input does not wait for TLS to load.
    opened ??= import('./client.ts').then(({ openClient }) => openClient(endpoint, proxyEnv))
    try {
      return await (await opened)(request)
    } catch (error) {
      const isUnreached = error instanceof ExchangeError && (error.kind === 'network' || error.kind === 'time-out')
      // With a proxy variable that is not an address, a failed connection is not an outage: the service may be fine.
      throw isUnreached && wrongProxy !== null
        ? new ExchangeError('proxy', `no response, and the variable ${wrongProxy} is not an http or https URL`)
        : error
    }
  }
}

/**
 * A text as one part of a path. A lone surrogate, which JSON can hold, has no encoding and is replaced. Dots alone are
 * encoded twice: encoded once, they would still lead to another path.
 */
export function encodePathPart(text: string): string {
  return /^\.+$/.test(text) ? text.replaceAll('.', '%252E') : encodeURIComponent(text.toWellFormed())
}

/** A failed exchange is an outcome, too. Cancellation and defects are thrown again. */
function outcomeOfError(error: unknown): ExchangeError {
  if (error instanceof ExchangeError) return error
  throw error
}

/** The most tries of one call, the first included. */
const MOST_ATTEMPTS = 5
/** All tries of one call end within this many times `request-timeout`. */
export const DEADLINE_FACTOR = 6

/** Milliseconds. A rate limit per second refuses every request of that second, so a lower ceiling would not help. */
const FIRST_CEILING = 1000
const LAST_CEILING = 8000

/** Milliseconds that `Retry-After` asks to wait (RFC 9110, 10.2.3: seconds or a date); null for anything else. */
export function retryAfterMs(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  // Digits first: Date.parse takes "120" for a year.
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

/**
 * Milliseconds to wait before the next try; null if no further try fits. A random part, under a ceiling that doubles, is
 * added to the pause that the service asks for: steps that were refused together must not come back together.
 *
 * @param attempts tries that failed so far
 * @param pauseMs that the service asks for; null if it asks for none
 * @param remaining milliseconds to the deadline of the call
 * @param random from 0 to below 1
 */
export function retryDelay(attempts: number, pauseMs: number | null, remaining: number, random: number): number | null {
  const least = pauseMs ?? 0
  if (attempts >= MOST_ATTEMPTS || least >= remaining) return null
  const delay = Math.round(least + random * Math.min(LAST_CEILING, FIRST_CEILING * 2 ** (attempts - 1)))
  if (delay < remaining) return delay
  // A pause that was asked for fits without the random part; where none was asked for, no try follows.
  return pauseMs
}
