import { code, html } from '../../inert.ts'
import type { Result } from '../result.ts'
import { VERDICT_ICONS } from './cells.ts'
import { fittedTable, row } from './table.ts'

/** Reasons of one condition that are told here; the report has them all. */
const REASONS_SHOWN = 50

const RANK = ['unmet', 'unknown', 'met']

/** Why, and what to do. */
export function reasonsPart({ verdict }: Result, room: number): string | null {
  // What holds the step back stands first.
  const conditions = [...verdict.conditions].sort((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const rows = [
    ...conditions.map(each => {
      const why =
        each.reasons.length === 0
          ? html(each.evidence, 1000)
          : each.reasons
              .slice(0, REASONS_SHOWN)
              .map(({ message }) => html(message, 1000))
              .join('<br>')
      const todo = [...new Set(each.reasons.map(({ remedy }) => html(remedy, 1000)))].join('<br>')
      return row([VERDICT_ICONS[each.verdict], code(each.condition), why, todo])
    }),
    ...verdict.reasons
      .filter(({ condition }) => condition === null)
      .map(({ message, remedy }) => row(['⚠️', '', html(message, 1000), html(remedy, 1000)])),
  ]
  if (rows.length === 0) return null
  return fittedTable(['', 'Condition', 'Why', 'What to do'], rows, rows.length, room).html
}
