import type { FailedTest, ReportedTest } from '../facts/test-report.ts'

/** One `testcase` element, together with its rerun elements. */
export interface TestCase extends ReportedTest, Pick<FailedTest, 'message' | 'trace' | 'line'> {
  /** Its own rerun elements failed, so another case of its name that passed does not make it good. */
  failedAgain: boolean
}

/** What the elements of a test case say; {@link outcomeOf} puts it together. */
export interface CaseSigns {
  failed: boolean
  /** An `error` names a signal, or its text is too long to be searched whole. */
  signal: boolean
  /** `flakyFailure` and `flakyError`: tries before one that passed. */
  flaky: boolean
  /** `rerunFailure` and `rerunError`: further tries that failed. */
  rerun: boolean
  /** Of the `skipped` element; null if there is none. */
  skipped: { type: string; message: string } | null
  /** In lower case. */
  status: string
}

const SKIPPED_STATUS = ['notrun', 'disabled', 'ignored', 'skipped', 'pending']
/** CTest's reasons for a test that could not run and is reported as skipped. A failed fixture is reported by itself. */
const NOT_RUN = [
  'Unable to find executable',
  'Required Files Missing',
  'Failed to change working directory',
  'Insufficient resources',
  'Missing Configuration',
]
/** Test tools that write such a word add a `failure`, too; if the element is lost, the word still counts. */
const FAILED_STATUS = ['fail', 'failed', 'failure', 'error', 'errored']
export const SIGNAL = /(?:\b|_)SIG[A-Z]{2,}/

const PASSED = { outcome: 'passed', flaky: false } as const
const FLAKY = { outcome: 'passed', flaky: true } as const
const FAILED = { outcome: 'failed', flaky: false } as const
const SKIPPED = { outcome: 'skipped', flaky: false } as const

/** The outcome of one test case: a failure beats everything, unless the test tool expected and forgave it. */
export function outcomeOf(signs: CaseSigns): Pick<TestCase, 'outcome' | 'flaky'> {
  const { status } = signs
  if (signs.rerun || couldNotRun(signs)) return FAILED
  if (isForgiven(signs)) return SKIPPED
  if (signs.failed || FAILED_STATUS.includes(status)) return FAILED
  if (signs.skipped || SKIPPED_STATUS.includes(status)) return signs.flaky ? FAILED : SKIPPED
  return signs.flaky ? FLAKY : PASSED
}

/** Node's `todo` and Catch2's `!mayfail`: a failure of such a test was expected, a crash was not. */
function isForgiven({ skipped, signal }: CaseSigns): boolean {
  if (skipped?.type === 'todo') return true
  return skipped?.message === 'TEST_CASE tagged with !mayfail' && !signal
}

/** True if CTest could not run the test, and therefore ends with an error. */
function couldNotRun({ skipped, status }: CaseSigns): boolean {
  return status === 'notrun' && NOT_RUN.some(why => skipped?.message.includes(why))
}
