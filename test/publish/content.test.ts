import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Facts, Removal } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { isRead } from '../../src/facts/reading.ts'
import { diagnosis } from '../../src/gate/diagnosis/codes.ts'
import { pathLine, pullRequestLine, queueLine, stuckLine, testRunLine } from '../../src/publish/content.ts'
import type { Result } from '../../src/result.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  entry,
  facts,
  failed,
  knowing,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  result,
  testBranchContext,
} from '../builders.ts'
import { anyContext, anyFacts } from '../gate/arbitraries.ts'
import { aQueue, aRun, facts as diagnosed, inState, minutesAgo, queued, withEntries } from '../gate/diagnosis/cases.ts'

describe('lines on what is known', () => {
  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['out of reach', knowing({ pullRequest: failed(outage()) }), null],
    ['no number', { context: context({ pullRequest: null }), facts: facts({ pullRequest: ABSENT }) }, null],
    ['never submitted', knowing({ pullRequest: ABSENT }), '#42 was never submitted to the queue'],
    ['no queue to submit it to', knowing({ pullRequest: ABSENT, queue: ABSENT }), null],
    ['pending', knowing(ofPullRequest()), '#42 waits to be tested'],
    [
      'with its place',
      knowing({
        ...ofPullRequest(),
        ...ofQueue({ entries: [entry({ number: 1 }), entry()] }),
      }),
      '#42 waits to be tested, 2nd of 2',
    ],
    ['another one came', knowing(ofPullRequest({ number: 43 })), null],
    ['taken out', knowing(ofPullRequest({ state: 'cancelled', submitted: false })), '#42 was taken out of the queue'],
    ['not ready, and out', knowing(ofPullRequest({ state: 'not_ready', submitted: false })), '#42 is not in the queue'],
    [
      'testing, and out',
      knowing(ofPullRequest({ state: 'testing', submitted: false })),
      '#42 is being tested, and is not in the queue',
    ],
    ['a state of the future', knowing(ofPullRequest({ state: 'hovering' })), '#42 is in the state "hovering"'],
    [
      'without state and time',
      knowing(ofPullRequest({ state: null, stateChangedAt: null })),
      '#42 is in no known state',
    ],
  ])('the pull request: %s', (_, given, expected) => {
    expect(pullRequestLine(result(given))).toBe(expected)
  })

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['none', knowing({ queue: ABSENT }), 'main has no queue'],
    ['one entry', knowing(ofQueue()), 'The queue of main is running with 1 entry'],
    ['none enqueued', knowing(ofQueue({ state: 'paused', entries: [] })), 'The queue of main is paused with 0 entries'],
  ])('the queue: %s', (_, given, expected) => {
    expect(queueLine(result(given))).toBe(expected)
  })

  test.each<[string, Partial<Result>, string | null]>([
    ['not read', {}, null],
    ['not found', knowing({ testRun: ABSENT }), 'The test run was not found'],
    ['of another commit', knowing(ofRun({ testBranchSha: OTHER })), null],
    ['of one pull request', knowing(ofRun()), 'The test run of #42 succeeded'],
    [
      'of many',
      knowing(
        ofRun({
          status: 'in_progress',
          pullRequests: [1, 2, 3, 4, 5, 6, 7].map(number => ({ number, url: null, title: null })),
        }),
      ),
      'The test run of #1, #2, #3, #4, #5 and 2 more is still in progress',
    ],
    [
      'that says little',
      knowing(ofRun({ status: null, createdAt: 'yesterday', pullRequests: [] })),
      'The test run has no status',
    ],
  ])('the test run: %s', (_, given, expected) => {
    expect(testRunLine(result({ context: testBranchContext(), ...given }))).toBe(expected)
  })
})

test.each<[string, Partial<Facts>, string | null]>([
  ['not ready', inState('not_ready'), '#42: ✓ submitted → ● not ready for 30 m → testing → passed → merged'],
  [
    'not submitted',
    inState('not_ready', { submitted: false }),
    '#42: ● not submitted → ready → testing → passed → merged',
  ],
  ['pending', inState('pending'), '#42: ✓ submitted → ● ready for 30 m → testing → passed → merged'],
  ['testing', inState('testing'), '#42: ✓ submitted → ✓ ready → ● testing for 30 m → passed → merged'],
  [
    'held',
    inState('pending_failure'),
    '#42: ✓ submitted → ✓ ready → ● held after a failure for 30 m → passed → merged',
  ],
  ['passed', inState('tests_passed'), '#42: ✓ submitted → ✓ ready → ✓ testing → ● passed for 30 m → merged'],
  ['merged, perhaps without a test', inState('merged'), '#42: ✓ submitted → ✓ ready → ✓ merged 30 m ago'],
  [
    'merged after its test',
    { ...inState('merged'), testRun: aRun('succeeded', {}) },
    '#42: ✓ submitted → ✓ ready → ✓ testing → ✓ passed → ✓ merged 30 m ago',
  ],
  ['failed, and nothing is known of a test', inState('failed'), '#42: ✓ submitted → ✗ failed 30 m ago'],
  [
    'failed in its test',
    { ...inState('failed'), foundRun: aRun('failed', {}) },
    '#42: ✓ submitted → ✓ ready → ✓ testing → ✗ failed 30 m ago',
  ],
  ['no time', inState('testing', { stateChangedAt: null }), '#42: ✓ submitted → ✓ ready → ● testing → passed → merged'],
  ['failed, and still submitted: a contradiction', inState('failed', { submitted: true }), null],
  ['testing, and not submitted: a contradiction', inState('testing', { submitted: false }), null],
  ['a state of the future', inState('hovering'), null],
  ['never submitted', { pullRequest: ABSENT }, null],
])('the path: %s', (_, given, expected) => {
  expect(pathLine(result({ facts: diagnosed(given) }))).toBe(expected)
})

const removal = (reason: Removal['reason']) => ({
  removal: { reason, text: null, actor: null, at: null, failedChecks: [], certainty: 'certain' as const },
})
const ON_GITHUB = context({ source: SOURCES.github })

test.each<[string, Partial<Facts>, string]>([
  ['queued', inState('pending'), '✓ queued → ● waiting for 30 m → testing → passed → merged'],
  ['testing', inState('testing'), '✓ queued → ● testing for 30 m → passed → merged'],
  ['held', inState('pending_failure'), '✓ queued → ● held as unmergeable for 30 m → passed → merged'],
  ['merged by the queue', inState('merged', removal('merged')), '✓ queued → ✓ merged 30 m ago'],
  ['merged around it', inState('merged'), '✓ merged 30 m ago'],
  ['taken out', inState('cancelled'), '✓ queued → ✗ taken out 30 m ago'],
  ['timed out', inState('failed', removal('timed-out')), '✓ queued → ✗ timed out 30 m ago'],
])("the path in GitHub's queue: %s", (_, given, expected) => {
  expect(pathLine(result({ facts: diagnosed(given), context: ON_GITHUB }))).toBe(`#42: ${expected}`)
})

const MISSING = [diagnosis('required-check-missing-on-group', 'possible', 'It is missing.')]

test.each<[string, Partial<Facts>, Partial<Result>, string]>([
  ['no check', { ...inState('testing'), testRun: aRun('in_progress', {}) }, {}, 'has no check yet'],
  ['out without a check', { ...inState('failed'), testRun: aRun('in_progress', {}) }, {}, 'had no check'],
  ['out', { ...inState('failed'), testRun: aRun('in_progress', { unit: 'pending' }) }, {}, 'did not finish'],
  ['going on', { ...inState('testing'), testRun: aRun('in_progress', { unit: 'passed' }) }, {}, 'is still in progress'],
  [
    'a check that never comes',
    { ...inState('testing'), testRun: aRun('in_progress', { unit: 'passed' }) },
    { diagnoses: MISSING },
    'waits for a check that nothing reports',
  ],
])('the run of a merge group: %s', (_, given, more, expected) => {
  const line = testRunLine(result({ facts: diagnosed(given), context: ON_GITHUB, ...more }))
  expect(asText(line ?? '')).toBe(`The test run of #42 ${expected}`)
})

test('the path ends with the place in the line', () => {
  const given = { ...inState('testing'), ...withEntries(queued(41, 'testing'), queued(42, 'testing')) }
  expect(pathLine(result({ facts: diagnosed(given) }))).toMatch(/→ merged \(2nd of 2\)$/)
})

test('the entry stuck longest, for watchers of a queue', () => {
  const about = context({ kind: 'branch', pullRequest: null })
  const entries = [
    queued(40, 'testing', { stateChangedAt: minutesAgo(20) }),
    queued(41, 'pending', { stateChangedAt: minutesAgo(150) }),
    queued(39, 'merged', { stateChangedAt: minutesAgo(900) }),
  ]
  const given = result({ facts: diagnosed(aQueue({ entries })), context: about })
  expect(stuckLine(given)).toBe('Longest in its state: #41 (pending), for 2 h 30 m')
})

test('no step of the path is done without the member that says so', () => {
  fc.assert(
    fc.property(anyFacts, anyContext, (given, about) => {
      const path = pathLine(result({ facts: given, context: about })) ?? ''
      const { pullRequest, testRun, foundRun } = given
      const state = isRead(pullRequest) ? pullRequest.value.state : null
      const statuses = [testRun, foundRun].map(run => (isRead(run) ? run.value.status : null))
      if (path.includes('✓ merged')) expect(state).toBe('merged')
      if (path.includes('● passed')) expect(state).toBe('tests_passed')
      if (path.includes('✓ passed')) expect([state, statuses.includes('succeeded')]).toEqual(['merged', true])
    }),
  )
})
