import type { LegReport } from '../../facts/test-report.ts'
import type { JudgedGroup, JudgedTests } from '../../gate/quarantine/tests.ts'
import { asHtml, code, grouped } from '../../message.ts'
import { byVerdict, row, table, VERDICT_ICONS } from '../summary/table.ts'
import { count } from '../wording.ts'

/** A table of the legs, unmet ones first; those that don't count come last. Null if there are none. */
export function legsPart({ groups, outdated }: JudgedTests): string | null {
  const legs = groups.filter(({ leg }) => leg !== null).toSorted(byVerdict)
  if (legs.length + outdated.length === 0) return null
  const head = ['Leg', 'Verdict', 'Tests', 'Blocking', 'Excused', 'Attempt']
  const rows = table(head, [...legs, ...outdated], each => ('reports' in each ? legRow(each) : outdatedRow(each)))
  return `<h3>${count(legs.length, 'leg', 'legs')}</h3>\n${rows}`
}

function legRow({ leg, variant, verdict, reports, excuses, attempt }: JudgedGroup): string {
  const name = asHtml(code(leg ?? ''))
  return row([
    variant === null ? name : `${name}<br><sub>variant ${asHtml(code(variant))}</sub>`,
    `${VERDICT_ICONS[verdict]}&nbsp;${verdict}`,
    grouped(reports.counts.ran),
    grouped(excuses.blocking.length),
    grouped(excuses.excused.length),
    String(attempt),
  ])
}

function outdatedRow({ leg, attempt }: LegReport): string {
  const why =
    '<i>does not count: a report of an earlier attempt counts only if its verdict was met and <code>test-outcome</code> is <code>success</code></i>'
  return row([asHtml(code(leg)), why, '', '', '', String(attempt)])
}
