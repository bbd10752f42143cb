import type { QuarantinedTests } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import type { Answered } from '../http/answer.ts'
import { failedReading, type Reader, readAnswer } from './reading.ts'

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  /** Ids of the rows that do not count for this repository. */
  leftOut: readonly string[]
  totalRows: number | null
  totalPages: number | null
  /** Empty on the last page. */
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
