import type { IncomingHttpHeaders } from 'node:http'
import { errorCode } from '../text/outside.ts'

/** The most bytes of a body that are read. */
export const BODY_LIMIT = 10 * 1024 * 1024

export interface HttpRequest {
  method: 'GET' | 'POST'
  url: URL
  headers: Readonly<Record<string, string>>
  body: string | null
  /** Milliseconds for connecting, headers and body together. */
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** An answer with a status from 200 to 599, redirects included. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Sends a request and reads the whole answer. Throws an {@link ExchangeError}, or the signal's reason. */
export type Exchange = (request: HttpRequest) => Promise<HttpAnswer>

/** Why no usable answer came. The message is shown after the host and a colon. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  /** `contract`: the answer is not valid TLS or HTTP, or of a kind that was not asked for. */
  readonly kind: 'network' | 'host-not-found' | 'time-out' | 'too-large' | 'certificate' | 'contract' | 'proxy'

  constructor(kind: ExchangeError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** True if an address always leads to this machine. Only there may the token go without TLS. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/**
 * The name of the proxy variable for this address, if its value is not an http or https URL; else null. Node ignores or
 * refuses that value. Loopback never goes through a proxy.
 */
export function wrongProxyVariable(endpoint: URL, environment: NodeJS.ProcessEnv): string | null {
  const name = `${endpoint.protocol.slice(0, -1)}_proxy`
  const isWrong = (variable: string) => {
    const address = environment[variable] ?? ''
    return address !== '' && !(/^https?:\/\//i.test(address) && URL.canParse(address))
  }
  return isLoopback(endpoint) ? null : ([name, name.toUpperCase()].find(isWrong) ?? null)
}

/**
 * True if a certificate, of the server or a proxy, did not verify. OpenSSL knows more reasons than Node has codes for:
 * UNSPECIFIED stands for the others, such as a short key.
 */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_CODES.test(errorCode(error))
}

/** The codes of Node 24: of X.509 (`X509Pointer::ErrorCode` in deps/ncrypto), host names and the handshake. */
const CERTIFICATE_CODES =
  /^(?:UNSPECIFIED$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|ERROR_IN_C|ERR_TLS_CERT_|ERR_SSL_(?!.*ALERT)\w*CERT)/

/** True if the other side speaks no TLS or no HTTP. A connection that ends early is a failure of the network. */
export function isProtocolError(error: unknown): boolean {
  const code = errorCode(error)
  return /^(?:HPE_|ERR_SSL_|EPROTO$|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG)$)/.test(code) && !ENDS_EARLY.has(code)
}

const ENDS_EARLY: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'])

/** True if a request that got this HTTP status may succeed later; a rate limit counts as an outage, too. */
export function isOutageStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599)
}
