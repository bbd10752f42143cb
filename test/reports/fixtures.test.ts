import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTestReports } from '../../src/reports/junit.ts'
import { cleanerOf } from '../../src/text/secret.ts'
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
    ['bun', '7 ran: 3 passed, 4 failed; 2 skipped, 0 flaky'],
    ['catch2', '5 ran: 2 passed, 3 failed; 1 skipped, 0 flaky'],
    ['catch2-crash', '6 ran: 2 passed, 4 failed; 1 skipped, 0 flaky'],
    ['ctest', '7 ran: 2 passed, 5 failed; 3 skipped, 0 flaky'],
    ['doctest', '8 ran: 2 passed, 6 failed; 0 skipped, 0 flaky'],
    ['ginkgo', '6 ran: 2 passed, 4 failed; 2 skipped, 0 flaky'],
    ['googletest', '9 ran: 4 passed, 5 failed; 2 skipped, 0 flaky'],
    ['go-junit-report', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    ['gotestsum', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    ['gotestsum-count', '6 ran: 2 passed, 4 failed; 1 skipped, 0 flaky'],
    ['jest-twins', '6 ran: 3 passed, 3 failed; 1 skipped, 0 flaky'],
    ['mocha-junit', '5 ran: 2 passed, 3 failed; 0 skipped, 0 flaky'],
    ['mocha-xunit', '5 ran: 2 passed, 3 failed; 2 skipped, 0 flaky'],
    ['nextest', '10 ran: 4 passed, 6 failed; 0 skipped, 1 flaky'],
    ['node-twins', '5 ran: 2 passed, 3 failed; 2 skipped, 0 flaky'],
    ['phpunit', '9 ran: 3 passed, 6 failed; 3 skipped, 0 flaky'],
    ['playwright', '6 ran: 3 passed, 3 failed; 1 skipped, 0 flaky'],
    ['pytest-colour', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-rerunfailures', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-subtests', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-xdist', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-xdist-crash', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['rspec', '5 ran: 1 passed, 4 failed; 2 skipped, 0 flaky'],
    ['surefire', '5 ran: 3 passed, 2 failed; 2 skipped, 1 flaky'],
    ['unittest', '9 ran: 3 passed, 6 failed; 2 skipped, 0 flaky'],
    ['vitest-twins', '6 ran: 3 passed, 3 failed; 2 skipped, 0 flaky'],
  ])('%s', async (file, counts) => {
    const { reports } = await readTestReports([`${file}.xml`], {
      workspace: FIXTURES,
      clean: cleanerOf(),
      testOutcome: 'failure',
    })
    expect(brief(reports)).toMatchObject({ counts, problems: [] })
  })
})
