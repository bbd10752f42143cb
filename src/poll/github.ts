import type { Explanation } from '../facts/explanation.ts'
import { readChecks } from '../github/checks.ts'
import { readPullRequest } from '../github/pull-request.ts'
import type { Tools } from '../sources/create.ts'
import type { Sources } from './gather.ts'

/** A step's questions to GitHub: about the pull request in each poll, and about the checks of a commit. */
interface GitHub {
  pullRequest: Sources['github']
  /** Without a token they are not asked for. */
  checks: (sha: string, signal?: AbortSignal) => Promise<Explanation['checks']>
}

/** GitHub for one step. */
export function createGitHub({ context, secrets, client }: Tools): GitHub {
  return {
    async pullRequest(number, signal) {
      const scope = { client, repository: context.repository.value, poll: { signal } }
      return readPullRequest(scope, number)
    },

    async checks(sha, signal) {
      if (secrets.github === '') return undefined
      return readChecks({ client, repository: context.repository.value, poll: { signal } }, sha)
    },
  }
}
