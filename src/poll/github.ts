import type { RunContext } from '../facts/context.ts'
import type { Explanation } from '../facts/explanation.ts'
import type { Facts } from '../facts/facts.ts'
import { failedBy, isFailed } from '../facts/reading.ts'
import { readChecks } from '../github/checks.ts'
import type { GitHubClient, GitHubScope } from '../github/client.ts'
import { readPullRequest } from '../github/pull-request.ts'

/** GitHub's view of the pull request, for what a service does not say. Throws only on cancellation. */
export async function askView(
  client: GitHubClient,
  context: RunContext,
  signal: AbortSignal,
): Promise<Facts['github']> {
  if (context.pullRequest === null) return undefined
  const number = context.pullRequest.value
  const view = await readPullRequest(scopeOf(client, context, signal), number)
  // The usual headlines name the source that was asked about the queue, and this is GitHub.
  return isFailed(view) ? failedBy({ headline: `GitHub did not tell about #${number}`, ...view.failure }) : view
}

/** The checks of a commit. Throws only on cancellation. */
export async function askChecks(
  client: GitHubClient,
  context: RunContext,
  sha: string,
  signal: AbortSignal,
): Promise<Explanation['checks']> {
  return readChecks(scopeOf(client, context, signal), sha)
}

function scopeOf(client: GitHubClient, context: RunContext, signal: AbortSignal): GitHubScope {
  return { client, repository: context.repository.value, poll: { signal } }
}
