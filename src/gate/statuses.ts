import type { ReportedStatus, TestRun } from '../facts/facts.ts'

/** A required status of a test run with what was reported under its name. */
export interface RequiredStatus {
  name: string
  /**
   * `reported`: something bears the name, and how it went is not known, or two reports disagree. `unlisted`: nothing
   * bears the name in a list that is not whole. `missing`: nothing bears it in the whole list.
   */
  outcome: 'passed' | 'failed' | 'pending' | 'reported' | 'unlisted' | 'missing'
  url: string | null
}

/** The required statuses in the service's order, each once; null where the service does not say which are required. */
export function requiredStatuses({ requiredStatuses, reported, reportedIsWhole }: TestRun): RequiredStatus[] | null {
  if (requiredStatuses === null) return null
  const byName = Map.groupBy(reported, ({ name }) => name)
  return [...new Set(requiredStatuses)].map(name => {
    const reports = byName.get(name)
    if (!reports) return { name, outcome: reportedIsWhole ? 'missing' : 'unlisted', url: null }
    const outcome = outcomeOf(reports)
    return { name, outcome, url: (reports.find(each => each.outcome === outcome) ?? reports[0])?.url ?? null }
  })
}

/** What all reports of one name say together. The answers carry no times, so where they differ nobody knows. */
function outcomeOf(reports: readonly ReportedStatus[]): 'passed' | 'failed' | 'pending' | 'reported' {
  const outcomes = new Set(reports.map(({ outcome }) => outcome).filter(outcome => outcome !== null))
  const [only] = outcomes
  return outcomes.size !== 1 || only === undefined || only === 'unknown' ? 'reported' : only
}
