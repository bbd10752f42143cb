import type { Clock } from '../clock.ts'
import type { Secrets } from '../secret.ts'
import type { GitHubClient } from './client.ts'
import type * as readers from './readers.ts'

/** GitHub's client with what reads through it. */
export interface GitHubConnection {
  client: GitHubClient
  github: typeof readers
}

/** Loads and makes the connection by the first call, and gives the same one ever after. */
export type ConnectToGitHub = () => Promise<GitHubConnection>

/**
 * GitHub for one step. Nothing of it is loaded before somebody asks: few steps need it. The client is made once, so that
 * after a limit was met everybody leaves GitHub alone, those that write included.
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
