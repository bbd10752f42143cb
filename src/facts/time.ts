/** ISO 8601 with a time of day. Date.parse takes far more than that, "1" included. */
const STAMP = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d/
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/

/** Milliseconds since the epoch of an ISO 8601 time stamp of the service; null where it is none. */
export function timeOf(timestamp: string | null): number | null {
  const day = timestamp === null ? undefined : STAMP.exec(timestamp)?.[1]
  if (timestamp === null || day === undefined || !isDay(day)) return null
  // The service's times are UTC. Without a zone Date.parse would take the runner's, and an age would depend on it.
  const time = Date.parse(ZONE.test(timestamp) ? timestamp : `${timestamp}Z`)
  return Number.isNaN(time) ? null : time
}

/** Date.parse takes 30 February for 2 March. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** Milliseconds from an ISO 8601 time stamp of the service to `now`; null where it is no time stamp. */
export function since(timestamp: string | null, now: number): number | null {
  const then = timeOf(timestamp)
  return then === null ? null : Math.max(0, now - then)
}
