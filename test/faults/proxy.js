import { createServer, request as httpRequest } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:net'
import { close, listen } from '../stand-in/listen.js'
import { credentials } from './certificates.js'

/**
 * @import { Socket } from 'node:net'
 *
 * @typedef {object} Proxy
 * @property {string} url
 * @property {{method: string, target: string, headers: Record<string, unknown>}[]} requests
 *   Of a tunnel what CONNECT said, of a forwarded request its own line and headers.
 * @property {() => Promise<void>} close
 */

/**
 * Starts a proxy on loopback: CONNECT makes a tunnel, other requests are forwarded. Whatever name it is asked for, it
 * leads to loopback: no endpoint there goes through a proxy.
 *
 * @param {object} [options]
 * @param {number} [options.refuse]  Status with which it refuses whatever it is asked.
 * @param {import('./certificates.js').Kind} [options.tls]  Kind of its certificate; without TLS, unless given.
 * @returns {Promise<Proxy>}
 */
export async function startProxy({ refuse, tls } = {}) {
  /** @type {Proxy['requests']} */
  const requests = []
  /** @type {Set<Socket>} */
  const sockets = new Set()

  /** @type {import('node:http').RequestListener} */
  const forward = (incoming, response) => {
    requests.push({ method: incoming.method ?? '', target: incoming.url ?? '', headers: incoming.headers })
    if (refuse !== undefined || !/^http:/.test(incoming.url ?? '')) {
      incoming.resume()
      response.writeHead(refuse ?? 400, { 'content-type': 'text/html' }).end('<h1>No way through</h1>')
      return
    }
    const { 'proxy-connection': _1, connection: _2, ...headers } = incoming.headers
    const outgoing = httpRequest(incoming.url ?? '', { method: incoming.method ?? 'GET', headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }
  const server = tls ? createSecureServer(credentials(tls), forward) : createServer(forward)
  server.on('connect', (incoming, socket, first) => {
    requests.push({ method: 'CONNECT', target: incoming.url ?? '', headers: incoming.headers })
    socket.on('error', () => {})
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No way through\r\ncontent-length: 0\r\n\r\n`)
      return
    }
    const port = /:(\d+)$/.exec(incoming.url ?? '')?.[1]
    const tunnel = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.write(first)
      tunnel.pipe(socket).pipe(tunnel)
    })
    sockets.add(tunnel)
    tunnel.once('close', () => sockets.delete(tunnel))
    tunnel.on('error', () => socket.destroy())
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return close(server)
    },
  }
}
