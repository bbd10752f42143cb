import type { FailureKind } from './errors.ts'

/** The calls that fail in each way, for the table of failed calls. */
export const FAILED_CALLS: Record<FailureKind, string> = {
  'token-refused': '401 or 403.',
  'not-found': '404 on the list of quarantined tests, or on a repository that the v2 API is asked for.',
  'request-refused': '400 and every other 4xx without a row of its own.',
  'rate-limited': '429 until the tries or the time ran out.',
  unavailable: '408 or 500 to 599, once no try is left (the statuses that are retried are named below).',
  'host-not-found': 'The host of `endpoint` has no address in three look-ups, and never answered before.',
  network: 'No HTTP response: refused, reset, broken off.',
  'time-out': 'No complete response in time.',
  'too-large': 'The body, a list in it or the headers are over the limit.',
  redirected: 'Any 3xx. Following one would hand the token to another address.',
  certificate: 'The certificate of the service does not verify.',
  contract: "A response that the service's description does not allow.",
}
