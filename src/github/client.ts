import * as z from 'zod/mini'
import { type Answer, type FailedReading, failedBy, type GitHubFailure, isFailed, isRead } from '../facts/reading.ts'
import type { Clock } from '../runner/clock.ts'
import { parsed } from '../text/document.ts'
import { type Clean, cleanTexts } from '../text/secret.ts'
import { boundedFetch, FetchRefusal, isPlainAddress, type RequestBudget } from './bounds.ts'
import type { ErrorAnswer, Topic } from './failure.ts'
import * as failures from './failure.ts'

/** Milliseconds for one exchange, unless the poll says otherwise. */
const SILENCE_MS = 20_000
/** Milliseconds without a request after a rate limit of GraphQL. Its answer does not say how long to wait. */
const GRAPHQL_PAUSE_MS = 60_000

/** How often one request looks up a host name that is not found. */
const MOST_LOOKUPS = 3
const LOOKUP_PAUSE_MS = 500

export interface GitHubClientOptions {
  /** GITHUB_API_URL; on GitHub Enterprise Server it has a path. */
  apiUrl: string
  /** GITHUB_GRAPHQL_URL, which has the origin of `apiUrl`. If it is empty, the address is made from `apiUrl`. */
  graphqlUrl: string
  /** If empty, every request is a failed reading. */
  token: string
  clean: Clean
  clock: Clock
}

/** The requests that one poll may send, and the signal that cancels it. */
export interface GitHubPoll {
  budget: RequestBudget
  signal: AbortSignal | undefined
  /** Milliseconds for one exchange, body included. Left out if `request-timeout` does not apply to GitHub. */
  timeoutMs?: number
}

/** The client, the repository that is asked about, and the poll that the requests belong to. */
export interface GitHubScope {
  client: GitHubClient
  repository: { owner: string; name: string }
  poll: GitHubPoll
}

export type GitHubRead<T> = Answer<T, GitHubFailure>

export interface GitHubAnswer {
  status: number
  /** Any shape, so check it with a schema; tokens are cut out. A body that is not JSON is a string. */
  data: unknown
  /** From the header `link`: the number of the last page, and whether a next page exists. */
  lastPage: number | null
  hasNext: boolean
}

type Members = Readonly<Record<string, unknown>>

/**
 * GitHub's API within bounds: a time-out and 10 MiB for each answer, one origin, a budget of requests for each poll. It
 * throws only the reason of the poll's signal: every other failure is a failed reading, which repeats no text of
 * GitHub's.
 */
export interface GitHubClient {
  /** Sends one request of REST. Parameters without a brace in the route go into the query or the body. */
  request(route: string, parameters: Members, topic: Topic, poll: GitHubPoll): Promise<GitHubRead<GitHubAnswer>>
  /** Sends one query of GraphQL. A rate limit is a failed reading; any other error is in `errors`. */
  graphql(query: string, variables: Members, topic: Topic, poll: GitHubPoll): Promise<GitHubRead<GraphqlAnswer>>
}

/** An answer of GraphQL, which can hold data and errors at once. */
export interface GraphqlAnswer {
  data: unknown
  errors: readonly GraphqlError[]
}

/** An error in an answer of GraphQL. None of its texts is printed. */
export interface GraphqlError {
  type: string | null
  /** Path of the part that the error is about; null if it is about the whole answer. */
  path: readonly (string | number)[] | null
  /** `Type.field`, if the server refused the whole query because it does not know the field. */
  unknownField: string | null
}

const text = z.catch(z.nullish(z.string()), null)
const graphqlError = z.object({
  type: text,
  path: z.catch(z.nullish(z.array(z.union([z.string(), z.number()]))), null),
  message: text,
  extensions: z.catch(z.nullish(z.object({ code: text, typeName: text, fieldName: text })), null),
})
const graphqlBody = z.object({ data: z.optional(z.unknown()), errors: z.nullish(z.array(graphqlError)) })

/**
 * The client of one step. The first request loads Octokit, which is large and which few steps need. After a rate limit,
 * nothing is sent until the limit is over.
 */
export function createGitHubClient(options: GitHubClientOptions): GitHubClient {
  const { clock } = options
  let octokit: ReturnType<typeof loadOctokit> | null = null
  /** The time of the clock before which nothing is sent, after a rate limit. */
  let notBefore = 0
  /** A host that answered once exists: if its name isn't found later, that is an outage. */
  let reached = false

  const request: GitHubClient['request'] = async (route, parameters, topic, poll) => {
    for (let lookups = 1; ; lookups++) {
      const answer = await requestOnce(route, parameters, topic, poll)
      if (isRead(answer) || answer.failure.cause !== 'host-not-found') return answer
      if (reached) return failedBy(failures.unavailable(topic, null))
      if (lookups === MOST_LOOKUPS) return answer
      await clock.sleep(LOOKUP_PAUSE_MS, poll.signal)
    }
  }

  const requestOnce: GitHubClient['request'] = async (route, parameters, topic, poll) => {
    poll.signal?.throwIfAborted()
    if (options.token === '') return failedBy(failures.tokenMissing(topic))
    if (!isPlainAddress(options.apiUrl) || !isPlainAddress(graphqlUrlOf(options))) {
      return failedBy(failures.withoutAddress(topic))
    }
    // A segment of dots would change the path of the route.
    if (Object.values(parameters).some(each => each === '.' || each === '..')) return failedBy(failures.notFound(topic))
    octokit ??= loadOctokit(options)
    const loaded = await octokit
    const now = clock.monotonic()
    if (now < notBefore) return failedBy(failures.rateLimited(topic, notBefore - now))
    const timeoutMs = poll.timeoutMs ?? SILENCE_MS
    const silence = AbortSignal.timeout(timeoutMs)
    let reply: { status: number; data: unknown; headers: { link?: string } }
    /** The answer once it was read whole. */
    let whole: Response | null = null
    try {
      const { client, fetch, origin } = loaded
      const send = boundedFetch(fetch, origin, poll.budget)
      reply = await client.request(route, {
        ...parameters,
        request: {
          fetch: async (...sent: Parameters<typeof send>) => (whole = await send(...sent)),
          log: SILENT,
          signal: poll.signal ? AbortSignal.any([silence, poll.signal]) : silence,
        },
      })
    } catch (error) {
      poll.signal?.throwIfAborted()
      if (silence.aborted) return failedBy(failures.silent(topic, timeoutMs))
      const refusal = refusalIn(error)
      if (refusal) return failedBy(failures.refused(refusal.why, topic, poll.budget.most))
      // If Octokit can't put the body into its message, its error lacks the answer.
      const answer = answerIn(error) ?? withoutBody(whole)
      // Octokit's error for a broken connection has the status 500, but no answer.
      if (answer === null) return failedBy(failures.ofConnection(error, topic))
      reached = true
      const failure = failures.ofAnswer(answer, topic, clock.now())
      notBefore = Math.max(notBefore, clock.monotonic() + (failure.retryAfterMs ?? 0))
      return answered(failure, answer.status)
    }
    // An answer came, so the host exists.
    reached = true
    const { status, data, headers } = reply
    if (status < 200 || status > 299) return answered(failures.unexpected(topic, null), status)
    return { value: { status, data: cleanTexts(data, options.clean), ...pagesIn(headers.link) } }
  }

  const graphql: GitHubClient['graphql'] = async (query, variables, topic, poll) => {
    const url = graphqlUrlOf(options)
    const reading = await request(`POST ${url}`, { query, variables }, topic, poll)
    if (isFailed(reading)) return reading
    const { status, data } = reading.value
    const body = parsed(graphqlBody, data)
    if (!body.success) return answered(failures.unexpected(topic, null), status)
    const answer = body.data
    if (answer.errors?.some(({ type }) => type === 'RATE_LIMITED' || type === 'RATE_LIMIT')) {
      notBefore = Math.max(notBefore, clock.monotonic() + GRAPHQL_PAUSE_MS)
      return answered(failures.rateLimited(topic, GRAPHQL_PAUSE_MS), status)
    }
    const errors = (answer.errors ?? []).map(error => ({
      type: error.type ?? null,
      path: error.path ?? null,
      unknownField: unknownFieldOf(error),
    }))
    const isNothing = answer.data === undefined || answer.data === null
    if (errors.length === 0 && isNothing) return answered(failures.unexpected(topic, 'data'), status)
    return { value: { data: answer.data, errors } }
  }

  return { request, graphql }
}

function answered(failure: GitHubFailure, status: number): FailedReading<GitHubFailure> {
  return failedBy({ ...failure, status })
}

/** The failure that an error of GraphQL stands for. */
export function failureOfError({ type }: GraphqlError, topic: Topic): GitHubFailure {
  switch (type) {
    case 'NOT_FOUND':
      return failures.notFound(topic)
    case 'FORBIDDEN':
    case 'INSUFFICIENT_SCOPES':
      return failures.forbidden(topic)
    default:
      return failures.failedQuery(topic)
  }
}

/** The field that the server does not know. GitHub names it in `extensions`, old servers only in the message. */
function unknownFieldOf({ message, extensions }: z.output<typeof graphqlError>): string | null {
  const { code, typeName, fieldName } = extensions ?? {}
  if (code === 'undefinedField' && typeName && fieldName) return `${typeName}.${fieldName}`
  const [, field, type] = /^Field '(\w{1,100})' doesn't exist on type '(\w{1,100})'$/.exec(message ?? '') ?? []
  return field === undefined ? null : `${type}.${field}`
}

/** Checks an answer with a schema. If it does not fit, the failed reading names the wrong member, never its value. */
export function shaped<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  topic: Topic,
): GitHubRead<z.output<Schema>> {
  const read = parsed(schema, data)
  if (read.success) return { value: read.data }
  const path = z.core.toDotPath(read.issues[0]?.path ?? [])
  return failedBy(failures.unexpected(topic, path === '' ? null : path))
}

/** A logger that writes nothing: Octokit would log its warnings uncleaned, with headers of the answer. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

async function loadOctokit({ apiUrl, token }: GitHubClientOptions) {
  const { defaults, getOctokitOptions, GitHub } = await import('@actions/github/lib/utils')
  const client = new GitHub({
    ...getOctokitOptions(token),
    baseUrl: apiUrl.replace(/\/+$/, ''),
  })
  // The `fetch` of `@actions/github` uses the proxy, if one is set.
  const fetch: typeof globalThis.fetch = defaults.request?.fetch ?? globalThis.fetch
  return { client, fetch, origin: new URL(apiUrl).origin }
}

/** GitHub Enterprise Server has `/api/v3` beside `/api/graphql`. */
function graphqlUrlOf({ apiUrl, graphqlUrl }: GitHubClientOptions): string {
  return graphqlUrl || `${apiUrl.replace(/\/+$/, '').replace(/\/v3$/, '')}/graphql`
}

/** The refusal behind an error: Octokit wraps what `fetch` throws. */
function refusalIn(error: unknown): FetchRefusal | null {
  if (error instanceof FetchRefusal) return error
  return error instanceof Error && error.cause instanceof FetchRefusal ? error.cause : null
}

/** An answer by its status and headers alone. */
function withoutBody(response: Response | null): ErrorAnswer | null {
  return response && { status: response.status, headers: Object.fromEntries(response.headers), data: null }
}

/** The answer behind Octokit's error. The error's message is ignored, because it may hold a secret. */
function answerIn(error: unknown): ErrorAnswer | null {
  if (!(error instanceof Error) || !('status' in error) || !('response' in error)) return null
  const { status, response } = error
  if (typeof status !== 'number' || typeof response !== 'object' || response === null) return null
  const { headers, data } = response as Partial<ErrorAnswer>
  return { status, headers: headers ?? {}, data }
}

/** Takes only the page numbers from GitHub's links, because the addresses in them could lead elsewhere. */
function pagesIn(link: string | undefined): Pick<GitHubAnswer, 'lastPage' | 'hasNext'> {
  const last = /[?&]page=(\d{1,7})[^>]*>; rel="last"/.exec(link ?? '')?.[1]
  return { lastPage: last === undefined ? null : Number(last), hasNext: /; rel="next"/.test(link ?? '') }
}

function ignore(): void {}
