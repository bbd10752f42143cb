import { code, type MarkedPart, plain } from '../text/message.ts'

/** True if two commits are the same: ids are hexadecimal, in either case. False if one of them is not known. */
export function isSameCommit(a: string | null, b: string | null): boolean {
  return a !== null && a.toLowerCase() === b?.toLowerCase()
}

export function shortSha(sha: string): string {
  return plain(sha.slice(0, 7))
}

/** Two different commit ids in their short form, or whole if their short forms are equal. */
export function shortShasApart(a: string, b: string): [MarkedPart, MarkedPart] {
  return shortSha(a) === shortSha(b) ? [code(a), code(b)] : [code(shortSha(a)), code(shortSha(b))]
}
