/** One call of a source of facts, as the log and the report list it. */
export interface CallRecord {
  /** In the words of the source. */
  operation: string
  /** HTTP status of the last try; null where none came. */
  status: number | null
  /** Tries made, the failed ones included. */
  attempts: number
  /** Milliseconds since the first try. */
  elapsedMs: number
  /** `X-Request-Id` of the last answer. */
  requestId: string | null
}
