import type * as z from 'zod/mini'

/**
 * The first problem of a value that its schema refuses: the path of the member and what it should be. What the member
 * holds is not told, for it is somebody else's.
 */
export function firstProblem(error: z.core.$ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'the document is not understood'
  const path = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  )
  const member = path.length === 0 ? 'the document' : `\`${path.join('')}\``
  if (issue.code !== 'invalid_type') return `${member} is out of range`
  const article = /^[aeiou]/.test(issue.expected) ? 'an' : 'a'
  return `${member} is not ${article} ${issue.expected}`
}
