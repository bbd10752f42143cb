import type { Answer, CallRecord, Failure } from '../facts/facts.ts'
import { BODY_LIMIT, ExchangeError } from '../http/exchange.ts'
import { DEADLINE_FACTOR, retryDelay } from '../http/transport.ts'
import type { Clock } from '../runner/clock.ts'
import { plain } from '../text/message.ts'
import { type Clean, cleanTexts } from '../text/outside.ts'
import {
  type GitHubResponse,
  ofConnection,
  ofStatus,
  pauseAskedBy,
  rateLimited,
  type Topic,
  timedOut,
  tokenMissing,
} from './failure.ts'

export interface GitHubClientOptions {
  /** GITHUB_API_URL; on GitHub Enterprise Server it has a path. */
  apiUrl: string
  /** GITHUB_GRAPHQL_URL. */
  graphqlUrl: string
  /** If empty, every request is a failed reading. */
  token: string
  clean: Clean
  /** Milliseconds for one exchange, body included. */
  requestTimeoutMs: number
  clock: Clock
  /** From 0 to 1. */
  random: () => number
}

/** Who asks: the signal that cancels the requests, and who notes them. */
export interface GitHubPoll {
  signal: AbortSignal
  onCall?: (record: CallRecord) => void
}

/** The client, the repository that is asked about, and the poll that the requests belong to. */
export interface GitHubScope {
  client: GitHubClient
  repository: { owner: string; name: string }
  poll: GitHubPoll
}

interface GitHubAnswer {
  /** Any shape, so check it with a schema; tokens are cut out. A body that is not JSON is a string. */
  data: unknown
  /** From the header `link`: there is a next page. */
  hasNext: boolean
}

/**
 * GitHub's API, asked by `@actions/github`. It throws only the reason of the poll's signal: every other failure is a
 * failed reading, which repeats no text of GitHub's. Outages are tried again within six times the time limit.
 */
export interface GitHubClient {
  /** Sends one request of REST. Parameters without a brace in the route go into the query or the body. */
  request(route: string, parameters: Members, topic: Topic, poll: GitHubPoll): Promise<Answer<GitHubAnswer>>
  /** Sends one query of GraphQL; see `graphql.ts`. */
  query(query: string, variables: Members, topic: Topic, poll: GitHubPoll): Promise<Answer<GitHubAnswer>>
}

type Members = Readonly<Record<string, unknown>>

/** One question with everything that its tries need. */
interface Question {
  route: string
  parameters: Members
  topic: Topic
  poll: GitHubPoll
}

/** The client of one step. The first request loads Octokit, which is large and which few steps need. */
export function createGitHubClient(options: GitHubClientOptions): GitHubClient {
  const { clock, random, token, graphqlUrl, clean, requestTimeoutMs } = options
  let octokit: ReturnType<typeof loadOctokit> | null = null
  /** The time of the clock before which nothing is sent, after a rate limit. */
  let notBefore = 0

  async function ask(operation: string, question: Question, canRepeat: boolean): Promise<Answer<GitHubAnswer>> {
    const { topic, poll } = question
    poll.signal.throwIfAborted()
    if (token === '') return { failure: tokenMissing(topic) }
    octokit ??= loadOctokit(options)
    const begun = clock.monotonic()
    if (begun < notBefore) return { failure: rateLimited(topic, notBefore - begun) }
    const deadline = begun + DEADLINE_FACTOR * requestTimeoutMs
    for (let attempts = 1; ; attempts++) {
      const outcome = await exchange(await octokit, question, requestTimeoutMs)
      const response = 'status' in outcome ? outcome : null
      const pauseMs = response && pauseAskedBy(response, clock.now())
      const failure = 'status' in outcome ? ofStatus(outcome, topic, pauseMs) : outcome
      const now = clock.monotonic()
      if (pauseMs !== null) notBefore = now + pauseMs
      const isRepeated = failure?.outage && (canRepeat || pauseMs !== null)
      const delay = isRepeated ? retryDelay(attempts, pauseMs, deadline - now, random()) : null
      if (delay !== null) {
        await clock.sleep(delay, poll.signal)
        continue
      }
      const { status = null, data, headers = {} } = response ?? {}
      const id = headers['x-github-request-id']
      const requestId = typeof id === 'string' ? plain(clean(id), 80) : null
      poll.onCall?.({ operation, status, attempts, elapsedMs: Math.round(now - begun), requestId })
      if (failure) return { failure }
      return { value: { data: cleanTexts(data, clean), hasNext: /; rel="next"/.test(String(headers['link'])) } }
    }
  }

  return {
    // A write whose answer was lost may have landed, so it is not sent twice.
    request: (route, parameters, topic, poll) =>
      ask(route, { route, parameters, topic, poll }, route.startsWith('GET ')),
    query: (query, variables, topic, poll) => {
      const name = /^query \w+/.exec(query)?.[0] ?? 'query'
      return ask(name, { route: `POST ${graphqlUrl}`, parameters: { query, variables }, topic, poll }, true)
    },
  }
}

async function loadOctokit({ apiUrl, token }: GitHubClientOptions) {
  const { defaults, getOctokitOptions, GitHub } = await import('@actions/github/lib/utils')
  // The `fetch` of `@actions/github` uses the proxy, if one is set.
  const fetch = limited(defaults.request?.fetch ?? globalThis.fetch)
  const request = { fetch, log: SILENT, redirect: 'manual' as const }
  return new GitHub({ ...getOctokitOptions(token), baseUrl: apiUrl.replace(/\/+$/, ''), request })
}

/** A logger that writes nothing: Octokit would log its warnings uncleaned, with headers of the answer. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} }

/** `fetch` that reads the whole body, and throws if it is too large: `fetch` itself has no limit. */
function limited(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (address, init) => {
    const { body, status, headers } = await fetch(address, init)
    const chunks: Uint8Array[] = []
    let size = 0
    // Throwing out of the loop closes the connection.
    for await (const chunk of body ?? []) {
      size += chunk.length
      if (size > BODY_LIMIT) throw new ExchangeError('too-large', 'a body over the limit')
      chunks.push(chunk)
    }
    return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
  }
}

/** Sends one request once: a response of any status, or why there is none. Throws the reason of the poll's signal. */
async function exchange(
  client: Awaited<ReturnType<typeof loadOctokit>>,
  { route, parameters, topic, poll }: Question,
  timeoutMs: number,
): Promise<GitHubResponse | Failure> {
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([late, poll.signal])
  try {
    return await client.request(route, { ...parameters, request: { signal } })
  } catch (error) {
    poll.signal.throwIfAborted()
    if (late.aborted) return timedOut(topic, timeoutMs)
    // The error for a broken connection has the status 500, but no response. Its message may hold a secret.
    const response = error instanceof Error && 'response' in error ? (error.response as GitHubResponse | null) : null
    return response ?? ofConnection(error, topic)
  }
}
