// @peculiar/x509 does not load without it.
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  BasicConstraintsExtension,
  Extension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/**
 * Certificates for servers on loopback, made anew by each process that needs some. They protect nothing.
 *
 * @typedef {keyof typeof KINDS} Kind
 */

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const SHORT_RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 1024,
}
const YEAR = 365 * 86_400_000

/** @typedef {{ type: 'dns' | 'ip', value: string }} Name */

/** @type {Name[]} */
const LOOPBACK = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
]

/** Under these names every certificate is one for loopback, and good but for what is said. */
export const KINDS = {
  server: {},
  expired: { until: Date.now() - YEAR },
  elsewhere: { names: [{ type: /** @type {const} */ ('dns'), value: 'elsewhere.example' }] },
  'short-key': { key: SHORT_RSA },
  sha1: { hash: 'SHA-1' },
  'critical-extension': { extension: new Extension('1.3.6.1.4.1.99999.1', true, new Uint8Array([5, 0])) },
  'name-constraints': { constrained: true },
}

const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify'])
const root = await authorityOf('CN=Test authority of Merge Queue Gate', keys, 'CN=Test authority of Merge Queue Gate')

/** The file for NODE_EXTRA_CA_CERTS, with the authority that signs all of them. */
export const AUTHORITY = path.join(mkdtempSync(path.join(tmpdir(), 'authority-')), 'authority.pem')
writeFileSync(AUTHORITY, root.toString('pem'))
process.on('exit', () => rmSync(path.dirname(AUTHORITY), { recursive: true, force: true }))

/**
 * The options of a TLS server on loopback for a certificate.
 *
 * @param {Kind} kind
 */
export async function credentials(kind) {
  /** @type {{ until?: number, names?: Name[], key?: webcrypto.EcKeyGenParams | webcrypto.RsaHashedKeyGenParams, hash?: string, extension?: Extension, constrained?: boolean }} */
  const {
    until = Date.now() + YEAR,
    names = LOOPBACK,
    key = EC,
    hash = 'SHA-256',
    extension,
    constrained,
  } = KINDS[kind]
  const own = await webcrypto.subtle.generateKey(key, true, ['sign', 'verify'])
  const between = constrained ? await authorityOf('CN=Of other names', keys, root.subject, OTHER_NAMES) : null
  const certificate = await X509CertificateGenerator.create({
    subject: 'CN=A server of tests',
    issuer: (between ?? root).subject,
    notBefore: new Date(until - 2 * YEAR),
    notAfter: new Date(until),
    signingKey: keys.privateKey,
    signingAlgorithm: { ...EC, hash },
    publicKey: own.publicKey,
    extensions: [new SubjectAlternativeNameExtension(names), ...(extension ? [extension] : [])],
  })
  const bytes = await webcrypto.subtle.exportKey('pkcs8', own.privateKey)
  return {
    key: PemConverter.encode(bytes, 'PRIVATE KEY'),
    cert: [certificate, between].flatMap(each => each?.toString('pem') ?? []).join('\n'),
    // Else OpenSSL would not even show what is weak.
    ciphers: 'DEFAULT@SECLEVEL=0',
  }
}

/** Name constraints (RFC 5280, 4.2.1.10): only names below `other.example` are allowed. */
const OTHER_NAMES = (() => {
  const name = Buffer.from('other.example')
  const subtree = Buffer.concat([Buffer.from([0x82, name.length]), name])
  const permitted = Buffer.concat([Buffer.from([0x30, subtree.length]), subtree])
  const subtrees = Buffer.concat([Buffer.from([0xa0, permitted.length]), permitted])
  return new Extension('2.5.29.30', true, Buffer.concat([Buffer.from([0x30, subtrees.length]), subtrees]))
})()

/**
 * @param {string} subject
 * @param {{ publicKey: webcrypto.CryptoKey, privateKey: webcrypto.CryptoKey }} pair
 * @param {string} issuer
 * @param {Extension} [more]
 */
function authorityOf(subject, pair, issuer, more) {
  return X509CertificateGenerator.create({
    subject,
    issuer,
    notBefore: new Date(Date.now() - 2 * YEAR),
    notAfter: new Date(Date.now() + 2 * YEAR),
    signingKey: pair.privateKey,
    signingAlgorithm: EC,
    publicKey: pair.publicKey,
    extensions: [new BasicConstraintsExtension(true, undefined, true), ...(more ? [more] : [])],
  })
}
