import type * as z from 'zod/mini'
import type { Read } from './conditions.ts'
import type { Snapshot } from './context.ts'
import type { CommitChecks, Facts, Removal, TestRun } from './facts.ts'
import type { SourceProfile } from './profile.ts'
import type { Reading } from './reading.ts'
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
   * @param signal aborts on cancellation, and with a {@link WaitOver} at the deadline of a wait: each read that is still
   *   open then counts as failed, and the others keep their values
   */
  poll(question: Question, signal: AbortSignal): Promise<Facts>
  /**
   * Whether a merge group is about the pull request that the name of its branch claims: absent unless that pull request's
   * entry, or its last removal, names this very commit. Asked before the first poll.
   */
  confirm?(
    claim: { sha: string; number: number },
    signal: AbortSignal,
  ): Promise<Reading<{ number: number; baseBranch: string }>>
  /**
   * Reads what explains a verdict, as far as this source can say it: once, after the deciding poll, so no condition rests
   * on it.
   */
  explain(snapshot: Snapshot, needs: readonly Need[], signal: AbortSignal): Promise<Explanation>
}

/** What one poll asks. A read without what it needs, such as a branch, is not made. */
export interface Question {
  reads: readonly Read[]
  number: number | null
  targetBranch: string | null
  testRunId: string | null
  /** The organization or collection of the quarantined tests; the profile names its input in `listedBy`. */
  list: string | null
}

export type Blocker = z.output<typeof schema.blocker>
export type CheckEnd = z.output<typeof schema.checkEnd>
export type SameCheck = z.output<typeof schema.sameCheck>
export type MissingCheck = z.output<typeof schema.missingCheck>
export type Requirement = z.output<typeof schema.requirement>

/**
 * The facts that explain a verdict. They are read once, after the deciding poll; no condition can see them. What was not
 * asked for is not there.
 */
export interface Explanation {
  /** How the pull request last left the queue. */
  removal?: Reading<Removal> | undefined
  /** How often it was removed without a merge, as far as the source lists it. */
  removalCount?: Reading<number> | undefined
  /** ISO 8601 time of the last push after it left the queue; empty if the push has no time. */
  pushedSince?: Reading<string> | undefined
  /** The test run of the pull request that the source names, where the deciding poll read none. */
  run?: Reading<TestRun> | undefined
  /** The checks of the test run's commit, where the source gives no outcomes. */
  checks?: Reading<CommitChecks> | undefined
  /** The required check that threw it out, and how it went elsewhere. */
  sameCheck?: Reading<SameCheck> | undefined
  /** The jobs beneath a required check that failed: those that did not pass, the failed ones first. */
  jobs?: Reading<CheckEnd[]> | undefined
  /** The pull requests in the queue that hold it up, the nearest first. */
  blockers?: Reading<Blocker[]> | undefined
  /** What GitHub still waits for before the pull request can enter the queue; empty if nothing is missing. */
  requirements?: Reading<Requirement[]> | undefined
  /** ISO 8601 time of the last push while it was in the queue; empty if the push has no time. */
  pushedInQueue?: Reading<string> | undefined
  /** The required checks that nothing has reported on the merge group, and why. */
  missing?: Reading<MissingCheck[]> | undefined
  /** The type of a rule of the branch that asks for checks in another way, such as `code_scanning`. */
  openRule?: Reading<string> | undefined
  /** The repository is that of a person, which can have no merge queue. */
  isPersonal?: Reading<boolean> | undefined
  /** Minutes after which the queue gives up on checks that were not reported. */
  timeoutMinutes?: Reading<number> | undefined
}

/** A part of the explanation, as a cause asks for it. */
export type Need = keyof Explanation
