import { type ChecksByName, checksByName, reportsOf } from '../facts/check.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { CommitChecks, ReportedStatus, TestRun } from '../facts/facts.ts'
import { isRead, type Reading } from '../facts/reading.ts'

/** A required status of a test run, as the service tells it, or as GitHub does if the service gives no outcomes. */
export interface Status {
  name: string
  /** Who reported it; null if nobody did. */
  source: 'service' | 'check-run' | 'status' | null
  /**
   * `unknown`: the outcome is unknown, or two reports disagree; if `source` is null, perhaps there is no report at all.
   * `missing`: all reports are known, and none is of this status.
   */
  state: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown'
  url: string | null
  /** ISO 8601 time at which it came into this state; null if unknown. */
  since: string | null
  /** A skipped status counts as passed, but tested nothing. */
  skipped?: true
}

/** The required statuses by the service alone, in its order, each once; null if it does not say which are required. */
export function requiredStatuses({ requiredStatuses, reported, reportedIsWhole }: TestRun): Status[] | null {
  if (requiredStatuses === null) return null
  const byName = Map.groupBy(reported, ({ name }) => name)
  return [...new Set(requiredStatuses)].map((name): Status => {
    const reports = byName.get(name)
    if (!reports) return { name, source: null, state: reportedIsWhole ? 'missing' : 'unknown', url: null, since: null }
    const state = agreedState(reports)
    const telling = state === 'unknown' ? reports[0] : reports.find(({ outcome }) => outcome === state)
    return { name, source: 'service', state, url: telling?.url ?? null, since: null, ...skippedIn(reports) }
  })
}

function skippedIn(reports: readonly { skipped?: true }[]): { skipped?: true } {
  return reports.some(({ skipped }) => skipped) ? { skipped: true } : {}
}

/** The answers carry no times, so differing reports of one name leave the outcome unknown. */
function agreedState(reports: readonly ReportedStatus[]): NonNullable<ReportedStatus['outcome']> {
  const [only, another] = new Set(reports.map(({ outcome }) => outcome).filter(outcome => outcome !== null))
  return only === undefined || another !== undefined ? 'unknown' : only
}

/** The required statuses, with GitHub's outcomes if the service gives none; null if they are not known. */
export function statusesOf(testRun: TestRun, checks: Reading<CommitChecks> | undefined): Status[] | null {
  const ofCommit = isRead(checks) && isSameCommit(checks.value.sha, testRun.testBranchSha) ? checks.value : null
  const statuses = requiredStatuses(testRun)
  if (!ofCommit || carriesOutcomes(testRun)) return statuses
  const checksOf = checksByName(ofCommit.checks)
  return statuses?.map(status => byGitHub(status, checksOf, ofCommit.incomplete.length > 0)) ?? null
}

/** True if the service gives the outcome of a report; most of its answers give none. */
export function carriesOutcomes({ reported }: TestRun): boolean {
  return reported.some(({ outcome }) => outcome !== null)
}

/** The status by the latest report of each source on GitHub; if the sources disagree, the outcome is unknown. */
function byGitHub(status: Status, checks: ChecksByName, isIncomplete: boolean): Status {
  const found = reportsOf({ name: status.name, appId: null }, checks)
  const [first] = found.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
  if (!first) {
    return status.state === 'missing' && isIncomplete ? { ...status, state: 'unknown' } : status
  }
  const agrees = found.every(({ outcome }) => outcome === first.outcome)
  return {
    name: status.name,
    source: first.source,
    state: agrees ? first.outcome : 'unknown',
    url: first.url ?? status.url,
    since: agrees ? (first.completedAt ?? first.startedAt) : null,
    ...skippedIn(found),
  }
}
