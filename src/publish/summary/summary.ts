import { valueIn } from '../../facts/facts.ts'
import type { Result } from '../../result.ts'
import { formatDuration } from '../../text/duration.ts'
import { asHtml, count, link, type Message, say, sentences } from '../../text/message.ts'
import { type Section, type Story, sectionLine } from '../story.ts'
import { mergeGroupChecksPart, pullRequestPart, queuePart, testRunPart } from './queue-facts.ts'
import { bullets, details, table, VERDICT_ICONS } from './table.ts'
import { blockingPart, excusedPart, flakyPart, quarantinedPart } from './tests.ts'

/** Bytes kept for the note on parts that did not fit. */
const RESERVE = 120

/**
 * The job summary: the verdict, why and what to do, what failed, then the other facts.
 *
 * @param freeBytes that the file may still take
 * @returns HTML of at most so many bytes, without the parts that don't fit; null if not even the verdict fits
 */
export function summaryOf(story: Story, result: Result, freeBytes: number): string | null {
  const { judgedTests, facts, notices, timeline } = result
  const checks = valueIn(facts.mergeGroupChecks)
  const parts = [
    judgedTests && blockingPart(judgedTests),
    listPart(story, notices),
    checks && mergeGroupChecksPart(checks),
    judgedTests && excusedPart(judgedTests),
    judgedTests && flakyPart(judgedTests),
    testRunPart(result),
    pullRequestPart(result),
    queuePart(result),
    timeline.length > 0 ? timelinePart(result) : null,
    quarantinedPart(result),
  ].filter(part => typeof part === 'string')
  let text = verdictPart(story, 'h2')
  if (Buffer.byteLength(text) > freeBytes - RESERVE) return null
  let dropped = 0
  for (const part of parts) {
    // An empty line ends an HTML block, so the parts can't run into each other.
    const longer = `${text}\n\n${part}`
    if (Buffer.byteLength(longer) <= freeBytes - RESERVE) text = longer
    else dropped += 1
  }
  if (dropped > 0) text += `\n\n<p><i>${count(dropped, 'part', 'parts')} did not fit, see the report file</i></p>`
  return `${text}\n`
}

/** What happened, why, what to do, and where it is explained. */
export function verdictPart({ icon, headline, cause, remedy, explanationPage }: Story, tag: 'h2' | 'h3'): string {
  const meaning = explanationPage === null ? '' : say`${link('What this means', explanationPage)}.`
  const paragraphs = [cause, sentences(remedy, meaning)].filter(text => text !== '')
  const heading = `<${tag}>${icon} ${asHtml(headline)}</${tag}>`
  return [heading, ...paragraphs.map(text => `<p>${asHtml(text)}</p>`)].join('\n')
}

const VERDICTS_WORST_FIRST: Section['verdict'][] = ['unmet', 'unknown', 'met']

/** A list: the conditions, the worst first, what else is known, warnings and notices; null if it is empty. */
function listPart({ sections, alsoKnown, warnings }: Story, notices: readonly Message[]): string | null {
  const sorted = sections.toSorted(
    (a, b) => VERDICTS_WORST_FIRST.indexOf(a.verdict) - VERDICTS_WORST_FIRST.indexOf(b.verdict),
  )
  const lines = sorted.map(section => {
    const { condition, verdict } = section
    return `${VERDICT_ICONS[verdict]} ${asHtml(sectionLine(section)).replace(condition, `<b>${condition}</b>`)}`
  })
  for (const line of alsoKnown) lines.push(asHtml(line))
  for (const { text } of warnings) lines.push(`⚠️ ${asHtml(text)}`)
  for (const text of notices) lines.push(asHtml(text))
  return lines.length === 0 ? null : bullets(lines)
}

function timelinePart({ timeline, polls, timedOut, startedAt, endedAt, waitTimeoutMs }: Result): string {
  const times = count(polls, 'poll', 'polls')
  // The last poll may end before the time-out, so the heading names the time-out.
  const heading = timedOut
    ? `⌛ The wait of ${formatDuration(waitTimeoutMs)} ran out after ${times}`
    : `⏱️ Waited ${formatDuration(endedAt - startedAt)}, ${times}`
  const head = ['After', 'What changed']
  const changes = table(head, timeline, ({ elapsedMs, what }) => [formatDuration(elapsedMs), asHtml(what)])
  return details(heading, changes)
}
