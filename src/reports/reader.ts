import { type CaseElement, DIALECTS, type Said } from './dialects.ts'
import {
  closeSuite,
  failuresCounted,
  openSuite,
  type Shortage,
  type Suite,
  shortageOf,
  shortageOfFailures,
  shortagesOfCases,
} from './suite.ts'
import { addTry, endTests, MOST_CASES, type Tally, type TestCase } from './tally.ts'
import { openCase, openSaid, type ReadingOptions, testCaseOf } from './test-case.ts'
import { createXmlReader, ReportError, type XmlAttributes } from './xml.ts'

type Element = Suite | CaseElement | Said | null

/** The elements that are open, innermost last, and what has been found so far. */
interface ReportState extends ReadingOptions {
  tally: Tally
  elements: Element[]
  /** The innermost one. */
  suite: Suite | null
  cases: CaseElement[]
  /** Suites that ended and lack test cases. */
  lacking: Suite[]
  shortages: Shortage[]
  /** How many tests failed by the comments at the end. */
  failedByComments: number
  /** Errors are never among the failures of a suite. */
  countsApart: boolean
  hasCases: boolean
  hasStrangers: boolean
}

type CaseList = 'failures' | 'flaky' | 'rerun' | 'skipped' | 'warnings'

/** Lists of a test case for the elements in it. */
const LISTS = new Map<string, CaseList>([
  ['failure', 'failures'],
  ['error', 'failures'],
  ['skipped', 'skipped'],
  ['warning', 'warnings'],
  ...DIALECTS.flatMap(({ retries = {} }) => Object.entries(retries)),
])
/** Elements of JUnit that nothing is read from. */
const PLAIN = ['properties', 'system-out', 'system-err', 'stackTrace']
const NOT_JUNIT = 'it is not JUnit XML: it holds no testcase, and elements that JUnit does not have'

/** Reads the elements of JUnit XML. Other elements may stand anywhere, and JUnit elements inside them count. */
export function createReportReader(options: ReadingOptions, tally: Tally) {
  const state: ReportState = {
    ...options,
    tally,
    ...{ elements: [], suite: null, cases: [], lacking: [], shortages: [] },
    ...{ failedByComments: 0, countsApart: false, hasCases: false, hasStrangers: false },
  }
  const { elements, shortages } = state
  const reader = createXmlReader(
    {
      open: (name, attributes) => elements.push(open(state, name, attributes)),
      close: () => close(state, elements.pop(), true),
      text: text => {
        const said = elements.findLast(each => each?.kind === 'said')
        if (said) said.text += text
      },
      comment: text => {
        if (elements.length > 1) return
        for (const { failedBy } of DIALECTS) state.failedByComments += failedBy?.(text) ?? 0
      },
    },
    options.clean,
  )
  return {
    /** Counts that are above what is shown. */
    shortages,
    write: reader.write,
    end() {
      reader.end()
      if (!state.hasCases && state.hasStrangers) throw new ReportError('malformed', NOT_JUNIT)
    },
    /** After an error: takes in the part that was read, so that no failure is lost. */
    abandon() {
      while (elements.length > 0) close(state, elements.pop(), false)
    },
  }
}

function open(state: ReportState, name: string, attributes: XmlAttributes): Element {
  const { suite, cases } = state
  if (name === 'testsuite' || name === 'testsuites') {
    state.suite = openSuite(name, attributes, suite)
    return state.suite
  }
  if (!suite) throw new ReportError('malformed', 'the root element is neither testsuites nor testsuite')
  if (name === 'testcase') {
    const element = openCase(attributes)
    cases.push(element)
    suite.shown.cases++
    state.hasCases = true
    return element
  }
  const list = LISTS.get(name)
  if (list) return added(openSaid(name, attributes), list, suite, cases)
  if (name !== 'property') state.hasStrangers ||= !PLAIN.includes(name)
  else if (cases.length === 0 && DIALECTS.some(row => row.marksRetries?.(attributes['name'] ?? ''))) {
    suite.marksRetries = true
    state.countsApart = true
  }
  return null
}

/** Adds it to its test case, or to the suite. A failure is one of all cases around it. */
function added(said: Said, list: CaseList, suite: Suite, cases: readonly CaseElement[]): Said {
  if (list === 'skipped' || list === 'warnings') {
    cases.at(-1)?.[list].push(said)
    return said
  }
  suite.shown.failures++
  if (list !== 'failures') suite.shown.cases++
  if (cases.length === 0) suite.setUps.push(said)
  for (const test of list === 'failures' ? cases : cases.slice(-1)) test[list].push(said)
  return said
}

/** @param isWhole false if the report broke off in it */
function close(state: ReportState, element: Element | undefined, isWhole: boolean): void {
  if (element?.kind === 'case' && state.suite) endCase(state, state.suite, element, isWhole)
  if (element?.kind === 'suite') endSuite(state, element, isWhole)
}

/** A case in which the report broke off counts only if it has failed. */
function endCase(state: ReportState, suite: Suite, element: CaseElement, isWhole: boolean): void {
  state.cases.pop()
  if (isWhole && state.tally.cases >= MOST_CASES)
    throw new ReportError('truncated', 'it holds too many tests; the rest is not read')
  const test = testCaseOf(element, suite, state)
  const hasFailed = test.outcome === 'failed'
  if (!isWhole && !hasFailed) return
  const failures = element.failures.length + element.flaky.length + element.rerun.length
  if (element.skipped.length > 0 || test.outcome === 'skipped') suite.shown.skipped++
  if (hasFailed && failures === 0) suite.shown.failures++
  const mayBeForgiven = hasFailed && isWhole && state.testOutcome === 'success'
  if (mayBeForgiven && DIALECTS.some(row => row.forgivesUncounted?.(element))) suite.uncounted.push({ test, failures })
  else takeIn(state, suite, test)
}

function takeIn({ tally }: ReportState, suite: Suite, test: TestCase): void {
  if (test.failure) suite.shown.failed++
  addTry(tally, suite.tests, test)
}

/** Takes in what only the end of a suite decides. */
function endSuite(state: ReportState, suite: Suite, isWhole: boolean): void {
  const { tally, testOutcome, countsApart, shortages, lacking, failedByComments } = state
  const { counted, shown, uncounted } = suite
  const left = shown.failures - uncounted.reduce((sum, { failures }) => sum + failures, 0)
  const isUncounted = isWhole && counted.failures !== null && failuresCounted(suite, left, countsApart) <= left
  for (const { test } of uncounted) {
    takeIn(state, suite, isUncounted ? { ...test, failures: 0, failure: null } : test)
  }
  const failedTests = shown.failed
  for (const said of suite.setUps) {
    const message = said.message || said.text
    if (DIALECTS.some(row => row.repeatsTests?.(message, counted.errors, failedTests))) continue
    takeIn(state, suite, testCaseOf({ ...openCase({}), failures: [said] }, suite, state))
  }
  endTests(tally, suite.tests, suite.marksRetries, testOutcome)
  state.suite = suite.outer
  if (!isWhole) return
  const short = shortageOfFailures(suite, countsApart)
  if (short) shortages.push(short)
  if (closeSuite(suite)) lacking.push(suite)
  if (suite.outer) return
  shortages.push(...shortagesOfCases(lacking, suite))
  const says = `counts ${failedByComments} failed in its last comments`
  if (failedByComments > shown.failed) shortages.push(shortageOf(suite, says, shown.failed))
}
