import type { QuarantinedTests } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import type { Answered } from '../http/transport.ts'
import { failedReading, type Reader, readAnswer } from './reading.ts'

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  /** Ids of the rows that do not count for this repository. */
  leftOut?: readonly string[]
  totalRows: number | null
}

/** The most pages of a list; at 100 tests a page, a hundred thousand tests. */
const MOST_PAGES = 1000

/** Reads pages one after the other, because each names the next; after a failure, those read so far count as partial. */
export async function readList(
  ask: (token: string) => Promise<Answered>,
  reader: Reader<{ page: Page; nextToken: string }>,
): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], pages: 0, totalRows: null, leftOut: 0, partial: null, isUnknown: false }
  const identities = new Set<string>()
  try {
    for (let token = ''; value.pages === 0 || token !== ''; ) {
      if (value.pages === MOST_PAGES) throw new RangeError()
      const { page, nextToken } = readAnswer(await ask(token), reader)
      value.pages++
      value.totalRows = page.totalRows ?? value.totalRows
      value.leftOut += page.leftOut?.length ?? 0
      value.tests.push(...page.tests)
      for (const each of [...page.tests.map(identityOf), ...(page.leftOut ?? [])]) identities.add(each)
      token = nextToken
    }
  } catch (error) {
    if (error instanceof RangeError) return { value: { ...value, partial: 'it has more than 1,000 pages' } }
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  }
  const { totalRows } = value
  const differs = totalRows !== null && totalRows !== identities.size
  const partial = `the service counts ${totalRows} tests, but gave ${identities.size}`
  return { value: differs ? { ...value, partial } : value }
}

/** The service's id of a test; without one, all members that identify it. */
function identityOf({ testCaseId, name, parent, file, classname, variant }: QuarantinedTest): string {
  return testCaseId ?? JSON.stringify([name, parent, file, classname, variant])
}
