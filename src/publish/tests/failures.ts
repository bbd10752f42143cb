import type { FailedTest, TestIdentity } from '../../facts/test-report.ts'
import type { BlockingTest } from '../../gate/quarantine/excuses.ts'
import type { JudgedTests } from '../../gate/quarantine/tests.ts'
import { codeLines } from '../../text/escape.ts'
import { asHtml, capitalised, code, count } from '../../text/message.ts'
import { folded, row, table } from '../summary/table.ts'

/** At most this many lines of a trace are shown; the test report has the rest. */
const TRACE_LINES = 6

export function blockingPart({ excuses: { blocking }, variant }: JudgedTests): string | null {
  if (blocking.length === 0) return null
  return table(['Blocking test', 'What it said'], blocking, each => blockingRow(each, variant))
}

function blockingRow(each: BlockingTest, variant: string | null): string {
  const { message, trace } = each.test
  const said = [
    ...whyBlocked(each).map(why => `<b>${why}</b>`),
    ...(message === null ? [] : [asHtml(message)]),
    ...(trace === null ? [] : [codeLines(trace.split('\n').slice(0, TRACE_LINES).join('\n'))]),
  ]
  return row([nameCell(each.test, variant), said.join('<br>')])
}

/** HTML: the reasons why nothing excuses the test; empty if it is simply not in the list. */
export function whyBlocked(blocking: BlockingTest): string[] {
  const { cause } = blocking
  const notes = blocking.notes.map(note => `${capitalised(asHtml(note))}${cause === 'not-quarantined' ? '' : '.'}`)
  return cause in WHY ? [...notes, WHY[cause as keyof typeof WHY]] : notes
}

const WHY = {
  'no-test': 'A set-up, or code that did not load: its tests may not have run, and nothing excuses it.',
  'list-incomplete': 'Without the whole list of quarantined tests, nothing excuses it.',
  'too-many-excused': 'It is quarantined, but more quarantined tests failed than <code>max-excused</code> allows.',
}

/** Excused tests and flaky tests; null if there are none. */
export function otherTestsPart({ excuses: { excused }, reports: { flaky }, variant }: JudgedTests): string | null {
  const parts = [
    part('🟡', 'quarantined test failed and is excused', 'quarantined tests failed and are excused', excused, some =>
      table(['Excused test', 'What it said'], some, ({ test }) =>
        row([nameCell(test, variant), asHtml(test.message ?? '')]),
      ),
    ),
    part('🎲', 'test passed after a try that failed', 'tests passed after a try that failed', flaky, some =>
      table(['Flaky test'], some, each => row([nameCell(each, variant)])),
    ),
  ].filter(each => each !== null)
  return parts.length === 0 ? null : parts.join('\n')
}

function part<T>(icon: string, one: string, many: string, items: T[], list: (items: T[]) => string): string | null {
  return items.length === 0 ? null : folded(`${icon} ${count(items.length, one, many)}`, list(items))
}

function nameCell(test: TestIdentity | FailedTest, variant: string | null): string {
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
