import * as z from 'zod/mini'
import { outOfRange, ShapeError, unlike } from '../shape.ts'
import { WIRE } from './wire.ts'

/** Where a value stands in an answer, and what is wrong with it. */
interface Found {
  path: (string | number)[]
  issue: z.core.$ZodIssue
}

/**
 * The first thing that is wrong with an answer: the path of the member and what it should be. What the member holds is
 * not told, for it is somebody else's.
 */
export function problemOf(name: keyof typeof WIRE, json: unknown): ShapeError {
  const found = firstIn(WIRE[name], json, [])
  return found ? told(found) : new ShapeError('the document is not understood')
}

/** Looks no further than the first: zod itself would collect what is wrong with each of a hundred thousand rows. */
function firstIn(schema: z.core.$ZodType, value: unknown, path: Found['path']): Found | null {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable) {
    return value === undefined || value === null ? null : firstIn(schema._zod.def.innerType, value, path)
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
  return issue ? { path, issue } : null
}

function told({ path, issue }: Found): ShapeError {
  const members = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${key}`))
  if (issue.code !== 'invalid_type') return outOfRange(members.join(''))
  return unlike(members.join(''), `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`)
}
