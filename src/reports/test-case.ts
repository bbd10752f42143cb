import { comparableFile, type FailedTest, type ReportedTest, type TestOutcome } from '../facts/test-report.ts'
import type { Clean } from '../text/secret.ts'
import { type CaseSigns, failsInDisguise, isForgiven, isNoTest } from './dialects.ts'
import { reasonOf, traceOf } from './failure.ts'
import type { XmlAttributes } from './xml.ts'

/** One `testcase` element, or a failure that stands directly in a suite. */
export interface TestCase extends ReportedTest, Pick<FailedTest, 'message' | 'trace' | 'line' | 'place' | 'isTest'> {
  /** Its own further tries failed, so another case of its name that passed does not make it good. */
  failedAgain: boolean
}

/** What a `failure`, `error` or `skipped` element says, or the element of a further try. */
export interface Said {
  kind: 'said'
  isError: boolean
  type: string
  message: string
  text: string
  file: string | null
  line: number | null
}

export interface CaseElement extends CaseSigns {
  kind: 'case'
  attributes: XmlAttributes
  skipped: Said | null
  warnings: Said[]
  failures: Said[]
  /** Tries before one that passed. */
  flaky: Said[]
  /** Further tries that failed. */
  rerun: Said[]
}

export function openCase(attributes: XmlAttributes): CaseElement {
  const { name = '', status = '', result = '' } = attributes
  const words = [status, result].map(each => each.trim().toLowerCase())
  return { kind: 'case', attributes, name, words, skipped: null, warnings: [], failures: [], flaky: [], rerun: [] }
}

export function openSaid(element: string, attributes: XmlAttributes): Said {
  const { type = '', message = '', file, line } = attributes
  const isError = element === 'error'
  return { kind: 'said', isError, type, message, text: '', file: file || null, line: lineOf(line) }
}

const SKIPPED_WORDS = ['notrun', 'disabled', 'ignored', 'skipped', 'pending']

/** The outcome of one test case: a failure beats everything, unless the test runner expected it. */
function outcomeOf(test: CaseElement, outcome: TestOutcome | null): Pick<TestCase, 'outcome' | 'flaky'> {
  const isFlaky = test.flaky.length > 0
  if (test.rerun.length > 0) return { outcome: 'failed', flaky: false }
  if (test.failures.length > 0) return { outcome: isForgiven(test) ? 'skipped' : 'failed', flaky: false }
  if (failsInDisguise(test, outcome)) return { outcome: 'failed', flaky: false }
  const isSkipped = test.skipped !== null || test.words.some(each => SKIPPED_WORDS.includes(each))
  // The last try that was no skip has failed.
  if (isSkipped && isFlaky) return { outcome: 'failed', flaky: false }
  return { outcome: isSkipped ? 'skipped' : 'passed', flaky: isFlaky }
}

/** The suite around a test case, as far as it says something about the case. */
export interface SuiteAround {
  /** Name of the outermost `testsuite`. */
  parent: string | null
  file: string | null
}

export interface ReadingOptions {
  /** Of the step that ran the tests; null if not named. */
  outcome: TestOutcome | null
  workspace: string
  clean: Clean
}

export function testCaseOf(test: CaseElement, around: SuiteAround, options: ReadingOptions): TestCase {
  const { name, attributes } = test
  const classname = attributes['classname'] || null
  const named = attributes['file'] || attributes['filepath'] || around.file
  const file = comparableFile(named, options.workspace)
  const identity = { name, classname, file, parent: around.parent }
  const verdict = { ...outcomeOf(test, options.outcome), failedAgain: test.rerun.length > 0 }
  if (verdict.outcome !== 'failed') return { ...identity, ...verdict, ...SAYS_NOTHING }
  const all = [...test.failures, ...test.flaky, ...test.rerun]
  const { message = '', text = '' } = all.find(saysAnything) ?? test.warnings[0] ?? test.skipped ?? {}
  const place = placeIn(named, lineOf(attributes['line']), all, classname)
  return {
    ...identity,
    ...verdict,
    isTest: name.trim() !== '' && !isNoTest(test),
    message: reasonOf({ message, text, name, classname }, options.clean),
    trace: traceOf(text, options.clean),
    line: place?.file === named ? (place?.line ?? null) : null,
    place,
  }
}

function saysAnything({ message, text }: Said): boolean {
  return message !== '' || text !== ''
}

const SAYS_NOTHING = { isTest: true, message: null, trace: null, line: null, place: null } as const

/** A failure directly in a suite: that of a set-up or a tear-down. */
export function setUpOf({ message, text, file, line }: Said, around: SuiteAround, options: ReadingOptions): TestCase {
  const identity = {
    name: '',
    classname: null,
    file: comparableFile(around.file, options.workspace),
    parent: around.parent,
  }
  return {
    ...identity,
    ...{ outcome: 'failed', flaky: false, failedAgain: false, isTest: false, line: null },
    message: reasonOf({ message, text, ...identity }, options.clean),
    trace: traceOf(text, options.clean),
    place: file === null ? null : { file, line },
  }
}

/** Where a failed test stands: by the test case, the failure, or a file or class that ends in `:<line>`. */
function placeIn(
  file: string | null,
  line: number | null,
  failures: readonly Said[],
  classname: string | null,
): FailedTest['place'] {
  if (file !== null && line !== null) return { file, line }
  const pointing = failures.find(each => each.line !== null && (each.file ?? file) !== null)
  if (pointing) return { file: pointing.file ?? file ?? '', line: pointing.line }
  for (const text of [file, classname]) {
    const [, start, end] = /^(.+?):(\d+)(?::\d+)?$/.exec(text ?? '') ?? []
    const number = lineOf(end)
    if (start !== undefined && number !== null) return { file: start, line: number }
  }
  const only = file ?? failures.find(each => each.file !== null)?.file ?? null
  return only === null ? null : { file: only, line: null }
}

function lineOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null
}
