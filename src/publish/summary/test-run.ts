import { endInWords, short, testedNothing } from '../../facts/commit.ts'
import type { ReportedStatus, TestRun } from '../../facts/facts.ts'
import { type Status, statusesOf } from '../../gate/statuses.ts'
import { shownRun } from '../../gate/subject.ts'
import { isDoubted, type Result, readAt } from '../../result.ts'
import { formatAge, since } from '../../text/duration.ts'
import { asHtml, code, count, firstOf, grouped, link, say } from '../../text/message.ts'
import { statusInWords } from '../known.ts'
import { few, folded, iconOf, properties, row, table } from './table.ts'

const STATE_ICONS = { passed: '✅', failed: '❌', pending: '⏳', unknown: '❓', missing: '🚫' }
const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }

/** The test run with each required status and its check; null if none is known. */
export function testRunPart(result: Result): string | null {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  // A merge group's run belongs to the pull request under report.
  const isOfAnother = context?.source.testsOn === 'merge-group' && isDoubted(result, 'pull-request')
  if (!run || isOfAnother) return null
  const ago = since(run.createdAt, readAt(result))
  const began = ago === null ? '' : `, begun ${formatAge(ago)} ago`
  return [
    `<h3>${iconOf(TEST_RUN_ICONS, run.status)} The test run${numbersOf(run)} ${asHtml(statusInWords(run, result))}${began}</h3>`,
    requiredPart(run, result),
    othersPart(run),
    folded('Details of the test run', details(run)),
  ]
    .filter(part => part !== null)
    .join('\n')
}

function numbersOf({ pullRequests }: TestRun): string {
  if (!pullRequests?.length) return ''
  return asHtml(say` of ${firstOf(pullRequests, 5, ({ number, url }) => link(`#${number}`, url))}`)
}

/** The required statuses, failed and missing ones first; folded if all passed. */
function requiredPart(run: TestRun, result: Result): string {
  const required = statusesOf(run, result.explanation.checks)
  if (required === null) return '<p>It is not known which statuses are required.</p>'
  if (required.length === 0) return '<p>No status is required.</p>'
  const now = readAt(result)
  const all = table(['', 'Required status', 'Outcome'], required.toSorted(worstFirst), each => statusRow(each, now))
  const isWell = required.every(each => each.state === 'passed' && !testedNothing(each))
  return isWell ? folded(`${count(required.length, 'required status', 'required statuses')} passed`, all) : all
}

const WORST_FIRST: Status['state'][] = ['failed', 'missing', 'pending', 'unknown', 'passed']

function worstFirst(a: Status, b: Status): number {
  return WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state)
}

function statusRow(status: Status, now: number): string {
  const { name, state, url, since: at } = status
  const ago = state === 'missing' ? null : since(at, now)
  const when = ago === null ? '' : state === 'pending' ? ` for ${formatAge(ago)}` : `, ${formatAge(ago)} ago`
  const icon = testedNothing(status) ? '⏭️' : STATE_ICONS[state]
  return row([icon, asHtml(code(name, url)), `${outcomeInWords(status)}${when}`])
}

/** How a status ended, in its own word where there is one. */
function outcomeInWords({ state, word }: Pick<Status, 'state' | 'word'>): string {
  switch (state) {
    case 'missing':
      return 'nothing has reported it'
    case 'unknown':
      return 'not known'
    case 'passed':
      return word === 'skipped' || word === 'neutral' ? `${endInWords(word)} (counts as passed)` : 'passed'
    case 'failed':
      return word === 'cancelled' ? 'was cancelled (it did not fail)' : endInWords(word ?? 'failure')
    case 'pending':
      return endInWords(word ?? 'pending')
  }
}

function othersPart({ requiredStatuses, reported }: TestRun): string | null {
  const required = new Set(requiredStatuses)
  const others = reported.filter(({ name }) => !required.has(name))
  if (others.length === 0) return null
  const list = table(['Check', 'Outcome'], others, each =>
    row([asHtml(code(each.name, each.url)), reportInWords(each)]),
  )
  return folded(count(others.length, 'other check', 'other checks'), list)
}

function reportInWords({ outcome, word }: ReportedStatus): string {
  return outcome === null ? 'reported' : outcomeInWords({ state: outcome, ...(word !== undefined && { word }) })
}

function details(run: TestRun): string {
  return properties([
    ['Pull requests', testedPullRequests(run)],
    ['Test branch', run.testBranch === '' ? null : asHtml(code(run.testBranch))],
    ['Commit', asHtml(code(short(run.testBranchSha)))],
    ['Builds on', dependencies(run)],
    ['Impacted targets', targets(run)],
  ])
}

function dependencies({ dependentPullRequests }: TestRun): string | null {
  const cells = (dependentPullRequests ?? []).map(number => asHtml(`#${number}`))
  return few(cells, ', ') || null
}

function testedPullRequests({ pullRequests }: TestRun): string | null {
  const cells = pullRequests?.map(({ number, url, title }) =>
    `${asHtml(link(`#${number}`, url))} ${asHtml(title ?? '', 120)}`.trimEnd(),
  )
  return cells ? few(cells, '<br>') : null
}

function targets({ impactedTargets, impactedTargetsForTestedPullRequests }: TestRun): string | null {
  if (impactedTargets === null) return null
  const own = impactedTargetsForTestedPullRequests
  const ofOwn = own === null ? '' : `, ${grouped(own.length)} of them from the pull requests under test`
  return `${grouped(impactedTargets.length)}${ofOwn}`
}
