import { plain } from '../text/escape.ts'
import { type CodePart, code } from '../text/message.ts'
import type { RunContext } from './context.ts'

/** True if two commits are the same: ids are hexadecimal, in either case. False if one of them is not known. */
export function isSameCommit(a: string | null, b: string | null): boolean {
  return a !== null && a.toLowerCase() === b?.toLowerCase()
}

export function short(sha: string): string {
  return plain(sha.slice(0, 7))
}

/** Two different commit ids in their short form, or whole if their short forms are equal. */
export function shortApart(a: string, b: string): [CodePart, CodePart] {
  return short(a) === short(b) ? [code(a), code(b)] : [code(short(a)), code(short(b))]
}

/** The commit that a run's verdict is about: the one that a commit status belongs on. */
export type VerdictCommit =
  | { kind: 'known'; sha: string }
  /** The event does not tell the pull request's head; the source may name it. */
  | { kind: 'of-pull-request' }
  | { kind: 'none' }

/** The event's commit for test branches, merge groups and runs without a pull request, else the pull request's head. */
export function verdictCommit(context: RunContext): VerdictCommit {
  const { kind, pullRequest, pullRequestHead, headSha } = context
  if (pullRequest === null || kind === 'test-branch' || kind === 'merge-group') {
    return headSha === null ? { kind: 'none' } : { kind: 'known', sha: headSha }
  }
  if (pullRequestHead !== null) return { kind: 'known', sha: pullRequestHead }
  return { kind: 'of-pull-request' }
}
