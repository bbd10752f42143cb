import type { Reading } from '../facts/reading.ts'
import type { Message } from '../message.ts'
import { failureOf, ServiceError } from './errors.ts'

export const UNASKED: Promise<{ kind: 'not-asked' }> = Promise.resolve({ kind: 'not-asked' })

/** Null stands for a 404 that is an answer. */
export async function readingOf<T>(answer: Promise<T | null> | null): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { kind: 'absent' } : { kind: 'read', value }
  } catch (error) {
    return failedReading(error)
  }
}

/** Cancellation and defects are thrown; failures of the service are facts. */
export function failedReading(error: unknown): Extract<Reading<never>, { kind: 'failed' }> {
  if (!(error instanceof ServiceError)) throw error
  return { kind: 'failed', failure: failureOf(error) }
}

export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'not-found'
}

/** Turns the service's "there is none" into null. */
export function orNull(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** Makes the message of a 404 name what the service does not know. */
export function notKnown(whole: Message, remedy: Message): (error: unknown) => never {
  return error => {
    if (!isNotFound(error)) throw error
    throw new ServiceError('not-found', { whole }, error.details, { cause: error, remedy })
  }
}
