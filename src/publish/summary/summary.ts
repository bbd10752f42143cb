import type { Reason } from '../../gate/reasons.ts'
import type { ConditionVerdict } from '../../gate/verdict.ts'
import { blockingTests, type Result } from '../../result.ts'
import { formatDuration } from '../../text/duration.ts'
import { asHtml, asText, link, type Message, say, sentences } from '../../text/message.ts'
import { outageLine, placeLine } from '../content.ts'
import { explainedAt, isAlreadySaid, remedyOf, storyOf, tellsTests } from '../story.ts'
import { count, VERDICT_WORDS } from '../wording.ts'
import { pullRequestPart } from './pull-request.ts'
import { quarantinedPart } from './quarantined.ts'
import { queuePart } from './queue.ts'
import { byVerdict, folded, row, table, VERDICT_ICONS } from './table.ts'
import { testRunPart } from './test-run.ts'

/**
 * The job summary: the verdict, why and what to do, what failed, then what else is known.
 *
 * @param room bytes that are free
 * @returns HTML of at most `room` bytes, without the parts that don't fit; null if not even the verdict fits
 */
export function summaryOf(result: Result, room: number): string | null {
  const verdict = verdictPart(result)
  // A step that could not start has read nothing.
  const known = (part: (result: Result) => string | null) => (result.plan === null ? null : part(result))
  // Failures come before other facts.
  const parts = [
    detailsPart(result),
    blockingPart(result),
    reasonsPart(result),
    result.tests?.others ?? null,
    known(testRunPart),
    known(pullRequestPart),
    known(queuePart),
    notesPart(result),
    timelinePart(result),
    known(quarantinedPart),
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

/** Bytes kept for the note on parts that did not fit. */
const RESERVE = 120

function verdictPart(result: Result): string {
  const { icon, headline, cause, remedy } = storyOf(result)
  // The list below, of blocking tests or of wrong inputs, says the cause.
  const listsTests = tellsTests(result)
  const listsInputs = result.plan === null
  const page = explainedAt(result)
  const meaning = page === null ? '' : say`${link('What this means', page)}.`
  const text = asHtml(sentences(listsTests || listsInputs ? '' : cause, listsTests ? '' : remedy, meaning))
  return `<h2>${icon} ${asHtml(headline)}</h2>${text && `\n<p>${text}</p>`}`
}

/** The blocking tests; under a heading of their own if they are not the main reason. */
function blockingPart(result: Result): string | null {
  const blocking = result.tests?.blocking ?? null
  if (blocking === null) return null
  // The remedy stands below the tests.
  if (tellsTests(result)) return `${blocking}\n<p>${asHtml(storyOf(result).remedy)}</p>`
  if (result.verdict.reasons[0]?.code === 'blocking-failures') return blocking
  const heading = count(blockingTests(result).length, 'failed test blocks', 'failed tests block')
  return `<h3>❌ ${heading}</h3>\n${blocking}`
}

function notesPart({ notices, warnings }: Result): string | null {
  const notes = [...warnings, ...notices]
  return notes.length === 0 ? null : `<ul>${notes.map(note => `<li>${asHtml(note, 1000)}</li>`).join('\n')}</ul>`
}

/** The cause, if the verdict does not tell it, and the path of the pull request; null if there are none. */
function detailsPart(result: Result): string | null {
  const beside = storyOf(result).explains === result.cause ? null : (result.cause?.message ?? null)
  const lines = [beside, placeLine(result), outageLine(result)]
  const parts = lines.filter(line => line !== null).map(line => `<p>${asHtml(line)}</p>`)
  return parts.length === 0 ? null : parts.join('\n')
}

/** At most this many reasons of a condition, or of none, are shown; the report has them all. */
const REASONS_SHOWN = 50

/** The conditions, each with the reasons not shown yet, then the reasons of no condition; null if there are none. */
function reasonsPart(result: Result): string | null {
  const { verdict } = result
  const rows = verdict.conditions.toSorted(byVerdict).flatMap(each => conditionRows(each, result))
  const hasRemedy = rows.some(({ remedy }) => remedy !== '')
  const head = ['Condition', 'Result', ...(hasRemedy ? ['What to do'] : [])]
  // Without `nowrap`, the name of a condition would break at its hyphens.
  const rowOf = ({ name, why, remedy }: (typeof rows)[number]) =>
    row([name, asHtml(why), ...(hasRemedy ? [asHtml(remedy)] : [])]).replace('<td>', '<td nowrap>')
  const beside = verdict.reasons.filter(
    each => each.condition === null && (result.plan === null || !isAlreadySaid(each, result)),
  )
  const items = beside.slice(0, REASONS_SHOWN).map(each => reasonItem(each, result))
  const parts = [
    ...(rows.length === 0 ? [] : [table(head, rows, rowOf)]),
    ...(items.length === 0 ? [] : [`<ul>\n${items.join('\n')}\n</ul>`]),
  ]
  return parts.length === 0 ? null : parts.join('\n')
}

/** The rows of a condition: its name is on the first one only; text under the headline is not repeated. */
function conditionRows({ condition, verdict, evidence, reasons }: ConditionVerdict, result: Result) {
  const news = reasons.slice(0, REASONS_SHOWN).filter(each => !isAlreadySaid(each, result))
  const told = { message: verdict === 'met' ? evidence : VERDICT_WORDS[verdict], remedy: null }
  return (news.length === 0 ? [told] : news).map((each, at) => ({
    name: at === 0 ? `${VERDICT_ICONS[verdict]}&nbsp;<b>${condition}</b>` : '',
    why: each.message,
    remedy: each.remedy === null ? '' : newRemedy({ remedy: each.remedy }, result),
  }))
}

function reasonItem(each: Reason, result: Result): string {
  return `<li>${asHtml(sentences(each.message, newRemedy(each, result)))}</li>`
}

/** The remedy; empty if it stands under the headline already, or if it is more time and the wait ended in an outage. */
function newRemedy(each: Pick<Reason, 'remedy'>, result: Result): Message {
  const remedy = remedyOf(each, result)
  const isTime = result.outageAtEnd && each.remedy === 'wait'
  return isTime || asText(remedy) === asText(storyOf(result).remedy) ? '' : remedy
}

/** The changes during the wait; null if the step polled once. */
export function timelinePart({ timeline, polls, timedOut, startedAt, endedAt, waitTimeoutMs }: Result): string | null {
  if (timeline.length === 0) return null
  const times = count(polls, 'poll', 'polls')
  // The last poll may end before the time-out, so the heading names the time-out.
  const heading = timedOut
    ? `⌛ The wait of ${formatDuration(waitTimeoutMs)} ran out after ${times}`
    : `⏱️ Waited ${formatDuration(endedAt - startedAt)}, ${times}`
  const changes = table(['After', 'What changed'], timeline, ({ elapsedMs, what }) =>
    row([formatDuration(elapsedMs), asHtml(what)]),
  )
  return folded(heading, changes)
}
