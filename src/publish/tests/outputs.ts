import type { Facts } from '../../facts/facts.ts'
import { isRead } from '../../facts/reading.ts'
import type { DebtReport } from '../../gate/quarantine/debt.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import { list } from '../outputs.ts'

interface Totals {
  ran: number
  failed: number
  blocking: number
  excused: number
  /** Every expected report was read to its end. */
  whole: boolean
}

/** The totals of this step's tests and those of the legs; null if there are neither. */
export function totalsOf({ groups }: JudgedTests): Totals | null {
  if (groups.length === 0) return null
  const sum = (each: (group: JudgedTests['groups'][number]) => number) =>
    groups.reduce((total, group) => total + each(group), 0)
  const isWhole = groups.every(
    ({ reports }) =>
      reports.problems.every(({ kind }) => kind === 'empty') && reports.counts.failed === reports.failed.length,
  )
  return {
    ran: sum(({ reports }) => reports.counts.ran),
    failed: sum(({ reports }) => reports.failed.length),
    blocking: sum(({ excuses }) => excuses.blocking.length),
    excused: sum(({ excuses }) => excuses.excused.length),
    whole: isWhole,
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
  const names = tests?.groups.flatMap(({ excuses }) => excuses.blocking.map(({ test }) => test.name)) ?? []
  return {
    'overdue-count': overdue === null ? '' : String(overdue),
    'test-count': totals?.whole ? String(totals.ran) : '',
    'blocking-failures': totals ? shown(totals.blocking) : '',
    'excused-failures': totals ? shown(totals.excused) : '',
    'blocking-tests': totals && shown(totals.blocking) !== '' ? list(names) : '',
  }
}
