import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { DebtReport } from '../../gate/quarantine/debt.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'

interface Totals {
  ran: number
  failed: number
  blocking: number
  excused: number
  /** Every report was read to its end. */
  whole: boolean
}

export function totalsOf({ reports, excuses }: JudgedTests): Totals {
  const { counts, failed, problems } = reports
  return {
    ran: counts.ran,
    failed: failed.length,
    blocking: excuses.blocking.length,
    excused: excuses.excused.length,
    whole: problems.every(({ kind }) => kind === 'empty'),
  }
}

/**
 * The outputs on tests. If a report is incomplete, `test-count` and counts of 0 are empty, because a 0 would look good;
 * the failed tests that were found are always counted.
 */
export function testOutputs(tests: JudgedTests | null, { quarantinedTests }: Facts, debt: DebtReport | null) {
  const totals = tests && totalsOf(tests)
  const isListWhole = isRead(quarantinedTests) && quarantinedTests.value.partial === null
  const overdue = debt !== null && isListWhole && debt.ageUnknown === 0 ? debt.overdue : null
  const shown = (amount: number) => (totals && (totals.whole || amount > 0) ? String(amount) : '')
  return {
    'quarantined-count': isListWhole ? String(quarantinedTests.value.tests.length) : '',
    'overdue-count': overdue === null ? '' : String(overdue),
    'test-count': totals?.whole ? String(totals.ran) : '',
    'blocking-failures': totals ? shown(totals.blocking) : '',
    'excused-failures': totals ? shown(totals.excused) : '',
  }
}

/** Names of tests, for the outputs; null where the reports are not whole and name none. */
export function testNames(tests: JudgedTests | null) {
  const isWhole = tests !== null && totalsOf(tests).whole
  const known = (names: string[] = []) => (isWhole || names.length > 0 ? names : null)
  return {
    blocking: known(tests?.excuses.blocking.map(({ test }) => test.name)),
    flaky: known(tests?.reports.flaky.map(({ name }) => name)),
  }
}
