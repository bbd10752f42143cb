import type { Facts } from '../../facts/facts.ts'
import type { FailedTest, TestInputs, TestReports } from '../../facts/test-report.ts'
import { decidingEntries, type Excuses } from '../../gate/quarantine/excuses.ts'
import type { JudgedGroup, JudgedTests } from '../../gate/quarantine/tests.ts'
import type { TestsPresentation } from '../result.ts'

/** The tests for the report file, without their output, because the runner masks no secrets in files. */
export function reportedTests(
  { testReports, legReports, quarantinedTests }: Facts,
  tests: JudgedTests | null,
  { testOutcome, variant, maxExcused, minTests }: TestInputs,
): TestsPresentation['report'] {
  const [own] = tests?.groups.filter(({ leg }) => leg === null) ?? []
  const report: TestsPresentation['report'] = {
    testInputs: tests && { testOutcome, variant, maxExcused, minTests },
    testReports: { kind: 'not-asked' },
    legReports: { kind: 'not-asked' },
    quarantined: null,
  }
  if (testReports.kind === 'read' && own) {
    const { failed, files } = testReports.value
    report.testReports = { kind: 'read', value: { files, ...reported(testReports.value, own.excuses) } }
    if (quarantinedTests.kind === 'read' && own.entries) {
      report.quarantined = decidingEntries(own.excuses, own.entries, { failed })
    }
  }
  if (legReports.kind === 'read') {
    const { files, problems } = legReports.value
    const legs = (tests?.groups ?? []).map(legOf)
    const outdated = (tests?.outdated ?? []).map(({ leg, attempt }) => ({ leg, attempt }))
    report.legReports = { kind: 'read', value: { files, problems, legs, outdated } }
  }
  return report
}

/** Of the tests that did not fail, only those with the name of a failed one: no other can change the verdict. */
function reported({ counts, failed, others, singleParent, problems }: TestReports, excuses: Excuses) {
  const names = new Set(failed.map(({ name }) => name))
  return {
    counts,
    failed: failedOf(failed, excuses),
    namesakes: others.filter(({ name }) => names.has(name)),
    singleParent,
    problems,
  }
}

function failedOf(failed: readonly FailedTest[], { blocking }: Excuses) {
  const causes = new Map(blocking.map(({ test, cause }) => [test, cause]))
  return failed.map(test => {
    const { name, classname, file, parent, line, report } = test
    return { name, classname, file, parent, line, report, blocks: causes.get(test) ?? null }
  })
}

function legOf({ leg, variant, reports, excuses }: JudgedGroup) {
  return { leg: leg ?? '', variant, counts: reports.counts, failed: failedOf(reports.failed, excuses) }
}
