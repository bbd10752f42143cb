import * as z from 'zod/mini'
import type { GitHubPullRequest } from '../facts/facts.ts'
import { mapped } from '../facts/reading.ts'
import { commitId, filled, pullRequestNumber } from '../facts/schema/shapes.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { askRest } from './read.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const permission = 'pull-requests: read'

const head = z.object({ sha: commitId })
const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head,
  base: z.object({ ref: filled }),
  mergeable: z.catch(z.nullable(z.boolean()), null),
  mergeable_state: z.catch(z.nullable(z.string()), null),
})

/** Reads one pull request (GET /repos/{owner}/{repo}/pulls/{pull_number}). Throws only on cancellation. */
export async function readPullRequest(scope: GitHubScope, number: number): Promise<GitHubRead<GitHubPullRequest>> {
  const topic = { task: 'read the pull request', permission }
  const question = { route: ROUTE, parameters: { pull_number: number }, topic, shape: pullRequest }
  return mapped(await askRest(scope, question), ({ data }) => ({
    number: data.number,
    open: data.state === 'open',
    headSha: data.head.sha,
    baseBranch: data.base.ref,
    mergeable: data.mergeable,
    mergeableState: data.mergeable_state,
  }))
}

/** Reads the current head of a pull request, and needs nothing else of the answer. Throws only on cancellation. */
export async function readHead(scope: GitHubScope, number: number): Promise<GitHubRead<string>> {
  const topic = { task: 'read the head of the pull request', permission }
  const question = { route: ROUTE, parameters: { pull_number: number }, topic, shape: z.object({ head }) }
  return mapped(await askRest(scope, question), ({ data }) => data.head.sha)
}
