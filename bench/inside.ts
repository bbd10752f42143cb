/**
 * Milliseconds of CPU that a part of the action takes by itself, without reading what it works on:
 * `node bench/inside.ts matching report.xml`, or `beginnings` or `echoes` for the cleaning of 10 MiB.
 */
import path from 'node:path'
import { judgeTests } from '../src/gate/quarantine/tests.ts'
import { readTestReports } from '../src/reports/junit.ts'
import { cleanerOf } from '../src/text/outside.ts'
import { FAILURES, failedTest } from './reports.ts'

const MIB = 1024 * 1024
const TOKEN = `${'a'.repeat(36)}zzzz`

const [part = '', file = ''] = process.argv.slice(2)
const work = part === 'matching' ? await matching(path.resolve(file)) : cleaning(textOf(part))
const before = process.cpuUsage()
const isRight = work()
const { user, system } = process.cpuUsage(before)
if (!isRight) throw new Error(`${part}: the result is wrong`)
console.log((user + system) / 1000)

/** Failed tests against as many quarantined ones, each with a name of its own. */
async function matching(report: string): Promise<() => boolean> {
  const entries = Array.from({ length: FAILURES }, (_, at) => ({
    ...failedTest(at),
    parent: 'all',
    file: null,
    variant: null,
    codeowners: ['@example/shop'],
    quarantinedAt: '2026-01-02T03:04:05.000Z',
    statusLastUpdatedAt: '2026-01-02T03:04:05.000Z',
    testCaseId: '5f0c2a9e-61b7-4d3c-9e58-0b7a4c1d2e3f',
  }))
  const { reports } = await readTestReports([report], {
    workspace: path.dirname(report),
    clean: cleanerOf(),
    testOutcome: null,
  })
  const options = { testOutcome: 'failure', variant: null, maxExcused: null, minTests: null, untrusted: false } as const
  return () => judgeTests(reports, { isComplete: true, entries }, options).failures.excused.length === FAILURES
}

/** Text that begins a token everywhere, or that repeats it. */
function textOf(part: string): string {
  if (part === 'beginnings') return 'a'.repeat(10 * MIB)
  if (part === 'echoes') return `${TOKEN} ${'x'.repeat(1048 - TOKEN.length - 1)}`.repeat(10_000)
  throw new Error(`There is no part ${part}`)
}

function cleaning(text: string): () => boolean {
  const clean = cleanerOf(TOKEN, 'ghs_16C7e42F292c6912E7710c838347Ae178B4a')
  return () => !clean(text).includes(TOKEN)
}
