/**
 * The code of an error of Node's or the system, such as `ENOENT`; empty if it has none. It is safe to print: capitals,
 * digits and underscores only.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,80}$/.test(code) ? code : ''
}

/**
 * True if a certificate, of the server or a proxy, did not verify. OpenSSL knows more reasons than Node has codes for;
 * the others, such as a short key or an unknown critical extension, are UNSPECIFIED.
 */
export function isCertificateError(error: unknown): boolean {
  return CERTIFICATE_CODES.test(errorCode(error))
}

/** The other side speaks no TLS or no HTTP. A connection that ends early is a matter of the network. */
export function isProtocolError(error: unknown): boolean {
  const code = errorCode(error)
  return /^(?:HPE_|ERR_SSL_|EPROTO$|UND_ERR_(?:HEADERS_OVERFLOW|INVALID_ARG)$)/.test(code) && !ENDS_EARLY.has(code)
}

/** True if another try may get a better answer than one with this HTTP status. */
export function isOutageStatus(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status <= 599)
}

const ENDS_EARLY: ReadonlySet<string> = new Set(['HPE_INVALID_EOF_STATE', 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING'])

/** The codes of Node 24: of X.509 (`X509Pointer::ErrorCode` in deps/ncrypto), host names and the handshake. */
const CERTIFICATE_CODES =
  /^(?:UNSPECIFIED$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|HOSTNAME_MISMATCH$|PATH_LENGTH_|ERROR_IN_C|ERR_TLS_CERT_|ERR_SSL_(?!.*ALERT)\w*CERT)/
