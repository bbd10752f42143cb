import type { TestList } from '../../facts/test-list.ts'
import type { Message, Place } from '../messages.ts'
import type { Output } from '../outputs.ts'
import type { ReportData } from '../report.ts'

/** What a test becomes in GitHub's view of the changed files. */
export interface TestAnnotation {
  kind: 'error' | 'warning'
  message: Message
  place: Place | null
}

/** What is shown of a step about tests; what makes it is loaded only there. */
export interface TestsPresentation {
  outputs: Partial<Record<Output, string>>
  /** One line of plain text; null where nothing was read. */
  line: string | null
  /** The blocking tests first. */
  annotations: TestAnnotation[]
  /** HTML of the tests that block, in at most `room` bytes; null where there are none. */
  blocking: (room: number) => string | null
  /** HTML of the tests that are excused, flaky, ready for release, or not seen; null where there are none. */
  others: (room: number) => string | null
  /** Null where the list was not read. */
  debt: DebtPresentation | null
  notices: string[]
  report: {
    testInputs: ReportData['testInputs']
    testReports: ReportData['facts']['testReports']
    legReports: ReportData['facts']['legReports']
    /** What is kept of the list of quarantined tests; null where it is the whole list. */
    quarantined: TestList | null
  }
}

/** The quarantined tests by who has to mend them. */
export interface DebtPresentation {
  /** Indices into the list by owner, the most overdue first. */
  owners: ReadonlyMap<string, readonly number[]>
  /** HTML in about `room` bytes. */
  overview: (room: number) => string
}
