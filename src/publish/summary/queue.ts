import { short } from '../../facts/commit.ts'
import {
  inWords,
  isAbsent,
  isLive,
  isOver,
  type PullRequest,
  positionOf,
  type Queue,
  type QueueEntry,
  type Readiness,
} from '../../facts/facts.ts'
import { pullRequestIn, queueIn } from '../../gate/subject.ts'
import { isDoubted, type Result } from '../../result.ts'
import { asHtml, code, count, grouped, link } from '../../text/message.ts'
import {
  folded,
  iconOf,
  priority,
  properties,
  pullRequestLink,
  row,
  stateCell,
  table,
  unbroken,
  VERDICT_ICONS,
} from './table.ts'

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

/** The pull request under report; null if there is none, or it was not read. */
export function pullRequestPart(result: Result): string | null {
  const { context, facts } = result
  const number = context?.pullRequest?.value
  if (number === undefined) return null
  if (isAbsent(facts.pullRequest)) {
    // The summary says elsewhere that the branch has no queue.
    if (isAbsent(facts.queue)) return null
    const branch = asHtml(code(context?.targetBranch?.value ?? ''))
    return `<h3>${pullRequestLink(result, number, `Pull request #${number}`)}</h3>\n<p>It was never submitted to the queue of ${branch}.</p>`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const title = pr.title === null ? '' : `: ${asHtml(pr.title, 200)}`
  return `<h3>${pullRequestLink(result, pr.number, `Pull request #${pr.number}`)}${title}</h3>\n${properties([
    ['State', isDoubted(result, 'pull-request', 'place') ? 'not known' : stateCell(pr, result)],
    ['In the queue', inTheQueue(pr, result)],
    ['Ready', readyCell(result, pr)],
    ['Priority', priority(pr)],
    ['Author', pr.author === null ? null : asHtml(code(pr.author))],
    ['Base', pr.baseBranch === null ? null : asHtml(code(pr.baseBranch))],
    ['Head', pr.sha === null ? null : asHtml(code(short(pr.sha)))],
    ['Skips the line', pr.skipTheLine ? 'yes' : null],
    ['Force enqueued', pr.forceEnqueued ? 'yes' : null],
    ['Page', pr.page ? asHtml(link(`at ${context?.source.name ?? 'the source'}`, pr.page)) : null],
  ])}`
}

/** Whether the pull request is in the queue, and its position in the queue's list. */
function inTheQueue(pr: PullRequest, result: Result): string {
  const { facts, context } = result
  if (isDoubted(result, 'pull-request', 'place')) return 'not known'
  const queue = queueIn(facts, context)
  const position = queue && positionOf(queue, pr.number)
  const place =
    position === null || !queue
      ? null
      : unbroken(`place ${grouped(position)} of ${grouped(queue.entries?.length ?? 0)}`)
  if (pr.submitted) return place ?? (pr.position ? `place ${grouped(pr.position)}` : 'yes')
  return place === null || isOver(pr.state) ? 'no' : `no, but the queue lists it ${place}`
}

function readyCell({ verdict }: Result, pr: PullRequest): string | null {
  // The rule doesn't apply to a pull request that has left the queue.
  if (verdict.ready === null || isOver(pr.state)) return null
  const rule = pr.readiness && pr.submitted ? ` (${readinessCell(pr.readiness)})` : ''
  return `${VERDICT_ICONS[verdict.ready]} ${{ met: 'yes', unmet: 'no', unknown: 'unknown' }[verdict.ready]}${rule}`
}

function readinessCell({
  baseBranchMatches,
  mergeability,
  requiresImpactedTargets,
  hasImpactedTargets,
}: Readiness): string {
  const part = (value: boolean | null, what: string) => `${value === null ? '❓' : value ? '✅' : '❌'} ${what}`
  const isMergeable = mergeability === 'mergeable' ? true : mergeability === 'not_mergeable' ? false : null
  return [
    part(baseBranchMatches, 'base branch'),
    part(isMergeable, isMergeable === null ? 'mergeability not known' : isMergeable ? 'mergeable' : 'not mergeable'),
    ...(requiresImpactedTargets === false ? [] : [part(hasImpactedTargets, 'impacted targets')]),
  ].join(' · ')
}
