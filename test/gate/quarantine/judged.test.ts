import { expect, test } from 'vitest'
import { type Facts, NOTHING_ASKED } from '../../../src/facts/facts.ts'
import type { ReportedTest, TestReports } from '../../../src/facts/test-report.ts'
import { createJudgeOfTests, type TestSettings } from '../../../src/gate/quarantine/judged.ts'
import { NOW, quarantinedTest, quarantinedTests } from '../../builders.ts'
import { reportedTest, testOptions, testReports } from './worlds.ts'

interface Given {
  tests: ReportedTest[]
  reports?: Partial<TestReports>
  settings?: Partial<TestSettings>
  facts?: Partial<Facts>
}

const EXCUSED = reportedTest()
const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })

function onlyQuarantinedFailed({ tests, reports = {}, settings = {}, facts = {} }: Given): boolean {
  const list = quarantinedTests({ tests: [quarantinedTest()] })
  const options = { limits: { count: null, ageMs: null }, withoutList: null, merge: null, now: NOW }
  return createJudgeOfTests({ ...testOptions(), ...options, ...settings }).onlyQuarantinedFailed({
    ...NOTHING_ASKED,
    quarantinedTests: { kind: 'read', value: list },
    testReports: { kind: 'read', value: testReports(tests, reports) },
    ...facts,
  })
}

test.each<[string, Given, boolean]>([
  ['all that failed is quarantined', { tests: [PASSED, EXCUSED] }, true],
  ['one that is not failed, too', { tests: [EXCUSED, reportedTest({ name: 'breaks' })] }, false],
  ['nothing failed', { tests: [PASSED], settings: { testOutcome: 'success' } }, false],
  ['a crash', { tests: [PASSED] }, false],
  ['no outcome was given', { tests: [EXCUSED], settings: { testOutcome: null } }, false],
  ['a report broke off', { tests: [EXCUSED], reports: { problems: [{ kind: 'truncated', message: 'a.xml' }] } }, false],
  ['more than are excused', { tests: [EXCUSED], settings: { maxExcused: 0 } }, false],
  ['the reports come from another run', { tests: [EXCUSED], settings: { untrusted: true } }, false],
  ['no list of quarantined tests', { tests: [EXCUSED], facts: { quarantinedTests: { kind: 'absent' } } }, false],
  ['no reports', { tests: [], facts: { testReports: { kind: 'not-asked' } } }, false],
])('only quarantined tests failed: %s', (_, given, expected) => {
  expect(onlyQuarantinedFailed(given)).toBe(expected)
})
