import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { QuarantinedTest, ReportedTest } from '../../../src/facts/test-report.ts'
import {
  decidingEntries,
  entriesRead,
  excusesOf,
  unseenEntries,
  withoutExcuses,
} from '../../../src/gate/quarantine/excuses.ts'
import { ABSENT, failed, outage, quarantinedTest, quarantinedTests, read } from '../../builders.ts'
import { fitsByHand } from './oracle.ts'
import { anyVariant, anyWorld, listOf, NO_LIST, reportedTest, testReports } from './worlds.ts'

/** Nothing but the name and what is given. */
function bare(over: Partial<ReportedTest> = {}): ReportedTest {
  return reportedTest({ classname: null, file: null, parent: null, ...over })
}

function entry(over: Partial<QuarantinedTest> = {}): QuarantinedTest {
  return quarantinedTest({ classname: null, file: null, parent: null, ...over })
}

/** A second test, so that there are two parents, which are compared then. */
const ELSEWHERE = bare({ name: 'elsewhere', parent: 'other', outcome: 'passed' })

describe('one failed test and one entry', () => {
  const IN_FILE = { classname: 'C', file: 'f' }
  const IN_SUITE = { classname: 'C', parent: 'p' }
  const ALL = { ...IN_FILE, parent: 'p' }
  test.each<[name: string, test: Partial<ReportedTest>, entry: Partial<QuarantinedTest>, verdict: string]>([
    ['all equal', ALL, ALL, 'exact'],
    ['both without a file', IN_SUITE, IN_SUITE, 'exact'],
    ['null and empty are the same', { classname: 'C', file: '', parent: 'p' }, IN_SUITE, 'exact'],
    ['the entry says less', ALL, { file: 'f' }, 'partial'],
    ['the report says less', { parent: 'p' }, ALL, 'partial'],
    ['each says something else', IN_FILE, { file: 'f', parent: 'p' }, 'partial'],
    ['the name alone', {}, {}, 'not-quarantined: null'],
    ['nothing that both have', { classname: 'C' }, { file: 'f' }, 'not-quarantined'],
    [
      'empty on both sides is not there',
      { classname: '', file: '' },
      { classname: '', file: '' },
      'not-quarantined: null',
    ],
    ['an entry with nothing but its name', IN_FILE, {}, 'not-quarantined: null'],
    ['another file', IN_FILE, { classname: 'C', file: 'g' }, 'not-quarantined: file'],
    ['another class', IN_FILE, { classname: 'D', file: 'f' }, 'not-quarantined: classname'],
    ['another parent', IN_SUITE, { classname: 'C', parent: 'q' }, 'not-quarantined: parent'],
    ['two differ', ALL, { classname: 'C', file: 'g', parent: 'q' }, 'not-quarantined'],
    ['another file, and nothing agrees', { file: 'f' }, { file: 'g' }, 'not-quarantined'],
    [
      'another file, and a parent that only the entry has',
      IN_FILE,
      { classname: 'C', file: 'g', parent: 'p' },
      'not-quarantined: file',
    ],
    ['another file, and a parent that only the test has', ALL, { classname: 'C', file: 'g' }, 'not-quarantined: file'],
    ['another variant', { classname: 'C' }, { classname: 'C', variant: 'mac' }, 'not-quarantined: variant'],
    ['another name', { classname: 'C' }, { classname: 'C', name: 'Ignites' }, 'not-quarantined'],
    ['another letter case', { classname: 'C' }, { classname: 'c' }, 'not-quarantined'],
    ['no name', { name: '', classname: 'C' }, { name: '', classname: 'C' }, 'nameless'],
  ])('%s', (_, test, quarantined, verdict) => {
    const reports = testReports([bare(test), ELSEWHERE])
    const { blocking, excused } = excusesOf(reports, listOf(entry(quarantined)), null)
    const [blocks] = blocking
    const told = blocks && [blocks.cause, ...blocks.nearMisses.map(({ differs }) => String(differs))].join(': ')
    expect(excused[0]?.fit ?? told).toBe(verdict)
    expect(blocking.length + excused.length).toBe(1)
  })
})

test('tests that differ in nothing but a parent that is not compared are fitted by the same entry: none is excused', () => {
  const two = [bare({ classname: 'C', parent: 'p' }), bare({ classname: 'C' })]
  const { blocking } = excusesOf(testReports(two), listOf(entry({ classname: 'C' })), null)
  expect(blocking.map(({ cause }) => cause)).toEqual(['ambiguous', 'ambiguous'])
})

describe('an entry that fits several test cases', () => {
  const broad = entry({ file: 'f' })
  const inClass = (classname: string | null, outcome: ReportedTest['outcome']) =>
    bare({ classname, file: 'f', outcome })
  test.each<[name: string, tests: ReportedTest[], entries: QuarantinedTest[], verdicts: string[]]>([
    ['two that failed', [inClass('C', 'failed'), inClass('D', 'failed')], [broad], ['ambiguous', 'ambiguous']],
    ['the other passed', [inClass('C', 'failed'), inClass('D', 'passed')], [broad], ['ambiguous']],
    ['the other was skipped', [inClass('C', 'failed'), inClass('D', 'skipped')], [broad], ['ambiguous']],
    ['one exactly', [inClass(null, 'failed'), inClass('D', 'failed')], [broad], ['exact', 'ambiguous']],
    ['the passed one exactly', [inClass('C', 'failed'), inClass(null, 'passed')], [broad], ['ambiguous']],
    [
      'the two have different members',
      [bare({ classname: 'C', file: 'f', parent: 'q' }), bare({ file: 'f', parent: 'p' })],
      [broad],
      ['ambiguous', 'ambiguous'],
    ],
    [
      'beside one that fits only one',
      [inClass('C', 'failed'), inClass('D', 'failed')],
      [broad, entry({ classname: 'C' })],
      ['partial', 'ambiguous'],
    ],
    ['several entries fit one test', [inClass('C', 'failed')], [broad, entry({ classname: 'C' })], ['partial']],
    [
      'an exact one counts before a partial one',
      [inClass('C', 'failed')],
      [broad, entry({ classname: 'C', file: 'f' }), entry({ classname: 'C' })],
      ['exact'],
    ],
  ])('%s', (_, tests, entries, verdicts) => {
    const reports = testReports(tests)
    const { blocking, excused } = excusesOf(reports, listOf(...entries), null)
    const told = reports.failed.map(
      each => excused.find(({ test }) => test === each)?.fit ?? blocking.find(({ test }) => test === each)?.cause,
    )
    expect(told).toEqual(verdicts)
  })

  test('if several fit one test, the first counts', () => {
    const exact = entry({ classname: 'C', file: 'f' })
    const given = testReports([inClass('C', 'failed')])
    const entryOf = (...entries: QuarantinedTest[]) =>
      excusesOf(given, listOf(...entries), null).excused.map(each => each.entry)
    const [first] = entryOf(broad, { ...broad })
    expect(first).toBe(broad)
    expect(entryOf(broad, exact, { ...exact })[0]).toBe(exact)
  })

  test('is named', () => {
    const { blocking } = excusesOf(
      testReports([inClass('C', 'failed'), inClass('D', 'passed')]),
      listOf(entry({ classname: 'D' }), broad),
      null,
    )
    expect(blocking.map(({ ambiguous }) => ambiguous)).toEqual([[broad]])
  })
})

describe('a few of many entries that explain a blocking test are named', () => {
  const four = (over: (at: number) => Partial<QuarantinedTest>) => Array.from({ length: 4 }, (_, at) => entry(over(at)))

  test('near misses', () => {
    const near = four(at => ({ classname: 'C', file: `g${at}` }))
    const { blocking } = excusesOf(testReports([bare({ classname: 'C', file: 'f' })]), listOf(...near), null)
    expect(blocking.map(({ nearMisses }) => nearMisses)).toEqual([
      near.slice(0, 3).map(each => ({ entry: each, differs: 'file' })),
    ])
  })

  test('ambiguous entries', () => {
    const broad = four(() => ({ file: 'f' }))
    const two = ['C', 'D'].map(classname => bare({ classname, file: 'f' }))
    const { blocking } = excusesOf(testReports(two), listOf(...broad), null)
    expect(blocking.map(({ ambiguous }) => ambiguous)).toEqual([broad.slice(0, 3), broad.slice(0, 3)])
  })

  test('the first fifty are looked at', () => {
    const far = Array.from({ length: 49 }, () => entry({ classname: 'D', file: 'g' }))
    const near = entry({ classname: 'C', file: 'g' })
    const { blocking } = excusesOf(testReports([bare({ classname: 'C', file: 'f' })]), listOf(...far, near, near), null)
    expect(blocking.map(({ nearMisses }) => nearMisses)).toEqual([[{ entry: near, differs: 'file' }]])
  })
})

test.each<[tests: number, entries: number, verdict: string]>([
  [2001, 2001, 'too-many-of-a-name'],
  [2000, 2001, 'exact'],
  [2001, 2000, 'exact'],
])('%i tests and %i quarantined ones of one name', (tests, entries, verdict) => {
  const reports = testReports(Array.from({ length: tests }, (_, at) => bare({ classname: `C${at}` })))
  const list = listOf(...Array.from({ length: entries }, (_, at) => entry({ classname: `C${at}` })))
  const { blocking, excused } = excusesOf(reports, list, null)
  expect(excused[0]?.fit ?? blocking[0]?.cause).toBe(verdict)
  expect(excused).toHaveLength(verdict === 'exact' ? Math.min(tests, entries) : 0)
})

test('the verdicts are those of a search by hand', () => {
  let excusedOnes = 0
  fc.assert(
    fc.property(anyWorld, anyVariant, fc.boolean(), ({ tests, entries }, variant, oneParent) => {
      const given = oneParent ? tests.map(each => ({ ...each, parent: 'p' })) : tests
      const idOf = ({ name, classname, file, parent }: ReportedTest) =>
        [name, classname ?? '', file ?? '', parent ?? ''].join('|')
      // The reports hold each test once.
      const reports = testReports([...new Map(given.map(each => [idOf(each), each])).values()])
      const { blocking, excused } = excusesOf(reports, listOf(...entries), variant)
      const fits = new Map(excused.map(({ test, fit }) => [test, fit]))
      expect(reports.failed.map(each => fits.get(each) ?? 'none')).toEqual(fitsByHand(reports, entries, variant))
      expect(blocking.length + excused.length).toBe(reports.failed.length)
      for (const { test, entry } of excused) expect(entry.name).toBe(test.name)
      excusedOnes += excused.length
    }),
    { numRuns: 2000 },
  )
  expect(excusedOnes).toBeGreaterThan(100)
})

describe('entries of tests that did not fail', () => {
  const entries = ['passed', 'flaky', 'skipped', 'failed', 'gone', 'twice'].map(name => quarantinedTest({ name }))
  const moved = quarantinedTest({ name: 'passed', file: 'far/away.ts' })
  const elsewhere = quarantinedTest({ name: 'elsewhere', variant: 'mac' })
  const list = listOf(...entries, elsewhere, moved)
  const reports = testReports([
    reportedTest({ name: 'twice', outcome: 'passed', classname: null }),
    reportedTest({ name: 'twice', outcome: 'passed', file: null }),
    reportedTest({ name: 'passed', outcome: 'passed' }),
    reportedTest({ name: 'flaky', outcome: 'passed', flaky: true }),
    reportedTest({ name: 'skipped', outcome: 'skipped' }),
    reportedTest({ name: 'failed' }),
    reportedTest({ name: 'elsewhere', outcome: 'passed' }),
  ])
  const excuses = excusesOf(reports, list, null)

  test('passed at the first try: a candidate for release', () => {
    expect(excuses.passed).toEqual([entries[0]])
  })

  test('of this variant and not seen', () => {
    expect(unseenEntries(excuses, list.entries, null)).toEqual([entries[4], moved])
    expect(unseenEntries(excuses, list.entries, 'mac')).toEqual([elsewhere])
  })

  test('entries that decide: seen, or named like a failed test', () => {
    const namesake = quarantinedTest({ name: 'failed', file: 'far/away.ts' })
    const longer = listOf(...list.entries, namesake)
    const kept = decidingEntries(excusesOf(reports, longer, null), longer.entries, reports)
    expect(kept).toEqual([...entries.filter(({ name }) => name !== 'gone'), namesake])
  })

  test('they come in the order of the list, not of the reports', () => {
    const names = ['c', 'a', 'b']
    const inOrder = listOf(...['a', 'b', 'c'].map(name => quarantinedTest({ name })))
    const ofAll = (outcome: ReportedTest['outcome']) => testReports(names.map(name => reportedTest({ name, outcome })))
    expect(excusesOf(ofAll('passed'), inOrder, null).passed).toEqual(inOrder.entries)
    const failures = ofAll('failed')
    const deciding = decidingEntries(excusesOf(failures, NO_LIST, null), inOrder.entries, failures)
    expect(deciding.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test('unknown without the list', () => {
    const without = excusesOf(testReports([reportedTest(), reportedTest({ name: '' })]), NO_LIST, null)
    expect(without.blocking.map(({ cause }) => cause)).toEqual(['list-incomplete', 'nameless'])
    expect(without.passed).toEqual([])
  })
})

test('without excuses all failed tests block, and say why', () => {
  const excuses = excusesOf(testReports([reportedTest(), reportedTest({ name: 'x' })]), listOf(quarantinedTest()), null)
  const { blocking, excused } = withoutExcuses(excuses)
  expect(blocking.map(({ test, cause }) => [test.name, cause])).toEqual([
    ['x', 'not-quarantined'],
    ['ignites', 'too-many-excused'],
  ])
  expect(excused).toEqual([])
})

describe('what was read of the list', () => {
  test.each<[name: string, reading: Parameters<typeof entriesRead>[0], why: string | null]>([
    ['all', read(quarantinedTests()), null],
    [
      'a part',
      read(quarantinedTests({ partial: 'a page is missing' })),
      'the list of quarantined tests is not whole: a page is missing.',
    ],
    [
      'a failure, whatever is told of the parts',
      { ...read(quarantinedTests()), failure: outage({ message: 'It is down.' }) },
      'the list of quarantined tests is not whole. It is down.',
    ],
    [
      'nothing',
      failed(outage({ message: 'It is down.' })),
      'the list of quarantined tests could not be read. It is down.',
    ],
    ['none', ABSENT, 'the service has no such list of quarantined tests.'],
    ['not asked for', undefined, 'the list of quarantined tests was not asked for.'],
  ])('%s', (_, reading, why) => {
    const list = entriesRead(reading, '/work')
    expect(list.complete ? null : list.why).toBe(why)
  })
})
