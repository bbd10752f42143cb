import type * as z from 'zod/mini'
import { WIRE } from './wire.ts'

/**
 * The first thing that is wrong with an answer: the path of the member and what it should be. What the member holds is
 * not told, for it is somebody else's.
 */
export function problemOf(name: keyof typeof WIRE, json: unknown): string {
  const issue = WIRE[name].safeParse(json).error?.issues[0]
  return issue ? told(issue) : 'the document is not understood'
}

function told(issue: z.core.$ZodIssue): string {
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : `\`${path.join('')}\``
  if (issue.code !== 'invalid_type') return `${member} is out of range`
  const article = /^[aeiou]/.test(issue.expected) ? 'an' : 'a'
  return `${member} is not ${article} ${issue.expected}`
}
