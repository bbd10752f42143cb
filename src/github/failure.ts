import type { Failure } from '../facts/facts.ts'
import { ExchangeError, isCertificateError, isOutageStatus, isProtocolError } from '../http/exchange.ts'
import { formatDuration } from '../text/duration.ts'
import { code, type Message, say } from '../text/message.ts'
import { errorCode } from '../text/outside.ts'

/** The purpose of a request, for the message if it fails. Both texts are the action's own. */
export interface Topic {
  /** Completes "GitHub was asked to …": `list the check runs`. */
  task: string
  /** The permission that the token needs: `checks: read`. */
  permission: string
}

/** A response of any status, as Octokit gives it. Octokit follows no redirect, so a redirect is a response, too. */
export interface GitHubResponse {
  status: number
  headers: Readonly<Record<string, string | number | undefined>>
  /** The parsed JSON; a body that is not JSON is a string. */
  data: unknown
}

const RUN_AGAIN = 'Run the job again.'

function failure(reason: Failure['code'], message: Message, remedy: Message): Failure {
  return { code: reason, message, remedy, outage: false }
}

function outage(message: Message, remedy: Message = RUN_AGAIN): Failure {
  return { code: 'github-unavailable', message, remedy, outage: true }
}

export function tokenMissing({ task, permission }: Topic): Failure {
  const message = say`${code('github-token')} is empty, so GitHub was not asked to ${task}.`
  const remedy = say`Leave the input out to take the workflow's own token, and give the job ${code(permission)}.`
  return failure('token-refused', message, remedy)
}

export function timedOut({ task }: Topic, ms: number): Failure {
  return outage(`GitHub gave no complete answer within ${formatDuration(ms)} when asked to ${task}.`)
}

/** The rate limit is used up. GitHub may be asked again after `pauseMs`. */
export function rateLimited({ task }: Topic, pauseMs = RATE_LIMIT_PAUSE_MS): Failure {
  const message = say`GitHub did not ${task}: the rate limit of ${code('github-token')} is used up.`
  const remedy = say`Run the job again in ${formatDuration(pauseMs)}, or poll less often with ${code('poll-interval')}.`
  return outage(message, remedy)
}

/** A list changed between two of its pages, so an item may be missing. */
export function changedMeanwhile({ task }: Topic): Failure {
  return outage(`The list changed while GitHub was asked to ${task}.`)
}

/**
 * The answer is not as documented.
 *
 * @param member path of the wrong member, made of names from our own schemas; empty for the whole answer
 */
export function unexpected({ task }: Topic, member = ''): Failure {
  const where = member === '' ? '' : say` (member ${code(member)})`
  const message = say`GitHub did not answer as documented when asked to ${task}${where}.`
  const remedy = 'Run the job again. If this persists, report it: GitHub may have changed its API.'
  return failure('contract-broken', message, remedy)
}

/** The server does not know a field of our query. */
export function unsupported({ task }: Topic): Failure {
  const message = `This GitHub server can't ${task}: it lacks a field that the query needs.`
  return failure('unsupported', message, 'Update GitHub Enterprise Server: merge queues came with 3.12.')
}

export function forbidden({ task, permission }: Topic): Failure {
  const remedy = say`Add ${code(permission)} to the job's ${code('permissions')}, or set ${code('github-token')} to a token that has it.`
  return failure('github-forbidden', `GitHub refused to ${task}.`, remedy)
}

/** The object of the request does not exist, or the token may not see it. */
export function notFound({ task, permission }: Topic): Failure {
  const message = `GitHub found nothing when asked to ${task}, or the token may not see it.`
  const remedy = say`Check ${code('repository')} and ${code('pull-request')} if they are set, and that ${code('github-token')} has ${code(permission)}.`
  return failure('not-found', message, remedy)
}

/** The failure that a status means; null for a success. `pauseMs` is that of {@link pauseAskedBy}. */
export function failureOfStatus(response: GitHubResponse, topic: Topic, pauseMs: number | null): Failure | null {
  const { status, data } = response
  const { task } = topic
  if (status >= 200 && status < 300) return null
  if (pauseMs !== null) return rateLimited(topic, pauseMs)
  if (isOutageStatus(status)) return outage(`GitHub could not ${task} (${status}).`)
  if (status >= 300 && status < 400) {
    const message = `GitHub answered with a redirect, which is not followed, when asked to ${task}.`
    return failure('redirected', message, say`Check the name in ${code('repository')}, and the proxy if there is one.`)
  }
  if (status === 401) {
    const remedy = say`Set ${code('github-token')} to a valid token, or leave the input out to take the workflow's own token.`
    return failure('token-refused', say`GitHub refused ${code('github-token')}.`, remedy)
  }
  if (status === 403) return forbidden(topic)
  if (status === 404 || status === 410) return notFound(topic)
  if (status < 400 || status > 499 || typeof data === 'string') return unexpected(topic)
  const message = `GitHub did not accept the request to ${task} (${status}).`
  return failure('request-refused', message, say`Check ${code('repository')} and ${code('pull-request')}.`)
}

/** Node's error is the cause of an error of `fetch` or Octokit. At most this many causes are followed. */
const MOST_CAUSES = 5

export function failureOfConnection(error: unknown, topic: Topic): Failure {
  const { task } = topic
  let cause = error
  for (let depth = 0; depth < MOST_CAUSES && cause instanceof Error && cause.cause !== undefined; depth++) {
    cause = cause.cause
  }
  if (cause instanceof ExchangeError && cause.kind === 'too-large') {
    const message = `GitHub answered with more than 10 MiB when asked to ${task}.`
    return failure('answer-too-large', message, 'Check the proxy if there is one; no input makes the answer smaller.')
  }
  if (isCertificateError(cause)) {
    const message = `GitHub's certificate does not verify (${errorCode(cause)}) when asked to ${task}.`
    const remedy = "Name the file of its authority's certificate in NODE_EXTRA_CA_CERTS."
    return failure('certificate-invalid', message, remedy)
  }
  if (errorCode(cause) === 'ENOTFOUND') {
    const remedy = 'Check the name servers of the runner, and the proxy if there is one.'
    return failure('host-not-found', `Could not find GitHub's host when asked to ${task}.`, remedy)
  }
  // Every network error has a code. An error without one means an address or an answer that `fetch` rejects.
  if (['', 'ERR_INVALID_URL'].includes(errorCode(cause)) || isProtocolError(cause)) return unexpected(topic)
  return outage(`GitHub could not ${task}: the connection failed.`)
}

/** Milliseconds to wait after a rate limit that names no time. */
const RATE_LIMIT_PAUSE_MS = 60_000
/** The most milliseconds that an answer can ask to wait; GitHub's own limits start over after an hour. */
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * Milliseconds to wait after an answer that refuses a request by a rate limit: by `retry-after`, else until a used-up
 * limit starts over, else a minute. Null for any other answer. A secondary limit may show in the message alone.
 *
 * @param now milliseconds since the epoch
 */
export function pauseAskedBy({ status, headers, data }: GitHubResponse, now: number): number | null {
  if (status !== 403 && status !== 429) return null
  const seconds = digits(headers['retry-after'])
  const isUsedUp = String(headers['x-ratelimit-remaining']) === '0'
  const isRateLimit = seconds !== null || isUsedUp || /rate limit/i.test(JSON.stringify(data) ?? '')
  if (status === 403 && !isRateLimit) return null
  const reset = isUsedUp ? digits(headers['x-ratelimit-reset']) : null
  const untilReset = reset === null ? RATE_LIMIT_PAUSE_MS : Math.max(1000, reset * 1000 - now)
  return Math.min(seconds === null ? untilReset : seconds * 1000, LONGEST_PAUSE_MS)
}

function digits(header: string | number | undefined): number | null {
  return header !== undefined && /^\d{1,12}$/.test(String(header)) ? Number(header) : null
}
