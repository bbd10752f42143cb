import { formatDuration } from '../../duration.ts'
import { code, html } from '../../escape.ts'
import type { Queue } from '../../facts/facts.ts'
import { isLive } from '../../facts/position.ts'
import { queueIn } from '../../gate/subject.ts'
import { count } from '../phrases.ts'
import type { Result } from '../result.ts'
import { iconOf, priority, pullRequestLink, stateCell, yes } from './cells.ts'
import { few, fittedTable, folded, properties, row } from './table.ts'

const QUEUE_ICONS = { running: '🟢', paused: '⏸️', draining: '🟡', switching_modes: '🟡' }

/** The queue, its entries as far as they fit into `room` bytes; null where it was not read. */
export function queuePart(result: Result, room: number): string | null {
  const { context, facts } = result
  const branch = code(context?.targetBranch?.value ?? '')
  if (facts.queue.kind === 'absent') return `<h3>Queue</h3>\n<p>${branch} has no queue.</p>`
  const queue = queueIn(facts, context)
  if (!queue) return null
  const mode = queue.mode === null ? '' : ` · ${html(queue.mode, 60)} mode`
  const heading = `<h3>Queue of ${branch}: ${iconOf(QUEUE_ICONS, queue.state)} ${html(queue.state, 60)}</h3>
<p>${count(queue.entries.filter(isLive).length, 'entry', 'entries')}${mode}</p>`
  const own = context?.pullRequest?.value
  const entries = fittedTable(
    ['', 'Pull request', 'Title', 'State', 'Priority'],
    entryRows(queue, own, result),
    queue.entries.length,
    room,
  )
  return `${heading}\n${entries.html}\n${folded('Settings of the queue', settings(queue))}`
}

function* entryRows(queue: Queue, own: number | undefined, result: Result): Generator<string> {
  for (const [at, entry] of queue.entries.entries()) {
    const number = entry.number === null ? '' : pullRequestLink(result, entry.number, `#${entry.number}`)
    const isOwn = entry.number !== null && entry.number === own
    yield row([
      `${at + 1}`,
      isOwn ? `<b>${number}</b> 👈` : number,
      html(entry.title ?? '', 120),
      stateCell(entry, result.endedAt),
      priority(entry) ?? '',
    ])
  }
}

function settings(queue: Queue): string {
  const minutes = (value: number | null) => (value === null ? null : formatDuration(value * 60_000))
  const word = (value: string | null) => (value === null ? null : code(value, 60))
  const number = (value: number | null) => (value === null ? null : String(value))
  const flag = (value: boolean | null) => (value === null ? null : yes(value))
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
    [
      'Required statuses',
      queue.requiredStatuses &&
        (few(
          queue.requiredStatuses.map(name => code(name, 120)),
          ' ',
        ) ||
          'none'),
    ],
    ['Direct merge', word(queue.directMergeMode)],
    ['Optimization', word(queue.optimizationMode)],
    ['Draft pull requests for test branches', flag(queue.createPrsForTestingBranches)],
    ['Comments', flag(queue.commentsEnabled)],
    ['Commands', flag(queue.commandsEnabled)],
    ['Status check', flag(queue.statusCheckEnabled)],
  ])
}
