import { code, html } from '../../escape.ts'
import { short } from '../../facts/commit.ts'
import type { PullRequest, Readiness } from '../../facts/facts.ts'
import { positionOf } from '../../facts/position.ts'
import { pullRequestIn, queueIn } from '../../gate/subject.ts'
import { grouped, ordinal } from '../phrases.ts'
import type { Result } from '../result.ts'
import { priority, pullRequestLink, stateCell, VERDICT_ICONS } from './cells.ts'
import { properties } from './table.ts'

/** The pull request under report; null where there is none, or it was not read. */
export function pullRequestPart(result: Result): string | null {
  const { context, facts } = result
  const number = context?.pullRequest?.value
  if (number === undefined) return null
  if (facts.pullRequest.kind === 'absent') {
    return `<h3>Pull request #${number}</h3>\n<p>Never submitted to the queue of ${code(context?.targetBranch?.value ?? '')}.</p>`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const queue = queueIn(facts, context)
  const position = queue && positionOf(queue, pr.number)
  const place = position === null || !queue ? null : `${ordinal(position)} of ${grouped(queue.entries.length)}`
  return `<h3>${pullRequestLink(result, pr.number, `Pull request #${pr.number}`)}: ${html(pr.title ?? 'without a title', 200)}</h3>\n${properties(
    [
      ['State', stateCell(pr, result.endedAt)],
      ['In the queue', pr.submitted ? (place ?? 'yes') : 'no'],
      ['Ready', readyCell(result, pr)],
      ['Priority', priority(pr)],
      ['Author', pr.author === null ? null : code(pr.author)],
      ['Base', pr.baseBranch === null ? null : code(pr.baseBranch)],
      ['Head', code(short(pr.sha))],
      ['Skips the line', pr.skipTheLine ? 'yes' : null],
      ['Force enqueued', pr.forceEnqueued ? 'yes' : null],
    ],
  )}`
}

function readyCell({ verdict }: Result, pr: PullRequest): string | null {
  if (verdict.ready === null) return null
  // Once the episode is over, the rule has no say.
  const rule = pr.readiness && pr.submitted ? `<br>${readinessCell(pr.readiness)}` : ''
  return `${VERDICT_ICONS[verdict.ready]} ${{ met: 'yes', unmet: 'no', unknown: 'not known' }[verdict.ready]}${rule}`
}

function readinessCell(rule: Readiness): string {
  const part = (value: boolean | null, what: string) => `${value === null ? '❔' : value ? '✅' : '❌'} ${what}`
  const mergeability =
    rule.mergeability === null
      ? '❔ mergeability not sent'
      : `${rule.mergeability === 'mergeable' ? '✅' : rule.mergeability === 'not_mergeable' ? '❌' : '❔'} ${html(rule.mergeability, 60)}`
  const targets =
    rule.requiresImpactedTargets === false
      ? '✅ impacted targets not required'
      : part(rule.hasImpactedTargets, 'impacted targets')
  return `<sub>${part(rule.baseBranchMatches, 'base branch')} · ${mergeability} · ${targets}</sub>`
}
