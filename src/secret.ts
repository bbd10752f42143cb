/**
 * The API token, and the forms in which a token could come back. Kept apart from the other inputs, so that nothing that
 * is logged or reported can hold it.
 */
export interface Secret {
  /** What goes into the header. Nothing else may read it. */
  readonly value: string
  /** Everything that has to be masked and cut out, the longest first: both tokens, raw and as others would write them. */
  readonly forms: readonly string[]
  /** For each token with signs in it: finds it, each of its signs escaped in some way or not at all. */
  readonly escaped: readonly RegExp[]
}

/** What finds the tokens again. */
type Traces = Pick<Secret, 'forms' | 'escaped'>

/** The two secrets, which no other part of the inputs holds. */
export interface Secrets {
  /** `api-token`, with the forms of both. */
  service: Secret
  /** `github-token`, empty where there is none. */
  github: string
}

/** Shorter texts occur in ordinary words: cutting them out would hide nothing and garble the answers. */
const SHORTEST_TOKEN = 4
/** Signs of a token that can be escaped each in a way of its own. */
const MOST_SIGNS = 500
/** Of a form that does not hold the whole token. */
const SHORTEST_FORM = 6

/**
 * The secret of a token, blanks around it cut; an empty one has no forms.
 *
 * @param others tokens that are cut out as well
 */
export function secretOf(token: string, ...others: readonly string[]): Secret {
  const tokens = [token, ...others].map(each => each.trim()).filter(each => each.length >= SHORTEST_TOKEN)
  const forms = new Set(tokens.flatMap(formsOf))
  return {
    value: token.trim(),
    forms: [...forms].toSorted((a, b) => b.length - a.length),
    escaped: tokens.filter(hasFewSigns).map(escapedAnyhow),
  }
}

/** The text without any form of a token, nor one with something invisible between its characters. */
export function redact(secret: Traces, text: string): string {
  const known = secret.forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, '***') : left), text)
  const rest = secret.escaped.reduce((left, pattern) => left.replace(pattern, '***'), known)
  const bare = withoutMarks(rest)
  // Almost always; what follows would only take time.
  if (bare === rest) return rest
  return secret.forms
    .filter(form => bare.includes(form))
    .reduce((left, form) => left.replace(interspersed(form), '***'), rest)
}

/** Whether {@link redact} would find something. */
export function holdsSecret(secret: Traces, text: string): boolean {
  return redact(secret, text) !== text
}

/**
 * What nobody sees, as it is and as `escape.ts` shows it: a reader could take it out again, and would hold the token.
 * The zero-width space of Markdown is among it, which that file puts into every text that looks like a commit.
 */
const MARK =
  /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|&#8203;|(?:<|&lt;)U\+[\dA-F]{4,6}(?:>|&gt;)|(?<!\\)\\u[\da-f]{4}/u
const MARKS = new RegExp(MARK, 'gu')
/** Every mark holds one of these: most texts don't, and are not looked at further. */
const TRACE = /[^\0-\x7f]|&#8|U\+|\\u/

function withoutMarks(text: string): string {
  return TRACE.test(text) ? text.replace(MARKS, '') : text
}

/** Finds a text with marks between its characters. */
function interspersed(form: string): RegExp {
  const chars = [...form].map(char => char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'))
  return new RegExp(chars.join(`(?:${MARK.source})*`), 'gu')
}

/** A key of the service's newer API, which this version does not take: they begin `<maker>_v2_`. */
export function isNewerApiToken(secret: Secret): boolean {
  return /^[a-z]+_v2_/i.test(secret.value)
}

/** A header carries visible ASCII and nothing else (RFC 9110, 5.5, without the obsolete octets). */
export function fitsHeader(secret: Secret): boolean {
  return /^[\x21-\x7e]*$/.test(secret.value)
}

function formsOf(token: string): string[] {
  const written = [token, ...urlEncoded(token), ...inStrings(token), ...inMarkup(token), ...inShells(token)]
  return [
    // The summary and the report escape once more what came to them.
    ...written.flatMap(form => [form, inHtml(form), JSON.stringify(form).slice(1, -1)]),
    ...inBase64(token).filter(form => form.length >= SHORTEST_FORM),
  ]
}

/**
 * Base64, also as a part of a longer text (`user:token`): a group of three bytes can begin with any of the token's
 * first three. What the neighbours have a say in is left out.
 */
function inBase64(token: string): string[] {
  const bytes = Buffer.from(token)
  const parts = [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const forms = [bytes.toString('base64').replace(/=+$/, ''), ...parts]
  return forms.flatMap(form => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

/** Encoders differ in what they leave as it is, in the blank of a form, and in the case of the hexadecimal digits. */
function urlEncoded(token: string): string[] {
  const lenient = encodeURIComponent(token.toWellFormed())
  const form = String(new URLSearchParams({ '': token })).slice(1)
  const strict = lenient.replace(/[!'()*]/g, inPercents)
  const once = [
    lenient,
    strict,
    strict.replaceAll('~', '%7E'),
    form,
    token.replaceAll('%', '%25'),
    inPercents(token),
    encodeURI(token.toWellFormed()),
    // Python's `quote` leaves a slash, others a part of what an address may hold (RFC 3986; the URL standard).
    ...KEPT.map(kept => [...token].map(char => (kept.test(char) ? char : inPercents(char))).join('')),
  ]
  const twice = [...once, ...once.map(encodeURIComponent)]
  return twice.flatMap(each => [each, each.replace(/%[\dA-F]{2}/g, hex => hex.toLowerCase())])
}

/** What encoders leave as it is, beside letters and digits: in a path, in a query, in front of a host. */
const KEPT = [
  /[\w.~/-]/,
  /[\w./-]/,
  /[\w!$&'()*+,./:;=@~-]/,
  /[\w!$&'()*+,./:;=@~|^[\]-]/,
  /[\w!$&()*+,./:;=@~?[\]\\^`{|}-]/,
  /[\w!$&'()*+,./:;=@~?[\]\\^`{|}-]/,
  /[\w!$&'()*+,.~%-]/,
]

/** Each byte of the text as `%2F`. */
function inPercents(text: string): string {
  return [...Buffer.from(text)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/** Strings of JSON, and of the languages that look like it. */
function inStrings(token: string): string[] {
  const escaped = (pattern: RegExp, digits: (hex: string) => string) =>
    token.replace(pattern, char => `\\u${digits(char.charCodeAt(0).toString(16).padStart(4, '0'))}`)
  const json = JSON.stringify(token).slice(1, -1)
  const twice = JSON.stringify(json).slice(1, -1)
  const units = [/["\\]/g, /["\\/]/g, /["\\<>&]/g, /["\\<>&']/g, /["\\/<>&'+=]/g, /[^\w.-]/g]
  return [
    json,
    twice,
    json.replaceAll('/', '\\/'),
    json.replaceAll('/', '\\/').replaceAll("'", '\\u0027'),
    json.replaceAll("'", "\\'"),
    ...units.flatMap(pattern => [escaped(pattern, hex => hex), escaped(pattern, hex => hex.toUpperCase())]),
    ...[/[<>&]/g, /[<>&']/g].map(pattern => json.replace(pattern, char => `\\u00${char.charCodeAt(0).toString(16)}`)),
  ]
}

const ENTITIES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

/** XML and HTML: which characters are escaped differs, and whether by name or by number. */
function inMarkup(token: string): string[] {
  const code = (char: string) => char.charCodeAt(0)
  const named = (char: string) => `&${ENTITIES[char]};`
  const decimal = (char: string) => `&#${code(char)};`
  const hex = (char: string) => `&#x${code(char).toString(16)};`
  const capitals = (char: string) => `&#x${code(char).toString(16).toUpperCase()};`
  const ways: ((char: string) => string)[] = [
    named,
    char => (char === "'" ? '&#39;' : named(char)),
    char => (char === "'" ? '&#x27;' : named(char)),
    char => (char === '"' || char === "'" ? decimal(char) : named(char)),
    decimal,
    hex,
    capitals,
  ]
  return [
    ...ways.flatMap(way => [/[&<]/g, /[&<>]/g, /[&<>"]/g, /[&<>"']/g].map(which => token.replace(which, way))),
    ...[decimal, hex, capitals].map(way => token.replace(/[^\w.-]/g, way)),
  ]
}

/** As `escape.ts` writes it. */
function inHtml(text: string): string {
  return text.replace(/[&<>"']/g, char => (char === "'" ? '&#39;' : `&${ENTITIES[char]};`))
}

/** No token has more signs, and a pattern of many thousands can't be made. */
function hasFewSigns(token: string): boolean {
  const signs = token.match(/\W/g) ?? []
  return signs.length > 0 && signs.length <= MOST_SIGNS
}

/**
 * Finds a token whose signs are each escaped in a way of their own: encoders differ in which of them they escape, more than
 * a list of forms can say, and one of them can follow on another.
 */
function escapedAnyhow(token: string): RegExp {
  // A run of escape characters is one part, so that a long run in a text is gone through once.
  const parts = token.match(/\w+|[\\^]+|./gsu) ?? []
  return new RegExp(parts.map(part => (/^\w/.test(part) ? part : escapes(part))).join(''), 'gu')
}

/** All ways to write a sign, or a run of backslashes and carets. */
function escapes(part: string): string {
  const [first = ''] = part
  if (/[\\^]/.test(first)) return `(?:[\\\\^]{${part.length},${8 * part.length}}|${inNumbers(part)})`
  const sign = `\\u{${hexOf(first)}}`
  const name = ENTITIES[first]
  const ways = [
    // A quote ends the string: it is doubled, or stands between two others.
    ...(first === "'" ? [`'\\\\+''|'"'"'|''`] : first === '"' ? ['""'] : []),
    ...(name === undefined ? [] : [`&(?:amp;)*${name};`]),
    inNumbers(first),
    `[\\\\^]{0,7}${sign}`,
  ]
  return `(?:${ways.join('|')})`
}

/** Each character by its number: `%2F`, `\u002f`, `&#47;`, `&#x2F;`, escaped once or more. */
function inNumbers(part: string): string {
  const eitherCase = (hex: string) => hex.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`)
  const bytes = inPercents(part).replace(/%(..)/g, (_, hex: string) => `%(?:25)*${eitherCase(hex.toLowerCase())}`)
  const units = part.split('').map(unit => `\\\\{1,8}u${eitherCase(hexOf(unit).padStart(4, '0'))}`)
  const entities = [...part].map(char => `&(?:amp;)*#(?:0*${char.codePointAt(0)}|[xX]0*${eitherCase(hexOf(char))});`)
  return [bytes, units.join(''), entities.join('')].join('|')
}

function hexOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16)
}

/** Between single quotes, between double quotes, and without. */
function inShells(token: string): string[] {
  return [
    token.replaceAll("'", "'\\''"),
    token.replaceAll("'", `'"'"'`),
    token.replace(/["\\$`]/g, '\\$&'),
    token.replace(/["\\$`!]/g, '\\$&'),
    token.replace(/[\\']/g, '\\$&'),
    // `printf %q` of bash, shellescape of Ruby, and others.
    token.replace(/[^\w@%+=:,./-]/g, '\\$&'),
    token.replace(/[^\w@:./-]/g, '\\$&'),
    token.replace(/[^\w./-]/g, '\\$&'),
    token.replace(/[^\w@%+:./=-]/g, '\\$&'),
    token.replace(/[^\w@%+:./=,~-]/g, '\\$&'),
    token.replace(/\W/g, '\\$&'),
    token.replaceAll("'", "''"),
    token.replaceAll('"', '""'),
  ]
}
