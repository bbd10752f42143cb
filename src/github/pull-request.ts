import * as z from 'zod/mini'
import type { ChangedFiles, GitHubPullRequest } from '../facts/facts.ts'
import { failedBy, gitHubFailure, mapped } from '../facts/reading.ts'
import { commitId, filled, pullRequestNumber } from '../facts/schema/shapes.ts'
import type { GitHubRead, GitHubScope } from './client.ts'
import { askRest, readPages } from './read.ts'

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const permission = 'pull-requests: read'

const head = z.object({ sha: commitId })
const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head,
  base: z.object({ ref: filled }),
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
  }))
}

/** Reads the current head of a pull request, and needs nothing else of the answer. Throws only on cancellation. */
export async function readHead(scope: GitHubScope, number: number): Promise<GitHubRead<string>> {
  const topic = { task: 'read the head of the pull request', permission }
  const question = { route: ROUTE, parameters: { pull_number: number }, topic, shape: z.object({ head }) }
  return mapped(await askRest(scope, question), ({ data }) => data.head.sha)
}

/** The most changed files that GitHub lists. */
const MOST_FILES = 3000
const MORE_FILES = gitHubFailure(
  'too-many',
  'GitHub lists at most 3,000 changed files of a pull request, and this one may change more',
  'Split the pull request.',
)

const files = z.array(z.object({ filename: z.string() }))

/**
 * Reads the files that a pull request changes (GET /repos/{owner}/{repo}/pulls/{n}/files). An incomplete list
 * carries the reason; if nothing could be read, the reading fails. Throws only on cancellation.
 */
export async function readChangedFiles(scope: GitHubScope, pullRequest: number): Promise<GitHubRead<ChangedFiles>> {
  const { items: paths, incomplete } = await readPages(scope, {
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    parameters: { pull_number: pullRequest },
    topic: { task: 'list the changed files of the pull request', permission },
    shape: files,
    items: page => page.map(({ filename }) => filename),
  })
  if (incomplete && paths.length === 0) return failedBy(incomplete)
  const cut = paths.length >= MOST_FILES ? MORE_FILES : null
  return { kind: 'read', value: { paths, incomplete: incomplete ?? cut } }
}
