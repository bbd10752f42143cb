import type { BlockingTest } from '../gate/quarantine/excuses.ts'
import { blockingTests, type Result, runUrl } from '../result.ts'
import { asHtml, code, count, link as linkTo, type Message } from '../text/message.ts'
import type { Story } from './story.ts'
import { whyBlocked } from './tests/failures.ts'

/** At most this many tests are listed; the job summary lists more. */
const TESTS_SHOWN = 10
/** The most characters that one text may have. */
const TEXT_LIMIT = 1000

/**
 * The body of the comment: what happened, why, what to do, the blocking tests, the run. Its parts are HTML without
 * empty lines, so that no Markdown works in them. It holds no output of failed tests and no mentions.
 */
export function commentBody({ icon, headline, cause, remedy, page }: Story, result: Result): string {
  return [
    `<h3>${icon} ${asHtml(headline, TEXT_LIMIT)}</h3>`,
    paragraph(cause),
    paragraph(remedy),
    blockingList(blockingTests(result)),
    runPart(result, page),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

function paragraph(text: Message): string {
  return text === '' ? '' : `<p>${asHtml(text, TEXT_LIMIT)}</p>`
}

/** The blocking tests, a line each; empty if there are none. */
function blockingList(blocking: readonly BlockingTest[]): string {
  const items = blocking.slice(0, TESTS_SHOWN).map(blockingItem)
  const more = blocking.length - items.length
  const note = more > 0 ? [`<li>${count(more, 'more test', 'more tests')} in the summary of the run</li>`] : []
  return items.length === 0 ? '' : `<ul>\n${[...items, ...note].join('\n')}\n</ul>`
}

function blockingItem(each: BlockingTest): string {
  const { name, file, classname, parent } = each.test
  // File and class identify a test for quarantining; its parent only stands in for them.
  const places = file || classname ? [file, classname] : [parent]
  const where = places.flatMap(place => (place ? asHtml(code(place)) : [])).join(', ')
  const why = whyBlocked(each)
    .map(reason => `: ${reason}`)
    .join('')
  return `<li>${name === '' ? '<i>no name</i>' : asHtml(code(name))}${where && ` in ${where}`}${why}</li>`
}

/** The last line: the job with a link to its run, and a link to the page on the main reason. */
function runPart({ run }: Result, page: string | null): string {
  const job = [run.workflow, run.job].filter(name => name !== '').join(' / ') || 'workflow run'
  const meaning = page === null ? '' : ` · ${asHtml(linkTo('What this means', page))}`
  return `<p><sub>${asHtml(linkTo(job, runUrl(run)))}${meaning} · Merge Queue Gate</sub></p>`
}
