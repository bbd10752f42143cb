import { checkStateInWords, checksByName, checksNamed, testedNothing } from '../facts/check.ts'
import { isSameCommit } from '../facts/commit.ts'
import type { RunContext } from '../facts/context.ts'
import { type CommitChecks, hasValue, type Reading, type ReportedStatus, type TestRun } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { code, quoted, say, shortList } from '../text/message.ts'
import { type Reason, reason } from './reasons.ts'
import { nameOfRun } from './subject.ts'

/** A required status of a test run, as the service tells it, or as GitHub does if the service gives no outcomes. */
export interface Status {
  name: string
  /** `unknown`: the outcome is unknown, or reports disagree. `missing`: all reports are known, and none is of this status. */
  state: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown'
  /** How it ended in its own word, such as `timed_out`. */
  word?: string | undefined
  url: string | null
  /** ISO 8601 time at which it came into this state; null if unknown. */
  since: string | null
}

/** The required statuses by the source alone, in its order, each once; null if it does not say which are required. */
export function requiredStatusesOf({ requiredStatuses, reported, reportedIsWhole, status }: TestRun): Status[] | null {
  if (requiredStatuses === null) return null
  const hasEnded = status === 'succeeded' || status === 'failed' || status === 'cancelled'
  const byName = Map.groupBy(reported, ({ name }) => name)
  return [...new Set(requiredStatuses)].map((name): Status => {
    const reports = byName.get(name)
    if (!reports) return { name, state: reportedIsWhole ? 'missing' : 'unknown', url: null, since: null }
    const state = stateIn(reports, hasEnded)
    const decisive = reports.find(({ outcome }) => outcome === state)
    const { url = null } = decisive ?? reports[0] ?? {}
    return { name, state, word: decisive?.word, url, since: decisive?.since ?? null }
  })
}

/**
 * The outcome by all reports of one name, whose order is not known. After the run has ended, a `pending` beside one
 * other outcome is the older report. Two other outcomes are a contradiction: unknown.
 */
function stateIn(reports: readonly ReportedStatus[], hasRunEnded: boolean): NonNullable<ReportedStatus['outcome']> {
  const outcomes = new Set(reports.map(({ outcome }) => outcome).filter(outcome => outcome !== null))
  const isPending = outcomes.delete('pending')
  const [only, another] = outcomes
  if (another !== undefined) return 'unknown'
  if (isPending && (only === undefined || !hasRunEnded)) return 'pending'
  return only ?? 'unknown'
}

/** The required statuses to show, with GitHub's outcomes if the service gives none; null if they are not known. */
export function shownStatuses(testRun: TestRun, checks: Reading<CommitChecks> | undefined): Status[] | null {
  const ofCommit = hasValue(checks) && isSameCommit(checks.value.sha, testRun.testBranchSha) ? checks.value : null
  const statuses = requiredStatusesOf(testRun)
  if (!ofCommit || testRun.reported.some(({ outcome }) => outcome !== null)) return statuses
  const byName = checksByName(ofCommit.checks)
  const isIncomplete = ofCommit.incomplete.length > 0
  return statuses?.map(status => gitHubStatus(status, checksNamed(status.name, byName), isIncomplete)) ?? null
}

/** The status by GitHub's checks of its name; if they disagree, its outcome is unknown. */
function gitHubStatus(status: Status, checks: CommitChecks['checks'], isIncomplete: boolean): Status {
  const { name, url } = status
  // The order of GitHub's list must not change what is shown.
  const [first] = checks.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
  if (!first) return status.state === 'missing' && isIncomplete ? { ...status, state: 'unknown' } : status
  if (checks.some(({ outcome }) => outcome !== first.outcome)) {
    return { name, state: 'unknown', url: first.url ?? url, since: null }
  }
  const since = first.completedAt ?? first.startedAt
  return { name, state: first.outcome, word: first.word, url: first.url ?? url, since }
}

/** The names of the statuses in this state; null if none is known, and there may be some. */
export function namesInState(
  state: Status['state'],
  statuses: readonly Status[],
  { reportedIsWhole, whyMoreMayBeRequired }: Pick<TestRun, 'reportedIsWhole' | 'whyMoreMayBeRequired'>,
): string[] | null {
  const names = statuses.filter(each => each.state === state).map(({ name }) => name)
  const mayBeMore =
    !reportedIsWhole || whyMoreMayBeRequired !== undefined || statuses.some(each => each.state === 'unknown')
  return names.length === 0 && mayBeMore ? null : names
}

/** At most this many statuses of one state get a reason each: an answer can hold thousands. */
const MOST_REASONS = 20

export function statusReasons(run: TestRun, source: SourceProfile): Reason[] {
  const required = requiredStatusesOf(run) ?? []
  const subject = nameOfRun(run, source)
  const inState = (state: Status['state']) => required.filter(each => each.state === state).slice(0, MOST_REASONS)
  const failed = inState('failed').map(({ name, url, word }) => {
    const message = say`${subject}: the required status ${code(name, url)} ${checkStateInWords(word)}.`
    return reason('required-status-failed', null, message)
  })
  const missing = inState('missing').map(({ name }) => {
    const message = say`${subject}: nothing has reported the required status ${code(name)} yet.`
    return reason('required-status-missing', null, message)
  })
  return [...failed, ...missing]
}

/** What a verdict on the run must not hide: required statuses that nobody reported, or that tested nothing. */
export function statusWarnings(run: TestRun, { source }: RunContext): Reason[] {
  const namesOf = (statuses: readonly Status[]) => shortList(statuses, 3, ({ name }) => quoted(name))
  const succeeded = say`${nameOfRun(run, source)} succeeded, though`
  const required = (run.status === 'succeeded' && requiredStatusesOf(run)) || []
  const missing = required.filter(({ state }) => state === 'missing')
  const idle = required.filter(each => each.state === 'passed' && testedNothing(each))
  const unreported = say`${succeeded} nothing reported ${namesOf(missing)}: queues skip tests that they find redundant.`
  const untested = say`${succeeded} ${namesOf(idle)} tested nothing: skipped or neutral counts as passed.`
  return [
    ...(missing.length > 0 ? [reason('required-status-missing', null, unreported)] : []),
    ...(idle.length > 0 ? [reason('required-status-skipped', null, untested)] : []),
    ...(run.warnings ?? []).map(message => reason('required-status-doubtful', null, message)),
  ]
}
