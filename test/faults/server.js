import { createServer as createPlainServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { close, listen } from '../stand-in/listen.js'
import { credentials } from './certificates.js'

/**
 * @import { Socket } from 'node:net'
 *
 * @typedef {'getSubmittedPullRequest' | 'getQueue' | 'getMergeQueueTestingDetails' | 'list-quarantined-tests'} Operation
 *
 * @typedef {object} Step  One thing that the server does with the connection.
 * @property {string | Buffer} [send]
 * @property {number} [bytesPerSecond]  How fast `send` goes out; at once, unless given.
 * @property {number} [wait]  Milliseconds.
 * @property {'close' | 'reset'} [end]  A TCP end of stream, or a reset.
 *
 * @typedef {Step[]} Fault  What happens once a request was received. Without an `end` the connection stays open.
 *
 * @typedef {object} FaultRequest
 * @property {string} operation  Last part of the path.
 * @property {string} path
 * @property {Record<string, string>} headers  Names in lower case.
 * @property {unknown} body  Parsed.
 *
 * @typedef {object} FaultServer
 * @property {string} url  Without `/v1` and without a trailing slash.
 * @property {FaultRequest[]} requests  In the order in which they were received in full.
 * @property {() => number} connections  Accepted so far, those that never sent a request too.
 * @property {() => Promise<void>} close
 */

/**
 * Starts a server on loopback that plays a script: for each operation the faults of its requests in order, the last one
 * for all that follow. What is not in the script is refused with 400.
 *
 * The server speaks HTTP by hand, because most faults are what Node's own server would not send.
 *
 * @param {object} options
 * @param {Partial<Record<Operation, Fault | Fault[] | ((request: FaultRequest) => Fault)>>} [options.script]
 * @param {import('./certificates.js').Kind} [options.tls]  Kind of its certificate; plain HTTP, unless given.
 * @returns {Promise<FaultServer>}
 */
export async function startFaults({ script = {}, tls }) {
  /** @type {FaultRequest[]} */
  const requests = []
  /** @type {Set<Socket>} */
  const sockets = new Set()
  const end = new AbortController()
  let connections = 0

  /** @param {FaultRequest} request */
  const faultFor = request => {
    const plan =
      script[/** @type {Operation} */ (request.operation)] ?? answer({ status: 400, body: 'not in the script' })
    if (typeof plan === 'function') return plan(request)
    const faults = isList(plan) ? plan : [plan]
    const nth = requests.filter(({ operation }) => operation === request.operation).length
    return faults[Math.min(nth, faults.length) - 1] ?? []
  }

  /** @param {Socket} socket */
  const serve = async socket => {
    socket.on('error', () => {})
    try {
      for await (const request of requestsOf(socket)) {
        requests.push(request)
        if (!(await play(faultFor(request), socket, end.signal))) return
      }
    } catch {
      // The other side has gone, or the test is over.
    }
  }

  const server = tls ? createTlsServer(credentials(tls), serve) : createPlainServer(serve)
  server.on('tlsClientError', () => {})
  server.on('connection', socket => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () => {
      end.abort()
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}

/** A port on which nothing listens. One that was opened and closed would soon be another test's. */
export const CLOSED_PORT = 1

/**
 * An answer as it should be. A body that is no text is sent as JSON.
 *
 * @param {object} options
 * @param {number} [options.status]
 * @param {Record<string, string>} [options.headers]  Win over those that are sent anyway; an empty one is left out.
 * @param {unknown} [options.body]
 * @returns {Fault}
 */
export function answer({ status = 200, headers = {}, body = '' }) {
  const [bytes, type] = contentOf(body)
  return [
    {
      send: Buffer.concat([
        head(status, { 'content-type': type, 'content-length': String(bytes.length), ...headers }),
        bytes,
      ]),
    },
  ]
}

/** @returns {Fault} */
export function reset() {
  return [{ end: 'reset' }]
}

/** No byte, ever. */
export function silence() {
  return /** @type {Fault} */ ([])
}

/**
 * Headers at once, the body slowly.
 *
 * @param {number} bytesPerSecond
 * @param {unknown} body
 * @returns {Fault}
 */
export function dripBody(bytesPerSecond, body) {
  const [bytes, type] = contentOf(body)
  return [
    { send: head(200, { 'content-type': type, 'content-length': String(bytes.length) }) },
    { send: bytes, bytesPerSecond },
  ]
}

/**
 * Half of what `content-length` says, and the end.
 *
 * @param {unknown} body
 * @param {Record<string, string>} [headers]
 * @returns {Fault}
 */
export function truncated(body, headers) {
  const [bytes, type] = contentOf(body)
  return [
    { send: head(200, { 'content-type': type, 'content-length': String(bytes.length), ...headers }) },
    { send: bytes.subarray(0, bytes.length / 2) },
    { end: 'close' },
  ]
}

/**
 * A chunked body that ends without the last chunk. What came by then is the whole JSON.
 *
 * @param {unknown} body
 * @returns {Fault}
 */
export function chunkedCutOff(body) {
  const [bytes, type] = contentOf(body)
  return [
    { send: head(200, { 'content-type': type, 'transfer-encoding': 'chunked' }) },
    { send: Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) },
    { end: 'close' },
  ]
}

/**
 * @param {number} bytes
 * @param {unknown} body
 * @returns {Fault}
 */
export function hugeHeaders(bytes, body) {
  return answer({ headers: { 'x-padding': 'x'.repeat(bytes) }, body })
}

/**
 * @param {301 | 302 | 303 | 307 | 308} status
 * @param {string} location
 * @returns {Fault}
 */
export function redirect(status, location) {
  return answer({ status, headers: { location, 'content-type': 'text/html' }, body: `<a href="${location}">Moved</a>` })
}

/** Bytes that no HTTP client understands. */
export function noHttp() {
  return /** @type {Fault} */ ([{ send: 'SSH-2.0-OpenSSH_9.6\r\n' }, { wait: 50 }, { end: 'close' }])
}

/**
 * Plays a fault; false once the connection is of no more use.
 *
 * @param {Fault} fault
 * @param {Socket} socket
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>}
 */
async function play(fault, socket, signal) {
  for (const { send, bytesPerSecond, wait, end } of fault) {
    if (wait !== undefined) await sleep(wait, undefined, { signal })
    if (send !== undefined && bytesPerSecond === undefined) socket.write(send)
    if (send !== undefined && bytesPerSecond !== undefined) {
      for (const byte of Buffer.from(send)) {
        if (socket.destroyed) return false
        socket.write(Buffer.of(byte))
        await sleep(1000 / bytesPerSecond, undefined, { signal })
      }
    }
    if (end === 'close') socket.end()
    // A TLS socket can't be reset by itself: to the client both are a connection that broke.
    if (end === 'reset') socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy()
    if (end !== undefined) return false
  }
  return true
}

/**
 * The requests of a connection, one after the other.
 *
 * @param {Socket} socket
 * @returns {AsyncGenerator<FaultRequest>}
 */
async function* requestsOf(socket) {
  let received = Buffer.alloc(0)
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk])
    // The greeting of TLS: answered as servers do that don't speak it.
    if (received[0] === 0x16) socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd < 0) break
      const [line = '', ...fields] = received.subarray(0, headEnd).toString('latin1').split('\r\n')
      const headers = Object.fromEntries(
        fields.map(field => [field.replace(/:.*/s, '').toLowerCase(), field.replace(/^[^:]*:\s*/, '')]),
      )
      const bodyEnd = headEnd + 4 + Number(headers['content-length'] ?? 0)
      if (received.length < bodyEnd) break
      const body = received.subarray(headEnd + 4, bodyEnd).toString()
      received = received.subarray(bodyEnd)
      const path = line.split(' ')[1] ?? ''
      yield { operation: path.replace(/^.*\//, ''), path, headers, body: JSON.parse(body) }
    }
  }
}

/**
 * @param {number} status
 * @param {Record<string, string>} headers
 */
function head(status, headers) {
  const fields = Object.entries({ 'x-request-id': 'req-7f3a', ...headers }).filter(([, value]) => value !== '')
  return Buffer.from(
    [`HTTP/1.1 ${status} Whatever`, ...fields.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'),
    'latin1',
  )
}

/**
 * @param {unknown} body
 * @returns {[Buffer, string]}
 */
function contentOf(body) {
  if (Buffer.isBuffer(body)) return [body, 'application/octet-stream']
  if (typeof body === 'string') return [Buffer.from(body), 'text/plain; charset=utf-8']
  return [Buffer.from(JSON.stringify(body)), 'application/json']
}

/**
 * @param {Fault | Fault[]} plan
 * @returns {plan is Fault[]}
 */
function isList(plan) {
  return Array.isArray(plan[0])
}
