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
  const [own] = tests?.groups ?? []
  const report: TestsPresentation['report'] = {
    testInputs: tests && { testOutcome, variant, maxExcused, minTests },
    testReports: undefined,
    quarantined: null,
  }
  if (isRead(testReports) && own) {
    const { failed, files } = testReports.value
    report.testReports = { value: { files, ...reported(testReports.value, own.excuses) } }
    if (isRead(quarantinedTests) && own.entries) {
      report.quarantined = decidingEntries(own.entries, { failed })
    }
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
