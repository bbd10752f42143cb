import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { LONGEST_TIMER } from '../clock.ts'

/** What one HTTP exchange sends. */
export interface Request {
  url: URL
  headers: Readonly<Record<string, string>>
  body: string
  /** Milliseconds for connecting, headers and body together. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** What came back. Redirects are answers like any other; the body is unpacked and still bytes. */
export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

/** Sends a request and reads the whole answer. */
export type Exchange = (request: Request) => Promise<Answer>

/** Most bytes of a body, after unpacking. */
export const BODY_LIMIT = 10 * 1024 * 1024

/** Why there is no answer. */
export class ExchangeError extends Error {
  readonly kind: 'network' | 'time-out' | 'too-large' | 'certificate' | 'contract'
  readonly status: number | null

  constructor(kind: ExchangeError['kind'], message: string, options?: { cause?: unknown; status?: number }) {
    super(message, options)
    this.name = 'ExchangeError'
    this.kind = kind
    this.status = options?.status ?? null
  }
}

/**
 * An exchange over kept-alive connections that follows no redirect and verifies certificates whatever the environment
 * says: an earlier step of the job may have set NODE_TLS_REJECT_UNAUTHORIZED.
 *
 * Node's own client, not `fetch`: that one loads undici at the start, hands custom headers to the targets of redirects
 * and has no limit on a body.
 *
 * @param environment where `https_proxy`, `http_proxy` and `no_proxy` are looked up (Node 24.5 and later)
 */
export function createExchange(protocol: string, environment: NodeJS.ProcessEnv): Exchange {
  const secure = protocol === 'https:'
  const options = { keepAlive: true, proxyEnv: environment }
  const agent = secure ? new https.Agent({ ...options, rejectUnauthorized: true }) : new http.Agent(options)
  const send = secure ? https.request : http.request

  return request =>
    new Promise((resolve, reject) => {
      const outgoing = send(request.url, {
        method: 'POST',
        agent,
        headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
        ...(secure && { rejectUnauthorized: true }),
      })
      const settle = (act: () => void) => {
        clearTimeout(timer)
        request.signal?.removeEventListener('abort', cancel)
        act()
      }
      const fail = (error: unknown) =>
        settle(() => {
          outgoing.destroy()
          reject(error)
        })
      const cancel = () => fail(request.signal?.reason)
      const timer = setTimeout(
        () => fail(new ExchangeError('time-out', 'no complete answer in time')),
        Math.min(request.timeoutMs, LONGEST_TIMER),
      )
      if (request.signal?.aborted) return cancel()
      request.signal?.addEventListener('abort', cancel, { once: true })
      outgoing.on('error', error => fail(classify(error)))
      outgoing.on('response', incoming => {
        const status = incoming.statusCode ?? 0
        readBody(incoming).then(
          body => settle(() => resolve({ status, headers: incoming.headers, body })),
          error => fail(error instanceof ExchangeError ? error : classify(error)),
        )
      })
      outgoing.end(request.body)
    })
}

/** Reads and unpacks the body, and stops as soon as it is over the limit. */
async function readBody(incoming: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of await unpacked(incoming)) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new ExchangeError('too-large', `a body of over ${BODY_LIMIT / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

async function unpacked(incoming: http.IncomingMessage): Promise<Readable> {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || encoding === '') return incoming
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ExchangeError('contract', 'a content encoding that was not asked for')
  }
  // Loaded only when the service packs its answers.
  const { createGunzip } = await import('node:zlib')
  const gunzip = createGunzip()
  incoming.on('error', error => gunzip.destroy(error))
  return incoming.pipe(gunzip)
}

const CERTIFICATE_CODES =
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)_|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|CRL_|PATH_LENGTH_EXCEEDED)/

/** Tells the kinds of Node's errors apart by their codes. */
function classify(error: unknown): ExchangeError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const said = code === '' ? 'the connection broke' : code
  if (CERTIFICATE_CODES.test(code)) return new ExchangeError('certificate', code, { cause: error })
  if (code === 'HPE_HEADER_OVERFLOW') return new ExchangeError('too-large', 'headers of over 16 KiB', { cause: error })
  // What the parser refuses is not HTTP; a connection that ends early is a matter of the network.
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ExchangeError('contract', `no valid HTTP (${code})`, { cause: error })
  }
  return new ExchangeError('network', said, { cause: error })
}
