/** The most tries of one call, the first included. */
const MOST_ATTEMPTS = 5
/** All tries of one call end within this many times `request-timeout`. */
export const DEADLINE_FACTOR = 6

const FIRST_CEILING = 500
/** The first ceiling after a rate limit: higher, because a limit per second refuses all requests within that second. */
const FIRST_CEILING_LIMITED = 4000
const LAST_CEILING = 8000
const RETRIED = new Set([408, 429, 500, 502, 503, 504])

/** True if another try may get a different status. Trying again is safe, because all operations are reads. */
export function isRetried(status: number): boolean {
  return RETRIED.has(status)
}

/** Milliseconds that `Retry-After` asks to wait (RFC 9110, 10.2.3: seconds or a date); null if it is garbage. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  // Digits first: Date.parse takes "120" for a year.
  if (/^\d+$/.test(text)) return Number(text) * 1000
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

interface FailedTry {
  /** Tries that failed so far. */
  attempts: number
  /** Milliseconds that the service asks to wait; null if it does not. */
  asked: number | null
  /** The rate limit refused it (429). */
  limited: boolean
}

/**
 * Milliseconds to wait before the next try: those that the service asks for, and a random part under a ceiling that
 * doubles, so that steps that were refused together don't come back together. Null if no further try fits.
 *
 * @param remaining milliseconds to the deadline of the call
 * @param random from 0 to below 1
 */
export function retryDelay({ attempts, asked, limited }: FailedTry, remaining: number, random: number): number | null {
  const least = asked ?? 0
  if (attempts >= MOST_ATTEMPTS || least >= remaining) return null
  const first = limited ? FIRST_CEILING_LIMITED : FIRST_CEILING
  const delay = Math.round(least + random * Math.min(LAST_CEILING, first * 2 ** (attempts - 1)))
  if (delay < remaining) return delay
  // The pause that was asked for fits, so only its random part is left out.
  return asked === null ? null : asked
}
