/** Most requests of one poll. */
const MOST_REQUESTS = 10
/** Most bytes of one answer, unpacked. */
const BODY_LIMIT = 10 * 1024 * 1024
/** GitHub redirects once for a renamed repository. */
const MOST_REDIRECTS = 3

/** The requests of one poll, shared by all that it reads. A redirect that is followed is one of them. */
export interface RequestBudget {
  readonly most: number
  left(): number
  /** Takes one; false if none is left: then nothing may be sent. */
  take(): boolean
}

export function requestBudget(most = MOST_REQUESTS): RequestBudget {
  let left = most
  return { most, left: () => left, take: () => left > 0 && left-- > 0 }
}

/** A request or redirect that was not sent, or an answer that was not read to its end. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
  readonly why: 'redirected' | 'too-large' | 'over-budget' | 'odd-status'

  constructor(why: FetchRefusal['why']) {
    super(why)
    this.why = why
  }
}

/**
 * Bounds `fetch`: the token goes to no other origin, an answer has at most 10 MiB, and each request uses the budget.
 * Throws a {@link FetchRefusal}, or what `fetch` throws.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, origin: string, budget: RequestBudget) {
  return async (address: string, options: RequestInit): Promise<Response> => {
    let target = new URL(address)
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (target.origin !== origin) throw new FetchRefusal('redirected')
      if (!budget.take()) throw new FetchRefusal('over-budget')
      const response = await fetch(target.href, { ...options, redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status > 399) return readWhole(response)
      await response.body?.cancel()
      target = followed(location, target, response.status, options.method ?? 'GET')
    }
    throw new FetchRefusal('redirected')
  }
}

/** The target of a redirect. After 301 to 303 only a reading request may be sent again unchanged. */
function followed(location: string, from: URL, status: number, method: string): URL {
  const repeats = method === 'GET' || status === 307 || status === 308
  if (!repeats || !URL.canParse(location, from.href)) throw new FetchRefusal('redirected')
  return new URL(location, from)
}

/** Reads the whole body, and throws if it is over the limit: `fetch` has none. */
async function readWhole(response: Response): Promise<Response> {
  // `Response` refuses every other status.
  if (response.status < 200 || response.status > 599) throw new FetchRefusal('odd-status')
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body) {
    // An error that leaves the loop closes the connection.
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > BODY_LIMIT) throw new FetchRefusal('too-large')
      chunks.push(chunk)
    }
  }
  const { status, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
}
