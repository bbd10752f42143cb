import { type Base64Spelling, base64Of, spellingsOf } from './token-spellings.ts'

/**
 * The two tokens, and the cleaner that cuts them out of texts from outside. A text is cleaned as it is read, before any
 * excerpt is made; the action's own texts are never touched.
 */
export interface Secrets {
  /** `api-token`, without blanks around it, only for the header; empty if there is none. */
  readonly service: string
  /** `github-token`, in the same way. */
  readonly github: string
  readonly clean: Clean
}

/** Replaces each token, in any of its known spellings, by `***`; takes time in proportion to the text. */
export type Clean = (text: string) => string

/** Shorter tokens occur in ordinary words; as `api-token` they are refused. */
const SHORTEST_TOKEN = 8

/** Most characters of a spelling, except for tokens of some thousand characters. */
const LONGEST_SPELLING = 16 * 1024

/** So many characters are looked ahead for: a pattern of longer beginnings takes 10 ms to compile. */
const HINT = 3

/** Finds the beginnings of spellings, and where one ends. */
interface Finder {
  /** Looks ahead for the first characters of all spellings, so that its `lastIndex` is where one may begin. */
  heads: RegExp
  /** The index after the spelling that begins at `start`, or -1. */
  endOf: (text: string, start: number) => number
}

/** Cuts out these tokens, trimmed; those under 8 characters stay. */
export function cleanerOf(...given: readonly string[]): Clean {
  const tokens = given.map(token => token.trim()).filter(token => token.length >= SHORTEST_TOKEN)
  if (tokens.length === 0) return text => text
  // Cutting one token out could create another one that holds the mark.
  const mark = tokens.some(token => token.includes('***')) ? '…' : '***'
  const { heads, endOf } = finderOf(tokens)
  return text => {
    let cleaned = ''
    let from = 0
    heads.lastIndex = 0
    while (heads.test(text)) {
      const start = heads.lastIndex
      const end = endOf(text, start)
      heads.lastIndex = end < 0 ? start + 1 : end
      if (end < 0) continue
      cleaned += text.slice(from, start) + mark
      from = end
    }
    return cleaned + text.slice(from)
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

/** Texts that the runner has to mask before anything else is printed; it adds some spellings itself. */
export function masksOf(token: string): string[] {
  const bytes = Buffer.from(token.trim())
  const masks = [token, token.trim(), bytes.toString('base64'), bytes.toString('base64url')]
  return [...new Set(masks)].filter(mask => mask.trim() !== '')
}

/** The value of a JSON text, with all its texts cleaned. Throws if it is not JSON. */
export function parseClean(text: string, clean: Clean): unknown {
  const json: unknown = JSON.parse(text)
  // Escapes can hide a token in the raw text.
  return text.includes('\\') || clean(text) !== text ? cleanTexts(json, clean) : json
}

/** Cleans all texts of what JSON.parse gave, in place. Names of members stay: readers drop unknown members. */
export function cleanTexts(json: unknown, clean: Clean): unknown {
  const root: Record<string, unknown> = { json }
  // Not recursive: a document can be nested deeper than the stack.
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

/** One pattern, only for the beginnings: with the spellings of a long token it would take a second to compile. */
function finderOf(tokens: readonly string[]): Finder {
  // The longest first, for one can be the beginning of another.
  const texts = [...new Set(tokens.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length)
  const byHead = Map.groupBy(texts, text => text.slice(0, SHORTEST_TOKEN))
  const base64 = tokens.flatMap(base64Of)
  const heads = [
    ...new Set([...byHead.keys()].map(head => literal(head.slice(0, HINT)))),
    ...base64.map(({ chars }) => [...chars.slice(0, HINT)].map(inEitherAlphabet).join(`(?:${LINE_BREAKS.source})?`)),
  ]
  return {
    heads: new RegExp(`(?=${heads.join('|')})`, 'g'),
    endOf(text, start) {
      const spellings = byHead.get(text.slice(start, start + SHORTEST_TOKEN)) ?? []
      const spelling = spellings.find(each => text.startsWith(each, start))
      if (spelling !== undefined) return start + spelling.length
      return Math.max(...base64.map(each => endOfBase64(text, start, each)))
    },
  }
}

/** The index after a token in base64, which can have line breaks in it; -1 if it doesn't begin at `start`. */
function endOfBase64(text: string, start: number, { chars, least }: Base64Spelling): number {
  let end = start
  for (let index = 0; index < chars.length; index++) {
    const char = chars.charAt(index)
    let next = end
    let length = base64Length(text, next, char)
    if (length === 0) {
      next += lengthOf(LINE_BREAKS, text, next)
      length = base64Length(text, next, char)
    }
    if (length === 0) return index < least ? -1 : end
    end = next + length
  }
  return end
}

/** Length of a base64 character at a place, in either alphabet; 0 if there is another character. */
function base64Length(text: string, at: number, char: string): number {
  if (text[at] === char) return 1
  const sign = char === '+' ? PLUS : char === '/' ? SLASH : null
  return sign === null ? 0 : lengthOf(sign, text, at)
}

/** Length of a pattern's match at a place. */
function lengthOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex - at : 0
}

/** The two special characters of base64 in both alphabets, as addresses, JSON and XML write them. */
const PLUS = /[+-]|%(?:25){0,3}2[bB]|\\{1,4}u002[bB]|&(?:amp;){0,3}#(?:0{0,6}43|x0{0,6}2[bB]);/y
const SLASH = /\\{0,4}[/_]|%(?:25){0,3}2[fF]|\\{1,4}u002[fF]|&(?:amp;){0,3}#(?:0{0,6}47|x0{0,6}2[fF]);/y
/** Blanks, and line breaks as JSON, addresses and XML write them. */
const LINE_BREAKS =
  /(?:\s|\\{1,4}(?:[nr]|u000[aAdD])|%(?:25){0,3}0[aAdD]|&(?:amp;){0,3}#(?:0{0,6}1[03]|x0{0,6}[aAdD]);)+/y

function inEitherAlphabet(char: string): string {
  return char === '+' ? `(?:${PLUS.source})` : char === '/' ? `(?:${SLASH.source})` : char
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
