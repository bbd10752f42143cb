/**
 * The matching again, by the words of the interface and without a thought of speed: every failed test is held against
 * every entry, and every entry against every test case. It shares no code with what it is held against.
 */
import type { QuarantinedTest, TestIdentity, TestReports } from '../../../src/facts/test-report.ts'

type Fit = 'exact' | 'partial' | 'none'

const MEMBERS = ['classname', 'file', 'parent'] as const

/** Null, absent and empty are the same. */
function same(a: string | null | undefined, b: string | null | undefined): boolean {
  return (a ?? '') === (b ?? '')
}

function agreement(test: TestIdentity, entry: QuarantinedTest, variant: string | null, oneParent: boolean): Fit {
  if (test.name === '' || test.name !== entry.name || !same(entry.variant, variant)) return 'none'
  const compared = MEMBERS.filter(member => !(oneParent && member === 'parent'))
  const onBoth = compared.filter(member => !same(test[member], '') && !same(entry[member], ''))
  if (onBoth.some(member => test[member] !== entry[member])) return 'none'
  if (onBoth.length === 0) return 'none'
  return compared.every(member => same(test[member], entry[member])) ? 'exact' : 'partial'
}

/** For each failed test in its order: the fit of its best excuse, or `none`. */
export function fitsByHand(reports: TestReports, entries: readonly QuarantinedTest[], variant: string | null): Fit[] {
  const isSame = (a: TestIdentity, b: TestIdentity) =>
    a.name === b.name && MEMBERS.every(member => same(a[member], b[member]))
  const cases: TestIdentity[] = []
  for (const test of [...reports.others, ...reports.failed]) {
    if (!cases.some(other => isSame(other, test))) cases.push(test)
  }
  return reports.failed.map(test => {
    let best: Fit = 'none'
    for (const entry of entries) {
      const own = agreement(test, entry, variant, reports.singleParent)
      if (own === 'none') continue
      const others = cases.filter(other => !isSame(other, test))
      const fits = others.map(other => agreement(other, entry, variant, reports.singleParent))
      const isAmbiguous = fits.some(each => each !== 'none')
      const isOnlyExact = own === 'exact' && !fits.includes('exact')
      if (isAmbiguous && !isOnlyExact) continue
      if (best !== 'exact') best = own
    }
    return best
  })
}
