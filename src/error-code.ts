/**
 * The code of an error of Node's or of the system, such as `ENOENT`: capitals, digits and underscores, so that it can be
 * told as it is. Empty where an error has none.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,80}$/.test(code) ? code : ''
}
