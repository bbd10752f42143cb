import { code } from '../escape.ts'
import { positionOf } from '../facts/position.ts'
import { inWords } from '../facts/words.ts'
import type { Reason } from '../gate/reasons.ts'
import { pullRequestIn, queueIn, testRunIn } from '../gate/subject.ts'
import { asHtml, asText, link as linkTo } from '../message.ts'
import { headlineOf } from './content.ts'
import { causeOf, isExplained } from './diagnosis.ts'
import type { Result } from './result.ts'
import { runUrl } from './result.ts'
import { count } from './wording.ts'

/** UTF-16 units; GitHub takes 65,536 characters. The rest is for the marker. */
const LONGEST = 65_000
/** Reasons that are told; the summary of the run has more. */
const REASONS_SHOWN = 20
/** Characters of one text. */
const TEXT_LIMIT = 1000

/**
 * What the comment says: the verdict, the diagnosis, why and what to do, the run. HTML without blank lines inside its
 * parts, in which Markdown means nothing. It holds no age, no time and no text of a failed test, so that it changes only
 * with what it says; nobody is mentioned.
 */
export function commentBody(result: Result): string {
  const head = [headlinePart(result), diagnosisPart(result)].filter(part => part !== null)
  const foot = runPart(result)
  const room = LONGEST - head.join('\n\n').length - foot.length - 8
  return [...head, reasonsPart(result, room), foot].filter(part => part !== null).join('\n\n')
}

function headlinePart(result: Result): string {
  const { icon, text } = headlineOf(result)
  return `<h3>${icon} ${asHtml(result.verdict.conclusion === 'reported' ? stateOf(result) : text, TEXT_LIMIT)}</h3>`
}

/** With nothing required, what was found is the news; an age would make each run a change. */
function stateOf({ facts, context }: Result): string {
  const number = context?.pullRequest?.value
  if (number !== undefined && facts.pullRequest.kind === 'absent') return `#${number} was never submitted to the queue`
  const pr = pullRequestIn(facts, context)
  const queue = queueIn(facts, context)
  if (pr) {
    const place = queue && positionOf(queue, pr.number)
    const state = pr.state === null ? 'in no known state' : inWords(pr.state)
    return `#${pr.number} is ${state}${pr.submitted ? '' : ', not in the queue'}${place === null ? '' : `, number ${place} in the queue`}`
  }
  const testRun = testRunIn(facts, context)
  if (testRun) return `The test run is ${testRun.status === null ? 'without a status' : inWords(testRun.status)}`
  if (queue) return `The queue is ${inWords(queue.state)}`
  return 'Nothing was read'
}

/** The likeliest cause why the pull request is stuck or out. */
function diagnosisPart(result: Result): string | null {
  const cause = causeOf(result)
  if (!cause) return null
  const remedy = cause.remedy === '' ? '' : `<br>\n${asHtml(cause.remedy, TEXT_LIMIT)}`
  return `<p>${asHtml(cause.message, TEXT_LIMIT)}${remedy}</p>`
}

/** What is not met or not known, each text once. What only accompanies a verdict that passed is left to the summary. */
function reasonsPart(result: Result, room: number): string | null {
  const { verdict } = result
  const isGood = verdict.conclusion === 'passed' || verdict.conclusion === 'reported'
  const told = verdict.reasons
    .filter(({ condition }) => condition !== null || !isGood)
    .filter(({ code }) => !isExplained(code, result))
  const lines = [...new Map(told.map(each => [asText(each.message), item(each)])).values()]
  const kept: string[] = []
  let used = 100
  for (const line of lines.slice(0, REASONS_SHOWN)) {
    used += line.length + 1
    if (used > room) break
    kept.push(line)
  }
  if (lines.length > kept.length) {
    kept.push(`<li>${count(lines.length - kept.length, 'more reason', 'more reasons')} in the summary of the run</li>`)
  }
  return kept.length === 0 ? null : `<ul>\n${kept.join('\n')}\n</ul>`
}

function item({ condition, message, remedy }: Reason): string {
  const name = condition === null ? '' : `${code(condition)}: `
  return `<li>${name}${asHtml(message, TEXT_LIMIT)} ${asHtml(remedy, TEXT_LIMIT)}</li>`
}

/** Which job speaks, and where its run is. */
function runPart({ run }: Result): string {
  const job = [run.workflow, run.job].filter(name => name !== '').join(' / ') || 'workflow run'
  return `<p><sub>${asHtml(linkTo(job, runUrl(run)))} · Merge Queue Gate</sub></p>`
}
