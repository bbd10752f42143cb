/** docs/quarantined-tests.md shows reports and entries: what it says of each is what the gate says. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesRead } from '../../src/gate/quarantine/excuses.ts'
import { judgeTests } from '../../src/gate/quarantine/tests.ts'
import { readTestReports } from '../../src/reports/junit.ts'
import { asText } from '../../src/text/message.ts'
import { quarantinedTest, quarantinedTests, read } from '../builders.ts'
import { testOptions } from '../gate/quarantine/worlds.ts'
import { makeWorkspace, writeFile } from '../reports/workspace.ts'

const PAGE = fs.readFileSync(path.join(import.meta.dirname, '../../docs/quarantined-tests.md'), 'utf8')
/** The workspace in the reports of the page. */
const SHOP = '/home/runner/work/shop/shop'

interface Example {
  runner: string
  report: string
  /** Cells of the row: name, classname, file, parent, and what becomes of the failure. */
  cells: string[]
}

const EXAMPLES = PAGE.split(/^## /m).flatMap(section => {
  const [, report] = /^```xml\n(.*?)^```/ms.exec(section) ?? []
  if (report === undefined) return []
  const [runner = ''] = section.split('\n')
  const rows = [...section.matchAll(/^\| (`.*\| (?:is excused|blocks)\b.*) \|$/gm)].map(([, row = '']) =>
    row.split('|').map(cell => cell.trim()),
  )
  return rows.map((cells): Example => ({ runner, report, cells }))
})

test('each runner has an entry that excuses and one that does not', () => {
  const told = Map.groupBy(EXAMPLES, ({ runner }) => runner)
  expect([...told.keys()]).toEqual(['pytest', 'Vitest', 'Jest', 'Node', 'One entry, two tests'])
  for (const rows of told.values()) {
    expect(new Set(rows.map(({ cells }) => cells[4]?.split(/[ :]/)[0]))).toEqual(new Set(['is', 'blocks']))
  }
})

describe.each(EXAMPLES)('$runner', ({ report, cells }) => {
  test(cells.join(' | '), async () => {
    const { workspace, clean } = makeWorkspace()
    const here = (text: string) => text.replaceAll(SHOP, workspace)
    writeFile(path.join(workspace, 'report.xml'), here(report))
    const { reports } = await readTestReports(['report.xml'], { workspace, clean, testOutcome: 'failure' })
    const [name = '', classname = '', file = '', parent = ''] = cells.map(cell => here(cell.replaceAll('`', '')))
    const entry = quarantinedTest({ name, classname, file, parent })
    const list = entriesRead(read(quarantinedTests({ tests: [entry] })), workspace)
    const { finding } = judgeTests(reports, list, testOptions({ testOutcome: 'failure' }))
    const says = cells[4] ?? ''
    expect(says.startsWith(finding.verdict === 'met' ? 'is excused' : 'blocks')).toBe(true)
    const message = finding.reasons.map(each => asText(each.message)).join(' ')
    for (const [, quote = ''] of says.matchAll(/: `([^`]+)`$/g)) expect(message).toContain(quote)
  })
})
