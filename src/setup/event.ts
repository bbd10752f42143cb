import * as z from 'zod/mini'
import { branchName, type MergeGroup, type PullRequestActivity, type SecretlessOrigin } from '../facts/context.ts'
import { readJson } from '../runner/runner.ts'
import { say } from '../text/message.ts'
import { type Clean, commitId, DocumentError, nonEmpty, pullRequestNumber, readDocument } from '../text/outside.ts'
import type { SetupProblem } from './inputs.ts'

/** What an event says without the inputs. A member is null or absent if the event does not say it. */
export interface EventFacts {
  /** Not used if the event is about exactly one pull request, or on a test branch that a service made. */
  kind: 'branch' | 'merge-group' | 'other'
  /** The branch of this repository that the event is on: the head of a pull request, the base of a merge group. */
  branch?: string | null
  defaultBranch?: string | null
  /** The pull requests that the event is about, whatever its `kind`. `base` is the target branch, null if not named. */
  pullRequests: readonly { number: number; base: string | null }[]
  /** The commit that the event names: of a pull request its head, of a merge group its own commit. */
  headSha?: string | null
  /** The last commit of the branch, on an event that names no commit, such as `schedule`. */
  branchSha?: string | null
  pullRequestActivity?: PullRequestActivity | null
  /** The branch that a whole stack of pull requests goes to. */
  stackBase?: string | null
  mergeGroup?: MergeGroup
  secretlessOrigin?: SecretlessOrigin | null
}

export const NO_EVENT: EventFacts = { kind: 'other', pullRequests: [] }

const pullRequestEvent = z.object({
  pull_request: z.object({
    number: pullRequestNumber,
    // Null if the fork was deleted.
    head: z.object({ ref: z.string(), sha: commitId, repo: z.nullish(z.object({ full_name: z.string() })) }),
    base: z.object({ ref: nonEmpty, repo: z.object({ full_name: z.string() }) }),
    stack: z.nullish(z.object({ base: z.nullish(z.object({ ref: z.nullish(z.string()) })) })),
    updated_at: z.nullish(z.string()),
  }),
  action: z.nullish(z.string()),
  // Why the pull request left GitHub's own queue.
  reason: z.nullish(z.string()),
})

const issueCommentEvent = z.object({
  issue: z.object({ number: pullRequestNumber, pull_request: z.nullish(z.object({})) }),
})

// Repositories are compared by id, because GitHub's list of pull requests does not give their full names.
const repository = z.object({ id: z.number() })

const workflowRunEvent = z.object({
  workflow_run: z.object({
    event: z.nullish(z.string()),
    head_branch: z.nullish(z.string()),
    head_sha: commitId,
    head_repository: z.nullish(repository),
    pull_requests: z.nullish(
      z.array(z.object({ number: pullRequestNumber, base: z.object({ ref: nonEmpty, repo: z.nullish(repository) }) })),
    ),
  }),
  repository: z.extend(repository, { default_branch: z.nullish(z.string()) }),
})

const mergeGroupEvent = z.object({
  merge_group: z.object({ base_ref: nonEmpty, head_sha: commitId, head_ref: z.nullish(z.string()) }),
})

const anyEvent = z.object({
  after: z.nullish(z.string()),
  repository: z.nullish(z.object({ default_branch: z.nullish(z.string()) })),
})

/** What the event file and the variables say, and what is wrong with the file. `clean` takes tokens out of a text. */
export function readEvent(env: NodeJS.ProcessEnv, clean: Clean): { event: EventFacts; problem: SetupProblem | null } {
  const secretlessOrigin = env['GITHUB_ACTOR'] === 'dependabot[bot]' ? 'dependabot' : null
  try {
    const payload = readJson(env['GITHUB_EVENT_PATH'] ?? '', clean)
    return { event: { ...NO_EVENT, secretlessOrigin, ...factsIn(payload, env) }, problem: null }
  } catch (error) {
    // Node's own message would quote a part of the file, which may hold secrets.
    const why =
      error instanceof DocumentError ? error.sentence : 'its file (GITHUB_EVENT_PATH) does not hold valid JSON'
    return { event: NO_EVENT, problem: { input: null, message: say`The event can't be read: ${why}.` } }
  }
}

function factsIn(payload: unknown, env: NodeJS.ProcessEnv): Partial<EventFacts> {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env
  if (name.startsWith('pull_request')) return pullRequestFacts(name, readDocument(pullRequestEvent, payload))
  switch (name) {
    case 'issue_comment': {
      // A comment on an issue is an event of the default branch.
      const { issue } = readDocument(issueCommentEvent, payload)
      return issue.pull_request ? { pullRequests: [{ number: issue.number, base: null }] } : branchFacts(ref)
    }
    case 'workflow_run':
      return workflowRunFacts(readDocument(workflowRunEvent, payload))
    case 'merge_group': {
      const { merge_group: group } = readDocument(mergeGroupEvent, payload)
      const mergeGroup = mergeGroupOf(group.head_sha, branchName(group.head_ref ?? ''))
      return { kind: 'merge-group', branch: branchName(group.base_ref), headSha: group.head_sha, mergeGroup }
    }
    default: {
      const { after, repository } = readDocument(anyEvent, payload)
      const commit = name === 'push' ? { headSha: validCommit(after) } : { branchSha: validCommit(sha) }
      return branchFacts(ref, { defaultBranch: repository?.default_branch || null, ...commit })
    }
  }
}

function pullRequestFacts(eventName: string, payload: z.output<typeof pullRequestEvent>): Partial<EventFacts> {
  const { pull_request: pr, action, reason } = payload
  // A head repository that is gone counts as a fork.
  const isFork = pr.head.repo?.full_name !== pr.base.repo.full_name
  const base = branchName(pr.base.ref)
  const target = branchName(pr.stack?.base?.ref || base)
  const isActivity = action === 'dequeued' || action === 'enqueued' || action === 'synchronize'
  return {
    branch: isFork ? null : pr.head.ref,
    pullRequests: [{ number: pr.number, base: target }],
    stackBase: target === base ? null : target,
    headSha: pr.head.sha,
    pullRequestActivity: isActivity ? { action, updatedAt: pr.updated_at ?? null, reason: reason ?? null } : null,
    // `pull_request_target` alone has secrets for a fork.
    ...(isFork && eventName !== 'pull_request_target' && { secretlessOrigin: 'fork' }),
  }
}

function workflowRunFacts({ workflow_run: run, repository }: z.output<typeof workflowRunEvent>): Partial<EventFacts> {
  const branch = (run.head_repository?.id === repository.id && run.head_branch) || null
  if (run.event === 'merge_group' && branch !== null) {
    return { kind: 'merge-group', headSha: run.head_sha, mergeGroup: mergeGroupOf(run.head_sha, branch) }
  }
  // GitHub also lists pull requests of other repositories that have the same commit.
  const listed = (run.pull_requests ?? []).filter(({ base }) => base.repo?.id === repository.id)
  return {
    kind: 'branch',
    branch,
    defaultBranch: repository.default_branch || null,
    pullRequests: listed.map(({ number, base }) => ({ number, base: branchName(base.ref) })),
    headSha: run.head_sha,
  }
}

/** A merge group by its commit and its branch, `gh-readonly-queue/<base>/pr-<number>-<commit>`. */
function mergeGroupOf(sha: string, branch: string): MergeGroup {
  const number = /\/pr-([1-9]\d{0,8})-[\da-f]{40,64}$/.exec(branch)?.[1]
  return { sha, branch, claimedPullRequest: number === undefined ? null : Number(number) }
}

/** The facts of an event on a branch; none if the ref is not a branch, such as a tag. */
function branchFacts(ref: string, facts: Partial<EventFacts> = {}): Partial<EventFacts> {
  return /^refs\/heads\/./.test(ref) ? { kind: 'branch', branch: branchName(ref), ...facts } : {}
}

/** The id of a commit; null for the zeros of a branch that was deleted. */
function validCommit(sha: string | null | undefined): string | null {
  return sha && /^(?!0+$)[\da-f]{40,64}$/i.test(sha) ? sha : null
}
