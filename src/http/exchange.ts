import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { AgentOptions } from 'node:https'
import { LONGEST_TIMER } from '../runner/clock.ts'
import { quoted } from '../text/message.ts'

/** The most bytes of a body, after unpacking. */
export const BODY_LIMIT = 10 * 1024 * 1024

export interface Request {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | null
  /** Milliseconds for connecting, headers and body together. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** An answer with a status from 200 to 599, redirects included. Its body is unpacked. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request and reads the whole answer. Throws an {@link ExchangeError}, or the signal's reason. */
export type Exchange = (request: Request) => Promise<HttpAnswer>

/** The reason why no usable answer came. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly kind: 'network' | 'host-not-found' | 'time-out' | 'too-large' | 'certificate' | 'contract' | 'proxy'
  readonly status = null

  constructor(kind: ExchangeError['kind'], message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * An exchange over kept-alive connections that follows no redirect and verifies certificates whatever the environment
 * says: an earlier step of the job may have set NODE_TLS_REJECT_UNAUTHORIZED.
 *
 * It uses Node's client for HTTP, because `fetch` loads undici at the start, hands custom headers to the targets of
 * redirects and has no limit on a body.
 *
 * @param endpoint base of all requests; on loopback no proxy is used, because a proxy would see the token
 * @param environment holds `https_proxy`, `http_proxy` and `no_proxy`, which Node reads from 24.5 on
 */
export function createExchange(endpoint: URL, environment: NodeJS.ProcessEnv): Exchange {
  const wrongProxy = wrongProxyVariable(endpoint, environment)
  const options = {
    keepAlive: true,
    // This has no effect without TLS.
    rejectUnauthorized: true,
    ...(!isLoopback(endpoint) && wrongProxy === null && { proxyEnv: environment }),
  }
  let opened: ReturnType<typeof openClient> | null = null

  return async request => {
    opened ??= openClient(endpoint, options)
    try {
      return await exchanged(request, await opened)
    } catch (error) {
      throw wrongProxy === null ? error : byProxy(error, wrongProxy)
    }
  }
}

/** Node's client. It comes with the first request: to load TLS takes longer than all else that a wrong input needs. */
async function openClient({ protocol }: URL, options: AgentOptions) {
  const client = protocol === 'https:' ? await import('node:https') : await import('node:http')
  return { client, agent: new client.Agent(options) }
}

function exchanged(request: Request, { client, agent }: Awaited<ReturnType<typeof openClient>>): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    request.signal?.throwIfAborted()
    const outgoing = client.request(request.url, { method: request.method, headers: request.headers, agent })
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
    request.signal?.addEventListener('abort', cancel, { once: true })
    outgoing.on('error', error => fail(exchangeError(error)))
    // Without a listener, Node would close a connection that is switched to another protocol.
    outgoing.on('upgrade', () => fail(oddStatus(101)))
    outgoing.on('response', incoming => {
      const { statusCode: status = 0, headers } = incoming
      if (status < 200 || status > 599) fail(oddStatus(status))
      else readBody(incoming).then(body => settle(() => resolve({ status, headers, body })), fail)
    })
    outgoing.end(request.body)
  })
}

/** What fails beside a proxy variable that is no address is no outage: the service may be fine. */
function byProxy(error: unknown, variable: string): unknown {
  const isUnreached = error instanceof ExchangeError && (error.kind === 'network' || error.kind === 'time-out')
  return isUnreached ? new ExchangeError('proxy', variable, { cause: error }) : error
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Leaving the loop closes the connection.
    for await (const chunk of incoming) {
      size += chunk.length
      if (size > BODY_LIMIT) throw new ExchangeError('too-large', `a body of over ${BODY_LIMIT / 1024 / 1024} MiB`)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof ExchangeError ? error : exchangeError(error)
  }
  const encoding = incoming.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new ExchangeError('contract', 'a content encoding that was not asked for')
  return Buffer.concat(chunks, size)
}

function oddStatus(status: number): ExchangeError {
  return new ExchangeError('contract', `the status ${status}`)
}

/** Plain words for the usual codes of Node's network errors. */
const NETWORK_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
  HPE_INVALID_EOF_STATE: 'the connection broke',
  ERR_SSL_UNEXPECTED_EOF_WHILE_READING: 'the connection broke',
}

/** An error of Node's client as an ExchangeError; its kind follows from the error's code. */
export function exchangeError(cause: unknown): ExchangeError {
  const code = errorCode(cause)
  const of = (kind: ExchangeError['kind'], message: string) => new ExchangeError(kind, message, { cause })
  if (isCertificateError(cause)) return of('certificate', code)
  if (code === 'HPE_HEADER_OVERFLOW') return of('too-large', 'headers of over 16 KiB')
  if (isProtocolError(cause)) {
    return of('contract', `no valid ${code.startsWith('HPE_') ? 'HTTP' : 'TLS'} (${code})`)
  }
  if (code === 'ENOTFOUND') return of('host-not-found', hostOf(cause))
  return of('network', NETWORK_CODES[code] ?? (code === '' ? 'the connection broke' : `no response (${code})`))
}

function hostOf(cause: unknown): string {
  return cause instanceof Error && 'hostname' in cause ? ` ${quoted(String(cause.hostname))}` : ''
}

/** True if an address always leads to this machine: only there may the token go without TLS. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

const VARIABLES = ['https_proxy', 'http_proxy'] as const

/**
 * The name of a proxy variable for this address that is no http or https URL; null if there is none. Node ignores such a
 * variable, or refuses it, so what fails then is no outage. Loopback never goes through a proxy.
 */
export function wrongProxyVariable(endpoint: URL, environment: NodeJS.ProcessEnv): string | null {
  if (isLoopback(endpoint)) return null
  const named = VARIABLES.filter(name => name.startsWith(`${endpoint.protocol.slice(0, -1)}_`))
  const names = named.flatMap(name => [name, name.toUpperCase()]).filter(name => environment[name])
  return names.find(name => !isProxyAddress(environment[name] ?? '')) ?? null
}

function isProxyAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

/**
 * The code of an error of Node's or the system, such as `ENOENT`; empty if it has none. It is safe to print: capitals,
 * digits and underscores only.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,80}$/.test(code) ? code : ''
}

/**
 * True if a certificate, of the server or a proxy, did not verify. OpenSSL knows more reasons than Node has codes for;
 * the others, such as a short key or an unknown critical extension, are UNSPECIFIED.
 */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_CODES.test(errorCode(error))
}

/** The other side speaks no TLS or no HTTP. A connection that ends early is a matter of the network. */
export function isProtocolError(error: unknown): boolean {
  const code = errorCode(error)
  return /^(?:HPE_|ERR_SSL_|EPROTO$|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG)$)/.test(code) && !ENDS_EARLY.has(code)
}

/** True if another try may get a better answer than one with this HTTP status. */
export function isOutageStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599)
}

const ENDS_EARLY: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'])

/** The codes of Node 24: of X.509 (`X509Pointer::ErrorCode` in deps/ncrypto), host names and the handshake. */
const CERTIFICATE_CODES =
  /^(?:UNSPECIFIED$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|ERROR_IN_C|ERR_TLS_CERT_|ERR_SSL_(?!.*ALERT)\w*CERT)/
