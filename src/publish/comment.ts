import { positionOf } from '../facts/position.ts'
import { inWords } from '../facts/words.ts'
import type { Reason } from '../gate/reasons.ts'
import { pullRequestIn, queueIn, testRunIn } from '../gate/subject.ts'
import { asHtml, asText, code, link as linkTo } from '../message.ts'
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
  const items = reasonItems(result)
  for (let shown = Math.min(items.length, REASONS_SHOWN); ; shown--) {
    const parts = [headlinePart(result), diagnosisPart(result), listOfReasons(items, shown), runPart(result)]
    const body = parts.filter(part => part !== null).join('\n\n')
    if (body.length <= LONGEST || shown === 0) return body
  }
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
function reasonItems(result: Result): string[] {
  const { verdict } = result
  const isGood = verdict.conclusion === 'passed' || verdict.conclusion === 'reported'
  const told = verdict.reasons
    .filter(({ condition }) => condition !== null || !isGood)
    .filter(({ code }) => !isExplained(code, result))
  return [...new Map(told.map(each => [asText(each.message), item(each)])).values()]
}

function listOfReasons(items: readonly string[], shown: number): string | null {
  if (items.length === 0) return null
  const more = count(items.length - shown, 'more reason', 'more reasons')
  const note = items.length > shown ? [`<li>${more} in the summary of the run</li>`] : []
  return `<ul>\n${[...items.slice(0, shown), ...note].join('\n')}\n</ul>`
}

function item({ condition, message, remedy }: Reason): string {
  const name = condition === null ? '' : `${asHtml(code(condition))}: `
  return `<li>${name}${asHtml(message, TEXT_LIMIT)} ${asHtml(remedy, TEXT_LIMIT)}</li>`
}

/** Which job speaks, and where its run is. */
function runPart({ run }: Result): string {
  const job = [run.workflow, run.job].filter(name => name !== '').join(' / ') || 'workflow run'
  return `<p><sub>${asHtml(linkTo(job, runUrl(run)))} · Merge Queue Gate</sub></p>`
}
