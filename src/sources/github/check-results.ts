import { type ChecksByName, checksByName, endInWords, endsInWords, reportsOf } from '../../facts/commit.ts'
import type { Check, CommitChecks, RequiredCheck } from '../../facts/facts.ts'
import { ACTIONS_APP_ID, ACTIONS_NAME, latestOf } from '../../github/checks.ts'
import { timeOf } from '../../text/duration.ts'
import { code, type Message, say } from '../../text/message.ts'
import type { CheckReport } from './commit-reports.ts'
import type { RequiredChecks } from './required.ts'

export interface RunEvidence {
  required: RequiredChecks
  reported: CommitChecks
  /** What GitHub marks as required; empty if it was not asked, or did not say. */
  markedRequired: readonly CheckReport[]
}

/** The outcome of a required check on the group's commit. */
export interface CheckResult {
  name: string
  /** `unread`: the check would be `passed` or `missing`, but the list of reports is incomplete. */
  outcome: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown' | 'unread'
  /** The report that counts; null if there is none. */
  report: Check | null
}

/**
 * The standing of each required check, of the rules and of GitHub's marks. The check that the step runs in does not
 * count, because the step would wait for itself.
 *
 * @param own the check run that the step runs in
 */
export function checkResultsOf(
  { required, reported: checks, markedRequired: marked }: RunEvidence,
  own: number | null,
) {
  const byName = checksByName(checks.checks)
  const known = new Set(required.checks.map(({ name }) => name.toLowerCase()))
  const more = marked.filter(({ name }) => !known.has(name.toLowerCase())).map(({ name }) => ({ name, appId: null }))
  const all = [...required.checks, ...more]
  const isOwn = (check: RequiredCheck) => {
    const [first, ...others] = reportsOf(check, byName)
    return own !== null && first?.id === own && others.length === 0
  }
  const isIncomplete = checks.incomplete.length > 0
  const standings = all
    .filter(check => !isOwn(check))
    .map((check): CheckResult => {
      const { name } = check
      const report = reportThatCounts(check, byName, marked)
      const outcome = report?.outcome ?? 'missing'
      // A report in the unread part of a list may have failed.
      const isOpen = isIncomplete && (outcome === 'passed' || outcome === 'missing')
      return { name, outcome: isOpen ? 'unread' : outcome, report }
    })
  return { standings, ownCheck: all.find(isOwn)?.name }
}

/** The report of a required check, its outcome unknown if it is not known which report counts; null if there is none. */
function reportThatCounts(required: RequiredCheck, checks: ChecksByName, marked: readonly CheckReport[]): Check | null {
  const { name, appId } = required
  const alike = reportsOf({ name, appId: null }, checks)
  const status = alike.find(({ source }) => source === 'status')
  const [first, ...others] = alike.filter(
    each => each.source === 'check-run' && (appId === null || each.appId === appId),
  )
  const run = first && latestOf([first, ...others])
  if (!status) return run ?? null
  if (!run) return appId === null || isPostedFor(required, marked) ? status : { ...status, outcome: 'unknown' }
  return appId === null && run.outcome !== status.outcome ? { ...run, outcome: 'unknown' } : run
}

/**
 * True if GitHub marked the status of this name as required: then it meets the rule of its app. One that GitHub Actions
 * posted meets the rule of GitHub Actions alone.
 */
function isPostedFor({ name, appId }: RequiredCheck, marked: readonly CheckReport[]): boolean {
  const mark = marked.find(each => each.source === 'status' && each.name.toLowerCase() === name.toLowerCase())
  return mark !== undefined && (mark.reporter !== ACTIONS_NAME || appId === ACTIONS_APP_ID)
}

/**
 * True if GitHub's marks can tell more than the rules and the protection of the branch do: more checks may be required,
 * or a rule names an app, and only a commit status of the name is there.
 */
export function needsMarkedRequired({
  required,
  reported: checks,
}: Pick<RunEvidence, 'required' | 'reported'>): boolean {
  const byName = checksByName(checks.checks)
  const restsOnStatus = ({ name, appId }: RequiredCheck) => {
    const alike = reportsOf({ name, appId: null }, byName)
    return appId !== null && alike.some(each => each.source === 'status') && !alike.some(each => each.appId === appId)
  }
  return required.gaps.length > 0 || required.checks.some(restsOnStatus)
}

/** What a reader has to know of green checks: GitHub merges, though something did not pass. */
export function warningsOn(standings: readonly CheckResult[], checks: readonly Check[]): Message[] {
  const required = new Set(standings.flatMap(({ report }) => report?.id ?? []))
  return standings.flatMap(({ name, outcome, report }) => {
    if (report === null || outcome !== 'passed') return []
    const called = code(name, report.url)
    if (report.failedEarlier !== undefined) {
      const earlier = code(name, report.failedEarlier || null)
      return [say`${called} passed, but an earlier run of that name, ${earlier}, failed. ${UNIQUE_NAMES}`]
    }
    const jobs = unpassedJobsOfAggregate(report, required, checks)
    if (jobs.length === 0) return []
    const advice = report.word === 'skipped' ? say` ${NO_SKIP}` : ''
    return [say`${called} ${endInWords(report.word)}, though in the same run ${endsInWords(jobs)}.${advice}`]
  })
}

export const UNIQUE_NAMES = 'Give each job a name of its own across workflows.'
const NO_SKIP = say`GitHub takes skipped for passed: give the job an ${code('if: always()')}, and let it fail if a job that it needs did.`

/** If a green check is an aggregate, the jobs of its run that did not pass. */
function unpassedJobsOfAggregate(report: Check, required: ReadonlySet<number>, checks: readonly Check[]): Check[] {
  const run = checks.filter(({ suite, id }) => suite === report.suite && id !== report.id)
  // An aggregate is the only required job of its run, and begins after every other one.
  if (report.suite == null || run.some(({ id }) => id !== null && required.has(id))) return []
  // One that GitHub skipped, because a job that it needs failed, began at no time.
  if (report.word === 'skipped') return run.filter(({ outcome }) => outcome === 'failed')
  return run.every(job => isBeneath(job, report)) ? run.filter(isUnpassed) : []
}

/** The jobs of the same workflow run that ended before a check began, and did not pass. */
export function unpassedJobsBefore(report: Check, checks: readonly Check[]): Check[] {
  return checks.filter(job => isBeneath(job, report) && isUnpassed(job))
}

function isBeneath({ suite, id, completedAt }: Check, report: Check): boolean {
  const [began, ended] = [timeOf(report.startedAt), timeOf(completedAt)]
  return (
    suite != null && suite === report.suite && id !== report.id && began !== null && ended !== null && ended <= began
  )
}

/** A skipped job passed nothing. */
function isUnpassed({ outcome, word }: Check): boolean {
  return outcome === 'failed' || word === 'skipped'
}
