/**
 * The reported name that a required one was probably meant to be: it differs by letter case, blanks or the suffix that a
 * matrix adds (`e2e` and `e2e (18, linux)`). Null where there is none.
 */
export function meantName(required: string, reported: readonly string[]): string | null {
  const wanted = rootOf(required)
  if (wanted === '') return null
  return reported.filter(name => name !== required && rootOf(name) === wanted).toSorted()[0] ?? null
}

function rootOf(name: string): string {
  const bare = name.trimEnd()
  // Without a regular expression that backtracks: names come from outside.
  const opening = bare.endsWith(')') ? bare.lastIndexOf('(') : -1
  return (opening > 0 ? bare.slice(0, opening) : bare).toLowerCase().replace(/\s/g, '')
}
