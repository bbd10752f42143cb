import type { Answer } from '../facts/reading.ts'
import type { GitHubAnswer, GitHubScope } from './client.ts'

export interface CommitStatus {
  context: string
  state: 'success' | 'failure' | 'error' | 'pending'
  /** At most 140 characters. */
  description: string
  /** The page to link to, if there is one. */
  targetUrl: string | null
}

const TOPIC = { task: 'set the commit status', permission: 'statuses: write' }

/** Sets a status on a commit (POST /repos/{owner}/{repo}/statuses/{sha}). Throws only on cancellation. */
export function setStatus(
  { client, repository, poll }: GitHubScope,
  sha: string,
  { context, state, description, targetUrl }: CommitStatus,
): Promise<Answer<GitHubAnswer>> {
  const status = { context, state, description, ...(targetUrl !== null && { target_url: targetUrl }) }
  const parameters = { owner: repository.owner, repo: repository.name, sha, ...status }
  return client.request('POST /repos/{owner}/{repo}/statuses/{sha}', parameters, TOPIC, poll)
}
