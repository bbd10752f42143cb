import { inWords, isLive, isOver, type Queue, type QueueEntry } from '../../facts/facts.ts'
import { isAbsent } from '../../facts/reading.ts'
import { queueIn } from '../../gate/subject.ts'
import type { Result } from '../../result.ts'
import { asHtml, code, count } from '../../text/message.ts'
import { folded, iconOf, priority, pullRequestLink, row, stateCell, table } from './table.ts'

const QUEUE_ICONS = { running: '🟢', paused: '⏸️', draining: '🟡', switching_modes: '🟡' }

/** The queue with its entries; null if it was not read, or has nothing to show. */
export function queuePart(result: Result): string | null {
  const { context, facts } = result
  const branch = asHtml(code(context?.targetBranch?.value ?? ''))
  if (isAbsent(facts.queue)) return `<p>Branch ${branch} has no queue.</p>`
  const queue = queueIn(facts, context)
  if (!queue || (queue.state === null && queue.entries === null)) return null
  const state = queue.state === null ? '' : `${iconOf(QUEUE_ICONS, queue.state)} ${asHtml(inWords(queue.state))}, `
  const entries =
    queue.entries === null ? 'entries not known' : count(queue.entries.filter(isLive).length, 'entry', 'entries')
  return folded(`Queue of ${branch}: ${state}${entries}`, entryTable(queue, context?.pullRequest?.value, result))
}

function entryTable({ entries, ordered }: Queue, own: number | undefined, result: Result): string {
  const places = (entries ?? []).map((entry, at) => ({ entry, at }))
  return table(['', 'Pull request', 'Title', 'State', 'Priority'], places, ({ entry, at }) =>
    row([
      ordered ? `${at + 1}` : '',
      numberCell(entry, own, result),
      asHtml(entry.title ?? '', 120),
      stateCell(entry, result),
      priority(entry) ?? '',
    ]),
  )
}

function numberCell({ number, state }: QueueEntry, own: number | undefined, result: Result): string {
  if (number === null) return '?'
  const linked = pullRequestLink(result, number, `#${number}`)
  return number === own && !isOver(state) ? `<b>${linked}</b>&nbsp;👈` : linked
}
