import type http from 'node:http'
import type { Readable } from 'node:stream'
import { LONGEST_TIMER } from '../clock.ts'
import { isLoopback } from '../loopback.ts'
import { type Exchange, ExchangeError } from './exchange.ts'
import { bodyError, exchangeError } from './exchange-errors.ts'

/** Most bytes of a body, after unpacking. */
export const BODY_LIMIT = 10 * 1024 * 1024

/**
 * An exchange over kept-alive connections that follows no redirect and verifies certificates whatever the environment
 * says: an earlier step of the job may have set NODE_TLS_REJECT_UNAUTHORIZED.
 *
 * Node's own client, not `fetch`: that one loads undici at the start, hands custom headers to the targets of redirects
 * and has no limit on a body.
 *
 * @param endpoint what is asked lies below it; on loopback no proxy is used, which would be told the token
 * @param environment where `https_proxy`, `http_proxy` and `no_proxy` are looked up (Node 24.5 and later)
 */
export function createExchange(endpoint: URL, environment: NodeJS.ProcessEnv): Exchange {
  // Loaded here and not before: a step with a bad input, or one that is skipped, speaks no HTTP.
  const secure = endpoint.protocol === 'https:'
  const client = secure ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http')
  const options = {
    keepAlive: true,
    // Without TLS it means nothing.
    rejectUnauthorized: true,
    ...(!isLoopback(endpoint) && { proxyEnv: environment }),
  }
  const agent = new client.Agent(options)

  return request =>
    new Promise((resolve, reject) => {
      if (request.signal?.aborted) {
        reject(request.signal.reason)
        return
      }
      const outgoing = client.request(request.url, {
        method: 'POST',
        agent,
        headers: { ...request.headers, 'content-length': Buffer.byteLength(request.body) },
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
      request.signal?.addEventListener('abort', cancel, { once: true })
      outgoing.on('error', error => fail(exchangeError(error)))
      outgoing.on('response', incoming => {
        const status = incoming.statusCode ?? 0
        readBody(incoming).then(
          body => settle(() => resolve({ status, headers: incoming.headers, body })),
          error => fail(bodyError(error, incoming.complete)),
        )
      })
      outgoing.end(request.body)
    })
}

/** Reads and unpacks the body, and stops as soon as it is over the limit. */
function readBody(incoming: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const body = unpacked(incoming)
    const chunks: Buffer[] = []
    let size = 0
    body.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_LIMIT) chunks.push(chunk)
      else {
        reject(new ExchangeError('too-large', `a body of over ${BODY_LIMIT / 1024 / 1024} MiB`))
        body.destroy()
      }
    })
    body.on('end', () => resolve(Buffer.concat(chunks, size)))
    body.on('error', reject)
    // A connection that breaks off can close the stream without an error.
    body.on('close', () => {
      if (!body.readableEnded) reject(new ExchangeError('network', 'the connection broke'))
    })
  })
}

function unpacked(incoming: http.IncomingMessage): Readable {
  const encoding = (incoming.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding === 'identity' || encoding === '') return incoming
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    throw new ExchangeError('contract', 'a content encoding that was not asked for')
  }
  // Loaded only when the service packs its answers, and at once: an error must find its listener.
  const { createGunzip } = process.getBuiltinModule('node:zlib')
  const gunzip = createGunzip()
  incoming.on('error', error => gunzip.destroy(error))
  return incoming.pipe(gunzip)
}
