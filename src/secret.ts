import { BREAK, headsOf, PLUSES, patternOf, type Spelling, spellingsOf } from './token-spellings.ts'

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

/** The most characters that a spelling has, except for tokens of some thousand characters. */
const LONGEST_SPELLING = 16 * 1024

/** A cleaner that cuts out these tokens, trimmed; tokens under 8 characters stay. */
export function cleanerOf(...given: readonly string[]): Clean {
  const tokens = given.map(token => token.trim()).filter(token => token.length >= SHORTEST_TOKEN)
  if (tokens.length === 0) return text => text
  // The usual mark and the text around it could make up such a token.
  const mark = tokens.some(token => /^\*|\*$|\*{3}/.test(token)) ? '…' : '***'
  const spellings = tokens.flatMap(spellingsOf)
  const heads = headsOf(spellings)
  return text => {
    let cleaned = ''
    let from = 0
    heads.lastIndex = 0
    for (let head = heads.exec(text); head !== null; head = heads.exec(text)) {
      const start = head.index
      const ends = spellings.flatMap(spelling => endsOfSpelling(text, start, spelling))
      // Another token can begin where the shortest spelling ends.
      heads.lastIndex = ends.length === 0 ? start + 1 : Math.min(...ends)
      if (ends.length === 0) continue
      if (start >= from) cleaned += text.slice(from, start) + mark
      from = Math.max(from, ...ends)
    }
    return cleaned + text.slice(from)
  }
}

/** The first so many characters of a text, cleaned; a token that lies across their end is left out. */
export function cleanStart(text: string, length: number, clean: Clean): string {
  const start = clean(text.slice(0, length))
  // Nearly all texts end before, and are cleaned once.
  if (text.length <= length) return start
  const further = clean(text.slice(0, length + LONGEST_SPELLING))
  let same = 0
  while (same < start.length && start[same] === further[same]) same++
  return start.slice(0, same)
}

/** Texts that the runner has to mask before anything else is printed; the runner adds some spellings itself. */
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

/** The places where a spelling that begins at `start` can end. In a token such as `%25`, a part has several ends. */
function endsOfSpelling(text: string, start: number, spelling: Spelling): readonly number[] {
  let ends: readonly number[] = [start]
  for (let at = 0; at < spelling.codes.length; at++) {
    const after = (end: number) => endsAfter(text, end, spelling, at)
    const next = ends.length === 1 ? after(ends[0] ?? start) : [...new Set(ends.flatMap(after))]
    if (next.length === 0) return at < spelling.least ? NONE : ends
    ends = next
  }
  return ends
}

const NONE: readonly number[] = []

/** The places where a part can end; in base64, line breaks can stand before it. */
function endsAfter(text: string, end: number, spelling: Spelling, at: number): readonly number[] {
  if (text.charCodeAt(end) === spelling.codes[at]) return [end + 1]
  const found = endsOfPart(text, end, spelling, at)
  if (spelling.kind !== 'base64' || at === 0) return found
  // In a form, a `+` after a break can be a blank.
  const ofForms = FORM_BREAKS.map(breaks => endOf(breaks, text, end)).filter(place => place !== -1)
  const resumed = [endOfBreaks(text, end), ...ofForms]
  const afterBreaks = resumed.flatMap(place =>
    text.charCodeAt(place) === spelling.codes[at] ? [place + 1] : endsOfPart(text, place, spelling, at),
  )
  return [...found, ...afterBreaks]
}

/** The most characters that the spelling of one part can take. */
const LONGEST_SIGN = 128

/** The places where a part can end if it is not written as it is. */
function endsOfPart(text: string, start: number, { parts, patterns, kind }: Spelling, at: number): readonly number[] {
  const part = parts[at] ?? ''
  patterns[at] ??= new RegExp(`^(?:${patternOf(part, kind)})`)
  const ends: number[] = []
  let piece = text.slice(start, start + LONGEST_SIGN)
  for (let match = patterns[at].exec(piece); match; match = patterns[at].exec(piece)) {
    ends.push(start + match[0].length)
    piece = piece.slice(0, match[0].length - 1)
  }
  return ends
}

/** The index after all line breaks and blanks at a place. */
function endOfBreaks(text: string, at: number): number {
  let end = at
  for (let next = endOf(LINE_BREAKS, text, end); next !== -1; next = endOf(LINE_BREAKS, text, end)) end = next
  return end
}

/** The index after a pattern's match at a place, or -1. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** The most breaks that one match takes: patterns overflow their stack on millions. */
const MOST_BREAKS = 1000
/** Line breaks and blanks as they are, or as JSON, addresses and XML write them. */
const LINE_BREAKS = new RegExp(`(?:${BREAK}){1,${MOST_BREAKS}}`, 'y')
const FORM_BREAKS = PLUSES.map(plus => new RegExp(`(?:${BREAK})(?:${BREAK}|${plus}){0,${MOST_BREAKS}}${plus}`, 'y'))
