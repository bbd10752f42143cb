import { comparableParent } from '../facts/test-report.ts'
import { quoted } from '../text/message.ts'
import { DIALECTS, type ResultElement } from './dialects.ts'
import type { TestCase, TestsByScope } from './tally.ts'
import type { XmlAttributes } from './xml.ts'

/** A `testsuite` or `testsuites` element. */
export interface Suite {
  kind: 'suite'
  outer: Suite | null
  nameInMessages: string
  /** Name of the outermost `testsuite` around its tests: empty if that has no name, null if there is no `testsuite`. */
  parent: string | null
  file: string | null
  /** By its attributes; null if missing or no plain number. */
  counted: { tests: number | null; failures: number | null; errors: number | null; skipped: number | null }
  /** `tests=` counts no test cases, here and in the suites in it. */
  countsNoCases: boolean
  /** Cases of one name in it are tries of one test; a `property` in it says so. */
  repeatsAreTries: boolean
  /** What was read in it so far, and in those of its inner suites that have ended. */
  shown: {
    /** Test cases, and elements of further tries, such as `rerunFailure`. */
    cases: number
    /** `failure` and `error` elements, elements of further tries, and test cases that failed without such an element. */
    failures: number
    skipped: number
    /** As counted in the comments that end a report of Node: failed cases, failures of suites, suites with either. */
    failedTests: number
  }
  /** How many missing cases are explained by a `skipped=`: of this suite, an inner one or the root. */
  omittedSkips: number
  /** The tests directly in it. */
  tests: TestsByScope
  /** Failures directly in it, outside its test cases. */
  suiteFailures: ResultElement[]
  /** Failed test cases that count as skipped if the suite does not count their failures. */
  forgivable: { test: TestCase; failures: number }[]
}

export function openSuite(element: string, attributes: XmlAttributes, outer: Suite | null): Suite {
  const isSuite = element === 'testsuite'
  const { name = '' } = attributes
  const nameOfSuite = `suite ${name ? quoted(name) : 'without a name'}`
  const nameOfSuites = outer ? 'an inner testsuites' : 'the root'
  const countsNoCases = outer?.countsNoCases || DIALECTS.some(row => row.countsNoCases?.(element, attributes))
  return {
    kind: 'suite',
    outer,
    nameInMessages: isSuite ? nameOfSuite : nameOfSuites,
    parent: outer?.parent ?? (isSuite ? (comparableParent(name) ?? '') : null),
    file: attributes['file'] || attributes['filepath'] || outer?.file || null,
    counted: {
      // The `tests=` of a `testsuites` is wrong too often.
      tests: isSuite && !countsNoCases ? numberIn(attributes['tests']) : null,
      failures: numberIn(attributes['failures']),
      errors: numberIn(attributes['errors']),
      skipped: numberIn(attributes['skipped']),
    },
    countsNoCases,
    repeatsAreTries: false,
    shown: { cases: 0, failures: 0, skipped: 0, failedTests: 0 },
    omittedSkips: 0,
    tests: new Map(),
    suiteFailures: [],
    forgivable: [],
  }
}

function numberIn(text = ''): number | null {
  return /^\s*\d{1,9}(?:\.0+)?\s*$/.test(text) ? Number(text) : null
}

export interface Shortage {
  /** What the suite counts, and does not show. */
  missing: 'cases' | 'failures'
  message: string
}

/**
 * How many failures and errors a suite counts together. Some tools include one number in the other. So the larger one
 * counts alone if both are equal, or if it is exactly what is shown; but never if `errorsCountApart`.
 */
function failuresCounted({ counted }: Suite, shown: number, errorsCountApart: boolean): number {
  const failures = counted.failures ?? 0
  const errors = counted.errors ?? 0
  const larger = Math.max(failures, errors)
  return !errorsCountApart && (failures === errors || larger === shown) ? larger : failures + errors
}

/** True if the failures that a suite shows, without the forgivable ones, are all that it counts. */
export function leavesOutForgivable(suite: Suite, errorsCountApart: boolean): boolean {
  const others = suite.shown.failures - suite.forgivable.reduce((sum, { failures }) => sum + failures, 0)
  return suite.counted.failures !== null && failuresCounted(suite, others, errorsCountApart) <= others
}

export function shortagesOfFailures(suite: Suite, errorsCountApart: boolean): Shortage[] {
  const { counted, shown } = suite
  if (failuresCounted(suite, shown.failures, errorsCountApart) <= shown.failures) return []
  const parts = (['failures', 'errors'] as const).flatMap(each => (counted[each] ? [`${each}="${counted[each]}"`] : []))
  return [shortageOf(suite, 'failures', `says ${parts.join(' and ')}`, shown.failures)]
}

/** @param counts what the suite counts, worded to follow its name */
export function shortageOf(suite: Suite, missing: Shortage['missing'], counts: string, shown: number): Shortage {
  return { missing, message: `${suite.nameInMessages} ${counts}, and shows ${shown || 'none'}` }
}

/** Finds the omitted skips of a suite that ends, and adds its numbers to those of its outer suite. */
export function addToOuterSuite(suite: Suite): void {
  suite.omittedSkips += Math.min(missingCases(suite), missingSkips(suite))
  const { outer, shown, omittedSkips } = suite
  if (!outer) return
  outer.shown.cases += shown.cases
  outer.shown.failures += shown.failures
  outer.shown.skipped += shown.skipped
  outer.shown.failedTests += shown.failedTests > 0 ? shown.failedTests + 1 : 0
  outer.omittedSkips += omittedSkips
}

/** Some skips are counted by the root alone. Each explains one missing case, and is added to the omitted skips. */
export function addSkipsOfRoot(suites: readonly Suite[], root: Suite): void {
  for (const suite of suites) {
    const skips = Math.min(missingCases(suite), missingSkips(root))
    for (let each: Suite | null = suite; each; each = each.outer) each.omittedSkips += skips
  }
}

export function shortagesOfCases(suite: Suite): Shortage[] {
  if (missingCases(suite) === 0) return []
  return [shortageOf(suite, 'cases', `says tests="${suite.counted.tests}"`, suite.shown.cases)]
}

/** How many test cases a suite counts and does not show, apart from omitted skips. */
export function missingCases({ counted, shown, omittedSkips }: Suite): number {
  return Math.max(0, (counted.tests ?? 0) - shown.cases - omittedSkips)
}

function missingSkips({ counted, shown, omittedSkips }: Suite): number {
  return Math.max(0, (counted.skipped ?? 0) - shown.skipped - omittedSkips)
}
