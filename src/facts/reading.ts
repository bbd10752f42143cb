import type * as z from 'zod/mini'
import type { Message } from '../text/message.ts'
import type * as schema from './schema/failure.ts'

export interface Failure extends z.output<typeof schema.failure> {}
export interface GitHubFailure extends z.output<typeof schema.gitHubFailure> {}

export interface FailedReading<F extends Failure = Failure> {
  kind: 'failed'
  failure: F
}

/** A read with a value or a failure. A list that broke off has both: the part that was read, and why it broke off. */
export type Answer<T, F extends Failure = Failure> = { kind: 'read'; value: T; failure?: F } | FailedReading<F>

/** One read: not asked for, answered, answered with "there is none" (404), or failed. */
export type Reading<T, F extends Failure = Failure> = { kind: 'not-asked' } | { kind: 'absent' } | Answer<T, F>

export const NOT_ASKED = { kind: 'not-asked' } as const
export const UNASKED = Promise.resolve(NOT_ASKED)

export function failedBy<F extends Failure>(failure: F): FailedReading<F> {
  return { kind: 'failed', failure }
}

/** Maps the value of an answer; a failed reading stays as it is. */
export function mapped<T, U, F extends Failure>(answer: Answer<T, F>, to: (value: T) => U): Answer<U, F> {
  return answer.kind === 'failed' ? answer : { ...answer, value: to(answer.value) }
}

/** The causes that are outages of GitHub; with other causes, asking GitHub again does not help. */
const OUTAGES: ReadonlySet<GitHubFailure['cause']> = new Set(['rate-limited', 'unavailable', 'silent'])

export function gitHubFailure(cause: GitHubFailure['cause'], message: Message, remedy: Message): GitHubFailure {
  return { code: 'github-unavailable', cause, message, remedy, outage: OUTAGES.has(cause) }
}

export function valueIn<T>(reading: Reading<T>): T | null {
  return reading.kind === 'read' ? reading.value : null
}
