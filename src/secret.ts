/**
 * The API token and the forms in which it could come back. Kept apart from the other inputs, so that nothing that is
 * logged or reported can hold it.
 */
export interface Secret {
  /** What goes into the header. Nothing else may read it. */
  readonly value: string
  /** Everything that has to be masked and cut out: the token raw, base64 and URL-encoded. */
  readonly forms: readonly string[]
}

/** The two secrets, which no other part of the inputs holds. */
export interface Secrets {
  /** `api-token` */
  service: Secret
  /** `github-token`, empty where there is none. */
  github: string
}

/** Shorter texts occur in ordinary words: cutting them out would hide nothing and garble the answers. */
const SHORTEST_FORM = 6

/** The secret of a token, blanks around it cut; an empty one has no forms. */
export function secretOf(token: string): Secret {
  const value = token.trim()
  const base64 = Buffer.from(value).toString('base64')
  const forms = [value, base64.replace(/=+$/, ''), Buffer.from(value).toString('base64url'), ...urlEncoded(value)]
  return { value, forms: [...new Set(forms)].filter(form => form.length >= SHORTEST_FORM) }
}

/** The text without any form of the secret. */
export function redact(secret: Secret, text: string): string {
  return secret.forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, '***') : rest), text)
}

/** A key of the service's newer API, which this version does not take: they begin `<maker>_v2_`. */
export function isNewerApiToken(secret: Secret): boolean {
  return /^[a-z]+_v2_/i.test(secret.value)
}

/** A header carries visible ASCII and nothing else (RFC 9110, 5.5, without the obsolete octets). */
export function fitsHeader(secret: Secret): boolean {
  return /^[\x21-\x7e]*$/.test(secret.value)
}

/** Encoders differ in the case of the hexadecimal digits, and in whether they leave `!'()*` as they are (RFC 3986). */
function urlEncoded(text: string): string[] {
  const lenient = encodeURIComponent(text.toWellFormed())
  const strict = lenient.replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  return [lenient, strict].flatMap(form => [form, form.replace(/%[\dA-F]{2}/g, hex => hex.toLowerCase())])
}
