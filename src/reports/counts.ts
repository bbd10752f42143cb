import { quoted } from '../text/message.ts'
import { countsOther } from './dialects.ts'
import type { XmlAttributes, XmlPlace } from './xml.ts'

/** A `testsuite` or `testsuites` element: the counts in its attributes, and what it shows, inner suites included. */
export interface SuiteCounts {
  place: XmlPlace
  /** How a message calls it. */
  called: string
  outer: SuiteCounts | null
  /** Null if missing or no plain number. */
  counted: { tests: number | null; failures: number | null; errors: number | null; skipped: number | null }
  /** `tests=` counts no test cases. */
  countsOther: boolean
  /** Errors are never among the failures. */
  countsApart: boolean
  shown: {
    /** Test cases, and further tries of them. */
    cases: number
    /** `failure` and `error` elements, those of further tries, and failures in disguise. */
    failed: number
    skipped: number
  }
  /** How many of the cases that it lacks are skips that it, or a suite around or in it, counts. */
  unshownSkips: number
}

export interface Shortage {
  place: XmlPlace
  message: string
  /** Only test cases are missing, no failures. */
  isOfCases: boolean
}

export function openCounts(
  element: string,
  attributes: XmlAttributes,
  outer: SuiteCounts | null,
  place: XmlPlace,
): SuiteCounts {
  const isSuite = element === 'testsuite'
  const { name } = attributes
  const called = isSuite
    ? `suite ${name ? quoted(name) : 'without a name'}`
    : outer
      ? 'an inner testsuites'
      : 'the root'
  return {
    place,
    called,
    outer,
    counted: {
      // That of a `testsuites` is wrong too often.
      tests: isSuite ? countIn(attributes['tests']) : null,
      failures: countIn(attributes['failures']),
      errors: countIn(attributes['errors']),
      skipped: countIn(attributes['skipped']),
    },
    countsOther: outer?.countsOther || countsOther(element, attributes),
    countsApart: false,
    shown: { cases: 0, failed: 0, skipped: 0 },
    unshownSkips: 0,
  }
}

function countIn(text = ''): number | null {
  return /^\s*\d{1,9}(?:\.0+)?\s*$/.test(text) ? Number(text) : null
}

/**
 * How many failed elements a suite counts.
 *
 * @param shown how many it shows: failures and errors are one number where the larger is exactly that, or both are equal
 */
export function failuresCounted({ counted, countsApart }: SuiteCounts, shown: number): number {
  const failures = counted.failures ?? 0
  const errors = counted.errors ?? 0
  const larger = Math.max(failures, errors)
  return !countsApart && (failures === errors || larger === shown) ? larger : failures + errors
}

/** The failures that a suite counts and does not show; null if it shows all. */
export function shortageOfFailures(suite: SuiteCounts): Shortage | null {
  const { counted, shown, called, place } = suite
  if (failuresCounted(suite, shown.failed) <= shown.failed) return null
  const says = (['failures', 'errors'] as const).flatMap(each => (counted[each] ? [`${each}="${counted[each]}"`] : []))
  const failed =
    shown.failed === 1
      ? '1 failure is'
      : `${shown.failed || 'no'} ${shown.failed === 0 ? 'failed test is' : 'failures are'}`
  return { place, message: `${called} says ${says.join(' and ')}, and ${failed} shown in it`, isOfCases: false }
}

/** The failures that the comments at the end of a report count, and that it does not show. */
export function shortageByComments({ place }: SuiteCounts, failed: number, shown: number): Shortage {
  return {
    place,
    message: `its last comments count ${failed} failed, and ${shown || 'none'} can be seen in it`,
    isOfCases: false,
  }
}

/** True if a suite counts more test cases than it shows; it may be that only skipped ones are missing. */
export function lacksCases(suite: SuiteCounts): boolean {
  return casesMissing(suite) > 0
}

/**
 * The suites that lack more test cases than the skipped ones that they count and do not show. Those that only the root
 * counts can be missing from any suite, each once.
 *
 * @param suites those that lack cases, in the order of their ends
 */
export function shortagesOfCases(suites: readonly SuiteCounts[], root: SuiteCounts): Shortage[] {
  for (const suite of suites) explain(suite, skipsUnshown(suite))
  for (const suite of suites) explain(suite, skipsUnshown(root))
  return suites.filter(lacksCases).map(({ called, counted, shown, place }) => ({
    place,
    message: `${called} says tests="${counted.tests}", which is above the ${shown.cases === 1 ? '1 test case' : `${shown.cases} test cases`} in it`,
    isOfCases: true,
  }))
}

function casesMissing({ counted, shown, countsOther, unshownSkips }: SuiteCounts): number {
  return countsOther ? 0 : Math.max(0, (counted.tests ?? 0) - shown.cases - unshownSkips)
}

function skipsUnshown({ counted, shown, unshownSkips }: SuiteCounts): number {
  return Math.max(0, (counted.skipped ?? 0) - shown.skipped - unshownSkips)
}

/** Takes up to `most` of the missing cases for skips, in the suites around as well. */
function explain(suite: SuiteCounts, most: number): void {
  const amount = Math.min(most, casesMissing(suite))
  for (let each: SuiteCounts | null = suite; each; each = each.outer) each.unshownSkips += amount
}
