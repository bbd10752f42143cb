/** The most requests that one poll may send by default. */
const MOST_REQUESTS = 10
/** The most bytes that one answer may have, unpacked. */
const BODY_LIMIT = 10 * 1024 * 1024
/** The most redirects that are followed; a renamed repository needs one. */
const MOST_REDIRECTS = 3

/** The number of requests that one poll may send, shared by all its reads. Following a redirect takes one, too. */
export interface RequestBudget {
  readonly most: number
  left(): number
  /** Takes one request from the budget. False if none is left; then nothing may be sent. */
  take(): boolean
}

export function requestBudget(most = MOST_REQUESTS): RequestBudget {
  let left = most
  return { most, left: () => left, take: () => left > 0 && left-- > 0 }
}

/** A request that was not sent, a redirect that was not followed, or an answer that was not read whole. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
  readonly why: 'redirected' | 'too-large' | 'over-budget' | 'odd-status'

  constructor(why: FetchRefusal['why']) {
    super(why)
    this.why = why
  }
}

/**
 * Bounds `fetch`: the token goes to no other origin, an answer has at most 10 MiB, and each request takes one
 * from the budget. Throws a {@link FetchRefusal}, or what `fetch` throws.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, origin: string, budget: RequestBudget) {
  return async (address: string, options: RequestInit): Promise<Response> => {
    const headers = new Headers(options.headers)
    // `fetch` takes packed data that ends early for all of it.
    headers.set('accept-encoding', 'identity')
    let target = new URL(address)
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      if (target.origin !== origin) throw new FetchRefusal('redirected')
      if (!budget.take()) throw new FetchRefusal('over-budget')
      const response = await fetch(target.href, { ...options, headers, redirect: 'manual' })
      const location = response.headers.get('location')
      if (location === null || response.status < 300 || response.status > 399) return readWhole(response)
      await response.body?.cancel()
      target = followed(location, target, response.status, options.method ?? 'GET')
    }
    throw new FetchRefusal('redirected')
  }
}

/** The target of a redirect. A GET may be sent again after any redirect, other methods only after 307 and 308. */
function followed(location: string, from: URL, status: number, method: string): URL {
  const repeats = method === 'GET' || status === 307 || status === 308
  if (!repeats || !isPlainAddress(location, from)) throw new FetchRefusal('redirected')
  return new URL(location, from)
}

/** True if `fetch` accepts an address. For any other one it throws an error that looks like one of the network. */
export function isPlainAddress(address: string, base?: URL): boolean {
  if (!URL.canParse(address, base?.href)) return false
  const { protocol, username, password } = new URL(address, base)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** Reads the whole body, and throws if it exceeds the limit: `fetch` itself has no limit. */
async function readWhole(response: Response): Promise<Response> {
  // The constructor of `Response` takes only statuses from 200 to 599.
  if (response.status < 200 || response.status > 599) throw new FetchRefusal('odd-status')
  const chunks: Uint8Array[] = []
  let size = 0
  if (response.body) {
    // Throwing out of the loop closes the connection.
    for await (const chunk of response.body) {
      size += chunk.length
      if (size > BODY_LIMIT) throw new FetchRefusal('too-large')
      chunks.push(chunk)
    }
  }
  const { status, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(chunks), { status, headers })
}
