/**
 * What GitHub says, in the action's own words: plain data that the clients in `github/` fill and the gate judges. A time
 * is ISO 8601 as GitHub sends it; what GitHub may leave out is null.
 *
 * Names, paths, addresses and states are outside text, as it came: whoever shows one escapes it.
 */
/** Why GitHub could not be asked or did not answer. No text of it comes from outside. */
export interface GitHubFailure {
  cause: GitHubFailureCause
  /** A sentence without its full stop: what went wrong. */
  message: string
  /** A sentence: what to do. */
  remedy: string
  /** Milliseconds after which GitHub may be asked again; only where the cause is `rate-limited`. */
  retryAfterMs?: number
}

export type GitHubFailureCause =
  /** `github-token` is empty. */
  | 'token-missing'
  /** 401: GitHub does not know the token. */
  | 'token-refused'
  /** 403: the token lacks the permission that the remedy names. */
  | 'forbidden'
  /** 403: the conversation is locked. */
  | 'locked'
  /** 404 or 410: there is none, or the token may not see it. */
  | 'not-found'
  /** 422 and other 4xx: GitHub did not take the request. */
  | 'refused'
  /** 429, or 403 by the primary or a secondary limit. */
  | 'rate-limited'
  /** No connection, a broken answer, or 5xx. */
  | 'unavailable'
  /** No complete answer in time. */
  | 'silent'
  /** A redirect to another origin, or too many. */
  | 'redirected'
  /** An answer of over 10 MiB. */
  | 'too-large'
  /** An answer of another shape than documented. */
  | 'unexpected'
  /** The requests of this poll are used up: GitHub was not asked. */
  | 'over-budget'
  /** There is more than is read, so the answer is not known. */
  | 'too-many'

/** A read of GitHub's side that was asked for. */
export type GitHubAnswerOf<T> = { kind: 'read'; value: T } | ({ kind: 'failed' } & GitHubFailure)

/** One read of GitHub's side: not asked for, answered, or failed. */
export type GitHubReadingOf<T> = { kind: 'not-asked' } | GitHubAnswerOf<T>

/** GitHub's view of the pull request. */
export interface GitHubPullRequest {
  number: number
  open: boolean
  headSha: string
  baseBranch: string
  mergeable: boolean | null
  mergeableState: string | null
}

/** GitHub's view of a pull request, with what only the diagnosis needs. */
export interface GitHubPullRequestView extends GitHubPullRequest {
  draft: boolean | null
}

/** What a check came to. `skipped` and `neutral` count as passed; `stale` and words that nobody knows as unknown. */
export type CheckOutcome = 'passed' | 'failed' | 'pending' | 'unknown'

/** The latest report of one name of one source. */
export interface Check {
  /** A check run of an app, or a commit status. */
  source: 'check-run' | 'status'
  name: string
  /** The app that reports the check run; null for a status, or where GitHub does not say. */
  appId: number | null
  /** Of the check run, as `job.check_run_id` has it; null for a status. */
  id: number | null
  outcome: CheckOutcome
  /** GitHub's page about it; for a status the address that its reporter gave. */
  url: string | null
  /** The address that the reporter gave; of a GitHub Actions job it holds the id of the workflow run. */
  detailsUrl: string | null
  /** When it began; of a status when it was reported first. */
  startedAt: string | null
  /** When it ended; null while it is pending. */
  completedAt: string | null
}

/** The checks of one commit. */
export interface CommitChecks {
  sha: string
  /** Each name of each source once. Outcomes of a list that was not read whole are all unknown. */
  checks: Check[]
  /** Why a list was not read whole; empty where both were. Only then a name that is not here was not reported. */
  incomplete: GitHubFailure[]
}

/** The checks of a pull request's head. */
export interface HeadChecks extends CommitChecks {
  /** Id of the check run that this very step runs in; null where nothing tells which it is. */
  ownCheckId: number | null
}

/** A check that the rulesets of a branch require. */
export interface RequiredCheck {
  name: string
  /** The only app whose report counts; null where anybody's does. */
  appId: number | null
}

/** A branch of the repository that bears the name of a test branch; anybody who can push can make one. */
export interface TestBranch {
  /** Without `refs/heads/`. */
  name: string
  /** The commit that it points to. */
  sha: string
  testRunId: string
  /** The numbers in its name, in its order. */
  pullRequests: number[]
}

/** The files that a pull request changes. */
export interface ChangedFiles {
  /** From the root of the repository on. A renamed file bears its new name. */
  paths: string[]
  /** Why these are not all; null where they are. GitHub lists at most 3,000. */
  incomplete: GitHubFailure | null
}

/** Something that happened to a pull request. */
export interface TimelineEvent {
  /**
   * `committed`: a commit of its branch, at the time that its committer's machine gave: GitHub tells no time of an
   * ordinary push. `removed-from-queue`: of GitHub's own merge queue.
   */
  kind: 'head-force-pushed' | 'committed' | 'closed' | 'reopened' | 'merged' | 'removed-from-queue'
  /** Null where GitHub does not say. */
  at: string | null
  /** The commit that it is about; null where GitHub names none. */
  sha: string | null
}

/** What happened to a pull request. */
export interface Timeline {
  /** In GitHub's order, the oldest first. */
  events: TimelineEvent[]
  /** Why events between the first and the last pages are missing; null where none are. */
  incomplete: GitHubFailure | null
}
