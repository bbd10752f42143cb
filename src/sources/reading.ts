import type * as z from 'zod/mini'
import type { Facts, QuarantinedTests } from '../facts/facts.ts'
import { type FailedReading, failedBy, type Reading } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import type { Answered } from '../http/answer.ts'
import { ServiceError } from '../http/errors.ts'
import { WaitOver } from '../runner/clock.ts'
import { DocumentError, readDocument } from '../text/document.ts'
import { capitalised, type Message, say } from '../text/message.ts'

/**
 * The facts of one poll. A read that the deadline of the wait cuts off is a failure of that read alone. Throws only on
 * cancellation.
 *
 * @param name of the source, in the middle of a sentence
 */
export async function factsOf(
  readings: { [Fact in keyof Facts]: Promise<Facts[Fact]> },
  name: string,
  signal: AbortSignal,
): Promise<Facts> {
  const inTime = (reading: Promise<unknown>) =>
    reading.catch(error => {
      if (!(error instanceof WaitOver) || error !== signal.reason) throw error
      return lateReading(name)
    })
  const found = Object.entries(readings).map(async ([fact, reading]) => [fact, await inTime(reading)] as const)
  return Object.fromEntries(await Promise.all(found))
}

/** The failure of a read that was still open at the deadline of the wait. */
function lateReading(name: string): FailedReading {
  const message = `${capitalised(name)} did not answer in time.`
  return failedBy({ code: 'service-unavailable', message, remedy: 'wait', outage: true })
}

/** Makes facts of an answer's JSON; throws a DocumentError if it has the wrong shape. */
export type Reader<T> = (json: unknown) => T

export function reader<Schema extends z.ZodMiniType, Facts>(
  schema: Schema,
  factsOf: (wire: z.output<Schema>) => Facts,
): Reader<Facts> {
  return json => factsOf(readDocument(schema, json))
}

/** Throws a ServiceError if the answer has the wrong shape. */
export function readAnswer<T>({ json, details }: Answered, reader: Reader<T>): T {
  try {
    return reader(json)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new ServiceError('contract', say`: unexpected response, ${error.sentence}`, details)
  }
}

/** The facts of an answer; null if the service says that there is none. */
export async function factIn<T>(answer: Promise<Answered>, reader: Reader<T>): Promise<T | null> {
  try {
    return readAnswer(await answer, reader)
  } catch (error) {
    return orNull(error)
  }
}

/** The reading of an answer. Null stands for a 404 that is an answer. */
export async function readingOf<T>(answer: Promise<T | null> | null): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { absent: true } : { value }
  } catch (error) {
    return failedReading(error)
  }
}

/** The failed reading of an error of the service; cancellation and defects are thrown again. */
export function failedReading(error: unknown): FailedReading {
  if (!(error instanceof ServiceError)) throw error
  return failedBy(error.failure)
}

function isNotFound(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.kind === 'not-found'
}

/** Turns the service's "there is none" into null; any other error is thrown again. */
function orNull(error: unknown): null {
  if (isNotFound(error)) return null
  throw error
}

/** Makes the message of a 404 name what the service does not know. */
export function notKnown(whole: Message, remedy: Message): (error: unknown) => never {
  return error => {
    if (!isNotFound(error)) throw error
    throw new ServiceError('not-found', '', error.details, { whole, remedy, cause: error })
  }
}

/** Asks on the first call; later calls get the same answer. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}

export interface Page {
  tests: QuarantinedTest[]
  /** Ids of the rows that do not count for this repository. */
  leftOut: readonly string[]
  totalRows: number | null
  totalPages: number | null
  next: string
}

/** The most pages of a list; at 100 tests a page, a hundred thousand tests. */
const MOST_PAGES = 1000

/**
 * Reads pages one after the other, because each names the next; after a failure, those read so far count as partial.
 *
 * @param needsTotal a list without a number of rows is not known to be whole
 */
export async function readList(
  ask: (token: string) => Promise<Answered>,
  reader: Reader<Page>,
  needsTotal: boolean,
): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], pages: 0, totalRows: null, leftOut: 0, partial: null, isUnknown: false }
  const identities = new Set<string>()
  const tokens = new Set<string>()
  let totalPages: number | null = null
  try {
    for (let token = ''; value.pages === 0 || token !== ''; ) {
      if (tokens.has(token)) return { value: { ...value, partial: 'the service gave the same page twice' } }
      if (value.pages === MOST_PAGES) return { value: { ...value, partial: 'it has more than 1,000 pages' } }
      tokens.add(token)
      const page = readAnswer(await ask(token), reader)
      value.pages++
      value.totalRows = page.totalRows ?? value.totalRows
      value.leftOut += page.leftOut.length
      value.tests.push(...page.tests)
      for (const each of [...page.tests.map(identityOf), ...page.leftOut]) identities.add(each)
      totalPages = page.totalPages ?? totalPages
      token = page.next
    }
  } catch (error) {
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  }
  return { value: { ...value, partial: missingIn(value, identities.size, totalPages, needsTotal) } }
}

/** Why a list that was read to its end is not whole; null if it is. */
function missingIn(
  { totalRows, pages }: QuarantinedTests,
  rows: number,
  totalPages: number | null,
  needsTotal: boolean,
): string | null {
  if (totalRows === null && needsTotal) return 'the service does not count its tests'
  if (totalRows !== null && totalRows !== rows) return `the service counts ${totalRows} tests, but gave ${rows}`
  // An empty list has no page, though it takes one request.
  const isWhole = totalPages === null || totalPages === pages || (totalPages === 0 && rows === 0)
  return isWhole ? null : `the service counts ${totalPages} pages, but gave ${pages}`
}

/** The service's id of a test; without one, all its members. */
function identityOf(test: QuarantinedTest): string {
  return test.testCaseId ?? JSON.stringify(test)
}
