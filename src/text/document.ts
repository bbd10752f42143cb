import * as z from 'zod/mini'
import { asText, code, type Message, say } from './message.ts'

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
  const found = parsed(schema, json)
  if (found.success) return found.data
  throw new DocumentError(sentenceOn(found.issues[0]))
}

type Parsed<T> = { success: true; data: T } | { success: false; issues: readonly z.core.$ZodIssue[] }

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

function sentenceOn(issue: z.core.$ZodIssue | undefined): Message {
  if (!issue) return 'the document has too many wrong members'
  const member = issue.path.length === 0 ? 'the document' : say`member ${code(z.core.toDotPath(issue.path))}`
  if (issue.input === undefined) return say`${member} is missing`
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return say`${member} is out of range`
  return say`${member} is no ${issue.expected}`
}

export const pullRequestNumber = z.int().check(z.positive(), z.maximum(2147483647))

/** The id of a commit, SHA-1 or SHA-256. */
export const commitId = z.string().check(z.regex(/^[\da-f]{40,64}$/i))

/** A text that is not empty. */
export const filled = z.string().check(z.regex(/./s))
