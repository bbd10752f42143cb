import { comparableParent } from '../facts/test-report.ts'
import { openCounts, type Shortage, type SuiteCounts } from './counts.ts'
import { RETRIES } from './dialects.ts'
import type { SuiteOfTests, Tally } from './tally.ts'
import { type CaseElement, openSaid, type ReadingOptions, type Said, type TestCase } from './test-case.ts'
import type { XmlAttributes, XmlPlace } from './xml.ts'

export interface ReportOptions extends ReadingOptions {
  tally: Tally
  /** The shown path of the report. */
  report: string
  /** Called for counts that are above what is shown. */
  short: (shortage: Shortage) => void
}

export interface SuiteElement extends SuiteOfTests {
  kind: 'suite'
  /** Undefined outside every `testsuite`. */
  parent: string | null | undefined
  file: string | null
  counts: SuiteCounts
  /** Test cases directly in it that failed. */
  failedTests: number
  /** Failures directly in it, outside its test cases. */
  setUps: Said[]
  /** Failed test cases that count as skipped if the suite does not count them, and their failures. */
  uncounted: { test: TestCase; failures: number }[]
  /** A test in it failed. */
  hasFailed: boolean
}

/** What is open at a place of a report, and what has been found so far. */
export interface ReportState extends ReportOptions {
  elements: (SuiteElement | CaseElement | Said | null)[]
  /** The open ones, innermost last. */
  suites: SuiteElement[]
  cases: CaseElement[]
  /** Suites that ended and lack test cases. */
  lacking: SuiteCounts[]
  /** Failed tests and suites with a failed test, and failed tests by the comments at the end. */
  failed: { tests: number; suites: number; byComments: number }
  hasCases: boolean
  hasStrangers: boolean
}

export function createState(options: ReportOptions): ReportState {
  const failed = { tests: 0, suites: 0, byComments: 0 }
  const open = { elements: [], suites: [], cases: [], lacking: [] }
  return { ...options, ...open, failed, hasCases: false, hasStrangers: false }
}

export function openSuite(state: ReportState, name: string, attributes: XmlAttributes, place: XmlPlace): SuiteElement {
  const outer = state.suites.at(-1)
  const isOutermost = outer?.parent === undefined && name === 'testsuite'
  const element: SuiteElement = {
    kind: 'suite',
    parent: isOutermost ? comparableParent(attributes['name'] ?? null) : outer?.parent,
    file: attributes['file'] || attributes['filepath'] || outer?.file || null,
    counts: openCounts(name, attributes, outer?.counts ?? null, place),
    tests: new Map(),
    marksRetries: false,
    failedTests: 0,
    setUps: [],
    uncounted: [],
    hasFailed: false,
  }
  state.suites.push(element)
  return element
}

export function openFailure({ suites, cases }: ReportState, name: string, attributes: XmlAttributes): Said {
  const element = openSaid(name, attributes)
  const rerun = RETRIES.get(name)
  for (const { counts } of suites) {
    counts.shown.failed++
    if (rerun) counts.shown.cases++
  }
  if (cases.length === 0) suites.at(-1)?.setUps.push(element)
  else if (rerun) cases.at(-1)?.[rerun].push(element)
  else for (const each of cases) each.failures.push(element)
  return element
}
