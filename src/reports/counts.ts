import { quoted } from '../text/message.ts'
import type { XmlAttributes, XmlPlace } from './xml.ts'

/** A `testsuite` or `testsuites` element: the counts in its attributes, and the elements in it, inner suites included. */
export interface SuiteCounts {
  place: XmlPlace
  name: string
  /** The numbers in its attributes: 0 if missing or not a number. */
  counted: { tests: number; failures: number; errors: number; skipped: number }
  /** `tests` counts subtests (pytest) or assertions (Catch2, doctest), not test cases. */
  countsOther: boolean
  shown: {
    /** Test cases, and rerun elements. */
    cases: number
    /** `failure` and `error` elements, and rerun elements. */
    failures: number
    skipped: number
  }
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
  const isPytest = name === (isTestsuite ? 'pytest' : 'pytest tests')
  const countsAssertions = attributes['hostname'] === 'tbd' || attributes['doctest_version'] !== undefined
  return {
    place,
    name,
    counted: {
      // The count of a `testsuites` is wrong too often to be used.
      tests: isTestsuite ? countIn(attributes['tests']) : 0,
      failures: countIn(attributes['failures']),
      errors: countIn(attributes['errors']),
      skipped: countIn(attributes['skipped']),
    },
    countsOther: (outer?.countsOther ?? false) || isPytest || countsAssertions,
    shown: { cases: 0, failures: 0, skipped: 0 },
  }
}

function countIn(text = ''): number {
  return Number(text.trim()) || 0
}

/** What a suite that ends lacks: failures, or test cases beyond the skipped ones that it counts and does not show. */
export function shortageOf({ counted, shown, countsOther, place, name }: SuiteCounts): Shortage | null {
  const of = name === '' ? 'a suite without a name' : `suite ${quoted(name)}`
  // Some test tools count errors as failures, too.
  const failures = Math.max(counted.failures, counted.errors)
  if (failures > shown.failures) {
    const message = `${of} says ${failures} failures or errors, the file holds ${shown.failures}`
    return { place, message, isOfCases: false }
  }
  const hidden = Math.max(0, counted.skipped - shown.skipped)
  if (countsOther || counted.tests - hidden <= shown.cases) return null
  return { place, message: `${of} says ${counted.tests} tests, the file holds ${shown.cases}`, isOfCases: true }
}
