import { formatDuration } from '../../duration.ts'
import type { Reason } from '../../gate/reasons.ts'
import type { ConditionVerdict } from '../../gate/verdict.ts'
import { asHtml, say, sentences } from '../../message.ts'
import { headlineOf } from '../content.ts'
import { adviceOf, causeOf, labelOf, pathLine, stuckLine } from '../diagnosis.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { pullRequestPart } from './pull-request.ts'
import { quarantinedPart } from './quarantined.ts'
import { queuePart } from './queue.ts'
import { folded, row, table, VERDICT_ICONS } from './table.ts'
import { testRunPart } from './test-run.ts'

/**
 * The job summary: the verdict, why and what to do, what failed, then what else is known.
 *
 * @param room bytes that are free
 * @returns HTML of at most `room` bytes, without the parts that don't fit; null where not even the verdict does
 */
export function summaryOf(result: Result, room: number): string | null {
  const verdict = verdictPart(result)
  // What failed comes before what surrounds it.
  const parts = [
    diagnosisPart(result),
    result.tests?.blocking ?? null,
    reasonsPart(result),
    result.tests?.legs ?? null,
    result.tests?.others ?? null,
    testRunPart(result),
    pullRequestPart(result),
    queuePart(result),
    notesPart(result),
    result.preview ?? null,
    timelinePart(result),
    quarantinedPart(result),
  ].filter(part => part !== null)
  let free = room - Buffer.byteLength(verdict) - RESERVE
  if (free < 0) return null
  const kept = parts.filter(part => {
    const size = Buffer.byteLength(part) + 2
    const fits = size <= free
    if (fits) free -= size
    return fits
  })
  const dropped = parts.length - kept.length
  const note =
    dropped === 0 ? [] : [`<p><i>${count(dropped, 'part', 'parts')} did not fit, see the report file</i></p>`]
  // An empty line ends an HTML block, so the parts can't run into each other.
  return `${[verdict, ...kept, ...note].join('\n\n')}\n`
}

/** Bytes kept for the note on what did not fit. */
const RESERVE = 120

function verdictPart(result: Result): string {
  const { icon, text } = headlineOf(result)
  return `<h2>${icon} ${asHtml(text)}</h2>`
}

function notesPart({ notices, warnings }: Result): string | null {
  const notes = [...warnings, ...notices]
  return notes.length === 0 ? null : `<ul>${notes.map(note => `<li>${asHtml(note, 1000)}</li>`).join('\n')}</ul>`
}

/** Sentences and further causes that are shown; the report has them all. */
const CAUSES_SHOWN = 8

/** Why the pull request is stuck or out, and its path, for the place right under the headline; null where all is well. */
function diagnosisPart(result: Result): string | null {
  const cause = causeOf(result)
  const path = pathLine(result)
  const stuck = stuckLine(result)
  const others = cause ? result.diagnoses.slice(1, 1 + CAUSES_SHOWN) : []
  const details = [
    ...(cause?.evidence.slice(0, CAUSES_SHOWN) ?? []),
    ...others.map(each => say`Also${each.certainty === 'certain' ? '' : ' possible'}: ${each.message}`),
  ]
  const parts = [
    cause && `<p><b>${labelOf(cause)}:</b> ${asHtml(sentences(cause.message, cause.remedy, adviceOf(cause)))}</p>`,
    details.length === 0 ? null : `<ul>${details.map(each => `<li>${asHtml(each)}</li>`).join('\n')}</ul>`,
    path === null ? null : `<p>${asHtml(path)}</p>`,
    stuck === null ? null : `<p>${asHtml(stuck)}</p>`,
  ].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

/** Reasons that are told here; the report has them all. */
const REASONS_SHOWN = 50
/** What holds the step back stands first. */
const RANK: ConditionVerdict['verdict'][] = ['unmet', 'unknown', 'met']

/** Why, and what to do: a row a reason, then what is about no condition; null where there is nothing to tell. */
function reasonsPart({ verdict }: Result): string | null {
  const conditions = verdict.conditions.toSorted((a, b) => RANK.indexOf(a.verdict) - RANK.indexOf(b.verdict))
  const hasOpen = conditions.some(condition => condition.verdict !== 'met')
  const rows = conditions.flatMap(condition => conditionRows(condition, hasOpen))
  const head = ['Condition', 'Why', ...(hasOpen ? ['What to do'] : [])]
  const told = rows.length === 0 ? null : table(head, rows, rows.length)
  const beside = verdict.reasons.filter(({ condition }) => condition === null).slice(0, REASONS_SHOWN)
  const list = beside.length === 0 ? null : `<ul>\n${beside.map(reasonItem).join('\n')}\n</ul>`
  const parts = [told, list].filter(part => part !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

/** The name of the condition stands on its first row only. */
function conditionRows({ condition, verdict, evidence, reasons }: ConditionVerdict, withRemedy: boolean): string[] {
  const all = verdict === 'met' ? [{ message: evidence, remedy: '' }] : reasons.slice(0, REASONS_SHOWN)
  return all.map(({ message, remedy }, at) =>
    row([
      at === 0 ? `${VERDICT_ICONS[verdict]}&nbsp;<b>${condition}</b>` : '',
      asHtml(message),
      ...(withRemedy ? [asHtml(remedy)] : []),
      // A name would break at its hyphens.
    ]).replace('<td>', '<td nowrap>'),
  )
}

/** A bad input names its own remedy. */
function reasonItem({ code: reasonCode, message, remedy }: Reason): string {
  return `<li>${asHtml(message)}${reasonCode === 'bad-input' ? '' : ` ${asHtml(remedy)}`}</li>`
}

/** What changed during the wait; null where the step asked once. */
export function timelinePart({ timeline, polls, timedOut, startedAt, endedAt }: Result): string | null {
  if (timeline.length === 0) return null
  const took = `${formatDuration(endedAt - startedAt)}, ${count(polls, 'poll', 'polls')}`
  const heading = timedOut ? `⌛ The wait ran out after ${took}` : `⏱️ Waited ${took}`
  const rows = timeline.map(({ elapsedMs, what }) => row([formatDuration(elapsedMs), asHtml(what)]))
  return folded(heading, table(['After', 'What changed'], rows, rows.length))
}
