import type { QuarantinedTest, TestInputs } from '../../facts/test-report.ts'
import type { DebtReport, QuarantineLimits } from '../../gate/quarantine/debt.ts'
import type { Message } from '../../message.ts'
import type { TestPlace } from '../../reports/test-place.ts'
import type { Report } from '../report-schema.ts'

/** The inputs that are shown of a step about tests. */
export interface ShownInputs extends TestInputs {
  codeownersPath: string | null
  maxQuarantined: number | null
  /** Milliseconds. */
  maxQuarantineAgeMs: number | null
}

export type TestOutput = 'overdue-count' | 'test-count' | 'blocking-failures' | 'excused-failures' | 'blocking-tests'

/** A test in GitHub's view of the changed files. */
export interface TestAnnotation {
  kind: 'error' | 'warning'
  message: { title: string; text: string }
  place: TestPlace | null
}

/** The view of a step about tests; the code that makes it is loaded only there. */
export interface TestsPresentation {
  outputs: Record<TestOutput, string>
  /** One line of plain text; null where nothing was read. */
  line: string | null
  /** The blocking tests first. */
  annotations: TestAnnotation[]
  /** HTML of the tests that block; null where there are none. */
  blocking: string | null
  /** HTML of the legs of a matrix, each with what it came to; null where none are merged. */
  legs: string | null
  /** HTML of the tests that are excused, flaky, ready for release, or not seen; null where there are none. */
  others: string | null
  /** The quarantined tests by owner, with the limits on them; null where the list was not read. */
  debt: { report: DebtReport; limits: QuarantineLimits } | null
  notices: Message[]
  report: {
    testInputs: Report['testInputs']
    testReports: Report['facts']['testReports']
    legReports: Report['facts']['legReports']
    /** The part of the list of quarantined tests that is kept; null where it is the whole list. */
    quarantined: QuarantinedTest[] | null
  }
}
