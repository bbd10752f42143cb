import { endInWords, short, testedNothing } from '../../facts/commit.ts'
import {
  inWords,
  isAbsent,
  isLive,
  isOver,
  type PullRequest,
  type Queue,
  type QueueEntry,
  type Readiness,
  type TestRun,
} from '../../facts/facts.ts'
import { type Status, statusesOf } from '../../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../../gate/subject.ts'
import type { Result } from '../../result.ts'
import { formatAge, since } from '../../text/duration.ts'
import { asHtml, code, count, firstOf, link, say } from '../../text/message.ts'
import { isDoubted, placeIn, statusInWords } from '../lines.ts'
import { folded, iconOf, properties, row, table, unbroken, VERDICT_ICONS } from './table.ts'

/** The pull request under report; null if there is none, or it was not read. */
export function pullRequestPart(result: Result): string | null {
  const { context, facts } = result
  const number = context?.pullRequest?.value
  // That the branch has no queue is said with the queue.
  if (number === undefined || (isAbsent(facts.pullRequest) && isAbsent(facts.queue))) return null
  const heading = pullRequestLink(result, number, `Pull request #${number}`)
  if (isAbsent(facts.pullRequest)) {
    const branch = asHtml(code(context?.targetBranch?.value ?? ''))
    return `<h3>${heading}</h3>\n<p>It was never submitted to the queue of ${branch}.</p>`
  }
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const title = pr.title === null ? '' : `: ${asHtml(pr.title, 200)}`
  const isOpen = isDoubted(result, 'pull-request', 'place')
  return `<h3>${heading}${title}</h3>\n${properties([
    ['State', isOpen ? 'not known' : stateCell(pr, result)],
    ['In the queue', isOpen ? 'not known' : pr.submitted ? (placeIn(result) ?? 'yes') : 'no'],
    ['Ready', readyCell(result, pr)],
    ['Base', pr.baseBranch === null ? null : asHtml(code(pr.baseBranch))],
    ['Head', pr.sha === null ? null : asHtml(code(short(pr.sha)))],
    ['Page', pr.page ? asHtml(link(`at ${context?.source.name ?? 'the source'}`, pr.page)) : null],
  ])}`
}

function readyCell({ verdict: { ready } }: Result, { state, readiness, submitted }: PullRequest): string | null {
  // The rule doesn't apply to a pull request that has left the queue.
  if (ready === null || isOver(state)) return null
  const rule = readiness && submitted ? ` (${readinessCell(readiness)})` : ''
  return `${VERDICT_ICONS[ready]} ${{ met: 'yes', unmet: 'no', unknown: 'unknown' }[ready]}${rule}`
}

function readinessCell({ baseBranchMatches, mergeability, ...targets }: Readiness): string {
  const part = (value: boolean | null, what: string) => `${value === null ? '❓' : value ? '✅' : '❌'} ${what}`
  const isMergeable = mergeability === 'mergeable' ? true : mergeability === 'not_mergeable' ? false : null
  return [
    part(baseBranchMatches, 'base branch'),
    part(isMergeable, 'mergeable'),
    ...(targets.requiresImpactedTargets === false ? [] : [part(targets.hasImpactedTargets, 'impacted targets')]),
  ].join(' · ')
}

const QUEUE_ICONS = { running: '🟢', paused: '⏸️', draining: '🟡', switching_modes: '🟡' }

/** The queue with its entries; null if it was not read, or nothing is known but that it exists. */
export function queuePart(result: Result): string | null {
  const { context, facts } = result
  const branch = asHtml(code(context?.targetBranch?.value ?? ''))
  if (isAbsent(facts.queue)) return `<p>Branch ${branch} has no queue.</p>`
  const queue = queueIn(facts, context)
  if (!queue?.state) return null
  const live = queue.entries?.filter(isLive).length
  const entries = live === undefined ? 'entries not known' : count(live, 'entry', 'entries')
  const heading = `Queue of ${branch}: ${iconOf(QUEUE_ICONS, queue.state)} ${asHtml(inWords(queue.state))}, ${entries}`
  return folded(heading, entryTable(queue, result))
}

function entryTable({ entries, ordered }: Queue, result: Result): string {
  const places = (entries ?? []).map((entry, at) => ({ entry, at }))
  return table(['', 'Pull request', 'Title', 'State', 'Priority'], places, ({ entry, at }) =>
    row([
      ordered ? `${at + 1}` : '',
      numberCell(entry, result),
      asHtml(entry.title ?? '', 120),
      stateCell(entry, result),
      entry.priorityName === null ? '' : unbroken(entry.priorityName),
    ]),
  )
}

function numberCell({ number, state }: QueueEntry, result: Result): string {
  if (number === null) return '?'
  const linked = pullRequestLink(result, number, `#${number}`)
  return number === result.context?.pullRequest?.value && !isOver(state) ? `<b>${linked}</b>&nbsp;👈` : linked
}

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

/** The state of a pull request with its icon and age. */
function stateCell(submission: PullRequest | QueueEntry, result: Result): string {
  const state = stateFor(submission, readAt(result))
  return `${iconOf(STATE_ICONS, submission.state)}&nbsp;${unbroken(state)}`
}

/** The time of the facts, in milliseconds since the epoch: ages don't grow during an outage. */
function readAt({ endedAt, outageAtEnd }: Result): number {
  return endedAt - (outageAtEnd?.lastsMs ?? 0)
}

type Timed = Pick<PullRequest, 'state' | 'stateChangedAt'>

/** The state of a pull request with its age, such as `testing for 12 m` or `failed 2 h ago`. */
export function stateFor({ state, stateChangedAt }: Timed, now: number): string {
  const words = state === null ? 'in no known state' : inWords(state)
  const age = since(stateChangedAt, now)
  if (age === null) return words
  return isOver(state) || state === 'tests_passed' ? `${words} ${formatAge(age)} ago` : `${words} for ${formatAge(age)}`
}

/** Words about a pull request; a link if the server that runs the workflow has its repository. */
function pullRequestLink({ context, run }: Result, number: number, words: string): string {
  const { owner, name } = context?.repository.value ?? {}
  const isHere = context !== null && run.serverUrl !== ''
  return asHtml(link(words, isHere ? `${run.serverUrl}/${owner}/${name}/pull/${number}` : null))
}

const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }
const OUTCOME_ICONS = { passed: '✅', failed: '❌', pending: '⏳', unknown: '❓', missing: '🚫' }

/** The test run with each required status and its check; null if none is known. */
export function testRunPart(result: Result): string | null {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  // A merge group's run belongs to the pull request under report.
  const isOfAnother = context?.source.testsOn === 'merge-group' && isDoubted(result, 'pull-request')
  if (!run || isOfAnother) return null
  const now = readAt(result)
  const age = since(run.createdAt, now)
  const began = age === null ? '' : `, begun ${formatAge(age)} ago`
  const numbers = firstOf(run.pullRequests ?? [], 5, ({ number, url }) => link(`#${number}`, url))
  const of = run.pullRequests?.length ? say` of ${numbers}` : ''
  const status = `${asHtml(of)} ${asHtml(statusInWords(run, result))}${began}`
  const required = statusesOf(run, explanation.checks)
  return [
    `<h3>${iconOf(TEST_RUN_ICONS, run.status)} The test run${status}</h3>`,
    requiredPart(required, now),
    ...othersPart(run, required, now),
    folded('Details of the test run', details(run)),
  ].join('\n')
}

/** The required statuses, failed and missing ones first; folded if all passed. */
function requiredPart(required: readonly Status[] | null, now: number): string {
  if (required === null) return '<p>It is not known which statuses are required.</p>'
  if (required.length === 0) return '<p>No status is required.</p>'
  const all = statusTable('Required status', required, now)
  const isWell = required.every(each => each.state === 'passed' && !testedNothing(each))
  return isWell ? folded(`${count(required.length, 'required status', 'required statuses')} passed`, all) : all
}

/** What else reported on the commit, folded away. */
function othersPart({ reported }: TestRun, required: readonly Status[] | null, now: number): string[] {
  const names = new Set(required?.map(({ name }) => name))
  const others = reported.filter(({ name }) => !names.has(name))
  if (others.length === 0) return []
  const statuses = others.map(each => ({ ...each, state: each.outcome ?? 'unknown', since: each.since ?? null }))
  return [folded(count(others.length, 'other check', 'other checks'), statusTable('Check', statuses, now))]
}

type ShownStatus = Pick<Status, 'name' | 'url' | 'state' | 'word' | 'since'>

const WORST_FIRST: Status['state'][] = ['failed', 'missing', 'pending', 'unknown', 'passed']

function statusTable(head: string, statuses: readonly ShownStatus[], now: number): string {
  const sorted = statuses.toSorted((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
  return table(['', head, 'Outcome'], sorted, status => {
    const { name, url, state } = status
    const age = state === 'missing' ? null : since(status.since, now)
    const when = age === null ? '' : state === 'pending' ? ` for ${formatAge(age)}` : `, ${formatAge(age)} ago`
    const icon = testedNothing(status) ? '⏭️' : OUTCOME_ICONS[state]
    return row([icon, asHtml(code(name, url)), `${outcomeInWords(status)}${when}`])
  })
}

/** How a status ended, in its own word where there is one. */
function outcomeInWords({ state, word }: ShownStatus): string {
  if (state === 'missing') return 'nothing has reported it'
  if (state === 'unknown') return 'not known'
  if (state === 'pending') return endInWords(word ?? 'pending')
  if (state === 'failed') return word === 'cancelled' ? 'was cancelled (it did not fail)' : endInWords(word)
  return testedNothing({ word }) ? `${endInWords(word)} (counts as passed)` : 'passed'
}

/** At most this many pull requests are listed; the report has all. */
const MOST_LISTED = 50

function details({ pullRequests, testBranch, testBranchSha, dependentPullRequests }: TestRun): string {
  const listed = pullRequests?.slice(0, MOST_LISTED)
  const titles = listed?.map(({ number, url, title }) => asHtml(say`${link(`#${number}`, url)} ${title ?? ''}`, 120))
  const ahead = dependentPullRequests ?? []
  return properties([
    ['Pull requests', titles?.join('<br>') ?? null],
    ['Test branch', testBranch === '' ? null : asHtml(code(testBranch))],
    ['Commit', asHtml(code(short(testBranchSha)))],
    ['Builds on', ahead.length === 0 ? null : asHtml(firstOf(ahead, MOST_LISTED, number => `#${number}`))],
  ])
}
