import { type Description, DocumentError, readDocument } from '../document.ts'
import { type FailedReading, failedBy, type Reading } from '../facts/reading.ts'
import { type Message, say } from '../message.ts'
import { failureOf, ServiceError } from './errors.ts'
import type { Answered } from './transport.ts'

/** Makes facts of an answer's JSON; rejects with a DocumentError if it has the wrong shape. */
export type Reader<T> = (json: unknown) => Promise<T>

export function reader<Wire, Facts>(description: Description<Wire>, factsOf: (wire: Wire) => Facts): Reader<Facts> {
  return async json => factsOf(await readDocument(description, json))
}

/** The most rows that a list in an answer may have. */
export const MOST_ROWS = 100_000

/** The facts of an answer. Throws a ServiceError if it has the wrong shape, or a list in it is too long. */
export async function readAnswer<T>({ json, bytes, details }: Answered, reader: Reader<T>): Promise<T> {
  // A row takes two characters at least, so an answer as small as a page of a list need not be searched.
  if (bytes > 2 * MOST_ROWS && hasTooManyRows(json)) {
    throw new ServiceError('too-large', ': response too large, a list of over 100,000 rows', details)
  }
  try {
    return await reader(json)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new ServiceError('contract', say`: unexpected response, ${error.sentence}`, details)
  }
}

/** True if a list has too many rows. Objects in lists of its rows count together, such as all suites' check runs. */
function hasTooManyRows(json: unknown): boolean {
  // No recursion, because a document can be nested deeper than calls can.
  const open = [json]
  while (open.length > 0) {
    const value = open.pop()
    const members = valuesIn(value)
    if (Array.isArray(value)) {
      const inner = members.flatMap(valuesIn).filter(Array.isArray).flat()
      const rows = inner.filter(each => typeof each === 'object' && each !== null)
      if (value.length > MOST_ROWS || rows.length > MOST_ROWS) return true
    }
    for (const member of members) open.push(member)
  }
  return false
}

/** Empty if the value is neither a list nor an object. */
function valuesIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}

/** The reading of an answer. Null stands for a 404 that is an answer. */
export async function readingOf<T>(answer: Promise<T | null> | null): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { kind: 'absent' } : { kind: 'read', value }
  } catch (error) {
    return failedReading(error)
  }
}

/** The failed reading of an error of the service; cancellation and defects are thrown again. */
export function failedReading(error: unknown): FailedReading {
  if (!(error instanceof ServiceError)) throw error
  return failedBy(failureOf(error))
}

export function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'not-found'
}

/** Turns the service's "there is none" into null; any other error is thrown again. */
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
