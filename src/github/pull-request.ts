import type { GitHubReading } from '../facts/facts.ts'
import { commitId, flag, matching, object, optional, ShapeError, text, wholeNumber } from '../shape.ts'

/** Where GitHub's API is and whom to ask about. */
export interface GitHubOptions {
  /** GITHUB_API_URL */
  apiUrl: string
  token: string
  signal: AbortSignal | undefined
}

/** GitHub says nothing for this long: what needs it is unknown. */
const SILENCE_MS = 10_000

const pullRequest = object({
  number: wholeNumber(1, 2147483647),
  state: text,
  head: object({ sha: commitId }),
  base: object({ ref: matching(/./) }),
  // Null while GitHub computes it.
  mergeable: optional(flag),
  mergeable_state: optional(text),
})

/**
 * Asks GitHub for the head, the base and the mergeability of one pull request (GET /repos/{owner}/{repo}/pulls/{n}).
 * Never throws but on cancellation: whatever goes wrong is a reading that says so.
 *
 * The client is loaded here and not before: few runs need it, and it is larger than all the rest.
 */
export async function readPullRequest(
  repository: { owner: string; name: string },
  number: number,
  options: GitHubOptions,
): Promise<GitHubReading> {
  const silence = AbortSignal.timeout(SILENCE_MS)
  // An earlier step may have set it for the whole job; certificates are verified all the same.
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  try {
    // `lib/utils` is the client without the context, which parses the event file while it is imported.
    const { getOctokitOptions, GitHub } = await import('@actions/github/lib/utils')
    const client = new GitHub({
      ...getOctokitOptions(options.token),
      baseUrl: options.apiUrl,
      // Its own warnings would go to the log unescaped.
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    })
    const { data } = await client.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      owner: repository.owner,
      repo: repository.name,
      pull_number: number,
      request: { signal: options.signal ? AbortSignal.any([silence, options.signal]) : silence },
    })
    // On a body that breaks off or is no JSON the client resolves with a string.
    const { number: answered, state, head, base, mergeable, mergeable_state } = pullRequest(data)
    return {
      kind: 'read',
      value: {
        number: answered,
        open: state === 'open',
        headSha: head.sha,
        baseBranch: base.ref,
        mergeable,
        mergeableState: mergeable_state,
      },
    }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (error instanceof ShapeError) {
      return failed(`GitHub's answer has another shape than documented: ${error.message}`, RUN_AGAIN)
    }
    if (silence.aborted) return failed(`GitHub gave no answer within ${SILENCE_MS / 1000} s`, RUN_AGAIN)
    return ofError(error)
  }
}

/** What happened, from the status that Octokit puts on its errors; its message would hold somebody else's text. */
function ofError(error: unknown): GitHubReading {
  const status = error instanceof Error && 'status' in error ? error.status : null
  switch (status) {
    case 401:
      return failed('GitHub refused the token (401)', 'Check `github-token`.')
    case 403:
      return failed('GitHub refused to answer (403)', NEEDS_PERMISSION)
    case 404:
      return failed('GitHub knows no such pull request, or the token may not see it (404)', NEEDS_PERMISSION)
    default: {
      // Octokit gives time-outs and network errors the status 500. Their messages can quote headers, so they are not told.
      const what = typeof status === 'number' && status !== 500 ? ` (${status})` : ''
      return failed(`GitHub could not be asked${what}`, RUN_AGAIN)
    }
  }
}

const NEEDS_PERMISSION = 'Give `github-token` with `pull-requests: read`.'
const RUN_AGAIN = 'Run the job again.'

function failed(message: string, remedy: string): GitHubReading {
  return { kind: 'failed', message, remedy }
}

function ignore(): void {}
