import * as z from 'zod/mini'
import type { GitHubPullRequest } from '../facts/facts.ts'
import { type Answer, mapped } from '../facts/reading.ts'
import { commitId, filled, pullRequestNumber } from '../facts/schema/shapes.ts'
import type { GitHubScope } from './client.ts'
import { askRest } from './read.ts'

const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head: z.object({ sha: commitId }),
  base: z.object({ ref: filled }),
  mergeable: z.catch(z.nullable(z.boolean()), null),
  mergeable_state: z.catch(z.nullable(z.string()), null),
})

/** Reads one pull request (GET /repos/{owner}/{repo}/pulls/{pull_number}). Throws only on cancellation. */
export async function readPullRequest(scope: GitHubScope, number: number): Promise<Answer<GitHubPullRequest>> {
  const reading = await askRest(scope, {
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    topic: { task: 'read the pull request', permission: 'pull-requests: read' },
    shape: pullRequest,
  })
  return mapped(reading, ({ data }) => ({
    number: data.number,
    open: data.state === 'open',
    headSha: data.head.sha,
    baseBranch: data.base.ref,
    mergeable: data.mergeable,
    mergeableState: data.mergeable_state,
  }))
}
