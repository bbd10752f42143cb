/**
 * What reading a test report of 200 MB and 1,000,000 test cases costs, as whole processes: `node bench/reports.ts`.
 * The goal is 4 s on two cores and 200 MB at the peak.
 *
 * --runs=5      of each case
 * --namesakes   failed tests share their names with tests that passed, so that the file is read twice
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readTestReports } from '../src/reports/junit.ts'

const SUITES = 1000
const CASES = 1000

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    namesakes: { type: 'boolean', default: false },
    read: { type: 'string' },
  },
})

if (values.read === undefined) measure(Number(values.runs))
else await read(values.read)

function measure(runs: number): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'reports-'))
  try {
    const file = path.join(folder, 'report.xml')
    writeReport(file, values.namesakes)
    console.log(`${Math.round(fs.statSync(file).size / 1e6)} MB, ${SUITES * CASES} test cases`)
    for (let run = 0; run < runs; run++) {
      const { stdout, status } = spawnSync(process.execPath, [import.meta.filename, `--read=${file}`], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      if (status !== 0) throw new Error(`exit ${status}`)
      process.stdout.write(stdout)
    }
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

async function read(file: string): Promise<void> {
  const { reports } = await readTestReports([file], { workspace: path.dirname(file) })
  const { ran, failed, skipped } = reports.counts
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const seconds = process.uptime().toFixed(2)
  const cpu = ((userCPUTime + systemCPUTime) / 1e6).toFixed(2)
  console.log(
    `${seconds} s, ${cpu} s CPU, ${Math.round(maxRSS / 1024)} MB peak: ${ran} ran, ${failed} failed, ${skipped} skipped`,
  )
}

/** As vitest writes them, a failed test in each second suite and ten skipped ones in each. */
function writeReport(file: string, namesakes: boolean): void {
  const out = fs.openSync(file, 'w')
  fs.writeSync(
    out,
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="all" tests="${SUITES * CASES}" failures="${SUITES / 2}">\n`,
  )
  for (let suite = 0; suite < SUITES; suite++) {
    const name = `packages/shop/src/module-${suite}/service.test.ts`
    const cases = Array.from({ length: CASES }, (_, at) => {
      const part = namesakes ? 'all' : `${suite}`
      const title = `service ${part} &gt; part ${at % 20} &gt; does the thing number ${at} as it should, in any weather`
      return `    <testcase classname="${name}" name="${title}" time="0.00${at}">\n${saysOf(suite, at)}    </testcase>\n`
    })
    const counts = `tests="${CASES}" failures="${1 - (suite % 2)}" errors="0" skipped="10" time="1.5"`
    fs.writeSync(out, `  <testsuite name="${name}" ${counts}>\n${cases.join('')}  </testsuite>\n`)
  }
  fs.writeSync(out, '</testsuites>\n')
  fs.closeSync(out)
}

function saysOf(suite: number, at: number): string {
  if (at % 100 === 3) return '      <skipped/>\n'
  if (at !== 500 || suite % 2 === 1) return ''
  return '      <failure message="expected 1 to be 2" type="AssertionError">AssertionError: expected 1 to be 2\n at x.ts:1:2</failure>\n'
}
