import type { FailedTest, TestIdentity } from '../../facts/test-report.ts'
import type { BlockingTest, ExcusedTest } from '../../gate/quarantine/excuses.ts'
import type { JudgedGroup, JudgedTests } from '../../gate/quarantine/tests.ts'
import { codeLines } from '../../text/escape.ts'
import { asHtml, code } from '../../text/message.ts'
import { folded, row, table } from '../summary/table.ts'
import { count } from '../wording.ts'

/** At most this many lines of a trace are shown; the test report has the rest. */
const TRACE_LINES = 6

interface Shown<T> {
  group: JudgedGroup
  each: T
}

export function blockingPart({ groups }: JudgedTests): string | null {
  const all = groups.flatMap(group => group.excuses.blocking.map((each): Shown<BlockingTest> => ({ group, each })))
  if (all.length === 0) return null
  return table(['Blocking test', 'What it said'], all, blockingRow)
}

function blockingRow({ group, each }: Shown<BlockingTest>): string {
  const { message, trace } = each.test
  const said = [
    ...(each.test.alsoPassed ? ['<b>Failed and passed under one name.</b>'] : []),
    ...whyBlocked(each).map(why => `<b>${why}</b>`),
    ...(message === null ? [] : [asHtml(message)]),
    ...(trace === null ? [] : [codeLines(trace.split('\n').slice(0, TRACE_LINES).join('\n'))]),
  ]
  return row([nameCell(each.test, group), said.join('<br>')])
}

/** The reason why nothing excuses the test; empty if it is simply not in the list. */
export function whyBlocked({ cause }: BlockingTest): string[] {
  return cause === 'not-quarantined' ? [] : [WHY[cause]]
}

const WHY = {
  ambiguous: 'A quarantined test fits this test and others, so it excuses none of them.',
  'list-incomplete': 'Without the whole list of quarantined tests, nothing excuses it.',
  'too-many-excused': 'It is quarantined, but more quarantined tests failed than <code>max-excused</code> allows.',
}

/** Excused tests and flaky tests; null if there are none. */
export function otherTestsPart({ groups }: JudgedTests): string | null {
  const excused = groups.flatMap(group => group.excuses.excused.map((each): Shown<ExcusedTest> => ({ group, each })))
  const flaky = groups.flatMap(group => group.reports.flaky.map((each): Shown<TestIdentity> => ({ group, each })))
  const parts = [
    part('🟡', 'quarantined test failed and is excused', 'quarantined tests failed and are excused', excused, some =>
      table(['Excused test', 'What it said'], some, ({ group, each: { test } }) =>
        row([nameCell(test, group), asHtml(test.message ?? '')]),
      ),
    ),
    part('🎲', 'test passed after a try that failed', 'tests passed after a try that failed', flaky, some =>
      table(['Flaky test'], some, ({ each, group }) => row([nameCell(each, group)])),
    ),
  ].filter(each => each !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

function part<T>(icon: string, one: string, many: string, items: T[], list: (items: T[]) => string): string | null {
  return items.length === 0 ? null : folded(`${icon} ${count(items.length, one, many)}`, list(items))
}

function nameCell(test: TestIdentity | FailedTest, { variant }: JudgedGroup): string {
  const name = test.name === '' ? '<i>no name</i>' : asHtml(code(test.name))
  const line = 'line' in test && test.line !== null && test.file ? `:${test.line}` : ''
  const where = [
    ...(test.file ? [asHtml(code(`${test.file}${line}`))] : []),
    ...(test.classname ? [asHtml(code(test.classname))] : []),
    ...(test.name === '' && test.parent ? [`suite ${asHtml(code(test.parent))}`] : []),
    ...(variant === null ? [] : [`variant ${asHtml(code(variant))}`]),
  ]
  return where.length === 0 ? name : `${name}<br><sub>${where.join(' · ')}</sub>`
}
