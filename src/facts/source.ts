import type * as z from 'zod/mini'
import type { Snapshot } from './context.ts'
import type { Facts, Read, Reading } from './facts.ts'
import type { SourceProfile } from './profile.ts'
import type * as schema from './schema/github.ts'

/**
 * A source of facts about a merge queue. `sources/create.ts` makes it; all other code knows only this interface and the
 * source's profile. A failed read is a reading, too: a source throws only on cancellation.
 */
export interface Source {
  profile: SourceProfile
  /**
   * Makes the reads of one poll, all at once. Facts that were not asked for, or that it can't give, are not there.
   *
   * @param signal aborts on cancellation, and with the reason `WaitOver` at the deadline of a wait: a read that is
   *   still open then counts as failed; the others keep their values
   */
  poll(question: Question, signal: AbortSignal): Promise<Facts>
  /**
   * Confirms that a merge group tests the pull request that the group's branch names. The reading is absent unless the
   * queue entry or the last removal of that pull request names this very commit. Called before the first poll.
   */
  confirmPullRequest?(
    claim: { sha: string; number: number },
    signal: AbortSignal,
  ): Promise<Reading<{ number: number; baseBranch: string }>>
  /** Called once, after the deciding poll. Makes those of the reads that this source can make. */
  explain(snapshot: Snapshot, reads: readonly ExplanationRead[], signal: AbortSignal): Promise<Explanation>
}

/** What one poll asks. A read whose subject is null is not made: without `targetBranch`, no queue is read. */
export interface Question {
  reads: readonly Read[]
  /** Of the pull request. */
  number: number | null
  targetBranch: string | null
  testRunId: string | null
  /** The organization or the test collection whose quarantined tests are listed. */
  quarantineListOwner: string | null
}

export type Blocker = z.output<typeof schema.blocker>
export type CheckState = z.output<typeof schema.checkState>
export type CheckElsewhere = z.output<typeof schema.checkElsewhere>
export type MissingCheck = z.output<typeof schema.missingCheck>
export type Requirement = z.output<typeof schema.requirement>

/** The facts that explain a verdict; no condition can see them. What was not asked for is not there. */
export type Explanation = z.output<typeof schema.explanation>

/** The reads for an explanation. `history`: how often and why the pull request left the queue, and what holds it up. */
export type ExplanationRead = 'history' | 'test-run' | 'checks' | 'requirements' | 'repository-owner'
