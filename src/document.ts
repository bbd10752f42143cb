import type * as z from 'zod/mini'
import { asText, code, type Message, say } from './message.ts'

/**
 * The shape of a document. It is told by a schema of zod, for the event file, for what the service and GitHub
 * answer, and for report files. Of each file of descriptions the build takes guards in the place of the schemas
 * (`scripts/guards.ts`), so that a step loads zod only where a document is refused.
 */
export interface Description<T> {
  /** True of a value of JSON.parse that is such a document; it can have more members than are described. */
  is(json: unknown): json is T
  /** Of one that isn't: the path of the first wrong member, and what it should be. */
  problem(json: unknown): Promise<Message>
}

export type Described<D> = D extends Description<infer T> ? T : never

export interface SchemaDescription<Schema extends z.ZodMiniType> extends Description<z.output<Schema>> {
  schema: Schema
}

export function described<Schema extends z.ZodMiniType>(schema: Schema): SchemaDescription<Schema> {
  return {
    schema,
    is: (json): json is z.output<Schema> => issuesOf(schema, json).length === 0,
    problem: async json => sentenceOf(issuesOf(schema, json)[0]),
  }
}

/** A document is not what it has to be. The message names the member, and not what it holds: that is somebody else's. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
  readonly sentence: Message

  constructor(sentence: Message) {
    super(asText(sentence))
    this.sentence = sentence
  }
}

/**
 * A document with the type that its description says.
 *
 * @param json what JSON.parse gives
 * @throws {DocumentError} where it is something else
 */
export async function readDocument<T>(description: Description<T>, json: unknown): Promise<T> {
  if (description.is(json)) return json
  throw new DocumentError(await description.problem(json))
}

function issuesOf(schema: z.ZodMiniType, json: unknown): readonly (z.core.$ZodIssue | null)[] {
  const found = issuesIn(schema, json)
  if (found !== null) return found
  const [first = null] = issuesIn(schema, withFewRows(json)) ?? []
  return [first]
}

/** Zod hands all issues on as arguments: of a hundred thousand, too many for the stack, it gives null. */
function issuesIn(schema: z.ZodMiniType, json: unknown): readonly z.core.$ZodIssue[] | null {
  try {
    return schema.safeParse(json, { reportInput: true }).error?.issues ?? []
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Where so much is wrong, so are the first rows of a list. */
function withFewRows(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) => (Array.isArray(value) ? value.slice(0, 100) : value))
}

function sentenceOf(issue: z.core.$ZodIssue | null | undefined): Message {
  if (!issue) return 'the document has too many wrong members'
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : say`member ${code(path.join(''))}`
  if (issue.input === undefined) return say`${member} is missing`
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return say`${member} is out of range`
  return say`${member} is not ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
}
