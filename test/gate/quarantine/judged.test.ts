import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
import type { LegReport, ReportedTest, TestReports } from '../../../src/facts/test-report.ts'
import { judgeDebt } from '../../../src/gate/quarantine/debt.ts'
import { createJudgeOfTests, type JudgeOfTests, type TestSettings } from '../../../src/gate/quarantine/judged.ts'
import { mergeLegs } from '../../../src/gate/quarantine/legs.ts'
import { type JudgedTests, judgeTests } from '../../../src/gate/quarantine/tests.ts'
import { asText } from '../../../src/text/message.ts'
import { NOW, ofQuarantined, quarantinedTest, quarantinedTests, read } from '../../builders.ts'
import { leg, legReports, mergeOptions, reportedTest, testOptions, testReports } from './worlds.ts'

interface Given {
  tests: ReportedTest[]
  reports?: Partial<TestReports>
  settings?: Partial<TestSettings>
  facts?: Partial<Facts>
}

const EXCUSED = reportedTest()
const LIST = quarantinedTests({ tests: [quarantinedTest()] })
const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })

function judgeOf(over: Partial<TestSettings> = {}): JudgeOfTests {
  const options = {
    limits: { count: null, ageMs: null },
    withoutList: null,
    now: NOW,
    workspace: '/home/runner/work/shop',
  }
  return createJudgeOfTests({ ...mergeOptions(), ...testOptions(), ...options, ...over })
}

function factsOf({ tests, reports = {}, facts = {} }: Given): Facts {
  const own = { quarantinedTests: read(LIST), testReports: read(testReports(tests, reports)) }
  return { ...own, ...facts }
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
  ['no list of quarantined tests', { tests: [EXCUSED], facts: { quarantinedTests: { absent: true } } }, false],
  ['no reports', { tests: [], facts: { testReports: undefined } }, false],
])('only quarantined tests failed: %s', (_, given, expected) => {
  expect(judgeOf(given.settings).onlyQuarantinedFailed(factsOf(given))).toBe(expected)
})

describe('the tests of the step itself', () => {
  test('with all that is known of them', () => {
    const given = factsOf({ tests: [PASSED, EXCUSED] })
    const reports = testReports([PASSED, EXCUSED])
    const { finding, excuses } = judgeTests(reports, { complete: true, entries: LIST.tests }, testOptions())
    const expected: JudgedTests = {
      finding,
      groups: [{ leg: null, attempt: null, verdict: 'met', variant: null, reports, entries: LIST.tests, excuses }],
      outdated: [],
    }
    const judge = judgeOf()
    expect(judge.judged(given)).toEqual(expected)
    expect(judge.judged(given)).toBe(judge.judged(given))
    expect(judge.judges['no-blocking-failures'](given)).toBe(judge.judged(given)?.finding)
  })

  test('were not read', () => {
    expect(judgeOf().judged({})).toBeNull()
    expect(judgeOf().judges['no-blocking-failures']({})).toMatchObject({
      verdict: 'unknown',
      evidence: 'No test reports were read.',
      final: true,
    })
  })

  const undefined: Partial<Facts> = { quarantinedTests: undefined }
  const EMPTY = 'the input is empty.'
  test.each<[name: string, Partial<Facts>, withoutList: string | null, why: string | null]>([
    ['the list', {}, null, null],
    ['the list, though it could have been left out', {}, EMPTY, null],
    ['a list that could not be asked for', NOT_ASKED, EMPTY, EMPTY],
    ['a list that was not asked for', NOT_ASKED, null, 'the list of quarantined tests was not asked for.'],
    [
      'a list that the service does not have',
      { quarantinedTests: { absent: true } },
      EMPTY,
      'the service has no such list of quarantined tests.',
    ],
  ])('by %s', (_, facts, withoutList, why) => {
    const tests = judgeOf({
      withoutList: withoutList === null ? null : { why: withoutList, remedy: 'Set it.' },
    }).judged(factsOf({ tests: [EXCUSED], facts }))
    expect(tests?.finding.evidence).toBe(
      why === null ? '1 test ran; 1 failed and is quarantined.' : `1 test failed and none can be excused: ${why}`,
    )
    expect(tests?.groups[0]?.entries).toEqual(why === null ? LIST.tests : null)
  })
})

test('files and parents are compared as the reports have them', () => {
  const file = '/home/runner/work/shop/test/engine.test.ts'
  const entries = ['./test/engine.test.ts', '.\\test\\engine.test.ts', file].map(each =>
    quarantinedTest({ classname: null, file: each, parent: 'Engine-20261122011205' }),
  )
  for (const entry of entries) {
    const given = factsOf({ tests: [EXCUSED], facts: ofQuarantined({ tests: [entry] }) })
    const { finding, groups } = judgeOf().judged(given) ?? {}
    expect([finding?.verdict, groups?.[0]?.entries?.[0]?.file]).toEqual(['met', 'test/engine.test.ts'])
  }
})

test('the limits are those of the settings, and ages count by their clock', () => {
  const limits = { count: 0, ageMs: null }
  const given = factsOf({ tests: [] })
  const finding = judgeDebt(given.quarantinedTests, limits, NOW)
  expect(finding.verdict).toBe('unmet')
  expect(judgeOf({ limits }).judges['quarantine-within-limits'](given)).toEqual(finding)
})

describe('the reports of legs', () => {
  const merge = mergeOptions()
  const legs = [leg('a'), leg('b', [EXCUSED])]
  const withLegs = (reports: LegReport[], problems: string[] = []): Facts =>
    factsOf({ tests: [reportedTest({ name: 'own' })], facts: { legReports: read(legReports(reports, { problems })) } })

  test('with all that is known of them, and nothing of what a test said', () => {
    const given = withLegs([...legs])
    const merged = mergeLegs(legReports(legs), merge)
    expect(judgeOf(merge).judged(given)).toEqual(merged)
    expect(merged.groups).toHaveLength(2)
  })

  test('one leg whose failures are excused is enough', () => {
    expect(judgeOf(merge).onlyQuarantinedFailed(withLegs(legs))).toBe(true)
    expect(judgeOf(merge).onlyQuarantinedFailed(withLegs([leg('a'), leg('b')]))).toBe(false)
  })

  test('a leg that did not know the whole list has no entries', () => {
    const alone = leg('a', [EXCUSED], {}, { complete: false, why: 'nobody asked.' })
    const judged = judgeOf(merge).judged(withLegs([alone]))
    expect(judged?.groups.map(({ entries }) => entries)).toEqual([null])
  })

  const NO_REPORT = 'c.json is no report.'
  test.each<[name: string, LegReport[], messages: string[]]>([
    ['beside legs that all are met', legs, [NO_REPORT]],
    ['beside one that blocks', [leg('a', [reportedTest({ name: 'breaks' })])], [NO_REPORT]],
    ['beside one without an outcome', [leg('a', [PASSED], { testOutcome: null })], [NO_REPORT]],
    ['beside none', [], [NO_REPORT]],
    [
      'beside one of another run',
      [leg('a', [PASSED], { runId: '78' })],
      [NO_REPORT, 'The report of leg "a" (attempt 1) is of run 78; this is run 77.'],
    ],
  ])('a file that is no report, %s: nothing is judged', (_, reports, messages) => {
    const tests = judgeOf(merge).judged(withLegs(reports, [NO_REPORT]))
    expect(tests).toMatchObject({ finding: { verdict: 'unknown', final: true }, groups: [], outdated: [] })
    expect(tests?.finding.reasons.map(({ code, message }) => `${code}: ${asText(message)}`)).toEqual(
      messages.map(told => `leg-report-invalid: ${told}`),
    )
  })

  test('none were read: the own tests are judged', () => {
    const { finding } = judgeOf(merge).judged(factsOf({ tests: [reportedTest({ name: 'own' })] })) ?? {}
    expect(finding?.evidence).toBe('1 failed test is not quarantined: "own".')
  })
})
