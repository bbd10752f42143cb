import type { FailedTest, TestIdentity } from '../facts/test-report.ts'

/** One `testcase` element, its rerun elements put together with it. */
export interface TestCase extends TestIdentity, Pick<FailedTest, 'message' | 'trace' | 'line'> {
  outcome: 'passed' | 'failed' | 'skipped'
  /** It passed after a try that failed. */
  flaky: boolean
}

/** What the elements of a test case say, before they are put together. */
export interface CaseSigns {
  /** `failure` and `error` elements. */
  failed: boolean
  /** `flakyFailure` and `flakyError`: tries before one that passed. */
  flaky: boolean
  /** `rerunFailure` and `rerunError`: further tries that failed. */
  rerun: boolean
  /** `skipped` elements. */
  skipped: boolean
  /** The attribute, as it stands there. */
  status: string
}

const SKIPPED_STATUS = ['notrun', 'disabled', 'ignored']
/** Writers that say so add a `failure`, too; where it is lost, the word still counts. */
const FAILED_STATUS = ['fail', 'failed', 'failure', 'error', 'errored']

const PASSED = { outcome: 'passed', flaky: false } as const
const FLAKY = { outcome: 'passed', flaky: true } as const
const FAILED = { outcome: 'failed', flaky: false } as const
const SKIPPED = { outcome: 'skipped', flaky: false } as const

/** The outcome of one test case: a failure beats everything; else the last try that was no skip decides. */
export function outcomeOf(signs: CaseSigns): Pick<TestCase, 'outcome' | 'flaky'> {
  const status = signs.status.toLowerCase()
  if (signs.failed || signs.rerun || FAILED_STATUS.includes(status)) return FAILED
  if (signs.skipped || SKIPPED_STATUS.includes(status)) return signs.flaky ? FAILED : SKIPPED
  return signs.flaky ? FLAKY : PASSED
}
