import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/facts.ts'
import type { FailedTest, TestInputs } from '../../facts/test-report.ts'
import { type DebtReport, debtByOwner } from '../../gate/quarantine/debt.ts'
import { decidingEntries } from '../../gate/quarantine/excuses.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import { REASONS } from '../../gate/reason-codes.ts'
import { placeOf } from '../../reports/failure.ts'
import type { Result, TestsPresentation } from '../../result.ts'
import { count } from '../../text/message.ts'
import { blockingPart, otherTestsPart } from './failures.ts'

/** The inputs that the presentation shows or needs. */
interface ShownInputs extends TestInputs {
  maxQuarantined: number | null
  /** Milliseconds. */
  maxQuarantineAgeMs: number | null
}

/** GitHub shows ten annotations of each kind, so the places of further tests are not looked up on the disk. */
const MOST_PLACES = 10

/**
 * Presents a step about tests for the log, the outputs, the summary and the report.
 *
 * @param now milliseconds since the epoch
 */
export function presentTests(
  { facts, judged: tests = null }: Result,
  inputs: ShownInputs,
  { workspace, now }: { workspace: string; now: number },
): TestsPresentation {
  const debt = debtOf(facts, inputs, now)
  return {
    outputs: testOutputs(tests, facts, debt?.report ?? null),
    names: testNames(tests),
    line: tests && lineOf(tests),
    annotations: tests ? annotationsOf(tests, workspace) : [],
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
function lineOf({ reports, entries, excuses }: JudgedTests): string {
  const { ran, failed } = reports.counts
  const [blocking, excused] = [excuses.blocking.length, excuses.excused.length]
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

/** Errors for blocking tests and warnings for excused ones, on file and line if the report has them. */
function annotationsOf({ excuses }: JudgedTests, workspace: string): TestsPresentation['annotations'] {
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

/** True if every report was read to its end. */
function isWhole({ reports }: JudgedTests): boolean {
  return reports.problems.every(({ kind }) => kind === 'empty')
}

/**
 * The outputs on tests. If a report is incomplete, `test-count` and counts of 0 are empty, because a 0 would look good;
 * the failed tests that were found are always counted.
 */
function testOutputs(tests: JudgedTests | null, { quarantinedTests }: Facts, debt: DebtReport | null) {
  const isListWhole = isRead(quarantinedTests) && quarantinedTests.value.partial === null
  const overdue = debt !== null && isListWhole && debt.ageUnknown === 0 ? debt.overdue : null
  const shown = (list: unknown[] = []) => (tests && (isWhole(tests) || list.length > 0) ? String(list.length) : '')
  return {
    'quarantined-count': isListWhole ? String(quarantinedTests.value.tests.length) : '',
    'overdue-count': overdue === null ? '' : String(overdue),
    'test-count': tests && isWhole(tests) ? String(tests.reports.counts.ran) : '',
    'blocking-failures': shown(tests?.excuses.blocking),
    'excused-failures': shown(tests?.excuses.excused),
  }
}

/** Names of tests, for the outputs; null where the reports are not whole and name none. */
function testNames(tests: JudgedTests | null) {
  const known = (names: string[] = []) => ((tests && isWhole(tests)) || names.length > 0 ? names : null)
  return {
    blocking: known(tests?.excuses.blocking.map(({ test }) => test.name)),
    flaky: known(tests?.reports.flaky.map(({ name }) => name)),
  }
}

/** The tests for the report file, without their output, because the runner masks no secrets in files. */
function reportedTests(
  { quarantinedTests }: Facts,
  tests: JudgedTests | null,
  { testOutcome, variant, maxExcused, minTests }: TestInputs,
): TestsPresentation['report'] {
  if (tests === null) return { testInputs: null, testReports: undefined, quarantined: null }
  const { entries, excuses, reports } = tests
  const { files, counts, problems } = reports
  const causes = new Map(excuses.blocking.map(({ test, cause }) => [test, cause]))
  const failed = reports.failed.map(test => {
    const { name, classname, file, parent, line, report } = test
    return { name, classname, file, parent, line, report, blocks: causes.get(test) ?? null }
  })
  return {
    testInputs: { testOutcome, variant, maxExcused, minTests },
    testReports: { value: { files, counts, failed, problems } },
    quarantined: isRead(quarantinedTests) && entries ? decidingEntries(entries, reports) : null,
  }
}
