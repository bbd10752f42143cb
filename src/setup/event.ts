import * as z from 'zod/mini'
import { branchName, type MergeGroup, type QueueActivity, type SecretlessOrigin } from '../facts/context.ts'
import { readJson } from '../runner/runner.ts'
import { say } from '../text/message.ts'
import { type Clean, commitId, DocumentError, nonEmpty, pullRequestNumber, readDocument } from '../text/outside.ts'
import type { Problem } from './inputs.ts'

/** What an event says, before any input; null or absent is what it does not say. */
export interface EventFacts {
  kind: 'branch' | 'merge-group' | 'other'
  /** The branch of this repository that the event is on; the base of a merge group. */
  branch?: string | null
  defaultBranch?: string | null
  /** The pull requests that the event is about; the target branch of one is null if the event does not name it. */
  pullRequests: readonly { number: number; base: string | null }[]
  headSha?: string | null
  /** The commit of the branch, on events that are about no commit: it counts on a test branch only. */
  branchSha?: string | null
  queueActivity?: QueueActivity | null
  /** The branch that a whole stack of pull requests goes to. */
  stackBase?: string | null
  mergeGroup?: MergeGroup
  secretlessOrigin?: SecretlessOrigin | null
}

export const NO_EVENT: EventFacts = { kind: 'other', pullRequests: [] }

const pullRequest = z.object({
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

const issueComment = z.object({ issue: z.object({ number: pullRequestNumber, pull_request: z.nullish(z.object({})) }) })

// A name can pass to another repository, and forks and their branches have names of ours: ids tell them apart.
const repository = z.object({ id: z.number() })

const workflowRun = z.object({
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

const mergeGroup = z.object({
  merge_group: z.object({ base_ref: nonEmpty, head_sha: commitId, head_ref: z.nullish(z.string()) }),
})

const other = z.object({
  after: z.nullish(z.string()),
  repository: z.nullish(z.object({ default_branch: z.nullish(z.string()) })),
})

const NO_JSON = 'its file (GITHUB_EVENT_PATH) is no JSON that can be read'

/** What the event file and the variables say, or what is wrong with the file. */
export function readEvent(env: NodeJS.ProcessEnv, clean: Clean): EventFacts | Problem {
  const secretlessOrigin = env['GITHUB_ACTOR'] === 'dependabot[bot]' ? 'dependabot' : null
  try {
    return { ...NO_EVENT, secretlessOrigin, ...factsOf(env, readJson(env['GITHUB_EVENT_PATH'] ?? '', clean)) }
  } catch (error) {
    // Node's error would quote the text around a mistake.
    const why = error instanceof DocumentError ? error.sentence : NO_JSON
    return { input: null, message: say`The event can't be read: ${why}.` }
  }
}

function factsOf(env: NodeJS.ProcessEnv, payload: unknown): Partial<EventFacts> {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_REF: ref = '', GITHUB_SHA: sha = '' } = env
  if (name.startsWith('pull_request')) return ofPullRequest(name, readDocument(pullRequest, payload))
  switch (name) {
    case 'issue_comment': {
      const { issue } = readDocument(issueComment, payload)
      return issue.pull_request ? { pullRequests: [{ number: issue.number, base: null }] } : ofBranch(ref)
    }
    case 'workflow_run':
      return ofWorkflowRun(readDocument(workflowRun, payload))
    case 'merge_group':
      return ofMergeGroup(readDocument(mergeGroup, payload))
    default: {
      const { after, repository } = readDocument(other, payload)
      const commit = name === 'push' ? { headSha: commitIn(after) } : { branchSha: commitIn(sha) }
      return ofBranch(ref, { defaultBranch: repository?.default_branch || null, ...commit })
    }
  }
}

function ofPullRequest(event: string, file: z.output<typeof pullRequest>): Partial<EventFacts> {
  const { pull_request: pr, action, reason } = file
  // A head repository that is gone counts as a fork.
  const isFork = pr.head.repo?.full_name !== pr.base.repo.full_name
  const ownBase = branchName(pr.base.ref)
  const base = branchName(pr.stack?.base?.ref || ownBase)
  const isActivity = action === 'dequeued' || action === 'enqueued' || action === 'synchronize'
  return {
    branch: isFork ? null : pr.head.ref,
    pullRequests: [{ number: pr.number, base }],
    stackBase: base === ownBase ? null : base,
    headSha: pr.head.sha,
    queueActivity: isActivity ? { action, updatedAt: pr.updated_at ?? null, reason: reason ?? null } : null,
    // Of these events, only pull_request_target has secrets for forks.
    ...(isFork && event !== 'pull_request_target' && { secretlessOrigin: 'fork' }),
  }
}

function ofWorkflowRun({ workflow_run: run, repository }: z.output<typeof workflowRun>): Partial<EventFacts> {
  const branch = run.head_repository?.id === repository.id ? run.head_branch || null : null
  if (run.event === 'merge_group' && branch !== null) {
    return { kind: 'merge-group', headSha: run.head_sha, mergeGroup: groupOf(run.head_sha, branch) }
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

/** The base of a merge group is a whole ref, unlike that of a pull request. */
function ofMergeGroup({ merge_group: group }: z.output<typeof mergeGroup>): Partial<EventFacts> {
  return {
    kind: 'merge-group',
    branch: branchName(group.base_ref),
    headSha: group.head_sha,
    mergeGroup: groupOf(group.head_sha, branchName(group.head_ref ?? '')),
  }
}

/** A group with the number that the name of its branch claims: `gh-readonly-queue/<base>/pr-<number>-<commit>`. */
function groupOf(sha: string, branch: string): MergeGroup {
  const number = /\/pr-([1-9]\d{0,8})-[\da-f]{40,64}$/.exec(branch)?.[1]
  return { sha, branch, claimedPullRequest: number === undefined ? null : Number(number) }
}

/** Tags and other refs tell nothing. */
function ofBranch(ref: string, more: Partial<EventFacts> = {}): Partial<EventFacts> {
  return /^refs\/heads\/./.test(ref) ? { kind: 'branch', branch: branchName(ref), ...more } : {}
}

/** A branch that was deleted has a commit of zeros. */
function commitIn(sha: string | null | undefined): string | null {
  return sha && /^(?!0+$)[\da-f]{40,64}$/i.test(sha) ? sha : null
}
