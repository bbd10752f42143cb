import { hasValue, isFailed, type Reading } from '../facts/facts.ts'
import type { QuarantinedTest, QuarantinedTests } from '../facts/test-report.ts'
import { readingOf } from './reading.ts'

/** A page of the list of quarantined tests. The service's totals are those of the whole list. */
export interface TestsPage {
  tests: QuarantinedTest[]
  /** Ids of the rows that do not count for this repository. */
  leftOutIds: readonly string[]
  totalRows: number | null
  totalPages: number | null
  /** The token of the next page; empty on the last one. */
  next: string
}

/** The most pages of a list; at 100 tests a page, a hundred thousand tests. */
const MOST_PAGES = 1000

/**
 * Reads the pages in turn, because each names the next one. If one fails, the tests before it are a partial list.
 *
 * @param needsTotal true if only `totalRows` can show that the list is whole
 */
export async function readTestPages(
  { needsTotal }: { needsTotal: boolean },
  ask: (token: string) => Promise<TestsPage>,
): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], leftOutCount: 0, whyPartial: null, mayBeOtherList: false }
  const rows = new Set<string>()
  const tokens = new Set<string>()
  let [totalRows, totalPages]: (number | null)[] = [null, null]
  let token = ''
  do {
    if (tokens.has(token)) return { value: { ...value, whyPartial: 'the service gave the same page twice' } }
    if (tokens.size === MOST_PAGES) return { value: { ...value, whyPartial: 'it has more than 1,000 pages' } }
    const reading = await readingOf(ask(token))
    if (isFailed(reading) && tokens.size > 0) {
      return { value: { ...value, whyPartial: 'a page could not be read' }, failure: reading.failure }
    }
    if (!hasValue(reading)) return reading
    tokens.add(token)
    const page = reading.value
    value.leftOutCount += page.leftOutIds.length
    value.tests.push(...page.tests)
    for (const id of [...page.tests.map(identityOf), ...page.leftOutIds]) rows.add(id)
    totalRows = page.totalRows ?? totalRows
    totalPages = page.totalPages ?? totalPages
    token = page.next
  } while (token !== '')
  // The service counts no page of an empty list, though one was asked for.
  const pages = totalPages === 0 && rows.size === 0 ? 0 : tokens.size
  if (totalRows === null && needsTotal) value.whyPartial = 'the service does not count its tests'
  else if (totalRows !== null && totalRows !== rows.size)
    value.whyPartial = `the service counts ${totalRows} tests, but gave ${rows.size}`
  else if (totalPages !== null && totalPages !== pages)
    value.whyPartial = `the service counts ${totalPages} pages, but gave ${pages}`
  return { value }
}

/** The service's id of a test; without one, all its members. */
function identityOf(test: QuarantinedTest): string {
  return test.testCaseId ?? JSON.stringify(test)
}
