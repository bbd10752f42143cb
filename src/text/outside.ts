import * as z from 'zod/mini'
import { asText, code, type Message, say } from './message.ts'

/** The two tokens, and the cleaner that cuts them out of texts from outside, as they are read. */
export interface Secrets {
  /** `api-token`, without blanks around it, only for the header; empty if there is none. */
  readonly service: string
  /** `github-token`, in the same way. */
  readonly github: string
  readonly clean: Clean
}

/** Replaces each token, in any of its usual spellings, by `***`. */
export type Clean = (text: string) => string

/** Shorter tokens occur in ordinary words, so they can't be kept secret and are refused. */
export const SHORTEST_TOKEN = 8

export function cleanerOf(...tokens: readonly string[]): Clean {
  const secrets = tokens.filter(token => token.length >= SHORTEST_TOKEN)
  // Of two spellings that begin alike, the longer one is cut out.
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].toSorted((a, b) => b.length - a.length)
  if (spellings.length === 0) return text => text
  const any = new RegExp(spellings.map(each => each.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
  return text => text.replace(any, '***')
}

/** A token as it is, as JSON, XML, addresses and forms write it, and in base64 at any place of a longer text. */
function spellingsOf(token: string): string[] {
  const json = JSON.stringify(token).slice(1, -1)
  const xml = token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const attribute = xml.replaceAll('"', '&quot;')
  const encoded = encodeURIComponent(token)
  // Encoders differ in these signs.
  const strict = encoded.replace(/[!'()*~]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams([['', token]]).toString().slice(1)
  return [
    token,
    json,
    json.replaceAll('/', '\\/'),
    xml,
    attribute,
    attribute.replaceAll("'", '&apos;'),
    attribute.replaceAll("'", '&#39;'),
    ...[encoded, strict, form].flatMap(each => [each, each.replace(/%../g, code => code.toLowerCase())]),
    ...[0, 1, 2].flatMap(before => base64At(before, token)),
  ]
}

/** The token in base64 behind `before` other bytes, in both alphabets, without characters that hold other bytes too. */
function base64At(before: number, token: string): string[] {
  const text = Buffer.concat([Buffer.alloc(before), Buffer.from(token)]).toString('base64')
  const certain = text.replace(/=+$/, '').slice(Math.ceil((before * 8) / 6), -1)
  return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')]
}

/** Longer than any spelling of a real token. No rule limits the length of a token. */
const LONGEST_SPELLING = 4096

/** The first `length` characters of a text, cleaned of tokens; fewer if the text is full of tokens. */
export function cleanStart(text: string, length: number, clean: Clean): string {
  const end = length + LONGEST_SPELLING
  if (text.length <= end) return clean(text).slice(0, length)
  // The cut may leave the beginning of a token, which nothing would recognise.
  return clean(text.slice(0, end)).slice(0, -LONGEST_SPELLING).slice(0, length)
}

/** Cleans all texts of a value in place: a reviver of JSON.parse takes twice as long for a list of 100,000 tests. */
export function cleanTexts(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const key in members) members[key] = cleanTexts(members[key], clean)
  return value
}

/** A document has the wrong shape. The message names the member, never its value, which comes from outside. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly sentence: Message

  constructor(sentence: Message) {
    super(asText(sentence))
    this.sentence = sentence
  }
}

/** A document from outside as its schema reads it. Throws a {@link DocumentError} if it has another shape. */
export function readDocument<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): z.output<Schema> {
  const found = safeParse(schema, json)
  if (found.success) return found.data
  throw new DocumentError(sentenceOn(found.issues[0]))
}

type Parsed<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/**
 * A value as a schema reads it, or its issues. If there are too many, none is listed: zod passes all of them on as
 * arguments, and a hundred thousand overflow the stack.
 */
export function safeParse<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): Parsed<z.output<Schema>> {
  try {
    const { success, data, error } = schema.safeParse(json, { reportInput: true })
    return success ? { success, data } : { success, issues: error.issues }
  } catch (error) {
    if (error instanceof RangeError) return { success: false, issues: [] }
    throw error
  }
}

function sentenceOn(issue: z.core.$ZodIssue | undefined): Message {
  if (!issue) return 'the document has too many wrong members'
  const member = issue.path.length === 0 ? 'the document' : say`member ${code(z.core.toDotPath(issue.path))}`
  if (issue.input === undefined) return say`${member} is missing`
  // A number with a fraction is of the right type, though zod calls it an `invalid_type`.
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return say`${member} is out of range`
  return say`${member} is not of type ${issue.expected}`
}

/**
 * The code of an error of Node's or the system, such as `ENOENT`; empty if it has none. It is safe to print: capitals,
 * digits and underscores only.
 */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,80}$/.test(code) ? code : ''
}

export const pullRequestNumber = z.int().check(z.positive(), z.maximum(2147483647))

export const commitId = z.string().check(z.regex(/^[\da-f]{40,64}$/i))

export const nonEmpty = z.string().check(z.regex(/./s))
