import { valueIn } from '../../facts/facts.ts'
import type { FailedTest, QuarantinedTest, TestIdentity } from '../../facts/test-report.ts'
import type { AgedTest, DebtReport, QuarantineLimits } from '../../gate/quarantine/debt.ts'
import type { BlockingTest } from '../../gate/quarantine/excuses.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import type { Result } from '../../result.ts'
import { formatDuration } from '../../text/duration.ts'
import { asHtml, capitalised, code, codeLines, count, grouped, shortList } from '../../text/message.ts'
import { quarantinedLine } from '../lines.ts'
import { bullets, details, table } from './table.ts'

/** At most this many lines of a trace are shown; the test report has the rest. */
const TRACE_LINES_SHOWN = 6

/** The tests that block, with why and with their output; null if there are none. */
export function blockingPart({ failures: { blocking } }: JudgedTests): string | null {
  if (blocking.length === 0) return null
  return table(['Blocking test', 'What it said'], blocking, each => {
    const { message, trace } = each.test
    const output = [
      ...whyBlocked(each).map(why => `<b>${why}</b>`),
      ...(message === null ? [] : [asHtml(message)]),
      ...(trace === null ? [] : [codeLines(trace.split('\n').slice(0, TRACE_LINES_SHOWN).join('\n'))]),
    ]
    return [nameCell(each.test), output.join('<br>')]
  })
}

/** Lines of HTML: why nothing excuses this test, beyond "it is not in the list" and "the list is incomplete". */
export function whyBlocked({ why, notes }: BlockingTest): string[] {
  // A note on a test that is not quarantined can be a question, so it gets no full stop.
  const known = notes.map(note => `${capitalised(asHtml(note))}${why === 'not-quarantined' ? '' : '.'}`)
  return why in WHY_BLOCKED ? [...known, WHY_BLOCKED[why as keyof typeof WHY_BLOCKED]] : known
}

const WHY_BLOCKED = {
  'no-test': 'A set-up failed, or code did not load. Tests that need it may not have run, so nothing excuses this.',
  'too-many-excused': 'It is quarantined, but more quarantined tests failed than <code>max-excused</code> allows.',
}

export function excusedPart({ failures: { excused } }: JudgedTests): string | null {
  if (excused.length === 0) return null
  const amount = count(excused.length, 'quarantined test failed and is', 'quarantined tests failed and are')
  const list = table(['Excused test', 'What it said'], excused, test => [nameCell(test), asHtml(test.message ?? '')])
  return details(`🟡 ${amount} excused`, list)
}

export function flakyPart({ reports: { flaky } }: JudgedTests): string | null {
  if (flaky.length === 0) return null
  const list = table(['Flaky test'], flaky, test => [nameCell(test)])
  return details(`🎲 ${count(flaky.length, 'test', 'tests')} passed after a try that failed`, list)
}

/** A test by its name, and below it file, class or suite, and variant. */
export function nameCell(test: TestIdentity | FailedTest | QuarantinedTest): string {
  const { name, file, classname, parent } = test
  const line = 'line' in test && test.line !== null ? `:${test.line}` : ''
  // The suite stands in for file and class.
  const suite = file || classname ? null : parent
  const where = [
    ...(file ? [asHtml(code(`${file}${line}`))] : []),
    ...(classname ? [asHtml(code(classname))] : []),
    ...(suite ? [`suite ${asHtml(code(suite))}`] : []),
    ...('variant' in test && test.variant !== null ? [`variant ${asHtml(code(test.variant))}`] : []),
  ]
  const below = where.length === 0 ? '' : `<br><sub>${where.join(' · ')}</sub>`
  return `${name === '' ? '<i>no name</i>' : asHtml(code(name))}${below}`
}

const DAY_MS = 86_400_000

/** The limits on quarantined tests, and all those tests, the oldest first; null if their list was not read. */
export function quarantinedPart(result: Result): string | null {
  const { quarantineDebt, quarantineLimits, judgedTests, plan } = result
  const list = valueIn(result.facts.quarantinedTests)
  if (!list || !quarantineDebt) return null
  const parts = [`<h3>${asHtml(quarantinedLine(result) ?? 'Quarantined tests')}</h3>`]
  if (list.whyPartial !== null) parts.push(`<p>⚠️ This is not the whole list: ${asHtml(list.whyPartial)}.</p>`)
  const lines = limitLines(quarantineDebt, quarantineLimits)
  if (lines.length > 0) parts.push(bullets(lines))
  // With `read: auto` and no limit, the list was read only to excuse failed tests, and is not shown.
  const isForExcuses = judgedTests && plan?.isAuto && lines.length === 0
  if (quarantineDebt.tests.length > 0 && !isForExcuses) parts.push(testTable(quarantineDebt))
  return parts.join('\n')
}

function limitLines({ tests, overdue, ageUnknown }: DebtReport, limits: QuarantineLimits): string[] {
  const lines: string[] = []
  if (limits.count !== null) {
    lines.push(`${grouped(tests.length)} of at most ${grouped(limits.count)} quarantined tests`)
  }
  if (limits.ageMs !== null) {
    const unknown = ageUnknown === 0 ? '' : `, ${grouped(ageUnknown)} of unknown age`
    lines.push(`${grouped(overdue ?? 0)} quarantined for longer than ${formatDuration(limits.ageMs)}${unknown}`)
  }
  return lines
}

function testTable({ tests }: DebtReport): string {
  const all = table(['Test', 'Owner', 'Age'], tests, aged => {
    const { test } = aged
    return [nameCell(test), asHtml(shortList(test.codeowners, 5, owner => code(owner))), ageCell(aged)]
  })
  return details('Each test, the oldest first', all)
}

function ageCell({ ms, mayBeOlder }: AgedTest): string {
  if (ms === null) return 'not known'
  if (ms < DAY_MS) return mayBeOlder ? 'today or earlier' : 'today'
  return `${mayBeOlder ? 'at least ' : ''}${grouped(Math.floor(ms / DAY_MS))} d`
}
