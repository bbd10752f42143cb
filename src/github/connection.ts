import type { Clock } from '../runner/clock.ts'
import type { Secrets } from '../text/secret.ts'
import type { GitHubClient } from './client.ts'
import type * as readers from './readers.ts'

/** GitHub's client, and the functions that read through it. */
export interface GitHubConnection {
  client: GitHubClient
  github: typeof readers
}

/** The first call makes the connection; later calls return the same one. */
export type ConnectToGitHub = () => Promise<GitHubConnection>

/**
 * Connects one step to GitHub. The first call loads the code, because few steps need it. Readers and writers share one
 * client, so that after a rate limit none of them sends a request.
 */
export function gitHubConnection(
  environment: NodeJS.ProcessEnv,
  { github: token, clean }: Secrets,
  clock: Clock,
): ConnectToGitHub {
  let connection: Promise<GitHubConnection> | null = null

  async function connect(): Promise<GitHubConnection> {
    const github = await import('./readers.ts')
    const client = github.createGitHubClient({
      apiUrl: environment['GITHUB_API_URL'] || 'https://api.github.com',
      graphqlUrl: environment['GITHUB_GRAPHQL_URL'] ?? '',
      token,
      clean,
      clock,
    })
    return { github, client }
  }

  return () => (connection ??= connect())
}
