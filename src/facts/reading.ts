import type * as z from 'zod/mini'
import type * as schema from './schema/shapes.ts'

/** Why a read failed, of the service and of GitHub alike. */
export interface Failure extends z.output<typeof schema.failure> {}

export interface FailedReading {
  failure: Failure
}

/** A read with a value or a failure. A list that broke off has both: the part that was read, and why it broke off. */
export type Answer<T> = { value: T; failure?: Failure } | FailedReading

/** One read: answered, failed, or answered with "there is none" (404). What was not asked for is not there. */
export type Reading<T> = Answer<T> | { absent: true }

export function isRead<R extends object>(reading: R | null | undefined): reading is Extract<R, { value: unknown }> {
  return reading != null && 'value' in reading
}

export function isAbsent(reading: object | undefined): reading is { absent: true } {
  return reading !== undefined && 'absent' in reading
}

/** True if nothing was read; a list that broke off is read. */
export function isFailed<R extends object>(reading: R | null | undefined): reading is Extract<R, FailedReading> {
  return reading != null && 'failure' in reading && !('value' in reading)
}

export const UNASKED = Promise.resolve(undefined)

export function failedBy(failure: Failure): FailedReading {
  return { failure }
}

/** Maps the value of an answer; a failed reading stays as it is. */
export function mapped<T, U>(answer: Answer<T>, to: (value: T) => U): Answer<U> {
  return 'value' in answer ? { ...answer, value: to(answer.value) } : answer
}

export function valueIn<T>(reading: Reading<T> | undefined): T | null {
  return reading !== undefined && 'value' in reading ? reading.value : null
}

/** Why a read failed, as a whole or in part; null if it did not. */
export function failureIn(reading: Reading<unknown> | undefined): Failure | null {
  return (reading !== undefined && 'failure' in reading && reading.failure) || null
}
