import { isUtf8 } from 'node:buffer'
import type { CallRecord } from '../facts/facts.ts'
import type { Clock } from '../runner/clock.ts'
import { plain } from '../text/escape.ts'
import { code, say } from '../text/message.ts'
import { type Clean, cleanStart, parseClean } from '../text/secret.ts'
import { isOutageStatus } from './error-code.ts'
import { type CallDetails, excerptOf, FAILURES, type FailureKind, LONGEST_START, ServiceError } from './errors.ts'
import { type Answer, type Exchange, ExchangeError } from './exchange.ts'
import { DEADLINE_FACTOR, isRetried, retryAfterMs, retryDelay } from './retry.ts'

/**
 * Sends a request and returns the document in the answer. Throws a {@link ServiceError}, or the signal's reason. All
 * tries end by `latest`, a time on the monotonic clock, if it is given.
 */
export type Send = (request: ServiceRequest, signal?: AbortSignal, latest?: number) => Promise<Answered>

/** One request of either API. */
export interface ServiceRequest {
  /** The path without ids, as the API's documentation names operations. */
  operation: string
  method: 'GET' | 'POST'
  /** The path below the endpoint, from the version on, with its query. */
  path: string
  /** Sent as JSON; left out for a GET. */
  body?: object
}

/** Differences between the service's two APIs in transport. */
export interface ServiceApi {
  version: 'v1' | 'v2'
  /** Headers of every request, with the credential. */
  headers(token: string): Record<string, string>
  /** True if a 404 with this body is the service's "there is none"; else something else answers at that address. */
  isOwnNotFound(body: string): boolean
  /** True if an error with this body refuses the credential, whatever its status; a 429 never does. */
  refusesKey(body: string): boolean
  /** The part of an error's body that is worth showing. */
  textOf(body: string): string
}

/** An answer, with the details for a possible error. */
export interface Answered {
  /** Any shape; tokens are cut out. */
  json: unknown
  /** Length of the unpacked body. */
  bytes: number
  details: CallDetails
}

export interface TransportOptions {
  /** Base URL without a version. */
  endpoint: URL
  api: ServiceApi
  /** `api-token` */
  token: string
  clean: Clean
  /** Milliseconds for one exchange. */
  requestTimeoutMs: number
  /** `on-unavailable` is `warn`. */
  allowsOutage: boolean
  exchange: Exchange
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  /** Called at the end of a call, with or without an answer. */
  onCall: (record: CallRecord) => void
  /** Called when a try failed and another try follows. */
  onRetry: (message: string) => void
}

/** The transport of all operations: deadline, retries, limits, typed errors, answers without the tokens. */
export function createTransport(options: TransportOptions): Send {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'merge-queue-gate',
    ...options.api.headers(options.token),
  }
  // All operations share one rate limit, so a refusal of one call holds for all later ones.
  let notBefore = 0
  // A host that answered once exists, whatever its name server says now.
  let reached = false
  return async ({ operation, method, path, body }, signal, latest = Number.POSITIVE_INFINITY) => {
    const started = options.clock.monotonic()
    const deadline = Math.min(started + DEADLINE_FACTOR * options.requestTimeoutMs, latest)
    const url = urlOf(options.endpoint, path)
    const request = { method, url, headers, body: body ? JSON.stringify(body) : null, signal }
    if (notBefore >= deadline) throw leftAlone(operation, options)
    if (notBefore > started) await options.clock.sleep(notBefore - started, signal)
    for (let attempt = 1; ; attempt++) {
      const timeoutMs = Math.max(1, Math.min(options.requestTimeoutMs, deadline - options.clock.monotonic()))
      const outcome = await options.exchange({ ...request, timeoutMs }).catch(asOutcome)
      if (!(outcome instanceof ExchangeError)) reached = true
      const details: CallDetails = {
        operation,
        status: outcome.status,
        attempts: attempt,
        elapsedMs: Math.round(options.clock.monotonic() - started),
        requestId: requestIdOf(outcome, options.clean),
        excerpt: '',
        host: options.endpoint.host,
        reached,
        allowsOutage: options.allowsOutage,
      }
      const result = interpret(outcome, details, options)
      if (!(result instanceof ServiceError)) {
        options.onCall(recordOf(details))
        return result
      }
      const now = options.clock.monotonic()
      const asked = pauseAskedBy(outcome, options.clock.now())
      const limited = outcome.status === 429
      if (limited && asked !== null) notBefore = Math.max(notBefore, now + asked)
      const delay = canRetry(result) ? retryDelay(attempt, asked, deadline - now, options.random(), limited) : null
      if (delay === null) {
        options.onCall(recordOf(details))
        throw result
      }
      options.onRetry(`in ${(delay / 1000).toFixed(1)} s, ${operation}: ${result.message}`)
      await options.clock.sleep(delay, signal)
    }
  }
}

function pauseAskedBy(outcome: Answer | ExchangeError, now: number): number | null {
  return outcome instanceof ExchangeError ? null : retryAfterMs(header(outcome, 'retry-after'), now)
}

/** The error of a call that the rate limit outlasts: nothing is sent, and no call is recorded. */
function leftAlone(operation: string, { endpoint, allowsOutage }: TransportOptions): ServiceError {
  const bare = { status: 429, attempts: 0, elapsedMs: 0, requestId: null, excerpt: '', reached: true }
  const what = ' was not asked: rate limited until Retry-After has passed'
  return new ServiceError('rate-limited', what, { ...bare, operation, host: endpoint.host, allowsOutage })
}

/** A failed exchange is an outcome, too; cancellation and defects are thrown again. */
function asOutcome(error: unknown): ExchangeError {
  if (error instanceof ExchangeError) return error
  throw error
}

/** True for an outage that may pass within seconds: a status such as 501 does not. */
function canRetry({ kind, details: { status } }: ServiceError): boolean {
  return FAILURES[kind].outage && (status === null || isRetried(status))
}

/** The answer, or the error that the outcome means. */
function interpret(
  outcome: Answer | ExchangeError,
  bare: CallDetails,
  options: TransportOptions,
): Answered | ServiceError {
  const { clean, api } = options
  if (outcome instanceof ExchangeError) return errorOfExchange(outcome, bare)
  const { status, body } = outcome
  if (status === 200) {
    const text = decode(body)
    if (text === null) return new ServiceError('contract', ': unexpected response, invalid UTF-8', bare)
    if (text.trim() === '') return new ServiceError('contract', ': unexpected response, an empty body', bare)
    try {
      return { json: parseClean(text, clean), bytes: body.length, details: bare }
    } catch {
      const excerpt = excerptOf(text, clean)
      return new ServiceError('contract', ': unexpected response, not JSON', { ...bare, excerpt })
    }
  }
  const text = cleanStart(body.toString('utf8'), LONGEST_START, clean)
  const excerpt = excerptOf(api.textOf(text), clean)
  return errorOfStatus(status, text, { ...bare, excerpt }, outcome, options)
}

function errorOfStatus(
  status: number,
  text: string,
  details: CallDetails,
  answer: Answer,
  { clean, api }: Pick<TransportOptions, 'clean' | 'api'>,
): ServiceError {
  const error = (kind: FailureKind, what: string) => new ServiceError(kind, what, details)
  if (status === 429) return error('rate-limited', ' answered 429 (rate limited)')
  if (status === 401 || status === 403 || api.refusesKey(text)) {
    const whole = say`The service refused ${code('api-token')} (${status}).`
    const remedy = `Check that its secret holds a valid ${api.version} key of the organization that owns the repository.`
    return new ServiceError('token-refused', { whole }, details, { remedy })
  }
  if (status === 404) {
    // A web page comes from something else than the service.
    if (isHtml(text, answer)) {
      const headline = say`${code('endpoint')} is not the queue's service`
      const remedy = say`Correct ${code('endpoint')}.`
      return new ServiceError('contract', ' answered 404 with a web page', details, { headline, remedy })
    }
    return api.isOwnNotFound(text)
      ? error('not-found', ' answered 404')
      : error('contract', ' answered 404 without an error code of the service')
  }
  if (isOutageStatus(status)) return error('unavailable', ` answered ${status}`)
  if (status >= 300 && status < 400) {
    const target = header(answer, 'location')
    const where = target === null ? '' : ` to ${plain(clean(target), 120)}`
    return new ServiceError('redirected', ` redirected (${status})${where}`, { ...details, excerpt: '' })
  }
  if (status >= 400) return error('request-refused', ` answered ${status}`)
  return error('contract', `: unexpected status ${status}`)
}

function errorOfExchange(cause: ExchangeError, details: CallDetails): ServiceError {
  const error = (kind: FailureKind, what: string) => new ServiceError(kind, what, details, { cause })
  switch (cause.kind) {
    case 'host-not-found': {
      const whole = say`Could not find the host${cause.message}, which the input ${code('endpoint')} or a proxy variable names.`
      return new ServiceError(details.reached ? 'network' : 'host-not-found', { whole }, details, { cause })
    }
    case 'time-out':
      return error('time-out', ' gave no complete answer in time')
    case 'too-large':
      return error('too-large', `: response too large, ${cause.message}`)
    case 'certificate':
      return error('certificate', `: the certificate does not verify (${cause.message})`)
    case 'network':
      return error('network', `: ${cause.message}`)
    case 'contract':
      return error('contract', `: unexpected response, ${cause.message}`)
  }
}

/** The record of a call: the details, without what only errors need. */
function recordOf({ operation, status, attempts, elapsedMs, requestId }: CallDetails): CallRecord {
  return { operation, status, attempts, elapsedMs, requestId }
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

/** The text of a body, without its byte order mark; null if the bytes are not UTF-8. */
function decode(body: Buffer): string | null {
  return isUtf8(body) ? body.toString('utf8').replace(/^\ufeff/, '') : null
}

function isHtml(text: string, answer: Answer): boolean {
  return /html/i.test(header(answer, 'content-type') ?? '') || /^\s*<|<html\b/i.test(text)
}

function requestIdOf(outcome: Answer | ExchangeError, clean: Clean): string | null {
  const id = outcome instanceof ExchangeError ? null : header(outcome, 'x-request-id')
  return id === null ? null : plain(clean(id), 80)
}

function header(answer: Answer, name: string): string | null {
  const value = answer.headers[name]
  return typeof value === 'string' ? value : null
}
