import { expect, test } from 'vitest'
import type { Check } from '../../src/facts/facts.ts'
import { latestOfEach } from '../../src/github/checks.ts'

/** A check run of `unit` that began and ended in these minutes; without an end it still runs. */
function run(
  outcome: Check['outcome'],
  began: number | null,
  ended: number | null = null,
  over: Partial<Check> = {},
): Check {
  const at = (minute: number | null) => (minute === null ? null : `2026-03-01T09:0${minute}:00Z`)
  const times = { startedAt: at(began), completedAt: at(ended) }
  const word = outcome === 'pending' ? 'queued' : outcome
  return {
    kind: 'check-run',
    name: 'unit',
    appId: 1,
    suite: 7,
    id: 1,
    outcome,
    word,
    url: `https://x/${outcome}`,
    ...times,
    ...over,
  }
}

const PASSED = run('passed', 3, 5)
const OTHER_SUITE = { suite: 8 }

test.each<[string, Check[], string[]]>([
  ['one', [PASSED], ['passed']],
  ['it failed, and passed when run again', [run('failed', 1, 2), PASSED], ['passed']],
  ['the same in another order', [PASSED, run('failed', 1, 2)], ['passed']],
  ['it passed, and runs again', [run('passed', 1, 2), run('pending', 3)], ['pending']],
  ['an earlier one still runs', [run('pending', 1), PASSED], ['pending']],
  ['an earlier one ended later, and otherwise', [run('failed', 1, 6), PASSED], ['unknown']],
  ['an earlier one ended later, and alike', [run('passed', 1, 6), PASSED], ['passed']],
  ['they began at one time, and differ', [run('failed', 3, 4), PASSED], ['unknown']],
  ['a start is not known', [run('failed', null, 2), PASSED], ['unknown']],
  ['an end is not known', [run('failed', 1), PASSED], ['unknown']],
  ['two apps', [PASSED, run('failed', 1, 2, { appId: 2 })], ['passed', 'failed']],
  ['a status of that name', [PASSED, run('failed', 1, 2, { kind: 'status', appId: null })], ['passed', 'failed']],
])('%s', (_, reports, expected) => {
  expect(latestOfEach(reports).map(({ outcome }) => outcome)).toEqual(expected)
})

test.each<[string, Check[], string | undefined]>([
  ['in another suite', [run('failed', 1, 2, OTHER_SUITE), PASSED], 'https://x/failed'],
  ['in the same suite: it was run again', [run('failed', 1, 2), PASSED], undefined],
  ['and the later one failed, too', [run('failed', 1, 2, OTHER_SUITE), run('failed', 3, 5)], undefined],
])('one that failed earlier %s', (_, reports, expected) => {
  expect(latestOfEach(reports)[0]?.earlierFailureUrl).toBe(expected)
})
