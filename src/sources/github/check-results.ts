import { type ChecksByName, checkStateInWords, checksByName, checksInWords, checksNamed } from '../../facts/check.ts'
import type { Check, CommitChecks, RequiredCheck } from '../../facts/facts.ts'
import { ACTIONS_APP_ID, ACTIONS_NAME, latestOf } from '../../github/checks.ts'
import { timeOf } from '../../text/duration.ts'
import { code, type Message, say } from '../../text/message.ts'
import type { CheckReport } from './commit-reports.ts'
import type { RequiredChecks } from './required.ts'

/** What was read about the checks of a merge group. */
export interface RunEvidence {
  required: RequiredChecks
  reported: CommitChecks
  /** The reports that GitHub marks as required for the pull request; empty if it was not asked, or did not say. */
  markedRequired: readonly CheckReport[]
}

/** How a required check ended on the commit of the merge group. */
export interface CheckResult {
  name: string
  /** `unread`: it would be `passed` or `missing`, but a report that could not be read may say otherwise. */
  outcome: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown' | 'unread'
  /** The report that counts; null if there is none. */
  report: Check | null
}

/**
 * The result of each check that the branch requires, or that GitHub marks as required. The check that the step runs in
 * is `ownCheck` and has no result, because the step would wait for itself; if others report it, too, it has a result.
 *
 * @param ownId the check run that the step runs in
 */
export function checkResultsOf({ required, reported, markedRequired }: RunEvidence, ownId: number | null) {
  const byName = checksByName(reported.checks)
  const ruled = new Set(required.checks.map(({ name }) => name.toLowerCase()))
  const marked = markedRequired.filter(({ name }) => !ruled.has(name.toLowerCase()))
  const all = [...required.checks, ...marked.map(({ name }) => ({ name, appId: null }))]
  const isOwn = ({ name, appId }: RequiredCheck) => {
    const reports = checksNamed(name, byName)
    const [first, ...others] = appId === null ? reports : reports.filter(each => each.appId === appId)
    return ownId !== null && first?.id === ownId && others.length === 0
  }
  const results = all
    .filter(check => !isOwn(check))
    .map((check): CheckResult => {
      const report = reportThatCounts(check, byName, markedRequired)
      const outcome = report?.outcome ?? 'missing'
      const isUnread = reported.incomplete.length > 0 && (outcome === 'passed' || outcome === 'missing')
      return { name: check.name, outcome: isUnread ? 'unread' : outcome, report }
    })
  return { results, ownCheck: all.find(isOwn)?.name }
}

/** The report that counts for a required check, if any. If a status may or may not count, its outcome is unknown. */
function reportThatCounts(required: RequiredCheck, checks: ChecksByName, marked: readonly CheckReport[]): Check | null {
  const { name, appId } = required
  const reports = checksNamed(name, checks)
  const status = reports.find(({ kind }) => kind === 'status')
  const runs = appId === null ? reports : reports.filter(each => each.appId === appId)
  const [first, ...others] = runs.filter(({ kind }) => kind === 'check-run')
  const run = first && latestOf([first, ...others])
  if (!status) return run ?? null
  if (!run) return appId === null || countsForApp(required, marked) ? status : { ...status, outcome: 'unknown' }
  return appId === null && run.outcome !== status.outcome ? { ...run, outcome: 'unknown' } : run
}

/**
 * True if a commit status counts for the app that the rule names: GitHub marks it as required. A status that GitHub
 * Actions posted counts for GitHub Actions alone.
 */
function countsForApp({ name, appId }: RequiredCheck, marked: readonly CheckReport[]): boolean {
  const mark = marked.find(each => each.kind === 'status' && each.name.toLowerCase() === name.toLowerCase())
  return mark !== undefined && (mark.reporter !== ACTIONS_NAME || appId === ACTIONS_APP_ID)
}

/**
 * True if GitHub's marks can tell more than the rules and the protection of the branch do: more checks may be required,
 * or a rule names an app for a check, and the check came not from that app, but as a commit status.
 */
export function mustAskForMarks({ required, reported }: Omit<RunEvidence, 'markedRequired'>): boolean {
  const byName = checksByName(reported.checks)
  const restsOnStatus = ({ name, appId }: RequiredCheck) => {
    const reports = checksNamed(name, byName)
    return appId !== null && reports.some(each => each.kind === 'status') && !reports.some(each => each.appId === appId)
  }
  return required.gaps.length > 0 || required.checks.some(restsOnStatus)
}

/** Warnings about required checks that passed, though an earlier run of that name, or a job they sum up, did not. */
export function warningsOn(results: readonly CheckResult[], checks: readonly Check[]): Message[] {
  const requiredIds = new Set(results.flatMap(({ report }) => report?.id ?? []))
  return results.flatMap(({ name, outcome, report }) => {
    if (report === null || outcome !== 'passed') return []
    const check = code(name, report.url)
    if (report.earlierFailureUrl !== undefined) {
      const earlier = code(name, report.earlierFailureUrl || null)
      return [say`${check} passed, but an earlier run of that name, ${earlier}, failed. ${UNIQUE_NAMES}`]
    }
    const jobs = unpassedJobsOfAggregate(report, requiredIds, checks)
    if (jobs.length === 0) return []
    const advice = report.word === 'skipped' ? say` ${RUN_ALWAYS}` : ''
    return [say`${check} ${checkStateInWords(report.word)}, though in the same run ${checksInWords(jobs)}.${advice}`]
  })
}

export const UNIQUE_NAMES = 'Give each job a name of its own across workflows.'
const RUN_ALWAYS = say`GitHub takes skipped for passed: give the job an ${code('if: always()')}, and let it fail if a job that it needs did.`

/** The jobs that did not pass in the workflow run of a passed check, if the check sums up that run: an aggregate. */
function unpassedJobsOfAggregate(report: Check, requiredIds: ReadonlySet<number>, checks: readonly Check[]): Check[] {
  const others = checks.filter(({ suite, id }) => suite === report.suite && id !== report.id)
  // An aggregate is the only required job of its run, and begins after every other one.
  if (report.suite == null || others.some(({ id }) => id !== null && requiredIds.has(id))) return []
  // If a job that an aggregate needs fails, GitHub skips the aggregate, which then never begins.
  if (report.word === 'skipped') return others.filter(({ outcome }) => outcome === 'failed')
  return others.every(job => endedBefore(report, job)) ? others.filter(isUnpassed) : []
}

/** A check sums up the jobs of its workflow run that ended before it began. Gives those that did not pass. */
export function unpassedJobsSummedUpBy(report: Check, checks: readonly Check[]): Check[] {
  return checks.filter(job => endedBefore(report, job) && isUnpassed(job))
}

/** True if a job of the same workflow run ended before the check of the report began. */
function endedBefore(report: Check, { suite, id, completedAt }: Check): boolean {
  const [began, ended] = [timeOf(report.startedAt), timeOf(completedAt)]
  const isOtherJob = suite != null && suite === report.suite && id !== report.id
  return isOtherJob && began !== null && ended !== null && ended <= began
}

function isUnpassed({ outcome, word }: Check): boolean {
  // The outcome of a skipped job is `passed`, though it tested nothing.
  return outcome === 'failed' || word === 'skipped'
}
