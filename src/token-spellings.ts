/**
 * How encoders write a token: each of its characters as it is, in percents, as a unit of JSON, as a reference of XML or
 * behind backslashes, also where such an escape is escaped again; and the whole token in base64.
 */

export interface Spelling {
  /** The characters of the token, or of its base64. */
  parts: readonly string[]
  /** So many parts suffice. */
  least: number
  /** In base64, there can be line breaks. */
  kind: 'bare' | 'base64'
  /** Character codes of the parts that no longer spelling begins with; -1 of the others. */
  codes: readonly number[]
  /** Patterns of the parts, each made when it is first needed. */
  patterns: RegExp[]
}

const PERCENT = '%(?:25){0,3}'
const BACKSLASH = `(?:\\\\|${PERCENT}5[cC])`
/** Most backslashes that escape one sign: an escape that is escaped three times. */
const MOST_BACKSLASHES = 8
const ESCAPE = `${BACKSLASH}{1,${MOST_BACKSLASHES}}`
const HASH = `(?:#|${PERCENT}23|${ESCAPE}u0023)`
const SEMICOLON = `(?:;|${PERCENT}3[bB]|${ESCAPE}u003[bB])`
const AMPERSAND = `(?:&|${PERCENT}26|${ESCAPE}u0026)(?:amp${SEMICOLON}){0,3}`
const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

export function spellingsOf(token: string): Spelling[] {
  const parts = [...token]
  return [{ parts, codes: parts.map(codeOf), least: parts.length, kind: 'bare', patterns: [] }, ...base64Of(token)]
}

/**
 * A token in base64, also as a part of a longer text (`user:token`): a group of three bytes can begin with any of its
 * first three. Drops characters that depend on the bytes around the token.
 */
function base64Of(token: string): Spelling[] {
  const bytes = Buffer.from(token)
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((before * 8) / 6)
    // The last one stands there only where the text ends with the token.
    const least = Math.floor(((before + bytes.length) * 8) / 6) - first
    const parts = text.slice(first).split('')
    return { parts, codes: parts.map(codeOf), least, kind: 'base64', patterns: [] }
  })
}

/**
 * A pattern that every spelling begins with, and few other texts hold: the first three parts as they are, unless an
 * escape comes before, or an escape that the first part can begin with.
 */
export function headsOf(spellings: readonly Spelling[]): RegExp {
  const firsts = [
    ...new Set(spellings.map(({ parts: [first = ''] }) => first.charAt(0)).flatMap(char => [...withOther(char)])),
  ]
  const others = firsts.filter(first => !isPlain(first))
  const units = firsts.map(first => inAnyCase(hexOf(first).padStart(4, '0')))
  const bytes = firsts.map(first => inAnyCase(Buffer.from(first).toString('hex').slice(0, 2)))
  const names = others.flatMap(first => NAMES[first] ?? [])
  return new RegExp(
    [
      ...spellings.map(bareHead),
      `%(?:25)*(?:${['5[cC]', '26', ...bytes].join('|')})`,
      `&(?:${['#', '%', 'amp', ...names].join('|')})`,
      `\\\\{1,${MOST_BACKSLASHES}}(?:${['%', '&', `u(?:${['0026', ...units].join('|')})`, ...others.map(literal)].join('|')})`,
    ].join('|'),
    'g',
  )
}

function bareHead({ parts: [first = '', second = '', third = ''], kind }: Spelling): string {
  const raw = (part: string) => (kind === 'base64' ? withOther(part) : part.charAt(0)).replace(/[\\\]^-]/g, '\\$&')
  // Quotes can be written as several.
  const begins = `${ESCAPES}"'`.slice(0, /["']/.test(first + second) ? undefined : ESCAPES.length)
  const breaks = kind === 'base64' ? '\\s*' : ''
  return `[${raw(first)}]${breaks}(?:[${raw(second)}]${breaks}[${raw(third)}${begins}]|[${begins}])`
}

/** Spellings that are no character as it is begin so; in base64, with `-` or `_`. */
export const BEGINNINGS = '%&\\"\'-_+/'

function codeOf(part: string): number {
  return part.length === 1 && !BEGINNINGS.includes(part) ? part.charCodeAt(0) : -1
}

/** The characters that every escape begins with, for a class of characters. */
const ESCAPES = '%&\\\\'

/** The two special characters of base64 have another form for addresses. */
function withOther(char: string): string {
  return char === '+' ? '+-' : char === '/' ? '/_' : char
}

/** A pattern for all spellings of a part; the longest come first. */
export function patternOf(part: string, kind: Spelling['kind']): string {
  const chars = kind === 'base64' ? [...withOther(part)] : [part]
  return chars.map(each => inQuotes(each) ?? sourceOf(each)).join('|')
}

/** Quotes inside of quotes, as shells (`'"'"'`, `'\\''`) and tables (`""`) write them; null for other parts. */
function inQuotes(part: string): string | null {
  if (part !== '"' && part !== "'") return null
  const [one, other] = [sourceOf(part), sourceOf('"')].map(each => `(?:${each})`)
  const ofShells = part === '"' ? [] : [`${one}${other}${one}${other}${one}`, `${one}${one}${one}`]
  return [...ofShells, `${one}${one}`, one].join('|')
}

function isPlain(part: string): boolean {
  return /^[\da-z]$/i.test(part)
}

function sourceOf(part: string): string {
  if (part === '\\') return `${unit(part)}|${reference(part)}|${ESCAPE}`
  if (isPlain(part)) return [unit(part), reference(part), percents(part), part].join('|')
  const name = NAMES[part]
  const named = name === undefined ? '' : `|${AMPERSAND}${name}${SEMICOLON}`
  return `(?:${ESCAPE})?(?:${reference(part)}${named})|${unit(part)}|(?:${ESCAPE})?(?:${percents(part)}|${literal(part)})`
}

function percents(char: string): string {
  return [...Buffer.from(char)].map(byte => PERCENT + inAnyCase(byte.toString(16).padStart(2, '0'))).join('')
}

/** A character as JSON and scripts write it. */
function unit(char: string): string {
  return char
    .split('')
    .map(each => `${ESCAPE}u${inAnyCase(hexOf(each).padStart(4, '0'))}`)
    .join('')
}

/** A character as a number of XML and HTML. */
function reference(char: string): string {
  const number = `0{0,6}${char.codePointAt(0)}|[xX]0{0,6}${inAnyCase(hexOf(char))}`
  return `${AMPERSAND}${HASH}(?:${number})${SEMICOLON}`
}

function hexOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(16)
}

function inAnyCase(hex: string): string {
  return hex.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}
