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
   * @param signal aborts on cancellation, and with a {@link WaitOver} at the deadline of a wait: each read that is still
   *   open then counts as failed, and the others keep their values
   */
  poll(question: Question, signal: AbortSignal): Promise<Facts>
  /**
   * Whether a merge group is about the pull request that the name of its branch claims: absent unless that pull request's
   * entry, or its last removal, names this very commit. Asked before the first poll.
   */
  confirmPullRequest?(
    claim: { sha: string; number: number },
    signal: AbortSignal,
  ): Promise<Reading<{ number: number; baseBranch: string }>>
  /** Reads what explains a verdict, as far as this source can say it: once, after the deciding poll. */
  explain(snapshot: Snapshot, needs: readonly ExplanationRead[], signal: AbortSignal): Promise<Explanation>
}

/** What one poll asks. A read without what it needs, such as a branch, is not made. */
export interface Question {
  reads: readonly Read[]
  number: number | null
  targetBranch: string | null
  testRunId: string | null
  /** The organization or collection of the quarantined tests; the profile names its input in `listOwnerInput`. */
  listOwner: string | null
}

export type Blocker = z.output<typeof schema.blocker>
export type CheckEnd = z.output<typeof schema.checkEnd>
export type CheckElsewhere = z.output<typeof schema.checkElsewhere>
export type MissingCheck = z.output<typeof schema.missingCheck>
export type Requirement = z.output<typeof schema.requirement>

/** The facts that explain a verdict; no condition can see them. What was not asked for is not there. */
export type Explanation = z.output<typeof schema.explanation>

/** What a cause asks for. The history tells how it left the queue, how often, and whom it waits for. */
export type ExplanationRead = 'history' | 'test-run' | 'checks' | 'requirements' | 'repository-owner'
