import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts } from '../../../src/facts/facts.ts'
import {
  ahead,
  caseOf,
  namesInCode,
  namesOf,
  numbersOf,
  testingFor,
  testingTimeout,
} from '../../../src/gate/diagnosis/case.ts'
import { pictureOf } from '../../../src/gate/snapshot.ts'
import type { Status } from '../../../src/gate/statuses.ts'
import { context, testBranchContext } from '../../builders.ts'
import { ABOUT_42, aQueue, aRun, facts, inState, MINUTE, NOW, queued, since, tests, withEntries } from './cases.ts'

const given = (over: Partial<Facts>, about = ABOUT_42) => caseOf(pictureOf(facts(over), about), NOW, false)

const OF_OTHERS = aRun('failed', {}, tests(40, 41))

test.each<[string, Partial<Facts>, RunContext, isShown: boolean]>([
  ['it tests the pull request', { foundRun: aRun('failed', {}, tests(41, 42)) }, ABOUT_42, true],
  ['it tests others', { foundRun: OF_OTHERS }, ABOUT_42, false],
  [
    'it tests others, and the event is that of its test branch',
    { testRun: OF_OTHERS },
    testBranchContext({ pullRequest: { value: 42, from: 'input' } }),
    true,
  ],
  [
    'no pull request is asked about',
    { testRun: OF_OTHERS },
    context({ kind: 'branch', pullRequest: null, testRunId: { value: 'given', from: 'input' } }),
    true,
  ],
])('the test run that a diagnosis rests on: %s', (_, over, about, isShown) => {
  const { run } = given(over, about)
  expect(run !== null).toBe(isShown)
})

test.each([
  ['in another order', ['unit', 'e2e', 'lint']],
  ['in their order', ['e2e', 'lint', 'unit']],
])('its statuses stand in the order of their names: the service has them %s', (_, requiredStatuses) => {
  const { statuses } = given({ foundRun: aRun('failed', {}, { requiredStatuses }) })
  expect(statuses?.map(({ name }) => name)).toEqual(['e2e', 'lint', 'unit'])
})

describe('who stands ahead', () => {
  const LINE = [queued(40, 'testing'), queued(41, 'merged'), queued(42, 'pending'), queued(43, 'pending')]

  test.each<[string, Partial<Facts>, number[]]>([
    ['only those that are not over', withEntries(...LINE), [40]],
    ['none is ahead of the first', aQueue({ entries: LINE.slice(2) }), []],
    ['it is not in the line', aQueue({ entries: LINE.slice(0, 2) }), []],
    ['there is no line', aQueue({ ordered: false, entries: LINE }), []],
    ['the queue was not read', {}, []],
  ])('%s', (_, over, expected) => {
    const entries = ahead(given({ ...inState('pending'), ...over }))
    expect(entries.map(({ number }) => number)).toEqual(expected)
  })
})

test.each<[string, number | null, number | null]>([
  ['as the queue says', 90, 90 * MINUTE],
  ['not known', null, null],
  ['none', 0, null],
  ['a negative one', -1, null],
])('the testing time-out: %s', (_, testingTimeoutMinutes, expected) => {
  expect(testingTimeout(aQueue({ testingTimeoutMinutes }).queue.value)).toBe(expected)
})

test('without a queue no testing time-out is known', () => {
  expect(testingTimeout(null)).toBe(null)
})

describe('how long a test run has taken', () => {
  const timeless = aRun('in_progress', {}, { createdAt: null })

  test.each<[string, Partial<Facts>, number | null, RunContext?]>([
    ['since it was made', { ...inState('testing'), foundRun: aRun('in_progress', {}) }, 60 * MINUTE],
    [
      'time unknown: since the pull request began testing',
      { ...since('testing', 20), foundRun: timeless },
      20 * MINUTE,
    ],
    ['no run: since the pull request has been tested', inState('testing'), 30 * MINUTE],
    ['no run, and it is not being tested', inState('pending'), null],
    ['no pull request, and the time of the run is unknown', { testRun: timeless }, null, testBranchContext()],
  ])('%s', (_, over, expected, about = ABOUT_42) => {
    expect(testingFor(given(over, about))).toBe(expected)
  })
})

test.each<[string, [name: string, url: string | null][], string]>([
  ['a link', [['unit', 'https://ci.example/1']], '`unit` (https://ci.example/1)'],
  ['no link', [['unit', null]], '`unit`'],
  ['no web address', [['unit', 'javascript:alert(1)']], '`unit`'],
  [
    'three at most',
    [
      ['a', null],
      ['b', null],
      ['c', null],
      ['d', null],
    ],
    '`a`, `b`, `c` and 1 more',
  ],
])('statuses in words: %s', (_, statuses, expected) => {
  const failed = statuses.map(([name, url]): Status => ({ name, url, source: 'service', state: 'failed', since: null }))
  expect(namesOf(failed)).toEqual(expected)
})

test('names in words: three at most', () => {
  expect(namesInCode(['a', 'b', 'c', 'd', 'e'])).toEqual('`a`, `b`, `c` and 2 more')
})

test.each<[string, number[], string]>([
  ['by their numbers', [100, 9, 41], '#9, #41, #100'],
  ['each once', [41, 40, 41], '#40, #41'],
  ['five at most', [7, 6, 5, 4, 3, 2, 1], '#1, #2, #3, #4, #5 and 2 more'],
])('pull requests in words: %s', (_, numbers, expected) => {
  expect(numbersOf(numbers)).toBe(expected)
})
