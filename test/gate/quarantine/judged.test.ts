import { expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
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

test('the tests of a poll', () => {
  const judge = judgeOf()
  expect(judge.judged(FACTS)).toEqual(judgeTests(REPORTS, listOf(...LIST.tests), testOptions()))
  expect(judge.judges['no-blocking-failures'](FACTS)).toEqual(judge.judged(FACTS)?.finding)
})

test('without reports nothing is known', () => {
  const { judged, judges } = judgeOf()
  const none = { quarantinedTests: read(LIST) } as Facts
  expect(judged(none)).toBeNull()
  expect(judges['no-blocking-failures'](none)).toMatchObject({ verdict: 'unknown', final: true })
})

test.each<[name: string, quarantined: Facts['quarantinedTests'], told: string]>([
  ['was read, though it could have been left out', read(LIST), '1 test ran; 1 failed and is quarantined.'],
  ["can't be asked for", undefined, '1 test failed and can\'t be excused: the input is empty. Failed: "ignites".'],
])('the list %s', (_, quarantined, told) => {
  const { judged } = judgeOf({ withoutList: { why: 'the input is empty.', remedy: 'Set it.' } })
  expect(asText(judged({ ...FACTS, quarantinedTests: quarantined })?.finding.evidence ?? '')).toBe(told)
})
