import type { CommitChecks, Removal, TestRun } from './facts.ts'
import type { Reading } from './reading.ts'

/**
 * The facts that explain a verdict. They are read once, after the deciding poll; no condition can see them. What was not
 * asked for is not there.
 */
export interface Explanation {
  /** How the pull request last left the queue. */
  removal?: Reading<Removal> | undefined
  /** The last test run of a pull request that is out, where the deciding poll read none. */
  run?: Reading<TestRun> | undefined
  /** The checks of the test run's commit, where the source gives no outcomes. */
  checks?: Reading<CommitChecks> | undefined
}

/** A part of the explanation, as a cause asks for it. */
export type Need = keyof Explanation
