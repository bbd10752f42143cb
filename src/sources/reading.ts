import { type Facts, hasValue, isFailed, type QuarantinedTests, type Readiness, type Reading } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import { ServiceError } from '../http/answer.ts'
import { WaitOver } from '../runner/clock.ts'
import { capitalised, JUST_WAIT, type Message, say } from '../text/message.ts'
import { DocumentError } from '../text/outside.ts'

/**
 * The facts of one poll. At the deadline of a wait, the signal aborts with a WaitOver: each read that is still open
 * fails then, and the others keep their values. Throws only on cancellation.
 *
 * @param name of the source, in the middle of a sentence
 */
export async function factsOf(
  readings: { [Fact in keyof Facts]: Promise<Facts[Fact]> },
  name: string,
  signal: AbortSignal,
): Promise<Facts> {
  const found = Object.entries(readings).map(async ([fact, reading]) => {
    try {
      return [fact, await reading] as const
    } catch (error) {
      if (!(error instanceof WaitOver) || error !== signal.reason) throw error
      const message = `${capitalised(name)} did not answer in time.`
      return [fact, { failure: { code: 'service-unavailable', message, remedy: JUST_WAIT, outage: true } }] as const
    }
  })
  return Object.fromEntries(await Promise.all(found))
}

/** The reading of an answer, which is null for "there is none". Cancellation and defects are thrown again. */
export async function readingOf<T>(answer: Promise<T | null>): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { absent: true } : { value }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { failure: error.failure }
  }
}

/** Gives the value of an answer. Throws a ServiceError if it is null, which stands for "there is none". */
export async function mustExist<T>(answer: Promise<T | null>, message: Message, remedy: Message): Promise<T> {
  const value = await answer
  if (value === null) throw new ServiceError({ code: 'not-found', message, remedy, outage: false })
  return value
}

/** A function that asks on its first call, and gives the same answer on all calls. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}

/** Gives an answer that is about what was asked for. Throws a DocumentError for any other answer. */
export function mustMatch<T>(wire: T, isAsked: (wire: T) => boolean, asked: Message): T {
  if (isAsked(wire)) return wire
  throw new DocumentError(say`asked for ${asked}, it is about something else`)
}

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
 * @param needsTotal true if a list without `totalRows` is not known to be whole
 */
export async function readPages(
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

// What follows reads members that no schema has checked: a value of another type counts as missing.

/** An object of which any member may be missing, or of another type. */
export type Members = Readonly<Record<string, unknown>>

/** The members of a value; none if the value is no object. */
export function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

/** The items that `read` can read; null if the value is no list. */
export function readableItems<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(read).filter(item => item !== null) : null
}

/** The items of a list if `read` can read all of them; else null. */
export function wholeList<Item>(value: unknown, read: (item: unknown) => Item | null): Item[] | null {
  const items = readableItems(value, read)
  return items !== null && items.length === (value as unknown[]).length ? items : null
}

/** A pull request as either API lists it; null for an item without a number. */
export function pullRequestIn(item: unknown): { number: number; url: string | null } | null {
  const members = membersOf(item)
  const found = number(members['number'] ?? members['prNumber'])
  return found === null ? null : { number: found, url: text(members['url'] ?? members['prUrl']) }
}

/** The readiness of a pull request; null if there is none. A member that can't be read is null. */
export function readinessOf(value: unknown, mergeability: string | null): Readiness | null {
  if (value == null) return null
  const wire = membersOf(value)
  return {
    requiresImpactedTargets: flag(wire['requiresImpactedTargets']),
    hasImpactedTargets: flag(wire['hasImpactedTargets']),
    baseBranchMatches: flag(wire['doesBaseBranchMatch']),
    mergeability,
  }
}
