import type * as z from 'zod/mini'
import type * as schema from './schema/tests.ts'

export type TestIdentity = z.output<typeof schema.testIdentity>
export type ReportedTest = z.output<typeof schema.reportedTest>
export type ReportProblem = z.output<typeof schema.reportProblem>

/** A failed test as a report file may tell it: what it said stays where the runner masks it. */
export type LegFailure = z.output<typeof schema.failedTest>

export interface FailedTest extends LegFailure {
  /** First line of what it said, without terminal colours; null where it said nothing. Never leaves the runner's masking. */
  message: string | null
  /** The first lines of its trace, likewise. */
  trace: string | null
  /** Another test case of its suite bears the same name, and passed: a try of it, or another test. */
  alsoPassed: boolean
}

export interface TestReports extends Omit<z.output<typeof schema.testReports>, 'namesakes'> {
  failed: FailedTest[]
  flaky: TestIdentity[]
  /** The tests that did not fail, flaky ones included, each once; of a leg those that share the name of a failed one. */
  others: ReportedTest[]
}
