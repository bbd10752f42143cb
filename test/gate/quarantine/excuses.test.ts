import { describe, expect, test } from 'vitest'
import type { QuarantinedTest, ReportedTest } from '../../../src/facts/test-report.ts'
import { entriesIn, excusesOf, withoutExcuses } from '../../../src/gate/quarantine/excuses.ts'
import { asText } from '../../../src/text/message.ts'
import { failed, hardFailure, outage, quarantinedTest, quarantinedTests, read } from '../../builders.ts'
import { listOf, NO_LIST, reportedTest, testReports } from './worlds.ts'

/** Nothing but the name and what is given. */
function bare(over: Partial<ReportedTest> = {}): ReportedTest {
  return reportedTest({ classname: null, file: null, parent: null, ...over })
}

function entry(over: Partial<QuarantinedTest> = {}): QuarantinedTest {
  return quarantinedTest({ classname: null, file: null, parent: null, ...over })
}

/** A second test, so that there are two parents, and a class: all members are compared then. */
const ELSEWHERE = bare({ name: 'elsewhere', classname: 'E', parent: 'other', outcome: 'passed' })
/** A second test of the one parent, with nothing but its name. */
const BESIDE = bare({ name: 'beside', parent: 'p', outcome: 'passed' })

/** What becomes of each failed test: `excused`, or why it blocks and what is noted. */
function verdictsOf(tests: ReportedTest[], entries: QuarantinedTest[], variant: string | null = null): string[] {
  const reports = testReports(tests)
  const { blocking, excused } = excusesOf(reports, listOf(...entries), variant)
  return reports.failed.map(each => {
    if (excused.includes(each)) return 'excused'
    const blocks = blocking.find(({ test }) => test === each)
    return blocks ? [blocks.why, ...blocks.notes.map(note => asText(note))].join(': ') : 'lost'
  })
}

const BARE = 'not-quarantined: quarantined under this name, but without a class, file or suite that can be compared'

describe('one failed test and one entry', () => {
  const IN_FILE = { classname: 'C', file: 'f' }
  const IN_SUITE = { classname: 'C', parent: 'p' }
  const ALL = { ...IN_FILE, parent: 'p' }
  const moved = (kind: string, verb: string, from: string, to: string) =>
    `not-quarantined: quarantined in another ${kind}: ${verb} from \`${from}\` to \`${to}\`?`
  test.each<[name: string, test: Partial<ReportedTest>, entry: Partial<QuarantinedTest>, verdict: string]>([
    ['all equal', ALL, ALL, 'excused'],
    ['null and empty are the same', { classname: 'C', file: '', parent: 'p' }, IN_SUITE, 'excused'],
    ['the entry says less', ALL, { file: 'f' }, 'excused'],
    ['the report says less', { parent: 'p' }, ALL, 'excused'],
    ['each says something else', IN_FILE, { file: 'f', parent: 'p' }, 'excused'],
    ['the name alone', {}, {}, BARE],
    ['an entry with nothing but its name', IN_FILE, {}, BARE],
    ['nothing that both have', { classname: 'C' }, { file: 'f' }, BARE],
    ['empty on both sides', { classname: '', file: '' }, { classname: '', file: '' }, BARE],
    ['another file', IN_FILE, { classname: 'C', file: 'g' }, moved('file', 'moved', 'g', 'f')],
    ['another file, and nothing agrees', { file: 'f' }, { file: 'g' }, moved('file', 'moved', 'g', 'f')],
    ['another class', IN_FILE, { classname: 'D', file: 'f' }, moved('class', 'renamed', 'D', 'C')],
    ['another class alone', { classname: 'C' }, { classname: 'D' }, moved('class', 'renamed', 'D', 'C')],
    ['another suite', IN_SUITE, { classname: 'C', parent: 'q' }, moved('suite', 'renamed', 'q', 'p')],
    ['two differ', ALL, { classname: 'C', file: 'g', parent: 'q' }, 'not-quarantined'],
    [
      'another variant',
      { classname: 'C' },
      { classname: 'C', variant: 'mac' },
      'not-quarantined: quarantined in another variant: `mac`, and this run has none',
    ],
    ['another variant and class', { classname: 'C' }, { classname: 'D', variant: 'mac' }, 'not-quarantined'],
    ['another name', { classname: 'C' }, { classname: 'C', name: 'Ignites' }, 'not-quarantined'],
    ['another letter case', { classname: 'C' }, { classname: 'c' }, moved('class', 'renamed', 'c', 'C')],
    ['no test', { name: '', classname: 'C' }, { name: '', classname: 'C' }, 'no-test'],
  ])('%s', (_, test, quarantined, verdict) => {
    expect(verdictsOf([bare(test), ELSEWHERE], [entry(quarantined)])).toEqual([verdict])
  })

  test('of a variant', () => {
    const tests = [bare({ classname: 'C' })]
    expect(verdictsOf(tests, [entry({ classname: 'C', variant: 'mac' })], 'mac')).toEqual(['excused'])
    expect(verdictsOf(tests, [entry({ classname: 'C', variant: '' })], null)).toEqual(['excused'])
    expect(verdictsOf(tests, [entry({ classname: 'C' })], 'mac')).toEqual([
      'not-quarantined: quarantined in another variant: none, and this run has `mac`',
    ])
  })
})

describe('where the reports hold one parent only', () => {
  test.each<[name: string, tests: ReportedTest[], entry: Partial<QuarantinedTest>, verdict: string]>([
    ['it is all there is', [bare({ parent: 'p' }), BESIDE], { parent: 'p' }, 'excused'],
    [
      'and another one',
      [bare({ parent: 'p' }), BESIDE],
      { parent: 'q' },
      'not-quarantined: quarantined in another suite: renamed from `q` to `p`?',
    ],
    ['another test has a class', [bare({ parent: 'p' }), { ...BESIDE, classname: 'C' }], { parent: 'p' }, BARE],
    ['another test has a file', [bare({ parent: 'p' }), { ...BESIDE, file: 'f' }], { parent: 'p' }, BARE],
    ['the entry has a class', [bare({ parent: 'p' }), BESIDE], { classname: 'C', parent: 'p' }, BARE],
    [
      'it does not matter beside a class',
      [bare({ classname: 'C', parent: 'p' })],
      { classname: 'C', parent: 'q' },
      'excused',
    ],
  ])('%s', (_, tests, quarantined, verdict) => {
    expect(verdictsOf(tests, [entry(quarantined)])).toEqual([verdict])
  })
})

describe('a parent that names one run (avocado)', () => {
  const today = bare({ parent: 'job-2026-11-26T14.09-57006d4' })
  const yesterday = 'job-2026-11-25T09.12-1b2c3d4'
  test.each<[name: string, test: Partial<ReportedTest>, entry: Partial<QuarantinedTest>, verdict: string]>([
    ['is none beside a class', { classname: 'T' }, { classname: 'T', parent: yesterday }, 'excused'],
    ['and alone a near miss', {}, { parent: yesterday }, BARE],
    ['also in the same run', {}, { parent: today.parent }, BARE],
  ])('%s', (_, test, quarantined, verdict) => {
    expect(verdictsOf([{ ...today, ...test }, ELSEWHERE], [entry(quarantined)])).toEqual([verdict])
  })
})

describe('an entry that fits several test cases', () => {
  const broad = entry({ file: 'f' })
  const inClass = (classname: string | null, outcome: ReportedTest['outcome'] = 'failed') =>
    bare({ classname, file: 'f', outcome })
  const ambiguous = 'ambiguous: the quarantined test fits other tests as well'
  test.each<[name: string, tests: ReportedTest[], entries: QuarantinedTest[], verdicts: string[]]>([
    ['two that failed', [inClass('C'), inClass('D')], [broad], [ambiguous, ambiguous]],
    ['the other passed', [inClass('C'), inClass('D', 'passed')], [broad], [ambiguous]],
    ['the other was skipped', [inClass('C'), inClass('D', 'skipped')], [broad], [ambiguous]],
    ['one agrees in all', [inClass(null), inClass('D')], [broad], [ambiguous, ambiguous]],
    [
      'they differ in a parent that is not compared',
      [bare({ classname: 'C', parent: 'p' }), bare({ classname: 'C' })],
      [entry({ classname: 'C' })],
      [ambiguous, ambiguous],
    ],
    [
      'beside one that fits only one',
      [inClass('C'), inClass('D')],
      [broad, entry({ classname: 'C' })],
      ['excused', ambiguous],
    ],
    ['several entries fit one test', [inClass('C')], [broad, entry({ classname: 'C' })], ['excused']],
  ])('%s', (_, tests, entries, verdicts) => {
    expect(verdictsOf(tests, entries)).toEqual(verdicts)
  })
})

test.each([
  ['without the list', NO_LIST, ['list-incomplete', 'list-incomplete', 'no-test']],
  ['with too many', listOf(quarantinedTest()), ['not-quarantined', 'no-test', 'too-many-excused']],
])('why all failed tests block: %s', (_, list, causes) => {
  const tests = ['ignites', 'x', ''].map(name => reportedTest({ name }))
  const { blocking, excused } = withoutExcuses(excusesOf(testReports(tests), list, null))
  expect([blocking.map(({ why }) => why), excused]).toEqual([causes, []])
})

describe('what was read of the list', () => {
  const down = outage({ message: 'It is down.' })
  const refused = hardFailure({ message: 'No.', remedy: 'Ask for a key.' })
  const WHEN_BACK = 'Fix the failed tests, or run the job again when the service is back.'
  const unknown = quarantinedTests({ whyPartial: 'no such collection', mayBeOtherList: true })
  test.each<[name: string, reading: Parameters<typeof entriesIn>[0], told: string[]]>([
    ['all', read(quarantinedTests()), []],
    [
      'a part',
      read(quarantinedTests({ whyPartial: 'cut' })),
      ['the list of quarantined tests is not whole: cut.', 'Run the job again.'],
    ],
    [
      'a part, by an outage',
      { ...read(quarantinedTests({ whyPartial: 'cut' })), failure: down },
      ['the list of quarantined tests is not whole: cut.', WHEN_BACK],
    ],
    [
      'of nobody',
      read(unknown),
      ['the list of quarantined tests is not known: no such collection.', 'Check `test-collection`.'],
    ],
    ['nothing', failed(down), ['the list of quarantined tests could not be read. It is down.', WHEN_BACK]],
    ['refused', failed(refused), ['the list of quarantined tests could not be read. No.', 'Ask for a key.']],
    ['not asked for', undefined, ['the list of quarantined tests could not be read.', 'Fix the failed tests.']],
  ])('%s', (_, reading, told) => {
    const list = entriesIn(reading, '/shop')
    expect(list.isComplete ? [] : [list.why, list.remedy].map(each => asText(each))).toEqual(told)
  })

  test.each(['./test/a.ts', '.\\test\\a.ts', '/shop/test/a.ts'])(
    'a file is compared as the reports have it: %s',
    file => {
      const list = entriesIn(read(quarantinedTests({ tests: [entry({ file, parent: 'P-20261122011205' })] })), '/shop')
      expect(list).toMatchObject({ isComplete: true, entries: [{ file: 'test/a.ts', parent: 'P' }] })
    },
  )
})
