import type { XmlAttributes } from './xml.ts'

/** What a suite shows, what stands in the suites inside it included. */
export interface Shown {
  /** Test cases, and rerun elements. */
  cases: number
  /** `failure` and `error` elements, and rerun elements. */
  failures: number
  /** `error` elements among them. */
  errors: number
}

/** What a suite says that it holds; null where it does not say. */
export interface Counted {
  tests: number | null
  failures: number | null
  errors: number | null
}

/** A suite's own numbers, and whether each is one. How many tests a `testsuites` says to hold is too often wrong to count. */
export function readCounted(attributes: XmlAttributes, isTestsuite: boolean): Counted | 'unreadable' {
  const tests = isTestsuite ? readCount(attributes['tests']) : null
  const failures = readCount(attributes['failures'])
  const errors = readCount(attributes['errors'])
  if (tests === undefined || failures === undefined || errors === undefined) return 'unreadable'
  return { tests, failures, errors }
}

/** Null where there is none, undefined where it is not a number. */
function readCount(text: string | undefined): number | null | undefined {
  const digits = text?.trim() ?? ''
  if (digits === '') return null
  return /^\d+(?:\.0+)?$/.test(digits) ? Number(digits) : undefined
}

/** How many test cases a `testsuite` counts and does not show. */
export function missingCases({ tests }: Counted, shown: Shown): number {
  return Math.max(0, (tests ?? 0) - shown.cases)
}

/** How many failures and errors are counted, if that is more than there are; else null. */
export function excessFailures({ failures, errors }: Counted, shown: Shown): number | null {
  const both = Math.min(errors ?? 0, shown.errors)
  // Some writers count errors among the failures, too: those have at least as many failures as there are of both.
  const isTwice = (failures ?? 0) >= shown.failures - shown.errors + both
  const once = (failures ?? 0) + (errors ?? 0) - (isTwice ? both : 0)
  return once > shown.failures ? once : null
}
