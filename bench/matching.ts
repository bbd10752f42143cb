/**
 * Milliseconds of CPU that holding 100,000 failed tests against 100,000 quarantined ones takes, once both are read:
 * `node bench/matching.ts report.xml`.
 */
import path from 'node:path'
import type { QuarantinedTest } from '../src/facts/test-report.ts'
import { judgeTests } from '../src/gate/quarantine/tests.ts'
import { readTestReports } from '../src/reports/junit.ts'
import { cleanerOf } from '../src/text/secret.ts'
import { FAILURES, failedTest } from './reports.ts'

const [file] = process.argv.slice(2)
if (!file) throw new Error('expected a report')

const entries = Array.from({ length: FAILURES }, (_, at) => quarantined(failedTest(at)))
const { reports } = await readTestReports([path.resolve(file)], {
  workspace: path.dirname(path.resolve(file)),
  clean: cleanerOf(),
})

const before = process.cpuUsage()
const options = { testOutcome: 'failure', variant: null, maxExcused: null, minTests: null } as const
const { finding, excuses } = judgeTests(reports, { complete: true, entries }, options)
const { user, system } = process.cpuUsage(before)

if (finding.verdict !== 'met' || excuses.excused.length !== FAILURES) throw new Error('not every failure is excused')
console.log((user + system) / 1000)

function quarantined({ name, classname }: { name: string; classname: string }): QuarantinedTest {
  return {
    name,
    classname,
    parent: 'all',
    file: null,
    variant: null,
    codeowners: ['@example/shop'],
    quarantinedAt: '2026-01-02T03:04:05.000Z',
    statusLastUpdatedAt: '2026-01-02T03:04:05.000Z',
    testCaseId: '5f0c2a9e-61b7-4d3c-9e58-0b7a4c1d2e3f',
  }
}
