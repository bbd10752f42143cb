import type * as z from 'zod/mini'
import type { GitHubFailure } from './reading.ts'
import type * as schema from './schema/github.ts'

export type GitHubPullRequest = z.output<typeof schema.gitHubPullRequest>
export type Check = z.output<typeof schema.check>
export type CommitChecks = z.output<typeof schema.commitChecks>
export type HeadChecks = z.output<typeof schema.headChecks>
export type RequiredCheck = z.output<typeof schema.requiredCheck>
export type TimelineEvent = z.output<typeof schema.timelineEvent>
export type Timeline = z.output<typeof schema.timeline>

/** A branch of the repository that bears the name of a test branch; anybody who can push can make one. */
export interface TestBranch {
  /** Without `refs/heads/`. */
  name: string
  sha: string
  testRunId: string
  pullRequests: number[]
}

export interface ChangedFiles {
  /** From the root of the repository on. A renamed file bears its new name. */
  paths: string[]
  /** Why these are not all; null where they are. GitHub lists at most 3,000. */
  incomplete: GitHubFailure | null
}
