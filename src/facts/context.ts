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

/** The subject of this run: the inputs over the event. */
export interface RunContext {
  kind: ContextKind
  source: SourceProfile
  repository: Sourced<Repository>
  pullRequest: Sourced<number> | null
  targetBranch: Sourced<string> | null
  /** Commit of the event; null where it has none, or the event is not about the repository asked for. */
  headSha: string | null
  /** Commit that the service's pull request must have, else it is stale; null where nothing can be stale. */
  pullRequestHead: string | null
  /** Head that GitHub named before anything was read, for the step's own status alone: it makes nothing stale. */
  statusHead: string | null
  /** The head before the push that the event is about, which GitHub may still show; null where the event names none. */
  previousHead: string | null
  /** Told by an event of the very pull request; null elsewhere. */
  queueActivity: QueueActivity | null
  /** Branch of GitHub's merge group that the event is about; null elsewhere. */
  groupBranch: string | null
  testRunId: Sourced<string> | null
  /** The id named a bisection, of which the source knows only the run that it splits: shown, and never counted. */
  isBisection: boolean
  /** Pull requests in the name of the event's test branch; empty elsewhere. */
  branchNumbers: readonly number[]
  /** Its own status may be one that the queue requires: it judges tests alone, and the queue waits for them. */
  reportsToQueue: boolean
  /** Only GitHub knows the target branch of the pull request. */
  askForBranch: boolean
  /** The repository lies on the server that runs the workflow, so GitHub's API can be asked about it. */
  onThisServer: boolean
  notices: Message[]
}

/** A pull request that its event says was pushed to, or taken out of GitHub's own queue. */
export interface QueueActivity {
  action: 'dequeued' | 'synchronize'
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
