/**
 * How encoders write a token: each of its characters as it is, in percents, as a unit of JSON, as a reference of XML or
 * behind backslashes, also where such an escape is escaped again; and the whole token in base64.
 */

/** A token in parts, in order: characters, and runs of backslashes. */
export interface Spelling {
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
/** A unit of JSON or of a script begins so. */
const UNIT = `${BACKSLASH}{1,${MOST_BACKSLASHES}}u`
const HASH = `(?:#|${PERCENT}23|${UNIT}0023)`
const SEMICOLON = `(?:;|${PERCENT}3[bB]|${UNIT}003[bB])`
const AMPERSAND = `(?:&|${PERCENT}26|${UNIT}0026)(?:amp${SEMICOLON}){0,3}`
const NAMES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }

export function spellingsOf(token: string): Spelling[] {
  const parts = token.match(/\\+|[^\\]/gu) ?? []
  const least = parts.length
  return [{ parts, codes: parts.map(codeOf), least, kind: 'bare', patterns: [] }, ...base64Of(token)]
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

/** Spellings that are no character as it is begin so; behind a run of backslashes with `u`, in base64 with `-` or `_`. */
export const BEGINNINGS = '%&\\"\'u-_+/'

function codeOf(part: string): number {
  return part.length === 1 && !BEGINNINGS.includes(part) ? part.charCodeAt(0) : -1
}

/** The characters that every escape begins with, for a class of characters. */
const ESCAPES = '%&\\\\'

/** The two special characters of base64 have another form for addresses. */
function withOther(char: string): string {
  return char === '+' ? '+-' : char === '/' ? '/_' : char
}

/** A pattern for all spellings of a part of a token, behind another part; the longest come first. */
export function patternOf(part: string, before: string, kind: Spelling['kind']): string {
  const chars = kind === 'base64' ? withOther(part).split('') : [part]
  return chars.map(each => inQuotes(each, before) ?? sourceOf(each, before)).join('|')
}

/** Quotes inside of quotes, as shells (`'"'"'`, `'\\''`) and tables (`""`) write them; null for other parts. */
function inQuotes(part: string, before: string): string | null {
  if (part !== '"' && part !== "'") return null
  const [one, next, other] = [sourceOf(part, before), sourceOf(part, ''), sourceOf('"', '')].map(each => `(?:${each})`)
  const ofShells = part === '"' ? [] : [`${one}${other}${next}${other}${next}`, `${one}${next}${next}`]
  return [...ofShells, `${one}${next}`, one].join('|')
}

function isPlain(part: string): boolean {
  return /^[\da-z]$/i.test(part)
}

/** A pattern for a character, or a run of backslashes, behind another part of the token. */
function sourceOf(part: string, before: string): string {
  if (part.startsWith('\\')) {
    const { length } = part
    const each = [unit('\\', 1), reference('\\'), BACKSLASH].join('|')
    return `(?:${each}){${length},${length * MOST_BACKSLASHES}}`
  }
  // A run of backslashes in front of it has taken those that escape it.
  const isTaken = before.startsWith('\\')
  const asUnit = unit(part, isTaken ? 0 : 1)
  if (isPlain(part)) return [asUnit, reference(part), percents(part), part].join('|')
  const name = NAMES[part]
  const named = name === undefined ? '' : `|${AMPERSAND}${name}${SEMICOLON}`
  const escapes = isTaken ? '' : `${BACKSLASH}{0,${MOST_BACKSLASHES}}`
  return `${escapes}(?:${reference(part)}${named})|${asUnit}|${escapes}(?:${percents(part)}|${literal(part)})`
}

function percents(char: string): string {
  return [...Buffer.from(char)].map(byte => PERCENT + inAnyCase(byte.toString(16).padStart(2, '0'))).join('')
}

/** A character as JSON and scripts write it, with at least so many backslashes. */
function unit(char: string, least: number): string {
  return char
    .split('')
    .map(each => `${BACKSLASH}{${least},${MOST_BACKSLASHES}}u${inAnyCase(hexOf(each).padStart(4, '0'))}`)
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
