import { base64Of, spellingsOf } from './spellings.ts'

/**
 * The two tokens, and what cuts them out of texts from outside. A text is cleaned where it is read, before anything
 * takes an excerpt of it; what the action says itself is never touched.
 */
export interface Secrets {
  /** `api-token`, blanks around it cut; for the header alone. Empty where there is none. */
  readonly service: string
  /** `github-token`, in the same way. */
  readonly github: string
  readonly clean: Clean
}

/** The text with `***` in the place of each token, in whichever of the known spellings; its time grows with the text. */
export type Clean = (text: string) => string

/** Shorter texts occur in ordinary words; as `api-token` they are refused. */
const SHORTEST_TOKEN = 8

/** Characters that no spelling is longer than, but for tokens of some thousand. */
const LONGEST_SPELLING = 16 * 1024

/** Finds the beginnings of spellings, and where one ends. */
interface Finder {
  /** The first 8 characters of all spellings. */
  heads: RegExp
  /** The index behind the spelling that begins here; -1 where none does. */
  endOf: (text: string, start: number) => number
}

/** What cuts out these tokens, blanks around them aside; those under 8 characters are left. */
export function cleanerOf(...given: readonly string[]): Clean {
  const tokens = given.map(token => token.trim()).filter(token => token.length >= SHORTEST_TOKEN)
  if (tokens.length === 0) return text => text
  // A token that holds the mark could come about where another one is cut out.
  const mark = tokens.some(token => token.includes('***')) ? '…' : '***'
  let finder: Finder | null = null
  return text => {
    if (text.length < SHORTEST_TOKEN) return text
    finder ??= finderOf(tokens)
    const { heads, endOf } = finder
    let cleaned = ''
    let from = 0
    heads.lastIndex = 0
    for (let found = heads.exec(text); found !== null; found = heads.exec(text)) {
      const end = endOf(text, found.index)
      heads.lastIndex = end < 0 ? found.index + 1 : end
      if (end < 0) continue
      cleaned += text.slice(from, found.index) + mark
      from = end
    }
    return from === 0 ? text : cleaned + text.slice(from)
  }
}

/** The first so many characters of a text, cleaned; a token that lies across their end is left out. */
export function cleanStart(text: string, length: number, clean: Clean): string {
  const start = clean(text.slice(0, length))
  if (text.length <= length) return start
  const further = clean(text.slice(0, length + LONGEST_SPELLING))
  let same = 0
  while (same < start.length && start[same] === further[same]) same++
  return start.slice(0, same)
}

/** Texts that the runner has to mask, before anything else is printed; it adds forms of its own. */
export function masksOf(token: string): string[] {
  const bytes = Buffer.from(token.trim())
  const masks = [token, token.trim(), bytes.toString('base64'), bytes.toString('base64url')]
  return [...new Set(masks)].filter(mask => mask.trim() !== '')
}

/** The value of a JSON text, all texts in it cleaned. Throws where it is not JSON. */
export function parseClean(text: string, clean: Clean): unknown {
  const json: unknown = JSON.parse(text)
  // Escapes can hide a token from a look at the whole text.
  return text.includes('\\') || clean(text) !== text ? cleanTexts(json, clean) : json
}

/**
 * Cleans all texts of what JSON.parse gave, in place. Names of members are left: what is no member of the contract is
 * dropped by whoever reads it.
 */
export function cleanTexts(json: unknown, clean: Clean): unknown {
  const root: Record<string, unknown> = { json }
  // Not by calling itself: a document can be nested deeper than the stack.
  const open = [root]
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    for (const name of Object.keys(holder)) {
      const value = holder[name]
      if (typeof value === 'string') holder[name] = clean(value)
      else if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>)
    }
  }
  return root['json']
}

/** One pattern for the beginnings alone: with whole spellings of a long token it would take a second to compile. */
function finderOf(tokens: readonly string[]): Finder {
  const texts = [...new Set(tokens.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length)
  const byHead = Map.groupBy(texts, text => text.slice(0, SHORTEST_TOKEN))
  const base64 = tokens.flatMap(base64Of)
  const heads = [
    ...[...byHead.keys()].map(literal),
    ...base64.map(core => [...core.slice(0, SHORTEST_TOKEN)].map(inEitherAlphabet).join(`(?:${LINE_BREAKS.source})?`)),
  ]
  return {
    heads: new RegExp(heads.join('|'), 'g'),
    endOf(text, start) {
      // The longest first, for one can be the beginning of another.
      const whole = byHead.get(text.slice(start, start + SHORTEST_TOKEN))?.find(each => text.startsWith(each, start))
      if (whole !== undefined) return start + whole.length
      return Math.max(...base64.map(core => endOfBase64(text, start, core)))
    },
  }
}

/** The index behind a base64 text, in either alphabet, with or without line breaks; -1 where another text stands. */
function endOfBase64(text: string, start: number, core: string): number {
  let at = start
  for (let index = 0; index < core.length; ) {
    const char = core.charAt(index)
    const sign = char === '+' ? PLUS : char === '/' ? SLASH : null
    const step = sign === null ? Number(text[at] === char) : lengthOf(sign, text, at)
    if (step > 0) index++
    else if (index === 0) return -1
    const length = step || lengthOf(LINE_BREAKS, text, at)
    if (length === 0) return -1
    at += length
  }
  return at
}

/** Characters that a pattern takes at a place. */
function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex - at : 0
}

/** The two signs of base64 in both alphabets, as addresses, JSON and XML have them. */
const PLUS = /[+-]|%2[bB]|\\u002[bB]|&#(?:43|x2[bB]);/y
const SLASH = /[/_]|%2[fF]|\\\/|\\u002[fF]|&#(?:47|x2[fF]);/y
/** Blanks, and line breaks as JSON, addresses and XML have them. */
const LINE_BREAKS = /(?:\s|\\[nr]|%0[aAdD]|&#(?:1[03]|x[aAdD]);)+/y

function inEitherAlphabet(char: string): string {
  return char === '+' ? `(?:${PLUS.source})` : char === '/' ? `(?:${SLASH.source})` : char
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
