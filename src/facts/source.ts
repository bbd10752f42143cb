import type { Read } from './conditions.ts'
import type { Explanation, Need } from './explanation.ts'
import type { Facts } from './facts.ts'
import type { SourceProfile } from './profile.ts'
import type { Reading } from './reading.ts'
import type { Snapshot } from './snapshot.ts'

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
