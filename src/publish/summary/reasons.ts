import { prose } from '../../escape.ts'
import type { Reason } from '../../gate/reasons.ts'
import type { ConditionVerdict } from '../../gate/verdict.ts'
import { explanationOf } from '../diagnosis.ts'
import { linked } from '../linked.ts'
import type { Result } from '../result.ts'
import { VERDICT_ICONS } from './cells.ts'
import { fittedTable, row } from './table.ts'

/** Reasons that are told here; the report has them all. */
const REASONS_SHOWN = 50
/** What holds the step back stands first. */
const RANK: ConditionVerdict['verdict'][] = ['unmet', 'unknown', 'met']
/** Characters of one reason. */
const LIMIT = 1000

/**
 * Why, and what to do: a row a reason, then what is about no condition; null where there is nothing to tell. The
 * headline names the conditions, so a table that only pointed to the diagnosis above is left out.
 */
export function reasonsPart(result: Result, room: number): string | null {
  const { verdict } = result
  const conditions = verdict.conditions.toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const told = conditions.flatMap(condition => toldOf(condition, result))
  const rows = told.every(({ why }) => why === ABOVE) ? [] : told
  const hasOpen = rows.some(({ remedy }) => remedy !== '')
  const head = ['Condition', 'Why', ...(hasOpen ? ['What to do'] : [])]
  const table =
    rows.length === 0
      ? null
      : fittedTable(
          head,
          rows.map(each => rowOf(each, hasOpen)),
          rows.length,
          room,
        ).html
  const beside = verdict.reasons.filter(({ condition }) => condition === null).slice(0, REASONS_SHOWN)
  const list = beside.length === 0 ? null : `<ul>\n${beside.map(item).join('\n')}\n</ul>`
  const parts = [table, list].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

/** In the place of a reason that the diagnosis at the top tells. */
const ABOVE = 'See the cause above.'

interface Told {
  /** On the first row of a condition only. */
  condition: string
  why: string
  remedy: string
}

function toldOf({ condition, verdict, evidence, reasons }: ConditionVerdict, result: Result): Told[] {
  const name = (at: number) => (at === 0 ? `${VERDICT_ICONS[verdict]}&nbsp;<b>${condition}</b>` : '')
  if (verdict === 'met') return [{ condition: name(0), why: evidence, remedy: '' }]
  return reasons.slice(0, REASONS_SHOWN).map(({ code, message, remedy }, at) => {
    const certainty = explanationOf(code, result)?.certainty
    if (certainty === 'certain') return { condition: name(at), why: ABOVE, remedy: '' }
    // What is done about the cause is better than what the reason alone advises.
    if (certainty === 'possible') return { condition: name(at), why: message, remedy: 'See the possible cause above.' }
    return { condition: name(at), why: message, remedy }
  })
}

function rowOf({ condition, why, remedy }: Told, withRemedy: boolean): string {
  const cells = [condition, linked(why, LIMIT), ...(withRemedy ? [prose(remedy, LIMIT)] : [])]
  // A name would break at its hyphens.
  return row(cells).replace('<td>', '<td nowrap>')
}

/** A bad input names its own remedy. */
function item({ code: reasonCode, message, remedy }: Reason): string {
  return `<li>${linked(message, LIMIT)}${reasonCode === 'bad-input' ? '' : ` ${prose(remedy, LIMIT)}`}</li>`
}
