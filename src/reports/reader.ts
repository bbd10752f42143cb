import { failedByComment, marksRetries, RETRIES } from './dialects.ts'
import {
  closeSuite,
  createState,
  endCase,
  endTests,
  openFailure,
  openSuite,
  type ReportOptions,
  type ReportState,
} from './elements.ts'
import { openCase, openSaid } from './test-case.ts'
import { createXmlReader, malformedAt, ReportError, type XmlAttributes, type XmlPlace, type XmlReader } from './xml.ts'

export interface ReportReader extends XmlReader {
  /** After an error: takes in the part that was read, so that no failure is lost. */
  abandon: () => void
}

/** Elements of JUnit that nothing is read from. */
const PLAIN = ['properties', 'system-out', 'system-err', 'stackTrace']
const NOT_JUNIT = 'it is not JUnit XML: it holds no testcase, and elements that JUnit does not have'

/** Reads the elements of JUnit XML. Other elements may stand anywhere, and JUnit elements inside them count. */
export function createReportReader(options: ReportOptions): ReportReader {
  const state = createState(options)
  const reader = createXmlReader(
    {
      open: (name, attributes, place) => open(state, name, attributes, place),
      close: () => close(state),
      text: text => addText(state, text),
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

function elementOf(
  state: ReportState,
  name: string,
  attributes: XmlAttributes,
  place: XmlPlace,
): ReportState['elements'][number] {
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

function addText({ elements }: ReportState, text: string): void {
  const said = elements.findLast(each => each?.kind === 'said')
  if (said) said.text += text
}

function close(state: ReportState): void {
  const element = state.elements.pop()
  if (element?.kind === 'case') endCase(state, element, true)
  else if (element?.kind === 'suite') closeSuite(state, element)
}
