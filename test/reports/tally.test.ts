import { describe, expect, test } from 'vitest'
import { addTry, createTally, fullness, type Tally } from '../../src/reports/tally.ts'
import type { TestCase } from '../../src/reports/test-case.ts'

const PASSED: TestCase = {
  name: 'ab',
  classname: 'c',
  file: null,
  parent: null,
  outcome: 'passed',
  flaky: false,
  failedAgain: false,
  message: null,
  trace: null,
  line: null,
}
const FAILED: TestCase = { ...PASSED, outcome: 'failed', message: 'why', trace: 'here' }

/** A tally after the test cases of a suite. */
function tallyOf(cases: TestCase[], start: Partial<Tally> = {}): Tally & { kept: string[] } {
  const tally = { ...createTally(), ...start }
  const suite = new Map()
  for (const each of cases) addTry(tally, suite, each, 'a.xml')
  const kept = [...suite.values()].flatMap(tests => [...tests.values()])
  return { ...tally, kept: kept.map(({ failure }) => `${failure?.message} ${failure?.trace}`) }
}

test.each<[string, tally: Partial<Tally>, full: string | null]>([
  ['as many failed as are read', { failed: 250_000 }, null],
  ['one more', { failed: 250_001 }, 'over 250,000 tests failed; the rest is not read'],
  ['as much as is kept', { size: 400_000_000 }, null],
  ['one character more', { size: 400_000_001 }, 'it holds too many tests; the rest is not read'],
])('when nothing more is read: %s', (_, tally, full) => {
  expect(fullness({ ...createTally(), ...tally })).toBe(full)
})

// A test takes 100 and its name; its class, file and parent take their characters and two between them.
test.each<[string, cases: TestCase[], takes: Partial<Tally>]>([
  ['one that passed', [PASSED], { size: 105, failed: 0, text: 0 }],
  ['one that failed', [FAILED], { size: 105, failed: 1, text: 7 }],
  ['one that failed first', [{ ...PASSED, flaky: true }], { size: 105, failed: 1, text: 0 }],
  ['another of its class', [PASSED, { ...PASSED, name: 'abc' }], { size: 208 }],
  ['another of its name', [PASSED, { ...PASSED, file: 'def' }], { size: 213 }],
  ['the same again', [PASSED, PASSED], { size: 105 }],
  [
    'two without a name',
    [
      { ...PASSED, name: '' },
      { ...PASSED, name: '' },
    ],
    { size: 203 },
  ],
])('what a test takes: %s', (_, cases, takes) => {
  expect(tallyOf(cases)).toMatchObject(takes)
})

describe('what failures say is kept', () => {
  const MOST = 8 * 1024 * 1024
  test.each<[string, text: number, kept: string]>([
    ['up to 8 MiB', MOST - 7, 'why here'],
    ['and no further', MOST - 6, 'null null'],
  ])('%s', (_, text, kept) => {
    expect(tallyOf([FAILED], { text }).kept).toEqual([kept])
  })
})
