/** A pattern of CODEOWNERS. */
export interface PathPattern {
  /** The part that each path it fits begins with, where it is one; null where there can be several. */
  start: string | null
  /** Whether it fits a path, given as its parts between slashes. */
  fits(parts: readonly string[]): boolean
}

/** Any number of parts, none included. */
const ANY_PARTS = '**'

/** No path in a repository is longer. */
const LONGEST = 4096

/**
 * Reads a pattern as GitHub does: as in `.gitignore`, but `!`, `[ ]` and `\#` are not understood, and `folder/*` means
 * only the files right in the folder.
 *
 * Own code, because packages take it for a `.gitignore`, compare without letter case, or put the pattern into a regular
 * expression that a hostile one makes slow.
 *
 * @returns null where GitHub skips the line
 */
export function parsePattern(text: string): PathPattern | null {
  if (text.length > LONGEST || text.startsWith('!') || text.startsWith('\\#') || /[[\]]/.test(text)) return null
  const isFolder = text.endsWith('/')
  const bare = isFolder ? text.slice(0, -1) : text
  // A slash before the end ties it to the root of the repository.
  const isAnchored = bare.includes('/')
  const parts = (bare.startsWith('/') ? bare.slice(1) : bare).split('/')
  if (parts.includes('')) return null
  const row = [...(isAnchored ? [] : [ANY_PARTS]), ...parts, ...behind(parts.at(-1), isAnchored, isFolder)]
  const first = row[0] ?? ANY_PARTS
  return {
    start: /[*?\\]/.test(first) ? null : first,
    fits: paths => isLike(paths, row, ANY_PARTS, fitsPart),
  }
}

/** What may follow the last part: what is in a folder belongs to whom the folder belongs to, but for `folder/*`. */
function behind(last: string | undefined, isAnchored: boolean, isFolder: boolean): string[] {
  if (isFolder) return ['*', ANY_PARTS]
  // Everything in it, and not the folder itself.
  if (last === ANY_PARTS) return ['*']
  return last === '*' && isAnchored ? [] : [ANY_PARTS]
}

function fitsPart(part: string, pattern: string): boolean {
  if (!/[*?\\]/.test(pattern)) return part === pattern
  // A backslash makes the next sign stand for itself.
  return isLike(part, pattern.match(/\\?./gs) ?? [], '*', (sign, wanted) => wanted === '?' || sign === wanted.at(-1))
}

/**
 * Whether a row of things is like a pattern in which `any` stands for any number of them. It only ever goes back to
 * the last `any`, so it takes at most the product of both lengths.
 */
function isLike(
  row: ArrayLike<string>,
  pattern: readonly string[],
  any: string,
  fits: (thing: string, pattern: string) => boolean,
): boolean {
  let at = 0
  let next = 0
  let retryAt = 0
  let retryNext = -1
  while (at < row.length) {
    const wanted = pattern[next]
    if (wanted === any) {
      retryAt = at
      retryNext = ++next
    } else if (wanted !== undefined && fits(row[at] ?? '', wanted)) {
      at++
      next++
    } else if (retryNext >= 0) {
      at = ++retryAt
      next = retryNext
    } else return false
  }
  while (pattern[next] === any) next++
  return next === pattern.length
}
