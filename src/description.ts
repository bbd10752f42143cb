/**
 * Documents are described by zod's schemas, for the event file and for what the service and GitHub answer.
 *
 * A step loads neither zod nor what is here, unless a document is refused: of each file of descriptions the build takes
 * what zod's compiler makes of the schemas (`scripts/guards.ts` says which files, and what that saves).
 */
import * as z from 'zod/mini'
import type { Description } from './document.ts'

/** A description that knows its schema. */
export interface SchemaDescription<Schema extends z.ZodMiniType> extends Description<z.output<Schema>> {
  schema: Schema
}

/** The description of what a schema takes. */
export function described<Schema extends z.ZodMiniType>(schema: Schema): SchemaDescription<Schema> {
  return {
    schema,
    is: (json): json is z.output<Schema> => schema.safeParse(json).success,
    problem: async json => sentenceOf(schema.safeParse(json).error?.issues[0]),
  }
}

/** The number of a pull request. */
export const pullRequestNumber = z.int().check(z.positive(), z.maximum(2147483647))

/** The id of a commit, SHA-1 or SHA-256. */
export const commitId = z.string().check(z.regex(/^[\da-f]{40,64}$/i))

/** A text that says something. */
export const filled = z.string().check(z.regex(/./s))

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'the document is not understood'
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : `\`${path.join('')}\``
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return `${member} is out of range`
  return `${member} is not ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
}
