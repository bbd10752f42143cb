import type { Clock } from '../clock.ts'
import type { Answer, GitHubFailure } from '../facts/reading.ts'
import type { GitHubClient, GitHubPoll } from './client.ts'

const SHORTEST_MS = 1000

/**
 * A client that waits after a rate limit, as long as the failure says, and then sends the request again. All waits
 * together take at most `budgetMs`; a request whose wait would exceed that stays a failed reading.
 */
export function pacedClient(client: GitHubClient, clock: Clock, budgetMs: number): GitHubClient {
  let left = budgetMs
  /** The end of the current wait, which requests that were sent together share. */
  let until = 0

  async function inPace<T>(send: () => Promise<Answer<T, GitHubFailure>>, { signal }: GitHubPoll) {
    for (;;) {
      const answer = await send()
      if (answer.kind !== 'failed' || answer.failure.cause !== 'rate-limited') return answer
      const now = clock.monotonic()
      // Without a shortest wait, a request whose limit names no time would be sent again at once.
      const wanted = now + Math.max(SHORTEST_MS, answer.failure.retryAfterMs ?? 0)
      const more = Math.max(0, wanted - Math.max(now, until))
      if (more > left) return answer
      left -= more
      until = Math.max(until, wanted)
      await clock.sleep(wanted - now, signal)
    }
  }

  return {
    request: (route, parameters, topic, poll) => inPace(() => client.request(route, parameters, topic, poll), poll),
    graphql: (query, variables, topic, poll) => inPace(() => client.graphql(query, variables, topic, poll), poll),
  }
}
