const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** Longer durations in an input are typing errors. */
const LONGEST_MS = 366 * UNITS.d

/**
 * Milliseconds of a duration such as `90s`, `1h30m` or `2d`: whole numbers, the largest unit first. Null if the text is
 * no duration, or one over 366 days. All libraries tried accept too much (`5m abc`, `-5s` as 5 s) or refuse `1h30m`.
 */
export function parseDuration(text: string): number | null {
  const match = /^(?=\d)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(text)
  if (!match) return null
  const [, d = 0, h = 0, m = 0, s = 0] = match
  const total = Number(d) * UNITS.d + Number(h) * UNITS.h + Number(m) * UNITS.m + Number(s) * UNITS.s
  return total <= LONGEST_MS ? total : null
}

/** Milliseconds as people read them, the two largest units: `0.4 s`, `12 s`, `3 m 20 s`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${Number((Math.max(0, ms) / 1000).toFixed(1))} s`
  const parts: string[] = []
  let left = Math.round(ms / 1000) * 1000
  for (const [unit, length] of Object.entries(UNITS)) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count} ${unit}`)
    else if (parts.length > 0) break
  }
  return parts.slice(0, 2).join(' ')
}

/** An age as people read it, from a minute on without seconds: `40 s`, `9 m`, `1 h 5 m`, `2 d 4 h`. */
export function formatAge(ms: number): string {
  return formatDuration(ms < UNITS.m ? Math.floor(ms / UNITS.s) * UNITS.s : Math.floor(ms / UNITS.m) * UNITS.m)
}

/** ISO 8601 with a time of day. Date.parse accepts far more, even "1". */
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(Z|[+-]\d\d:?\d\d)?$/i

/** Milliseconds since the epoch of an ISO 8601 time stamp of the service; null if it is none. */
export function timeOf(timestamp: string | null): number | null {
  const found = STAMP.exec(timestamp ?? '')
  if (found === null) return null
  // The service's times are UTC. For a time without a zone, Date.parse would assume the runner's.
  const time = Date.parse(found[1] === undefined ? `${timestamp}Z` : found[0])
  // For a time that is not set, some servers write the first instant of their calendar: 0001-01-01T00:00:00Z.
  return time >= 0 ? time : null
}

/** Milliseconds from an ISO 8601 time stamp of the service to `now`; null if it is not a time stamp. */
export function msSince(timestamp: string | null, now: number): number | null {
  const then = timeOf(timestamp)
  return then === null ? null : Math.max(0, now - then)
}
