import type { GitHubAnswer, GitHubRead, GitHubScope } from './client.ts'

/** A commit status, as GitHub's API has it. */
export interface CommitStatus {
  context: string
  state: 'success' | 'failure' | 'error' | 'pending'
  /** At most 140 characters. */
  description: string
  /** Null where there is no page to link to. */
  targetUrl: string | null
}

const TOPIC = { task: 'set the commit status', permission: 'statuses: write' }

/**
 * Sets a status on a commit (POST /repos/{owner}/{repo}/statuses/{sha}). It may be set again after a lost answer,
 * because the newest status of a context counts. Throws only on cancellation.
 */
export function setStatus(
  { client, repository, poll }: GitHubScope,
  sha: string,
  { context, state, description, targetUrl }: CommitStatus,
): Promise<GitHubRead<GitHubAnswer>> {
  const status = { context, state, description, ...(targetUrl !== null && { target_url: targetUrl }) }
  const parameters = { owner: repository.owner, repo: repository.name, sha, ...status }
  return client.request('POST /repos/{owner}/{repo}/statuses/{sha}', parameters, TOPIC, poll)
}
