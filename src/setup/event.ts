import * as z from 'zod/mini'
import { branchName } from '../facts/context.ts'
import { FileError, readRunnerFile } from '../runner/runner.ts'
import { commitId, DocumentError, filled, pullRequestNumber, readDocument } from '../text/document.ts'
import { code, say, withArticle } from '../text/message.ts'
import type { Clean } from '../text/secret.ts'
import {
  type About,
  type EventSubject,
  groupOf,
  isSameRepository,
  isSameText,
  NO_SUBJECT,
  ofRef,
  onTestBranch,
  refToBranch,
} from './subject.ts'

/** The members of GitHub's event files that the action reads. GitHub documents them as webhooks and workflow events. */

const repository = z.object({ id: z.nullish(z.number()), full_name: z.string() })

const pullRequest = z.object({
  pull_request: z.object({
    number: pullRequestNumber,
    // Null if the fork was deleted.
    head: z.object({ ref: z.string(), sha: commitId, repo: z.nullish(repository) }),
    base: z.object({ ref: filled, repo: repository }),
    // Of a stacked pull request: the branch that the whole stack goes to.
    stack: z.nullish(z.object({ base: z.nullish(z.object({ ref: z.nullish(z.string()) })) })),
    updated_at: z.nullish(z.string()),
  }),
  action: z.nullish(z.string()),
  // Why the pull request left GitHub's own queue.
  reason: z.nullish(z.string()),
})

const push = z.object({ ref: z.string(), after: commitId, repository: z.object({ default_branch: filled }) })

const issueComment = z.object({ issue: z.object({ number: pullRequestNumber, pull_request: z.nullish(z.object({})) }) })

const workflowRun = z.object({
  workflow_run: z.object({
    event: z.nullish(z.string()),
    head_branch: z.nullish(z.string()),
    head_sha: commitId,
    head_repository: z.nullish(repository),
    pull_requests: z.nullish(
      z.array(
        z.object({
          number: pullRequestNumber,
          base: z.object({
            ref: filled,
            // GitHub sends no `full_name` here.
            repo: z.nullish(z.object({ id: z.nullish(z.number()), full_name: z.nullish(z.string()) })),
          }),
        }),
      ),
    ),
  }),
  repository: z.extend(repository, { default_branch: z.nullish(z.string()) }),
})

const mergeGroup = z.object({
  merge_group: z.object({ base_ref: filled, head_sha: commitId, head_ref: z.nullish(z.string()) }),
})

const other = z.object({ repository: z.nullish(z.object({ default_branch: z.nullish(z.string()) })) })

/** The event files by subject; of all other events, only the default branch is read. */
export const EVENT_FILES = {
  pullRequest,
  push,
  issueComment,
  workflowRun,
  mergeGroup,
  other,
}

export type EventFile = { [Name in keyof typeof EVENT_FILES]: z.output<(typeof EVENT_FILES)[Name]> }

/**
 * Reads the event file and says what the event is about.
 *
 * @throws {DocumentError} with one line that names the variable or the member
 */
export function readSubject(env: NodeJS.ProcessEnv, clean: Clean, about: About): EventSubject {
  for (const name of ['GITHUB_EVENT_NAME', 'GITHUB_EVENT_PATH']) {
    if (!env[name]) throw new DocumentError(`${name} is not set: the action runs in GitHub Actions only`)
  }
  const subject = subjectOf(env, clean, about)
  const fromDependabot = env['GITHUB_ACTOR'] === 'dependabot[bot]'
  return { ...subject, withoutSecrets: subject.withoutSecrets ?? (fromDependabot ? 'dependabot' : null) }
}

function subjectOf(env: NodeJS.ProcessEnv, clean: Clean, about: About): EventSubject {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: path = '', GITHUB_REF: ref = '' } = env
  const payload = payloadIn(path, clean)
  const read = <Schema extends z.ZodMiniType>(schema: Schema) => readEvent(schema, payload, clean(name))
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return ofPullRequest(name, read(EVENT_FILES.pullRequest), about)
    case 'push':
      return ofPush(read(EVENT_FILES.push), about)
    case 'issue_comment':
      return ofIssueComment(ref, read(EVENT_FILES.issueComment))
    case 'workflow_run':
      return ofWorkflowRun(read(EVENT_FILES.workflowRun), about)
    case 'merge_group':
      return ofMergeGroup(read(EVENT_FILES.mergeGroup))
    default:
      return ofOther(ref, env['GITHUB_SHA'] ?? '', read(EVENT_FILES.other), about)
  }
}

/** The event file as JSON, cleaned of tokens. V8's own message would quote the text around an error. */
function payloadIn(file: string, clean: Clean): unknown {
  const wrong = (why: string) => new DocumentError(`the event file (GITHUB_EVENT_PATH) ${why}`)
  let text: string
  try {
    text = clean(readRunnerFile(file))
  } catch (error) {
    throw wrong(error instanceof FileError ? error.message : 'cannot be read')
  }
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(text.trim() === '' ? 'is empty' : 'is not JSON')
  }
}

function readEvent<Schema extends z.ZodMiniType>(schema: Schema, payload: unknown, event: string): z.output<Schema> {
  try {
    return readDocument(schema, payload)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new DocumentError(
      say`the event file (GITHUB_EVENT_PATH) is not ${withArticle(event)} event: ${error.sentence}`,
    )
  }
}

function ofPullRequest(event: string, file: EventFile['pullRequest'], about: About): EventSubject {
  const { pull_request: pr, action, reason } = file
  // A head repository that is gone counts as a fork.
  const isFork = !pr.head.repo || !isSameText(pr.head.repo.full_name, pr.base.repo.full_name)
  const base = branchName(pr.base.ref)
  // The queue can open a pull request for its test branch. That pull request is not one of those under test.
  const onOne = isFork ? null : onTestBranch(pr.head.ref, pr.head.sha, base, null, about)
  if (onOne) return onOne
  const stackBase = pr.stack?.base?.ref ? branchName(pr.stack.base.ref) : null
  const isActivity = action === 'dequeued' || action === 'enqueued' || action === 'synchronize'
  return {
    ...NO_SUBJECT,
    kind: 'pull-request',
    pullRequest: pr.number,
    targetBranch: stackBase ?? base,
    ...(stackBase !== null && stackBase !== base && { stackBase }),
    headSha: pr.head.sha,
    headOf: [pr.number],
    queueActivity: isActivity ? { action, at: pr.updated_at ?? null, reason: reason ?? null } : null,
    // Of these events, only pull_request_target has secrets for forks.
    withoutSecrets: isFork && event !== 'pull_request_target' ? 'fork' : null,
  }
}

function ofPush(event: EventFile['push'], about: About): EventSubject {
  const headSha = /^0+$/.test(event.after) ? null : event.after
  const branch = refToBranch(event.ref)
  if (branch === null) return NO_SUBJECT
  const testBranch = onTestBranch(branch, headSha, null, event.repository.default_branch, about)
  return testBranch ?? { ...NO_SUBJECT, kind: 'branch', targetBranch: branch, headSha }
}

function ofIssueComment(ref: string, { issue }: EventFile['issueComment']): EventSubject {
  if (!issue.pull_request) return ofRef(ref)
  return { ...NO_SUBJECT, kind: 'pull-request', pullRequest: issue.number }
}

function ofWorkflowRun({ workflow_run: run, repository }: EventFile['workflowRun'], about: About): EventSubject {
  // A fork's branch can have the name of a branch here.
  const branch = isSameRepository(run.head_repository, repository) ? run.head_branch || null : null
  if (run.event === 'merge_group' && branch !== null) {
    return { ...NO_SUBJECT, kind: 'merge-group', headSha: run.head_sha, group: groupOf(run.head_sha, branch) }
  }
  // GitHub also lists pull requests of other repositories that have the same commit.
  const listed = (run.pull_requests ?? []).filter(({ base }) => isSameRepository(base.repo, repository))
  const bases = new Set(listed.map(({ base }) => branchName(base.ref)))
  const [base = null] = bases.size === 1 ? bases : []
  const testBranch = onTestBranch(branch ?? '', run.head_sha, base, repository.default_branch || null, about)
  if (testBranch) return testBranch
  const meant = listed.length === 1 ? listed : listed.filter(each => branchName(each.base.ref) === about.targetBranch)
  const [pr] = meant.length === 1 ? meant : []
  return {
    ...NO_SUBJECT,
    kind: pr ? 'pull-request' : 'branch',
    pullRequest: pr?.number ?? null,
    headSha: run.head_sha,
    headOf: listed.map(({ number }) => number),
    targetBranch: pr ? branchName(pr.base.ref) : listed.length > 0 ? base : branch,
    notices: pr || listed.length === 0 ? [] : [SEVERAL],
  }
}

const SEVERAL: EventSubject['notices'][number] = {
  input: 'pull-request',
  text: say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`,
}

/** The base of a merge group is a whole ref, unlike that of a pull request. */
function ofMergeGroup({ merge_group: group }: EventFile['mergeGroup']): EventSubject {
  return {
    ...NO_SUBJECT,
    kind: 'merge-group',
    targetBranch: branchName(group.base_ref),
    headSha: group.head_sha,
    group: groupOf(group.head_sha, branchName(group.head_ref ?? '')),
  }
}

function ofOther(ref: string, sha: string, { repository }: EventFile['other'], about: About): EventSubject {
  const headSha = /^[\da-f]{40,64}$/i.test(sha) ? sha : null
  return onTestBranch(refToBranch(ref) ?? '', headSha, null, repository?.default_branch || null, about) ?? ofRef(ref)
}

/** The name of the event; empty if GITHUB_EVENT_NAME holds no name, as it can on runners other than GitHub's. */
export function eventName(env: NodeJS.ProcessEnv): string {
  const name = env['GITHUB_EVENT_NAME'] ?? ''
  return /^\w{1,40}$/.test(name) ? name : ''
}
