import type { Facts } from '../../facts/facts.ts'
import type { DebtReport } from '../../gate/quarantine/debt.ts'
import type { JudgedTests } from '../../gate/quarantine/judged.ts'
import { list } from '../outputs.ts'
import type { TestOutput } from './presentation.ts'
import { totalsOf } from './totals.ts'

/**
 * The outputs on tests. What is not known whole is empty: a count of 0 would read as good. What was found to block does
 * so, whatever else is not known.
 */
export function testOutputs(
  tests: JudgedTests | null,
  { quarantinedTests }: Facts,
  debt: DebtReport | null,
): Record<TestOutput, string> {
  const totals = tests && totalsOf(tests)
  const isListWhole = quarantinedTests.kind === 'read' && quarantinedTests.value.partial === null
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
