import { formatDuration } from '../../duration.ts'
import { code, html, link } from '../../escape.ts'
import { short } from '../../facts/commit.ts'
import { type TestRun, valueIn } from '../../facts/facts.ts'
import { since } from '../../facts/time.ts'
import { type RequiredStatus, requiredStatuses } from '../../gate/statuses.ts'
import { isForeignRun } from '../../gate/subject.ts'
import { count, grouped } from '../phrases.ts'
import type { Result } from '../result.ts'
import { iconOf, linkOrText } from './cells.ts'
import { few, fittedTable, folded, properties, row } from './table.ts'

const OUTCOME_ICONS = { passed: '✅', failed: '❌', pending: '⏳', reported: '❔', unlisted: '❔', missing: '🚫' }

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
  const required = requiredStatuses(testRun) ?? []
  const names = new Set(testRun.requiredStatuses)
  const others = testRun.reported.filter(({ name }) => !names.has(name))
  return [
    `<h3>Test run: ${iconOf(TEST_RUN_ICONS, testRun.status)} ${html(testRun.status ?? 'status not sent', 60)}</h3>`,
    properties([
      ['Pull requests', testedPullRequests(testRun)],
      ['Test branch', code(testRun.testBranch)],
      ['Commit', code(short(testRun.testBranchSha))],
      ['Started', started(testRun, result.endedAt)],
      [
        'Builds on',
        few(
          (testRun.dependentPullRequests ?? []).map(number => `#&#8203;${number}`),
          ', ',
        ) || null,
      ],
      ['Impacted targets', targets(testRun)],
    ]),
    required.length === 0
      ? `<p>${testRun.requiredStatuses === null ? 'Which statuses are required is not known.' : 'No status is required.'}</p>`
      : fittedTable(
          ['', 'Required status', 'Outcome'],
          required.toSorted(worstFirst).map(statusRow),
          required.length,
          room,
        ).html,
    ...(others.length === 0
      ? []
      : [
          folded(
            `${count(others.length, 'other check', 'other checks')}`,
            fittedTable(
              ['Check', 'Outcome'],
              others.map(({ name, url, outcome }) => row([link(code(name), url), outcome ?? 'reported'])),
              others.length,
              room / 4,
            ).html,
          ),
        ]),
  ].join('\n')
}

const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }
const WORST_FIRST: RequiredStatus['outcome'][] = ['failed', 'missing', 'pending', 'reported', 'passed']

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

function started({ createdAt }: TestRun, now: number): string | null {
  const ago = since(createdAt, now)
  return ago === null ? null : `${formatDuration(ago)} ago`
}

function targets({ impactedTargets, impactedTargetsForTestedPullRequests }: TestRun): string | null {
  if (impactedTargets === null) return null
  const own = impactedTargetsForTestedPullRequests
  const ofOwn = own === null ? '' : `, ${grouped(own.length)} of them of the pull requests under test`
  return `${grouped(impactedTargets.length)}${ofOwn}`
}
