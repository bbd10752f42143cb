import type { Reason } from '../../gate/reasons.ts'
import type { ConditionVerdict } from '../../gate/verdict.ts'
import { asHtml } from '../../message.ts'
import type { Result } from '../result.ts'
import { VERDICT_ICONS } from './cells.ts'
import { fittedTable, row } from './table.ts'

/** Reasons that are told here; the report has them all. */
const REASONS_SHOWN = 50
/** What holds the step back stands first. */
const RANK: ConditionVerdict['verdict'][] = ['unmet', 'unknown', 'met']
/** Characters of one reason. */
const LIMIT = 1000

/** Why, and what to do: a row a reason, then what is about no condition; null where there is nothing to tell. */
export function reasonsPart({ verdict }: Result, room: number): string | null {
  const conditions = verdict.conditions.toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const hasOpen = conditions.some(condition => condition.verdict !== 'met')
  const rows = conditions.flatMap(condition => conditionRows(condition, hasOpen))
  const head = ['Condition', 'Why', ...(hasOpen ? ['What to do'] : [])]
  const table = rows.length === 0 ? null : fittedTable(head, rows, rows.length, room).html
  const beside = verdict.reasons.filter(({ condition }) => condition === null).slice(0, REASONS_SHOWN)
  const list = beside.length === 0 ? null : `<ul>\n${beside.map(item).join('\n')}\n</ul>`
  const parts = [table, list].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

/** The name of the condition stands on its first row only. */
function conditionRows({ condition, verdict, evidence, reasons }: ConditionVerdict, withRemedy: boolean): string[] {
  const told = verdict === 'met' ? [{ message: evidence, remedy: '' }] : reasons.slice(0, REASONS_SHOWN)
  return told.map(({ message, remedy }, at) =>
    row([
      at === 0 ? `${VERDICT_ICONS[verdict]}&nbsp;<b>${condition}</b>` : '',
      asHtml(message, LIMIT),
      ...(withRemedy ? [asHtml(remedy, LIMIT)] : []),
      // A name would break at its hyphens.
    ]).replace('<td>', '<td nowrap>'),
  )
}

/** A bad input names its own remedy. */
function item({ code: reasonCode, message, remedy }: Reason): string {
  return `<li>${asHtml(message, LIMIT)}${reasonCode === 'bad-input' ? '' : ` ${asHtml(remedy, LIMIT)}`}</li>`
}
