import type { Check, RequiredCheck } from './facts.ts'

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
