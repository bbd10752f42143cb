import type { Message } from '../message.ts'
import type { Read } from './conditions.ts'
import type { Repository } from './facts.ts'
import type { SourceProfile } from './source.ts'

export type ContextKind = 'pull-request' | 'test-branch' | 'branch' | 'merge-group' | 'other'

export type WithoutSecrets = 'fork' | 'dependabot'

/** A value with the place that it came from, for the first line of the log. */
export interface Sourced<T> {
  value: T
  from: 'input' | 'event' | 'default' | 'GitHub'
}

/** The subject of this run; inputs override the event. */
export interface RunContext {
  kind: ContextKind
  source: SourceProfile
  repository: Sourced<Repository>
  pullRequest: Sourced<number> | null
  targetBranch: Sourced<string> | null
  /** Commit of the event; null if it has none, or the event is not about the repository asked for. */
  headSha: string | null
  /**
   * The commit that the service must have for the pull request, else its answer is stale; null: nothing can be stale.
   */
  pullRequestHead: string | null
  /**
   * The head that GitHub named before anything was read; only for the step's own status, never to call something stale.
   */
  statusHead: string | null
  /** The head before the push that the event is about, which GitHub may still show; null if the event names none. */
  previousHead: string | null
  /** Set only by an event of this very pull request; else null. */
  queueActivity: QueueActivity | null
  /** Branch of GitHub's merge group that the event is about; null elsewhere. */
  groupBranch: string | null
  testRunId: Sourced<string> | null
  /** The id named a bisection; the source knows only the run that it splits, which is shown, never counted. */
  isBisection: boolean
  /** Pull requests in the name of the event's test branch; empty elsewhere. */
  branchNumbers: readonly number[]
  /** The queue may require this step's own status: the step judges tests alone, and the queue waits for them. */
  reportsToQueue: boolean
  /** Only GitHub knows the target branch of the pull request. */
  askForBranch: boolean
  /** The base that the pull request's own event names, if the input `target-branch` names a branch; else null. */
  eventBase: string | null
  /** The event comes from a fork, so GitHub makes `github-token` read-only. */
  fromFork: boolean
  /** The repository lies on the server that runs the workflow, so GitHub's API can be asked about it. */
  onThisServer: boolean
  notices: Message[]
}

/** The pull request, if its event says that it was pushed to, or that it joined or left GitHub's own queue. */
export interface QueueActivity {
  action: 'dequeued' | 'enqueued' | 'synchronize'
  /** `pull_request.updated_at` */
  at: string | null
  reason: string | null
}

/** The reads of a step, and those that a condition needs. */
export interface Plan {
  reads: Read[]
  needed: Read[]
  from: 'auto' | 'input'
}
