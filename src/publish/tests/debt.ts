import { formatDuration } from '../../duration.ts'
import { code } from '../../escape.ts'
import type { TestList } from '../../facts/test-list.ts'
import { grouped } from '../../facts/words.ts'
import { ageOf, type Debt, type DebtReport, type QuarantineLimits } from '../../gate/quarantine/debt.ts'
import { fittedTable, row } from '../summary/table.ts'
import { count } from '../wording.ts'

/** The debt with what it was counted from. */
export interface DebtShown {
  list: TestList
  isWhole: boolean
  limits: QuarantineLimits
  report: DebtReport
  owners: ReadonlyMap<string, readonly number[]>
  /** What is wrong with CODEOWNERS. */
  problem: string | null
  /** Milliseconds since the epoch. */
  now: number
}

const DAY = 86_400_000
/** Squares of a bar. */
const BAR = 10
/** The ages at which a square changes its colour, in days, where no limit says so. */
const STEPS = [30, 90, 180]
/** From the oldest to the youngest, and those of no known age. */
const SQUARES = ['🟥', '🟧', '🟨', '🟩', '⬜']

/** The debt by owner, the most overdue in front, with a bar of ages and what becomes overdue soon. */
export function debtOverview(debt: DebtShown, room: number): string {
  const { report, limits } = debt
  const hasAge = limits.ageMs !== null
  const head = ['Owner', 'Tests', ...(hasAge ? ['Overdue', 'in 7 d', 'in 14 d', 'in 30 d'] : []), 'Oldest', 'Ages']
  const cells = (name: string, each: Debt, indices: Iterable<number>) =>
    row([
      name,
      grouped(each.count),
      ...(hasAge && each.soon
        ? [overdue(each), ...[each.soon.in7Days, each.soon.in14Days, each.soon.in30Days].map(grouped)]
        : []),
      oldest(each),
      bar(indices, debt),
    ])
  const rows = function* () {
    for (const each of report.owners) {
      const name = each.owner === '' ? '<i>no owner</i>' : code(each.owner, 200)
      yield cells(name, each, debt.owners.get(each.owner) ?? [])
    }
  }
  const all =
    report.owners.length > 1 ? [cells('<b>all</b>', report, debt.list.count === 0 ? [] : indicesOf(debt.list))] : []
  const table = fittedTable(head, [...all, ...rows()], report.owners.length + all.length, room).html
  return [limitsLine(debt), table, note(debt)].filter(part => part !== null).join('\n')
}

function limitsLine({ report, limits, isWhole }: DebtShown): string | null {
  const { count: most, ageMs } = limits
  const told: string[] = []
  if (most !== null) {
    const mark = report.count > most ? '❌' : isWhole ? '✅' : '❔'
    told.push(`${mark} ${grouped(report.count)} of at most ${grouped(most)} quarantined tests`)
  }
  if (ageMs !== null) {
    const late = report.overdue ?? 0
    const mark = late > 0 ? '❌' : isWhole && report.ageUnknown === 0 ? '✅' : '❔'
    const unknown = report.ageUnknown === 0 ? '' : `, ${grouped(report.ageUnknown)} of no known age`
    told.push(`${mark} ${grouped(late)} quarantined for longer than ${formatDuration(ageMs)}${unknown}`)
  }
  return told.length === 0 ? null : `<ul>\n${told.map(each => `<li>${each}</li>`).join('\n')}\n</ul>`
}

/** What the squares mean, and why the counts of the owners can be more than there are tests. */
function note({ report, limits }: DebtShown): string {
  const sum = report.owners.reduce((total, { count: own }) => total + own, 0)
  const shared =
    sum > report.count
      ? ` The counts of the owners add up to ${grouped(sum)}: ${count(sum - report.count, 'is', 'are')} of tests that have several owners.`
      : ''
  const squares =
    limits.ageMs === null
      ? '🟩 under 30 days, 🟨 under 90, 🟧 under 180, 🟥 older, ⬜ not known'
      : '🟥 overdue, 🟧 overdue in 7 days, 🟨 in 30 days, 🟩 later, ⬜ not known'
  return `<p><sub>${squares}.${shared}</sub></p>`
}

function overdue({ overdue: late }: Debt): string {
  return late === null || late === 0 ? '0' : `<b>${grouped(late)}</b>`
}

function oldest({ oldestMs, oldestAtLeast }: Debt): string {
  if (oldestMs === null) return 'not known'
  const days = Math.floor(oldestMs / DAY)
  return `${oldestAtLeast ? 'at least ' : ''}${days === 0 ? 'today' : `${grouped(days)} d`}`
}

/** Ten squares, each for a tenth of the tests; whatever is there has one. */
function bar(indices: Iterable<number>, { list, limits, now }: DebtShown): string {
  const counts = [0, 0, 0, 0, 0]
  let total = 0
  for (const index of indices) {
    const { ms, atLeast } = ageOf(list, index, now)
    const place = placeOf(ms, atLeast, limits.ageMs)
    counts[place] = (counts[place] ?? 0) + 1
    total++
  }
  if (total === 0) return ''
  return squaresOf(counts, total)
    .map((amount, place) => (SQUARES[place] ?? '').repeat(amount))
    .join('')
}

function placeOf(ms: number, atLeast: boolean, limit: number | null): number {
  if (Number.isNaN(ms)) return 4
  if (limit === null) {
    if (atLeast) return 4
    const steps = STEPS.filter(days => ms >= days * DAY).length
    return 3 - steps
  }
  if (ms > limit) return 0
  if (atLeast) return 4
  return ms + 7 * DAY > limit ? 1 : ms + 30 * DAY > limit ? 2 : 3
}

/** Tenths, at least one for what is there, taken from the largest. */
function squaresOf(counts: readonly number[], total: number): number[] {
  const squares = counts.map(amount => (amount === 0 ? 0 : Math.max(1, Math.round((amount / total) * BAR))))
  for (let sum = add(squares); sum !== BAR; sum = add(squares)) {
    const largest = squares.indexOf(Math.max(...squares))
    squares[largest] = (squares[largest] ?? 0) + (sum < BAR ? 1 : -1)
  }
  return squares
}

function add(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

function* indicesOf({ count: all }: TestList): Generator<number> {
  for (let index = 0; index < all; index++) yield index
}
