import { valueIn } from '../../facts/facts.ts'
import type { QuarantineAge } from '../../facts/test-report.ts'
import { type AgedTest, type DebtReport, debtByOwner, type QuarantineLimits } from '../../gate/quarantine/debt.ts'
import type { Result } from '../../result.ts'
import { formatDuration } from '../../text/duration.ts'
import { asHtml, code, count, grouped } from '../../text/message.ts'
import { quarantinedLine } from '../known.ts'
import { folded, row, table } from './table.ts'

/** Once the lists of owners have more characters than this, no further list is added. */
const LISTS_LIMIT = 400_000
const DAY = 86_400_000
const NO_LIMITS = { count: null, ageMs: null }

/** The quarantined tests by owner; null if they were not read. */
export function quarantinedPart(result: Result): string | null {
  const list = valueIn(result.facts.quarantinedTests)
  if (!list) return null
  const partial = list.partial === null ? '' : `\n<p>⚠️ This is not the whole list: ${asHtml(list.partial)}.</p>`
  const heading = `<h3>${quarantinedLine(result) ?? 'Quarantined tests'}</h3>${partial}`
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
    const list = testTable(tests)
    parts.push(folded(`${ownerName(owner)}: ${count(tests.length, 'test', 'tests')}`, list))
    size += list.length
  }
  return parts.join('\n')
}

function limitsLine(report: DebtReport, { count: most, ageMs }: QuarantineLimits, isWhole: boolean): string | null {
  const parts: string[] = []
  const amount = report.tests.length
  if (most !== null) {
    const mark = amount > most ? '❌' : isWhole ? '✅' : '❔'
    parts.push(`${mark} ${grouped(amount)} of at most ${grouped(most)} quarantined tests`)
  }
  if (ageMs !== null) {
    const late = report.overdue ?? 0
    const mark = late > 0 ? '❌' : isWhole && report.ageUnknown === 0 ? '✅' : '❔'
    const unknown = report.ageUnknown === 0 ? '' : `, ${grouped(report.ageUnknown)} of unknown age`
    parts.push(`${mark} ${grouped(late)} quarantined for longer than ${formatDuration(ageMs)}${unknown}`)
  }
  return parts.length === 0 ? null : `<ul>\n${parts.map(each => `<li>${each}</li>`).join('\n')}\n</ul>`
}

/** A row for each owner, the most overdue first, with the numbers of tests that become overdue soon. */
function overview(report: DebtReport, { ageMs }: QuarantineLimits): string {
  const head = ['Owner', 'Tests', ...(ageMs === null ? [] : ['Overdue']), 'Oldest']
  const all = report.owners.length > 1 ? [null] : []
  const debts = table(head, [...all, ...report.owners], each => {
    const { tests, overdue } = each ?? report
    return row([
      each === null ? '<b>all</b>' : ownerName(each.owner),
      grouped(tests.length),
      ...(overdue === null ? [] : [overdue > 0 ? `<b>${grouped(overdue)}</b>` : '0']),
      tests[0] ? ageCell(tests[0]) : '',
    ])
  })
  return `${debts}${shared(report)}`
}

/** A note if the owners' counts add up to more than the tests; else empty. */
function shared({ tests, owners }: DebtReport): string {
  const sum = owners.reduce((total, each) => total + each.tests.length, 0)
  if (sum <= tests.length) return ''
  return `\n<p><sub>A test with several owners counts for each of them, so their numbers add up to ${grouped(sum)}.</sub></p>`
}

export function testTable(tests: readonly AgedTest[]): string {
  return table(['Test', 'Where', 'Age'], tests, aged => {
    const { name, variant, file, classname, parent } = aged.test
    const where = file ?? classname ?? parent
    const shown = `${asHtml(code(name))}${variant === null ? '' : ` <sub>${asHtml(variant, 80)}</sub>`}`
    return row([shown, where === null ? '' : asHtml(code(where)), ageCell(aged)])
  })
}

function ownerName(owner: string): string {
  return owner === '' ? '<i>no owner</i>' : asHtml(code(owner))
}

function ageCell({ ms, atLeast }: QuarantineAge): string {
  if (ms === null) return 'not known'
  return `${atLeast ? 'at least ' : ''}${ms < DAY ? 'today' : `${grouped(Math.floor(ms / DAY))} d`}`
}
