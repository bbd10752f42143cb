/** Milliseconds since the epoch of an ISO 8601 time stamp of the service; null where it is none. */
export function timeOf(timestamp: string | null): number | null {
  // Date.parse takes far more than ISO 8601, "1" included.
  if (timestamp === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(timestamp)) return null
  const time = Date.parse(timestamp)
  return Number.isNaN(time) ? null : time
}

/** Milliseconds from an ISO 8601 time stamp of the service to `now`; null where it is no time stamp. */
export function since(timestamp: string | null, now: number): number | null {
  const then = timeOf(timestamp)
  return then === null ? null : Math.max(0, now - then)
}
