import { BISECTION, branchName, parseTestBranch } from '../facts/branch.ts'
import type { ContextKind, QueueActivity, WithoutSecrets } from '../facts/context.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { FileError, readJsonFile } from '../runner/files.ts'
import { type Description, DocumentError } from '../text/document.ts'
import { code, type Message, say } from '../text/message.ts'
import type { Clean } from '../text/secret.ts'
import { EVENT_FILES, type EventFile } from './event-file.ts'

/** The facts of the event alone, before any input. */
export interface Subject {
  kind: ContextKind
  pullRequest: number | null
  targetBranch: string | null
  headSha: string | null
  /** Pull requests in the name of a test branch. */
  branchNumbers: readonly number[]
  /** Numbers of the pull requests whose head is {@link headSha}; `unnamed` if the event can't name them. */
  headOf: readonly number[] | 'unnamed'
  /** Set if the pull request was pushed to, or joined or left GitHub's own queue. */
  queueActivity: QueueActivity | null
  groupBranch: string | null
  /** The id in the name of a test branch. */
  testRunId: string | null
  /** By its name, the test branch is that of a bisection. */
  isBisection: boolean
  withoutSecrets: WithoutSecrets | null
  /** Notices about guesses, each with the input that makes the guess needless. */
  notices: { settledBy: 'target-branch' | 'pull-request'; text: Message }[]
}

type TestsOn = SourceProfile['testsOn']

/** The subject of an event that tells nothing about a queue. */
export const NO_SUBJECT: Subject = {
  kind: 'other',
  pullRequest: null,
  targetBranch: null,
  headSha: null,
  branchNumbers: [],
  headOf: [],
  queueActivity: null,
  groupBranch: null,
  testRunId: null,
  isBisection: false,
  withoutSecrets: null,
  notices: [],
}

/**
 * Reads the event file and says what the event is about.
 *
 * @throws {DocumentError} with one line that names the variable or the member
 */
export async function readSubject(env: NodeJS.ProcessEnv, clean: Clean, testsOn: TestsOn): Promise<Subject> {
  for (const name of ['GITHUB_EVENT_NAME', 'GITHUB_EVENT_PATH']) {
    if (!env[name]) throw new DocumentError(`${name} is not set: the action runs in GitHub Actions only`)
  }
  const subject = await subjectOf(env, clean, testsOn)
  const fromDependabot = env['GITHUB_ACTOR'] === 'dependabot[bot]'
  return { ...subject, withoutSecrets: subject.withoutSecrets ?? (fromDependabot ? 'dependabot' : null) }
}

async function subjectOf(env: NodeJS.ProcessEnv, clean: Clean, testsOn: TestsOn): Promise<Subject> {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: path = '', GITHUB_REF: ref = '' } = env
  const payload = payloadIn(path)
  const read = <T>(description: Description<T>) => readEvent(description, payload, clean(name))
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return ofPullRequest(name, read(EVENT_FILES.pullRequest), testsOn)
    case 'push':
      return ofPush(read(EVENT_FILES.push), testsOn)
    case 'issue_comment':
      return ofIssueComment(ref, read(EVENT_FILES.issueComment))
    case 'workflow_run':
      return ofWorkflowRun(read(EVENT_FILES.workflowRun), testsOn)
    case 'merge_group':
      return ofMergeGroup(read(EVENT_FILES.mergeGroup))
    case 'workflow_dispatch':
      return ofDispatch(ref, env['GITHUB_SHA'] ?? '', read(EVENT_FILES.dispatch), testsOn)
    default:
      read(EVENT_FILES.other)
      return ofRef(ref)
  }
}

function payloadIn(file: string): unknown {
  try {
    return readJsonFile(file)
  } catch (error) {
    const why = error instanceof FileError ? error.message : 'cannot be read'
    throw new DocumentError(`the event file (GITHUB_EVENT_PATH) ${why}`)
  }
}

function ofPullRequest(event: string, file: EventFile['pullRequest'], testsOn: TestsOn): Subject {
  const { pull_request: pr, action, reason } = file
  // A deleted head repository was a fork.
  const fork = !pr.head.repo || !isSameText(pr.head.repo.full_name, pr.base.repo.full_name)
  const subject: Subject = {
    ...NO_SUBJECT,
    kind: 'pull-request',
    pullRequest: pr.number,
    targetBranch: branchName(pr.base.ref),
    headSha: pr.head.sha,
    headOf: [pr.number],
    queueActivity:
      action === 'dequeued' || action === 'enqueued' || action === 'synchronize'
        ? { action, at: pr.updated_at ?? null, reason: reason ?? null }
        : null,
    // Of these events, only pull_request_target has secrets for forks.
    withoutSecrets: fork && event !== 'pull_request_target' ? 'fork' : null,
  }
  // The queue can open a pull request for its test branch. That pull request is not one of those under test.
  return (fork ? null : onTestBranch(pr.head.ref, pr.head.sha, subject.targetBranch, null, testsOn)) ?? subject
}

/**
 * A run on a test branch of the queue; null for other branches. If the event names no target, the default branch is
 * assumed, with a notice.
 */
function onTestBranch(
  branch: string,
  headSha: string | null,
  target: string | null,
  fallback: string | null,
  testsOn: TestsOn,
): Subject | null {
  const testBranch = testsOn === 'test-branch' ? parseTestBranch(branch) : null
  if (!testBranch) return null
  return {
    ...NO_SUBJECT,
    kind: 'test-branch',
    targetBranch: target ?? fallback,
    headSha,
    // Anybody can choose the name, so an id counts only with a commit to compare with the test run's.
    testRunId: headSha === null ? null : testBranch.testRunId,
    branchNumbers: testBranch.pullRequests,
    isBisection: BISECTION.test(branch),
    notices: target === null && fallback !== null ? [DEFAULT_TAKEN] : [],
  }
}

const DEFAULT_TAKEN: Subject['notices'][number] = {
  settledBy: 'target-branch',
  text: say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`,
}

function ofPush(event: EventFile['push'], testsOn: TestsOn): Subject {
  const headSha = /^0+$/.test(event.after) ? null : event.after
  const branch = refToBranch(event.ref)
  if (branch === null) return NO_SUBJECT
  // The branches of GitHub's merge groups live there, and none of them is a target branch.
  if (testsOn === 'merge-group' && branch.startsWith('gh-readonly-queue/')) return { ...NO_SUBJECT, headSha }
  const testBranch = onTestBranch(branch, headSha, null, event.repository.default_branch, testsOn)
  return testBranch ?? { ...NO_SUBJECT, kind: 'branch', targetBranch: branch, headSha }
}

function ofDispatch(ref: string, sha: string, { repository }: EventFile['dispatch'], testsOn: TestsOn): Subject {
  const headSha = /^[\da-f]{40,64}$/i.test(sha) ? sha : null
  return onTestBranch(refToBranch(ref) ?? '', headSha, null, repository?.default_branch || null, testsOn) ?? ofRef(ref)
}

function ofIssueComment(ref: string, { issue }: EventFile['issueComment']): Subject {
  if (!issue.pull_request) return ofRef(ref)
  return { ...NO_SUBJECT, kind: 'pull-request', pullRequest: issue.number }
}

function ofWorkflowRun({ workflow_run: run, repository }: EventFile['workflowRun'], testsOn: TestsOn): Subject {
  // GitHub also lists pull requests of other repositories that have the same commit.
  const listed = (run.pull_requests ?? []).filter(({ base }) => isSameRepository(base.repo, repository))
  const [pr, ...others] = listed
  const base = pr && others.every(each => each.base.ref === pr.base.ref) ? branchName(pr.base.ref) : null
  const own = isSameRepository(run.head_repository, repository) ? run.head_branch || null : null
  const testBranch = onTestBranch(own ?? '', run.head_sha, base, repository.default_branch || null, testsOn)
  if (testBranch) return testBranch
  const subject: Subject = {
    ...NO_SUBJECT,
    kind: 'branch',
    headSha: run.head_sha,
    headOf: listed.map(({ number }) => number),
    targetBranch: base,
  }
  if (!pr) {
    return {
      ...subject,
      // A fork's branch can have the name of a branch here, so it is no target.
      targetBranch: own,
      // For a fork GitHub lists no pull request; if it lists those of other repositories, the run is about them.
      headOf: run.event?.startsWith('pull_request') && !run.pull_requests?.length ? 'unnamed' : [],
    }
  }
  if (others.length === 0) return { ...subject, kind: 'pull-request', pullRequest: pr.number }
  const text = say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`
  return { ...subject, notices: [{ settledBy: 'pull-request', text }] }
}

/** The base of a merge group is a whole ref, unlike that of a pull request. */
function ofMergeGroup({ merge_group: group }: EventFile['mergeGroup']): Subject {
  return {
    ...NO_SUBJECT,
    kind: 'merge-group',
    targetBranch: branchName(group.base_ref),
    headSha: group.head_sha,
    groupBranch: group.head_ref ? branchName(group.head_ref) : null,
  }
}

function ofRef(ref: string): Subject {
  const branch = refToBranch(ref)
  return branch === null ? NO_SUBJECT : { ...NO_SUBJECT, kind: 'branch', targetBranch: branch }
}

/** Compares ids if both are known, because a name can pass to another repository. */
function isSameRepository(
  repo: { id?: number | null | undefined; full_name?: string | null | undefined } | null | undefined,
  own: EventFile['workflowRun']['repository'],
): boolean {
  if (repo?.id != null && own.id != null) return repo.id === own.id
  return repo?.full_name != null && isSameText(repo.full_name, own.full_name)
}

/** GitHub ignores letter case in names of owners and repositories. */
export function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function refToBranch(ref: string): string | null {
  return /^refs\/heads\/./.test(ref) ? branchName(ref) : null
}

function readEvent<T>(description: Description<T>, payload: unknown, event: string): T {
  if (description.is(payload)) return payload
  const wrong = description.problem(payload)
  throw new DocumentError(say`the event file (GITHUB_EVENT_PATH) is not ${articleOf(event)} ${event} event: ${wrong}`)
}

/** The name of the event; empty if GITHUB_EVENT_NAME holds no name, as it can on runners other than GitHub's. */
export function eventName(env: NodeJS.ProcessEnv): string {
  const name = env['GITHUB_EVENT_NAME'] ?? ''
  return /^\w{1,40}$/.test(name) ? name : ''
}

/** The article of an event's name: `an` before `issue_comment`, `a` before `push`. */
export function articleOf(event: string): 'a' | 'an' {
  return /^[aeiou]/.test(event) ? 'an' : 'a'
}
