import { formatDuration } from '../../duration.ts'
import { valueIn } from '../../facts/reading.ts'
import type { QuarantineAge } from '../../facts/test-report.ts'
import {
  type AgedTest,
  type Debt,
  type DebtReport,
  debtByOwner,
  type OwnerDebt,
  type QuarantineLimits,
} from '../../gate/quarantine/debt.ts'
import { asHtml, code, grouped } from '../../message.ts'
import { quarantinedLine } from '../content.ts'
import type { Result } from '../result.ts'
import { count } from '../wording.ts'
import { folded, row, table } from './table.ts'

/** Characters of the lists of single owners. */
const LISTS_LIMIT = 400_000
const DAY = 86_400_000
/** Squares of a bar. */
const BAR = 10
/** The ages at which a square changes its colour, in days, where no limit says so. */
const STEPS = [30, 90, 180]
/** From the oldest to the youngest, and those of no known age. */
const SQUARES = ['🟥', '🟧', '🟨', '🟩', '⬜']
const NO_LIMITS = { count: null, ageMs: null }

/** The quarantined tests by owner; null where they were not read. */
export function quarantinedPart(result: Result): string | null {
  const list = valueIn(result.facts.quarantinedTests)
  if (!list) return null
  const partial = list.partial === null ? '' : `\n<p>⚠️ This is not the whole list: ${asHtml(list.partial)}.</p>`
  const heading = `<h3>${quarantinedLine(result)}</h3>${partial}`
  if (list.tests.length === 0) return heading

  const { report, limits } = result.tests?.debt ?? {
    report: debtByOwner(list.tests, null, result.endedAt),
    limits: NO_LIMITS,
  }
  const head = [heading, limitsLine(report, limits, list.partial === null)].filter(part => part !== null)
  const parts = [...head, overview(report, limits)]
  let size = 0
  for (const [at, { owner, tests }] of report.owners.entries()) {
    if (size > LISTS_LIMIT) {
      const left = count(report.owners.length - at, 'more owner', 'more owners')
      parts.push(`<p><i>and the tests of ${left}, see the report file</i></p>`)
      break
    }
    const list = table(TEST_COLUMNS, testRows(tests), tests.length)
    parts.push(folded(`${ownerName(owner)}: ${count(tests.length, 'test', 'tests')}`, list))
    size += list.length
  }
  return parts.join('\n')
}

function limitsLine(report: DebtReport, { count: most, ageMs }: QuarantineLimits, isWhole: boolean): string | null {
  const told: string[] = []
  const amount = report.tests.length
  if (most !== null) {
    const mark = amount > most ? '❌' : isWhole ? '✅' : '❔'
    told.push(`${mark} ${grouped(amount)} of at most ${grouped(most)} quarantined tests`)
  }
  if (ageMs !== null) {
    const late = report.overdue ?? 0
    const mark = late > 0 ? '❌' : isWhole && report.ageUnknown === 0 ? '✅' : '❔'
    const unknown = report.ageUnknown === 0 ? '' : `, ${grouped(report.ageUnknown)} of no known age`
    told.push(`${mark} ${grouped(late)} quarantined for longer than ${formatDuration(ageMs)}${unknown}`)
  }
  return told.length === 0 ? null : `<ul>\n${told.map(each => `<li>${each}</li>`).join('\n')}\n</ul>`
}

/** A row for each owner, the most overdue in front, with what becomes overdue soon and a bar of ages. */
function overview(report: DebtReport, { ageMs }: QuarantineLimits): string {
  const head = [
    'Owner',
    'Tests',
    ...(ageMs === null ? [] : ['Overdue', 'in 7 d', 'in 14 d', 'in 30 d']),
    'Oldest',
    'Ages',
  ]
  const cells = (name: string, { tests, overdue, soon }: Debt) =>
    row([
      name,
      grouped(tests.length),
      ...(soon ? [overdue ? `<b>${grouped(overdue)}</b>` : '0'] : []),
      ...(soon ? [soon.in7Days, soon.in14Days, soon.in30Days].map(grouped) : []),
      tests[0] ? ageCell(tests[0]) : '',
      bar(tests, ageMs),
    ])
  const rows = function* () {
    if (report.owners.length > 1) yield cells('<b>all</b>', report)
    for (const each of report.owners) yield cells(ownerName(each.owner), each)
  }
  const total = report.owners.length + (report.owners.length > 1 ? 1 : 0)
  return `${table(head, rows(), total)}\n${note(report, ageMs)}`
}

/** The meaning of the squares, and why the counts of the owners can be more than there are tests. */
function note({ tests, owners }: DebtReport, ageMs: number | null): string {
  const sum = owners.reduce((total, each: OwnerDebt) => total + each.tests.length, 0)
  const shared =
    sum > tests.length
      ? ` The counts of the owners add up to ${grouped(sum)}: ${count(sum - tests.length, 'is', 'are')} of tests that have several owners.`
      : ''
  const squares =
    ageMs === null
      ? '🟩 under 30 days, 🟨 under 90, 🟧 under 180, 🟥 older, ⬜ not known'
      : '🟥 overdue, 🟧 overdue in 7 days, 🟨 in 30 days, 🟩 later, ⬜ not known'
  return `<p><sub>${squares}.${shared}</sub></p>`
}

/** Ten squares, each for a tenth of the tests; whatever is there has one. */
function bar(tests: readonly AgedTest[], limit: number | null): string {
  const counts = [0, 0, 0, 0, 0]
  for (const each of tests) {
    const place = squareOf(each, limit)
    counts[place] = (counts[place] ?? 0) + 1
  }
  const squares = counts.map(amount => (amount === 0 ? 0 : Math.max(1, Math.round((amount / tests.length) * BAR))))
  const sumOf = () => squares.reduce((sum, amount) => sum + amount, 0)
  while (sumOf() !== BAR) {
    const largest = squares.indexOf(Math.max(...squares))
    squares[largest] = (squares[largest] ?? 0) + (sumOf() < BAR ? 1 : -1)
  }
  return squares.map((amount, place) => (SQUARES[place] ?? '').repeat(amount)).join('')
}

function squareOf({ ms, atLeast }: QuarantineAge, limit: number | null): number {
  if (ms === null) return 4
  if (limit === null) return atLeast ? 4 : 3 - STEPS.filter(days => ms >= days * DAY).length
  if (ms > limit) return 0
  if (atLeast) return 4
  return ms + 7 * DAY > limit ? 1 : ms + 30 * DAY > limit ? 2 : 3
}

/** Columns of {@link testRows}. */
export const TEST_COLUMNS = ['Test', 'Where', 'Age']

/** Quarantined tests, a row each, made one by one: those that don't fit cost nothing. */
export function* testRows(tests: Iterable<AgedTest>): Generator<string> {
  for (const aged of tests) {
    const { name, variant, file, classname, parent } = aged.test
    const where = file ?? classname ?? parent
    const shown = `${asHtml(code(name))}${variant === null ? '' : ` <sub>${asHtml(variant, 80)}</sub>`}`
    yield row([shown, where === null ? '' : asHtml(code(where)), ageCell(aged)])
  }
}

function ownerName(owner: string): string {
  return owner === '' ? '<i>no owner</i>' : asHtml(code(owner))
}

function ageCell({ ms, atLeast }: QuarantineAge): string {
  if (ms === null) return 'not known'
  return `${atLeast ? 'at least ' : ''}${ms < DAY ? 'today' : `${grouped(Math.floor(ms / DAY))} d`}`
}
