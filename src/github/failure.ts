import { formatDuration } from '../duration.ts'
import { errorCode, isCertificateError, isProtocolError } from '../error-code.ts'
import { type GitHubFailure, gitHubFailure } from '../facts/reading.ts'
import { code, say } from '../message.ts'
import type { FetchRefusal } from './bounds.ts'

/** The purpose of a request, for messages on its failures. No outside text. */
export interface Topic {
  /** Completes "GitHub was asked to …": `list the check runs`. */
  task: string
  /** The permission that the token needs: `checks: read`. */
  permission: string
}

/** An answer that is no success, as Octokit gives it. */
export interface ErrorAnswer {
  status: number
  headers: Readonly<Record<string, string | number | undefined>>
  data: unknown
}

/** Milliseconds to leave GitHub alone after a limit without a time. */
const DEFAULT_PAUSE_MS = 60_000
/** Longest wait that is taken from an answer; GitHub's own limits start over after an hour. */
const LONGEST_PAUSE_MS = 60 * 60_000
const RUN_AGAIN = 'Run the job again.'
const TAKE_OWN = "Set it to a valid token, or leave the input out to take the workflow's own."

export function tokenMissing({ task, permission }: Topic): GitHubFailure {
  const message = say`${code('github-token')} is empty, so GitHub was not asked to ${task}`
  const remedy = say`Leave the input out to take the workflow's own token, and give the job ${code(permission)}.`
  return gitHubFailure('token-missing', message, remedy)
}

export function silent({ task }: Topic, ms: number): GitHubFailure {
  const message = `GitHub gave no complete answer within ${formatDuration(ms)} when asked to ${task}`
  return gitHubFailure('silent', message, RUN_AGAIN)
}

/**
 * A request that was not sent or not followed, or an answer that was not read to its end.
 *
 * @param most requests that the poll may send
 */
export function refused(why: FetchRefusal['why'], { task, permission }: Topic, most: number): GitHubFailure {
  switch (why) {
    case 'over-budget': {
      const message = `GitHub was not asked to ${task}: the ${most} requests of this poll are used up`
      return gitHubFailure(why, message, 'Let a step of its own read less, or run the job again.')
    }
    case 'redirected': {
      const message = `GitHub redirected the request to ${task} to another address, which is not followed`
      return gitHubFailure(why, message, say`Check the name in ${code('repository')}, and the proxy if there is one.`)
    }
    case 'too-large': {
      const message = `GitHub's answer is over 10 MiB when asked to ${task}`
      return gitHubFailure(why, message, 'Check the proxy if there is one; nothing else makes it smaller.')
    }
    case 'odd-status':
      return unexpected({ task, permission }, null)
  }
}

/**
 * An answer of another shape than documented.
 *
 * @param member path of the wrong member, in our own words; null for the whole answer
 */
export function unexpected({ task }: Topic, member: string | null): GitHubFailure {
  const where = member === null ? '' : say`, member ${code(member)}`
  const message = say`GitHub's answer has another shape than documented when asked to ${task}${where}`
  const remedy = 'Run the job again. If it stays, report it: GitHub may have changed its API.'
  return gitHubFailure('unexpected', message, remedy)
}

/**
 * The server does not know a necessary field.
 *
 * @param field in our own words
 */
export function unsupported({ task }: Topic, field: string): GitHubFailure {
  const message = say`This GitHub server can't ${task}: it does not know ${code(field)}`
  const remedy = 'Update GitHub Enterprise Server: merge queues came with 3.12.'
  return gitHubFailure('unsupported', message, remedy)
}

/** GitHub answered a query with an error of an unknown kind. */
export function failedQuery({ task }: Topic): GitHubFailure {
  return gitHubFailure('unexpected', `GitHub answered with an error when asked to ${task}`, RUN_AGAIN)
}

/** GitHub could not be reached, or its answer broke off. */
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

/** It does not exist, or the token may not see it. */
export function notFound({ task, permission }: Topic, status = 404): GitHubFailure {
  const message = `GitHub found nothing when asked to ${task}, or the token may not see it (${status})`
  const number = permission.startsWith('pull-requests') ? say`, ${code('pull-request')} if it is set,` : ','
  const remedy = say`Check ${code('repository')}${number} and that ${code('github-token')} has ${code(permission)}.`
  return gitHubFailure('not-found', message, remedy)
}

export function forbidden({ task, permission }: Topic): GitHubFailure {
  const message = `GitHub refused to ${task} (403)`
  const remedy = say`Add ${code(permission)} to the job's ${code('permissions')}, or set ${code('github-token')} to a token that has it.`
  return gitHubFailure('forbidden', message, remedy)
}

/**
 * The failure that an answer means. GitHub's words are read only if nothing else distinguishes the cases, and never
 * repeated.
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
  if (status === 403) return forbidden(topic)
  if (status === 404 || status === 410) return notFound(topic, status)
  if (status >= 400 && status < 500 && status !== 408) {
    const message = `GitHub did not take the request to ${topic.task} (${status})`
    return gitHubFailure('refused', message, say`Check ${code('repository')} and ${code('pull-request')}.`)
  }
  return status === 408 || (status >= 500 && status <= 599) ? unavailable(topic, status) : unexpected(topic, null)
}

/** The failure that a connection error means. Octokit and `fetch` wrap Node's error. */
export function ofConnection(error: unknown, topic: Topic): GitHubFailure {
  const cause = innermost(error)
  const at = ` when asked to ${topic.task}`
  if (isCertificateError(cause)) {
    const message = `GitHub's certificate does not verify (${errorCode(cause)})${at}`
    return gitHubFailure('certificate', message, 'Give its authority to the runner in NODE_EXTRA_CA_CERTS.')
  }
  if (errorCode(cause) === 'ENOTFOUND') {
    const remedy = 'Check the name servers of the runner, and the proxy if there is one.'
    return gitHubFailure('host-not-found', `Could not find GitHub's host${at}`, remedy)
  }
  const isGarbage = isProtocolError(cause) || errorCode(cause) === 'Z_DATA_ERROR'
  return isGarbage ? unexpected(topic, null) : unavailable(topic, null)
}

/** No answer to a write came, so it may still have landed. */
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

/** 429, or 403 if its headers or words say that it is a limit. */
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

/** `retry-after` in seconds, else the time at which an exhausted limit starts over, else a minute. */
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
