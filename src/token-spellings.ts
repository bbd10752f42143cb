/**
 * How encoders write a token: each of its characters as it is, percent-encoded, as an escape of JSON, as a reference of
 * XML or behind backslashes, also if such an escape is escaped again; and the whole token in base64.
 */

export interface Spelling {
  /** The characters of the token, or of its base64. */
  parts: readonly string[]
  /** The number of parts that make a find; base64 can lack the last. */
  least: number
  /** In base64, line breaks can stand between the parts. */
  kind: 'bare' | 'base64'
  /** Character codes of the parts; -1 for a part whose other spellings can begin with the part itself. */
  codes: readonly number[]
  /** Patterns of the parts, each made when it is first needed. */
  patterns: RegExp[]
}

const PERCENT = '%(?:25){0,3}'
const BACKSLASH = `(?:\\\\|${PERCENT}5[cC])`
/** The most backslashes that escape one character: an escape that is escaped three times. */
const MOST_BACKSLASHES = 8
const ESCAPE = `${BACKSLASH}{1,${MOST_BACKSLASHES}}`
const HASH = `(?:#|${PERCENT}23|${ESCAPE}u0023)`
const SEMICOLON = `(?:;|${PERCENT}3[bB]|${ESCAPE}u003[bB])`
const AMPERSAND = `(?:&|${PERCENT}26|${ESCAPE}u0026)(?:(?:amp|${HASH}(?:0{0,6}38|[xX]0{0,6}26))${SEMICOLON}){0,4}`
/** A line break or blank between two parts of base64, in any spelling. */
export const BREAK = `\\s|${ESCAPE}(?:[nrt]|u00(?:0[9aAdD]|20))|${PERCENT}(?:0[9aAdD]|20)|${AMPERSAND}${HASH}(?:0{0,6}(?:9|1[03]|32)|[xX]0{0,6}(?:[9aAdD]|20))${SEMICOLON}`
/**
 * A blank as a form writes it, and as it is after one and two further escapes. A pattern takes only one of them: where
 * a blank is `+`, `%2B` is a `+` of base64 itself.
 */
export const PLUSES = ['\\+', '%2[bB]', '%252[bB]']
/** Characters from outside that the step itself changes: a backtick in a message, a backslash in the path of a test. */
const CHANGED: Readonly<Record<string, string>> = { "'": '`', '/': '\\' }
/** The names that HTML has for the signs of ASCII. */
const NAMES: Readonly<Record<string, string>> = {
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
  '!': 'excl',
  '#': 'num',
  $: 'dollar',
  '%': 'percnt',
  '(': 'lpar',
  ')': 'rpar',
  '*': '(?:ast|midast)',
  '+': 'plus',
  ',': 'comma',
  '.': 'period',
  '/': 'sol',
  ':': 'colon',
  ';': 'semi',
  '=': 'equals',
  '?': 'quest',
  '@': 'commat',
  '[': '(?:lsqb|lbrack)',
  ']': '(?:rsqb|rbrack)',
  '^': 'Hat',
  _: '(?:lowbar|UnderBar)',
  '`': '(?:grave|DiacriticalGrave)',
  '{': '(?:lcub|lbrace)',
  '|': '(?:vert|verbar|VerticalLine)',
  '}': '(?:rcub|rbrace)',
}

export function spellingsOf(token: string): Spelling[] {
  const parts = [...token]
  return [{ parts, codes: parts.map(codeOf), least: parts.length, kind: 'bare', patterns: [] }, ...base64Of(token)]
}

/**
 * A token in base64, also as a part of a longer text (`user:token`), where a group of three bytes can begin at any of
 * the token's first three bytes. Drops characters that depend on the bytes around the token.
 */
function base64Of(token: string): Spelling[] {
  const bytes = Buffer.from(token)
  return [0, 1, 2].map(before => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = Math.ceil((before * 8) / 6)
    // The last character is the same only if the text ends with the token.
    const least = Math.floor(((before + bytes.length) * 8) / 6) - first
    const parts = text.slice(first).split('')
    return { parts, codes: parts.map(codeOf), least, kind: 'base64', patterns: [] }
  })
}

/**
 * A pattern for the beginnings of all spellings, which few other texts match: the first three parts as they are, or up
 * to an escape; or an escape of the first part. With all spellings of three parts, V8 would take a tenth of a second to
 * compile the pattern.
 */
export function headsOf(spellings: readonly Spelling[]): RegExp {
  const firsts = [...new Set(spellings.flatMap(({ parts: [first = ''] }) => [...withOther(first)]))]
  const oneOf = (of: (char: string) => string) => `(?:${firsts.map(of).join('|')})`
  return new RegExp(
    [
      ...spellings.map(bareHead),
      PERCENT + oneOf(byteOf),
      `${ESCAPE}u${oneOf(codeUnit)}`,
      `${AMPERSAND}${HASH}${oneOf(number)}${SEMICOLON}`,
      ...firsts.filter(first => !isPlain(first)).map(sourceOf),
    ].join('|'),
    'g',
  )
}

function bareHead({ parts: [first = '', second = '', third = ''], kind }: Spelling): string {
  const raw = (part: string) => {
    const chars = (kind === 'base64' ? withOther(part) : part.charAt(0)) + (CHANGED[part] ?? '')
    return chars.replace(/[\\\]^-]/g, '\\$&')
  }
  // Shells and tables write a quote as several.
  const begins = `${ESCAPES}"'`.slice(0, /["']/.test(first + second) ? undefined : ESCAPES.length)
  const breaks = kind === 'base64' ? '\\s*' : ''
  return `[${raw(first)}]${breaks}(?:[${raw(second)}]${breaks}[${raw(third)}${begins}]|[${begins}])`
}

/** The characters that a part can begin with if it is not written as it is; `-` and `_` are those of base64. */
const BEGINNINGS = '%&\\"\'`-_+/'

function codeOf(part: string): number {
  return part.length === 1 && !BEGINNINGS.includes(part) ? part.charCodeAt(0) : -1
}

/** The characters that escapes begin with, for a class in a pattern. */
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

/** A quote inside quotes, as shells (`'"'"'`, `'\\''`) and tables (`""`) write them; null for other parts. */
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
  if (part === '\\') return `${unit(part)}|${reference(part)}|${AMPERSAND}bsol${SEMICOLON}|${ESCAPE}`
  // Each name and number of it begins with an ampersand, too, so the longest spelling is tried first.
  if (part === '&') return `(?:${ESCAPE})?${AMPERSAND}`
  if (isPlain(part)) return [unit(part), reference(part), percents(part), part].join('|')
  const name = NAMES[part]
  const named = name === undefined ? '' : `|${AMPERSAND}${name}${SEMICOLON}`
  return `(?:${ESCAPE})?(?:${reference(part)}${named})|${unit(part)}|(?:${ESCAPE})?(?:${percents(part)}|${literal(part)})`
}

function percents(char: string): string {
  return [...Buffer.from(char)].map(byte => PERCENT + hexOf(byte)).join('')
}

/** The first byte of a character, in hexadecimal digits. */
function byteOf(char: string): string {
  return hexOf(Buffer.from(char)[0] ?? 0)
}

/** A pattern for a character as an escape of JSON and scripts (`\u0041`). */
function unit(char: string): string {
  return char
    .split('')
    .map(each => `${ESCAPE}u${codeUnit(each)}`)
    .join('')
}

function codeUnit(char: string): string {
  return hexOf(char.charCodeAt(0), 4)
}

/** A pattern for a character as a reference of XML and HTML (`&#65;`). */
function reference(char: string): string {
  return `${AMPERSAND}${HASH}${number(char)}${SEMICOLON}`
}

function number(char: string): string {
  const point = char.codePointAt(0) ?? 0
  return `(?:0{0,6}${point}|[xX]0{0,6}${hexOf(point, 1)})`
}

/** A pattern for a hexadecimal number, with letters in either case. */
function hexOf(number: number, digits = 2): string {
  const hex = number.toString(16).padStart(digits, '0')
  return hex.replace(/[a-f]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}

function literal(char: string): string {
  const chars = [char, CHANGED[char] ?? ''].join('').replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return CHANGED[char] === undefined ? chars : `[${chars}]`
}
