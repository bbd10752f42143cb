/** ISO 8601 with a time of day. Date.parse accepts far more, even "1". */
const STAMP = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d/
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Milliseconds since the epoch of an ISO 8601 time stamp of the service; null if it is none. */
export function timeOf(timestamp: string | null): number | null {
  if (timestamp === null) return null
  const [, day = ''] = STAMP.exec(timestamp) ?? []
  if (!isDay(day)) return null
  // The service's times are UTC. For a time without a zone, Date.parse would assume the runner's.
  const time = Date.parse(ZONE.test(timestamp) ? timestamp : `${timestamp}Z`)
  // Servers that have no time write the first instant of their calendar, such as 0001-01-01T00:00:00Z.
  return time >= 0 ? time : null
}

/** Date.parse takes 30 February for 2 March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2))
}

/** Milliseconds from an ISO 8601 time stamp of the service to `now`; null if it is no time stamp. */
export function since(timestamp: string | null, now: number): number | null {
  const then = timeOf(timestamp)
  return then === null ? null : Math.max(0, now - then)
}
