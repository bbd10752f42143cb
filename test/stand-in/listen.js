/** @import { AddressInfo, Server } from 'node:net' */

/**
 * Has a server listen on a port of 127.0.0.1.
 *
 * @param {Server} server
 * @param {number} [port]  0 is a free one.
 * @returns {Promise<number>}  The port.
 */
export function listen(server, port = 0) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(/** @type {AddressInfo} */ (server.address()).port))
  })
}

/**
 * Ends a server and, where it knows them, its open connections.
 *
 * @param {Server & {closeAllConnections?: () => void}} server
 * @returns {Promise<void>}
 */
export function close(server) {
  return new Promise(resolve => {
    server.close(() => resolve())
    server.closeAllConnections?.()
  })
}
