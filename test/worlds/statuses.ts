import type { TestRun } from './picture.ts'

export type Outcome = 'passed' | 'failed' | 'pending' | 'unknown'

/** The required statuses by the reports of a test run. */
export interface Statuses {
  failed: string[]
  pending: string[]
  /** Null if a list was not read whole. */
  missing: string[] | null
  /** A list was null, so others may come to other results as well. */
  partial: boolean
}

const CONCLUSIONS: Record<string, Outcome> = {
  success: 'passed',
  skipped: 'passed',
  neutral: 'passed',
  failure: 'failed',
  error: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
  stale: 'unknown',
  pending: 'pending',
  queued: 'pending',
  in_progress: 'pending',
  waiting: 'pending',
  requested: 'pending',
}

/** Null if nothing is known to be required. */
export function statusesOf(run: TestRun): Statuses | null {
  if (run.requiredStatuses === null) return null
  const reports = new Map<string, Set<Outcome>>()
  const report = (name: string | null | undefined, word: string | null | undefined) => {
    // GitHub's word for a required status that nothing has reported.
    if (!name || word?.toLowerCase() === 'expected') return
    const outcomes = reports.get(name) ?? new Set()
    outcomes.add((word && CONCLUSIONS[word.toLowerCase()]) || 'unknown')
    reports.set(name, outcomes)
  }
  for (const suite of run.checkSuites ?? []) {
    for (const check of suite.checkRuns ?? []) report(check.name, check.conclusion ?? check.status)
  }
  for (const { context, state } of run.statusChecks ?? []) report(context, state)
  const partial = !run.statusChecks || run.checkSuites === null || run.checkSuites.some(({ checkRuns }) => !checkRuns)
  // Different outcomes of one name are no outcome.
  const only = (name: string, outcome: Outcome) => {
    const outcomes = reports.get(name)
    return outcomes?.size === 1 && outcomes.has(outcome)
  }
  const names = [...new Set(run.requiredStatuses)]
  return {
    failed: names.filter(name => only(name, 'failed')),
    pending: names.filter(name => only(name, 'pending')),
    missing: partial ? null : names.filter(name => !reports.has(name)),
    partial,
  }
}
