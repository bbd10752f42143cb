import { quoted } from '../message.ts'
import type { XmlAttributes, XmlPlace } from './xml.ts'

/** A `testsuite` or `testsuites` element with what it counts and what it shows, the suites inside it included. */
export interface SuiteCounts {
  outer: SuiteCounts | null
  place: XmlPlace
  name: string
  /** What it says that it holds; null where it does not say. */
  counted: { tests: number | null; failures: number | null; errors: number | null; skipped: number | null }
  /** Whether one of its numbers is none. */
  isUnreadable: boolean
  /** Whether `tests` counts something else than test cases: subtests, or assertions. */
  countsOther: boolean
  shown: {
    /** Test cases, and rerun elements. */
    cases: number
    /** `failure` and `error` elements, and rerun elements. */
    failures: number
    /** `error` elements among them. */
    errors: number
    skipped: number
  }
  /** Test cases that are not there and need not be: skipped ones that are counted only. */
  forgiven: number
}

/** A suite that shows less than it counts. */
export interface Shortage {
  place: XmlPlace
  message: string
  /** Only test cases are missing, no failures. */
  isOfCases: boolean
}

export function openCounts(
  attributes: XmlAttributes,
  isTestsuite: boolean,
  outer: SuiteCounts | null,
  place: XmlPlace,
): SuiteCounts {
  const numbers = {
    // How many tests a `testsuites` says to hold is too often wrong to count.
    tests: isTestsuite ? countIn(attributes['tests']) : null,
    failures: countIn(attributes['failures']),
    errors: countIn(attributes['errors']),
    skipped: countIn(attributes['skipped']) ?? null,
  }
  const { tests, failures, errors } = numbers
  const name = attributes['name'] ?? ''
  return {
    outer,
    place,
    name,
    counted: { ...numbers, tests: tests ?? null, failures: failures ?? null, errors: errors ?? null },
    isUnreadable: tests === undefined || failures === undefined || errors === undefined,
    countsOther: outer?.countsOther || isPytest(name, isTestsuite) || countsAssertions(attributes),
    shown: { cases: 0, failures: 0, errors: 0, skipped: 0 },
    forgiven: 0,
  }
}

/** pytest counts subtests that it does not show. */
function isPytest(name: string, isTestsuite: boolean): boolean {
  return name === (isTestsuite ? 'pytest' : 'pytest tests')
}

/** Catch2 and doctest. */
function countsAssertions(attributes: XmlAttributes): boolean {
  return attributes['hostname'] === 'tbd' || attributes['doctest_version'] !== undefined
}

/** Null where there is none, undefined where it is not a number. */
function countIn(text: string | undefined): number | null | undefined {
  const digits = text?.trim() ?? ''
  if (digits === '') return null
  return /^\d+(?:\.0+)?$/.test(digits) ? Number(digits) : undefined
}

/** What a suite that ends is short of, cases aside. */
export function failureShortage(suite: SuiteCounts): Shortage | null {
  const { counted, shown, place, isUnreadable } = suite
  const of = named(suite)
  if (isUnreadable) {
    return { place, message: `${of}: a count of tests, failures or errors is not a number`, isOfCases: false }
  }
  const both = Math.min(counted.errors ?? 0, shown.errors)
  // Some writers count errors among the failures, too: those have at least as many failures as there are of both.
  const isTwice = (counted.failures ?? 0) >= shown.failures - shown.errors + both
  const once = (counted.failures ?? 0) + (counted.errors ?? 0) - (isTwice ? both : 0)
  if (once <= shown.failures) return null
  const message = `${of} says ${once} failures and errors, the file holds ${shown.failures}`
  return { place, message, isOfCases: false }
}

/**
 * The suites that show fewer test cases than they count. Cases that the suite's own `skipped`, or once over all suites
 * that of the root, counts beyond the skips shown are not missing.
 *
 * @param suites in the order in which they ended, the root last
 */
export function caseShortages(suites: readonly SuiteCounts[]): Shortage[] {
  const short = suites.filter(suite => !suite.countsOther && missingCases(suite) > 0)
  for (const suite of short) forgive(suite, unshownSkips(suite))
  const root = suites.at(-1)
  let left = root ? unshownSkips(root) : 0
  return short.flatMap(suite => {
    left -= forgive(suite, left)
    if (missingCases(suite) === 0) return []
    const { counted, shown, place } = suite
    const message = `${named(suite)} says ${counted.tests} tests, the file holds ${shown.cases}`
    return [{ place, message, isOfCases: true }]
  })
}

function missingCases({ counted, shown, forgiven }: SuiteCounts): number {
  return Math.max(0, (counted.tests ?? 0) - shown.cases - forgiven)
}

function unshownSkips({ counted, shown, forgiven }: SuiteCounts): number {
  return Math.max(0, (counted.skipped ?? 0) - shown.skipped - forgiven)
}

/** Takes cases as not missing, in the suites around as well; returns how many. */
function forgive(suite: SuiteCounts, most: number): number {
  const amount = Math.min(most, missingCases(suite))
  for (let each: SuiteCounts | null = suite; each; each = each.outer) each.forgiven += amount
  return amount
}

function named({ name }: SuiteCounts): string {
  return name === '' ? 'a suite without a name' : `suite ${quoted(name)}`
}
