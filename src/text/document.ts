import type * as z from 'zod/mini'
import { asText, code, type Message, say } from './message.ts'

/**
 * The shape of a document from outside, by a zod schema: the event file, an answer of the service or GitHub, a report
 * file.
 */
export interface Description<T> {
  /** True if a value of JSON.parse is such a document; it can have more members than are described. */
  is(json: unknown): json is T
  /** Why a value is no such document: the path of the first wrong member, and what is wrong with it. */
  problem(json: unknown): Message
}

export type Described<D> = D extends Description<infer T> ? T : never

export function described<Schema extends z.ZodMiniType>(schema: Schema): Description<z.output<Schema>> {
  return {
    is: (json): json is z.output<Schema> => parsed(schema, json).success,
    problem: json => sentenceOf(firstIssue(schema, json)),
  }
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

/** The parsed JSON with the type that its description says. Throws a {@link DocumentError} if it has another shape. */
export function readDocument<T>(description: Description<T>, json: unknown): T {
  if (description.is(json)) return json
  throw new DocumentError(description.problem(json))
}

/**
 * A value as a schema reads it, or its issues. If there are too many, none is listed: zod passes all of them on as
 * arguments, and a hundred thousand overflow the stack.
 */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): Parsed<z.output<Schema>> {
  try {
    const { success, data, error } = schema.safeParse(json, { reportInput: true })
    return success ? { success, data } : { success, issues: error.issues }
  } catch (error) {
    if (error instanceof RangeError) return { success: false, issues: [] }
    throw error
  }
}

type Parsed<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

/** An issue of a value that does not fit; undefined if there are too many to name one. */
function firstIssue(schema: z.ZodMiniType, json: unknown): z.core.$ZodIssue | undefined {
  const issueIn = (document: unknown) => {
    const found = parsed(schema, document)
    return found.success ? undefined : found.issues[0]
  }
  return issueIn(json) ?? issueIn(withFewRows(json))
}

/** No described member lies deeper. Without this limit, a deeply nested document would overflow the stack. */
const MOST_DEPTH = 20

/** The document with only the first rows of each list. If it has too many issues to list, some are in these rows. */
function withFewRows(json: unknown, depth = 0): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (depth === MOST_DEPTH) return null
  if (Array.isArray(json)) return json.slice(0, 100).map(each => withFewRows(each, depth + 1))
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, withFewRows(member, depth + 1)]))
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): Message {
  if (!issue) return 'the document has too many wrong members'
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : say`member ${code(path.join(''))}`
  if (issue.input === undefined) return say`${member} is missing`
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return say`${member} is out of range`
  return say`${member} is not ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
}
