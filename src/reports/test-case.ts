import { comparableFile, type TestOutcome } from '../facts/test-report.ts'
import type { Clean } from '../text/outside.ts'
import { type CaseElement, DIALECTS, type Said } from './dialects.ts'
import { placeInReport, reasonOf, traceOf } from './failure.ts'
import type { Suite } from './suite.ts'
import type { Failure, TestCase } from './tally.ts'
import type { XmlAttributes } from './xml.ts'

export interface ReadingOptions {
  /** Absolute; relative globs start here. */
  workspace: string
  clean: Clean
  /** Of the step that ran the tests; null if not given. */
  testOutcome: TestOutcome | null
  /** The shown path of the report. */
  report: string
}

export function openCase(attributes: XmlAttributes): CaseElement {
  const { name = '', status = '', result = '' } = attributes
  const words = [status, result].map(each => each.trim().toLowerCase())
  return { kind: 'case', attributes, name, words, skipped: [], warnings: [], failures: [], flaky: [], rerun: [] }
}

/** What an element says of its test case, or of its suite. */
export function openSaid(element: string, { type = '', message = '', file, line }: XmlAttributes): Said {
  const isError = element === 'error'
  return { kind: 'said', isError, type, message, text: '', file: file || null, line: lineOf(line) }
}

export function testCaseOf(test: CaseElement, suite: Suite, options: ReadingOptions): TestCase {
  const { name, attributes, flaky, rerun } = test
  const classname = attributes['classname'] || null
  const named = attributes['file'] || attributes['filepath'] || suite.file
  const outcome = outcomeOf(test, options.testOutcome)
  return {
    name,
    classname,
    file: comparableFile(named, options.workspace),
    parent: suite.parent || null,
    outcome,
    flaky: outcome === 'passed' && flaky.length > 0,
    passes: outcome === 'passed' ? 1 : 0,
    failures: outcome === 'failed' ? 1 : 0,
    failedLast: rerun.length > 0,
    failure: outcome === 'failed' ? failureOf(test, { classname, file: named }, options) : null,
  }
}

const SKIPPED_WORDS = ['notrun', 'disabled', 'ignored', 'skipped', 'pending']

/** A failure beats everything, unless the test runner expected it. */
function outcomeOf(test: CaseElement, testOutcome: TestOutcome | null): TestCase['outcome'] {
  if (test.rerun.length > 0) return 'failed'
  if (test.failures.length > 0) return DIALECTS.some(row => row.forgives?.(test)) ? 'skipped' : 'failed'
  if (DIALECTS.some(row => row.fails?.(test, testOutcome))) return 'failed'
  const isSkipped = test.skipped.length > 0 || test.words.some(each => SKIPPED_WORDS.includes(each))
  if (!isSkipped) return 'passed'
  // The last try that was no skip has failed.
  return test.flaky.length > 0 ? 'failed' : 'skipped'
}

/** @param named the class, and the file as the report names it */
function failureOf(
  test: CaseElement,
  named: { classname: string | null; file: string | null },
  { clean, report }: ReadingOptions,
): Failure {
  const { name, attributes } = test
  const failures = [...test.failures, ...test.flaky, ...test.rerun]
  const says = failures.find(({ message, text }) => message !== '' || text !== '')
  const { message = '', text = '' }: Partial<Said> = says ?? test.warnings[0] ?? test.skipped[0] ?? {}
  const place = placeInReport({ ...named, line: lineOf(attributes['line']) }, failures)
  return {
    message: reasonOf({ message, text, name, classname: named.classname }, clean),
    trace: traceOf(text, clean),
    hasPassedNamesake: false,
    isTest: name.trim() !== '' && !DIALECTS.some(row => row.isNoTest?.(test)),
    place,
    report,
  }
}

function lineOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
