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

/** The reports of a required check; if its rule names an app, only that app's. */
export function reportsOf({ name, appId }: RequiredCheck, checks: readonly Check[]): Check[] {
  return checks.filter(check => isNamed(check, name) && (appId === null || check.appId === appId))
}

/** GitHub looks at letter case in names of check runs, and ignores it in names of commit statuses. */
export function isNamed({ source, name }: Check, required: string): boolean {
  return source === 'status' ? name.toLowerCase() === required.toLowerCase() : name === required
}
