import type { Result } from '../../result.ts'
import { formatDuration } from '../../text/duration.ts'
import { asHtml, count, link, type Message, say, sentences } from '../../text/message.ts'
import { mergeGroupChecksPart } from '../merge-group-checks.ts'
import { type Section, type Story, sectionLine } from '../story.ts'
import { pullRequestPart, queuePart, testRunPart } from './queue.ts'
import { bullets, folded, row, table, VERDICT_ICONS } from './table.ts'
import { blockingPart, otherTestsPart, quarantinedPart } from './tests.ts'

/** Bytes kept for the note on parts that did not fit. */
const RESERVE = 120

/**
 * The job summary: the verdict, why and what to do, what failed, then what else is known.
 *
 * @param room bytes that are free
 * @returns HTML of at most `room` bytes, without the parts that don't fit; null if not even the verdict fits
 */
export function summaryOf(story: Story, result: Result, room: number): string | null {
  const verdict = verdictPart(story)
  // Failures come before other facts.
  const parts = [
    blockingPart(result),
    linesPart(story, result.notices),
    mergeGroupChecksPart(result),
    otherTestsPart(result),
    testRunPart(result),
    pullRequestPart(result),
    queuePart(result),
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

function verdictPart({ icon, headline, cause, remedy, page }: Story): string {
  const meaning = page === null ? '' : say`${link('What this means', page)}.`
  return [`<h2>${icon} ${asHtml(headline)}</h2>`, paragraph(cause), paragraph(sentences(remedy, meaning))]
    .filter(part => part !== '')
    .join('\n')
}

function paragraph(text: Message): string {
  return text === '' ? '' : `<p>${asHtml(text)}</p>`
}

const WORST_FIRST: Section['verdict'][] = ['unmet', 'unknown', 'met']

/** The conditions, the worst first, what else is known, and the warnings and notices; null if there are none. */
function linesPart({ sections, known, warnings }: Story, notices: readonly Message[]): string | null {
  const sorted = sections.toSorted((a, b) => WORST_FIRST.indexOf(a.verdict) - WORST_FIRST.indexOf(b.verdict))
  const lines = [
    ...sorted.map(sectionPart),
    ...known.map(line => asHtml(line)),
    ...warnings.map(({ text }) => `⚠️ ${asHtml(text)}`),
    ...notices.map(text => asHtml(text)),
  ]
  return lines.length === 0 ? null : bullets(lines)
}

function sectionPart(section: Section): string {
  const { condition, verdict } = section
  return `${VERDICT_ICONS[verdict]} ${asHtml(sectionLine(section)).replace(condition, `<b>${condition}</b>`)}`
}

/** The changes during the wait; null if the step polled once. */
function timelinePart({ timeline, polls, timedOut, startedAt, endedAt, waitTimeoutMs }: Result): string | null {
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
