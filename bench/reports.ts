import fs from 'node:fs'

const SUITES = 1000
const CASES = 1000
/** The size of the large report. */
export const LARGE = { ran: 990_000, failed: 500 }
/** Failed tests, and quarantined ones, of which each fits one. */
export const FAILURES = 100_000

/**
 * A report of 200 MB and 1,000,000 test cases, as vitest writes them: a failed test in each second suite and ten
 * skipped ones in each.
 */
export function writeLargeReport(file: string): void {
  const out = fs.openSync(file, 'w')
  fs.writeSync(
    out,
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="all" tests="${SUITES * CASES}" failures="${SUITES / 2}">\n`,
  )
  for (let suite = 0; suite < SUITES; suite++) {
    const name = `packages/shop/src/module-${suite}/service.test.ts`
    const cases = Array.from({ length: CASES }, (_, at) => {
      const title = `service ${suite} &gt; part ${at % 20} &gt; does the thing number ${at} as it should, in any weather`
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

/** A report of {@link FAILURES} failed tests, each with a name of its own. */
export function writeFailures(file: string): void {
  const cases = Array.from({ length: FAILURES }, (_, at) => {
    const { name, classname } = failedTest(at)
    return `<testcase classname="${classname}" name="${name}"><failure message="expected 1 to be 2"/></testcase>\n`
  })
  fs.writeFileSync(file, `<testsuite name="all" tests="${FAILURES}">\n${cases.join('')}</testsuite>\n`)
}

/** The test at an index from 0 to below {@link FAILURES}. */
export function failedTest(at: number): { name: string; classname: string } {
  return {
    name: `does the thing number ${at} as it should`,
    classname: `packages/shop/src/module-${at % 1000}/service.test.ts`,
  }
}
