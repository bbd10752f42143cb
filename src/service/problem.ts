import type * as z from 'zod/mini'
import { outOfRange, ShapeError, unlike } from '../shape.ts'
import { WIRE } from './wire.ts'

/**
 * The first thing that is wrong with an answer: the path of the member and what it should be. What the member holds is
 * not told, for it is somebody else's.
 */
export function problemOf(name: keyof typeof WIRE, json: unknown): ShapeError {
  const issue = WIRE[name].safeParse(json).error?.issues[0]
  return issue ? told(issue) : new ShapeError('the document is not understood')
}

function told({ path, ...issue }: z.core.$ZodIssue): ShapeError {
  const members = path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`))
  if (issue.code !== 'invalid_type') return outOfRange(members.join(''))
  return unlike(members.join(''), `${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}`)
}
