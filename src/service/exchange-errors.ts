import { errorCode } from '../error-code.ts'
import { quoted } from '../escape.ts'
import { ExchangeError } from './exchange.ts'

const CERTIFICATE_CODES =
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY|DECODE|DECRYPT)_|INVALID_(?:CA|PURPOSE)|HOSTNAME_MISMATCH|CRL_|PATH_LENGTH_EXCEEDED)/

/** What the usual codes of Node's network errors say. */
const NETWORK_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
}

/** What an error of Node's client says about an exchange: the kinds are told apart by its code. */
export function exchangeError(cause: unknown): ExchangeError {
  const code = errorCode(cause)
  if (CERTIFICATE_CODES.test(code)) return new ExchangeError('certificate', code, { cause })
  if (code === 'HPE_HEADER_OVERFLOW') return new ExchangeError('too-large', 'headers of over 16 KiB', { cause })
  // What the parser refuses is not HTTP; a connection that ends early is a matter of the network.
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return new ExchangeError('contract', `no valid HTTP (${code})`, { cause })
  }
  if (code === 'ERR_PROXY_TUNNEL' && isRefusal(cause))
    return new ExchangeError('proxy-refused', statusOf(cause), { cause })
  if (code === 'ENOTFOUND') return new ExchangeError('host-not-found', hostOf(cause), { cause })
  const said = NETWORK_CODES[code] ?? (code === '' ? 'the connection broke' : `no response (${code})`)
  return new ExchangeError('network', said, { cause })
}

/**
 * The same of an error while the body was read.
 *
 * @param complete whether the body came whole: what can't be unpacked then is not the network's fault
 */
export function bodyError(cause: unknown, complete: boolean): ExchangeError {
  if (cause instanceof ExchangeError) return cause
  if (!complete || !errorCode(cause).startsWith('Z_')) return exchangeError(cause)
  return new ExchangeError('contract', 'a body that is not valid gzip', { cause })
}

/** As with answers of the service: what may be different next time is an outage, everything else is a no. */
function isRefusal(cause: unknown): boolean {
  const status = Number(statusOf(cause))
  return status >= 300 && status < 500 && status !== 408 && status !== 429
}

/** The HTTP status of a proxy's answer; empty where there is none. */
function statusOf(cause: unknown): string {
  return cause instanceof Error && 'statusCode' in cause ? String(cause.statusCode) : ''
}

function hostOf(cause: unknown): string {
  return cause instanceof Error && 'hostname' in cause ? ` ${quoted(String(cause.hostname))}` : ''
}
