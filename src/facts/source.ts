import type { Read } from './conditions.ts'
import type { PullRequest, QuarantinedTests, Queue, TestRun } from './facts.ts'
import type { Reading } from './reading.ts'

/**
 * Where the facts of a merge queue come from. Polling, gate and publishing know this and no source by name: what a
 * source can't say is null in its facts, and never a question of which source it is.
 *
 * Every failure is a reading; a source throws on cancellation alone.
 */
export interface FactSource {
  /** Its name in log and report. */
  readonly label: string
  /** The reads that it can answer. */
  readonly supports: readonly Read[]
  pullRequest(number: number, targetBranch: string, signal?: AbortSignal): Promise<Reading<PullRequest>>
  queue(targetBranch: string, signal?: AbortSignal): Promise<Reading<Queue>>
  testRun(id: string, targetBranch: string, signal?: AbortSignal): Promise<Reading<TestRun>>
  /** All of them; what was read before a failure is kept, and marked as partial. */
  quarantinedTests(organization: string, signal?: AbortSignal): Promise<Reading<QuarantinedTests>>
}
