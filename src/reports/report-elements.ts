import type { Clean } from '../secret.ts'
import { messageOf, TEXT_LIMIT, traceOf } from './excerpt.ts'
import { type Counted, excessFailures, missingCases, readCounted, type Shown } from './suite-counts.ts'
import { type CaseSigns, outcomeOf, type TestCase } from './test-case.ts'
import { createXmlReader, type XmlAttributes, XmlError, type XmlPlace, type XmlReader } from './xml.ts'

/** What a report's elements come to, in the order of the file. */
export interface ReportHandler {
  /** A `testsuite`, or a `testsuites`: cases directly in one are as in a `testsuite`. */
  openSuite: () => void
  testCase: (test: TestCase) => void
  closeSuite: () => void
  /** A suite shows less than it counts. */
  shortage: (place: XmlPlace, message: string) => void
}

export interface ReportReader extends XmlReader {
  /** After an error: takes what was read as far as it goes, so that no failure is lost. */
  abandon: () => void
}

interface SuiteElement {
  kind: 'suite'
  /** Name of the outermost `testsuite`; undefined in `testsuites` only. */
  parent: string | null | undefined
  file: string | null
  counted: Counted | 'unreadable'
  shown: Shown
  place: XmlPlace
}

interface CaseElement extends CaseSigns {
  kind: 'case'
  attributes: XmlAttributes
  message: string
  text: string
}

/** `failure`, `error` and the like, inside of which texts count. */
interface SignElement {
  kind: 'sign'
  of: CaseElement
}

/** Characters of a text that are kept: more than are shown, so that a token that is cut in two is still known. */
const COLLECTED = 2 * TEXT_LIMIT

type Element = SuiteElement | CaseElement | SignElement | null

/** Reads the elements of JUnit XML; others may stand anywhere, and what is inside them counts. */
export function createReportReader(handler: ReportHandler, clean: Clean): ReportReader {
  const elements: Element[] = []
  /** The open ones, innermost last. */
  const suites: SuiteElement[] = []
  const cases: CaseElement[] = []

  const reader = createXmlReader({ open, close, text: addText }, clean)
  return {
    ...reader,
    abandon() {
      const failed = cases.filter(each => outcomeOf(each).outcome === 'failed')
      for (const open of failed.toReversed()) handler.testCase(testCaseOf(open))
      for (const _ of suites) handler.closeSuite()
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
        if (element) element.skipped = true
        return null
      }
      default:
        return null
    }
  }

  function openCase(attributes: XmlAttributes): CaseElement {
    const element = caseOf(attributes)
    cases.push(element)
    for (const suite of suites) suite.shown.cases++
    return element
  }

  function openSuite(attributes: XmlAttributes, isTestsuite: boolean): SuiteElement {
    const outer = suites.at(-1)
    const element: SuiteElement = {
      kind: 'suite',
      parent: outer?.parent !== undefined || !isTestsuite ? outer?.parent : attributes['name'] || null,
      file: attributes['file'] || attributes['filepath'] || outer?.file || null,
      counted: readCounted(attributes, isTestsuite),
      shown: { cases: 0, failures: 0, errors: 0 },
      place: reader.tagPlace(),
    }
    suites.push(element)
    handler.openSuite()
    return element
  }

  function openFailure(attributes: XmlAttributes, isError: boolean): Element {
    for (const suite of suites) {
      suite.shown.failures++
      if (isError) suite.shown.errors++
      if (cases.length === 0) suite.shown.cases++
    }
    // One that stands beside the cases (a set-up that failed) is a failed test without a name.
    const element = cases.at(-1) ?? caseOf({})
    for (const each of cases) each.failed = true
    element.failed = true
    return openSign(element, attributes)
  }

  function openRerun(attributes: XmlAttributes, isFlaky: boolean): Element {
    for (const suite of suites) {
      suite.shown.cases++
      suite.shown.failures++
    }
    const element = cases.at(-1)
    if (!element) return null
    if (isFlaky) element.flaky = true
    else element.rerun = true
    return openSign(element, attributes)
  }

  function openSign(element: CaseElement, attributes: XmlAttributes): SignElement {
    if (element.message === '' && element.text === '') {
      element.message = attributes['message']?.slice(0, COLLECTED) ?? ''
      reader.wantText(true)
    }
    return { kind: 'sign', of: element }
  }

  function addText(piece: string): void {
    const sign = elements.findLast(each => each?.kind === 'sign')
    if (sign) sign.of.text += piece.slice(0, Math.max(0, COLLECTED - sign.of.text.length))
  }

  function close(): void {
    const element = elements.pop()
    if (element?.kind === 'case') closeCase(element)
    else if (element?.kind === 'suite') closeSuite(element)
    else if (element?.kind === 'sign') {
      reader.wantText(false)
      if (!cases.includes(element.of)) handler.testCase(testCaseOf(element.of))
    }
  }

  function closeCase(element: CaseElement): void {
    cases.pop()
    handler.testCase(testCaseOf(element))
  }

  function closeSuite(suite: SuiteElement): void {
    suites.pop()
    handler.closeSuite()
    const { counted, shown, place } = suite
    if (counted === 'unreadable') {
      handler.shortage(place, 'a count of tests, failures or errors is not a number')
      return
    }
    const failures = excessFailures(counted, shown)
    if (failures !== null) {
      handler.shortage(place, `it counts ${failures} failures and errors and shows ${shown.failures}`)
    }
    const missing = missingCases(counted, shown)
    if (missing > 0) {
      handler.shortage(place, `the suite counts ${counted.tests} tests and shows ${shown.cases}`)
    }
  }

  function testCaseOf(element: CaseElement): TestCase {
    const { attributes, message, text } = element
    const suite = suites.at(-1)
    const { outcome, flaky } = outcomeOf(element)
    const says = outcome === 'failed'
    return {
      name: attributes['name'] ?? '',
      classname: attributes['classname'] || null,
      file: attributes['file'] || attributes['filepath'] || suite?.file || null,
      parent: suite?.parent ?? null,
      outcome,
      flaky,
      message: says ? messageOf(message, text, clean) : null,
      trace: says ? traceOf(text, clean) : null,
      line: lineOf(attributes['line']),
    }
  }
}

function caseOf(attributes: XmlAttributes): CaseElement {
  const status = attributes['status'] ?? ''
  return {
    kind: 'case',
    attributes,
    failed: false,
    flaky: false,
    rerun: false,
    skipped: false,
    status,
    message: '',
    text: '',
  }
}

function lineOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
