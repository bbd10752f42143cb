import type { ContextKind, WithoutSecrets } from '../facts/context.ts'
import { FileError, readJsonFile } from '../runner/files.ts'
import { commitId, list, object, optional, type Shape, type Shaped, ShapeError, text, wholeNumber } from '../shape.ts'
import { parseTestBranch } from './test-branch.ts'

/** What the event alone says, before any input. */
export interface Subject {
  kind: ContextKind
  pullRequest: number | null
  targetBranch: string | null
  /** Commit that the event is about. */
  headSha: string | null
  /** Whether {@link headSha} is the head of a pull request, which then has to be the one under report. */
  headOf: 'pull-request' | 'branch' | null
  /** From the name of a test branch. */
  testRunId: string | null
  /** Only GitHub knows the target branch. */
  askForBranch: boolean
  /** Why the event has no secrets. */
  withoutSecrets: WithoutSecrets | null
  /** Guesses that people should know of, each with the input that replaces it. */
  notices: { settledBy: 'target-branch' | 'pull-request'; text: string }[]
}

/** The event file is not what GitHub sends. */
export class EventError extends Error {
  override readonly name = 'EventError'
}

/** What the runner says about the event. */
export interface EventSource {
  /** GITHUB_EVENT_NAME */
  name: string
  /** GITHUB_EVENT_PATH */
  path: string
  /** GITHUB_REF, for events whose payload names no branch. */
  ref: string
  /** GITHUB_ACTOR */
  actor: string
}

const repository = object({ full_name: text })
const number = wholeNumber(1, 2147483647)
const user = optional(object({ login: text }))
const commonEvent = object({ sender: user })
const pullRequestEvent = object({
  pull_request: object({
    number,
    user,
    head: object({ ref: text, sha: commitId, repo: optional(repository) }),
    base: object({ ref: text, repo: repository }),
  }),
})
const pushEvent = object({ ref: text, after: commitId, repository: object({ default_branch: text }) })
const issueCommentEvent = object({ issue: object({ number, pull_request: optional(object({})) }) })
const workflowRunEvent = object({
  workflow_run: object({
    event: optional(text),
    head_branch: optional(text),
    head_sha: commitId,
    head_repository: optional(repository),
    pull_requests: optional(list(object({ number, base: object({ ref: text }) }))),
  }),
  repository,
})
const mergeGroupEvent = object({ merge_group: object({ base_ref: text, head_sha: commitId }) })

const NOTHING: Subject = {
  kind: 'other',
  pullRequest: null,
  targetBranch: null,
  headSha: null,
  headOf: null,
  testRunId: null,
  askForBranch: false,
  withoutSecrets: null,
  notices: [],
}

/**
 * Reads the event file and says what the event is about.
 *
 * The shapes are those of GitHub's webhooks and of "Events that trigger workflows" in its documentation.
 *
 * @throws {EventError} with one line that names the file or the member
 */
export function readSubject(source: EventSource): Subject {
  if (source.name === '') throw new EventError('GITHUB_EVENT_NAME is not set: the action runs in GitHub Actions only')
  if (source.path === '') throw new EventError('GITHUB_EVENT_PATH is not set: the action runs in GitHub Actions only')
  let payload: unknown
  try {
    payload = readJsonFile(source.path)
  } catch (error) {
    if (error instanceof FileError) throw new EventError(`the event file (GITHUB_EVENT_PATH) ${error.message}`)
    throw new EventError('the event file (GITHUB_EVENT_PATH) cannot be read', { cause: error })
  }
  const { sender } = shaped(commonEvent, payload, source)
  const subject = subjectOf(source, payload)
  const fromDependabot = [source.actor, sender?.login].includes('dependabot[bot]')
  return { ...subject, withoutSecrets: subject.withoutSecrets ?? (fromDependabot ? 'dependabot' : null) }
}

function subjectOf(source: EventSource, payload: unknown): Subject {
  switch (source.name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return ofPullRequest(source.name, shaped(pullRequestEvent, payload, source).pull_request)
    case 'push':
      return ofPush(shaped(pushEvent, payload, source))
    case 'issue_comment':
      return ofIssueComment(source, shaped(issueCommentEvent, payload, source).issue)
    case 'workflow_run':
      return ofWorkflowRun(shaped(workflowRunEvent, payload, source))
    case 'merge_group':
      return ofMergeGroup(shaped(mergeGroupEvent, payload, source).merge_group)
    default:
      return ofRef(source.ref)
  }
}

function ofPullRequest(event: string, pr: Shaped<typeof pullRequestEvent>['pull_request']): Subject {
  const fork = pr.head.repo?.full_name.toLowerCase() !== pr.base.repo.full_name.toLowerCase()
  // The other events of the family run in the context of the base repository or with its secrets withheld alike;
  // only pull_request_target has secrets for forks.
  const origin: WithoutSecrets | null = fork ? 'fork' : pr.user?.login === 'dependabot[bot]' ? 'dependabot' : null
  const subject: Subject = {
    ...NOTHING,
    kind: 'pull-request',
    pullRequest: pr.number,
    targetBranch: branchOf(pr.base.ref),
    headSha: pr.head.sha,
    headOf: 'pull-request',
    withoutSecrets: event === 'pull_request_target' ? null : origin,
  }
  const testBranch = event === 'pull_request' && !fork ? parseTestBranch(pr.head.ref) : null
  if (!testBranch) return subject
  // The queue opened this pull request to have its test branch checked: it is not one of those under test.
  return { ...subject, kind: 'test-branch', pullRequest: null, headOf: 'branch', testRunId: testBranch.testRunId }
}

function ofPush(event: Shaped<typeof pushEvent>): Subject {
  const headSha = /^0+$/.test(event.after) ? null : event.after
  const branch = refToBranch(event.ref)
  if (branch === null) return NOTHING
  const testBranch = parseTestBranch(branch)
  if (!testBranch) return { ...NOTHING, kind: 'branch', targetBranch: branch, headSha, headOf: 'branch' }
  const targetBranch = event.repository.default_branch
  return {
    ...NOTHING,
    kind: 'test-branch',
    targetBranch,
    headSha,
    headOf: 'branch',
    testRunId: testBranch.testRunId,
    notices: [
      {
        settledBy: 'target-branch',
        text: 'A push to a test branch does not name the target branch: the default branch is taken; `target-branch` sets another.',
      },
    ],
  }
}

function ofIssueComment(source: EventSource, issue: Shaped<typeof issueCommentEvent>['issue']): Subject {
  if (!issue.pull_request) return ofRef(source.ref)
  return { ...NOTHING, kind: 'pull-request', pullRequest: issue.number, askForBranch: true }
}

function ofWorkflowRun(event: Shaped<typeof workflowRunEvent>): Subject {
  const run = event.workflow_run
  const ofPullRequest = run.event?.startsWith('pull_request') ?? false
  const subject: Subject = {
    ...NOTHING,
    kind: 'branch',
    headSha: run.head_sha,
    headOf: ofPullRequest ? 'pull-request' : 'branch',
  }
  const [pr, ...others] = run.pull_requests ?? []
  if (pr && others.length === 0) {
    const targetBranch = branchOf(pr.base.ref)
    return { ...subject, kind: 'pull-request', pullRequest: pr.number, targetBranch, headOf: 'pull-request' }
  }
  if (pr) {
    const bases = new Set([pr, ...others].map(({ base }) => base.ref))
    const text = 'The workflow run belongs to several pull requests: `pull-request` says which one is meant.'
    return {
      ...subject,
      targetBranch: bases.size === 1 ? branchOf(pr.base.ref) : null,
      notices: [{ settledBy: 'pull-request', text }],
    }
  }
  // A branch of a fork can bear the name of one here.
  const own = run.head_repository?.full_name.toLowerCase() === event.repository.full_name.toLowerCase()
  return { ...subject, targetBranch: own ? (run.head_branch ?? null) : null }
}

function ofMergeGroup(group: Shaped<typeof mergeGroupEvent>['merge_group']): Subject {
  return {
    ...NOTHING,
    kind: 'merge-group',
    targetBranch: branchOf(group.base_ref),
    headSha: group.head_sha,
    headOf: 'branch',
  }
}

function ofRef(ref: string): Subject {
  const branch = refToBranch(ref)
  return branch === null ? NOTHING : { ...NOTHING, kind: 'branch', targetBranch: branch }
}

function refToBranch(ref: string): string | null {
  return ref.startsWith('refs/heads/') && ref.length > 'refs/heads/'.length ? branchOf(ref) : null
}

/** merge_group gives whole refs where pull requests give bare names. */
function branchOf(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

function shaped<T>(shape: Shape<T>, payload: unknown, source: EventSource): T {
  try {
    return shape(payload)
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    throw new EventError(`the event file (GITHUB_EVENT_PATH) is not a ${source.name} event: ${error.message}`)
  }
}
