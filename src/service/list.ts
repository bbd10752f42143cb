import type { Clock } from '../clock.ts'
import type { QuarantinedTests } from '../facts/facts.ts'
import type { Reading } from '../facts/reading.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import { ServiceError } from './errors.ts'
import { failedReading, type Reader, readAnswer } from './reading.ts'
import type { Answered } from './transport.ts'

/** One page of quarantined tests. */
export interface Page {
  tests: QuarantinedTest[]
  /** Ids of the rows that do not count for this repository. */
  leftOut?: readonly string[]
  totalRows: number | null
  totalPages: number | null
}

/** The pages as they arrive. The returned value says why the list is partial; null if it came to its end. */
export type Pages = AsyncGenerator<Page, string | null>

/** The budget of a list, which all attempts at it share: the bytes read so far, and the deadline. */
export interface Spent {
  bytes: number
  /** Time on the monotonic clock until which pages may come; null before the first request. */
  latest: number | null
}

/** The most pages of a list; at 100 tests a page, a million tests. */
const MOST_PAGES = 10_000
const TOO_MANY_PAGES = 'the list has more than 10,000 pages'

/** The most tests of all pages together: with more, the report could exceed the longest text that V8 allows. */
const MOST_TESTS = 1_000_000

/** The most bytes of all pages together. */
const PAGES_LIMIT = 256 * 1024 * 1024
/** The most milliseconds for all pages together. */
const PAGES_TIME = 10 * 60 * 1000

/** Asks for the page that a page token stands for; `latest` is the deadline. */
type Ask = (token: string, latest: number) => Promise<Answered>

/** Reads pages one after the other, because each names the next; all share one budget of time and bytes. */
export async function* pagesOf(
  ask: Ask,
  reader: Reader<{ page: Page; nextToken: string }>,
  clock: Clock,
  spent: Spent,
): Pages {
  const seen = new Set<string>()
  spent.latest ??= clock.monotonic() + PAGES_TIME
  let token = ''
  let tests = 0
  for (let pages = 1; ; pages++) {
    const answered = await ask(token, spent.latest)
    spent.bytes += answered.bytes
    if (spent.bytes > PAGES_LIMIT)
      throw new ServiceError('too-large', ': the list is too large, over 256 MiB', answered.details)
    const { page, nextToken } = await readAnswer(answered, reader)
    tests += page.tests.length + (page.leftOut?.length ?? 0)
    if (tests > MOST_TESTS)
      throw new ServiceError('too-large', ': the list is too large, over 1,000,000 tests', answered.details)
    yield page
    if (nextToken === '') return null
    if (seen.has(nextToken)) return 'the service returned the same page token twice'
    if (pages === MOST_PAGES) return TOO_MANY_PAGES
    if (clock.monotonic() >= spent.latest)
      throw new ServiceError('time-out', ': the list was not complete within 10 m', answered.details)
    seen.add(nextToken)
    token = nextToken
  }
}

/** The most attempts at a list whose pages contradict each other, because the list changed meanwhile. */
const MOST_READINGS = 3

/**
 * Reads a list, and reads it again while its pages contradict each other. If those of the last attempt do, too, the
 * list counts as partial.
 */
export async function readList(read: () => Pages): Promise<Reading<QuarantinedTests>> {
  for (let readings = 1; ; readings++) {
    const reading = await collect(read())
    const partial = reading.kind === 'read' && !reading.failure ? reading.value.partial : null
    if (partial === null || partial === TOO_MANY_PAGES || readings === MOST_READINGS) return reading
  }
}

/** Joins the pages; after a failure, those read so far are kept and marked as partial. */
async function collect(pages: Pages): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = {
    tests: [],
    pages: 0,
    totalRows: null,
    leftOut: 0,
    partial: null,
    isUnknown: false,
  }
  const identities = new Set<string>()
  let totalPages: number | null = null
  let changed: string | null = null
  try {
    for (;;) {
      const step = await pages.next()
      if (step.done) {
        value.partial = step.value ?? changed ?? missing(value, totalPages)
        return { kind: 'read', value }
      }
      const page = step.value
      value.pages++
      changed ??= changeOf('tests', value.totalRows, page.totalRows) ?? changeOf('pages', totalPages, page.totalPages)
      value.totalRows = page.totalRows ?? value.totalRows
      totalPages = page.totalPages ?? totalPages
      const leftOut = page.leftOut ?? []
      value.leftOut += leftOut.length
      for (const test of page.tests) value.tests.push(test)
      for (const each of [...page.tests.map(identityOf), ...leftOut]) identities.add(each)
      if (identities.size < value.tests.length + value.leftOut) changed ??= `${CHANGED}: it holds a test twice`
    }
  } catch (error) {
    const reading = failedReading(error)
    if (value.pages === 0) return reading
    return { kind: 'read', value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
  }
}

const CHANGED = 'it changed while it was read'

/** How the counts of two pages differ. If a test leaves the list, later tests move up, and one may be on no page. */
function changeOf(what: string, before: number | null, now: number | null): string | null {
  if (before === null || now === null || before === now) return null
  return `${CHANGED}: the service counted ${before} ${what}, then ${now}`
}

/** The service's id of a test; without one, all members that identify it. */
function identityOf({ testCaseId, name, parent, file, classname, variant }: QuarantinedTest): string {
  return testCaseId ?? JSON.stringify([name, parent, file, classname, variant])
}

/** How the service's count differs from its list, worded to follow a colon; null if they agree. */
function missing({ tests, leftOut, pages, totalRows }: QuarantinedTests, totalPages: number | null): string | null {
  if (totalRows !== null && tests.length + leftOut !== totalRows) {
    return `the service counts ${totalRows} tests, but gave ${tests.length + leftOut}`
  }
  return totalPages !== null && pages < totalPages ? `the service counts ${totalPages} pages, but gave ${pages}` : null
}
