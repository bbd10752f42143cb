import type { TestOutcome } from '../facts/test-report.ts'
import type { XmlAttributes } from './xml.ts'

/** A `failure`, `error`, `skipped` or `warning` element, or the element of a further try. */
export interface ResultElement {
  kind: 'result'
  isError: boolean
  type: string
  message: string
  text: string
  file: string | null
  line: number | null
}

export interface CaseElement {
  kind: 'case'
  attributes: XmlAttributes
  name: string
  /** Its attributes `status` and `result`, in lower case. */
  statusWords: string[]
  skipped: ResultElement[]
  warnings: ResultElement[]
  failures: ResultElement[]
  /** Failed tries before one that passed. */
  flaky: ResultElement[]
  /** Failed tries after one that failed. */
  rerun: ResultElement[]
}

interface Dialect {
  /** The test runner, and what it does. */
  quirk: string
  /** A report that shows it, in test/reports/fixtures. */
  fixture: string
  /** The runner expected the failure: the test counts as skipped. */
  forgives?: (test: CaseElement) => boolean
  /** Like `forgives`, if the suite does not count the failure, and the step that ran the tests succeeded. */
  forgivesUncounted?: (test: CaseElement) => boolean
  /** The test failed, although it holds no `failure` and no `error`. */
  failsWithoutElement?: (test: CaseElement, testOutcome: TestOutcome | null) => boolean
  /** A failed case that stands for code that did not load. */
  isNoTest?: (test: CaseElement) => boolean
  /** A failure directly in a suite only repeats the failures of its tests; `errors` is the suite's `errors=`. */
  suiteFailureRepeatsTests?: (message: string, errors: number | null, failedTests: number) => boolean
  /** For each element of a further try: the member of `CaseElement` that collects it. */
  retryElements?: Readonly<Record<string, 'flaky' | 'rerun'>>
  /** True if a suite with this property repeats a test's name for each try, and leaves errors out of `failures=`. */
  repeatsAreTries?: (property: string) => boolean
  /** `tests=` counts something else than test cases, in this element and in all suites in it. */
  countsNoCases?: (element: string, attributes: XmlAttributes) => boolean
  /** How many tests failed, by a comment at the end of the report. */
  failedInComment?: (comment: string) => number
}

const NOT_RUN =
  /Unable to find executable|Required Files Missing|Failed to change working directory|Insufficient resources|Missing Configuration/
const FAILED_TYPE = /(?:^|\.)(?:timeout|error|errored|failure|failed)$/i
const FAILED_WORD = /^(?:fail|failed|failure|error|errored|cancell?ed|stopped|timedout|timeout|broken)$/
const SIGNAL = /(?:\b|_)SIG[A-Z]{2,}/

/** Every quirk of a test runner that the reader knows. */
export const DIALECTS: readonly Dialect[] = [
  {
    quirk: 'Node marks a todo that failed as both skipped and failed',
    fixture: 'node-twins.xml',
    forgives: ({ skipped: [skip] }) => skip?.type === 'todo',
  },
  {
    quirk: 'Catch2 marks a failure that is allowed as both skipped and failed; a crash is not forgiven',
    fixture: 'catch2-crash.xml',
    forgives: ({ skipped: [skip], failures }) =>
      skip?.message.includes('tagged with !mayfail') === true &&
      !failures.some(({ isError, type, message, text }) => isError && SIGNAL.test(`${type} ${message} ${text}`)),
  },
  {
    quirk: 'karma marks a test that became pending after a failed expectation as both skipped and failed',
    fixture: 'karma.xml',
    forgivesUncounted: ({ skipped, rerun }) => skipped.length > 0 && rerun.length === 0,
  },
  {
    quirk: 'CTest writes a test that could not run as skipped',
    fixture: 'ctest.xml',
    failsWithoutElement: ({ statusWords: words, skipped: [skip] }) =>
      words.includes('notrun') && NOT_RUN.test(skip?.message ?? ''),
  },
  {
    quirk: 'eunit writes a test that timed out as skipped; vows does so with a test that threw an error',
    fixture: 'eunit.xml',
    failsWithoutElement: ({ skipped: [skip] }) => FAILED_TYPE.test(skip?.type ?? ''),
  },
  {
    quirk: 'Some runners name the outcome in an attribute alone',
    fixture: 'status-words.xml',
    failsWithoutElement: ({ statusWords: words }) => words.some(each => FAILED_WORD.test(each)),
  },
  {
    quirk: 'PHPUnit may fail on warnings, which have an element of their own',
    fixture: 'phpunit-warning.xml',
    failsWithoutElement: ({ warnings }, testOutcome) =>
      testOutcome !== 'success' && warnings.some(({ type }) => type.startsWith('PHPUnit')),
  },
  {
    quirk: 'pytest writes a module that did not load as a test',
    fixture: 'pytest/report.xml',
    isNoTest: ({ failures }) => failures.some(({ message }) => message === 'collection failure'),
  },
  {
    quirk: 'gotestsum writes a package that did not compile as a test',
    fixture: 'gotestsum-build.xml',
    isNoTest: ({ name, failures }) =>
      name === 'TestMain' && failures.some(({ message, text }) => `${message} ${text}`.includes('[build failed]')),
  },
  {
    quirk: 'TAP::Formatter::JUnit adds an error for the exit status of a file, which is the number of its failed tests',
    fixture: 'perl.xml',
    suiteFailureRepeatsTests: (message, errors, failedTests) =>
      errors === 1 && Number(/^Dubious, test returned (\d+)/.exec(message)?.[1]) === failedTests,
  },
  {
    quirk: 'Surefire and nextest write further tries into the test case',
    fixture: 'surefire.xml',
    retryElements: { flakyFailure: 'flaky', flakyError: 'flaky', rerunFailure: 'rerun', rerunError: 'rerun' },
  },
  {
    quirk: 'gotestsum can repeat failed tests, and `go test -count` all tests; neither marks the tries',
    fixture: 'gotestsum.xml',
    repeatsAreTries: property => property === 'go.version',
  },
  {
    quirk: 'pytest counts subtests',
    fixture: 'pytest-subtests.xml',
    countsNoCases: (element, { name }) => name === (element === 'testsuite' ? 'pytest' : 'pytest tests'),
  },
  {
    quirk: 'Catch2 counts assertions',
    fixture: 'catch2.xml',
    countsNoCases: (_, { hostname }) => hostname === 'tbd',
  },
  {
    quirk: 'doctest counts assertions',
    fixture: 'doctest.xml',
    countsNoCases: (_, attributes) => attributes['doctest_version'] !== undefined,
  },
  {
    quirk: 'Node ends a report with its counts; a failure in the body of a test with subtests shows nowhere else',
    fixture: 'node-body.xml',
    failedInComment: comment => Number(/^ (?:fail|cancelled) (\d{1,9}) $/.exec(comment)?.[1] ?? 0),
  },
]
