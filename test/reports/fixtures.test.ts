import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTestReports } from '../../src/reports/junit.ts'
import { cleanerOf } from '../../src/secret.ts'
import { brief } from './workspace.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const runners = fs
  .readdirSync(FIXTURES, { withFileTypes: true })
  .filter(each => each.isDirectory())
  .map(({ name }) => name)

// Each reading was checked by hand against the sources beside the report.
test.each(runners)('%s', async runner => {
  const workspace = path.join(FIXTURES, runner)
  const files = fs.readdirSync(workspace).filter(file => file.endsWith('.xml') && file !== 'pom.xml')
  const expected = JSON.parse(fs.readFileSync(path.join(workspace, 'expected.json'), 'utf8'))
  const { reports } = await readTestReports(files.toSorted(), { workspace, clean: cleanerOf() })
  const { others, ...rest } = reports
  expect(rest).toEqual(expected)
  expect(others).toHaveLength(reports.counts.passed + reports.counts.skipped)
})

// Counted by hand in the report: tests of one name count once. No report is short of anything.
describe('reports alone', () => {
  test.each<[file: string, counts: string]>([
    ['bats', '3 ran: 1 passed, 2 failed; 1 skipped, 0 flaky'],
    ['go-junit-report', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    ['gotestsum', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    ['playwright', '6 ran: 3 passed, 3 failed; 1 skipped, 0 flaky'],
    ['pytest-colour', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-rerunfailures', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-xdist', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-xdist-crash', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
  ])('%s', async (file, counts) => {
    const { reports } = await readTestReports([`${file}.xml`], { workspace: FIXTURES, clean: cleanerOf() })
    expect(brief(reports)).toMatchObject({ counts, flaky: [], problems: [] })
  })
})
