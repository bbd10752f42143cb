import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReportedTest, ReportProblem } from '../../../src/facts/test-report.ts'
import type { EntriesRead } from '../../../src/gate/quarantine/excuses.ts'
import { failedOf, judgeTests, type TestOptions } from '../../../src/gate/quarantine/tests.ts'
import { asText } from '../../../src/text/message.ts'
import { quarantinedTest } from '../../builders.ts'
import { anyVariant, anyWorld, listOf, NO_LIST, reportedTest, testOptions, testReports } from './worlds.ts'

const QUARANTINED = listOf(quarantinedTest())
const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })
const EXCUSED = reportedTest()
const BLOCKING = reportedTest({ name: 'breaks' })
const problem = (kind: ReportProblem['kind']): ReportProblem => ({ kind, message: `${kind}.xml: wrong` })

/** The contents of the reports and the step's inputs; the outcome is `success`, unless given. */
interface Given extends Partial<TestOptions> {
  tests?: ReportedTest[]
  problems?: ReportProblem['kind'][]
  list?: EntriesRead
}

function verdictOn({ tests = [PASSED], problems = [], list = QUARANTINED, ...options }: Given): string {
  const reports = testReports(tests, { problems: problems.map(problem) })
  const { finding } = judgeTests(reports, list, testOptions({ testOutcome: 'success', ...options }))
  expect(finding.final && finding.verdict !== 'met').toBe(false)
  expect(finding.outage).toBe(false)
  return [finding.verdict, ...finding.reasons.map(({ code }) => code)].join(' ')
}

const FAILURE = { testOutcome: 'failure' } as const
const SUCCESS = testOptions({ testOutcome: 'success' })

test.each<[name: string, given: Partial<TestOptions>, outage: boolean, final: boolean]>([
  ['an outage', {}, true, true],
  ['no outage', {}, false, false],
  ['an outage, and something else stands against them', { minTests: 9 }, true, false],
  ['an outage, and they come from elsewhere', { untrusted: true }, true, false],
])('without the list, waiting can change what blocks: %s', (_, options, outage, final) => {
  const list = { complete: false, why: 'it is not there.', outage } as const
  const { finding } = judgeTests(testReports([EXCUSED]), list, testOptions({ ...FAILURE, ...options }))
  expect(finding).toMatchObject({ verdict: 'unmet', final, outage: false })
  const nameless = judgeTests(testReports([EXCUSED, { ...EXCUSED, name: '' }]), list, testOptions(FAILURE))
  expect(nameless.finding.final).toBe(false)
})

describe('no-blocking-failures', () => {
  test.each<[name: string, given: Given, verdict: string]>([
    ['all passed', {}, 'met'],
    ['all passed, without a list', { list: NO_LIST }, 'met'],
    ['all that failed is excused', { tests: [PASSED, EXCUSED], ...FAILURE }, 'met'],
    ['nothing passed, and all that failed is excused', { tests: [EXCUSED], ...FAILURE }, 'met'],
    ['one that nothing excuses', { tests: [EXCUSED, BLOCKING], ...FAILURE }, 'unmet blocking-failures'],
    ['failed tests count, whatever the outcome', { tests: [BLOCKING] }, 'unmet blocking-failures'],
    [
      'a failure without a name',
      { tests: [reportedTest({ name: '' })], list: listOf(quarantinedTest({ name: '' })) },
      'unmet blocking-failures',
    ],
    ['no list, and a test that it would excuse', { tests: [EXCUSED], list: NO_LIST }, 'unmet blocking-failures'],
    ['no test failed, and the step did', { ...FAILURE }, 'unmet test-crash'],
    ['no test ran, and the step failed', { tests: [], ...FAILURE }, 'unmet test-crash report-empty'],
    ['no test', { tests: [] }, 'unknown report-empty'],
    ['only skipped tests', { tests: [reportedTest({ outcome: 'skipped' })] }, 'unknown report-empty'],
    ['only skipped tests, as the reader says', { tests: [], problems: ['empty'] }, 'unknown report-empty'],
    ['an empty report beside a good one', { problems: ['empty'] }, 'met'],
    ['a glob that matches nothing', { tests: [], problems: ['missing'] }, 'unmet report-missing report-empty'],
    ['a glob that matches nothing beside a good one', { problems: ['missing'] }, 'unmet report-missing'],
    ['not well-formed', { problems: ['malformed'] }, 'unknown report-malformed'],
    ['outside of the workspace', { problems: ['outside'] }, 'unknown report-outside'],
    ['not searched', { problems: ['unsearched'] }, 'unknown report-unsearched'],
    ['truncated', { problems: ['truncated'] }, 'unknown report-truncated'],
    ['truncated, and the step failed', { problems: ['truncated'], ...FAILURE }, 'unmet test-crash report-truncated'],
    [
      'truncated, and all that failed is excused',
      { tests: [EXCUSED], problems: ['truncated'] },
      'unknown report-truncated',
    ],
    [
      'truncated, and something blocks',
      { tests: [BLOCKING], problems: ['truncated'] },
      'unmet blocking-failures report-truncated',
    ],
    [
      'malformed, and something blocks',
      { tests: [BLOCKING], problems: ['malformed'] },
      'unmet blocking-failures report-malformed',
    ],
    ['skipped', { testOutcome: 'skipped' }, 'unknown tests-not-run'],
    ['cancelled', { testOutcome: 'cancelled' }, 'unknown tests-not-run'],
    [
      'cancelled, whatever was found',
      { tests: [BLOCKING], problems: ['missing'], testOutcome: 'cancelled', minTests: 9, maxExcused: 0 },
      'unknown tests-not-run',
    ],
    ['as many as must run', { minTests: 1 }, 'met'],
    ['fewer', { minTests: 2 }, 'unknown report-truncated'],
    [
      'skipped ones did not run',
      { tests: [PASSED, reportedTest({ outcome: 'skipped' })], minTests: 2 },
      'unknown report-truncated',
    ],
    ['fewer, and something blocks', { tests: [BLOCKING], minTests: 2 }, 'unmet blocking-failures report-truncated'],
    ['as many excused as may be', { tests: [EXCUSED], maxExcused: 1 }, 'met'],
    ['more', { tests: [EXCUSED], maxExcused: 0 }, 'unmet too-many-excused'],
    [
      'more, and something blocks',
      { tests: [EXCUSED, BLOCKING], maxExcused: 0 },
      'unmet blocking-failures too-many-excused',
    ],
    ['of another run', { untrusted: true }, 'unknown report-untrusted'],
    ['of another run, and something blocks', { tests: [BLOCKING], untrusted: true }, 'unmet blocking-failures'],
    ['another variant', { tests: [EXCUSED], variant: 'mac' }, 'unmet blocking-failures'],
  ])('%s', (_, given, verdict) => {
    expect(verdictOn(given)).toBe(verdict)
  })

  test.each<[name: string, given: Given, evidence: string]>([
    ['all passed', {}, '1 test ran and none failed.'],
    ['excused', { tests: [PASSED, EXCUSED] }, '2 tests ran; 1 failed and is quarantined.'],
    ['one blocks', { tests: [BLOCKING] }, '1 failed test is not quarantined: "breaks".'],
    [
      'three block',
      { tests: ['a', 'b', 'c'].map(name => reportedTest({ name })) },
      '3 failed tests are not quarantined: "a", "b", "c".',
    ],
    [
      'many block',
      { tests: ['a', 'b\n', '', 'd', 'e'].map(name => reportedTest({ name })) },
      '5 failed tests are not quarantined: "a", "b ⏎", "d" and 1 more. A failure of class "Engine" has no test name (set-up or tear-down), so it can\'t be quarantined.',
    ],
    ['no list', { tests: [EXCUSED], list: NO_LIST }, '1 test failed and none can be excused: nobody asked.'],
    [
      'too many',
      { tests: [EXCUSED], maxExcused: 0 },
      '1 quarantined test failed, but `max-excused` is 0: none is excused.',
    ],
    [
      'a near miss',
      { tests: [EXCUSED], list: listOf(quarantinedTest({ file: 'test/old.ts' })) },
      '1 failed test is not quarantined: "ignites" (quarantined under another file, "test/old.ts": moved?).',
    ],
    [
      'another variant',
      { tests: [EXCUSED], variant: 'mac' },
      '1 failed test is not quarantined: "ignites" (quarantined without a variant: not for this one).',
    ],
    [
      'nothing but the name',
      { tests: [EXCUSED], list: listOf(quarantinedTest({ classname: null, file: null, parent: null })) },
      '1 failed test is not quarantined: "ignites" (quarantined by its name alone, which excuses no test).',
    ],
    [
      'an entry that fits two tests',
      {
        tests: [EXCUSED, { ...EXCUSED, file: null, outcome: 'passed' }],
        list: listOf(quarantinedTest({ file: null, parent: null })),
      },
      '1 failed test is not quarantined: "ignites" (the quarantined test fits other tests as well).',
    ],
    ['too few', { minTests: 20 }, '1 test ran, fewer than `min-tests` (20).'],
    ['a bad file', { problems: ['malformed'] }, 'malformed.xml: wrong.'],
    ['a crash', { ...FAILURE }, 'The step that runs the tests failed, but no report shows a failed test.'],
    ['skipped', { testOutcome: 'skipped' }, 'The step that runs the tests was skipped.'],
  ])('says why: %s', (_, { tests = [PASSED], problems = [], list = QUARANTINED, ...options }, evidence) => {
    const reports = testReports(tests, { problems: problems.map(problem) })
    const { finding } = judgeTests(reports, list, testOptions({ testOutcome: 'success', ...options }))
    expect(asText(finding.evidence)).toBe(evidence)
    expect(asText(finding.reasons[0]?.message ?? evidence)).toBe(evidence)
  })

  test('if nothing can be excused, the remedy is not to quarantine', () => {
    const remedyOf = (list: EntriesRead) =>
      judgeTests(testReports([EXCUSED]), list, testOptions({ testOutcome: 'failure' })).finding.reasons[0]?.remedy
    const down: EntriesRead = { complete: false, why: 'it is down.', outage: true }
    const wrong: EntriesRead = { complete: false, why: 'no such organization.', remedy: 'Set `organization`.' }
    expect([NO_LIST, down, wrong, listOf()].map(remedyOf)).toEqual([
      'Fix it, or run the tests where the list of quarantined tests can be read.',
      'Fix it, or run the job again when the service is back.',
      'Set `organization`.',
      'Fix it, or quarantine it under exactly the name, class and file in the test report.',
    ])
  })

  test.each<
    [name: string, given: ReturnType<typeof reportedTest>[], maxExcused: number, headline: string, remedy: string]
  >([
    [
      'room for one more',
      [BLOCKING],
      1,
      '1 failed test blocks',
      'Fix it, or quarantine it under exactly the name, class and file in the test report.',
    ],
    ['none may be excused', [BLOCKING], 0, '1 failed test blocks', 'Fix it.'],
    ['as many as may be excused are', [BLOCKING, EXCUSED], 1, '1 failed test blocks', 'Fix it.'],
    ['more than may be excused', [BLOCKING, EXCUSED], 0, '2 failed tests block', 'Fix all that failed.'],
  ])('beside `max-excused`: %s', (_, tests, maxExcused, headline, remedy) => {
    const options = testOptions({ testOutcome: 'failure', maxExcused })
    const [reason] = judgeTests(testReports(tests), QUARANTINED, options).finding.reasons
    expect(reason).toMatchObject({ headline, remedy })
  })

  test("a nameless test can't be quarantined, and a cancelled one is to be run again", () => {
    const remedyOf = (tests: ReturnType<typeof reportedTest>[], testOutcome: TestOptions['testOutcome']) =>
      judgeTests(testReports(tests), listOf(), testOptions({ testOutcome })).finding.reasons[0]?.remedy
    const nameless = { ...EXCUSED, name: '' }
    expect([
      remedyOf([nameless], 'failure'),
      remedyOf([nameless, EXCUSED], 'failure'),
      remedyOf([EXCUSED], 'cancelled'),
    ]).toEqual([
      'Fix it.',
      'Fix them, or quarantine those with a name under exactly the name, class and file in the test report.',
      'Run the job again.',
    ])
  })

  test.each<[name: string, problems: ReportProblem['kind'][], messages: string[]]>([
    ['by the reader', ['malformed', 'empty'], ['malformed.xml: wrong.', 'empty.xml: wrong.']],
    ['by the counts', [], ['No report shows a test that ran.']],
    [
      'by the counts, and something else is wrong',
      ['malformed'],
      ['malformed.xml: wrong.', 'No report shows a test that ran.'],
    ],
  ])('no test ran, told %s', (_, problems, messages) => {
    const { finding } = judgeTests(testReports([], { problems: problems.map(problem) }), NO_LIST, SUCCESS)
    expect(finding.reasons.map(({ message }) => message)).toEqual(messages)
  })

  test.each([
    [20, ''],
    [21, ' The same holds for 1 more.'],
  ])('of %d bad files the first twenty are named, and the first says so', (count, more) => {
    const problems = Array.from({ length: count }, () => problem('malformed'))
    const { finding } = judgeTests(testReports([PASSED], { problems }), NO_LIST, SUCCESS)
    const told = 'malformed.xml: wrong.'
    expect(finding.reasons.map(({ message }) => message)).toEqual([`${told}${more}`, ...Array(19).fill(told)])
  })
})

describe('whatever the reports and the list', () => {
  const anyOptions: fc.Arbitrary<TestOptions> = fc.record({
    testOutcome: fc.constantFrom('success', 'success', 'failure', 'skipped', 'cancelled'),
    variant: anyVariant,
    maxExcused: fc.option(fc.nat(3)),
    minTests: fc.option(fc.nat(10)),
    untrusted: fc.constantFrom(false, false, false, true),
  })

  test('a failed test more that is in no list always blocks', () => {
    fc.assert(
      fc.property(anyWorld, anyOptions, ({ tests, entries }, options) => {
        const stranger = reportedTest({ name: 'stranger', classname: 'C', file: 'f' })
        const { finding, excuses } = judgeTests(testReports([...tests, stranger]), listOf(...entries), options)
        const isStopped = options.testOutcome === 'skipped' || options.testOutcome === 'cancelled'
        expect(finding.verdict).toBe(isStopped ? 'unknown' : 'unmet')
        expect(excuses.blocking.map(each => each.test.name)).toContain('stranger')
      }),
    )
  })

  test('met means that something ran, and that nothing failed without an excuse', () => {
    let metOnes = 0
    fc.assert(
      fc.property(anyWorld, anyOptions, fc.boolean(), ({ tests, entries }, options, isKnown) => {
        const reports = testReports(tests)
        const { finding, excuses } = judgeTests(reports, isKnown ? listOf(...entries) : NO_LIST, options)
        expect(finding.reasons.length === 0).toBe(finding.verdict === 'met')
        if (finding.verdict !== 'met') return
        metOnes++
        expect(excuses.blocking).toEqual([])
        expect(excuses.excused).toHaveLength(reports.failed.length)
        expect(reports.counts.ran).toBeGreaterThan(0)
        expect(['success', 'failure']).toContain(options.testOutcome)
        expect(options.untrusted).toBe(false)
        if (reports.failed.length > 0) expect(isKnown).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(metOnes).toBeGreaterThan(0)
  })
})

test('without a list the failed tests are named apart, those without a name as well', () => {
  const tests = [BLOCKING, { ...BLOCKING, name: '', classname: null }, { ...BLOCKING, name: '' }]
  const { excuses } = judgeTests(testReports(tests), NO_LIST, testOptions())
  expect(asText(failedOf(excuses.blocking))).toBe(
    'Failed: "breaks". A failure in suite "Engine" has no test name (set-up or tear-down), so it can\'t be quarantined. The same holds for 1 more.',
  )
})
