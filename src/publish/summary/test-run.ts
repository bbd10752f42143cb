import { howItFailed, testedNothing } from '../../facts/check.ts'
import { short } from '../../facts/commit.ts'
import { inWords, type TestRun } from '../../facts/facts.ts'
import { isAbsent, valueIn } from '../../facts/reading.ts'
import { type Status, statusesOf } from '../../gate/statuses.ts'
import { isForeignRun } from '../../gate/subject.ts'
import { type Result, readAt } from '../../result.ts'
import { formatAge } from '../../text/duration.ts'
import { asHtml, code, firstOf, grouped, link, say } from '../../text/message.ts'
import { since } from '../../text/time.ts'
import { contradicts, stallOf } from '../content.ts'
import { count } from '../wording.ts'
import { few, folded, iconOf, properties, row, table } from './table.ts'

const STATE_ICONS = { passed: '✅', failed: '❌', pending: '⏳', unknown: '❓', missing: '🚫' }

/** The test run with each required status and its check; null if it was not read. */
export function testRunPart(result: Result): string | null {
  const { context, facts, explanation } = result
  const id = context?.testRunId?.value
  if (id !== undefined && isAbsent(facts.testRun)) {
    return `<h3>Test run</h3>\n<p>${asHtml(code(id))} was not found.</p>`
  }
  const found = valueIn(explanation.run)
  const read = valueIn(facts.testRun)
  const testRun = read ?? (id === undefined ? found : null)
  if (!testRun || !context) return null
  if (id !== undefined && isForeignRun(testRun, context)) {
    return `<h3>Test run</h3>\n<p>${asHtml(code(id))} is on ${asHtml(code(short(testRun.testBranchSha)))}, not on the commit of this run, so it does not count here.</p>`
  }
  const isGroup = context.source.testsOn === 'merge-group'
  // The run is of another pull request or queue.
  if (isGroup && contradicts(result, 'pull-request')) return null
  // If the cause of the main reason rests on these checks, they do decide.
  const isCause = read !== null || (isGroup && result.verdict.reasons[0]?.cause !== undefined)
  const stall = stallOf(testRun, result)
  const status =
    stall ?? (testRun.status === null ? `status not ${testRun.undecided ? 'known' : 'sent'}` : inWords(testRun.status))
  const ago = since(testRun.createdAt, readAt(result))
  const started = ago === null || stall !== null ? '' : `, started ${formatAge(ago)} ago`
  return [
    `<h3>Test run${numbersOf(testRun)}: ${stall === null ? iconOf(TEST_RUN_ICONS, testRun.status) : '⌛'} ${asHtml(status)}${started}</h3>`,
    isCause
      ? null
      : `<p>${isGroup ? "These checks don't decide this step." : 'Found by the name of its branch, so it is only shown and decides nothing.'}</p>`,
    requiredPart(testRun, result),
    othersPart(testRun),
    folded(
      'Details of the test run',
      properties([
        ['Pull requests', testedPullRequests(testRun)],
        ['Test branch', testRun.testBranch === '' ? null : asHtml(code(testRun.testBranch))],
        ['Commit', asHtml(code(short(testRun.testBranchSha)))],
        ['Builds on', dependencies(testRun)],
        ['Impacted targets', targets(testRun)],
      ]),
    ),
  ]
    .filter(part => part !== null)
    .join('\n')
}

/** The required statuses, failed and missing ones first; folded if all passed. */
function requiredPart(testRun: TestRun, result: Result): string {
  const required = statusesOf(testRun, result.explanation.checks)
  if (required === null) return '<p>It is not known which statuses are required.</p>'
  if (required.length === 0) return '<p>No status is required.</p>'
  const all = table(['', 'Required status', 'Outcome'], required.toSorted(worstFirst), status =>
    statusRow(status, testRun, readAt(result)),
  )
  const isWell = required.every(({ state }) => state === 'passed')
  return isWell ? folded(`${count(required.length, 'required status', 'required statuses')} passed`, all) : all
}

function othersPart({ requiredStatuses, reported }: TestRun): string | null {
  const required = new Set(requiredStatuses)
  const others = reported.filter(({ name }) => !required.has(name))
  if (others.length === 0) return null
  const list = table(['Check', 'Outcome'], others, ({ name, url, outcome }) =>
    row([asHtml(code(name, url)), outcome ?? 'reported']),
  )
  return folded(count(others.length, 'other check', 'other checks'), list)
}

function numbersOf({ pullRequests }: TestRun): string {
  if (!pullRequests?.length) return ''
  return asHtml(say` of ${firstOf(pullRequests, 5, ({ number, url }) => link(`#${number}`, url))}`)
}

function dependencies({ dependentPullRequests }: TestRun): string | null {
  const cells = (dependentPullRequests ?? []).map(number => asHtml(`#${number}`))
  return few(cells, ', ') || null
}

const TEST_RUN_ICONS = { in_progress: '🧪', succeeded: '✅', failed: '❌', cancelled: '🚫' }
const WORST_FIRST: Status['state'][] = ['failed', 'missing', 'pending', 'unknown', 'passed']

function worstFirst(a: Status, b: Status): number {
  return WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state)
}

function statusRow({ name, state, url, source, since: at, word }: Status, testRun: TestRun, now: number): string {
  const ago = state === 'missing' ? null : since(at, now)
  const when = ago === null ? '' : state === 'pending' ? ` for ${formatAge(ago)}` : `, ${formatAge(ago)} ago`
  const who = source === 'check-run' || source === 'status' ? ' (GitHub)' : ''
  const words = wordsOf(state, word) ?? stateInWords(state, source, testRun)
  return row([STATE_ICONS[state], asHtml(code(name, url)), `${words}${when}${who}`])
}

/** How it ended in its own word, where that says more than the state. */
function wordsOf(state: Status['state'], word: string | undefined): string | null {
  if (state === 'failed') return howItFailed(word)
  return state === 'passed' && testedNothing({ word }) ? `${word} (counts as passed)` : null
}

function stateInWords(state: Status['state'], source: Status['source'], testRun: TestRun): string {
  if (state === 'missing') return 'nothing has reported it'
  if (state !== 'unknown') return state
  if (!testRun.reportedIsWhole) return 'not known: not all checks were read'
  return source === null ? 'not known' : 'reported, outcome not known'
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
