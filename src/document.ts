/**
 * What a document has to look like is said in zod's schemas: the event file, the answers of the service and of GitHub.
 * Here a document is held against one, and what is wrong with it becomes a sentence.
 */
import * as z from 'zod/mini'

/** A document is not what it has to be. The message names the member, and not what it holds: that is somebody else's. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError'
}

/**
 * The members of a document that its schema names; all others are left out.
 *
 * @param json what JSON.parse gives
 * @throws {DocumentError} with the path of the first member that is wrong, and what it should be
 */
export function readDocument<Schema extends z.ZodMiniType>(schema: Schema, json: unknown): z.output<Schema> {
  // For one document, code that zod would generate of the schema costs more than it saves.
  const { success, data, error } = schema.safeParse(json, { jitless: true })
  if (success) return data
  throw new DocumentError(sentenceOf(error.issues[0]))
}

/** The number of a pull request. */
export function pullRequestNumber() {
  return z.int().check(z.positive(), z.maximum(2147483647))
}

/** The id of a commit, SHA-1 or SHA-256. */
export function commitId() {
  return z.string().check(z.regex(/^[\da-f]{40,64}$/i))
}

/** A text that says something. */
export function filled() {
  return z.string().check(z.minLength(1))
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'the document is not understood'
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : `\`${path.join('')}\``
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return `${member} is out of range`
  return `${member} is not ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
}
