import { quoted } from '../message.ts'
import type { XmlAttributes, XmlPlace } from './xml.ts'

/**
 * A `testsuite` or `testsuites` element: the counts in its attributes, and the elements in it, inner suites included.
 */
export interface SuiteCounts {
  outer: SuiteCounts | null
  place: XmlPlace
  name: string
  /** The numbers in its attributes: 0 if missing, NaN if not a number. */
  counted: { tests: number; failures: number; errors: number; skipped: number }
  /** `tests` counts subtests or assertions, not test cases. */
  countsOther: boolean
  /** Its test tool never counts errors as failures. */
  countsApart: boolean
  /** Its test tool counts tests, not their tries. */
  countsNoTries: boolean
  shown: {
    /** Test cases, and rerun elements. */
    cases: number
    /** `failure` and `error` elements, and rerun elements. */
    failures: number
    /** `error` elements among them. */
    errors: number
    skipped: number
  }
  /** Number of test cases that may be missing: skipped ones that are counted and not shown. */
  forgiven: number
}

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
  const name = attributes['name'] ?? ''
  const countsOther = outer?.countsOther || isPytest(name, isTestsuite) || countsAssertions(attributes)
  return {
    outer,
    place,
    name,
    counted: {
      // The count of a `testsuites` is wrong too often to be used.
      tests: isTestsuite ? countIn(attributes['tests']) : 0,
      failures: countIn(attributes['failures']),
      errors: countIn(attributes['errors']),
      skipped: countIn(attributes['skipped']) || 0,
    },
    countsOther,
    countsApart: countsOther || outer?.countsApart || isSurefire(attributes) || countsErrorsApart(name, attributes),
    countsNoTries: outer?.countsNoTries || isSurefire(attributes) || name === 'nextest-run',
    shown: { cases: 0, failures: 0, errors: 0, skipped: 0 },
    forgiven: 0,
  }
}

/** pytest counts subtests that it does not show. */
function isPytest(name: string, isTestsuite: boolean): boolean {
  return name === (isTestsuite ? 'pytest' : 'pytest tests')
}

/** Catch2 and doctest count assertions. */
function countsAssertions(attributes: XmlAttributes): boolean {
  return attributes['hostname'] === 'tbd' || attributes['doctest_version'] !== undefined
}

/** Surefire names its schema. */
function isSurefire(attributes: XmlAttributes): boolean {
  return attributes['xsi:noNamespaceSchemaLocation']?.endsWith('/surefire-test-report.xsd') ?? false
}

/** True for PHPUnit, which counts assertions, and unittest-xml-reporting, which puts the time behind a suite's name. */
function countsErrorsApart(name: string, attributes: XmlAttributes): boolean {
  return attributes['assertions'] !== undefined || /-\d{14}$/.test(name)
}

function countIn(text = ''): number {
  const digits = text.trim()
  return digits === '' || /^\d+(?:\.0+)?$/.test(digits) ? Number(digits) : Number.NaN
}

/** The shortage of failures, not of cases, in a suite that ends. */
export function failureShortage(suite: SuiteCounts): Shortage | null {
  const { counted, shown, place } = suite
  const { tests, failures, errors } = counted
  const of = named(suite)
  if ([tests, failures, errors].some(Number.isNaN)) {
    return { place, message: `${of}: a count of tests, failures or errors is not a number`, isOfCases: false }
  }
  const both = Math.min(errors, shown.errors)
  // Some test tools count errors as failures, too: then `failures` is at least the number of failures and errors shown.
  const isTwice = !suite.countsApart && failures >= shown.failures
  const once = failures + errors - (isTwice ? both : 0)
  if (once <= shown.failures) return null
  const message = `${of} says ${once} failures and errors, the file holds ${shown.failures}`
  return { place, message, isOfCases: false }
}

/**
 * The suites that show fewer test cases than they count. Skipped tests that are counted but not shown are not missing.
 * A suite's own `skipped` accounts for them first, then that of the root, which all suites share.
 *
 * @param suites in the order in which they ended, the root last
 */
export function caseShortages(suites: readonly SuiteCounts[]): Shortage[] {
  // A count that is not a number lacks nothing, and would spoil the sums.
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
  return Math.max(0, counted.tests - shown.cases - forgiven)
}

function unshownSkips({ counted, shown, forgiven }: SuiteCounts): number {
  return Math.max(0, counted.skipped - shown.skipped - forgiven)
}

/** Marks up to `most` cases as not missing, in the outer suites as well; returns their number. */
function forgive(suite: SuiteCounts, most: number): number {
  const amount = Math.min(most, missingCases(suite))
  for (let each: SuiteCounts | null = suite; each; each = each.outer) each.forgiven += amount
  return amount
}

function named({ name }: SuiteCounts): string {
  return name === '' ? 'a suite without a name' : `suite ${quoted(name)}`
}
