import { plain } from '../text/escape.ts'
import { type CodePart, code } from '../text/message.ts'
import type { RunContext } from './context.ts'
import type { Check, RequiredCheck } from './facts.ts'

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

/** GitHub's words for check runs (conclusion, else status) and commit statuses (state), in lower case. */
const OUTCOMES: ReadonlyMap<string, Check['outcome']> = new Map([
  ['success', 'passed'],
  ['neutral', 'passed'],
  ['skipped', 'passed'],
  ['failure', 'failed'],
  ['error', 'failed'],
  ['timed_out', 'failed'],
  ['cancelled', 'failed'],
  ['action_required', 'failed'],
  ['startup_failure', 'failed'],
  ['queued', 'pending'],
  ['in_progress', 'pending'],
  ['pending', 'pending'],
  ['waiting', 'pending'],
  ['requested', 'pending'],
] as const)

export function outcomeInWord(word: string): Check['outcome'] {
  return OUTCOMES.get(word) ?? 'unknown'
}

/** How a check ended, to follow its name, where its word says more than "failed". */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['timed_out', 'timed out'],
  ['cancelled', 'was cancelled'],
  ['action_required', 'waits for an approval'],
  ['startup_failure', 'could not start'],
])

/** How a failed check ended, to follow its name: `failed`, or by its own word `was cancelled`. */
export function howItFailed(word: string | undefined): string {
  return ENDINGS.get(word ?? '') ?? 'failed'
}

/** True for a check that counts as passed but tested nothing. */
export function testedNothing({ word }: { word?: string | undefined }): boolean {
  return word === 'skipped' || word === 'neutral'
}

/** The name of a matrix by that of a leg: `unit` of `unit (linux)`; null for a name that is no leg's. */
export function matrixOf(name: string): string | null {
  const end = name.endsWith(')') ? name.lastIndexOf(' (') : -1
  return end > 0 ? name.slice(0, end) : null
}

/** Checks by their names in lower case: a commit can have thousands of checks, and a branch require thousands. */
export type ChecksByName = ReadonlyMap<string, readonly Check[]>

export function checksByName(checks: readonly Check[]): ChecksByName {
  return Map.groupBy(checks, ({ name }) => name.toLowerCase())
}

/**
 * The reports of a required check; if its rule names an app, only that app's. GitHub looks at letter case in names of
 * check runs, and ignores it in names of commit statuses.
 */
export function reportsOf({ name, appId }: RequiredCheck, checks: ChecksByName): Check[] {
  const alike = checks.get(name.toLowerCase()) ?? []
  const named = alike.filter(check => check.source === 'status' || check.name === name)
  return appId === null ? named : named.filter(check => check.appId === appId)
}
