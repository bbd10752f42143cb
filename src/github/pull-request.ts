import * as z from 'zod/mini'
import type { GitHubPullRequest } from '../facts/github.ts'
import type { Answer, GitHubFailure } from '../facts/reading.ts'
import { commitId, filled, pullRequestNumber } from '../facts/schema/shapes.ts'
import type { GitHubClient, GitHubPoll } from './client.ts'
import { askRest } from './read.ts'

const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head: z.object({ sha: commitId }),
  base: z.object({ ref: filled }),
  // Null while GitHub computes it.
  mergeable: z.nullish(z.boolean()),
  mergeable_state: z.nullish(z.string()),
})

const TOPIC = { task: 'read the pull request', permission: 'pull-requests: read' }

/**
 * Reads what GitHub knows of one pull request (GET /repos/{owner}/{repo}/pulls/{pull_number}). Throws only on
 * cancellation: whatever else goes wrong is a failed reading that says so.
 */
export async function readPullRequest(
  client: GitHubClient,
  repository: { owner: string; name: string },
  number: number,
  poll: GitHubPoll,
): Promise<Answer<GitHubPullRequest, GitHubFailure>> {
  const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
  const question = { route, repository, parameters: { pull_number: number }, topic: TOPIC, shape: pullRequest }
  const read = await askRest(client, question, poll)
  if (read.kind === 'failed') return read
  const { state, head, base, mergeable, mergeable_state } = read.value.data
  return {
    kind: 'read',
    value: {
      number: read.value.data.number,
      open: state === 'open',
      headSha: head.sha,
      baseBranch: base.ref,
      mergeable: mergeable ?? null,
      mergeableState: mergeable_state ?? null,
    },
  }
}
