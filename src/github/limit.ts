import type { ErrorAnswer } from './failure.ts'

/** Milliseconds without a request after a rate limit that names no time. */
export const DEFAULT_PAUSE_MS = 60_000
/** The most milliseconds that an answer can ask to wait; GitHub's own limits start over after an hour. */
const LONGEST_PAUSE_MS = 60 * 60_000

/**
 * Milliseconds to wait if an answer refuses a request by a rate limit: by `retry-after`, else until an exhausted limit
 * starts over, else a minute. Null for any other answer. A secondary limit can be told by its message alone.
 *
 * @param now milliseconds since the epoch
 */
export function pauseAskedBy({ status, headers, data }: ErrorAnswer, now: number): number | null {
  const seconds = digits(headers['retry-after'])
  const isUsedUp = String(headers['x-ratelimit-remaining']) === '0'
  const isLimit =
    status === 429 || (status === 403 && (seconds !== null || isUsedUp || /rate limit/i.test(messageOf(data))))
  if (!isLimit) return null
  if (seconds !== null) return Math.min(seconds * 1000, LONGEST_PAUSE_MS)
  const reset = isUsedUp ? digits(headers['x-ratelimit-reset']) : null
  if (reset === null) return DEFAULT_PAUSE_MS
  return Math.min(Math.max(1000, reset * 1000 - now), LONGEST_PAUSE_MS)
}

function messageOf(data: unknown): string {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : ''
  return typeof message === 'string' ? message : ''
}

function digits(header: string | number | undefined): number | null {
  return header !== undefined && /^\d{1,12}$/.test(String(header)) ? Number(header) : null
}
