/**
 * The code of an error of Node's or of the system, such as `ENOENT`: capitals, digits and underscores, so that it can be
 * told as it is. Empty where an error has none.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,80}$/.test(code) ? code : ''
}

/**
 * True where an error of Node's TLS is that a certificate did not verify, that of a proxy included. OpenSSL knows more
 * reasons than Node has codes for: the rest is UNSPECIFIED, such as a key that is too short or a critical extension.
 */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_CODES.test(errorCode(error))
}

/** The other side speaks no TLS or no HTTP. A connection that ends early is a matter of the network. */
export function isProtocolError(error: unknown): boolean {
  const code = errorCode(error)
  return /^(?:HPE_|ERR_SSL_|EPROTO$)/.test(code) && !ENDS_EARLY.has(code)
}

const ENDS_EARLY: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'])

/** The codes of Node 24 (`X509Pointer::ErrorCode` in deps/ncrypto), of its check of host names, and of the handshake. */
const CERTIFICATE_CODES =
  /^(?:UNSPECIFIED$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|ERROR_IN_C|ERR_TLS_CERT_|ERR_SSL_(?!.*ALERT)\w*CERT)/
