/** Where GitHub's API is, and who asks. */
export interface GitHubOptions {
  /** GITHUB_API_URL */
  apiUrl: string
  token: string
  /** Aborts when the step is cancelled. */
  signal: AbortSignal | undefined
}

/** What reads from GitHub's API. */
export interface GitHubClient {
  /**
   * The JSON of an answer; a text where it is not JSON.
   *
   * @param route method and path as GitHub's documentation has them: `GET /repos/{owner}/{repo}/pulls/{pull_number}`
   * @param parameters of the path; what the path doesn't name goes into the query
   * @throws {GitHubError} where there is no answer that could be used
   */
  read(route: string, parameters: Readonly<Record<string, string | number>>): Promise<unknown>
}

/** Why GitHub gave no answer; the message is ours, and says nothing that came from outside. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError'
  /** Status of the answer, or null where none came. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** Milliseconds for an exchange, redirects and body included. */
const EXCHANGE_MS = 20_000
/** Most bytes of an answer, after unpacking. */
const BODY_LIMIT = 10 * 1024 * 1024
/** A repository that was renamed takes one. */
const MOST_REDIRECTS = 3

/**
 * A client whose every exchange ends: bounded in time and size, and answered by the origin that was asked.
 *
 * Octokit is loaded here and not before: few runs need it, and it is larger than all the rest.
 */
export function createGitHubClient({ apiUrl, token, signal }: GitHubOptions): GitHubClient {
  return {
    async read(route, parameters) {
      const late = AbortSignal.timeout(EXCHANGE_MS)
      try {
        // `lib/utils` is the client without the context, which parses the event file while it is imported.
        const { defaults, getOctokitOptions, GitHub } = await import('@actions/github/lib/utils')
        const octokit = new GitHub({
          ...getOctokitOptions(token),
          baseUrl: apiUrl,
          // Its own warnings would go to the log unescaped.
          log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
        })
        const { data } = await octokit.request(route, {
          ...parameters,
          request: {
            fetch: bounded(defaults.request?.fetch ?? fetch),
            signal: signal ? AbortSignal.any([late, signal]) : late,
          },
        })
        return data
      } catch (error) {
        signal?.throwIfAborted()
        throw late.aborted ? new GitHubError(`gave no answer within ${EXCHANGE_MS / 1000} s`) : reduced(error)
      }
    },
  }
}

/** Follows redirects within the origin, and reads no more of an answer than its limit. */
function bounded(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    let url = new URL(String(input))
    for (let redirects = 0; ; redirects++) {
      const response = await fetch(url.href, { ...init, redirect: 'manual' })
      const { status, headers } = response
      if (status < 300 || status > 399 || status === 304) {
        return new Response(status === 304 ? null : await bodyOf(response), { status, headers })
      }
      // What it says beside is not read.
      await response.body?.cancel()
      url = redirectTarget(url, response)
      if (redirects === MOST_REDIRECTS) throw new GitHubError(`redirected more than ${MOST_REDIRECTS} times`, status)
    }
  }
}

/** Where a redirect leads: another origin would be believed in GitHub's place. */
function redirectTarget(from: URL, { status, headers }: Response): URL {
  const location = headers.get('location')
  const target = location === null ? null : URL.parse(location, from.href)
  if (target === null) throw new GitHubError('redirected to no address', status)
  if (target.origin !== from.origin)
    throw new GitHubError('redirected to another address, which is not followed', status)
  return target
}

async function bodyOf({ body, status }: Response): Promise<Blob | null> {
  if (body === null) return null
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > BODY_LIMIT) throw new GitHubError(`answered with over ${BODY_LIMIT / 1024 / 1024} MiB`, status)
    chunks.push(chunk)
  }
  return new Blob(chunks)
}

/** Octokit's errors reduced to the status; their messages quote what GitHub, or whoever answered, has said. */
function reduced(error: unknown): GitHubError {
  const { cause = null } = error instanceof Error ? error : {}
  if (cause instanceof GitHubError) return cause
  const status = error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
  // It gives time-outs and network errors the status 500, without an answer.
  if (status === null || cause !== null) return new GitHubError('could not be asked')
  return new GitHubError(`answered ${status}`, status)
}

function ignore(): void {}
