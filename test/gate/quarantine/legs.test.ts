import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LegReport, LegReports, ReportedTest } from '../../../src/facts/test-report.ts'
import { type MergeOptions, mergeLegs } from '../../../src/gate/quarantine/legs.ts'
import { judgeTests } from '../../../src/gate/quarantine/tests.ts'
import { asText, code, say } from '../../../src/text/message.ts'
import { OTHER, quarantinedTest } from '../../builders.ts'
import {
  anyVariant,
  anyWorld,
  leg,
  legReports,
  listOf,
  mergeOptions,
  NO_LIST,
  reportedTest,
  testOptions,
  testReports,
} from './worlds.ts'

const PASSED = reportedTest({ name: 'passes', outcome: 'passed' })
const EXCUSED = reportedTest()
const BLOCKING = reportedTest({ name: 'breaks' })

function merged(reports: LegReport[], over: Partial<MergeOptions> = {}, beside: Partial<LegReports> = {}) {
  return mergeLegs(legReports(reports, beside), mergeOptions(over))
}

function verdictOn(reports: LegReport[], over: Partial<MergeOptions> = {}): string {
  // Reports as they are read: without shared objects and undefined members.
  const { finding } = merged(JSON.parse(JSON.stringify(reports)), over)
  expect(finding.outage).toBe(false)
  return [finding.verdict, ...finding.reasons.map(({ code }) => code)].join(' ')
}

describe('the verdict over all legs', () => {
  test.each<[name: string, reports: LegReport[], verdict: string, options?: Partial<MergeOptions>]>([
    ['all met', [leg('a'), leg('b', [EXCUSED])], 'met'],
    ['one blocks', [leg('a'), leg('b', [BLOCKING])], 'unmet blocking-failures'],
    ['one had no list', [leg('a'), leg('b', [EXCUSED], {}, NO_LIST)], 'unmet blocking-failures'],
    ['one crashed', [leg('a'), leg('b', [PASSED], { testOutcome: 'failure' })], 'unmet test-crash'],
    ['one was cancelled', [leg('a'), leg('b', [PASSED], { testOutcome: 'cancelled' })], 'unknown tests-not-run'],
    [
      'one was cancelled, another blocks',
      [leg('a', [BLOCKING]), leg('b', [], { testOutcome: 'cancelled' })],
      'unmet blocking-failures tests-not-run',
    ],
    ['one without tests', [leg('a'), leg('b', [])], 'unknown report-empty'],
    ['without a verdict of its own', [leg('a'), leg('b', [BLOCKING], { verdict: null })], 'unmet blocking-failures'],
    ['a leg is missing', [leg('a')], 'unknown legs-missing'],
    ['no leg', [], 'unknown legs-missing'],
    ['no leg, as expected', [], 'unknown legs-missing', { expectedReports: 0 }],
    ['a leg too many', [leg('a'), leg('b'), leg('c')], 'unknown legs-missing'],
    ['a leg is missing, another blocks', [leg('a', [BLOCKING])], 'unmet blocking-failures legs-missing'],
    ['as many excused as may be', [leg('a', [EXCUSED]), leg('b', [EXCUSED])], 'met', { maxExcused: 2 }],
    [
      'too many excused in all',
      [leg('a', [EXCUSED]), leg('b', [EXCUSED])],
      'unmet too-many-excused',
      { maxExcused: 1 },
    ],
    ['too many for one leg, not in all', [leg('a', [EXCUSED], { maxExcused: 0 }), leg('b')], 'met', { maxExcused: 1 }],
    ['as many tests as must run', [leg('a'), leg('b')], 'met', { minTests: 2 }],
    ['too few tests in all', [leg('a'), leg('b')], 'unknown report-truncated', { minTests: 3 }],
    ['too few for one leg, not in all', [leg('a', [PASSED], { minTests: 2 }), leg('b')], 'met', { minTests: 2 }],
    [
      'too many for one leg, and no limit over all',
      [leg('a', [EXCUSED], { maxExcused: 0 }), leg('b')],
      'unmet too-many-excused',
    ],
    ['as many for one leg as it allows', [leg('a', [EXCUSED], { maxExcused: 1 }), leg('b', [EXCUSED])], 'met'],
    [
      'too few for one leg, and no limit over all',
      [leg('a', [PASSED], { minTests: 2 }), leg('b')],
      'unknown report-truncated',
    ],
    [
      'no limit applies to tests that did not run',
      [leg('a', [EXCUSED], { testOutcome: 'skipped', maxExcused: 0, minTests: 9 }), leg('b')],
      'unknown tests-not-run',
    ],
    ['its own outcome', [leg('a'), leg('b')], 'met', { testOutcome: 'success' }],
    ['its own outcome is a crash', [leg('a'), leg('b')], 'unmet test-crash', { testOutcome: 'failure' }],
    [
      'its own outcome is a failure, and one failed',
      [leg('a'), leg('b', [EXCUSED])],
      'met',
      { testOutcome: 'failure' },
    ],
    [
      'its own outcome is skipped',
      [leg('a', [BLOCKING]), leg('b')],
      'unknown tests-not-run',
      { testOutcome: 'skipped' },
    ],
    [
      'variants are those of the legs',
      [leg('a', [EXCUSED], { variant: 'mac' }), leg('b', [EXCUSED])],
      'unmet blocking-failures',
    ],
    ['the same test in two legs', [leg('a', [EXCUSED]), leg('b', [{ ...EXCUSED, outcome: 'passed' }])], 'met'],
  ])('%s', (_, reports, verdict, given) => {
    expect(verdictOn(reports, given)).toBe(verdict)
  })

  test('of another run: never met', () => {
    const untrusted = leg('a', [PASSED], { verdict: 'unknown' })
    expect(verdictOn([untrusted], { untrusted: true, expectedReports: 1 })).toBe('unknown report-untrusted')
    expect(merged([untrusted], { untrusted: true }).groups.map(({ verdict }) => verdict)).toEqual(['unknown'])
    expect(verdictOn([leg('a')], { untrusted: true, expectedReports: 1 })).toBe('unknown leg-report-invalid')
  })

  test('says which leg', () => {
    const { finding, groups } = merged([leg('b', [BLOCKING]), leg('a')])
    expect(asText(finding.evidence)).toBe('Leg "b": 1 failed test is not quarantined: "breaks".')
    expect(finding.reasons.map(({ message }) => message)).toEqual([finding.evidence])
    expect(groups.map(({ leg, excuses }) => [leg, excuses.blocking.length])).toEqual([
      ['a', 0],
      ['b', 1],
    ])
    expect(merged([leg('b', [EXCUSED]), leg('a')]).finding.evidence).toBe(
      'In 2 legs, 2 tests ran; 1 failed and is quarantined.',
    )
  })

  test.each<[name: string, count: number, evidence: string]>([
    ['none', 0, 'No report file was found; 2 reports are expected.'],
    ['one', 1, 'Reports came from 1 leg of the tests ("00"), but 2 are expected.'],
    [
      'ten',
      10,
      'Reports came from 10 legs of the tests ("00", "01", "02", "03", "04", "05", "06", "07", "08", "09"), but 2 are expected.',
    ],
    [
      'twelve',
      12,
      'Reports came from 12 legs of the tests ("00", "01", "02", "03", "04", "05", "06", "07", "08", "09" and 2 more), but 2 are expected.',
    ],
  ])('says which legs there are: %s', (_, count, evidence) => {
    const legs = Array.from({ length: count }, (_, at) => leg(String(at).padStart(2, '0')))
    expect(asText(merged(legs).finding.evidence)).toBe(evidence)
  })

  test.each([
    [[], '`a.json` matches no file; 2 reports are expected.'],
    [[leg('b')], 'Reports came from 1 leg of the tests ("b"), but 2 are expected. `a.json` matches no file.'],
  ])('names a glob without a match beside %j', (legs, evidence) => {
    const unmatched = say`${code('a.json')} matches no file`
    expect(asText(merged(legs, {}, { unmatched }).finding.evidence)).toBe(evidence)
  })

  test('each leg has a verdict of its own', () => {
    const verdicts = (reports: LegReport[], over: Partial<MergeOptions> = {}) =>
      merged(reports, over).groups.map(group => `${group.leg} ${group.verdict}`)
    const reports = [leg('a', [EXCUSED]), leg('b', [BLOCKING]), leg('c', []), leg('d')]
    expect(verdicts(reports)).toEqual(['a met', 'b unmet', 'c unknown', 'd met'])
    expect(verdicts(reports, { maxExcused: 0 })).toEqual(['a unmet', 'b unmet', 'c unknown', 'd met'])
    expect(verdicts([leg('a', [EXCUSED], { maxExcused: 0 })])).toEqual(['a unmet'])
  })

  test('too many excuses of one leg alone are none in that leg', () => {
    const { groups } = merged([leg('a', [EXCUSED], { maxExcused: 0 }), leg('b', [EXCUSED])])
    expect(groups.map(({ excuses }) => [excuses.excused.length, excuses.blocking.map(({ cause }) => cause)])).toEqual([
      [0, ['too-many-excused']],
      [1, []],
    ])
  })

  test('too many excuses are none in any leg', () => {
    const { groups } = merged([leg('a', [EXCUSED]), leg('b', [EXCUSED])], { maxExcused: 1 })
    expect(groups.map(({ excuses }) => excuses.blocking.map(({ cause }) => cause))).toEqual([
      ['too-many-excused'],
      ['too-many-excused'],
    ])
  })
})

describe('attempts', () => {
  const again = (name: string, tests: ReportedTest[], over: Partial<LegReport> = {}) =>
    leg(name, tests, { attempt: 2, ...over })
  const LEFT_OUT = 'unknown legs-missing'
  test.each<[name: string, reports: LegReport[], died: string, succeeded: string]>([
    ['the highest of a leg counts', [again('a', [PASSED]), leg('b', [BLOCKING]), again('b', [PASSED])], 'met', 'met'],
    [
      'whatever it says',
      [again('a', [PASSED]), leg('b'), again('b', [BLOCKING])],
      'unmet blocking-failures',
      'unmet blocking-failures',
    ],
    ['an earlier one that was met', [leg('a'), again('b', [PASSED])], LEFT_OUT, 'met'],
    ['an earlier one that was excused', [leg('a', [EXCUSED]), again('b', [PASSED])], LEFT_OUT, 'met'],
    ['an earlier one that blocks', [leg('a', [BLOCKING]), again('b', [PASSED])], LEFT_OUT, LEFT_OUT],
    [
      'an earlier one without a verdict',
      [leg('a', [PASSED], { verdict: null }), again('b', [PASSED])],
      LEFT_OUT,
      LEFT_OUT,
    ],
    ['all of the same later attempt', [again('a', [PASSED]), again('b', [PASSED])], 'met', 'met'],
    [
      'three attempts',
      [leg('a'), leg('b', [BLOCKING]), again('b', [BLOCKING]), leg('b', [PASSED], { attempt: 3 })],
      LEFT_OUT,
      'met',
    ],
  ])('%s', (_, reports, died, succeeded) => {
    for (const all of [reports, reports.toReversed()]) {
      expect(verdictOn(all)).toBe(died)
      expect(verdictOn(all, { testOutcome: 'success' })).toBe(succeeded)
    }
  })

  test('a failed job of the legs leaves none of an earlier attempt', () => {
    expect(verdictOn([leg('a', [EXCUSED]), again('b', [EXCUSED])], { testOutcome: 'failure' })).toBe(LEFT_OUT)
  })

  test("reports that don't count are named", () => {
    const { finding, outdated } = merged([leg('a', [BLOCKING]), again('b', [PASSED])])
    expect(outdated.map(each => each.leg)).toEqual(['a'])
    expect(asText(finding.evidence)).toBe(
      'Reports came from 1 leg of the tests ("b"), but 2 are expected. The report of an earlier attempt counts only if its condition was met and this step has `test-outcome: success`; this leaves out "a".',
    )
    expect(finding.reasons.map(({ remedy }) => asText(remedy))).toEqual([
      'Set `test-outcome` to the result of the job of the legs (`needs.<id>.result`), or run all jobs again.',
    ])
  })
})

test("another leg's problems are told in the action's own words", () => {
  const tests = {
    ...leg('a').tests,
    problems: [{ kind: 'truncated' as const, message: 'ok` [x](https://evil.example)' }],
  }
  const { finding } = merged([leg('a', [PASSED], { tests, verdict: 'unknown' })], { expectedReports: 1 })
  expect(asText(finding.evidence)).toBe('Leg "a": A test report holds fewer tests or failures than it counts.')
})

describe('reports that are none of this run', () => {
  const forged = leg('b', [BLOCKING])
  test.each<[name: string, report: LegReport, told: string]>([
    ['another run', leg('b', [PASSED], { runId: '78' }), 'is of run 78; this is run 77.'],
    ['another commit', leg('b', [PASSED], { commit: OTHER }), 'is of commit `8b02421`; this run is about `a7f3772`.'],
    [
      'a forged verdict',
      { ...forged, verdict: 'met' },
      'says that the condition is met, but by its own facts it is unmet.',
    ],
    [
      'a verdict worse than its facts',
      leg('b', [PASSED], { verdict: 'unmet' }),
      'says that the condition is unmet, but by its own facts it is met.',
    ],
    [
      'a failure that is left out',
      { ...forged, tests: { ...forged.tests, failed: [] } },
      'holds counts that do not add up.',
    ],
    [
      'counts that do not add up',
      { ...forged, tests: { ...forged.tests, counts: { ...forged.tests.counts, ran: 9 } } },
      'holds counts that do not add up.',
    ],
    [
      'an outcome that was changed',
      { ...leg('b', [PASSED], { testOutcome: 'failure' }), testOutcome: 'success' },
      'says that the condition is unmet, but by its own facts it is met.',
    ],
  ])('%s', (_, report, told) => {
    const { finding, groups, outdated } = merged([leg('a', [BLOCKING]), report])
    expect(`${finding.verdict} ${finding.reasons.map(({ code }) => code)}`).toBe('unknown leg-report-invalid')
    expect(asText(finding.evidence)).toBe(`The report of leg "b" (attempt 1) ${told}`)
    expect([groups, outdated]).toEqual([[], []])
  })

  test('the same leg twice', () => {
    const { finding } = merged([leg('a'), leg('b'), leg('a')])
    expect(asText(finding.evidence)).toBe('Two report files name the same leg, "a" (attempt 1).')
  })

  test('one that would not count is still checked', () => {
    const old = { ...leg('a', [BLOCKING]), verdict: 'met' as const }
    expect(verdictOn([old, leg('a', [PASSED], { attempt: 2 }), leg('b', [PASSED], { attempt: 2 })])).toBe(
      'unknown leg-report-invalid',
    )
  })

  test('every one is named', () => {
    const { finding } = merged([leg('a', [], { runId: '1' }), leg('b', [], { runId: '2' })])
    expect(finding.reasons).toHaveLength(2)
  })
})

describe('the facts of a leg', () => {
  test('nothing that a test said, no namesakes of others, no entries that decide nothing', () => {
    const tests = [EXCUSED, { ...EXCUSED, file: 'far.ts', outcome: 'passed' as const }, PASSED]
    const entries = [quarantinedTest(), quarantinedTest({ name: 'passes' }), quarantinedTest({ name: 'gone' })]
    const { tests: facts, quarantined } = leg('a', tests, {}, listOf(...entries))
    expect(facts.failed).toEqual([
      {
        name: 'ignites',
        classname: 'Engine',
        file: 'test/engine.test.ts',
        parent: 'Engine',
        line: 1,
        report: 'junit.xml',
      },
    ])
    expect(facts.namesakes.map(({ name, file }) => [name, file])).toEqual([['ignites', 'far.ts']])
    expect(quarantined).toEqual({ complete: true, entries: entries.slice(0, 2) })
  })

  test('say the same as the reports and the whole list', () => {
    fc.assert(
      fc.property(anyWorld, anyVariant, fc.boolean(), ({ tests, entries }, variant, isKnown) => {
        const report = leg('a', tests, { variant }, isKnown ? listOf(...entries) : NO_LIST)
        const { finding } = merged([JSON.parse(JSON.stringify(report))], { expectedReports: 1 })
        expect(finding.verdict).toBe(report.verdict)
      }),
      { numRuns: 500 },
    )
  })
})

test('splitting reports into legs and merging them gives the verdict of the whole, where nothing is ambiguous', () => {
  const seen = { met: 0, unmet: 0, unknown: 0 }
  const world = fc.record({
    world: anyWorld,
    legOf: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
    limits: fc.record({ maxExcused: fc.option(fc.nat(4)), minTests: fc.option(fc.nat(12)) }),
    parents: fc.boolean(),
    isCovered: fc.boolean(),
  })
  fc.assert(
    fc.property(world, ({ world: { tests, entries }, legOf, limits, parents, isCovered }) => {
      // The number of parents decides which members are compared, in each leg as in the whole.
      const placed = parents ? tests : tests.map(each => ({ ...each, parent: 'p' }))
      const given = isCovered ? placed.filter(each => each.name !== '' && each.classname) : placed
      const covering = given.map(({ name, classname, file, parent }) =>
        quarantinedTest({ name, classname, file, parent, variant: null }),
      )
      const list = listOf(...entries, ...(isCovered ? covering : []))
      const parts = [0, 1, 2].map(part => given.filter((_, at) => legOf[at] === part))
      const whole = testReports(given)
      fc.pre(parts.every(part => testReports(part).singleParent === whole.singleParent))
      fc.pre(parts.every(part => testReports(part).counts.ran > 0))
      const testOutcome = whole.failed.length > 0 ? 'failure' : 'success'
      const judged = judgeTests(whole, list, testOptions({ testOutcome, ...limits }))
      fc.pre(judged.excuses.blocking.every(({ cause }) => cause !== 'ambiguous'))
      const reports = parts.map((part, at) => leg(`leg ${at}`, part, {}, list))
      const { finding } = merged(reports, { expectedReports: 3, testOutcome, ...limits })
      expect(finding.verdict).toBe(judged.finding.verdict)
      seen[finding.verdict]++
    }),
    { numRuns: 300 },
  )
  expect(Math.min(seen.met, seen.unmet)).toBeGreaterThan(0)
})
