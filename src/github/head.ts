import * as z from 'zod/mini'
import type { Answer, GitHubFailure } from '../facts/reading.ts'
import { commitId } from '../facts/schema/shapes.ts'
import type { GitHubClient, GitHubPoll } from './client.ts'
import { askRest } from './read.ts'

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
): Promise<Answer<string, GitHubFailure>> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
  const question = { route, repository, parameters: { pull_number: number }, topic: TOPIC, shape: pullRequest }
  const read = await askRest(client, question, poll)
  return read.kind === 'failed' ? read : { kind: 'read', value: read.value.data.head.sha }
}
