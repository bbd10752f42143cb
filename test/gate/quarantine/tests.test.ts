import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
import type { ReportedTest, ReportProblem, TestInputs, TestReports } from '../../../src/facts/test-report.ts'
import type { EntryList } from '../../../src/gate/quarantine/excuses.ts'
import { createTestJudges, judgeTests, type TestSettings } from '../../../src/gate/quarantine/tests.ts'
import { asText } from '../../../src/text/message.ts'
import { NOW, quarantinedTest, quarantinedTests, read } from '../../builders.ts'
import { listOf, NO_LIST, reportedTest, testOptions, testReports } from './worlds.ts'

const QUARANTINED = listOf(quarantinedTest())
const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })
const EXCUSED = reportedTest()
const BLOCKING = reportedTest({ name: 'breaks' })
const SET_UP = reportedTest({ name: '' })
const FAILURE = { testOutcome: 'failure' } as const
const problem = (kind: ReportProblem['kind']): ReportProblem => ({ kind, message: `${kind}.xml: wrong` })

/** The contents of the reports and the step's inputs; the outcome is `success`, unless given. */
interface Given extends Partial<TestInputs> {
  tests?: ReportedTest[]
  reports?: Partial<TestReports>
  problems?: ReportProblem['kind'][]
  list?: EntryList
}

function judged({ tests = [PASSED], reports, problems = [], list = QUARANTINED, ...options }: Given) {
  const given = testReports(tests, { problems: problems.map(problem), ...reports })
  return judgeTests(given, list, testOptions({ testOutcome: 'success', ...options })).finding
}

describe('no-blocking-failures', () => {
  const both = 'unmet blocking-failures report-truncated'
  test.each<[name: string, given: Given, verdict: string]>([
    ['all passed', {}, 'met'],
    ['all passed, without a list', { list: NO_LIST }, 'met'],
    ['all that failed is excused', { tests: [PASSED, EXCUSED], ...FAILURE }, 'met'],
    ['nothing passed, and all that failed is excused', { tests: [EXCUSED], ...FAILURE }, 'met'],
    ['one that nothing excuses', { tests: [EXCUSED, BLOCKING], ...FAILURE }, 'unmet blocking-failures'],
    ['failed tests count, whatever the outcome', { tests: [BLOCKING] }, 'unmet blocking-failures'],
    ['no test', { tests: [SET_UP], list: listOf(quarantinedTest({ name: '' })) }, 'unmet blocking-failures'],
    ['no list, and a test that it would excuse', { tests: [EXCUSED], list: NO_LIST }, 'unmet blocking-failures'],
    ['another variant', { tests: [EXCUSED], variant: 'mac' }, 'unmet blocking-failures'],
    ['no test failed, and the step did', { ...FAILURE }, 'unmet test-crash'],
    ['no test ran, and the step failed', { tests: [], ...FAILURE }, 'unmet test-crash report-empty'],
    ['no outcome', { testOutcome: null }, 'unknown bad-input'],
    ['no test ran', { tests: [] }, 'unknown report-empty'],
    ['only skipped tests', { tests: [reportedTest({ outcome: 'skipped' })] }, 'unknown report-empty'],
    ['an empty report beside a good one', { problems: ['empty'] }, 'met'],
    ['a glob that matches nothing', { problems: ['missing'] }, 'unmet report-missing'],
    ['not well-formed', { problems: ['malformed'] }, 'unknown report-malformed'],
    [
      'not well-formed, and the step failed',
      { problems: ['malformed'], ...FAILURE },
      'unmet test-crash report-malformed',
    ],
    ['not searched', { problems: ['unsearched'] }, 'unknown report-unsearched'],
    ['older than the job', { problems: ['outdated'] }, 'unknown report-outdated'],
    ['truncated', { problems: ['truncated'] }, 'unknown report-truncated'],
    ['truncated, and all is excused', { tests: [EXCUSED], problems: ['truncated'] }, 'unknown report-truncated'],
    ['truncated, and something blocks', { tests: [BLOCKING], problems: ['truncated'] }, both],
    ['skipped', { testOutcome: 'skipped' }, 'unknown tests-not-run'],
    [
      'cancelled, whatever was found',
      { tests: [BLOCKING], problems: ['missing'], testOutcome: 'cancelled', minTests: 9, maxExcused: 0 },
      'unknown tests-not-run',
    ],
    ['as many as must run', { minTests: 1 }, 'met'],
    ['fewer', { minTests: 2 }, 'unknown report-truncated'],
    [
      'skipped ones did not run',
      { tests: [PASSED, { ...BLOCKING, outcome: 'skipped' }], minTests: 2 },
      'unknown report-truncated',
    ],
    ['fewer, and something blocks', { tests: [BLOCKING], minTests: 2 }, both],
    ['as many excused as may be', { tests: [EXCUSED], maxExcused: 1 }, 'met'],
    ['more', { tests: [EXCUSED], maxExcused: 0 }, 'unmet too-many-excused'],
    [
      'more, and something blocks',
      { tests: [EXCUSED, BLOCKING], maxExcused: 0 },
      'unmet blocking-failures too-many-excused',
    ],
  ])('%s', (_, given, verdict) => {
    const finding = judged(given)
    expect([finding.verdict, ...finding.reasons.map(({ code }) => code)].join(' ')).toBe(verdict)
    expect([finding.final, finding.outage]).toEqual([finding.verdict !== 'met', false])
  })

  test.each<[name: string, given: Given, final: boolean]>([
    ['no outage', { tests: [EXCUSED] }, true],
    ['an outage', { tests: [EXCUSED] }, false],
    ['an outage, and something else stands against them', { tests: [EXCUSED], minTests: 9 }, true],
    ['an outage, and what no list excuses', { tests: [EXCUSED, SET_UP] }, true],
  ])('without the list, waiting can change it after an outage alone: %s', (name, given, final) => {
    const list: EntryList = {
      isComplete: false,
      why: 'it is down.',
      remedy: 'Wait.',
      outage: name.startsWith('an outage'),
    }
    expect(judged({ ...given, list, ...FAILURE })).toMatchObject({ verdict: 'unmet', final, outage: false })
  })
})

describe('what is said', () => {
  const SET_UP_SAYS =
    'A failure of class "Engine" is not a test: a set-up failed, or code did not load. Tests that need it may not have run, so nothing excuses this failure.'
  test.each<[name: string, given: Given, evidence: string]>([
    ['all passed', {}, '1 test ran and none failed.'],
    ['excused', { tests: [PASSED, EXCUSED] }, '2 tests ran; 1 failed and is quarantined.'],
    ['one blocks', { tests: [BLOCKING] }, '1 failed test is excused by none of 1 quarantined test: "breaks".'],
    [
      'many block',
      { tests: ['a', 'b\n', '', 'd', 'e'].map(name => reportedTest({ name })) },
      `4 failed tests are excused by none of 1 quarantined test: "a", "b ⏎", "d" and 1 more. ${SET_UP_SAYS}`,
    ],
    ['two are no tests', { tests: [SET_UP, { ...SET_UP, file: 'b' }] }, `${SET_UP_SAYS} The same holds for 1 more.`],
    [
      'one with a name is none',
      {
        reports: {
          failed: testReports([reportedTest({ name: 't', classname: null })]).failed.map(each => ({
            ...each,
            isTest: false,
          })),
        },
      },
      'The failure "t" of suite "Engine" is not a test: a set-up failed, or code did not load. Tests that need it may not have run, so nothing excuses this failure.',
    ],
    [
      'no list',
      { tests: [EXCUSED], list: NO_LIST },
      '1 test failed and can\'t be excused: nobody asked. Failed: "ignites".',
    ],
    [
      'no list, and two',
      { tests: [EXCUSED, BLOCKING], list: NO_LIST },
      '2 tests failed and none can be excused: nobody asked. Failed: "ignites", "breaks".',
    ],
    [
      'too many',
      { tests: [EXCUSED], maxExcused: 0 },
      '1 quarantined test failed, more than `max-excused` (0): none is excused.',
    ],
    [
      'a near miss',
      { tests: [EXCUSED], list: listOf(quarantinedTest({ file: 'test/old.ts' })) },
      '1 failed test is excused by none of 1 quarantined test: "ignites" (quarantined in another file: moved from `test/old.ts` to `test/engine.test.ts`?).',
    ],
    [
      'two cases of one name',
      {
        reports: { failed: testReports([EXCUSED]).failed.map(each => ({ ...each, hasPassedNamesake: true })) },
        list: listOf(),
      },
      '1 failed test is excused by none of 0 quarantined tests: "ignites" (failed and passed under one name).',
    ],
    ['too few', { minTests: 20 }, '1 test ran, fewer than `min-tests` (20).'],
    ['a bad file', { problems: ['malformed'] }, 'malformed.xml: wrong.'],
    ['a crash', FAILURE, 'The step that runs the tests failed, but no test in the reports failed in the end.'],
    ['skipped', { testOutcome: 'skipped' }, 'The step that runs the tests was skipped.'],
    ['no test ran', { tests: [] }, 'No report shows a test that ran.'],
  ])('%s', (_, given, evidence) => {
    const finding = judged(given)
    expect(asText(finding.evidence)).toBe(evidence)
    expect(asText(finding.reasons[0]?.message ?? evidence)).toBe(evidence)
  })

  const QUARANTINE =
    'Fix what failed. A flaky test is quarantined at the service, under the name, class and file of the report.'
  test.each<[name: string, given: Given, headline: string | undefined, remedy: string]>([
    ['one', { tests: [BLOCKING] }, '1 failed test blocks', QUARANTINE],
    ['one is no test', { tests: [BLOCKING, SET_UP] }, '2 failed tests block', QUARANTINE],
    ['no test', { tests: [SET_UP] }, '1 failed test blocks', 'Fix what failed.'],
    ['room for one more excuse', { tests: [BLOCKING], maxExcused: 1 }, '1 failed test blocks', QUARANTINE],
    ['no room', { tests: [BLOCKING, EXCUSED], maxExcused: 1 }, '1 failed test blocks', 'Fix what failed.'],
    ['too many', { tests: [BLOCKING, EXCUSED], maxExcused: 0 }, '2 failed tests block', 'Fix what failed.'],
    ['no list', { tests: [EXCUSED], list: NO_LIST }, '1 failed test blocks', 'Ask.'],
  ])('headline and remedy: %s', (_, given, headline, remedy) => {
    const [reason] = judged({ ...FAILURE, ...given }).reasons
    expect([reason?.headline, asText(reason?.remedy ?? '')]).toEqual([headline, remedy])
  })

  test('of many bad files the first three are named', () => {
    const { reasons } = judged({ problems: Array(5).fill('malformed') })
    const named = 'malformed.xml: wrong. '.repeat(3)
    expect(reasons.map(({ message }) => asText(message))).toEqual([`${named}The same holds for 2 more.`])
  })
})

test('met means that something ran, and that nothing failed without an entry of its name', () => {
  const member = fc.constantFrom(null, '', 'C', 'D')
  const identity = { name: fc.constantFrom('a', 'b', '__proto__', ''), classname: member, file: member, parent: member }
  const outcome = fc.constantFrom<ReportedTest['outcome']>('failed', 'failed', 'passed', 'skipped')
  const anyTest = fc.record({ ...identity, outcome, flaky: fc.constant(false) })
  const anyEntry = fc.record({ ...identity, variant: fc.constantFrom(null, '', 'mac') }).map(quarantinedTest)
  const anyOutcome = fc.constantFrom<TestInputs['testOutcome']>('success', 'failure', 'skipped', 'cancelled', null)
  const anyInputs = fc.record({
    testOutcome: anyOutcome,
    maxExcused: fc.option(fc.nat(3)),
    minTests: fc.option(fc.nat(5)),
  })
  fc.assert(
    fc.property(
      fc.array(anyTest, { maxLength: 6 }),
      fc.array(anyEntry, { maxLength: 6 }),
      anyInputs,
      (tests, entries, inputs) => {
        const reports = testReports(tests)
        const { finding, failures } = judgeTests(reports, listOf(...entries), testOptions(inputs))
        expect(finding.reasons.length === 0).toBe(finding.verdict === 'met')
        if (finding.verdict !== 'met') return
        expect(reports.counts.ran).toBeGreaterThan(0)
        expect(['success', 'failure']).toContain(inputs.testOutcome)
        expect(failures.excused).toEqual(reports.failed)
        const names = entries.flatMap(entry => (entry.variant ? [] : entry.name))
        for (const { name } of failures.excused) expect(names).toContain(name)
      },
    ),
    { numRuns: 1000 },
  )
})

const LIST = quarantinedTests({ tests: [quarantinedTest()] })
const REPORTS = testReports([reportedTest()])
const FACTS = { quarantinedTests: read(LIST), testReports: read(REPORTS) } as Facts

function judgeOf(over: Partial<TestSettings> = {}) {
  const limits = { count: null, ageMs: null }
  return createTestJudges({ ...testOptions(), limits, whyNoList: null, now: NOW, workspace: '/shop', ...over })
}

test('the tests of a poll are judged once', () => {
  const judge = judgeOf()
  expect(judge.findJudgedTests(FACTS)).toEqual(judgeTests(REPORTS, listOf(...LIST.tests), testOptions()))
  expect(judge.findJudgedTests(FACTS)).toBe(judge.findJudgedTests(FACTS))
  expect(judge.judges['no-blocking-failures'](FACTS)).toBe(judge.findJudgedTests(FACTS)?.finding)
})

test('without reports nothing is known', () => {
  const { findJudgedTests: judged, judges } = judgeOf()
  const none = { quarantinedTests: read(LIST) } as Facts
  expect(judged(none)).toBeNull()
  expect(judges['no-blocking-failures'](none)).toMatchObject({ verdict: 'unknown', final: true })
})

test.each<[name: string, quarantined: Facts['quarantinedTests'], told: string]>([
  ['was read, though it could have been left out', read(LIST), '1 test ran; 1 failed and is quarantined.'],
  ["can't be asked for", undefined, '1 test failed and can\'t be excused: the input is empty. Failed: "ignites".'],
])('the list %s', (_, quarantined, told) => {
  const { findJudgedTests: judged } = judgeOf({ whyNoList: { why: 'the input is empty.', remedy: 'Set it.' } })
  expect(asText(judged({ ...FACTS, quarantinedTests: quarantined })?.finding.evidence ?? '')).toBe(told)
})
