import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { FailedTest, TestInputs, TestReports } from '../../facts/test-report.ts'
import { decidingEntries, type Excuses } from '../../gate/quarantine/excuses.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import type { TestsPresentation } from '../../result.ts'

/** The tests for the report file, without their output, because the runner masks no secrets in files. */
export function reportedTests(
  { testReports, quarantinedTests }: Facts,
  tests: JudgedTests | null,
  { testOutcome, variant, maxExcused, minTests }: TestInputs,
): TestsPresentation['report'] {
  const report: TestsPresentation['report'] = {
    testInputs: tests && { testOutcome, variant, maxExcused, minTests },
    testReports: undefined,
    quarantined: null,
  }
  if (isRead(testReports) && tests) {
    const { failed, files } = testReports.value
    report.testReports = { value: { files, ...reported(testReports.value, tests.excuses) } }
    if (isRead(quarantinedTests) && tests.entries) {
      report.quarantined = decidingEntries(tests.entries, { failed })
    }
  }
  return report
}

function reported({ counts, failed, problems }: TestReports, excuses: Excuses) {
  return { counts, failed: failedOf(failed, excuses), problems }
}

function failedOf(failed: readonly FailedTest[], { blocking }: Excuses) {
  const causes = new Map(blocking.map(({ test, cause }) => [test, cause]))
  return failed.map(test => {
    const { name, classname, file, parent, line, report } = test
    return { name, classname, file, parent, line, report, blocks: causes.get(test) ?? null }
  })
}
