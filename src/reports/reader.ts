import { type CaseElement, DIALECTS, type ResultElement } from './dialects.ts'
import {
  addSkipsOfRoot,
  addToOuterSuite,
  leavesOutForgivable,
  missingCases,
  openSuite,
  type Shortage,
  type Suite,
  shortageOf,
  shortagesOfCases,
  shortagesOfFailures,
} from './suite.ts'
import { addTry, endTests, MOST_CASES, type Tally, type TestCase } from './tally.ts'
import { openCase, openResult, type ReportOptions, testCaseOf } from './test-case.ts'
import { createXmlReader, ReportError, type XmlAttributes } from './xml.ts'

type Element = Suite | CaseElement | ResultElement | null

type ReportState = ReturnType<typeof createState>

function createState(options: ReportOptions, tally: Tally) {
  return {
    ...options,
    tally,
    /** The open elements, innermost last; null for an element that nothing is read from. */
    elements: [] as Element[],
    /** The innermost open suite. */
    suite: null as Suite | null,
    /** The open test cases, innermost last. */
    cases: [] as CaseElement[],
    /** The ended suites with missing cases. The root's `skipped=` may account for these cases. */
    suitesLackingCases: [] as Suite[],
    shortages: [] as Shortage[],
    /** How many tests failed, by the comments at the end of the report. */
    failedInComments: 0,
    /** In this report, the `failures=` of a suite leaves out its errors. */
    errorsCountApart: false,
    hasCases: false,
    hasForeignElements: false,
  }
}

type ResultList = 'failures' | 'flaky' | 'rerun' | 'skipped' | 'warnings'

/** For each element of a result: the member of its test case that collects it. */
const LIST_OF_ELEMENT = new Map<string, ResultList>([
  ['failure', 'failures'],
  ['error', 'failures'],
  ['skipped', 'skipped'],
  ['warning', 'warnings'],
  ...DIALECTS.flatMap(({ retryElements = {} }) => Object.entries(retryElements)),
])
/** Elements of JUnit that nothing is read from. */
const IGNORED_ELEMENTS = ['properties', 'system-out', 'system-err', 'stackTrace']
const NOT_JUNIT = 'it is not JUnit XML: it holds no testcase, and elements that JUnit does not have'

/** Reads one report in JUnit XML into the tally. Elements of JUnit count wherever they stand, also inside other ones. */
export function createReportReader(options: ReportOptions, tally: Tally) {
  const state = createState(options, tally)
  const { elements, shortages } = state
  const reader = createXmlReader(
    {
      open: (name, attributes) => elements.push(openElement(state, name, attributes)),
      close: () => closeElement(state, elements.pop(), true),
      text: text => {
        const result = elements.findLast(each => each?.kind === 'result')
        if (result) result.text += text
      },
      comment: text => {
        if (elements.length > 1) return
        for (const { failedInComment } of DIALECTS) state.failedInComments += failedInComment?.(text) ?? 0
      },
    },
    options.clean,
  )
  return {
    /** The suites whose attributes count more than their elements show. Complete after `end`. */
    shortages,
    write: reader.write,
    end() {
      reader.end()
      if (!state.hasCases && state.hasForeignElements) throw new ReportError('malformed', NOT_JUNIT)
    },
    /** After an error: closes all open elements, so that no failure in them is lost. */
    closeAll() {
      while (elements.length > 0) closeElement(state, elements.pop(), false)
    },
  }
}

function openElement(state: ReportState, name: string, attributes: XmlAttributes): Element {
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
  const list = LIST_OF_ELEMENT.get(name)
  if (list) return addResult(openResult(name, attributes), list, suite, cases)
  if (name !== 'property') state.hasForeignElements ||= !IGNORED_ELEMENTS.includes(name)
  else if (cases.length === 0 && DIALECTS.some(row => row.repeatsAreTries?.(attributes['name'] ?? ''))) {
    // The one runner that writes such a property writes each try as a case, and counts errors apart from failures.
    suite.repeatsAreTries = true
    state.errorsCountApart = true
  }
  return null
}

/** Adds a result to its test case, or to the suite if it stands in none. A failure counts for all cases around it. */
function addResult(result: ResultElement, list: ResultList, suite: Suite, cases: readonly CaseElement[]) {
  if (list === 'skipped' || list === 'warnings') {
    cases.at(-1)?.[list].push(result)
    return result
  }
  suite.shown.failures++
  // Where a test is tried again, `tests=` may count each try.
  if (list !== 'failures') suite.shown.cases++
  if (cases.length === 0) suite.suiteFailures.push(result)
  for (const test of list === 'failures' ? cases : cases.slice(-1)) test[list].push(result)
  return result
}

/** @param isWhole false if the report broke off in the element */
function closeElement(state: ReportState, element: Element | undefined, isWhole: boolean): void {
  if (element?.kind === 'case' && state.suite) endCase(state, state.suite, element, isWhole)
  if (element?.kind === 'suite') endSuite(state, element, isWhole)
}

/** @param isWhole false if the report broke off in the case, which then counts only if it has failed */
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
  // Some runners forgive a failure by leaving it out of the suite's counts: the end of the suite decides.
  const mayBeForgiven = hasFailed && isWhole && state.testOutcome === 'success'
  if (mayBeForgiven && DIALECTS.some(row => row.forgivesUncounted?.(element))) suite.forgivable.push({ test, failures })
  else addTest(state, suite, test)
}

function addTest({ tally }: ReportState, suite: Suite, test: TestCase): void {
  if (test.failure) suite.shown.failedTests++
  addTry(tally, suite.tests, test)
}

/** Adds the tests that only the end of the suite decides on. Compares what the suite counts with what it shows. */
function endSuite(state: ReportState, suite: Suite, isWhole: boolean): void {
  const { tally, testOutcome, errorsCountApart, shortages, suitesLackingCases, failedInComments } = state
  const { counted, shown } = suite
  const areForgiven = isWhole && leavesOutForgivable(suite, errorsCountApart)
  for (const { test } of suite.forgivable) {
    addTest(state, suite, areForgiven ? { ...test, outcome: 'skipped', failures: 0, failure: null } : test)
  }
  const { failedTests } = shown
  for (const result of suite.suiteFailures) {
    const message = result.message || result.text
    // Some runners add a failure to the suite that only sums up those of its tests.
    if (DIALECTS.some(row => row.suiteFailureRepeatsTests?.(message, counted.errors, failedTests))) continue
    addTest(state, suite, testCaseOf({ ...openCase({}), failures: [result] }, suite, state))
  }
  endTests(tally, suite.tests, { repeatsAreTries: suite.repeatsAreTries, hasStepFailed: testOutcome === 'failure' })
  state.suite = suite.outer
  if (!isWhole) return
  shortages.push(...shortagesOfFailures(suite, errorsCountApart))
  addToOuterSuite(suite)
  if (missingCases(suite) > 0) suitesLackingCases.push(suite)
  if (suite.outer) return
  addSkipsOfRoot(suitesLackingCases, suite)
  shortages.push(...suitesLackingCases.flatMap(shortagesOfCases))
  const counts = `says in its closing comments that ${failedInComments} failed`
  if (failedInComments > shown.failedTests) shortages.push(shortageOf(suite, 'failures', counts, shown.failedTests))
}
