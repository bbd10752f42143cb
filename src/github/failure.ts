import { type GitHubFailure, gitHubFailure } from '../facts/reading.ts'
import { errorCode, isCertificateError, isOutageStatus, isProtocolError } from '../http/error-code.ts'
import { formatDuration } from '../text/duration.ts'
import { code, say } from '../text/message.ts'
import type { FetchRefusal } from './bounds.ts'

/** The purpose of a request, for the message if it fails. Both texts are the action's own. */
export interface Topic {
  /** Completes "GitHub was asked to …": `list the check runs`. */
  task: string
  /** The permission that the token needs: `checks: read`. */
  permission: string
}

/** An answer with an error status, as Octokit gives it. */
export interface ErrorAnswer {
  status: number
  headers: Readonly<Record<string, string | number | undefined>>
  data: unknown
}

/** Milliseconds without a request after a rate limit that names no time. */
const DEFAULT_PAUSE_MS = 60_000
/** The most milliseconds that an answer can ask to wait; GitHub's own limits start over after an hour. */
const LONGEST_PAUSE_MS = 60 * 60_000
const RUN_AGAIN = 'Run the job again.'
const TAKE_OWN = say`Set ${code('github-token')} to a valid token, or leave the input out to take the workflow's own token.`

export function tokenMissing({ task, permission }: Topic): GitHubFailure {
  const message = say`${code('github-token')} is empty, so GitHub was not asked to ${task}`
  const remedy = say`Leave the input out to take the workflow's own token, and give the job ${code(permission)}.`
  return gitHubFailure('token-missing', message, remedy)
}

/** The runner names no address of GitHub's API. */
export function withoutAddress({ task }: Topic): GitHubFailure {
  const message = say`GitHub was not asked to ${task}: ${code('GITHUB_API_URL')} or ${code('GITHUB_GRAPHQL_URL')} is not a URL`
  return gitHubFailure('unexpected', message, 'Leave both as the runner sets them: an earlier step has changed one.')
}

export function silent({ task }: Topic, ms: number): GitHubFailure {
  const message = `GitHub gave no complete answer within ${formatDuration(ms)} when asked to ${task}`
  return gitHubFailure('silent', message, RUN_AGAIN)
}

/**
 * The failure of a request that was not sent, a redirect that was not followed, or an answer that was not read whole.
 *
 * @param most the most requests that the poll may send
 */
export function refused(why: FetchRefusal['why'], { task, permission }: Topic, most: number): GitHubFailure {
  switch (why) {
    case 'over-budget': {
      const message = `GitHub was not asked to ${task}: the ${most} requests of this poll are used up`
      return gitHubFailure(why, message, 'Spread the reads over several steps, or run the job again.')
    }
    case 'redirected': {
      const message = `GitHub answered with a redirect, which is not followed, when asked to ${task}`
      return gitHubFailure(why, message, say`Check the name in ${code('repository')}, and the proxy if there is one.`)
    }
    case 'too-large': {
      const message = `GitHub answered with more than 10 MiB when asked to ${task}`
      return gitHubFailure(why, message, 'Check the proxy if there is one; no input makes the answer smaller.')
    }
    case 'odd-status':
      return unexpected({ task, permission }, null)
  }
}

/**
 * The failure of an answer that is not as documented.
 *
 * @param member path of the wrong member, in names that hold no outside text; null for the whole answer
 */
export function unexpected({ task }: Topic, member: string | null): GitHubFailure {
  const where = member === null ? '' : say` (member ${code(member)})`
  const message = say`GitHub did not answer as documented when asked to ${task}${where}`
  const remedy = 'Run the job again. If this persists, report it: GitHub may have changed its API.'
  return gitHubFailure('unexpected', message, remedy)
}

/**
 * The failure of a server that does not know a necessary field.
 *
 * @param field its name in our query
 */
export function unsupported({ task }: Topic, field: string): GitHubFailure {
  const message = say`This GitHub server can't ${task}: it does not know the field ${code(field)}`
  const remedy = 'Update GitHub Enterprise Server: merge queues came with 3.12.'
  return gitHubFailure('unsupported', message, remedy)
}

/** GitHub answered a query with an error of an unknown kind. */
export function failedQuery({ task }: Topic): GitHubFailure {
  return gitHubFailure('unexpected', `GitHub answered with an error when asked to ${task}`, RUN_AGAIN)
}

/** GitHub answered with a status that means an outage; if `status` is null, no whole answer came. */
export function unavailable({ task }: Topic, status: number | null): GitHubFailure {
  const message = `GitHub could not ${task}${status === null ? ': the connection failed' : ` (${status})`}`
  const found = gitHubFailure('unavailable', message, RUN_AGAIN)
  return status === null ? found : { ...found, headline: `GitHub answered with an error (${status})` }
}

export function rateLimited({ task }: Topic, retryAfterMs: number): GitHubFailure {
  const message = say`GitHub did not ${task}: the rate limit of ${code('github-token')} is used up`
  const remedy = say`Run the job again in ${formatDuration(retryAfterMs)}, or poll less often with ${code('poll-interval')}.`
  return { ...gitHubFailure('rate-limited', message, remedy), retryAfterMs }
}

/**
 * The object of the request does not exist, or the token may not see it.
 *
 * @param status of the answer; left out if the refusal is a part of an answer, whose own status is 200
 */
export function notFound({ task, permission }: Topic, status?: number): GitHubFailure {
  const message = `GitHub found nothing when asked to ${task}, or the token may not see it${noted(status)}`
  const number = permission.startsWith('pull-requests') ? say`, ${code('pull-request')} if it is set,` : ','
  const remedy = say`Check ${code('repository')}${number} and that ${code('github-token')} has ${code(permission)}.`
  return gitHubFailure('not-found', message, remedy)
}

/** The token lacks the permission; `status` as for {@link notFound}. */
export function forbidden({ task, permission }: Topic, status?: number): GitHubFailure {
  const message = `GitHub refused to ${task}${noted(status)}`
  const remedy = say`Add ${code(permission)} to the job's ${code('permissions')}, or set ${code('github-token')} to a token that has it.`
  return gitHubFailure('forbidden', message, remedy)
}

function noted(status: number | undefined): string {
  return status === undefined ? '' : ` (${status})`
}

/**
 * The failure that an answer means. GitHub's words are read only if nothing else distinguishes the cases, and they
 * are never repeated.
 *
 * @param now milliseconds since the epoch
 */
export function ofAnswer(answer: ErrorAnswer, topic: Topic, now: number): GitHubFailure {
  const { status } = answer
  if (isLimit(answer)) return rateLimited(topic, pauseOf(answer, now))
  if (status === 401) {
    const token = code('github-token')
    return gitHubFailure('token-refused', say`GitHub refused ${token} (401)`, TAKE_OWN)
  }
  if (status === 403 && /\block(?:ed)?\b/i.test(messageOf(answer))) {
    const message = `GitHub refused to ${topic.task}: the conversation is locked (403)`
    return gitHubFailure('locked', message, 'Unlock the conversation of the pull request.')
  }
  if (status === 403) return forbidden(topic, status)
  if (status === 404 || status === 410) return notFound(topic, status)
  if (status >= 400 && status < 500 && !isOutageStatus(status)) {
    const message = `GitHub did not accept the request to ${topic.task} (${status})`
    return gitHubFailure('refused', message, say`Check ${code('repository')} and ${code('pull-request')}.`)
  }
  return isOutageStatus(status) ? unavailable(topic, status) : unexpected(topic, null)
}

/** The failure that a connection error means. Octokit and `fetch` wrap Node's error. */
export function ofConnection(error: unknown, topic: Topic): GitHubFailure {
  const cause = innermost(error)
  const at = ` when asked to ${topic.task}`
  if (isCertificateError(cause)) {
    const message = `GitHub's certificate does not verify (${errorCode(cause)})${at}`
    return gitHubFailure('certificate', message, "Name the file of its authority's certificate in NODE_EXTRA_CA_CERTS.")
  }
  if (errorCode(cause) === 'ENOTFOUND') {
    const remedy = 'Check the name servers of the runner, and the proxy if there is one.'
    return gitHubFailure('host-not-found', `Could not find GitHub's host${at}`, remedy)
  }
  // Every network error has a code. An error without a code means an answer that `fetch` does not take.
  const isGarbage = UNPACKABLE.test(errorCode(cause)) || errorCode(cause) === ''
  return isGarbage || isProtocolError(cause) || isOddStatus(cause) ? unexpected(topic, null) : unavailable(topic, null)
}

/** Codes of zlib and brotli for a body that can't be unpacked. A body that ends early is a network error instead. */
const UNPACKABLE = /^(?:Z_DATA_ERROR$|ERR__ERROR_FORMAT_)/

/** True if the answer had the status 100 or 101: `fetch` throws an error that only its message tells apart. */
function isOddStatus(cause: unknown): boolean {
  return cause instanceof Error && /^bad (?:response|upgrade)$/.test(cause.message)
}

/** True if a write may have landed, because no usable answer to it came. */
export function mayHaveLanded({ cause }: GitHubFailure): boolean {
  return ['silent', 'unavailable', 'unexpected', 'too-large'].includes(cause)
}

const MOST_CAUSES = 5

function innermost(error: unknown): unknown {
  let inner = error
  for (let depth = 0; depth < MOST_CAUSES && inner instanceof Error && inner.cause !== undefined; depth++) {
    inner = inner.cause
  }
  return inner
}

/** True for 429, and for a 403 whose headers or message tell of a rate limit. */
function isLimit(answer: ErrorAnswer): boolean {
  if (answer.status === 429) return true
  if (answer.status !== 403) return false
  const { headers } = answer
  const says = headers['retry-after'] !== undefined || String(headers['x-ratelimit-remaining']) === '0'
  return says || /rate limit/i.test(messageOf(answer))
}

function messageOf({ data }: ErrorAnswer): string {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : ''
  return typeof message === 'string' ? message : ''
}

/** Milliseconds to wait: by `retry-after`, else until an exhausted limit starts over, else a minute. */
function pauseOf({ headers }: ErrorAnswer, now: number): number {
  const seconds = digits(headers['retry-after'])
  if (seconds !== null) return Math.min(seconds * 1000, LONGEST_PAUSE_MS)
  const reset = String(headers['x-ratelimit-remaining']) === '0' ? digits(headers['x-ratelimit-reset']) : null
  if (reset === null) return DEFAULT_PAUSE_MS
  return Math.min(Math.max(1000, reset * 1000 - now), LONGEST_PAUSE_MS)
}

function digits(header: string | number | undefined): number | null {
  return header !== undefined && /^\d{1,12}$/.test(String(header)) ? Number(header) : null
}
