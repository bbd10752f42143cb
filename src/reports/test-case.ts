import { comparableFile, type TestOutcome } from '../facts/test-report.ts'
import type { Clean } from '../text/outside.ts'
import { type CaseElement, DIALECTS, type ResultElement } from './dialects.ts'
import type { Suite } from './suite.ts'
import type { TestCase, TestFailure } from './tally.ts'
import { failureMessage, failureTrace, placeInReport } from './test-failure.ts'
import type { XmlAttributes } from './xml.ts'

export interface ReportOptions {
  /** An absolute path. */
  workspace: string
  /** Takes the tokens out of a text. */
  clean: Clean
  /** The outcome of the step that ran the tests; null if it is not given. */
  testOutcome: TestOutcome | null
  /** The path of the report, as messages show it. */
  report: string
}

/** A test case as its start tag describes it; results are added as they are read. */
export function openCase(attributes: XmlAttributes): CaseElement {
  const { name = '', status = '', result = '' } = attributes
  const statusWords = [status, result].map(each => each.trim().toLowerCase())
  return { kind: 'case', attributes, name, statusWords, skipped: [], warnings: [], failures: [], flaky: [], rerun: [] }
}

export function openResult(element: string, { type = '', message = '', file, line }: XmlAttributes): ResultElement {
  const isError = element === 'error'
  return { kind: 'result', isError, type, message, text: '', file: file || null, line: lineOf(line) }
}

export function testCaseOf(element: CaseElement, suite: Suite, options: ReportOptions): TestCase {
  const { name, attributes, flaky, rerun } = element
  const file = attributes['file'] || attributes['filepath'] || suite.file
  const outcome = outcomeOf(element, options.testOutcome)
  return {
    name,
    classname: attributes['classname'] || null,
    file: comparableFile(file, options.workspace),
    parent: suite.parent || null,
    outcome,
    flaky: outcome === 'passed' && flaky.length > 0,
    passes: outcome === 'passed' ? 1 : 0,
    failures: outcome === 'failed' ? 1 : 0,
    failedAgain: rerun.length > 0,
    failure: outcome === 'failed' ? failureOf(element, file, options) : null,
  }
}

const SKIPPED_WORDS = ['notrun', 'disabled', 'ignored', 'skipped', 'pending']

function outcomeOf(element: CaseElement, testOutcome: TestOutcome | null): TestCase['outcome'] {
  const { skipped, failures, flaky, rerun, statusWords } = element
  if (rerun.length > 0) return 'failed'
  // A runner may mark a failure as expected or allowed: then the test counts as skipped.
  if (failures.length > 0) return DIALECTS.some(row => row.forgives?.(element)) ? 'skipped' : 'failed'
  // Other signs of a failure are words of a status or a skip. So is a warning, unless the step of the tests succeeded.
  if (DIALECTS.some(row => row.failsWithoutElement?.(element, testOutcome))) return 'failed'
  const isSkipped = skipped.length > 0 || statusWords.some(each => SKIPPED_WORDS.includes(each))
  if (!isSkipped) return 'passed'
  // A `flaky` element in a skipped case means that an earlier try failed.
  return flaky.length > 0 ? 'failed' : 'skipped'
}

function failureOf(element: CaseElement, file: string | null, { clean, report }: ReportOptions): TestFailure {
  const { name, attributes, skipped, warnings } = element
  const classname = attributes['classname'] || null
  const failures = [...element.failures, ...element.flaky, ...element.rerun]
  const withWords = failures.find(({ message, text }) => message !== '' || text !== '')
  // In some dialects a warning or a skip means a failure: then its words are shown.
  const { message = '', text = '' }: Partial<ResultElement> = withWords ?? warnings[0] ?? skipped[0] ?? {}
  return {
    message: failureMessage({ message, text, name, classname }, clean),
    trace: failureTrace(text, clean),
    // Known at the end of the suite.
    hasPassedNamesake: false,
    isTest: name.trim() !== '' && !DIALECTS.some(row => row.isNoTest?.(element)),
    place: placeInReport({ file, classname, line: lineOf(attributes['line']) }, failures),
    report,
  }
}

function lineOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
