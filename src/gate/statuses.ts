import { isSameCommit } from '../facts/commit.ts'
import type { Check, CommitChecks, ReportedStatus, TestRun } from '../facts/facts.ts'
import type { GitHubFailure, Reading } from '../facts/reading.ts'

/** A required status of a test run with what was reported under its name. */
export interface RequiredStatus {
  name: string
  /**
   * `reported`: something bears the name, and how it went is not known, or two reports disagree. `unlisted`: nothing
   * bears the name in a list that is not whole. `missing`: nothing bears it in the whole list.
   */
  outcome: 'passed' | 'failed' | 'pending' | 'reported' | 'unlisted' | 'missing'
  url: string | null
  /** It counts as passed, and tested nothing. */
  skipped?: true
}

/** The required statuses in the service's order, each once; null where the service does not say which are required. */
export function requiredStatuses({ requiredStatuses, reported, reportedIsWhole }: TestRun): RequiredStatus[] | null {
  if (requiredStatuses === null) return null
  const byName = Map.groupBy(reported, ({ name }) => name)
  return [...new Set(requiredStatuses)].map(name => {
    const reports = byName.get(name)
    if (!reports) return { name, outcome: reportedIsWhole ? 'missing' : 'unlisted', url: null }
    const outcome = outcomeOf(reports)
    const url = (reports.find(each => each.outcome === outcome) ?? reports[0])?.url ?? null
    return { name, outcome, url, ...skippedIn(reports) }
  })
}

function skippedIn(reports: readonly { skipped?: true }[]): { skipped?: true } {
  return reports.some(({ skipped }) => skipped) ? { skipped: true } : {}
}

/** The answers carry no times, so where reports of one name differ nobody knows. */
function outcomeOf(reports: readonly ReportedStatus[]): 'passed' | 'failed' | 'pending' | 'reported' {
  const outcomes = new Set(reports.map(({ outcome }) => outcome).filter(outcome => outcome !== null))
  const [only] = outcomes
  return outcomes.size !== 1 || only === undefined || only === 'unknown' ? 'reported' : only
}

/** A required status as people are shown it: what the service says of it, or GitHub where the service carries no outcomes. */
export interface Status {
  name: string
  /** Who says so; null where nobody says anything. */
  source: 'service' | 'check-run' | 'status' | null
  /** `unknown`: reported, and how it went is not known; or not known whether it was reported. */
  state: 'passed' | 'failed' | 'pending' | 'missing' | 'unknown'
  url: string | null
  /** ISO 8601: when it came to this; null where nobody says. */
  since: string | null
  /** It counts as passed, and tested nothing. */
  skipped?: true
}

/** The required statuses one by one, in the service's order; null where the service does not say which are required. */
export function statusesOf(testRun: TestRun, checks: Reading<CommitChecks, GitHubFailure>): Status[] | null {
  const ofCommit = checks.kind === 'read' && isSameCommit(checks.value.sha, testRun.testBranchSha) ? checks.value : null
  const standsIn = carriesOutcomes(testRun) ? null : ofCommit
  return (
    requiredStatuses(testRun)?.map(status =>
      standsIn
        ? byGitHub(status, reportsOf(status.name, standsIn.checks), standsIn, testRun)
        : { ...byService(status), since: status.outcome === 'missing' ? testRun.createdAt : null },
    ) ?? null
  )
}

/** GitHub tells names of check runs apart by letter case, and those of commit statuses not. */
function reportsOf(required: string, checks: readonly Check[]): Check[] {
  const lower = required.toLowerCase()
  return checks.filter(({ source, name }) => (source === 'status' ? name.toLowerCase() === lower : name === required))
}

/** Most answers of the service don't say of anything reported how it went. */
export function carriesOutcomes({ reported }: TestRun): boolean {
  return reported.some(({ outcome }) => outcome !== null)
}

function byService({ name, outcome, url, ...rest }: RequiredStatus): Omit<Status, 'since'> {
  const isSilent = outcome === 'missing' || outcome === 'unlisted'
  const state = outcome === 'reported' || outcome === 'unlisted' ? 'unknown' : outcome
  return { name, source: isSilent ? null : 'service', state, url, ...rest }
}

/** The latest report of each source; where the sources disagree nobody knows. */
function byGitHub(status: RequiredStatus, found: readonly Check[], checks: CommitChecks, testRun: TestRun): Status {
  const [first] = found.toSorted((a, b) => (a.id ?? 0) - (b.id ?? 0))
  if (!first) {
    const isMissing = status.outcome === 'missing' && checks.incomplete.length === 0
    if (isMissing) return { name: status.name, source: null, state: 'missing', url: null, since: testRun.createdAt }
    return { ...byService(status), state: 'unknown', since: null }
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
