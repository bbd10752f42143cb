import { formatDuration } from '../duration.ts'
import { plain } from '../escape.ts'
import type { Failure } from '../facts/facts.ts'

export type Operation =
  | 'getSubmittedPullRequest'
  | 'getQueue'
  | 'getMergeQueueTestingDetails'
  | 'flaky-tests/list-quarantined-tests'

/** What is known of a call that failed. */
export interface CallDetails {
  operation: Operation
  /** HTTP status, or null where none came. */
  status: number | null
  /** Tries made, the failed ones included. */
  attempts: number
  /** Milliseconds since the first try. */
  elapsedMs: number
  /** `X-Request-Id` of the last answer. */
  requestId: string | null
  /** Start of the last answer's body, at most 200 characters, or empty. Already free of the secret. */
  excerpt: string
}

/** A call of the service that gave no usable answer. Each kind is a class of its own, with one remedy. */
export abstract class ServiceError extends Error implements CallDetails {
  abstract readonly code: Failure['code']
  abstract readonly remedy: string
  /** Covered by `on-unavailable`; everything else fails the step in any case. */
  readonly outage: boolean = false
  readonly operation: Operation
  readonly status: number | null
  readonly attempts: number
  readonly elapsedMs: number
  readonly requestId: string | null
  readonly excerpt: string

  constructor(what: string, details: CallDetails, options?: { cause?: unknown }) {
    super(describe(what, details), options)
    this.name = new.target.name
    this.operation = details.operation
    this.status = details.status
    this.attempts = details.attempts
    this.elapsedMs = details.elapsedMs
    this.requestId = details.requestId
    this.excerpt = details.excerpt
  }
}

/** 401 or 403. */
export class TokenRefusedError extends ServiceError {
  readonly code = 'token-refused'
  readonly remedy =
    'Check that the secret behind `api-token` is a valid key of the organization that owns the repository.'
}

/** 404 where "there is none" is not an answer. */
export class NotFoundError extends ServiceError {
  readonly code = 'not-found'
  readonly remedy = 'Check `repository`, `repository-host` and `organization`.'
}

/** 400 and every other 4xx that has no class of its own. */
export class BadRequestError extends ServiceError {
  readonly code = 'request-refused'
  readonly remedy = 'Check `endpoint`, `repository`, `target-branch` and `organization`.'
}

/** 429 until the tries or the time ran out. */
export class RateLimitedError extends ServiceError {
  readonly code = 'service-unavailable'
  readonly remedy =
    'The limit is shared by the whole organization. Raise `poll-interval`, or set `on-unavailable: warn`.'
  override readonly outage = true
}

/** 408 or 5xx until the tries or the time ran out. */
export class UnavailableError extends ServiceError {
  readonly code = 'service-unavailable'
  readonly remedy = 'Run the job again when the service is back, or set `on-unavailable: warn`.'
  override readonly outage = true
}

/** No HTTP response: host not found, connection refused, reset or broken off. */
export class NetworkError extends ServiceError {
  readonly code = 'service-unavailable'
  readonly remedy = 'Check `endpoint` and that the runner reaches it, or set `on-unavailable: warn`.'
  override readonly outage = true
}

/** No complete response in time. */
export class TimeOutError extends ServiceError {
  readonly code = 'service-unavailable'
  readonly remedy = 'Raise `request-timeout`, or set `on-unavailable: warn`.'
  override readonly outage = true
}

/** The body or the headers are over the limit. */
export class TooLargeError extends ServiceError {
  readonly code = 'answer-too-large'
  readonly remedy = 'Check that `endpoint` is the address of the service.'
}

/** Any 3xx. Following one would hand the token to another address. */
export class RedirectedError extends ServiceError {
  readonly code = 'redirected'
  readonly remedy =
    'Set `endpoint` to the final address; redirects are not followed, so that the token stays where it belongs.'
}

/** The certificate of the service does not verify. */
export class CertificateError extends ServiceError {
  readonly code = 'certificate-invalid'
  readonly remedy = 'Have the certificate renewed, or give its authority to the runner in NODE_EXTRA_CA_CERTS.'
}

/** A response that the service's description does not allow. */
export class ContractError extends ServiceError {
  readonly code = 'contract-broken'
  readonly remedy = 'Check that `endpoint` is the address of the service; if it is, report this with the request id.'
}

/** An answer of 200 that is no JSON; of its text the start is told. */
export function noJson(details: CallDetails, text: string): ContractError {
  return new ContractError('answered 200 with something that is not JSON', { ...details, excerpt: excerptOf(text) })
}

/** The failure as data, for the facts. */
export function failureOf(error: ServiceError): Failure {
  return { code: error.code, message: error.message, remedy: error.remedy, outage: error.outage }
}

/** The start of a body as one harmless line. */
export function excerptOf(body: string): string {
  // Pages of proxies are HTML: their text says more than their tags.
  const text = /<(?:!doctype|html|head|body)\b/i.test(body.slice(0, 2000))
    ? body
        .slice(0, 20_000)
        .replace(/<(style|script)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<[^>]*>?/g, ' ')
    : body
  return plain(text.slice(0, 4000).replace(/\s+/g, ' '), 200)
}

/**
 * The message. What begins with a capital is a sentence of its own about all calls: the same one for each of them, so
 * that one cause is told once.
 */
function describe(what: string, details: CallDetails): string {
  const tries = details.attempts === 1 ? '1 try' : `${details.attempts} tries`
  const request = details.requestId === null ? '' : `, request ${details.requestId}`
  const excerpt = details.excerpt === '' ? '' : `: “${details.excerpt}”`
  if (/^[A-Z]/.test(what)) return `${what}${excerpt}.`
  return `${details.operation}${what.startsWith(':') ? '' : ' '}${what} (${tries} in ${formatDuration(details.elapsedMs)}${request})${excerpt}.`
}
