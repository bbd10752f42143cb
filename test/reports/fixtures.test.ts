import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TestOutcome } from '../../src/facts/test-report.ts'
import { judgeTests } from '../../src/gate/quarantine/tests.ts'
import { DIALECTS } from '../../src/reports/dialects.ts'
import { readTestReports } from '../../src/reports/junit.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { quarantinedTest } from '../builders.ts'
import { listOf, testOptions } from '../gate/quarantine/worlds.ts'
import { countsOf } from './workspace.ts'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')
const runners = fs
  .readdirSync(FIXTURES, { withFileTypes: true })
  .filter(each => each.isDirectory())
  .map(({ name }) => name)

// Each reading was checked by hand against the sources beside the report.
test.each(runners)('%s', async runner => {
  const workspace = path.join(FIXTURES, runner)
  const files = fs.globSync(`${workspace}/*.xml`, { exclude: ['**/pom.xml'] })
  const expected = JSON.parse(fs.readFileSync(path.join(workspace, 'expected.json'), 'utf8'))
  const { reports } = await readTestReports(files.toSorted(), { workspace, clean: cleanerOf(), testOutcome: null })
  const { notFailed, ...rest } = reports
  expect(rest).toEqual(expected)
  expect(notFailed).toHaveLength(reports.counts.passed + reports.counts.skipped)
})

/** The reading of reports, and the verdict where exactly the tests that failed are quarantined. */
async function readingOf(files: string, testOutcome: TestOutcome) {
  const options = { workspace: FIXTURES, clean: cleanerOf(), testOutcome }
  const { reports } = await readTestReports(
    files.split(' ').map(file => path.join(FIXTURES, file)),
    options,
  )
  const entries = reports.failed.map(({ name, classname, file, parent }) =>
    quarantinedTest({ name, classname, file, parent }),
  )
  const { finding } = judgeTests(reports, listOf(...entries), testOptions({ testOutcome }))
  return { counts: countsOf(reports), verdict: [finding.verdict, ...finding.reasons.map(({ code }) => code)].join(' ') }
}

// Counted by hand in the report: tests of one name count once. Whatever failed is quarantined.
describe('the step that ran the tests failed', () => {
  test.each<[files: string, counts: string, verdict?: string]>([
    ['avocado.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['bats.xml', '3 ran: 1 passed, 2 failed; 1 skipped, 0 flaky'],
    ['behave.xml', '3 ran: 1 passed, 2 failed; 1 skipped, 0 flaky'],
    ['boost.xml', '4 ran: 1 passed, 3 failed; 1 skipped, 0 flaky'],
    ['bun.xml', '7 ran: 3 passed, 4 failed; 2 skipped, 0 flaky'],
    ['bytes.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['catch2.xml', '5 ran: 2 passed, 3 failed; 1 skipped, 0 flaky'],
    ['catch2-crash.xml', '6 ran: 2 passed, 4 failed; 1 skipped, 0 flaky'],
    ['check.xml', '0 ran: 0 passed, 0 failed; 0 skipped, 0 flaky', 'unmet test-crash report-malformed report-empty'],
    ['check.xml check-beside.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky', 'unknown report-malformed'],
    ['cmocka.xml', '3 ran: 1 passed, 2 failed; 1 skipped, 0 flaky'],
    ['ctest.xml', '7 ran: 2 passed, 5 failed; 3 skipped, 0 flaky'],
    ['cucumber.xml', '4 ran: 1 passed, 3 failed; 0 skipped, 0 flaky'],
    ['doctest.xml', '8 ran: 2 passed, 6 failed; 0 skipped, 0 flaky'],
    ['errors-repeat-failures.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['eunit.xml', '3 ran: 1 passed, 2 failed; 0 skipped, 0 flaky'],
    ['ginkgo.xml', '6 ran: 2 passed, 4 failed; 2 skipped, 0 flaky'],
    ['googletest.xml', '9 ran: 4 passed, 5 failed; 2 skipped, 0 flaky'],
    ['go-junit-report.xml', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    ['gotestsum.xml', '8 ran: 3 passed, 5 failed; 1 skipped, 0 flaky'],
    [
      'gotestsum-build.xml',
      '3 ran: 1 passed, 2 failed; 0 skipped, 0 flaky',
      'unmet blocking-failures report-truncated',
    ],
    ['gotestsum-count.xml', '6 ran: 2 passed, 4 failed; 1 skipped, 0 flaky'],
    ['green.xml', '2 ran: 1 passed, 1 failed; 1 skipped, 0 flaky'],
    ['jasmine.xml', '3 ran: 1 passed, 2 failed; 2 skipped, 0 flaky'],
    ['jest-twins.xml', '6 ran: 3 passed, 3 failed; 1 skipped, 0 flaky'],
    ['karma.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['lab.xml', '2 ran: 2 passed, 0 failed; 0 skipped, 0 flaky', 'unmet test-crash report-truncated'],
    ['lab-set-up.xml', '3 ran: 1 passed, 2 failed; 2 skipped, 0 flaky'],
    ['libtest.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['mocha-junit.xml', '5 ran: 2 passed, 3 failed; 0 skipped, 0 flaky'],
    ['mocha-xunit.xml', '5 ran: 2 passed, 3 failed; 2 skipped, 0 flaky'],
    ['name-only.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['nextest.xml', '10 ran: 4 passed, 6 failed; 0 skipped, 1 flaky'],
    ['node-body.xml', '3 ran: 3 passed, 0 failed; 0 skipped, 0 flaky', 'unmet test-crash report-truncated'],
    ['node-twins.xml', '5 ran: 2 passed, 3 failed; 2 skipped, 0 flaky'],
    ['nose2.xml', '2 ran: 1 passed, 1 failed; 2 skipped, 0 flaky'],
    ['perl.xml', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['perl-dies.xml', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky', 'unmet blocking-failures report-truncated'],
    ['perl-todo.xml', '5 ran: 3 passed, 2 failed; 0 skipped, 0 flaky'],
    ['phpunit.xml', '9 ran: 3 passed, 6 failed; 3 skipped, 0 flaky'],
    ['phpunit-warning.xml', '2 ran: 0 passed, 2 failed; 0 skipped, 0 flaky'],
    ['playwright.xml', '6 ran: 3 passed, 3 failed; 1 skipped, 0 flaky'],
    ['pytest-colour.xml', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-flaky.xml', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-rerunfailures.xml', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-subtests.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky'],
    ['pytest-xdist.xml', '7 ran: 2 passed, 5 failed; 2 skipped, 0 flaky'],
    ['pytest-xdist-crash.xml', '3 ran: 2 passed, 1 failed; 0 skipped, 0 flaky'],
    ['robot.xml', '2 ran: 1 passed, 1 failed; 1 skipped, 0 flaky'],
    ['rspec.xml', '5 ran: 1 passed, 4 failed; 2 skipped, 0 flaky'],
    ['status-words.xml', '4 ran: 1 passed, 3 failed; 1 skipped, 0 flaky'],
    ['surefire.xml', '5 ran: 3 passed, 2 failed; 2 skipped, 1 flaky'],
    ['tap-xunit.xml', '2 ran: 1 passed, 1 failed; 1 skipped, 0 flaky'],
    ['todo-left-out.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky', 'unknown report-truncated'],
    ['traceback.xml', '1 ran: 0 passed, 1 failed; 0 skipped, 0 flaky'],
    ['unittest.xml', '9 ran: 3 passed, 6 failed; 2 skipped, 0 flaky'],
    ['vitest-twins.xml', '6 ran: 3 passed, 3 failed; 2 skipped, 0 flaky'],
    ['vows.xml', '3 ran: 1 passed, 2 failed; 0 skipped, 0 flaky'],
    ['vows-errors.xml', '4 ran: 1 passed, 3 failed; 0 skipped, 0 flaky'],
  ])('%s', async (files, counts, verdict = 'met') => {
    expect(await readingOf(files, 'failure')).toEqual({ counts, verdict })
  })
})

describe('it succeeded', () => {
  test.each<[file: string, counts: string, verdict: string]>([
    ['karma.xml', '1 ran: 1 passed, 0 failed; 1 skipped, 0 flaky', 'met'],
    ['phpunit-warning.xml', '2 ran: 0 passed, 2 failed; 0 skipped, 0 flaky', 'met'],
    ['lab.xml', '2 ran: 2 passed, 0 failed; 0 skipped, 0 flaky', 'unknown report-truncated'],
    ['node-body.xml', '3 ran: 3 passed, 0 failed; 0 skipped, 0 flaky', 'unknown report-truncated'],
    // A failed test is shown, so the success is not believed.
    ['todo-left-out.xml', '2 ran: 1 passed, 1 failed; 0 skipped, 0 flaky', 'unknown report-truncated'],
    ['vitest-twins.xml', '6 ran: 3 passed, 3 failed; 2 skipped, 0 flaky', 'met'],
  ])('%s', async (file, counts, verdict) => {
    expect(await readingOf(file, 'success')).toEqual({ counts, verdict })
  })
})

test('each dialect has a report that shows it', () => {
  const missing = DIALECTS.filter(({ fixture }) => !fs.existsSync(path.join(FIXTURES, fixture)))
  expect(missing).toEqual([])
})
