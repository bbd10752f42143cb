import type { Message } from '../text/message.ts'
import type { Doubt, Facts, Read, Repository } from './facts.ts'
import type { SourceProfile } from './profile.ts'

export type SecretlessOrigin = 'fork' | 'dependabot'

/** The subject of this run; inputs override the event. */
export interface RunContext {
  kind: 'pull-request' | 'test-branch' | 'branch' | 'merge-group' | 'other'
  source: SourceProfile
  repository: Repository
  pullRequest: number | null
  targetBranch: string | null
  /** The commit of the event; null if the event has none, or is about another repository than `repository`. */
  eventSha: string | null
  /** The head that the event gives this pull request; null if it gives none. An answer about another head is stale. */
  pullRequestHead: string | null
  /** What the event did to this pull request; null if it did nothing of the kind, or is about another one. */
  pullRequestActivity: PullRequestActivity | null
  /** GitHub's merge group that the event is about; null for other events. */
  mergeGroup: MergeGroup | null
  testRunId: string | null
  /** The pull requests that the name of the event's test branch holds; empty for other events. */
  testBranchPullRequests: readonly number[]
  /** GitHub has to be asked for the target branch of the pull request, or of the group. */
  mustAskForBranch: boolean
  /** The base branch of the whole stack, if the pull request is part of one; else null. */
  stackBase: string | null
  /** The base that the event gives the pull request, if the input `target-branch` overrides it; else null. */
  overriddenBase: string | null
  /** The event comes from a fork, so GitHub makes `github-token` read-only. */
  isFromFork: boolean
  notices: Message[]
}

/** A pull request was pushed to (`synchronize`), or it joined or left GitHub's own queue. */
export interface PullRequestActivity {
  action: 'dequeued' | 'enqueued' | 'synchronize'
  /** `updated_at` of the pull request. */
  updatedAt: string | null
  /** Why the pull request left GitHub's own queue, in GitHub's word. */
  reason: string | null
}

/** A merge group of GitHub's own queue, with the commit that it tests. */
export interface MergeGroup {
  sha: string
  branch: string
  /** The pull request that the name of the branch holds: a claim, until GitHub's own facts confirm it. */
  claimedPullRequest: number | null
}

export interface Plan {
  reads: Read[]
  /** The reads whose failure can decide: those that conditions need or, without any, those that `read` names. */
  decisiveReads: Read[]
  /** The input `read` is `auto`, so it names no reads. */
  isAuto: boolean
}

/** The facts of one poll with the doubts about them. All conditions of a poll are judged by one snapshot. */
export interface Snapshot {
  facts: Facts
  context: RunContext
  doubts: readonly Doubt[]
}

/** The name of a branch, without `refs/heads/`: some events and answers give whole refs. */
export function branchName(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

const TEST_BRANCH =
  /^[^/]+-merge\/pr-([1-9]\d*(?:-[1-9]\d*)*)\/([\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}(-bisection[^/]*)?)$/

/**
 * Parses the name of a test branch, `<anything>-merge/pr-<number>[-<number>…]/<uuid>[-bisection…]`, or returns null.
 * Anybody who can push can choose such a name. In the v1 API the id of the run is the part after the last slash.
 * `<anything>` holds no slash. `<anything>-temp/…` is no test branch: the service only builds a candidate there.
 */
export function parseTestBranch(branch: string) {
  // The pattern would overflow its stack on a name of megabytes.
  const [, numbers, testRunId, bisection] = (branch.length < 10_000 && TEST_BRANCH.exec(branch)) || []
  if (numbers === undefined || testRunId === undefined) return null
  return { testRunId, isBisection: bisection !== undefined, pullRequests: numbers.split('-').map(Number) }
}
