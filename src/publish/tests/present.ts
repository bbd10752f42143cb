import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { FailedTest, TestInputs } from '../../facts/test-report.ts'
import { debtByOwner } from '../../gate/quarantine/debt.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import { REASONS } from '../../gate/reason-codes.ts'
import { placeOf } from '../../reports/place.ts'
import type { Result, TestsPresentation } from '../../result.ts'
import { count } from '../../text/message.ts'
import { blockingPart, otherTestsPart } from './failures.ts'
import { testNames, testOutputs, totalsOf } from './outputs.ts'
import { reportedTests } from './report.ts'

/** The inputs that the presentation shows or needs. */
interface ShownInputs extends TestInputs {
  maxQuarantined: number | null
  /** Milliseconds. */
  maxQuarantineAgeMs: number | null
}

interface Surroundings {
  workspace: string
  /** Milliseconds since the epoch. */
  now: number
}

/** GitHub shows ten annotations of each kind, so the places of further tests are not looked up on the disk. */
const MOST_PLACES = 10

/** Presents a step about tests for the log, the outputs, the summary and the report. */
export function presentTests(
  { facts, judged: tests = null }: Result,
  inputs: ShownInputs,
  around: Surroundings,
): TestsPresentation {
  const debt = debtOf(facts, inputs, around.now)
  return {
    outputs: testOutputs(tests, facts, debt?.report ?? null),
    names: testNames(tests),
    line: tests && lineOf(tests),
    annotations: tests ? annotationsOf(tests, around) : [],
    blocking: tests && blockingPart(tests),
    others: tests && otherTestsPart(tests),
    debt,
    report: reportedTests(facts, tests, inputs),
  }
}

/** The quarantined tests by owner, with the limits on them. */
function debtOf({ quarantinedTests }: Facts, { maxQuarantined, maxQuarantineAgeMs }: ShownInputs, now: number) {
  if (!isRead(quarantinedTests)) return null
  const report = debtByOwner(quarantinedTests.value.tests, maxQuarantineAgeMs, now)
  return { report, limits: { count: maxQuarantined, ageMs: maxQuarantineAgeMs } }
}

/** A line of plain text for the log, which is also the headline of a step that only reports. */
function lineOf(tests: JudgedTests): string | null {
  const { reports, entries, excuses } = tests
  const { ran, failed, blocking, excused } = totalsOf(tests)
  if (ran === 0 && failed === 0) {
    return reports.files.length === 0 ? REASONS['report-missing'].headline : 'No test ran'
  }
  const whole = `${count(ran, 'test', 'tests')} ran`
  if (failed === 0) return `${whole}, none failed`
  const block = `${whole}, ${failed} failed: ${blocking} ${blocking === 1 ? 'blocks' : 'block'}`
  // If the list is not known, no test is known to be quarantined.
  if (excused === 0 && entries === null) return block
  const isTooMany = excuses.blocking.some(({ cause }) => cause === 'too-many-excused')
  return `${block}, ${excused} ${excused === 1 ? 'is' : 'are'} ${isTooMany ? 'excused' : 'quarantined'}`
}

/**
 * Errors for blocking tests and warnings for excused ones, on file and line if the report has them.
 */
function annotationsOf({ excuses }: JudgedTests, { workspace }: Surroundings): TestsPresentation['annotations'] {
  const annotation =
    (kind: 'error' | 'warning', what: string) =>
    ({ test }: { test: FailedTest }, at: number) => ({
      kind,
      message: {
        title: `Merge Queue Gate: ${what}`,
        text: `${test.name || 'A test without a name'}: ${test.message ?? 'failed'}`,
      },
      place: at < MOST_PLACES ? placeOf(test, workspace) : null,
    })
  return [
    ...excuses.blocking.map(annotation('error', 'blocking test')),
    ...excuses.excused.map(annotation('warning', 'quarantined test failed')),
  ]
}
