import type { BlockingTest } from '../gate/quarantine/excuses.ts'
import type { ReasonCode } from '../gate/reasons.ts'
import { blockingTests, type Result, runUrl } from '../result.ts'
import { asHtml, code, link as linkTo, type Message, say } from '../text/message.ts'
import { explainedAt, storyOf, tellsTests, WAIT, WAIT_LONGER } from './story.ts'
import { whyBlocked } from './tests/failures.ts'
import { count } from './wording.ts'

/** At most this many tests are listed; the job summary lists more. */
const TESTS_SHOWN = 10
/** The most characters that one text may have. */
const TEXT_LIMIT = 1000

/**
 * The body of the comment: what happened, why, what to do, the blocking tests, the run. Its parts are HTML without
 * empty lines, so that no Markdown works in them. It holds no output of failed tests and no mentions. It holds no ages
 * and times either, so that equal findings give equal text.
 */
export function commentBody(result: Result): string {
  const { icon, headline, cause, remedy } = storyOf(result)
  const paragraph = (text: Message) => (text === '' ? null : `<p>${asHtml(text, TEXT_LIMIT)}</p>`)
  const advice = paragraph(remedy === '' ? '' : forAuthor(remedy, result))
  return [
    `<h3>${icon} ${asHtml(headline, TEXT_LIMIT)}</h3>`,
    ...(tellsTests(result) ? [blockingList(result), advice] : [paragraph(cause), advice, blockingList(result)]),
    runPart(result),
  ]
    .filter(part => part !== null)
    .join('\n\n')
}

/** The remedy for the author of the pull request. If it has code in it, it is mostly marked as one for maintainers. */
function forAuthor(remedy: Message, { verdict }: Result): Message {
  const isWait = remedy === WAIT || remedy === WAIT_LONGER
  const main = verdict.reasons[0]?.code
  if (isWait || main === 'service-unavailable') return 'Run the job again later.'
  // The first half of these remedies is for the author.
  if (main === 'too-many-excused') return remedy
  const namesCode = typeof remedy === 'object' && remedy.parts.some(part => typeof part === 'object' && 'code' in part)
  return namesCode ? say`For those who maintain the workflow: ${remedy}` : remedy
}

/** The blocking tests, a line each; null if there are none, or if the main reason is another one. */
function blockingList(result: Result): string | null {
  const blocking = blockingTests(result)
  const main = result.verdict.reasons[0]?.code
  if (blocking.length === 0 || (main !== 'blocking-failures' && main !== 'too-many-excused')) return null
  const items = blocking.slice(0, TESTS_SHOWN).map(each => {
    const { name, file, classname, parent } = each.test
    // File and class identify a test for quarantining; its parent only stands in for them.
    const places = file || classname ? [file, classname] : [parent]
    const where = places.flatMap(place => (place ? asHtml(code(place)) : [])).join(', ')
    return `<li>${name === '' ? '<i>no name</i>' : asHtml(code(name))}${where && ` in ${where}`}${noteOn(each, main)}</li>`
  })
  const more = blocking.length - items.length
  const note = more > 0 ? [`<li>${count(more, 'more test', 'more tests')} in the summary of the run</li>`] : []
  return `<ul>\n${[...items, ...note].join('\n')}\n</ul>`
}

/** The end of a test's line: the reason why it blocks, unless the text above the list says so. */
function noteOn(test: BlockingTest, main: ReasonCode): string {
  if (test.cause === 'too-many-excused') return main === test.cause ? '' : ' (quarantined, not excused)'
  if (test.cause !== 'not-quarantined' && test.cause !== 'ambiguous') return ''
  const [why] = whyBlocked(test)
  return why === undefined ? '' : `: ${why}`
}

/** The last line: the job with a link to its run, and a link to the page on the main reason. */
function runPart(result: Result): string {
  const { run } = result
  const job = [run.workflow, run.job].filter(name => name !== '').join(' / ') || 'workflow run'
  const page = explainedAt(result)
  const meaning = page === null ? '' : ` · ${asHtml(linkTo('What this means', page))}`
  return `<p><sub>${asHtml(linkTo(job, runUrl(run)))}${meaning} · Merge Queue Gate</sub></p>`
}
