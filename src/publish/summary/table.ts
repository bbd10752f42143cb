import { isOver, type PullRequest, type QueueEntry } from '../../facts/facts.ts'
import type { SourceProfile } from '../../facts/profile.ts'
import type { ConditionVerdict } from '../../gate/reasons.ts'
import { stateInWords } from '../../gate/subject.ts'
import { type Result, readAt } from '../../result.ts'
import { formatAge, since } from '../../text/duration.ts'
import { asHtml, grouped, link } from '../../text/message.ts'

/**
 * HTML in the job summary. Up to the next empty line, GitHub finds no Markdown in an HTML block (CommonMark, 4.6), so
 * nothing in a cell can become a link, an image or a heading.
 */

/** A row of a table, whose cells are HTML already. */
export function row(cells: readonly string[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map(cell => `<${tag}>${cell}</${tag}>`).join('')}</tr>`
}

/** Two columns of names and values; null values are left out. */
export function properties(pairs: readonly (readonly [string, string | null])[]): string {
  const rows = pairs.filter(([, value]) => value !== null).map(([name, value]) => row([`<b>${name}</b>`, value ?? '']))
  return `<table>${rows.join('\n')}</table>`
}

/** A table of at most `MOST_ROWS` and `MOST_CHARACTERS`. Further rows are not even made, but counted below it. */
export function table<Item>(head: readonly string[], items: readonly Item[], rowOf: (item: Item) => string): string {
  const kept: string[] = []
  let size = 0
  for (const item of items.slice(0, MOST_ROWS)) {
    const made = rowOf(item)
    size += made.length
    if (size > MOST_CHARACTERS) break
    kept.push(made)
  }
  const more = items.length - kept.length
  const note = more > 0 ? `<p><i>and ${grouped(more)} more, see the report file</i></p>` : ''
  if (kept.length === 0) return note
  return `<table>${row(head, 'th')}\n${kept.join('\n')}</table>${note && `\n${note}`}`
}

const MOST_ROWS = 1000
const MOST_CHARACTERS = 100_000

/** The first of many items in one cell; the others are counted. */
export function few(cells: readonly string[], separator: string): string {
  const more = cells.length - CELLS_SHOWN
  const note = more > 0 ? [`<i>and ${grouped(more)} more, see the report file</i>`] : []
  return [...cells.slice(0, CELLS_SHOWN), ...note].join(separator)
}

export function folded(title: string, content: string): string {
  return `<details><summary>${title}</summary>\n${content}\n</details>`
}

/** Items that {@link few} shows. */
const CELLS_SHOWN = 50

const STATE_ICONS = {
  not_ready: '⚪',
  pending: '⏳',
  testing: '🧪',
  tests_passed: '✅',
  merged: '🟣',
  failed: '❌',
  cancelled: '🚫',
  pending_failure: '⚠️',
}

type Judged = Pick<ConditionVerdict, 'verdict'>

export const VERDICT_ICONS = { unmet: '❌', unknown: '❓', met: '✅' }

/** For sorting: unmet first, then unknown, then met. */
export function byVerdict(a: Judged, b: Judged): number {
  const ranks = Object.keys(VERDICT_ICONS)
  return ranks.indexOf(a.verdict) - ranks.indexOf(b.verdict)
}

/** The icon of a value. The service chose the value, so it may be a name such as `constructor`. */
export function iconOf(icons: Readonly<Record<string, string>>, value: string | null): string {
  return (value !== null && Object.hasOwn(icons, value) && icons[value]) || '❓'
}

/** Text that stays on one line, however narrow its column gets. */
export function unbroken(escaped: string): string {
  return escaped.replaceAll(' ', '&nbsp;')
}

type Timed = Pick<PullRequest, 'state' | 'stateChangedAt'>

/** The state of a pull request with its age, such as `testing for 12 m` or `failed 2 h ago`. */
export function stateFor(submission: Timed, now: number, source?: SourceProfile): string {
  const state = submission.state === null ? 'in no known state' : stateInWords(submission.state, source)
  const time = since(submission.stateChangedAt, now)
  if (time === null) return state
  const isEvent = isOver(submission.state) || submission.state === 'tests_passed'
  return isEvent ? `${state} ${formatAge(time)} ago` : `${state} for ${formatAge(time)}`
}

/** The state of a pull request with its icon and age. */
export function stateCell(submission: PullRequest | QueueEntry, result: Result): string {
  const state = stateFor(submission, readAt(result), result.context?.source)
  return unbroken(`${iconOf(STATE_ICONS, submission.state)} ${asHtml(state)}`)
}

/** The name of the priority, which says more than its number; null if it has none. */
export function priority({ priorityName }: PullRequest | QueueEntry): string | null {
  return priorityName === null ? null : unbroken(asHtml(priorityName, 60))
}

/** Words about a pull request; a link if the server that runs the workflow has its repository. */
export function pullRequestLink({ context, run }: Result, number: number, words: string): string {
  const { owner, name } = context?.repository.value ?? {}
  const isHere = context !== null && run.serverUrl !== ''
  return asHtml(link(words, isHere ? `${run.serverUrl}/${owner}/${name}/pull/${number}` : null))
}
