import type { XmlAttributes } from './xml.ts'

/** How many cases and failures a suite shows, those of the suites in it included. */
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

/** A suite's own numbers, and whether each is one. */
export function readCounted(attributes: XmlAttributes): Counted | 'unreadable' {
  const tests = readCount(attributes['tests'])
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

/**
 * How a suite shows less than it counts; null where it does not.
 *
 * @param countsCases whether its `tests` is to be believed; that of `testsuites` is too often wrong
 */
export function shortageOf(counted: Counted, shown: Shown, countsCases: boolean): string | null {
  const { tests, failures, errors } = counted
  if (countsCases && tests !== null && tests > shown.cases) {
    return `the suite counts ${tests} tests and shows ${shown.cases}`
  }
  const sum = (failures ?? 0) + (errors ?? 0)
  // Some writers count errors among the failures, too.
  const once = sum - Math.min(errors ?? 0, shown.errors, failures ?? 0)
  return once > shown.failures ? `it counts ${once} failures and errors and shows ${shown.failures}` : null
}
