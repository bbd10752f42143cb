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

/** The outcome of one test case: a failure beats everything; else the last try that was no skip decides. */
export function outcomeOf(signs: CaseSigns): Pick<TestCase, 'outcome' | 'flaky'> {
  if (signs.failed || signs.rerun) return { outcome: 'failed', flaky: false }
  const isSkipped = signs.skipped || (signs.status !== '' && SKIPPED_STATUS.includes(signs.status.toLowerCase()))
  if (isSkipped) return { outcome: signs.flaky ? 'failed' : 'skipped', flaky: false }
  return { outcome: 'passed', flaky: signs.flaky }
}
