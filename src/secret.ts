import { BEGINNINGS, headsOf, patternOf, type Spelling, spellingsOf } from './token-spellings.ts'

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
  /** What spellings begin with, and few other texts hold. */
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
    for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
      const start = head.index
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

function finderOf(tokens: readonly string[]): Finder {
  const spellings = tokens.flatMap(spellingsOf)
  return {
    heads: headsOf(spellings),
    endOf(text, start) {
      // One token can be the beginning of another.
      let end = -1
      for (const token of tokens) if (text.startsWith(token, start)) end = Math.max(end, start + token.length)
      for (const spelling of spellings) end = Math.max(end, endOfSpelling(text, start, spelling))
      return end
    },
  }
}

/** The index after a spelling, or -1 if it doesn't begin at `start`. */
function endOfSpelling(text: string, start: number, spelling: Spelling): number {
  const { codes, least, kind } = spelling
  let end = start
  for (let at = 0; at < codes.length; at++) {
    if (text.charCodeAt(end) === codes[at]) {
      end++
      continue
    }
    let next = endOfPart(text, end, spelling, at)
    if (next < 0 && kind === 'base64') {
      const resumed = endOf(LINE_BREAKS, text, end)
      if (resumed >= 0)
        next = text.charCodeAt(resumed) === codes[at] ? resumed + 1 : endOfPart(text, resumed, spelling, at)
    }
    if (next < 0) return at < least ? -1 : end
    end = next
  }
  return end
}

/** The index after a part that is not written as it is, or -1. */
function endOfPart(text: string, start: number, { parts, patterns, kind }: Spelling, at: number): number {
  // Without this, most patterns would only be made to find that they don't match.
  if (!BEGINNINGS.includes(text.charAt(start))) return -1
  patterns[at] ??= new RegExp(patternOf(parts[at] ?? '', parts[at - 1] ?? '', kind), 'y')
  return endOf(patterns[at], text, start)
}

/** The index after a pattern's match at a place, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** Blanks, and line breaks as JSON, addresses and XML write them. */
const LINE_BREAKS =
  /(?:\s|\\{1,4}(?:[nr]|u000[aAdD])|%(?:25){0,3}0[aAdD]|&(?:amp;){0,3}#(?:0{0,6}1[03]|x0{0,6}[aAdD]);)+/y
