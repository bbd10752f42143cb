import type { LegReport } from '../../facts/test-report.ts'
import type { JudgedGroup, JudgedTests } from '../../gate/quarantine/tests.ts'
import { asHtml, code, grouped } from '../../message.ts'
import { row, table, VERDICT_ICONS } from '../summary/table.ts'
import { count } from '../wording.ts'

/** Legs that hold the verdict back first, those that do not count last. */
export function legsPart({ groups, outdated }: JudgedTests): string | null {
  const legs = groups
    .filter(({ leg }) => leg !== null)
    .toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const total = legs.length + outdated.length
  if (total === 0) return null
  const head = ['Leg', 'Verdict', 'Tests', 'Blocking', 'Excused', 'Attempt']
  return `<h3>${count(legs.length, 'leg', 'legs')}</h3>\n${table(head, rowsOf(legs, outdated), total)}`
}

const RANK: JudgedGroup['verdict'][] = ['unmet', 'unknown', 'met']

/** Rows made one by one: those that don't fit cost nothing. */
function* rowsOf(legs: readonly JudgedGroup[], outdated: readonly LegReport[]): Generator<string> {
  for (const { leg, variant, verdict, reports, excuses, attempt } of legs) {
    const name = asHtml(code(leg ?? ''))
    yield row([
      variant === null ? name : `${name}<br><sub>variant ${asHtml(code(variant))}</sub>`,
      `${VERDICT_ICONS[verdict]}&nbsp;${verdict}`,
      grouped(reports.counts.ran),
      grouped(excuses.blocking.length),
      grouped(excuses.excused.length),
      String(attempt),
    ])
  }
  for (const { leg, attempt } of outdated) {
    yield row([
      asHtml(code(leg)),
      '<i>does not count: an earlier attempt does only if it was met and <code>test-outcome</code> is <code>success</code></i>',
      '',
      '',
      '',
      String(attempt),
    ])
  }
}
