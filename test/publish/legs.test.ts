import { describe, expect, test } from 'vitest'
import type { LegReport } from '../../src/facts/test-report.ts'
import { excusesOf } from '../../src/gate/quarantine/excuses.ts'
import type { JudgedGroup, JudgedTests } from '../../src/gate/quarantine/tests.ts'
import { met } from '../../src/gate/verdict.ts'
import { legsPart } from '../../src/publish/tests/legs.ts'
import { quarantinedTest } from '../builders.ts'
import { listOf, reportedTest, testReports } from '../gate/quarantine/worlds.ts'

const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })
const EXCUSED = reportedTest()
const BLOCKING = reportedTest({ name: 'breaks' })

function group(leg: string | null, verdict: JudgedGroup['verdict'], tests = [PASSED], variant: string | null = null) {
  const reports = testReports(tests)
  const excuses = excusesOf(reports, listOf(quarantinedTest({ variant })), variant)
  return { leg, attempt: 1, verdict, variant, reports, entries: [], excuses }
}

function judged(groups: JudgedGroup[], outdated: Pick<LegReport, 'leg' | 'attempt'>[] = []): JudgedTests {
  return { finding: met('It is.'), groups, outdated: outdated as LegReport[] }
}

/** The cells of each row, without `<i>` and `<code>`. */
function cells(html: string | null): string[][] {
  return [...(html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.replace(/<\/?(?:i|code)>/g, '')),
  )
}

describe('the legs of a matrix', () => {
  test('a row each: unmet, unknown, met, then those that do not count', () => {
    const part = legsPart(
      judged(
        [
          group('linux', 'met', [PASSED, EXCUSED]),
          group('mac', 'unknown', [PASSED]),
          group('windows', 'unmet', [PASSED, BLOCKING], 'arm64'),
        ],
        [{ leg: 'old', attempt: 1 }],
      ),
    )
    expect(part?.split('\n')[0]).toBe('<h3>3 legs</h3>')
    expect(cells(part)).toEqual([
      ['Leg', 'Verdict', 'Tests', 'Blocking', 'Excused', 'Attempt'],
      ['windows<br><sub>variant arm64</sub>', '❌&nbsp;unmet', '2', '1', '0', '1'],
      ['mac', '❓&nbsp;unknown', '1', '0', '0', '1'],
      ['linux', '✅&nbsp;met', '2', '0', '1', '1'],
      [
        'old',
        'does not count: a report of an earlier attempt counts only if its verdict was met and test-outcome is success',
        '',
        '',
        '',
        '1',
      ],
    ])
  })

  test('no table where there are no legs', () => {
    expect(legsPart(judged([group(null, 'met')]))).toBeNull()
    expect(legsPart(judged([]))).toBeNull()
  })

  test('a name stays text', () => {
    const part = legsPart(judged([group('<b>@mona #1', 'met')], [{ leg: '<i>', attempt: 1 }]))
    expect(part).not.toMatch(/<b>|<i>[^d]|[^\u2060\u200b;>]@mona/)
  })
})
