import { base64Of, spellingsOf } from './token-spellings.ts'

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

/** Finds the beginnings of spellings, and where one ends. */
interface Finder {
  /** Looks ahead for the first 8 characters of all spellings, so that its `lastIndex` is where one begins. */
  heads: RegExp
  endsIn: (text: string) => EndOf
}

/** The index after the spelling that begins here, or -1. Starts have to be passed in ascending order. */
type EndOf = (start: number) => number

interface Spelling {
  chars: string
  /** So many of them suffice. */
  least: number
  isBase64: boolean
  /** By index: how many characters from there on equal those at the beginning; computed on demand. */
  repeats: Uint32Array | null
}

/** Cuts out these tokens, trimmed; those under 8 characters stay. */
export function cleanerOf(...given: readonly string[]): Clean {
  const tokens = given.map(token => token.trim()).filter(token => token.length >= SHORTEST_TOKEN)
  if (tokens.length === 0) return text => text
  // Cutting one token out could create another one that holds the mark.
  const mark = tokens.some(token => token.includes('***')) ? '…' : '***'
  let finder: Finder | null = null
  return text => {
    if (text.length < SHORTEST_TOKEN) return text
    finder ??= finderOf(tokens)
    const { heads, endsIn } = finder
    const endOf = endsIn(text)
    let cleaned = ''
    let from = 0
    heads.lastIndex = 0
    while (heads.test(text)) {
      const start = heads.lastIndex
      const end = endOf(start)
      heads.lastIndex = end < 0 ? start + 1 : end
      if (end < 0) continue
      cleaned += text.slice(from, start) + mark
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

const NONE: readonly Spelling[] = []

/** One pattern, only for the beginnings: with the spellings of a long token it would take a second to compile. */
function finderOf(tokens: readonly string[]): Finder {
  const texts = [...new Set(tokens.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length)
  const plain = texts.map<Spelling>(chars => ({ chars, least: chars.length, isBase64: false, repeats: null }))
  const byHead = Map.groupBy(plain, ({ chars }) => chars.slice(0, SHORTEST_TOKEN))
  const base64 = tokens.flatMap(base64Of).map<Spelling>(each => ({ ...each, isBase64: true, repeats: null }))
  const heads = [
    ...[...byHead.keys()].map(literal),
    ...base64.map(({ chars }) =>
      [...chars.slice(0, SHORTEST_TOKEN)].map(inEitherAlphabet).join(`(?:${LINE_BREAKS.source})?`),
    ),
  ]
  return {
    heads: new RegExp(`(?=${heads.join('|')})`, 'g'),
    endsIn(text) {
      const searches = new Map<readonly Spelling[], EndOf[]>()
      const searchesFor = (spellings: readonly Spelling[]): EndOf[] => {
        const own = searches.get(spellings) ?? spellings.map(each => searchFor(each, text))
        searches.set(spellings, own)
        return own
      }
      const ofBase64 = searchesFor(base64)
      return start => {
        // The longest first, for one can be the beginning of another.
        for (const endOf of searchesFor(byHead.get(text.slice(start, start + SHORTEST_TOKEN)) ?? NONE)) {
          const end = endOf(start)
          if (end >= 0) return end
        }
        let last = -1
        for (const endOf of ofBase64) last = Math.max(last, endOf(start))
        return last
      }
    },
  }
}

/**
 * The Z-algorithm: text compared from one start is not compared again from the next. Otherwise a long token that
 * repeats itself would slow the search. Base64 may have line breaks in it.
 */
function searchFor(spelling: Spelling, text: string): EndOf {
  const { chars, least, isBase64 } = spelling
  const head = chars.slice(0, isBase64 ? 1 : 4 * SHORTEST_TOKEN)
  const first = head.charCodeAt(0)
  const signOfBase64 = isBase64 && /[+/]/.test(head)
  /** The position of the known characters in the text. */
  let places: number[] = []
  /** The one that the spelling begins with. */
  let origin = 0
  let candidate = 0
  let next = 0
  return start => {
    if (text.charCodeAt(start) !== first && !signOfBase64) return -1
    while ((places[candidate] ?? start) < start) candidate++
    if (places[candidate] === start) {
      const known = places.length - candidate
      spelling.repeats ??= repeatsOf(chars)
      if ((spelling.repeats[candidate - origin] ?? 0) < known) return -1
      origin = candidate
      if (origin > chars.length) {
        places.splice(0, origin)
        origin = candidate = 0
      }
    } else {
      // Most texts differ soon.
      if (!signOfBase64 && !text.startsWith(head, start)) return -1
      places = []
      origin = candidate = 0
      next = start
    }
    let end = next
    while (places.length - origin < chars.length) {
      const char = chars.charAt(places.length - origin)
      let length = isBase64 ? base64Length(text, next, char) : Number(text[next] === char)
      if (length === 0 && isBase64 && places.length > origin) {
        next += lengthOf(LINE_BREAKS, text, next)
        length = base64Length(text, next, char)
      }
      if (length === 0) return places.length - origin < least ? -1 : end
      places.push(next)
      next += length
      end = next
    }
    return end
  }
}

function repeatsOf(chars: string): Uint32Array {
  const repeats = new Uint32Array(chars.length)
  let origin = 0
  let end = 0
  for (let index = 1; index < chars.length; index++) {
    let length = Math.min(repeats[index - origin] ?? 0, Math.max(0, end - index))
    while (index + length < chars.length && chars[length] === chars[index + length]) length++
    repeats[index] = length
    if (index + length > end) {
      origin = index
      end = index + length
    }
  }
  return repeats
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
const PLUS = /[+-]|%2[bB]|\\u002[bB]|&#(?:43|x2[bB]);/y
const SLASH = /[/_]|%2[fF]|\\\/|\\u002[fF]|&#(?:47|x2[fF]);/y
/** Blanks, and line breaks as JSON, addresses and XML write them. */
const LINE_BREAKS = /(?:\s|\\[nr]|%0[aAdD]|&#(?:1[03]|x[aAdD]);)+/y

function inEitherAlphabet(char: string): string {
  return char === '+' ? `(?:${PLUS.source})` : char === '/' ? `(?:${SLASH.source})` : char
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
