import { code } from '../../escape.ts'
import type { LegReport } from '../../facts/leg-report.ts'
import type { JudgedGroup, JudgedTests } from '../../gate/quarantine/judged.ts'
import { grouped } from '../../message.ts'
import { VERDICT_ICONS } from '../summary/cells.ts'
import { fittedTable, row } from '../summary/table.ts'
import { count } from '../wording.ts'

/** What each leg of a matrix came to: those that hold the verdict back first, those that do not count last. */
export function legsPart({ groups, outdated }: JudgedTests, room: number): string | null {
  const legs = groups
    .filter(({ leg }) => leg !== null)
    .toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const total = legs.length + outdated.length
  if (total === 0) return null
  const head = ['Leg', 'Verdict', 'Tests', 'Blocking', 'Excused', 'Attempt']
  const { html: table } = fittedTable(head, rowsOf(legs, outdated), total, room)
  return `<h3>${count(legs.length, 'leg', 'legs')}</h3>\n${table}`
}

const RANK: JudgedGroup['verdict'][] = ['unmet', 'unknown', 'met']

/** Rows made one by one: those that don't fit cost nothing. */
function* rowsOf(legs: readonly JudgedGroup[], outdated: readonly LegReport[]): Generator<string> {
  for (const { leg, variant, verdict, reports, excuses, attempt } of legs) {
    const name = code(leg ?? '', 80)
    yield row([
      variant === null ? name : `${name}<br><sub>variant ${code(variant, 80)}</sub>`,
      `${VERDICT_ICONS[verdict]}&nbsp;${verdict}`,
      grouped(reports.counts.ran),
      grouped(excuses.blocking.length),
      grouped(excuses.excused.length),
      String(attempt),
    ])
  }
  for (const { leg, attempt } of outdated) {
    yield row([
      code(leg, 80),
      '<i>does not count: an earlier attempt does only if it was met and <code>test-outcome</code> is <code>success</code></i>',
      '',
      '',
      '',
      String(attempt),
    ])
  }
}
