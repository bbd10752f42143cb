import type { Answer, CallRecord, Failure } from '../facts/facts.ts'
import { BODY_LIMIT, ExchangeError } from '../http/exchange.ts'
import { DEADLINE_FACTOR, retryDelay } from '../http/transport.ts'
import type { Clock } from '../runner/clock.ts'
import { plain } from '../text/message.ts'
import { type Clean, cleanTexts } from '../text/outside.ts'
import {
  failureOfConnection,
  failureOfStatus,
  type GitHubResponse,
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

export interface RequestOptions {
  /** Cancels the request. */
  signal: AbortSignal
  /** Called at the end of a call, with or without an answer. */
  onCall?: (record: CallRecord) => void
}

/** What the requests of one purpose share. */
export interface GitHubScope {
  client: GitHubClient
  repository: { owner: string; name: string }
  requestOptions: RequestOptions
}

interface GitHubAnswer {
  /** Any shape, so check it with a schema; tokens are cut out. A body that is not JSON is a string. */
  data: unknown
  /** From the header `link`: there is a next page. */
  hasNext: boolean
}

/**
 * GitHub's API, asked by `@actions/github`. The client throws only the reason of the signal. Any other failure is a
 * failed reading without GitHub's own text. After an outage the client tries again, within six times the time limit.
 */
export interface GitHubClient {
  /** Sends one request of REST. Parameters that the route does not name in braces go into the query or the body. */
  request(route: string, parameters: NamedValues, topic: Topic, options: RequestOptions): Promise<Answer<GitHubAnswer>>
  /** Sends the text of one query of GraphQL. */
  query(query: string, variables: NamedValues, topic: Topic, options: RequestOptions): Promise<Answer<GitHubAnswer>>
}

type NamedValues = Readonly<Record<string, unknown>>

interface GitHubRequest {
  route: string
  parameters: NamedValues
  topic: Topic
  options: RequestOptions
}

/** The client of one step. The first request loads Octokit, which is large and which few steps need. */
export function createGitHubClient(options: GitHubClientOptions): GitHubClient {
  const { clock, random, token, graphqlUrl, clean, requestTimeoutMs } = options
  let octokit: ReturnType<typeof loadOctokit> | null = null
  /** After a rate limit, nothing is sent before this time of the monotonic clock. */
  let notBefore = 0

  async function send(operation: string, request: GitHubRequest, isRepeatable: boolean): Promise<Answer<GitHubAnswer>> {
    const { topic } = request
    const { signal, onCall } = request.options
    signal.throwIfAborted()
    if (token === '') return { failure: tokenMissing(topic) }
    octokit ??= loadOctokit(options)
    const started = clock.monotonic()
    if (started < notBefore) return { failure: rateLimited(topic, notBefore - started) }
    const deadline = started + DEADLINE_FACTOR * requestTimeoutMs
    for (let attempts = 1; ; attempts++) {
      const outcome = await sendOnce(await octokit, request, requestTimeoutMs)
      const response = 'status' in outcome ? outcome : null
      const pauseMs = response && pauseAskedBy(response, clock.now())
      const failure = 'status' in outcome ? failureOfStatus(outcome, topic, pauseMs) : outcome
      const now = clock.monotonic()
      if (pauseMs !== null) notBefore = now + pauseMs
      // A write whose answer was lost may have landed; one that a rate limit refused has not.
      const mayRetry = failure?.outage && (isRepeatable || pauseMs !== null)
      const delay = mayRetry ? retryDelay(attempts, pauseMs, deadline - now, random()) : null
      if (delay !== null) {
        await clock.sleep(delay, signal)
        continue
      }
      const { status = null, data, headers = {} } = response ?? {}
      const id = headers['x-github-request-id']
      const requestId = typeof id === 'string' ? plain(clean(id), 80) : null
      onCall?.({ operation, status, attempts, elapsedMs: Math.round(now - started), requestId })
      if (failure) return { failure }
      return { value: { data: cleanTexts(data, clean), hasNext: /; rel="next"/.test(String(headers['link'])) } }
    }
  }

  return {
    request: (route, parameters, topic, options) =>
      send(route, { route, parameters, topic, options }, route.startsWith('GET ')),
    query: (query, variables, topic, options) => {
      const name = /^query \w+/.exec(query)?.[0] ?? 'query'
      return send(name, { route: `POST ${graphqlUrl}`, parameters: { query, variables }, topic, options }, true)
    },
  }
}

async function loadOctokit({ apiUrl, token }: GitHubClientOptions) {
  const { defaults, getOctokitOptions, GitHub } = await import('@actions/github/lib/utils')
  // The `fetch` of `@actions/github` uses the proxy, if one is set.
  const fetch = withBodyLimit(defaults.request?.fetch ?? globalThis.fetch)
  // Octokit's warnings would hold headers of the answer, with tokens in them, so the logger writes nothing.
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const request = { fetch, log, redirect: 'manual' as const }
  return new GitHub({ ...getOctokitOptions(token), baseUrl: apiUrl.replace(/\/+$/, ''), request })
}

/** A `fetch` that reads the whole body, and throws an ExchangeError if it is too large: `fetch` itself has no limit. */
function withBodyLimit(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
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

/** Tries a request once: a response of any status, or why none came. Throws the reason of the request's signal. */
async function sendOnce(
  octokit: Awaited<ReturnType<typeof loadOctokit>>,
  { route, parameters, topic, options }: GitHubRequest,
  timeoutMs: number,
): Promise<GitHubResponse | Failure> {
  const late = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([late, options.signal])
  try {
    return await octokit.request(route, { ...parameters, request: { signal } })
  } catch (error) {
    options.signal.throwIfAborted()
    if (late.aborted) return timedOut(topic, timeoutMs)
    // The error for a broken connection has the status 500, but no response. Its message may hold a secret.
    const response = error instanceof Error && 'response' in error ? (error.response as GitHubResponse | null) : null
    return response ?? failureOfConnection(error, topic)
  }
}
