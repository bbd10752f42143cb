import { comparableParent } from '../facts/test-report.ts'
import { quoted } from '../text/message.ts'
import { DIALECTS, type Said } from './dialects.ts'
import type { TestCase, TestsByScope } from './tally.ts'
import type { XmlAttributes } from './xml.ts'

/** A `testsuite` or `testsuites` element. What a suite in it shows is added to what it shows when that one ends. */
export interface Suite {
  kind: 'suite'
  outer: Suite | null
  /** Its name in a message. */
  called: string
  /** Name of the outermost `testsuite` around a test: empty if it has none, null where there is no such suite. */
  parent: string | null
  file: string | null
  /** By its attributes; null if missing or no plain number. */
  counted: { tests: number | null; failures: number | null; errors: number | null; skipped: number | null }
  /** `tests=` counts no test cases. */
  countsOther: boolean
  /** Cases of one name in it are tries of one test. */
  marksRetries: boolean
  shown: {
    /** Test cases, and further tries of them. */
    cases: number
    /** `failure` and `error` elements, those of further tries, and failures in disguise. */
    failures: number
    skipped: number
    /** Test cases that failed, failures directly in a suite, and suites in it that hold one of these. */
    failed: number
  }
  /** How many of the cases that it lacks are skips that it, or a suite around or in it, counts. */
  unshownSkips: number
  /** The tests directly in it. */
  tests: TestsByScope
  /** Failures directly in it, outside its test cases. */
  setUps: Said[]
  /** Failed test cases that count as skipped if it does not count them, and their failures. */
  uncounted: { test: TestCase; failures: number }[]
}

export function openSuite(element: string, attributes: XmlAttributes, outer: Suite | null): Suite {
  const isSuite = element === 'testsuite'
  const { name = '' } = attributes
  const ofSuite = `suite ${name ? quoted(name) : 'without a name'}`
  return {
    kind: 'suite',
    outer,
    called: isSuite ? ofSuite : outer ? 'an inner testsuites' : 'the root',
    parent: outer?.parent ?? (isSuite ? (comparableParent(name) ?? '') : null),
    file: attributes['file'] || attributes['filepath'] || outer?.file || null,
    counted: {
      // That of a `testsuites` is wrong too often.
      tests: isSuite ? countIn(attributes['tests']) : null,
      failures: countIn(attributes['failures']),
      errors: countIn(attributes['errors']),
      skipped: countIn(attributes['skipped']),
    },
    countsOther: outer?.countsOther === true || DIALECTS.some(row => row.countsOther?.(element, attributes)),
    marksRetries: false,
    shown: { cases: 0, failures: 0, skipped: 0, failed: 0 },
    unshownSkips: 0,
    tests: new Map(),
    setUps: [],
    uncounted: [],
  }
}

function countIn(text = ''): number | null {
  return /^\s*\d{1,9}(?:\.0+)?\s*$/.test(text) ? Number(text) : null
}

export interface Shortage {
  message: string
  /** Only test cases are missing, no failures. */
  isOfCases: boolean
}

/**
 * How many failures a suite counts. Failures and errors are one number where both are equal, or the larger is exactly
 * what is shown.
 *
 * @param isApart errors are never among the failures
 */
export function failuresCounted({ counted }: Suite, shown: number, isApart: boolean): number {
  const failures = counted.failures ?? 0
  const errors = counted.errors ?? 0
  const larger = Math.max(failures, errors)
  return !isApart && (failures === errors || larger === shown) ? larger : failures + errors
}

/** The failures that a suite counts and does not show; null if it shows all. */
export function shortageOfFailures(suite: Suite, isApart: boolean): Shortage | null {
  const { counted, shown } = suite
  if (failuresCounted(suite, shown.failures, isApart) <= shown.failures) return null
  const says = (['failures', 'errors'] as const).flatMap(each => (counted[each] ? [`${each}="${counted[each]}"`] : []))
  return shortageOf(suite, `says ${says.join(' and ')}`, shown.failures)
}

/** @param says what the suite counts, worded to follow its name */
export function shortageOf({ called }: Suite, says: string, shown: number, isOfCases = false): Shortage {
  return { message: `${called} ${says}, and shows ${shown || 'none'}`, isOfCases }
}

/** Ends a suite: counts it in the suite around it. True if it lacks more cases than skips that it counts itself. */
export function closeSuite(suite: Suite): boolean {
  suite.unshownSkips += Math.min(casesMissing(suite), skipsUnshown(suite))
  const { outer, shown, unshownSkips } = suite
  if (outer) {
    outer.shown.cases += shown.cases
    outer.shown.failures += shown.failures
    outer.shown.skipped += shown.skipped
    outer.shown.failed += shown.failed > 0 ? shown.failed + 1 : 0
    outer.unshownSkips += unshownSkips
  }
  return casesMissing(suite) > 0
}

/**
 * The suites that lack cases. Skips that only the root counts can be missing from any suite, each once.
 *
 * @param lacking suites that lack more than they count as skips themselves, in the order of their ends
 */
export function shortagesOfCases(lacking: readonly Suite[], root: Suite): Shortage[] {
  for (const suite of lacking) {
    const skips = Math.min(casesMissing(suite), skipsUnshown(root))
    for (let each: Suite | null = suite; each; each = each.outer) each.unshownSkips += skips
  }
  return lacking
    .filter(suite => casesMissing(suite) > 0)
    .map(suite => shortageOf(suite, `says tests="${suite.counted.tests}"`, suite.shown.cases, true))
}

function casesMissing({ counted, shown, countsOther, unshownSkips }: Suite): number {
  return countsOther ? 0 : Math.max(0, (counted.tests ?? 0) - shown.cases - unshownSkips)
}

function skipsUnshown({ counted, shown, unshownSkips }: Suite): number {
  return Math.max(0, (counted.skipped ?? 0) - shown.skipped - unshownSkips)
}
