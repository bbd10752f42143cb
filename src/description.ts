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
    is: (json): json is z.output<Schema> => firstIn(schema, json, []) === null,
    problem: async json => sentenceOf(firstIn(schema, json, [])),
  }
}

/** Where a value stands in a document, and what is wrong with it. */
interface Found {
  path: (string | number)[]
  value: unknown
  issue: z.core.$ZodIssue
}

/** Looks no further than the first: zod itself would collect what is wrong with each of a hundred thousand rows. */
function firstIn(schema: z.core.$ZodType, value: unknown, path: Found['path']): Found | null {
  if (schema instanceof z.ZodMiniOptional) {
    return value === undefined ? null : firstIn(schema._zod.def.innerType, value, path)
  }
  if (schema instanceof z.ZodMiniNullable) {
    return value === null ? null : firstIn(schema._zod.def.innerType, value, path)
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    for (const [at, row] of value.entries()) {
      const found = firstIn(schema._zod.def.element, row, [...path, at])
      if (found) return found
    }
    return null
  }
  if (schema instanceof z.ZodMiniObject && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [member, shape] of Object.entries(schema._zod.def.shape)) {
      const found = firstIn(shape, Object.hasOwn(value, member) ? value[member as never] : undefined, [...path, member])
      if (found) return found
    }
    return null
  }
  const issue = z.safeParse(schema, value).error?.issues[0]
  return issue ? { path, value, issue } : null
}

function sentenceOf(found: Found | null): string {
  if (found === null) return 'the document is not understood'
  const { path, value, issue } = found
  const members = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${key}`))
  const member = path.length === 0 ? 'the document' : `member \`${members.join('')}\``
  if (value === undefined) return `${member} is missing`
  if (issue.code !== 'invalid_type' || issue.expected === 'int') return `${member} is out of range`
  return `${member} is not ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`
}
