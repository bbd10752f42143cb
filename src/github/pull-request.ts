import { DocumentError, readDocument } from '../document.ts'
import type { GitHubReading } from '../facts/facts.ts'
import { GITHUB_ANSWERS } from './answers.ts'
import { type GitHubClient, GitHubError } from './client.ts'

/**
 * Reads what GitHub knows of one pull request (GET /repos/{owner}/{repo}/pulls/{pull_number}).
 * Never throws but on cancellation: whatever goes wrong is a reading that says so.
 */
export async function readPullRequest(
  client: GitHubClient,
  repository: { owner: string; name: string },
  number: number,
): Promise<GitHubReading> {
  try {
    const answer = await client.read('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner: repository.owner,
      repo: repository.name,
      pull_number: number,
    })
    const pr = await readDocument(GITHUB_ANSWERS.pullRequest, answer)
    return {
      kind: 'read',
      value: {
        number: pr.number,
        open: pr.state === 'open',
        headSha: pr.head.sha,
        baseBranch: pr.base.ref,
        mergeable: pr.mergeable ?? null,
        mergeableState: pr.mergeable_state ?? null,
      },
    }
  } catch (error) {
    if (error instanceof GitHubError) return failureOf(error)
    if (!(error instanceof DocumentError)) throw error
    return failed(`GitHub's answer has another shape than documented: ${error.message}`, RUN_AGAIN)
  }
}

function failureOf({ message, status }: GitHubError): GitHubReading {
  switch (status) {
    case 401:
      return failed('GitHub refused the token (401)', 'Check `github-token`.')
    case 403:
      return failed('GitHub refused to answer (403)', NEEDS_PERMISSION)
    case 404:
      return failed('GitHub knows no such pull request, or the token may not see it (404)', NEEDS_PERMISSION)
    default:
      return failed(`GitHub ${message}`, RUN_AGAIN)
  }
}

const NEEDS_PERMISSION = 'Give `github-token` with `pull-requests: read`.'
const RUN_AGAIN = 'Run the job again.'

function failed(message: string, remedy: string): GitHubReading {
  return { kind: 'failed', message, remedy }
}
