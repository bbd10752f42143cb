/**
 * Node's client for HTTP, because `fetch` hands custom headers to the targets of redirects and has no limit on a body.
 */

import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { LONGEST_TIMER_MS } from '../runner/clock.ts'
import { quoted } from '../text/message.ts'
import { errorCode } from '../text/outside.ts'
import {
  BODY_LIMIT,
  type Exchange,
  ExchangeError,
  type HttpAnswer,
  type HttpRequest,
  isCertificateError,
  isProtocolError,
} from './exchange.ts'

/** A client that keeps its connections to one endpoint alive. `proxyEnv` names the proxy, if one may be used. */
export function openClient({ protocol }: URL, proxyEnv: NodeJS.ProcessEnv | undefined): Exchange {
  const { Agent, request: openRequest } = protocol === 'https:' ? https : http
  // `rejectUnauthorized` outweighs NODE_TLS_REJECT_UNAUTHORIZED of an earlier step; without TLS it has no effect.
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: true, ...(proxyEnv && { proxyEnv }) })
  return ({ method, url, headers, ...rest }) =>
    sendAndRead(rest, signal => openRequest(url, { method, headers, agent, signal }))
}

async function sendAndRead(
  { body, timeoutMs, signal }: Pick<HttpRequest, 'body' | 'timeoutMs' | 'signal'>,
  open: (signal: AbortSignal) => http.ClientRequest,
): Promise<HttpAnswer> {
  signal?.throwIfAborted()
  const timeout = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, LONGEST_TIMER_MS)))
  const outgoing = open(signal ? AbortSignal.any([signal, timeout]) : timeout)
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve)
    outgoing.on('error', reject)
    // Without a listener, Node would close the connection, and the answer would look like a broken network.
    outgoing.on('upgrade', () => reject(contractError('the status 101')))
  })
  outgoing.end(body)
  try {
    return await readAnswer(await response)
  } catch (error) {
    outgoing.destroy()
    signal?.throwIfAborted()
    if (timeout.aborted) throw new ExchangeError('time-out', 'no complete answer in time')
    throw error instanceof ExchangeError ? error : exchangeError(error)
  }
}

async function readAnswer(incoming: IncomingMessage): Promise<HttpAnswer> {
  const { statusCode: status = 0, headers } = incoming
  if (status < 200 || status > 599) throw contractError(`the status ${status}`)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    size += chunk.length
    if (size > BODY_LIMIT) throw new ExchangeError('too-large', `a body of over ${BODY_LIMIT / 1024 / 1024} MiB`)
    chunks.push(chunk)
  }
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw contractError('a content encoding that was not asked for')
  return { status, headers, body: Buffer.concat(chunks, size) }
}

function contractError(what: string): ExchangeError {
  return new ExchangeError('contract', `unexpected response, ${what}`)
}

/** An error of Node's client as an ExchangeError; its kind follows from the error's code. */
export function exchangeError(cause: unknown): ExchangeError {
  const code = errorCode(cause)
  if (isCertificateError(cause)) return new ExchangeError('certificate', `the certificate does not verify (${code})`)
  if (code === 'HPE_HEADER_OVERFLOW') return new ExchangeError('too-large', 'headers of over 16 KiB')
  if (isProtocolError(cause)) return contractError(`no valid ${code.startsWith('HPE_') ? 'HTTP' : 'TLS'} (${code})`)
  const host = cause instanceof Error && 'hostname' in cause ? ` ${quoted(String(cause.hostname))}` : ''
  if (code === 'ENOTFOUND') return new ExchangeError('host-not-found', `the host${host} was not found`)
  return new ExchangeError('network', code === '' ? 'the connection broke' : `no response (${code})`)
}
