/** What a test is told apart by: the members that a test report and the list of quarantined tests share. */
export interface TestIdentity {
  /** Empty where the report gives none; such a test is never excused and never a repeat. */
  name: string
  classname: string | null
  file: string | null
  /** Name of the outermost `testsuite` that holds the test case. */
  parent: string | null
}

/** A test of the reports with what it came to: tries put together, equal tests of several suites by their worst outcome. */
export interface ReportedTest extends TestIdentity {
  outcome: 'passed' | 'failed' | 'skipped'
  /** It passed after a try that failed. */
  flaky: boolean
}

/** A test that failed in the end. */
export interface FailedTest extends TestIdentity {
  /** First line of what it said, without terminal colours; null where it said nothing. Never leaves the runner's masking. */
  message: string | null
  /** The first lines of its trace, likewise. */
  trace: string | null
  /** Where the report says that it stands in {@link TestIdentity.file}, from 1. */
  line: number | null
  /** The report that it is from, relative to the workspace. */
  report: string
}

/** Why the reports can't be trusted whole, told by file, line and column, and never by content. */
export interface ReportProblem {
  /**
   * `missing`: a glob matched nothing. `empty`: no test in any report. `malformed`: not a well-formed test report.
   * `truncated`: fewer cases, or fewer failures, than a suite counts. `outside`: a link leads out of the workspace.
   */
  kind: 'missing' | 'empty' | 'malformed' | 'truncated' | 'outside'
  /** One line that names the file (or the glob), line and column where they are known, and what is wrong. */
  message: string
}

/** Everything that the test reports of one job say. */
export interface TestReports {
  /** Relative to the workspace, each once. */
  files: string[]
  /** Tests, each once. `ran`: were not skipped, so `passed + failed`; `flaky` ones are among `passed`. */
  counts: { ran: number; passed: number; failed: number; skipped: number; flaky: number }
  failed: FailedTest[]
  flaky: TestIdentity[]
  /** The tests that did not fail and bear the name of a failed or a quarantined one, each once. */
  namesakes: ReportedTest[]
  /** Whether all reports together hold only one parent, which then tells nothing apart. */
  singleParent: boolean
  problems: ReportProblem[]
}
