/**
 * Certificates for servers on loopback, good for a hundred years. They protect nothing: the authority's key was thrown
 * away, the servers' one is here.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** @typedef {'server' | 'expired' | 'elsewhere'} Kind  The last one is a certificate of another host. */

/** The file for NODE_EXTRA_CA_CERTS, with the authority that signs all of them. */
export const AUTHORITY = fileURLToPath(new URL('certificates/authority.pem', import.meta.url))

/**
 * The options of a TLS server on loopback for a certificate.
 *
 * @param {Kind} kind
 */
export function credentials(kind) {
  const read = (/** @type {string} */ name) => readFileSync(new URL(`certificates/${name}.pem`, import.meta.url))
  return { key: read('key'), cert: read(kind) }
}
