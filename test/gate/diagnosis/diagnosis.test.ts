import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts } from '../../../src/facts/facts.ts'
import { failedBy, gitHubFailure } from '../../../src/facts/reading.ts'
import { DIAGNOSES, type Diagnosis, type DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { besideVerdict, diagnose } from '../../../src/gate/diagnosis/diagnosis.ts'
import { pictureOf } from '../../../src/gate/picture.ts'
import { ABSENT, context, failed, gitHubView, OTHER, outage, TEST_RUN_ID, testBranchContext } from '../../builders.ts'
import {
  ABOUT_42,
  aQueue,
  aRun,
  branchChecks,
  cause,
  check,
  facts,
  headChecks,
  inState,
  minutesAgo,
  NOW,
  notReady,
  queued,
  read,
  THE_RUN,
  tests,
  timeline,
} from './cases.ts'

type Expected = [DiagnosisCode, 'certain' | 'possible', advice?: 'submit again' | 'fix first'] | null
type Case = [name: string, Partial<Facts>, Expected, RunContext?]

const withRun = (id = TEST_RUN_ID) => context({ testRunId: { value: id, from: 'input' } })
const branch = context({ kind: 'branch', pullRequest: null })
const OWN = check('gate', 'pending', { id: 7 })
const force = (at: string) => ({ kind: 'head-force-pushed' as const, at, sha: OTHER })

const CASES: Case[] = [
  // One for each code.
  ['merged', { pullRequest: inState('merged') }, ['merged', 'certain']],
  [
    'never submitted, and the queue does not list it',
    { pullRequest: ABSENT, queue: aQueue({ entries: [queued(41, 'testing')] }) },
    ['never-submitted', 'certain'],
  ],
  ['the branch has no queue', { pullRequest: ABSENT, queue: ABSENT }, ['queue-not-found', 'certain']],
  [
    'the queue is paused',
    { pullRequest: inState('pending'), queue: aQueue({ state: 'paused' }) },
    ['queue-paused', 'certain'],
  ],
  [
    'the queue drains',
    { pullRequest: inState('pending'), queue: aQueue({ state: 'draining' }) },
    ['queue-draining', 'certain'],
  ],
  [
    'the queue switches modes',
    { pullRequest: inState('pending'), queue: aQueue({ state: 'switching_modes' }) },
    ['queue-switching-modes', 'certain'],
  ],
  ['another base', { pullRequest: notReady({ baseBranchMatches: false }) }, ['base-branch-mismatch', 'certain']],
  ['not mergeable', { pullRequest: notReady({ mergeability: 'not_mergeable' }) }, ['not-mergeable', 'certain']],
  [
    'mergeability in progress',
    { pullRequest: notReady({ mergeability: 'in_progress' }) },
    ['mergeability-pending', 'certain'],
  ],
  [
    'its own check',
    {
      pullRequest: notReady({ mergeability: 'not_mergeable' }),
      headChecks: headChecks(7, OWN, check('unit', 'passed')),
      rules: read([{ name: 'gate', appId: null }]),
    },
    ['waiting-on-own-check', 'certain'],
  ],
  [
    'no impacted targets',
    { pullRequest: notReady({ hasImpactedTargets: false }) },
    ['impacted-targets-missing', 'certain'],
  ],
  [
    'impacted targets, and the head has moved',
    { pullRequest: notReady({ hasImpactedTargets: false }), timeline: timeline(force(minutesAgo(5))) },
    ['impacted-targets-of-another-commit', 'possible'],
  ],
  [
    'no free place',
    {
      pullRequest: inState('pending'),
      queue: aQueue({ concurrency: 1, entries: [queued(41, 'testing'), queued(42, 'pending')] }),
    },
    ['waiting-for-capacity', 'certain'],
  ],
  [
    'a batch is collected',
    {
      pullRequest: inState('pending', { stateChangedAt: minutesAgo(2) }),
      queue: aQueue({ batch: true, entries: [queued(42, 'pending')] }),
    },
    ['waiting-for-batch', 'possible'],
  ],
  [
    'passed, one ahead',
    {
      pullRequest: inState('tests_passed'),
      queue: aQueue({ entries: [queued(41, 'testing'), queued(42, 'tests_passed')] }),
    },
    ['waiting-for-those-ahead', 'certain'],
  ],
  ['held', { pullRequest: inState('pending_failure') }, ['pending-failure', 'certain']],
  [
    'its own required status failed',
    { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed', e2e: 'passed' }) },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'a batch failed',
    { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) },
    ['failed-in-a-batch', 'certain'],
  ],
  [
    'another one that it was built on failed',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('cancelled', {}, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'failed')] }),
    },
    ['ejected-because-of-another', 'possible', 'submit again'],
  ],
  [
    'timed out',
    {
      pullRequest: inState('failed', { stateChangedAt: minutesAgo(5) }),
      foundRun: aRun('failed', { unit: 'passed' }, { createdAt: minutesAgo(96) }),
      queue: aQueue(),
    },
    ['timed-out', 'certain'],
  ],
  [
    'nothing reports a required status',
    { pullRequest: inState('testing'), foundRun: aRun('in_progress', { unit: 'passed' }), queue: aQueue() },
    ['required-status-missing', 'possible'],
  ],
  [
    'a forced push shortly before it failed',
    { pullRequest: inState('failed'), foundRun: ABSENT, timeline: timeline(force(minutesAgo(31))) },
    ['evicted-by-push', 'possible'],
  ],
  ['cancelled', { pullRequest: inState('cancelled') }, ['cancelled', 'certain']],
  ['failed, and no run is known', { pullRequest: inState('failed'), foundRun: ABSENT }, ['cause-unknown', 'possible']],

  // Pairs that can be confused.
  [
    'paused comes before capacity',
    {
      pullRequest: inState('pending'),
      queue: aQueue({ state: 'paused', concurrency: 1, entries: [queued(41, 'testing')] }),
    },
    ['queue-paused', 'certain'],
  ],
  [
    'paused comes before conflicts',
    { pullRequest: notReady({ mergeability: 'not_mergeable' }), queue: aQueue({ state: 'paused' }) },
    ['queue-paused', 'certain'],
  ],
  [
    'a draining queue still merges',
    {
      pullRequest: inState('tests_passed'),
      queue: aQueue({ state: 'draining', entries: [queued(42, 'tests_passed')] }),
    },
    null,
  ],
  [
    'a paused queue does not merge',
    { pullRequest: inState('tests_passed'), queue: aQueue({ state: 'paused' }) },
    ['queue-paused', 'certain'],
  ],
  [
    'the base comes before conflicts',
    { pullRequest: notReady({ baseBranchMatches: false, mergeability: 'not_mergeable' }) },
    ['base-branch-mismatch', 'certain'],
  ],
  [
    'conflicts are not its own check',
    {
      pullRequest: notReady({ mergeability: 'not_mergeable' }),
      github: gitHubView({ mergeable: false, mergeableState: 'dirty' }),
      headChecks: headChecks(7, OWN),
    },
    ['not-mergeable', 'certain'],
  ],
  [
    'another check is pending beside its own',
    {
      pullRequest: notReady({ mergeability: 'not_mergeable' }),
      headChecks: headChecks(7, OWN, check('unit', 'pending', { id: 8 })),
    },
    ['not-mergeable', 'certain'],
  ],
  [
    'a check failed beside its own',
    {
      pullRequest: notReady({ mergeability: 'not_mergeable' }),
      headChecks: headChecks(7, OWN, check('unit', 'failed', { id: 8 })),
    },
    ['not-mergeable', 'certain'],
  ],
  [
    'the only pending check is not known to be its own',
    { pullRequest: notReady({ mergeability: 'not_mergeable' }), headChecks: headChecks(null, OWN) },
    ['not-mergeable', 'certain'],
  ],
  [
    'its own check, not known to be required',
    { pullRequest: notReady({ mergeability: 'not_mergeable' }), headChecks: headChecks(7, OWN) },
    ['waiting-on-own-check', 'possible'],
  ],
  [
    "GitHub's own reason where the service is silent",
    { pullRequest: notReady({ mergeability: null }), github: gitHubView({ mergeableState: 'behind' }) },
    ['not-mergeable', 'possible'],
  ],
  [
    "GitHub's view of another commit explains nothing",
    {
      pullRequest: notReady({ mergeability: null }),
      github: gitHubView({ headSha: OTHER, mergeable: false, mergeableState: 'dirty' }),
    },
    ['cause-unknown', 'possible'],
  ],
  [
    'those of one batch may share a place',
    {
      pullRequest: inState('pending'),
      queue: aQueue({
        batch: true,
        concurrency: 2,
        entries: [queued(40, 'testing'), queued(41, 'testing'), queued(42, 'pending')],
      }),
    },
    ['waiting-for-capacity', 'possible'],
  ],
  [
    'a place is free, and one that is ready stands ahead',
    { pullRequest: inState('pending'), queue: aQueue({ entries: [queued(41, 'pending'), queued(42, 'pending')] }) },
    ['waiting-for-those-ahead', 'possible'],
  ],
  [
    'a place is free, and nobody stands ahead',
    { pullRequest: inState('pending'), queue: aQueue() },
    ['cause-unknown', 'possible'],
  ],
  ['the queue was not asked for', { pullRequest: inState('pending') }, null],
  [
    'the queue could not be read',
    { pullRequest: inState('pending'), queue: failed(outage()) },
    ['cause-unknown', 'possible'],
  ],
  [
    'a bisection tests it alone',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: 'failed' }, { ...tests(42), testBranch: 'q-merge/pr-42/x-bisection-1' }),
    },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'built on another that merged: its own failure',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: 'failed' }, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'merged')] }),
    },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'another one that it was built on failed, and its own status, too: a batch ahead broke it first',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: 'failed' }, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'failed')] }),
    },
    ['ejected-because-of-another', 'possible', 'submit again'],
  ],
  [
    'another one that it was built on is still there: nothing names the cause',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('cancelled', { unit: 'passed' }, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'testing')] }),
    },
    ['cause-unknown', 'possible'],
  ],
  [
    'another one of its batch failed: a batch, not one that it was built on',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: 'failed' }, { ...tests(41, 42), dependentPullRequests: [41] }),
      queue: aQueue({ entries: [queued(41, 'failed')] }),
    },
    ['failed-in-a-batch', 'certain'],
  ],
  [
    'a status that is missing, and the time is over: timed out',
    {
      pullRequest: inState('failed', { stateChangedAt: minutesAgo(1) }),
      foundRun: aRun('failed', { unit: 'passed' }, { createdAt: minutesAgo(95) }),
      queue: aQueue(),
      timeline: timeline(force(minutesAgo(2))),
    },
    ['timed-out', 'certain'],
  ],
  [
    'a status that is missing, and the time was not over',
    {
      pullRequest: inState('failed', { stateChangedAt: minutesAgo(5) }),
      foundRun: aRun('cancelled', { unit: 'passed' }, { createdAt: minutesAgo(94) }),
      queue: aQueue(),
    },
    ['cause-unknown', 'possible'],
  ],
  [
    'one is tested, and places are free',
    { pullRequest: inState('pending'), queue: aQueue({ entries: [queued(41, 'testing'), queued(42, 'pending')] }) },
    ['cause-unknown', 'possible'],
  ],
  [
    'a status that is missing, and it is still tested: not timed out',
    {
      pullRequest: inState('testing'),
      foundRun: aRun('in_progress', { unit: 'passed' }, { createdAt: minutesAgo(95) }),
      queue: aQueue(),
    },
    ['required-status-missing', 'possible'],
  ],
  [
    'held is not failed, though its status failed',
    { pullRequest: inState('pending_failure'), foundRun: aRun('failed', { unit: 'failed' }) },
    ['pending-failure', 'certain'],
  ],
  [
    'held, and the queue is paused',
    { pullRequest: inState('pending_failure'), queue: aQueue({ state: 'paused' }) },
    ['pending-failure', 'certain'],
  ],
  [
    'cancelled, and long before somebody pushed',
    { pullRequest: inState('cancelled'), timeline: timeline(force(minutesAgo(90))) },
    ['cancelled', 'certain'],
  ],
  [
    'draining comes before capacity',
    {
      pullRequest: inState('pending'),
      queue: aQueue({ state: 'draining', concurrency: 1, entries: [queued(41, 'testing')] }),
    },
    ['queue-draining', 'certain'],
  ],
  [
    'switching modes comes before a batch',
    {
      pullRequest: inState('pending', { stateChangedAt: minutesAgo(2) }),
      queue: aQueue({ state: 'switching_modes', batch: true }),
    },
    ['queue-switching-modes', 'certain'],
  ],
  [
    'no place is free, though a batch is collected',
    {
      pullRequest: inState('pending', { stateChangedAt: minutesAgo(2) }),
      queue: aQueue({ batch: true, concurrency: 1, entries: [queued(41, 'testing'), queued(42, 'pending')] }),
    },
    ['waiting-for-capacity', 'possible'],
  ],
  [
    'the longest wait for a batch is over, and one stands ahead',
    {
      pullRequest: inState('pending', { stateChangedAt: minutesAgo(20) }),
      queue: aQueue({ batch: true, entries: [queued(41, 'pending'), queued(42, 'pending')] }),
    },
    ['waiting-for-those-ahead', 'possible'],
  ],
  [
    'mergeability in progress is not its own check',
    { pullRequest: notReady({ mergeability: 'in_progress' }), headChecks: headChecks(7, OWN) },
    ['mergeability-pending', 'certain'],
  ],
  [
    'GitHub still computes, and the service is silent',
    {
      pullRequest: notReady({ mergeability: null }),
      github: gitHubView({ mergeable: null, mergeableState: 'unknown' }),
    },
    ['mergeability-pending', 'certain'],
  ],
  [
    'not mergeable comes before impacted targets',
    { pullRequest: notReady({ mergeability: 'not_mergeable', hasImpactedTargets: false }) },
    ['not-mergeable', 'certain'],
  ],
  [
    "impacted targets, and GitHub's head is another one",
    { pullRequest: notReady({ hasImpactedTargets: false }), github: gitHubView({ headSha: OTHER }) },
    ['impacted-targets-of-another-commit', 'possible'],
  ],
  [
    'impacted targets, and the head moved before: missing',
    { pullRequest: notReady({ hasImpactedTargets: false }), timeline: timeline(force(minutesAgo(40))) },
    ['impacted-targets-missing', 'certain'],
  ],
  [
    'it waits for those ahead by what its run builds on, where there is no line',
    {
      pullRequest: inState('tests_passed'),
      foundRun: aRun('succeeded', { unit: 'passed', e2e: 'passed' }, { dependentPullRequests: [40] }),
      queue: aQueue({ ordered: false, entries: [queued(40, 'testing'), queued(42, 'tests_passed')] }),
    },
    ['waiting-for-those-ahead', 'certain'],
  ],
  [
    'passed is not merged, and long ago',
    {
      pullRequest: inState('tests_passed', { stateChangedAt: minutesAgo(60) }),
      queue: aQueue({ entries: [queued(42, 'tests_passed')] }),
    },
    ['cause-unknown', 'possible'],
  ],
  [
    'never submitted, and the queue lists one without a number',
    { pullRequest: ABSENT, queue: aQueue({ entries: [queued(41, 'testing', { number: null })] }) },
    ['never-submitted', 'possible'],
  ],
  [
    'never submitted, and the queue could not be read',
    { pullRequest: ABSENT, queue: failed(outage()) },
    ['never-submitted', 'possible'],
  ],
  [
    'failed, but which status is not known',
    { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: null, e2e: null }) },
    ['required-status-failed', 'possible'],
  ],
  [
    "which status failed, by GitHub's checks",
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: null, e2e: null }),
      checks: branchChecks(check('unit', 'failed'), check('e2e', 'passed', { id: 2 })),
    },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'a run that tests others says nothing of it',
    { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed' }, tests(41)) },
    ['cause-unknown', 'possible'],
  ],
  [
    'a failure outweighs a push',
    {
      pullRequest: inState('failed'),
      foundRun: aRun('failed', { unit: 'failed' }),
      timeline: timeline(force(minutesAgo(31))),
    },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'a failure outweighs the time-out',
    {
      pullRequest: inState('failed', { stateChangedAt: minutesAgo(1) }),
      foundRun: aRun('failed', { unit: 'failed' }, { createdAt: minutesAgo(200) }),
      queue: aQueue(),
    },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'a push long before is none',
    { pullRequest: inState('failed'), foundRun: ABSENT, timeline: timeline(force(minutesAgo(90))) },
    ['cause-unknown', 'possible'],
  ],
  [
    'a push after it failed is none',
    { pullRequest: inState('failed'), foundRun: ABSENT, timeline: timeline(force(minutesAgo(5))) },
    ['cause-unknown', 'possible'],
  ],
  [
    'another head than the one that was queued',
    { pullRequest: inState('failed'), foundRun: ABSENT, github: gitHubView({ headSha: OTHER }) },
    ['evicted-by-push', 'possible'],
  ],
  [
    'another head, because of a later push',
    {
      pullRequest: inState('failed'),
      foundRun: ABSENT,
      github: gitHubView({ headSha: OTHER }),
      timeline: timeline(force(minutesAgo(5))),
    },
    ['cause-unknown', 'possible'],
  ],
  [
    'cancelled, and so is another one that it was built on',
    {
      pullRequest: inState('cancelled'),
      foundRun: aRun('cancelled', {}, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'cancelled')] }),
    },
    ['ejected-because-of-another', 'possible', 'submit again'],
  ],
  [
    'cancelled, and what it was built on is still there',
    {
      pullRequest: inState('cancelled'),
      foundRun: aRun('cancelled', {}, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(40, 'testing')] }),
    },
    ['cancelled', 'certain'],
  ],
  [
    'cancelled, about when somebody pushed',
    { pullRequest: inState('cancelled'), timeline: timeline({ kind: 'committed', at: minutesAgo(33), sha: OTHER }) },
    ['evicted-by-push', 'possible'],
  ],
  [
    'missing, and less than half of the time is over',
    {
      pullRequest: inState('testing'),
      foundRun: aRun('in_progress', {}, { createdAt: minutesAgo(45) }),
      queue: aQueue(),
    },
    null,
  ],
  [
    'pending is not missing',
    {
      pullRequest: inState('testing'),
      foundRun: aRun('in_progress', { unit: 'passed', e2e: 'pending' }),
      queue: aQueue(),
    },
    null,
  ],
  [
    'in a list that is not whole nothing is missing',
    {
      pullRequest: inState('testing'),
      foundRun: aRun('in_progress', { unit: 'passed' }, { reportedIsWhole: false }),
      queue: aQueue(),
    },
    null,
  ],
  [
    'failed already, and still tested',
    { pullRequest: inState('testing'), foundRun: aRun('in_progress', { unit: 'failed' }), queue: aQueue() },
    ['required-status-failed', 'possible'],
  ],
  [
    'known, and never submitted',
    { pullRequest: inState('not_ready', { submitted: false }) },
    ['never-submitted', 'possible'],
  ],
  [
    'failed, and still submitted: a contradiction',
    { pullRequest: inState('failed', { submitted: true }), foundRun: aRun('failed', { unit: 'failed' }) },
    ['cause-unknown', 'possible'],
  ],
  [
    'never submitted, and listed: a contradiction',
    { pullRequest: ABSENT, queue: aQueue({ entries: [queued(42, 'testing')] }) },
    ['cause-unknown', 'possible'],
  ],
  ['a state of the future', { pullRequest: inState('hovering') }, ['cause-unknown', 'possible']],
  ['nothing was read', {}, null],
  ['it is on its way', { pullRequest: inState('testing'), queue: aQueue({ entries: [queued(42, 'testing')] }) }, null],

  // A test run without a pull request.
  [
    'the run of a test branch failed',
    { testRun: aRun('failed', { unit: 'failed' }) },
    ['required-status-failed', 'certain', 'fix first'],
    testBranchContext(),
  ],
  [
    'the run of a batch failed',
    { testRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) },
    ['failed-in-a-batch', 'certain'],
    testBranchContext(),
  ],
  ['the run was cancelled', { testRun: aRun('cancelled', {}) }, ['cancelled', 'certain'], testBranchContext()],
  ['the run succeeded', { testRun: aRun('succeeded', { unit: 'passed', e2e: 'passed' }) }, null, testBranchContext()],
  [
    'the run of another commit',
    { testRun: aRun('failed', { unit: 'failed' }, { testBranchSha: OTHER }) },
    null,
    testBranchContext(),
  ],
  [
    'a run that was given by its id',
    { pullRequest: inState('failed'), testRun: aRun('failed', { unit: 'failed' }) },
    ['required-status-failed', 'certain', 'fix first'],
    withRun(),
  ],
  ['a queue alone', { queue: aQueue({ state: 'paused' }) }, ['queue-paused', 'certain'], branch],
]

test.each(CASES)('%s', (_, given, expected, about = ABOUT_42) => {
  const [likeliest] = diagnose(pictureOf(facts(given), about), NOW)
  expect(likeliest ? [likeliest.code, likeliest.certainty, likeliest.advice] : null).toEqual(
    expected && [expected[0], expected[1], expected[2] ?? null],
  )
})

describe('beside the verdict', () => {
  const shown = (given: Partial<Facts>, passed: boolean) => {
    const all = facts(given)
    return besideVerdict(diagnose(pictureOf(all, ABOUT_42), NOW), passed, all, ABOUT_42, NOW).map(each => [
      each.code,
      each.remedy,
    ])
  }
  const OUT = { pullRequest: ABSENT, queue: aQueue() }
  const WAITS = { pullRequest: inState('pending'), queue: aQueue({ concurrency: 5 }) }

  test('of one in the queue a passed step names no cause', () => {
    expect(shown({ pullRequest: inState('pending'), queue: aQueue({ state: 'paused' }) }, true)).toEqual([])
  })
  test('that another is out is a fact without a remedy', () => {
    expect(shown(OUT, true)).toEqual([['never-submitted', '']])
    expect(shown(OUT, false)).toEqual([['never-submitted', DIAGNOSES['never-submitted'].remedy]])
  })
  test('age alone is no cause, up to half the time-out', () => {
    expect(shown({ ...WAITS, queue: aQueue({ concurrency: 5, testingTimeoutMinutes: 10_000 }) }, false)).toEqual([])
    expect(shown({ ...WAITS, queue: aQueue({ concurrency: 5, testingTimeoutMinutes: 1 }) }, false)).toHaveLength(1)
  })
})

test('each code has a case', () => {
  const named = new Set(CASES.flatMap(([, , expected]) => expected?.[0] ?? []))
  expect(Object.keys(DIAGNOSES).filter(code => !named.has(code as DiagnosisCode))).toEqual([])
})

describe('what hangs on the state alone', () => {
  const long = cause(
    'cause-unknown',
    'possible',
    '#42 has been tested for more than half of the time-out; its test run is not known.',
  )
  const held = (...evidence: string[]) =>
    cause(
      'pending-failure',
      'certain',
      '#42 failed its tests and is held, because the cause may lie ahead of it in the queue.',
      { evidence },
    )
  const nameless = inState(null)

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['merged', { pullRequest: inState('merged') }, [cause('merged', 'certain', '#42 is merged.')]],
    [
      'tested for long, and its run is not known',
      { pullRequest: inState('testing', { stateChangedAt: minutesAgo(46) }), queue: aQueue() },
      [long],
    ],
    [
      'tested for long, and the run that was found tests others',
      {
        pullRequest: inState('testing', { stateChangedAt: minutesAgo(46) }),
        foundRun: aRun('in_progress', {}, tests(41)),
        queue: aQueue(),
      },
      [long],
    ],
    [
      'tested for half of the time-out',
      { pullRequest: inState('testing', { stateChangedAt: minutesAgo(45) }), queue: aQueue() },
      [],
    ],
    [
      'tested, and nobody knows since when',
      { pullRequest: inState('testing', { stateChangedAt: null }), queue: aQueue() },
      [],
    ],
    [
      'tested for long, and the time-out is not known',
      {
        pullRequest: inState('testing', { stateChangedAt: minutesAgo(46) }),
        queue: aQueue({ testingTimeoutMinutes: null }),
      },
      [],
    ],
    ['held, and nothing else is known', { pullRequest: inState('pending_failure') }, [held()]],
    [
      'held, with what failed and who stands ahead',
      {
        pullRequest: inState('pending_failure'),
        foundRun: aRun('failed', { unit: 'failed', e2e: 'passed' }),
        queue: aQueue({
          entries: [
            queued(41, 'testing'),
            queued(40, 'testing'),
            queued(39, 'merged'),
            queued(38, 'testing', { number: null }),
            queued(42, 'pending_failure'),
          ],
        }),
      },
      [held('Failed in its test run: `unit` (https://ci.example/unit).', 'Ahead of it: #40, #41.', THE_RUN)],
    ],
    [
      'held, and nothing is known to have failed in its run',
      {
        pullRequest: inState('pending_failure'),
        foundRun: aRun('failed', { unit: 'passed' }),
        queue: aQueue({ entries: [queued(42, 'pending_failure'), queued(43, 'testing')] }),
      },
      [held(THE_RUN)],
    ],
    [
      'a state of the future',
      { pullRequest: inState('hovering'), queue: aQueue({ state: 'paused' }) },
      [cause('cause-unknown', 'possible', '#42 is in the state "hovering"; this version does not know that state.')],
    ],
    [
      'no state, and in the queue',
      { pullRequest: nameless, queue: aQueue() },
      [cause('cause-unknown', 'possible', '#42 is in the queue; the service gives no state.')],
    ],
    [
      'no state, and the queue is paused',
      { pullRequest: nameless, queue: aQueue({ state: 'paused' }) },
      [cause('queue-paused', 'possible', 'The queue of "main" is paused: it neither starts tests nor merges.')],
    ],
    [
      'no state, and not in the queue',
      { pullRequest: inState(null, { submitted: false }), queue: aQueue({ state: 'paused' }) },
      [
        cause(
          'never-submitted',
          'possible',
          '#42 is not in the queue, and the service does not say in which state it is.',
        ),
      ],
    ],
    [
      'not ready, and not in the queue',
      { pullRequest: inState('not_ready', { submitted: false }), queue: aQueue({ state: 'paused' }) },
      [cause('never-submitted', 'certain', '#42 was never submitted to the queue of "main".')],
    ],
    [
      'cancelled, and still submitted: a contradiction',
      { pullRequest: inState('cancelled', { submitted: true }) },
      [
        cause(
          'cause-unknown',
          'possible',
          "The service's response about #42 contradicts itself: its state is `cancelled`, and it is still submitted to the queue.",
        ),
      ],
    ],
    ['another one came', { pullRequest: inState('failed', { number: 43 }), queue: aQueue({ state: 'paused' }) }, []],
  ])('%s', (_, given, expected) => {
    expect(diagnose(pictureOf(facts(given), ABOUT_42), NOW)).toEqual(expected)
  })
})

describe('where only quarantined tests failed in the test reports of the step', () => {
  const SAID = 'In the test reports of this step only quarantined tests failed.'

  test.each<[string, Partial<Facts>, [DiagnosisCode, advice: Diagnosis['advice'], message: string]]>([
    [
      'one status failed: submit again',
      { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed', e2e: 'passed' }) },
      [
        'required-status-failed',
        'submit again',
        `#42 failed in the queue: \`unit\` (https://ci.example/unit) failed. ${SAID}`,
      ],
    ],
    [
      'several failed, of which the reports are at most one: fix first',
      { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed', e2e: 'failed' }) },
      [
        'required-status-failed',
        'fix first',
        '#42 failed in the queue: `e2e` (https://ci.example/e2e), `unit` (https://ci.example/unit) failed.',
      ],
    ],
    [
      'which failed is not known: submit again',
      { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: null, e2e: null }) },
      [
        'required-status-failed',
        'submit again',
        `The test run of #42 failed; which required status failed is not known. ${SAID}`,
      ],
    ],
    [
      'a batch: submit again',
      { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) },
      [
        'failed-in-a-batch',
        'submit again',
        `#41, #42 failed in one batch: \`unit\` (https://ci.example/unit) failed. ${SAID}`,
      ],
    ],
    [
      'it is still being tested: no advice',
      { pullRequest: inState('testing'), foundRun: aRun('in_progress', { unit: 'failed' }) },
      [
        'required-status-failed',
        null,
        '`unit` (https://ci.example/unit) failed already in the test run of #42, which has not ended yet.',
      ],
    ],
    [
      'no run is known: no advice',
      { pullRequest: inState('failed'), foundRun: ABSENT },
      [
        'cause-unknown',
        null,
        '#42 failed in the queue; the queue deletes test branches when it is done with a pull request, so its test run was not found.',
      ],
    ],
  ])('%s', (_, given, expected) => {
    const [found] = diagnose(pictureOf(facts(given), ABOUT_42), NOW, true)
    expect(found && [found.code, found.advice, found.message]).toEqual(expected)
    // The remedy must not say the opposite.
    if (found?.advice === 'submit again') expect(found.remedy).toBe('Submit it again.')
  })
})

describe('the rulesets of the branch against the required statuses of the queue', () => {
  const requires = (...names: string[]) => read(names.map(name => ({ name, appId: null })))
  const blocked = { pullRequest: notReady({ mergeability: 'not_mergeable' }) }
  const passed = inState('tests_passed', { stateChangedAt: minutesAgo(60) })
  const UNREAD = "what its branch protection requires can't be read with a workflow's token."

  test.each<[string, Partial<Facts>, string[]]>([
    ['not asked', { ...blocked, queue: aQueue({ requiredStatuses: ['unit'] }) }, []],
    [
      'the same',
      { ...blocked, queue: aQueue({ requiredStatuses: ['unit', 'e2e'] }), rules: requires('e2e', 'unit') },
      [],
    ],
    [
      'the rules require more',
      { ...blocked, queue: aQueue({ requiredStatuses: ['unit'] }), rules: requires('unit', 'lint', 'docs', 'lint') },
      [
        'The rulesets of "main" require `docs`, `lint`, which the queue does not: GitHub may refuse the merge although the queue\'s tests passed.',
      ],
    ],
    [
      'the queue requires more',
      { ...blocked, queue: aQueue({ requiredStatuses: ['unit', 'e2e'] }), rules: requires('unit') },
      [`The queue requires \`e2e\`, which no ruleset of "main" does; ${UNREAD}`],
    ],
    [
      'both',
      { ...blocked, queue: aQueue({ requiredStatuses: ['e2e'] }), rules: requires('unit') },
      [
        'The rulesets of "main" require `unit`, which the queue does not: GitHub may refuse the merge although the queue\'s tests passed.',
        `The queue requires \`e2e\`, which no ruleset of "main" does; ${UNREAD}`,
      ],
    ],
    [
      'no ruleset requires a check',
      { ...blocked, queue: aQueue({ requiredStatuses: ['unit'] }), rules: requires() },
      [`No ruleset of "main" requires a check, and ${UNREAD}`],
    ],
    ['neither requires anything', { ...blocked, queue: aQueue({ requiredStatuses: [] }), rules: requires() }, []],
    [
      'what the queue requires is not known',
      { ...blocked, queue: aQueue({ requiredStatuses: null }), rules: requires('unit') },
      [],
    ],
    [
      'what the queue requires, by its test run',
      {
        pullRequest: inState('testing'),
        foundRun: aRun('in_progress', { unit: 'passed' }),
        queue: aQueue({ requiredStatuses: null }),
        rules: requires('unit'),
      },
      [
        'The test run is 3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6, started 1 h ago.',
        `The queue requires \`e2e\`, which no ruleset of "main" does; ${UNREAD}`,
      ],
    ],
    [
      'the rules could not be read',
      {
        ...blocked,
        queue: aQueue({ requiredStatuses: ['unit'] }),
        rules: failedBy(gitHubFailure('forbidden', 'GitHub refused to list the rules of the branch (403)', 'Add it.')),
      },
      ['What the rulesets of "main" require is not known: GitHub refused to list the rules of the branch (403).'],
    ],
    [
      'it passed its tests long ago, and GitHub may refuse the merge',
      {
        pullRequest: passed,
        queue: aQueue({ requiredStatuses: ['unit'], entries: [queued(42, 'tests_passed')] }),
        rules: requires('unit', 'lint'),
      },
      [
        'The rulesets of "main" require `lint`, which the queue does not: GitHub may refuse the merge although the queue\'s tests passed.',
      ],
    ],
    [
      'conflicts are told without it',
      {
        ...blocked,
        github: gitHubView({ mergeable: false, mergeableState: 'dirty' }),
        queue: aQueue({ requiredStatuses: ['unit'] }),
        rules: requires(),
      },
      [],
    ],
  ])('%s', (_, given, evidence) => {
    const bare = diagnose(pictureOf(facts({ ...given, rules: { kind: 'not-asked' } }), ABOUT_42), NOW)
    const found = diagnose(pictureOf(facts(given), ABOUT_42), NOW)
    expect(found[0]?.evidence).toEqual(evidence)
    // A note never decides.
    expect(found.map(each => ({ ...each, evidence: [] }))).toEqual(bare.map(each => ({ ...each, evidence: [] })))
  })
})

describe('what is told', () => {
  const told = (given: Partial<Facts>) => diagnose(pictureOf(facts(given), ABOUT_42), NOW)[0]

  test.each<[string, Partial<Facts>, string]>([
    [
      'the failed status with its link',
      { pullRequest: inState('failed'), foundRun: aRun('failed', { unit: 'failed' }) },
      '#42 failed in the queue: `unit` (https://ci.example/unit) failed.',
    ],
    [
      'how many test, and the concurrency',
      { pullRequest: inState('pending'), queue: aQueue({ concurrency: 1, entries: [queued(41, 'testing')] }) },
      '#42 is ready and waits for a free place: the queue tests 1 pull request, and its concurrency is 1.',
    ],
    [
      'a renamed status',
      {
        pullRequest: inState('testing'),
        foundRun: aRun('in_progress', { unit: 'passed', 'E2E (18)': 'passed' }),
        queue: aQueue(),
      },
      "Nothing reports `e2e` in the test run of #42, 1 h after it began; the queue's time-out is 1 h 30 m. `E2E (18)` is reported. Did you mean that for `e2e`?",
    ],
    [
      "GitHub's own reason",
      {
        pullRequest: notReady({ mergeability: 'not_mergeable' }),
        github: gitHubView({ mergeable: false, mergeableState: 'dirty' }),
      },
      '#42 is not mergeable: GitHub says `dirty`, it has conflicts with its base.',
    ],
    [
      'another base',
      { pullRequest: notReady({ baseBranchMatches: false }, { baseBranch: 'develop' }) },
      'The base branch of #42, "develop", is not the branch of the queue, "main".',
    ],
    [
      'a base that does not match and is the same all the same',
      { pullRequest: notReady({ baseBranchMatches: false }, { baseBranch: 'main' }) },
      'The service says that the base branch of #42 does not match the queue, though both are "main".',
    ],
    [
      'the fact that is missing',
      { pullRequest: inState('failed'), foundRun: ABSENT },
      '#42 failed in the queue; the queue deletes test branches when it is done with a pull request, so its test run was not found.',
    ],
  ])('%s', (_, given, message) => {
    expect(told(given)?.message).toEqual(message)
  })

  test('the checks that the branch requires', () => {
    const given = {
      pullRequest: notReady({ mergeability: 'not_mergeable' }),
      github: gitHubView({ mergeableState: 'blocked' }),
      headChecks: headChecks(
        null,
        check('lint', 'failed'),
        check('unit', 'pending', { id: 2 }),
        check('docs', 'passed', { id: 3 }),
      ),
      rules: read(['lint', 'unit', 'docs', 'size'].map(name => ({ name, appId: null }))),
    }
    expect(told(given)?.evidence).toEqual([
      'The branch requires `lint`, which failed.',
      'The branch requires `size`, which nothing has reported.',
      'The branch requires `unit`, which is pending.',
    ])
  })

  test('that what a cancelled run was built on is gone', () => {
    const given = {
      pullRequest: inState('cancelled'),
      foundRun: aRun('cancelled', {}, { dependentPullRequests: [40] }),
      queue: aQueue({ entries: [queued(43, 'testing')] }),
    }
    expect(told(given)?.evidence).toContain('Its test run was built on #40, which has left the queue since.')
  })

  test('that the head has moved since', () => {
    const given = { pullRequest: inState('failed'), foundRun: ABSENT, timeline: timeline(force(minutesAgo(5))) }
    expect(told(given)?.evidence).toEqual([
      '#42 left the queue 30 m ago.',
      'The head of #42 has moved since: a forced push (8b02421).',
    ])
  })
})
