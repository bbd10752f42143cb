/**
 * The API token, and what finds a token again in what was made of it. Kept apart from the other inputs, so that nothing
 * that is logged or reported can hold it.
 */
export interface Secret {
  /** What goes into the header. Nothing else may read it. */
  readonly value: string
  /** Texts that give a token away, the longest first: both tokens raw, each byte in percents, and in base64. */
  readonly forms: readonly string[]
  /** For each form with signs in it: what it reads like in a text, each of its signs escaped in some way or not at all. */
  readonly escaped: readonly Finder[]
}

/** What a text holds of one form of a token, as it stands there; null where it holds nothing. */
type Finder = (text: string) => readonly string[] | null

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
/** Of a form that does not hold the whole token. */
const SHORTEST_FORM = 6
/** No token has more signs, and a pattern of many thousands can't be made. */
const MOST_SIGNS = 500

/**
 * The secret of a token, blanks around it cut; an empty one has no forms.
 *
 * @param others tokens that are cut out as well
 */
export function secretOf(token: string, ...others: readonly string[]): Secret {
  const tokens = [token, ...others].map(each => each.trim()).filter(each => each.length >= SHORTEST_TOKEN)
  const withSigns = new Set(tokens.flatMap(each => [each, ...inBase64(each)]))
  const forms = new Set([...withSigns, ...tokens.flatMap(allInPercents)])
  return {
    value: token.trim(),
    forms: [...forms].toSorted((a, b) => b.length - a.length),
    escaped: [...withSigns].filter(hasFewSigns).map(finderOf),
  }
}

/** The text without any form of a token, nor one with something invisible between its characters. */
export function redact(secret: Traces, text: string): string {
  const rest = tracesIn(secret, text).reduce((left, trace) => left.replaceAll(trace, '***'), text)
  const bare = withoutMarks(rest)
  // Almost always; what follows would only take time.
  if (bare === rest) return rest
  return tracesIn(secret, bare).reduce((left, trace) => left.replace(interspersed(trace), '***'), rest)
}

/** Whether {@link redact} would find something. */
export function holdsSecret(secret: Traces, text: string): boolean {
  return redact(secret, text) !== text
}

/** What a text holds of the tokens; with their escapes first, which are longer. */
function tracesIn({ forms, escaped }: Traces, text: string): string[] {
  return [...escaped.flatMap(find => find(text) ?? []), ...forms.filter(form => text.includes(form))]
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

/** Each byte of a token, as an address may hold it once or twice escaped. */
function allInPercents(token: string): string[] {
  const bytes = inPercents(token)
  return [bytes, bytes.toLowerCase(), bytes.replaceAll('%', '%25')]
}

/** Each byte of the text as `%2F`. */
function inPercents(text: string): string {
  return [...Buffer.from(text)].map(byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}

/**
 * Base64, also as a part of a longer text (`user:token`): a group of three bytes can begin with any of the token's
 * first three. What the neighbours have a say in is left out.
 */
function inBase64(token: string): string[] {
  const bytes = Buffer.from(token)
  const parts = [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [bytes.toString('base64url'), ...parts]
    .filter(form => form.length >= SHORTEST_FORM)
    .flatMap(form => [form, form.replaceAll('-', '+').replaceAll('_', '/')])
}

function hasFewSigns(form: string): boolean {
  const signs = form.match(/\W/g) ?? []
  return signs.length > 0 && signs.length <= MOST_SIGNS
}

/**
 * Finds a form whose signs are each escaped in a way of their own: encoders differ in which of them they escape, more than
 * a list could say, and one of them can follow on another. What is between the signs stays as it is; where that is not
 * in the text, as almost always, nothing else is looked for.
 */
function finderOf(form: string): Finder {
  const words = form.match(/\w+/g) ?? []
  let pattern: RegExp | null = null
  return text => {
    if (!words.every(word => text.includes(word))) return null
    pattern ??= escapedAnyhow(form)
    return text.match(pattern)
  }
}

function escapedAnyhow(form: string): RegExp {
  // A run of escape characters is one part, so that a long run in a text is gone through once.
  return new RegExp(form.replace(/[\\^]+|\W/gu, escapes), 'gu')
}

/** All ways to write a sign, or a run of backslashes and carets. */
function escapes(part: string): string {
  const [first = ''] = part
  if (/[\\^]/.test(first)) return `(?:[\\\\^]{${part.length},${8 * part.length}}|${inNumbers(part)})`
  const ways = [...(NAMES[first] ?? []), inNumbers(first), `\\u{${hexOf(first)}}`]
  return `[\\\\^]{0,7}(?:${ways.join('|')})`
}

/** How single signs are written, beside their number and with a backslash: in XML and HTML, in forms, and in shells. */
const NAMES: Record<string, string[]> = {
  '&': ['&(?:amp;)+'],
  '<': ['&(?:amp;)*lt;'],
  '>': ['&(?:amp;)*gt;'],
  ' ': ['\\+'],
  // A quote ends the string: it is doubled, or stands between two others.
  '"': ['&(?:amp;)*quot;', '""'],
  "'": ['&(?:amp;)*apos;', `'\\\\+''`, `'"'"'`, "''"],
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
