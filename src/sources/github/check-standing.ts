import { type ChecksByName, reportsOf } from '../../facts/commit.ts'
import type { Check, RequiredCheck } from '../../facts/facts.ts'
import { latestOf } from '../../github/checks.ts'
import type { Report } from './rollup.ts'

/** The outcome of a required check on the group's commit. */
export interface CheckStanding {
  name: string
  /** `unread`: the check would be `passed` or `missing`, but the list of reports is incomplete. */
  outcome: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown' | 'unread'
  /** The report that counts; null if there is none. */
  report: Check | null
}

/** The step's own check and status, which don't count for a group, because the step would wait for itself. */
export interface OwnNames {
  /** `check-run-id`; null if the runner does not name it. */
  checkRunId: number | null
  /** `status-context`; null if there is none. */
  statusContext: string | null
}

/** The app of GitHub Actions, and the login of what it posts. */
const ACTIONS_APP = 15368
const ACTIONS_LOGIN = 'github-actions'

/** The standing of a required check. A report in the unread part of a list may have failed. */
export function checkStanding(
  required: RequiredCheck,
  checks: ChecksByName,
  marked: readonly Report[],
  isIncomplete: boolean,
): CheckStanding {
  const { name } = required
  const { outcome, report } = reportThatCounts(required, checks, marked)
  const isOpen = isIncomplete && (outcome === 'passed' || outcome === 'missing')
  return { name, outcome: isOpen ? 'unread' : outcome, report }
}

function reportThatCounts(
  required: RequiredCheck,
  checks: ChecksByName,
  marked: readonly Report[],
): Pick<CheckStanding, 'outcome' | 'report'> {
  const alike = reportsOf({ ...required, appId: null }, checks)
  const runs = alike.filter(each => each.source === 'check-run')
  const [status] = alike.filter(each => each.source === 'status')
  if (required.appId === null) {
    const run = newest(runs)
    if (!run || !status) return counted(run ?? status)
    return run.outcome === status.outcome ? counted(run) : { outcome: 'unknown', report: run }
  }
  const run = newest(runs.filter(({ appId }) => appId === required.appId))
  if (run || !status) return counted(run)
  return isPostedFor(required, marked) ? counted(status) : { outcome: 'unknown', report: status }
}

function counted(report: Check | undefined): Pick<CheckStanding, 'outcome' | 'report'> {
  return report ? { outcome: report.outcome, report } : { outcome: 'missing', report: null }
}

function newest(runs: readonly Check[]): Check | undefined {
  const [first, ...others] = runs
  return first && latestOf([first, ...others])
}

/**
 * True if GitHub marked the status of this name as required: then it meets the rule of its app. One that GitHub Actions
 * posted meets the rule of GitHub Actions alone.
 */
function isPostedFor({ name, appId }: RequiredCheck, marked: readonly Report[]): boolean {
  const mark = marked.find(each => each.source === 'status' && each.name.toLowerCase() === name.toLowerCase())
  return mark !== undefined && (mark.by !== ACTIONS_LOGIN || appId === ACTIONS_APP)
}

/** True if a rule names an app, and only a commit status of the name is there: GitHub's marks have to decide. */
export function needsMark({ name, appId }: RequiredCheck, checks: ChecksByName): boolean {
  if (appId === null) return false
  const alike = reportsOf({ name, appId: null }, checks)
  return alike.some(({ source }) => source === 'status') && !alike.some(each => each.appId === appId)
}

/** All outcomes, the worst first. */
const WORST: readonly CheckStanding['outcome'][] = ['failed', 'missing', 'pending', 'unknown', 'unread', 'passed']

/** Each name once. Several rules can require one name from different apps; then the worst outcome counts. */
export function eachName(standings: readonly CheckStanding[]): CheckStanding[] {
  return [...Map.groupBy(standings, ({ name }) => name).values()].map(same =>
    same.reduce((a, b) => (WORST.indexOf(b.outcome) < WORST.indexOf(a.outcome) ? b : a)),
  )
}

/** True for the check that the step runs in, if no other report has its name, and for the status that the step sets. */
export function isOwn(required: RequiredCheck, checks: ChecksByName, { checkRunId, statusContext }: OwnNames): boolean {
  const reports = reportsOf(required, checks)
  const isOwnStatus = statusContext !== null && required.name.toLowerCase() === statusContext.toLowerCase()
  // A check run of that name is somebody else's, because the step sets only a status.
  if (isOwnStatus) return reports.every(({ source }) => source === 'status')
  return checkRunId !== null && reports.length === 1 && reports[0]?.id === checkRunId
}
