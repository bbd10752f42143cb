import { type ChecksByName, checksByName, isSameCommit, reportsOf } from '../facts/commit.ts'
import type { CommitChecks, ReportedStatus, TestRun } from '../facts/facts.ts'
import { isRead, type Reading } from '../facts/reading.ts'

/** A required status of a test run, as the service tells it, or as GitHub does if the service gives no outcomes. */
export interface Status {
  name: string
  /** Who reported it; null if nobody did. */
  source: 'service' | 'check-run' | 'status' | null
  /**
   * `unknown`: the outcome is unknown, or reports disagree; if `source` is null, perhaps there is no report at all.
   * `missing`: all reports are known, and none is of this status.
   */
  state: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown'
  /** How it ended in its own word, such as `timed_out`. */
  word?: string
  url: string | null
  /** ISO 8601 time at which it came into this state; null if unknown. */
  since: string | null
}

/** The required statuses by the service alone, in its order, each once; null if it does not say which are required. */
export function requiredStatuses({ requiredStatuses, reported, reportedIsWhole, status }: TestRun): Status[] | null {
  if (requiredStatuses === null) return null
  const byName = Map.groupBy(reported, ({ name }) => name)
  return [...new Set(requiredStatuses)].map((name): Status => {
    const reports = byName.get(name)
    if (!reports) return { name, source: null, state: reportedIsWhole ? 'missing' : 'unknown', url: null, since: null }
    const state = stateIn(reports, hasEnded(status))
    const telling = reports.find(({ outcome }) => outcome === state)
    const { url, word, since = null } = telling ?? { ...reports[0], word: undefined }
    return { name, source: 'service', state, url: url ?? null, since, ...(word !== undefined && { word }) }
  })
}

function hasEnded(status: string | null): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled'
}

/**
 * The outcome by the reports of one name. They are a history without times: `pending` beside one other outcome came
 * before it once the run has ended. Two different outcomes leave it unknown.
 */
function stateIn(reports: readonly ReportedStatus[], hasRunEnded: boolean): NonNullable<ReportedStatus['outcome']> {
  const outcomes = new Set(reports.map(({ outcome }) => outcome).filter(outcome => outcome !== null))
  const isPending = outcomes.delete('pending')
  const [only, another] = outcomes
  if (another !== undefined) return 'unknown'
  if (isPending && (only === undefined || !hasRunEnded)) return 'pending'
  return only ?? 'unknown'
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
function carriesOutcomes({ reported }: TestRun): boolean {
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
    ...(agrees && first.word !== undefined && { word: first.word }),
  }
}

/** The names of the statuses in this state; null if none is known, and there may be some. */
export function namesInState(
  state: Status['state'],
  statuses: readonly Status[],
  { reportedIsWhole, moreRequired }: Pick<TestRun, 'reportedIsWhole' | 'moreRequired'>,
): string[] | null {
  const names = statuses.filter(each => each.state === state).map(({ name }) => name)
  const isOpen = !reportedIsWhole || moreRequired !== undefined || statuses.some(each => each.state === 'unknown')
  return names.length === 0 && isOpen ? null : names
}
