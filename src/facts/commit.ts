import { plain } from '../escape.ts'

/** Commit ids are hexadecimal, in whichever case. */
export function isSameCommit(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** A commit id as people write it. */
export function short(sha: string): string {
  return plain(sha.slice(0, 7))
}
