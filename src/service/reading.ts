import type { Reading } from '../facts/reading.ts'
import { failureOf, ServiceError } from './errors.ts'

/** Null stands for a 404 that is an answer. */
export async function readingOf<T>(answer: Promise<T | null>): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { kind: 'absent' } : { kind: 'read', value }
  } catch (error) {
    return failedReading(error)
  }
}

/** Cancellation and defects go up; what the service did is a fact. */
export function failedReading(error: unknown): Extract<Reading<never>, { kind: 'failed' }> {
  if (!(error instanceof ServiceError)) throw error
  return { kind: 'failed', failure: failureOf(error) }
}
