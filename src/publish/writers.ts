import { type Failure, isFailed } from '../facts/reading.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { keepComment, markerOf } from '../github/comment.ts'
import { setStatus } from '../github/status.ts'
import type { Result } from '../result.ts'
import { code, type Message, say, sentences } from '../text/message.ts'
import { commentBody } from './comment.ts'
import { statusOf } from './status.ts'
import type { Story } from './story.ts'
import { commentTarget, statusTarget } from './targets.ts'

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
