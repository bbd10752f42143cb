import { formatDuration } from '../../duration.ts'
import { inWords, isOver, type Queue, type QueueEntry } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { queueIn, shownRun } from '../../gate/subject.ts'
import { asHtml, code, grouped } from '../../message.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { few, folded, iconOf, priority, properties, pullRequestLink, row, stateCell, table } from './table.ts'

const QUEUE_ICONS = { running: '🟢', paused: '⏸️', draining: '🟡', switching_modes: '🟡' }
/** Entries shown: ahead of the pull request, behind it, and from the front if it is not in the queue. */
const AHEAD = 8
const BEHIND = 2
const FIRST = 6

/** The queue: all entries, folded, if all is well; else those around the pull request. Null if it was not read. */
export function queuePart(result: Result): string | null {
  const { context, facts, verdict } = result
  const branch = asHtml(code(context?.targetBranch?.value ?? ''))
  if (facts.queue.kind === 'absent' && verdict.reasons[0]?.code === 'queue-not-found') return null
  if (facts.queue.kind === 'absent') return `<h3>Queue</h3>\n<p>Branch ${branch} has no queue.</p>`
  const queue = queueIn(facts, context)
  // A queue whose state and entries are not known has nothing to show.
  if (!queue || (queue.state === null && queue.entries === null)) return null
  const isWell =
    (queue.state ?? 'running') === 'running' && (verdict.conclusion === 'passed' || verdict.conclusion === 'skipped')
  const state = queue.state === null ? '' : `${iconOf(QUEUE_ICONS, queue.state)} ${asHtml(inWords(queue.state))}, `
  const title = `Queue of ${branch}: ${state}${entriesOf(queue)}`
  const own = context?.pullRequest?.value
  const entries = queue.entries ?? []
  if (isWell) {
    const all = entryTable(queue, 0, entries.length, own, result)
    return folded(title, [all, settings(queue)].filter(part => part !== '').join('\n'))
  }
  const at = own === undefined ? -1 : entries.findIndex(({ number }) => number === own)
  const from = at < 0 ? 0 : Math.max(0, at - AHEAD)
  const to = Math.min(entries.length, at < 0 ? FIRST : at + 1 + BEHIND)
  const near = entries.length === 0 ? '' : `\n${entryTable(queue, from, to, own, result)}`
  return `<h3>${title}</h3>${near}${hidden(from, entries.length - to)}\n${folded('Settings of the queue', settings(queue))}`
}

/** Ended entries are listed, but don't count. */
function entriesOf({ entries }: Queue): string {
  if (entries === null) return 'entries not known'
  const live = entries.filter(isLive).length
  const over = entries.length - live
  return `${count(live, 'entry', 'entries')}${over === 0 ? '' : ` (${grouped(over)} more listed, already over)`}`
}

function hidden(before: number, after: number): string {
  const parts = [
    ...(before > 0 ? [`${grouped(before)} more ahead`] : []),
    ...(after > 0 ? [`${grouped(after)} more behind`] : []),
  ]
  return parts.length === 0 ? '' : `\n<p><i>${parts.join(', ')}; the report file lists all</i></p>`
}

function entryTable(queue: Queue, from: number, to: number, own: number | undefined, result: Result): string {
  const entries = (queue.entries ?? []).slice(from, to)
  const withPriority = entries.some(entry => entry.priorityName !== null)
  const withTitle = entries.some(entry => entry.title !== null)
  // In parallel mode there are no positions.
  const withPlace = queue.ordered
  const head = [
    ...(withPlace ? [''] : []),
    'Pull request',
    ...(withTitle ? ['Title'] : []),
    'State',
    ...(withPriority ? ['Priority'] : []),
  ]
  const batch = new Set(shownRun(result.facts, result.context)?.pullRequests?.map(({ number }) => number))
  return table(head, batches(entries, batch), ({ at, members }) => {
    const [first] = members
    const isBatch = members.length > 1
    return row([
      ...(withPlace ? [isBatch ? `${from + at + 1}–${from + at + members.length}` : `${from + at + 1}`] : []),
      members.map(entry => numberCell(entry, own, result)).join('<br>'),
      ...(withTitle ? [members.map(({ title }) => asHtml(title ?? '', 120)).join('<br>')] : []),
      `${stateCell(first, result)}${isBatch ? '<br>one batch' : ''}`,
      ...(withPriority ? [priority(first) ?? ''] : []),
    ])
  })
}

/** Neighbours in one test run and in the same state share a row. */
function batches(
  entries: readonly QueueEntry[],
  tested: ReadonlySet<number>,
): { at: number; members: [QueueEntry, ...QueueEntry[]] }[] {
  const groups: { at: number; members: [QueueEntry, ...QueueEntry[]] }[] = []
  const isTested = ({ number }: QueueEntry) => number !== null && tested.has(number)
  entries.forEach((entry, at) => {
    const group = groups.at(-1)
    const [first] = group?.members ?? []
    if (group && first && isTested(entry) && isTested(first) && first.state === entry.state) group.members.push(entry)
    else groups.push({ at, members: [entry] })
  })
  return groups
}

function numberCell({ number, state }: QueueEntry, own: number | undefined, result: Result): string {
  if (number === null) return '?'
  const linked = pullRequestLink(result, number, `#${number}`)
  return number === own && !isOver(state) ? `<b>${linked}</b>&nbsp;👈` : linked
}

function settings(queue: Queue): string {
  const minutes = (value: number | null) => (value === null ? null : formatDuration(value * 60_000))
  const word = (value: string | null) => (value === null ? null : asHtml(inWords(value)))
  const number = (value: number | null) => (value === null ? null : String(value))
  const flag = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no')
  return properties([
    ['Mode', word(queue.mode)],
    ['Concurrency', number(queue.concurrency)],
    ['Testing time-out', minutes(queue.testingTimeoutMinutes)],
    ['Merge method', word(queue.mergeMethod)],
    ['Optimistic merging', flag(queue.canOptimisticallyMerge)],
    ['Pending failure depth', number(queue.pendingFailureDepth)],
    ['Batching', flag(queue.batch)],
    ['Batching: minimum size', number(queue.batchingMinSize)],
    ['Batching: longest wait', minutes(queue.batchingMaxWaitTimeMinutes)],
    ['Bisection concurrency', number(queue.bisectionConcurrency)],
    ['Required statuses', queue.requiredStatuses && requiredStatuses(queue.requiredStatuses)],
    ['Direct merge', word(queue.directMergeMode)],
    ['Optimization', word(queue.optimizationMode)],
    ['Draft pull requests for test branches', flag(queue.createPrsForTestingBranches)],
    ['Comments', flag(queue.commentsEnabled)],
    ['Commands', flag(queue.commandsEnabled)],
    ['Status check', flag(queue.statusCheckEnabled)],
  ])
}

function requiredStatuses(names: string[]): string {
  const cells = names.map(name => asHtml(code(name)))
  return few(cells, ' ') || 'none'
}
