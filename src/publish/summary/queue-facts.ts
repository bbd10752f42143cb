import { checkStateInWords, testedNothing } from '../../facts/check.ts'
import { inWords, isEndState, type MergeGroupChecks, type PullRequest, type QueueEntry } from '../../facts/facts.ts'
import { summaryOfChecks } from '../../gate/merge-group-checks.ts'
import { type Status, shownStatuses } from '../../gate/statuses.ts'
import { pullRequestIn, queueIn, shownRun } from '../../gate/subject.ts'
import type { Result } from '../../result.ts'
import { formatAge, msSince } from '../../text/duration.ts'
import { asHtml, code, count, link, say, sentences } from '../../text/message.ts'
import { isDoubted, placeInQueue, queueLine, runInWords } from '../lines.ts'
import { bullets, details, iconOf, table, VERDICT_ICONS } from './table.ts'

/** The part on the pull request that the step is about; null if there is none, or if no answer is about it. */
export function pullRequestPart(result: Result): string | null {
  const { context, facts, verdict } = result
  const pr = pullRequestIn(facts, context)
  if (!pr) return null
  const title = pr.title === null ? '' : `: ${asHtml(pr.title, 200)}`
  const isStateDoubted = isDoubted(result, 'pull-request', 'pull-request-state')
  const place = pr.submitted ? (placeInQueue(result) ?? 'yes') : 'no'
  // Readiness doesn't matter any more for a pull request that has left the queue.
  const ready = isEndState(pr.state) ? null : verdict.ready
  const lines = [
    `State: ${isStateDoubted ? 'not known' : stateCell(pr, readAt(result))}`,
    `In the queue: ${isStateDoubted ? 'not known' : place}`,
    ready && `Ready: ${VERDICT_ICONS[ready]} ${{ met: 'yes', unmet: 'no', unknown: 'not known' }[ready]}`,
    pr.page ? `Page: ${asHtml(link(`at ${context?.source.name ?? 'the source'}`, pr.page))}` : null,
  ].filter(line => line !== null)
  return `<h3>${pullRequestLink(result, pr.number, `Pull request #${pr.number}`)}${title}</h3>\n${bullets(lines)}`
}

const QUEUE_ICONS = { running: '🟢', paused: '⏸️', draining: '🟡', switching_modes: '🟡' }

/** The queue with its entries; null if neither its state nor its absence is known. */
export function queuePart(result: Result): string | null {
  const line = queueLine(result)
  const queue = queueIn(result.facts, result.context)
  if (line === null) return null
  if (!queue) return `<p>${asHtml(line)}.</p>`
  const head = ['', 'Pull request', 'Title', 'State']
  const entries = table(head, queue.entries ?? [], (entry, at) => {
    const { number, title, state } = entry
    const linked = number === null ? '?' : pullRequestLink(result, number, `#${number}`)
    const isOwn = number !== null && number === result.context?.pullRequest && !isEndState(state)
    return [
      queue.isOrdered ? `${at + 1}` : '',
      isOwn ? `<b>${linked}</b>&nbsp;👈` : linked,
      asHtml(title ?? '', 120),
      stateCell(entry, readAt(result)),
    ]
  })
  return details(`${iconOf(QUEUE_ICONS, queue.state)} ${asHtml(line)}`, entries)
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

/** When the facts were read, in milliseconds since the epoch: before the outage, if the step ended in one. */
function readAt({ endedAt, outageAtEnd }: Result): number {
  return endedAt - (outageAtEnd?.answerAgeMs ?? 0)
}

/** The state of a pull request with its age, such as `🧪 testing for 12 m` or `❌ failed 2 h ago`. */
function stateCell({ state, stateChangedAt }: PullRequest | QueueEntry, now: number): string {
  const words = state === null ? 'in no known state' : inWords(state)
  const age = msSince(stateChangedAt, now)
  const isPast = isEndState(state) || state === 'tests_passed'
  const when = age === null ? '' : isPast ? ` ${formatAge(age)} ago` : ` for ${formatAge(age)}`
  // It stays on one line, however narrow its column gets.
  const text = asHtml(`${words}${when}`).replaceAll(' ', '&nbsp;')
  return `${iconOf(STATE_ICONS, state)}&nbsp;${text}`
}

/** Words about a pull request; a link to it if the address of the server is known. */
function pullRequestLink({ context, workflowRun }: Result, number: number, words: string): string {
  const { owner, name } = context?.repository ?? {}
  return asHtml(link(words, `${workflowRun.serverUrl}/${owner}/${name}/pull/${number}`))
}

const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }

/** The test run with its required statuses; null if no run is known. */
export function testRunPart(result: Result): string | null {
  const { context, facts, explanation } = result
  const run = shownRun(facts, explanation, context)
  // The merge group is that of the pull request, so a doubt about the one is a doubt about the other.
  const isGroupDoubted = context?.source.testsOn === 'merge-group' && isDoubted(result, 'pull-request')
  if (!run || isGroupDoubted) return null
  const now = readAt(result)
  const age = msSince(run.createdAt, now)
  const began = age === null ? '' : `, begun ${formatAge(age)} ago`
  const isStatusDoubted = isDoubted(result, 'test-run')
  const icon = iconOf(TEST_RUN_ICONS, isStatusDoubted || run.whyUndecided ? null : run.status)
  const heading = `<h3>${icon} ${isStatusDoubted ? 'The test run' : asHtml(runInWords(run, result))}${began}</h3>`
  return `${heading}\n${requiredPart(shownStatuses(run, explanation.runChecks), now)}`
}

const OUTCOME_ICONS = { failed: '❌', missing: '🚫', pending: '⏳', unknown: '❓', passed: '✅' }
const STATES_WORST_FIRST = Object.keys(OUTCOME_ICONS)

/** The required statuses, the worst first; folded if all passed. */
function requiredPart(required: readonly Status[] | null, now: number): string {
  if (required === null) return '<p>It is not known which statuses are required.</p>'
  if (required.length === 0) return '<p>No status is required.</p>'
  const sorted = required.toSorted((a, b) => STATES_WORST_FIRST.indexOf(a.state) - STATES_WORST_FIRST.indexOf(b.state))
  const all = table(['', 'Required status', 'Outcome'], sorted, status => {
    const { name, url, state } = status
    const age = state === 'missing' ? null : msSince(status.since, now)
    const when = age === null ? '' : state === 'pending' ? ` for ${formatAge(age)}` : `, ${formatAge(age)} ago`
    const icon = testedNothing(status) ? '⏭️' : OUTCOME_ICONS[state]
    return [icon, asHtml(code(name, url)), `${outcomeInWords(status)}${when}`]
  })
  const haveAllPassed = required.every(each => each.state === 'passed' && !testedNothing(each))
  return haveAllPassed ? details(`${count(required.length, 'required status', 'required statuses')} passed`, all) : all
}

function outcomeInWords({ state, word }: Status): string {
  if (state === 'missing') return 'nothing has reported it'
  if (state === 'unknown') return 'not known'
  if (state === 'passed') return testedNothing({ word }) ? `${checkStateInWords(word)} (counts as passed)` : 'passed'
  return checkStateInWords(word ?? state)
}

const COVERAGE_ICONS = { uncovered: '❌', unknown: '❓', covered: '✅' }
const VERDICTS_UNCOVERED_FIRST = Object.keys(COVERAGE_ICONS)

/** The required checks, the uncovered ones first; null if there are none. */
export function mergeGroupChecksPart(read: MergeGroupChecks): string | null {
  if (read.checks.length === 0) return null
  const rank = (verdict: string) => VERDICTS_UNCOVERED_FIRST.indexOf(verdict)
  const checks = read.checks.toSorted((a, b) => rank(a.verdict) - rank(b.verdict))
  const head = ['Required check', 'Workflow', 'Job', 'What is missing']
  const rows = table(head, checks, ({ name, verdict, job, whyNotCovered, remedy }) => [
    `${COVERAGE_ICONS[verdict]}&nbsp;${asHtml(code(name))}`,
    job ? asHtml(job.workflow === null ? code(job.file) : say`${job.workflow} (${code(job.file)})`) : '',
    job ? asHtml(code(job.id)) : '',
    asHtml(whyNotCovered === null ? '' : sentences(say`${whyNotCovered}.`, remedy ?? '')),
  ])
  return `<h3>${asHtml(summaryOfChecks(read))}</h3>\n${rows}`
}
