import { formatAge } from '../../duration.ts'
import { code, html, link } from '../../escape.ts'
import { short } from '../../facts/commit.ts'
import { type TestRun, valueIn } from '../../facts/facts.ts'
import { since } from '../../facts/time.ts'
import { inWords } from '../../facts/words.ts'
import { type RequiredStatus, requiredStatuses } from '../../gate/statuses.ts'
import { isForeignRun } from '../../gate/subject.ts'
import type { Result } from '../result.ts'
import { count, grouped } from '../wording.ts'
import { iconOf, linkOrText } from './cells.ts'
import { few, fittedTable, folded, properties, row } from './table.ts'

const OUTCOME_ICONS = { passed: '✅', failed: '❌', pending: '⏳', reported: '❓', unlisted: '❓', missing: '🚫' }

/** The test run with each required status and its check, as far as they fit into `room` bytes; null where it was not read. */
export function testRunPart(result: Result, room: number): string | null {
  const { context, facts } = result
  const id = context?.testRunId?.value
  if (id === undefined) return null
  if (facts.testRun.kind === 'absent') return `<h3>Test run</h3>\n<p>The service knows no test run ${code(id)}.</p>`
  const testRun = valueIn(facts.testRun)
  if (!testRun || !context) return null
  if (isForeignRun(testRun, context)) {
    return `<h3>Test run</h3>\n<p>${code(id)} is on ${code(short(testRun.testBranchSha))}, not on the commit of this run: what it says does not count here.</p>`
  }
  const status = testRun.status === null ? 'status not sent' : inWords(testRun.status)
  const ago = since(testRun.createdAt, result.endedAt)
  const started = ago === null ? '' : `, started ${formatAge(ago)} ago`
  return [
    `<h3>Test run${numbersOf(testRun)}: ${iconOf(TEST_RUN_ICONS, testRun.status)} ${html(status)}${started}</h3>`,
    requiredPart(testRun, room),
    othersPart(testRun, room / 4),
    folded(
      'Details of the test run',
      properties([
        ['Pull requests', testedPullRequests(testRun)],
        ['Test branch', code(testRun.testBranch)],
        ['Commit', code(short(testRun.testBranchSha))],
        ['Builds on', dependencies(testRun)],
        ['Impacted targets', targets(testRun)],
      ]),
    ),
  ]
    .filter(part => part !== null)
    .join('\n')
}

/** The required statuses, what failed or is missing in front; folded where all of them passed. */
function requiredPart(testRun: TestRun, room: number): string {
  const required = requiredStatuses(testRun)
  if (required === null) return '<p>The service does not say which statuses are required.</p>'
  if (required.length === 0) return '<p>No status is required.</p>'
  const rows = required.toSorted(worstFirst).map(statusRow)
  const table = fittedTable(['', 'Required status', 'Outcome'], rows, rows.length, room).html
  const isWell = required.every(({ outcome }) => outcome === 'passed')
  return isWell ? folded(`${count(required.length, 'required status', 'required statuses')} passed`, table) : table
}

function othersPart({ requiredStatuses, reported }: TestRun, room: number): string | null {
  const required = new Set(requiredStatuses)
  const others = reported.filter(({ name }) => !required.has(name))
  if (others.length === 0) return null
  const rows = others.map(({ name, url, outcome }) => row([link(code(name), url), outcome ?? 'reported']))
  const table = fittedTable(['Check', 'Outcome'], rows, rows.length, room).html
  return folded(count(others.length, 'other check', 'other checks'), table)
}

function numbersOf({ pullRequests }: TestRun): string {
  if (pullRequests.length === 0) return ''
  const numbers = pullRequests.slice(0, 5).map(({ number, url }) => linkOrText(`#${number}`, url))
  const more = pullRequests.length - numbers.length
  return ` of ${numbers.join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`
}

function dependencies({ dependentPullRequests }: TestRun): string | null {
  const cells = (dependentPullRequests ?? []).map(number => `#&#8203;${number}`)
  return few(cells, ', ') || null
}

const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }
const WORST_FIRST: RequiredStatus['outcome'][] = ['failed', 'missing', 'pending', 'reported', 'unlisted', 'passed']

function worstFirst(a: RequiredStatus, b: RequiredStatus): number {
  return WORST_FIRST.indexOf(a.outcome) - WORST_FIRST.indexOf(b.outcome)
}

function statusRow({ name, outcome, url }: RequiredStatus): string {
  const told = {
    missing: 'nothing has reported it',
    reported: 'reported, outcome not known',
    unlisted: 'not known: the list is not whole',
  }
  return row([
    OUTCOME_ICONS[outcome],
    link(code(name), url),
    outcome in told ? told[outcome as keyof typeof told] : outcome,
  ])
}

function testedPullRequests({ pullRequests }: TestRun): string {
  const cells = pullRequests.map(
    ({ number, url, title }) => `${linkOrText(`#${number}`, url)} ${html(title ?? '', 120)}`,
  )
  return few(cells, '<br>')
}

function targets({ impactedTargets, impactedTargetsForTestedPullRequests }: TestRun): string | null {
  if (impactedTargets === null) return null
  const own = impactedTargetsForTestedPullRequests
  const ofOwn = own === null ? '' : `, ${grouped(own.length)} of them of the pull requests under test`
  return `${grouped(impactedTargets.length)}${ofOwn}`
}
