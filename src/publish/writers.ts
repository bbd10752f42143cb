import { type Failure, isFailed, valueIn } from '../facts/facts.ts'
import type { Conclusion } from '../gate/conclusion.ts'
import { reason } from '../gate/reasons.ts'
import { testRunIn } from '../gate/subject.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { type CommitStatus, keepComment, markerOf, setStatus } from '../github/writes.ts'
import { type Result, runUrl } from '../result.ts'
import { plain } from '../text/escape.ts'
import { asWords, code, type Message, say, sentences } from '../text/message.ts'
import { commentBody } from './comment.ts'
import type { Story } from './story.ts'

interface WriterInputs {
  comment: 'always' | 'on-failure' | 'never'
  commentKey: string | null
  statusContext: string | null
}

/** What was written on GitHub, and why other things were not. */
export interface Written {
  notices: Message[]
  comments: { url: string }[]
}

/** Writes the status and the comments. A failed write is a notice, and changes no verdict. */
export async function write(
  story: Story,
  result: Result,
  inputs: WriterInputs,
  { client, signal }: { client: GitHubClient; signal: AbortSignal },
): Promise<Written> {
  const { context, plan } = result
  // On a wrong input neither is written.
  if (context === null || plan === null) return { notices: [], comments: [] }
  const scope: GitHubScope = {
    client,
    repository: context.repository.value,
    poll: { signal },
  }
  const status = await writeStatus(scope, story, result, inputs)
  const comments = await writeComments(scope, story, result, inputs)
  return { notices: [...status, ...comments.notices], comments: comments.comments }
}

async function writeStatus(
  scope: GitHubScope,
  story: Story,
  result: Result,
  { statusContext }: WriterInputs,
): Promise<Message[]> {
  if (statusContext === null || result.refusesStatus) return []
  const { at, why } = statusTarget(result)
  if (why !== null) return [say`No status was set: ${why}.`]
  if (at === null) return []
  const answer = await setStatus(scope, at, { context: statusContext, ...statusOf(story, result) })
  return isFailed(answer) ? [refusal('No status was set', answer.failure, result)] : []
}

/** Keeps one comment on each pull request up to date; with `on-failure`, one that is there tells also a later success. */
async function writeComments(
  scope: GitHubScope,
  story: Story,
  result: Result,
  { comment, commentKey }: WriterInputs,
): Promise<Written> {
  if (comment === 'never') return { notices: [], comments: [] }
  const { run, verdict } = result
  const { at, why } = commentTarget(result)
  const marker = markerOf(commentKey ?? JSON.stringify([run.workflow, run.job]))
  const create = comment === 'always' || !verdict.succeeds
  const written: Written = { notices: why === null ? [] : [say`No comment was written: ${why}.`], comments: [] }
  for (const number of at ?? []) {
    const wanted = { marker, run: run.id, body: commentBody(story, result), create }
    const answer = await keepComment(scope, number, wanted)
    if (isFailed(answer)) {
      // The other pull requests would be refused likewise.
      written.notices.push(refusal('No comment was written', answer.failure, result))
      break
    }
    if (answer.value !== null) written.comments.push({ url: commentUrl(scope, run.serverUrl, number, answer.value) })
  }
  return written
}

function commentUrl({ repository }: GitHubScope, serverUrl: string, number: number, id: number): string {
  return `${serverUrl}/${repository.owner}/${repository.name}/pull/${number}#issuecomment-${id}`
}

/** Says what was not written, and why. */
function refusal(undone: string, { code: why, message, remedy }: Failure, { context }: Result): Message {
  // No permission of the job lets it write to a fork's pull request.
  if (why === 'github-forbidden' && context?.fromFork) {
    const readOnly = say`${undone}: on a fork's pull request ${code('github-token')} is read-only.`
    return sentences(readOnly, say`Run this step on ${code('pull_request_target')}, and check out nothing there.`)
  }
  return sentences(say`${undone}: ${message}`, remedy)
}

/** At most this many pull requests of one test run get a comment. */
const MOST_COMMENTS = 10

/** The place to write to, or why there is none; null for both if nothing has to be said. */
export interface Target<T> {
  at: T | null
  why: Message | null
}

/** The pull requests that get the comment. */
export function commentTarget({ context, facts, verdict }: Result): Target<number[]> {
  if (context === null || verdict.conclusion === 'cancelled') return { at: null, why: null }
  if (context.pullRequest !== null) return { at: [context.pullRequest.value], why: null }
  const tested = context.kind === 'test-branch' ? testRunIn(facts, context)?.pullRequests : null
  if (tested?.length) {
    const numbers = tested.slice(0, MOST_COMMENTS).map(({ number }) => number)
    return { at: numbers.toSorted((a, b) => a - b), why: null }
  }
  return { at: null, why: say`this run names no pull request. Set ${code('pull-request')}` }
}

/**
 * The commit that gets the status: the event's for test branches, merge groups and runs without a pull request, else the
 * head of the pull request, as the event or the source names it.
 */
export function statusTarget({ context, facts }: Result): Target<string> {
  if (context === null) return { at: null, why: null }
  const { kind, pullRequest, pullRequestHead, headSha } = context
  const isOfEvent = pullRequest === null || kind === 'test-branch' || kind === 'merge-group'
  const sha = isOfEvent ? headSha : (pullRequestHead ?? valueIn(facts.pullRequest)?.sha ?? null)
  return { at: sha, why: sha === null ? say`no commit is known. Set ${code('pull-request')}` : null }
}

/**
 * The result of a step whose status would have the name of a required one: the queue would merge on it, so it is not set,
 * and the step fails.
 */
export function withoutRequiredStatus(result: Result, statusContext: string | null): Result {
  const { facts, explanation, verdict } = result
  const required = [
    ...(valueIn(facts.queue)?.requiredStatuses ?? []),
    ...(valueIn(facts.testRun)?.requiredStatuses ?? []),
    ...(valueIn(explanation.run)?.requiredStatuses ?? []),
  ]
  const isRequired = required.some(name => name.toLowerCase() === statusContext?.toLowerCase())
  if (statusContext === null || !isRequired) return result
  const message = say`The status ${code(statusContext)} was not set: the queue requires it, and would merge on it.`
  const refusal = {
    ...reason('bad-input', null, message, say`Set ${code('status-context')} to a name that nothing requires.`),
    headline: say`${code('status-context')} names a required status`,
  }
  return {
    ...result,
    verdict: { ...verdict, conclusion: 'failed', succeeds: false, reasons: [refusal, ...verdict.reasons] },
    refusesStatus: true,
  }
}

/** The most UTF-16 units of a description: GitHub takes 140 characters. */
const LONGEST = 140

/** Only a step that passed or merely reported is a success; its exit code doesn't matter. */
const STATES: Record<Conclusion, CommitStatus['state']> = {
  passed: 'success',
  reported: 'success',
  failed: 'failure',
  unknown: 'error',
  skipped: 'error',
  cancelled: 'error',
}

/** The commit status, without the name under which it is set. */
export function statusOf({ headline, cause }: Story, { verdict, run }: Result): Omit<CommitStatus, 'context'> {
  const text = cause === '' ? headline : sentences(`${asWords(headline)}.`, cause)
  // One line without backticks and addresses, of a length that GitHub takes.
  return { state: STATES[verdict.conclusion], description: plain(asWords(text), LONGEST), targetUrl: runUrl(run) }
}
