import { type Failure, isFailed, valueIn } from '../facts/facts.ts'
import type { JudgedTests } from '../gate/quarantine/tests.ts'
import { testRunIn } from '../gate/subject.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { type CommitStatus, markerOf, setStatus, upsertComment } from '../github/writes.ts'
import type { Result } from '../result.ts'
import { asHtml, asWords, code, count, link, type Message, plain, say, sentences } from '../text/message.ts'
import { type Story, TITLE } from './story.ts'
import { verdictPart } from './summary/summary.ts'
import { bullets } from './summary/table.ts'
import { nameCell, whyBlocked } from './summary/tests.ts'

interface WriterInputs {
  comment: 'always' | 'on-failure' | 'never'
  commentKey: string | null
  statusContext: string | null
}

interface Written {
  notices: Message[]
  /** The addresses of the comments that were written. */
  comments: string[]
}

/** Writes the status and the comments, if the inputs and the event could be read. A failed write is only a notice. */
export async function writeToGitHub(
  story: Story,
  result: Result,
  inputs: WriterInputs,
  { client, signal }: { client: GitHubClient; signal: AbortSignal },
): Promise<Written> {
  const { context, plan, verdict } = result
  if (context === null || plan === null) return { notices: [], comments: [] }
  const { statusContext, comment } = inputs
  const scope: GitHubScope = { client, repository: context.repository, requestOptions: { signal } }
  // A status that the queue requires is never set: the queue would merge on it. The verdict already tells that.
  const notices =
    statusContext === null || result.isStatusRequired ? [] : await writeStatus(scope, story, result, statusContext)
  if (comment === 'never' || verdict.conclusion === 'cancelled') return { notices, comments: [] }
  const written = await writeComments(scope, story, result, inputs)
  return { notices: [...notices, ...written.notices], comments: written.comments }
}

async function writeStatus(scope: GitHubScope, story: Story, result: Result, name: string): Promise<Message[]> {
  const commit = commitOfStatus(result)
  if (commit === null) return [say`No status was set: no commit is known. Set ${code('pull-request')}.`]
  const answer = await setStatus(scope, commit, { context: name, ...commitStatusOf(story, result) })
  return isFailed(answer) ? [notWritten('No status was set', answer.failure, result)] : []
}

/** The commit that gets the status: the one that the verdict is about, else the one that the source names. */
export function commitOfStatus({ context, facts }: Result): string | null {
  if (!context) return null
  const { kind, pullRequest, pullRequestHead, eventSha } = context
  if (pullRequest === null || kind === 'test-branch' || kind === 'merge-group') return eventSha
  return pullRequestHead ?? valueIn(facts.pullRequest)?.headSha ?? null
}

/** GitHub takes 140 characters. A text of 140 UTF-16 units never has more. */
const DESCRIPTION_LIMIT = 140

/** The commit status without its name. Its state follows the conclusion, not the exit code of the step. */
export function commitStatusOf({ headline, cause }: Story, result: Result): Omit<CommitStatus, 'context'> {
  const { conclusion } = result.verdict
  const isGood = conclusion === 'passed' || conclusion === 'reported'
  const state = isGood ? 'success' : conclusion === 'failed' ? 'failure' : 'error'
  const text = cause === '' ? headline : sentences(`${asWords(headline)}.`, cause)
  return { state, description: plain(asWords(text), DESCRIPTION_LIMIT), targetUrl: runUrl(result.workflowRun) }
}

/** Keeps one comment on each pull request up to date. With `on-failure`, a success creates none, but updates one. */
async function writeComments(
  scope: GitHubScope,
  story: Story,
  result: Result,
  { comment, commentKey }: WriterInputs,
): Promise<Written> {
  const { workflowRun, verdict } = result
  const numbers = pullRequestsToComment(result)
  if (numbers.length === 0) {
    const nowhere = say`No comment was written: this run names no pull request. Set ${code('pull-request')}.`
    return { notices: [nowhere], comments: [] }
  }
  const marker = markerOf(commentKey ?? JSON.stringify([workflowRun.workflow, workflowRun.job]))
  const mayCreate = comment === 'always' || !verdict.succeeds
  const wanted = { marker, runId: workflowRun.id, body: commentBody(story, result), mayCreate }
  const { owner, name } = scope.repository
  const comments: Written['comments'] = []
  for (const number of numbers) {
    const answer = await upsertComment(scope, number, wanted)
    // The other pull requests would be refused likewise.
    if (isFailed(answer)) return { notices: [notWritten('No comment was written', answer.failure, result)], comments }
    const page = `${workflowRun.serverUrl}/${owner}/${name}/pull/${number}`
    if (answer.value !== null) comments.push(`${page}#issuecomment-${answer.value}`)
  }
  return { notices: [], comments }
}

/** At most this many pull requests of one test run get a comment. */
const MOST_COMMENTS = 10

/** The pull requests that get the comment: the one that the step is about, else those that the test branch tests. */
export function pullRequestsToComment({ context, facts }: Result): number[] {
  if (context?.pullRequest) return [context.pullRequest]
  const tested = context?.kind === 'test-branch' ? testRunIn(facts, context)?.pullRequests : null
  return (tested ?? []).slice(0, MOST_COMMENTS).map(({ number }) => number)
}

/** At most this many tests are listed; the job summary lists more. */
const TESTS_SHOWN = 10

/**
 * The body of the comment: what happened, why, what to do, the blocking tests, the run. Its parts are HTML without
 * empty lines, so that no Markdown works in them. It holds no output of failed tests and no mentions.
 */
export function commentBody(story: Story, { workflowRun, judgedTests }: Result): string {
  const job = [workflowRun.workflow, workflowRun.job].filter(name => name !== '').join(' / ') || 'workflow run'
  return [
    verdictPart(story, 'h3'),
    ...(judgedTests?.failures.blocking.length ? [blockingList(judgedTests)] : []),
    `<p><sub>${asHtml(link(job, runUrl(workflowRun)))} · ${TITLE}</sub></p>`,
  ].join('\n\n')
}

function blockingList({ failures: { blocking } }: JudgedTests): string {
  const shown = blocking.slice(0, TESTS_SHOWN)
  const lines = shown.map(each => [nameCell(each.test), ...whyBlocked(each)].join('<br>'))
  const more = blocking.length - shown.length
  if (more > 0) lines.push(`${count(more, 'more test', 'more tests')} in the summary of the run`)
  return bullets(lines)
}

/** @param what such as "No status was set" */
function notWritten(what: string, { code: failureCode, message, remedy }: Failure, { context }: Result): Message {
  // No permission of the job lets it write to a fork's pull request.
  if (failureCode === 'github-forbidden' && context?.isFromFork) {
    const readOnly = say`${what}: on a fork's pull request ${code('github-token')} is read-only.`
    return sentences(readOnly, say`Run this step on ${code('pull_request_target')}, and check out nothing there.`)
  }
  return sentences(say`${what}: ${message}`, remedy)
}

/** The page of this attempt of the workflow run; null if the runner doesn't give what the address needs. */
function runUrl({ serverUrl, repository, id, attempt }: Result['workflowRun']): string | null {
  if (serverUrl === '' || repository === '' || id === '' || attempt === '') return null
  return `${serverUrl}/${repository}/actions/runs/${id}/attempts/${attempt}`
}
