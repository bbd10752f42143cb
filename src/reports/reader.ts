import { comparableParent } from '../facts/test-report.ts'
import {
  failuresCounted,
  lacksCases,
  openCounts,
  type Shortage,
  type SuiteCounts,
  shortageByComments,
  shortageOfFailures,
  shortagesOfCases,
} from './counts.ts'
import { failedByComment, isForgivenUncounted, marksRetries, RETRIES, repeatsTests } from './dialects.ts'
import { addTry, endSuite, isFull, type SuiteOfTests, type Tally } from './tally.ts'
import {
  type CaseElement,
  openCase,
  openSaid,
  type ReadingOptions,
  type Said,
  type SuiteAround,
  setUpOf,
  type TestCase,
  testCaseOf,
} from './test-case.ts'
import { createXmlReader, malformedAt, ReportError, type XmlAttributes, type XmlPlace, type XmlReader } from './xml.ts'

interface ReportReader extends XmlReader {
  /** After an error: takes in the part that was read, so that no failure is lost. */
  abandon: () => void
}

/** Elements of JUnit that nothing is read from. */
const PLAIN = ['properties', 'system-out', 'system-err', 'stackTrace']
const NOT_JUNIT = 'it is not JUnit XML: it holds no testcase, and elements that JUnit does not have'

/** Reads the elements of JUnit XML. Other elements may stand anywhere, and JUnit elements inside them count. */
export function createReportReader(options: ReportOptions): ReportReader {
  const state: ReportState = {
    ...options,
    ...{ elements: [], suites: [], cases: [], lacking: [], hasCases: false, hasStrangers: false },
    failed: { tests: 0, suites: 0, byComments: 0 },
  }
  const reader = createXmlReader(
    {
      open: (name, attributes, place) => open(state, name, attributes, place),
      close: () => close(state),
      text: text => {
        const said = state.elements.findLast(each => each?.kind === 'said')
        if (said) said.text += text
      },
      comment: text => {
        if (state.elements.length === 1) state.failed.byComments += failedByComment(text)
      },
    },
    options.clean,
  )
  return {
    write: reader.write,
    end() {
      reader.end()
      if (state.hasCases || !state.hasStrangers) return
      throw new ReportError('malformed', NOT_JUNIT)
    },
    abandon() {
      while (state.elements.length > 0) {
        const element = state.elements.pop()
        if (element?.kind === 'case') endCase(state, element, false)
        else if (element?.kind === 'suite') endTests(state, element, false)
      }
    },
  }
}

function open(state: ReportState, name: string, attributes: XmlAttributes, place: XmlPlace): void {
  if (state.elements.length === 0 && name !== 'testsuites' && name !== 'testsuite') {
    throw malformedAt(place, 'the root element is neither testsuites nor testsuite')
  }
  state.elements.push(elementOf(state, name, attributes, place))
}

function elementOf(state: ReportState, name: string, attributes: XmlAttributes, place: XmlPlace): Element {
  const test = state.cases.at(-1)
  const suite = state.suites.at(-1)
  switch (name) {
    case 'testsuite':
    case 'testsuites':
      return openSuite(state, name, attributes, place)
    case 'testcase': {
      const element = openCase(attributes)
      state.cases.push(element)
      state.hasCases = true
      for (const { counts } of state.suites) counts.shown.cases++
      return element
    }
    case 'failure':
    case 'error':
      return openFailure(state, name, attributes)
    case 'skipped':
    case 'warning': {
      const element = openSaid(name, attributes)
      if (name === 'warning') test?.warnings.push(element)
      else if (test) test.skipped ??= element
      return element
    }
    case 'property':
      if (suite && !test && marksRetries(attributes['name'] ?? '')) {
        suite.marksRetries = true
        for (const { counts } of state.suites) counts.countsApart = true
      }
      return null
    default:
      if (RETRIES.has(name)) return openFailure(state, name, attributes)
      state.hasStrangers ||= !PLAIN.includes(name)
      return null
  }
}

function close(state: ReportState): void {
  const element = state.elements.pop()
  if (element?.kind === 'case') endCase(state, element, true)
  else if (element?.kind === 'suite') closeSuite(state, element)
}

interface ReportOptions extends ReadingOptions {
  tally: Tally
  /** The shown path of the report. */
  report: string
  /** Called for counts that are above what is shown. */
  short: (shortage: Shortage) => void
}

interface SuiteElement extends SuiteOfTests, SuiteAround {
  kind: 'suite'
  /** It is a `testsuite`, or stands in one: the outermost one names the parent. */
  hasParent: boolean
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

type Element = SuiteElement | CaseElement | Said | null

/** What is open at a place of a report, and what has been found so far. */
interface ReportState extends ReportOptions {
  elements: Element[]
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

function openSuite(state: ReportState, name: string, attributes: XmlAttributes, place: XmlPlace): SuiteElement {
  const outer = state.suites.at(-1)
  const isOutermost = !outer?.hasParent && name === 'testsuite'
  const element: SuiteElement = {
    kind: 'suite',
    hasParent: outer?.hasParent || isOutermost,
    parent: isOutermost ? comparableParent(attributes['name'] ?? null) : (outer?.parent ?? null),
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

function openFailure({ suites, cases }: ReportState, name: string, attributes: XmlAttributes): Said {
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

/** @param isWhole false if the report broke off in it: then it counts only if it has failed */
function endCase(state: ReportState, element: CaseElement, isWhole: boolean): void {
  const { cases, suites, tally, outcome } = state
  const suite = suites.at(-1)
  cases.pop()
  if (!suite) return
  if (isWhole && isFull(tally)) throw new ReportError('truncated', 'it holds too many tests; the rest is not read')
  const test = testCaseOf(element, suite, state)
  const failures = element.failures.length + element.flaky.length + element.rerun.length
  const hasFailed = test.outcome === 'failed'
  if (!isWhole && !hasFailed) return
  for (const { counts } of suites) {
    if (element.skipped || test.outcome === 'skipped') counts.shown.skipped++
    if (hasFailed && failures === 0) counts.shown.failed++
  }
  const waits = hasFailed && isWhole && outcome === 'success' && isForgivenUncounted(element)
  if (waits) suite.uncounted.push({ test, failures })
  else takeIn(state, suite, test, failures)
}

function takeIn(state: ReportState, suite: SuiteElement, test: TestCase, failures: number): void {
  const { tally, report, suites, failed } = state
  if (test.outcome === 'failed') {
    failed.tests += Math.max(1, failures)
    for (const each of suites) each.hasFailed = true
    if (test.isTest) suite.failedTests++
  }
  addTry(tally, suite.tests, test, report)
}

/** Takes in what only the end of a suite decides. */
function endTests(state: ReportState, suite: SuiteElement, isWhole: boolean): void {
  const { suites, tally, outcome, failed } = state
  const { counts, uncounted, setUps } = suite
  const left = counts.shown.failed - uncounted.reduce((sum, { failures }) => sum + failures, 0)
  const isUncounted = isWhole && counts.counted.failures !== null && failuresCounted(counts, left) <= left
  for (const { test, failures } of uncounted) {
    takeIn(state, suite, isUncounted ? { ...test, outcome: 'skipped' } : test, failures)
  }
  const signs = { errors: counts.counted.errors, failedTests: suite.failedTests }
  for (const each of setUps) {
    if (!repeatsTests(each.message || each.text, signs)) takeIn(state, suite, setUpOf(each, suite, state), 1)
  }
  endSuite(tally, suite, outcome)
  suites.pop()
  if (suite.hasFailed && suites.length > 0) failed.suites++
}

function closeSuite(state: ReportState, suite: SuiteElement): void {
  endTests(state, suite, true)
  const { counts } = suite
  const short = shortageOfFailures(counts)
  if (short) state.short(short)
  if (lacksCases(counts)) state.lacking.push(counts)
  if (state.suites.length > 0) return
  for (const each of shortagesOfCases(state.lacking, counts)) state.short(each)
  const { tests, suites, byComments } = state.failed
  if (byComments > tests + suites) state.short(shortageByComments(counts, byComments, tests + suites))
}
