import type { ReportedStatus, TestRun } from '../facts/facts.ts'

/** A required status of a test run with what was reported under its name. */
export interface RequiredStatus {
  name: string
  /** `reported`: something bears the name and does not say how it went. */
  outcome: 'passed' | 'failed' | 'pending' | 'reported' | 'missing'
  url: string | null
  /** It failed, and nothing under its name passed: it was not just run again. */
  failedOnly: boolean
}

/** The required statuses in the service's order, each with its check. */
export function requiredStatuses(testRun: TestRun): RequiredStatus[] {
  const byName = new Map<string, ReportedStatus[]>()
  for (const report of testRun.reported) {
    const reports = byName.get(report.name)
    if (reports) reports.push(report)
    else byName.set(report.name, [report])
  }
  return [...new Set(testRun.requiredStatuses)].map(name => {
    const reports = byName.get(name) ?? []
    const decisive = mostTelling(reports)
    return {
      name,
      outcome: decisive ? (decisive.outcome ?? 'reported') : 'missing',
      url: decisive?.url ?? null,
      failedOnly: decisive?.outcome === 'failed' && !reports.some(({ outcome }) => outcome === 'passed'),
    }
  })
}

/** Several checks can bear one name; GitHub too lets the failed one decide. */
function mostTelling(reports: ReportedStatus[]): ReportedStatus | undefined {
  return (
    reports.find(({ outcome }) => outcome === 'failed') ??
    reports.find(({ outcome }) => outcome === 'pending') ??
    reports.find(({ outcome }) => outcome === null) ??
    reports[0]
  )
}
