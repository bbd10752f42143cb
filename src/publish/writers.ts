import { type GitHubFailure, isFailed } from '../facts/reading.ts'
import { requestBudget } from '../github/bounds.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { keepComment, markerOf } from '../github/comment.ts'
import { setStatus } from '../github/status.ts'
import type { Result } from '../result.ts'
import { code, distinct, type Message, say, sentences } from '../text/message.ts'
import { commentBody } from './comment.ts'
import { statusOf } from './status.ts'
import { commentPlace, statusPlace } from './targets.ts'

interface WriterInputs {
  comment: 'always' | 'on-failure' | 'never'
  commentKey: string | null
  statusContext: string | null
}

export interface Told {
  notices: Message[]
  comments: { line: string; url: string }[]
}

/** Writes the status and the comments of a result. A failed write is a notice, and changes no verdict. */
export async function tell(
  result: Result,
  { comment, commentKey, statusContext }: WriterInputs,
  client: GitHubClient,
  signal: AbortSignal,
): Promise<Told> {
  const { context, run, verdict } = result
  if (context === null || (comment === 'never' && statusContext === null)) return { notices: [], comments: [] }
  const repository = context.repository.value
  const scope: GitHubScope = { client, repository, poll: { budget: requestBudget(100), signal } }
  const notices: Message[] = []
  const comments: Told['comments'] = []
  if (statusContext !== null) {
    const { at, why } = statusPlace(result)
    const answer = at === null ? null : await setStatus(scope, at, { context: statusContext, ...statusOf(result) })
    if (why !== null) notices.push(say`No status was set: ${why}.`)
    if (isFailed(answer)) notices.push(refusal('No status was set', answer.failure, result))
  }
  if (comment !== 'never') {
    const { at, why } = commentPlace(result)
    if (why !== null) notices.push(say`No comment was written: ${why}.`)
    const marker = markerOf(commentKey ?? JSON.stringify([run.workflow, run.job]))
    const wanted = { marker, body: commentBody(result), create: comment === 'always' || !verdict.succeeds }
    for (const number of at ?? []) {
      const answer = await keepComment(scope, number, wanted)
      if (isFailed(answer)) notices.push(refusal('No comment was written', answer.failure, result))
      else if (answer.value !== null) {
        const url = `${run.serverUrl}/${repository.owner}/${repository.name}/pull/${number}#issuecomment-${answer.value}`
        comments.push({ line: `Comment: ${url}`, url })
      }
    }
  }
  return { notices: distinct(notices), comments }
}

/** Says what was not written, and why. */
function refusal(undone: string, { cause, message, remedy }: GitHubFailure, { context }: Result): Message {
  // No permission of the job lets it write to a fork's pull request.
  if (cause === 'forbidden' && context?.fromFork) {
    return say`${undone}: on a fork's pull request ${code('github-token')} is read-only.`
  }
  return sentences(say`${undone}: ${message}.`, remedy)
}
