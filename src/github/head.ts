import * as z from 'zod/mini'
import { commitId } from '../description.ts'
import type { GitHubAnswerOf } from '../facts/github.ts'
import { type GitHubClient, type GitHubPoll, shaped } from './client.ts'

const TOPIC = { task: 'read the head of the pull request', permission: 'pull-requests: read' }
const pullRequest = z.object({ head: z.object({ sha: commitId }) })

/**
 * Reads which commit is the head of a pull request now (GET /repos/{owner}/{repo}/pulls/{pull_number}). Throws only on
 * cancellation.
 */
export async function readHead(
  client: GitHubClient,
  repository: { owner: string; name: string },
  number: number,
  poll: GitHubPoll,
): Promise<GitHubAnswerOf<string>> {
  const parameters = { owner: repository.owner, repo: repository.name, pull_number: number }
  const answer = await client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', parameters, TOPIC, poll)
  if (answer.kind === 'failed') return answer
  const read = shaped(pullRequest, answer.value.data, TOPIC)
  return read.kind === 'failed' ? read : { kind: 'read', value: read.value.head.sha }
}
