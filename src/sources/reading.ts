import type * as z from 'zod/mini'
import { type Facts, hasValue, isFailed, type QuarantinedTests, type Readiness, type Reading } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-report.ts'
import { type Reader, ServiceError } from '../http/answer.ts'
import { WaitOver } from '../runner/clock.ts'
import { capitalised, JUST_WAIT, type Message, say } from '../text/message.ts'
import { DocumentError, readDocument } from '../text/outside.ts'

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

/** The reading of an answer; null stands for "there is none". Cancellation and defects are thrown again. */
export async function readingOf<T>(answer: Promise<T | null>): Promise<Reading<T>> {
  try {
    const value = await answer
    return value === null ? { absent: true } : { value }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { failure: error.failure }
  }
}

/** An answer that has to be there; else the message says what the service does not know. */
export async function mustExist<T>(answer: Promise<T | null>, message: Message, remedy: Message): Promise<T> {
  const value = await answer
  if (value === null) throw new ServiceError({ code: 'not-found', message, remedy, outage: false })
  return value
}

/** Asks on the first call; later calls get the same answer. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask()
    return answer
  }
}

export function schemaReader<Schema extends z.ZodMiniType, Facts>(
  schema: Schema,
  factsIn: (wire: z.output<Schema>) => Facts,
): Reader<Facts> {
  return json => factsIn(readDocument(schema, json))
}

/** The answer, if it is about what was asked for; else it breaks the contract. */
export function mustMatch<T>(wire: T, isAsked: boolean, asked: Message): T {
  if (isAsked) return wire
  throw new DocumentError(say`asked for ${asked}, it is about something else`)
}

/** A page of the list of quarantined tests. */
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
 * Reads pages one after the other, because each names the next; after a failure, those read so far count as partial.
 *
 * @param needsTotal a list without a number of rows is not known to be whole
 */
export async function readPages(
  { needsTotal }: { needsTotal: boolean },
  ask: (token: string) => Promise<TestsPage>,
): Promise<Reading<QuarantinedTests>> {
  const value: QuarantinedTests = { tests: [], leftOut: 0, partial: null, isUnknown: false }
  const identities = new Set<string>()
  const tokens = new Set<string>()
  let [totalRows, totalPages]: (number | null)[] = [null, null]
  for (let token = ''; tokens.size === 0 || token !== ''; ) {
    if (tokens.has(token)) return { value: { ...value, partial: 'the service gave the same page twice' } }
    if (tokens.size === MOST_PAGES) return { value: { ...value, partial: 'it has more than 1,000 pages' } }
    const reading = await readingOf(ask(token))
    if (isFailed(reading) && tokens.size > 0) {
      return { value: { ...value, partial: 'a page could not be read' }, failure: reading.failure }
    }
    if (!hasValue(reading)) return reading
    tokens.add(token)
    const page = reading.value
    value.leftOut += page.leftOutIds.length
    value.tests.push(...page.tests)
    for (const each of [...page.tests.map(identityOf), ...page.leftOutIds]) identities.add(each)
    totalRows = page.totalRows ?? totalRows
    totalPages = page.totalPages ?? totalPages
    token = page.next
  }
  const [rows, pages] = [identities.size, tokens.size]
  // An empty list has no page, though it takes one request.
  const hasAllPages = totalPages === null || totalPages === pages || (totalPages === 0 && rows === 0)
  if (totalRows === null && needsTotal) value.partial = 'the service does not count its tests'
  else if (totalRows !== null && totalRows !== rows)
    value.partial = `the service counts ${totalRows} tests, but gave ${rows}`
  else if (!hasAllPages) value.partial = `the service counts ${totalPages} pages, but gave ${pages}`
  return { value }
}

/** The service's id of a test; without one, all its members. */
function identityOf(test: QuarantinedTest): string {
  return test.testCaseId ?? JSON.stringify(test)
}

// The rest reads members leniently: a value of another type counts as missing.

/** An object of which any member may be missing or odd. */
export type Members = Readonly<Record<string, unknown>>

/** The members of a part; none if the part is no object. */
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

/** The items that can be shown; null if the value is no list. */
export function readableItems<Item>(value: unknown, of: (item: unknown) => Item | null): Item[] | null {
  return Array.isArray(value) ? value.map(of).filter(item => item !== null) : null
}

/** A list whose items are all of a kind; else null, because its content is unknown. */
export function wholeList<Item>(value: unknown, of: (item: unknown) => Item | null): Item[] | null {
  const items = readableItems(value, of)
  return items !== null && items.length === (value as unknown[]).length ? items : null
}

/** A pull request in a list of either API; null if it has no number. */
export function listedIn(item: unknown): { number: number; url: string | null } | null {
  const members = membersOf(item)
  const found = number(members['number'] ?? members['prNumber'])
  return found === null ? null : { number: found, url: text(members['url'] ?? members['prUrl']) }
}

/** An unreadable readiness does not count as absent, because then the state alone would decide. */
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
