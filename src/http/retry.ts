/** The most tries of one call, the first included. */
export const MOST_ATTEMPTS = 5
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

/**
 * Milliseconds to wait before the next try: those that the service asks for, and a random part under a ceiling that
 * doubles, so that steps that were refused together don't come back together. Null if no further try fits.
 *
 * @param failed tries that failed so far
 * @param asked milliseconds that the service asks to wait
 * @param remaining milliseconds to the deadline of the call
 * @param limited true if the rate limit refused the try (429)
 */
export function retryDelay(
  failed: number,
  asked: number | null,
  remaining: number,
  random: number,
  limited = false,
): number | null {
  if (failed >= MOST_ATTEMPTS) return null
  const least = asked ?? 0
  if (least >= remaining) return null
  const first = limited ? FIRST_CEILING_LIMITED : FIRST_CEILING
  const jitter = random * Math.min(LAST_CEILING, first * 2 ** (failed - 1))
  const delay = Math.round(least + jitter)
  if (delay < remaining) return delay
  // The time that was asked for fits, and only the random part does not, so this part becomes half of the rest.
  return asked === null ? null : Math.floor((least + remaining) / 2)
}
