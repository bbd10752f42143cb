import { comparableFile, comparableParent } from '../facts/test-report.ts'
import type { Clean } from '../text/secret.ts'
import { openCounts, type Shortage, type SuiteCounts, shortageOf } from './counts.ts'
import { messageOf, TEXT_LIMIT, traceOf } from './excerpt.ts'
import { ReportError } from './report-file.ts'
import { addTry, endSuite, fullness, type SuiteOfTests, type Tally } from './tally.ts'
import { type CaseSigns, outcomeOf, SIGNAL, type TestCase } from './test-case.ts'
import { createXmlReader, type XmlAttributes, XmlError, type XmlReader } from './xml.ts'

/** Collects the tests of a report. */
export interface ReportSink {
  tally: Tally
  /** The shown path of the report. */
  report: string
  /** The step that ran the tests failed. */
  stepFailed: boolean
  /** Called for a suite that shows fewer tests or failures than it counts. */
  shortage: (shortage: Shortage) => void
}

export interface ReportReader extends XmlReader {
  /** After an error: takes in the part that was read, so that no failure is lost. */
  abandon: () => void
}

interface SuiteElement extends SuiteOfTests {
  kind: 'suite'
  /** Name of the outermost `testsuite`; undefined outside every `testsuite`. */
  parent: string | null | undefined
  file: string | null
  counts: SuiteCounts
  /** A test in it failed, and the failure was not forgiven. */
  hasFailed: boolean
}

interface CaseElement extends CaseSigns {
  kind: 'case'
  attributes: XmlAttributes
  message: string
  text: string
  /** `failure` and `error` elements in it. */
  failures: number
}

/** A `failure`, `error` or rerun element, whose text says why the test failed. */
interface SignElement {
  kind: 'sign'
  of: CaseElement
  isError: boolean
  message: string
  text: string
}

/**
 * Characters of a text that are kept: more than are shown, so that a token across the end of the shown part is
 * recognized.
 */
const COLLECTED = 2 * TEXT_LIMIT

type Element = SuiteElement | CaseElement | SignElement | null

/** Reads the elements of JUnit XML. Other elements may stand anywhere, and JUnit elements inside them count. */
export function createReportReader(
  { tally, report, stepFailed, shortage }: ReportSink,
  { workspace, clean }: { workspace: string; clean: Clean },
): ReportReader {
  const elements: Element[] = []
  /** The open suites, innermost last. */
  const suites: SuiteElement[] = []
  const cases: CaseElement[] = []
  const failed = { shown: 0, suites: 0, counted: 0 }

  const reader = createXmlReader({ open, close, text: addText, comment }, clean)
  return {
    ...reader,
    abandon() {
      const broken = cases.filter(each => outcomeOf(each).outcome === 'failed')
      for (const open of broken.toReversed()) takeIn(testCaseOf(open))
      for (const suite of suites.toReversed()) endSuite(tally, suite, stepFailed)
    },
  }

  function open(name: string, attributes: XmlAttributes): void {
    if (elements.length === 0 && name !== 'testsuites' && name !== 'testsuite') {
      throw new XmlError('the root element is neither testsuites nor testsuite', reader.tagPlace())
    }
    elements.push(elementOf(name, attributes))
  }

  function elementOf(name: string, attributes: XmlAttributes): Element {
    switch (name) {
      case 'testcase':
        return openCase(attributes)
      case 'testsuite':
      case 'testsuites':
        return openSuite(attributes, name === 'testsuite')
      case 'failure':
      case 'error':
        return openFailure(attributes, name === 'error')
      case 'flakyFailure':
      case 'flakyError':
      case 'rerunFailure':
      case 'rerunError':
        return openRerun(attributes, name.startsWith('flaky'))
      case 'skipped': {
        const element = cases.at(-1)
        const { type = '', message = '' } = attributes
        if (element) element.skipped ??= { type, message }
        break
      }
      case 'property': {
        const suite = suites.at(-1)
        // gotestsum runs failed tests again, and go test runs tests several times (-count).
        if (suite && cases.length === 0 && attributes['name'] === 'go.version') suite.marksRetries = true
        break
      }
    }
    return null
  }

  /** Node's test runner ends a report with comments that hold its counts. */
  function comment(text: string): void {
    const count = /^ (?:fail|cancelled) (\d{1,9}) $/.exec(text)?.[1] ?? 0
    if (elements.length === 1) failed.counted += Number(count)
  }

  function openCase(attributes: XmlAttributes): CaseElement {
    const element = caseOf(attributes)
    cases.push(element)
    for (const { counts } of suites) counts.shown.cases++
    return element
  }

  function openSuite(attributes: XmlAttributes, isTestsuite: boolean): SuiteElement {
    const outer = suites.at(-1)
    const element: SuiteElement = {
      kind: 'suite',
      parent:
        outer?.parent !== undefined || !isTestsuite ? outer?.parent : comparableParent(attributes['name'] ?? null),
      file: attributes['file'] || attributes['filepath'] || outer?.file || null,
      counts: openCounts(attributes, isTestsuite, outer?.counts ?? null, reader.tagPlace()),
      tests: new Map(),
      marksRetries: false,
      hasFailed: false,
    }
    suites.push(element)
    return element
  }

  function openFailure(attributes: XmlAttributes, isError: boolean): Element {
    for (const { counts } of suites) {
      counts.shown.failures++
      if (cases.length === 0) counts.shown.cases++
    }
    // A failure outside the test cases, such as that of a set-up, is a failed test without a name.
    const element = cases.at(-1) ?? caseOf({})
    for (const each of cases) each.failed = true
    element.failed = true
    element.failures++
    return openSign(element, attributes, isError)
  }

  function openRerun(attributes: XmlAttributes, isFlaky: boolean): Element {
    for (const { counts } of suites) {
      counts.shown.cases++
      counts.shown.failures++
    }
    // Outside the test cases, nothing says that a try passed in the end.
    const element = cases.at(-1) ?? { ...caseOf({}), rerun: true }
    if (isFlaky) element.flaky = true
    else element.rerun = true
    return openSign(element, attributes, false)
  }

  function openSign(of: CaseElement, attributes: XmlAttributes, isError: boolean): SignElement {
    const { type = '', message = '' } = attributes
    if (isError && SIGNAL.test(`${type} ${message}`)) of.signal = true
    return { kind: 'sign', of, isError, message, text: '' }
  }

  function addText(piece: string): void {
    const sign = elements.findLast(each => each?.kind === 'sign')
    if (!sign) return
    const room = COLLECTED - sign.text.length
    // The part that is cut off could name a signal.
    if (sign.isError && piece.length > room) sign.of.signal = true
    sign.text += piece.slice(0, room)
  }

  function close(): void {
    const element = elements.pop()
    if (element?.kind === 'case') {
      cases.pop()
      endCase(element)
    } else if (element?.kind === 'suite') closeSuite(element)
    else if (element?.kind === 'sign') closeSign(element)
  }

  function closeSign({ of, isError, message, text }: SignElement): void {
    if (isError && SIGNAL.test(text)) of.signal = true
    if (of.message === '' && of.text === '') {
      of.message = message
      of.text = text
    }
    if (!cases.includes(of)) endCase(of)
  }

  function endCase(element: CaseElement): void {
    const test = testCaseOf(element)
    if (element.skipped || test.outcome === 'skipped') for (const { counts } of suites) counts.shown.skipped++
    if (test.outcome === 'failed') {
      failed.shown += Math.max(1, element.failures)
      for (const suite of suites) suite.hasFailed = true
    }
    const full = fullness(tally)
    if (full !== null) throw new ReportError('truncated', full)
    takeIn(test)
  }

  function takeIn(test: TestCase): void {
    const suite = suites.at(-1)
    if (suite) addTry(tally, suite.tests, test, report)
  }

  function closeSuite(suite: SuiteElement): void {
    const { counts, hasFailed } = suite
    suites.pop()
    endSuite(tally, suite, stepFailed)
    if (hasFailed && suites.length > 0) failed.suites++
    const short = shortageOf(counts)
    if (short) shortage(short)
    if (suites.length > 0) return
    // Node also counts a test whose subtests failed, which is a suite in the report.
    const most = failed.shown + failed.suites
    if (failed.counted > most) {
      const message = `the last comments say ${failed.counted} failed tests, the file holds at most ${most}`
      shortage({ place: counts.place, message, isOfCases: false })
    }
  }

  function testCaseOf(element: CaseElement): TestCase {
    const { attributes, message, text } = element
    const { file = null, parent = null }: Partial<SuiteElement> = suites.at(-1) ?? {}
    const { outcome, flaky } = outcomeOf(element)
    const says = outcome === 'failed'
    return {
      name: attributes['name'] ?? '',
      classname: attributes['classname'] || null,
      file: comparableFile(attributes['file'] || attributes['filepath'] || file, workspace),
      parent,
      outcome,
      flaky,
      failedAgain: element.rerun,
      message: says ? messageOf(message, text, clean) : null,
      trace: says ? traceOf(text, clean) : null,
      line: lineOf(attributes['line']),
    }
  }
}

function caseOf(attributes: XmlAttributes): CaseElement {
  return {
    kind: 'case',
    attributes,
    failed: false,
    signal: false,
    failures: 0,
    flaky: false,
    rerun: false,
    skipped: null,
    status: attributes['status']?.toLowerCase() ?? '',
    message: '',
    text: '',
  }
}

function lineOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
