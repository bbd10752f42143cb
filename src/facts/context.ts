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
  /** The commit of the event; null if the event has none, or is about another repository than the one asked for. */
  eventSha: string | null
  /** The head that the event gives this pull request; null if it gives none. An answer about another head is stale. */
  pullRequestHead: string | null
  /** Set only by an event of this very pull request; else null. */
  queueActivity: QueueActivity | null
  /** GitHub's merge group that the event is about; null for other events. */
  mergeGroup: MergeGroup | null
  testRunId: string | null
  /** Pull requests in the name of the event's test branch; empty for other events. */
  testBranchPullRequests: readonly number[]
  /** GitHub has to be asked for the target branch of the pull request, or of the group. */
  mustAskForBranch: boolean
  /** The base of the stack that the pull request belongs to: its own base is another branch. Null if it is not stacked. */
  stackBase: string | null
  /** The base that the pull request's own event names; null unless the input `target-branch` replaces it. */
  overriddenBase: string | null
  /** The event comes from a fork, so GitHub makes `github-token` read-only. */
  isFromFork: boolean
  notices: Message[]
}

/** The event says that the pull request was pushed to, or that it joined or left GitHub's own queue. */
export interface QueueActivity {
  action: 'dequeued' | 'enqueued' | 'synchronize'
  /** `pull_request.updated_at` */
  updatedAt: string | null
  reason: string | null
}

/** A merge group of GitHub's own queue: the commit that it tests. */
export interface MergeGroup {
  sha: string
  branch: string
  /** The pull request in the name of the branch: a claim, no evidence. It counts once GitHub's own facts confirm it. */
  claimedPullRequest: number | null
}

export interface Plan {
  reads: Read[]
  /** The reads whose failure decides: those that conditions need or, without conditions, those that `read` names. */
  decisiveReads: Read[]
  isAuto: boolean
}

/** The facts of one poll with the doubts about them. All conditions are judged by it. */
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
 * Anybody who can push can choose such a name. In the v1 API its end is the id of the run, also of a bisection.
 * `<anything>` holds no slash. `<anything>-temp/…` is no test branch: the queue builds candidates there, and their
 * failures are not its verdict.
 */
export function parseTestBranch(branch: string) {
  // The pattern would overflow its stack on a name of megabytes.
  const [, numbers, testRunId, bisection] = (branch.length < 10_000 && TEST_BRANCH.exec(branch)) || []
  if (numbers === undefined || testRunId === undefined) return null
  return { testRunId, isBisection: bisection !== undefined, pullRequests: numbers.split('-').map(Number) }
}
