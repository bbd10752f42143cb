import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
import { judgeDebt } from '../../../src/gate/quarantine/debt.ts'
import { createJudgeOfTests, judgeTests, type TestSettings } from '../../../src/gate/quarantine/tests.ts'
import { asText } from '../../../src/text/message.ts'
import { NOW, quarantinedTest, quarantinedTests, read } from '../../builders.ts'
import { listOf, reportedTest, testOptions, testReports } from './worlds.ts'

const LIST = quarantinedTests({ tests: [quarantinedTest()] })
const REPORTS = testReports([reportedTest()])
const FACTS = { quarantinedTests: read(LIST), testReports: read(REPORTS) } as Facts

function judgeOf(over: Partial<TestSettings> = {}) {
  const limits = { count: null, ageMs: null }
  return createJudgeOfTests({ ...testOptions(), limits, withoutList: null, now: NOW, workspace: '/shop', ...over })
}

test('the tests of a poll are judged once', () => {
  const judge = judgeOf()
  expect(judge.judged(FACTS)).toEqual(judgeTests(REPORTS, listOf(...LIST.tests), testOptions()))
  expect(judge.judged(FACTS)).toBe(judge.judged(FACTS))
  expect(judge.judges['no-blocking-failures'](FACTS)).toBe(judge.judged(FACTS)?.finding)
})

test('without reports nothing is known', () => {
  const { judged, judges } = judgeOf()
  const none = { quarantinedTests: read(LIST) } as Facts
  expect(judged(none)).toBeNull()
  expect(judges['no-blocking-failures'](none)).toMatchObject({ verdict: 'unknown', final: true })
})

describe('the list', () => {
  const EMPTY = 'the input is empty.'
  test.each<[name: string, quarantined: Facts['quarantinedTests'], withoutList: string | null, why: string | null]>([
    ['was read', read(LIST), null, null],
    ['was read, though it could have been left out', read(LIST), EMPTY, null],
    ["can't be asked for", undefined, EMPTY, EMPTY],
    ['was not asked for', undefined, null, 'the list of quarantined tests was not asked for.'],
  ])('%s', (_, quarantined, withoutList, why) => {
    const settings = { withoutList: withoutList === null ? null : { why: withoutList, remedy: 'Set it.' } }
    const tests = judgeOf(settings).judged({ ...FACTS, quarantinedTests: quarantined })
    const told =
      why === null
        ? '1 test ran; 1 failed and is quarantined.'
        : `1 test failed and can't be excused: ${why} Failed: "ignites".`
    expect(asText(tests?.finding.evidence ?? '')).toBe(told)
    expect(tests?.entries).toEqual(why === null ? LIST.tests : null)
  })
})

test('the limits are those of the settings', () => {
  const limits = { count: 0, ageMs: null }
  const finding = judgeDebt(FACTS.quarantinedTests, limits, NOW)
  expect(finding.verdict).toBe('unmet')
  expect(judgeOf({ limits }).judges['quarantine-within-limits'](FACTS)).toEqual(finding)
})
