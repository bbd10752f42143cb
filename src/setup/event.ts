import { type Description, DocumentError, readDocument } from '../document.ts'
import { parseTestBranch } from '../facts/branch.ts'
import type { ContextKind, WithoutSecrets } from '../facts/context.ts'
import { asText, code, type Message, say } from '../message.ts'
import { FileError, readJsonFile } from '../runner/files.ts'
import { type Clean, cleanTexts } from '../secret.ts'
import { EVENT_FILES, type EventFile } from './event-file.ts'

/** What the event alone says, before any input. */
export interface Subject {
  kind: ContextKind
  pullRequest: number | null
  targetBranch: string | null
  /** Commit that the event is about. */
  headSha: string | null
  /** Pull requests in the name of a test branch; left out elsewhere. */
  branchNumbers?: readonly number[]
  /** Numbers of the pull requests that {@link headSha} is the head of; `unnamed` where the event doesn't say of which. */
  headOf: readonly number[] | 'unnamed'
  /** Commit that was the head before a push. */
  previousHead: string | null
  /** From the name of a test branch. */
  testRunId: string | null
  /** Only GitHub knows the target branch. */
  askForBranch: boolean
  /** Why the event has no secrets. */
  withoutSecrets: WithoutSecrets | null
  /** Guesses that people should know of, each with the input that replaces it. */
  notices: { settledBy: 'target-branch' | 'pull-request'; text: Message }[]
}

/** The event file is not what GitHub sends. */
export class EventError extends Error {
  override readonly name = 'EventError'
  readonly sentence: Message

  constructor(sentence: Message, options?: ErrorOptions) {
    super(asText(sentence), options)
    this.sentence = sentence
  }
}

/** What the runner says about the event. */
export interface EventSource {
  /** GITHUB_EVENT_NAME */
  name: string
  /** GITHUB_EVENT_PATH */
  path: string
  /** GITHUB_REF, for events whose payload names no branch. */
  ref: string
  /** GITHUB_SHA */
  sha: string
  /** GITHUB_ACTOR */
  actor: string
  clean: Clean
}

type WorkflowRun = EventFile['workflowRun']

const NOTHING: Subject = {
  kind: 'other',
  pullRequest: null,
  targetBranch: null,
  headSha: null,
  headOf: [],
  previousHead: null,
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
export async function readSubject(source: EventSource): Promise<Subject> {
  if (source.name === '') throw new EventError('GITHUB_EVENT_NAME is not set: the action runs in GitHub Actions only')
  if (source.path === '') throw new EventError('GITHUB_EVENT_PATH is not set: the action runs in GitHub Actions only')
  let payload: unknown
  try {
    payload = readJsonFile(source.path)
  } catch (error) {
    if (error instanceof FileError) throw new EventError(`the event file (GITHUB_EVENT_PATH) ${error.message}`)
    throw new EventError('the event file (GITHUB_EVENT_PATH) cannot be read', { cause: error })
  }
  const subject = await subjectOf(source, payload)
  const cleaned = await subjectOf(source, cleanTexts(payload, source.clean))
  if (JSON.stringify(subject) !== JSON.stringify(cleaned)) {
    // With the token cut out of a branch's name, another branch would be asked for.
    throw new EventError('the event file (GITHUB_EVENT_PATH) holds one of the two tokens in what it says of this run')
  }
  const fromDependabot = source.actor === 'dependabot[bot]'
  return { ...subject, withoutSecrets: subject.withoutSecrets ?? (fromDependabot ? 'dependabot' : null) }
}

async function subjectOf(source: EventSource, payload: unknown): Promise<Subject> {
  const read = <T>(description: Description<T>) => readEvent(description, payload, source)
  switch (source.name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return ofPullRequest(source.name, await read(EVENT_FILES.pullRequest))
    case 'push':
      return ofPush(await read(EVENT_FILES.push))
    case 'issue_comment':
      return ofIssueComment(source, (await read(EVENT_FILES.issueComment)).issue)
    case 'workflow_run':
      return ofWorkflowRun(await read(EVENT_FILES.workflowRun))
    case 'merge_group':
      return ofMergeGroup((await read(EVENT_FILES.mergeGroup)).merge_group)
    case 'workflow_dispatch':
      return ofDispatch(source, await read(EVENT_FILES.dispatch))
    default:
      await read(EVENT_FILES.other)
      return ofRef(source.ref)
  }
}

function ofPullRequest(event: string, { pull_request: pr, before }: EventFile['pullRequest']): Subject {
  // A head repository that is gone was a fork.
  const fork = !pr.head.repo || !isSameName(pr.head.repo.full_name, pr.base.repo.full_name)
  const subject: Subject = {
    ...NOTHING,
    kind: 'pull-request',
    pullRequest: pr.number,
    targetBranch: branchOf(pr.base.ref),
    headSha: pr.head.sha,
    headOf: [pr.number],
    previousHead: before ?? null,
    // Of this family only pull_request_target has secrets for forks.
    withoutSecrets: fork && event !== 'pull_request_target' ? 'fork' : null,
  }
  // The queue opens a pull request to have its test branch checked: that one is not among those under test.
  return (fork ? null : onTestBranch(pr.head.ref, pr.head.sha, subject.targetBranch, null)) ?? subject
}

/**
 * A run on a test branch of the queue, of which no pull request is the one under report.
 *
 * @param fallback the default branch, taken with a notice where the event names no target
 * @returns null where the branch is none of the queue's
 */
function onTestBranch(
  branch: string,
  headSha: string | null,
  target: string | null,
  fallback: string | null,
): Subject | null {
  const testBranch = parseTestBranch(branch)
  if (!testBranch) return null
  return {
    ...NOTHING,
    kind: 'test-branch',
    targetBranch: target ?? fallback,
    headSha,
    // Anybody can choose the name: without a commit that the test run has to have, it says nothing.
    testRunId: headSha === null ? null : testBranch.testRunId,
    branchNumbers: testBranch.pullRequests,
    notices: target === null && fallback !== null ? [DEFAULT_TAKEN] : [],
  }
}

const DEFAULT_TAKEN: Subject['notices'][number] = {
  settledBy: 'target-branch',
  text: say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`,
}

function ofPush(event: EventFile['push']): Subject {
  const headSha = /^0+$/.test(event.after) ? null : event.after
  const branch = refToBranch(event.ref)
  if (branch === null) return NOTHING
  const testBranch = onTestBranch(branch, headSha, null, event.repository.default_branch)
  return testBranch ?? { ...NOTHING, kind: 'branch', targetBranch: branch, headSha }
}

function ofDispatch({ ref, sha }: EventSource, { repository }: EventFile['dispatch']): Subject {
  const branch = refToBranch(ref) ?? ''
  return (
    onTestBranch(branch, /^[\da-f]{40,64}$/i.test(sha) ? sha : null, null, repository?.default_branch || null) ??
    ofRef(ref)
  )
}

function ofIssueComment(source: EventSource, issue: EventFile['issueComment']['issue']): Subject {
  if (!issue.pull_request) return ofRef(source.ref)
  return { ...NOTHING, kind: 'pull-request', pullRequest: issue.number, askForBranch: true }
}

function ofWorkflowRun({ workflow_run: run, repository }: WorkflowRun): Subject {
  // Other repositories' pull requests that have the same commit are listed as well.
  const listed = (run.pull_requests ?? []).filter(({ base }) => isSameRepository(base.repo, repository))
  const [pr, ...others] = listed
  const base = pr && others.every(each => each.base.ref === pr.base.ref) ? branchOf(pr.base.ref) : null
  const own = isSameRepository(run.head_repository, repository) ? run.head_branch || null : null
  const testBranch = onTestBranch(own ?? '', run.head_sha, base, repository.default_branch || null)
  if (testBranch) return testBranch
  const subject: Subject = {
    ...NOTHING,
    kind: 'branch',
    headSha: run.head_sha,
    headOf: listed.map(({ number }) => number),
    targetBranch: base,
  }
  if (!pr) {
    return {
      ...subject,
      // A branch of a fork can bear the name of one here.
      targetBranch: own,
      // For a fork GitHub lists none; where it lists others', the run is about those.
      headOf: run.event?.startsWith('pull_request') && !run.pull_requests?.length ? 'unnamed' : [],
    }
  }
  if (others.length === 0) return { ...subject, kind: 'pull-request', pullRequest: pr.number }
  const text = say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`
  return { ...subject, notices: [{ settledBy: 'pull-request', text }] }
}

function ofMergeGroup(group: EventFile['mergeGroup']['merge_group']): Subject {
  return { ...NOTHING, kind: 'merge-group', targetBranch: branchOf(group.base_ref), headSha: group.head_sha }
}

function ofRef(ref: string): Subject {
  const branch = refToBranch(ref)
  return branch === null ? NOTHING : { ...NOTHING, kind: 'branch', targetBranch: branch }
}

/** By the ids where both are known: a name can be given to another repository. */
function isSameRepository(
  repo: { id?: number | null | undefined; full_name?: string | null | undefined } | null | undefined,
  own: WorkflowRun['repository'],
): boolean {
  if (repo?.id != null && own.id != null) return repo.id === own.id
  return repo?.full_name != null && isSameName(repo.full_name, own.full_name)
}

/** GitHub's names of owners and repositories don't tell letter cases apart. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function refToBranch(ref: string): string | null {
  return ref.startsWith('refs/heads/') && ref.length > 'refs/heads/'.length ? branchOf(ref) : null
}

/** merge_group gives whole refs where pull requests give bare names. */
function branchOf(ref: string): string {
  return ref.replace(/^refs\/heads\//, '')
}

async function readEvent<T>(description: Description<T>, payload: unknown, source: EventSource): Promise<T> {
  try {
    return await readDocument(description, payload)
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    throw new EventError(
      say`the event file (GITHUB_EVENT_PATH) is not ${articleOf(source.name)} ${source.clean(source.name)} event: ${error.sentence}`,
    )
  }
}

/** GITHUB_EVENT_NAME, which can be anything where somebody else starts the action; empty where it is no name. */
export function eventName(env: NodeJS.ProcessEnv): string {
  const name = env['GITHUB_EVENT_NAME'] ?? ''
  return /^\w{1,40}$/.test(name) ? name : ''
}

/** The article of an event's name: `an` before `issue_comment`, `a` before `push`. */
export function articleOf(event: string): 'a' | 'an' {
  return /^[aeiou]/.test(event) ? 'an' : 'a'
}
