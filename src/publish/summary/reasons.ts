import { code, prose } from '../../escape.ts'
import type { Reason } from '../../gate/reasons.ts'
import type { ConditionVerdict } from '../../gate/verdict.ts'
import type { Result } from '../result.ts'
import { VERDICT_ICONS } from './cells.ts'
import { fittedTable, row } from './table.ts'

/** Reasons of one condition that are told here; the report has them all. */
const REASONS_SHOWN = 50
/** What holds the step back stands first. */
const RANK: ConditionVerdict['verdict'][] = ['unmet', 'unknown', 'met']
/** Characters of one reason. */
const LIMIT = 1000

/** Why, and what to do: the conditions, then what is about none of them; null where there is nothing to tell. */
export function reasonsPart({ verdict }: Result, room: number): string | null {
  const conditions = verdict.conditions.toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const table =
    conditions.length === 0
      ? null
      : fittedTable(['', 'Condition', 'Why', 'What to do'], conditions.map(conditionRow), conditions.length, room).html
  const beside = verdict.reasons.filter(({ condition }) => condition === null).slice(0, REASONS_SHOWN)
  const list = beside.length === 0 ? null : `<ul>\n${beside.map(item).join('\n')}\n</ul>`
  const parts = [table, list].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

function conditionRow({ condition, verdict, evidence, reasons }: ConditionVerdict): string {
  const shown = reasons.slice(0, REASONS_SHOWN)
  const why =
    shown.length === 0 ? prose(evidence, LIMIT) : shown.map(({ message }) => prose(message, LIMIT)).join('<br>')
  const todo = [...new Set(shown.map(({ remedy }) => prose(remedy, LIMIT)))].join('<br>')
  return row([VERDICT_ICONS[verdict], code(condition), why, todo])
}

/** A bad input names its own remedy. */
function item({ code: reasonCode, message, remedy }: Reason): string {
  return `<li>${prose(message, LIMIT)}${reasonCode === 'bad-input' ? '' : ` ${prose(remedy, LIMIT)}`}</li>`
}
