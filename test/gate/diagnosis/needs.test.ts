import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts } from '../../../src/facts/facts.ts'
import { lacksOutcomes, type Needs, needsOfDiagnosis } from '../../../src/gate/diagnosis/needs.ts'
import { ABSENT, context, OTHER, read, removal, TEST_RUN_ID, testBranchContext } from '../../builders.ts'
import {
  ABOUT_42,
  aQueue,
  aRun,
  facts,
  inState,
  minutesAgo,
  NOW,
  notReady,
  queued,
  since,
  withEntries,
} from './cases.ts'

const NOTHING: Needs = {
  testRun: false,
  pullRequest: false,
  headChecks: false,
  rules: false,
  timeline: false,
  checksOf: null,
}

const MUTE = aRun('failed', { unit: null, e2e: null })
const MUTE_AND_OPEN = aRun('in_progress', { unit: null })
const BY_ID = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
const BLOCKED = notReady({ mergeability: 'not_mergeable' })
const PASSED_LONG_AGO = inState('tests_passed', { stateChangedAt: minutesAgo(46) })
const FIRST = [queued(42, 'tests_passed'), queued(43, 'testing')]

const LEFT = removal({ reason: 'by-person' })

/** Not mergeable, for reasons that the source gives. */
function blockedBy(...codes: string[]) {
  const nothing = { message: null, have: null, need: null, check: null, number: null }
  return notReady({ mergeability: 'not_mergeable' }, { mergeabilityDetails: codes.map(code => ({ code, ...nothing })) })
}

describe('questions about a pull request', () => {
  test.each<[string, Partial<Facts>, Partial<Needs>, RunContext?]>([
    ['it is tested: its run', inState('testing'), { testRun: true, rules: true }],
    ['it is tested, and its run was given', inState('testing'), { rules: true }, BY_ID],
    ['it is held: its run', inState('pending_failure'), { testRun: true }],
    ['it is held, and its run was given', inState('pending_failure'), {}, BY_ID],
    [
      'it failed: its run and whether it was pushed to',
      inState('failed'),
      { testRun: true, timeline: true, pullRequest: true },
    ],
    ['it failed, and its run was given', inState('failed'), { timeline: true, pullRequest: true }, BY_ID],
    [
      'it failed, and the run that was given carries no outcomes',
      { ...inState('failed'), testRun: MUTE },
      { timeline: true, pullRequest: true, checksOf: MUTE.value },
      BY_ID,
    ],
    ['it was cancelled: what happened to it', inState('cancelled'), { timeline: true }],
    ['the source says why it was cancelled', inState('cancelled', { removal: LEFT }), {}],
    ['the source says why it failed', inState('failed', { removal: LEFT }), { testRun: true }],
    ['the source says that it left, and not why', inState('cancelled', { removal: removal() }), { timeline: true }],
    ['the source found the run', { ...inState('pending_failure'), foundRun: MUTE }, {}],
    ['the source says why it is not mergeable', blockedBy('reviewRequired'), {}],
    [
      'a check is among the reasons',
      blockedBy('reviewRequired', 'awaitingCheck'),
      { pullRequest: true, headChecks: true, rules: true },
    ],
    ['not mergeable: why', BLOCKED, { pullRequest: true, headChecks: true, rules: true }],
    [
      'pending, and no longer mergeable: why',
      inState('pending', { readiness: BLOCKED.pullRequest.value.readiness }),
      { pullRequest: true, headChecks: true, rules: true },
    ],
    [
      'no impacted targets: whether it was pushed to',
      notReady({ hasImpactedTargets: false }),
      { pullRequest: true, timeline: true },
    ],
    [
      'neither mergeable nor impacted targets',
      notReady({ mergeability: 'not_mergeable', hasImpactedTargets: false }),
      { pullRequest: true, headChecks: true, rules: true, timeline: true },
    ],
    [
      'no impacted targets, and none are required',
      notReady({ requiresImpactedTargets: false, hasImpactedTargets: false }),
      {},
    ],
    ['impacted targets are required and there', notReady({ baseBranchMatches: false }), {}],
    ['mergeability in progress', notReady({ mergeability: 'in_progress' }), {}],
    ['not ready, and the service does not say why', inState('not_ready'), {}],
    ['not mergeable, and never submitted', notReady({ mergeability: 'not_mergeable' }, { submitted: false }), {}],
    ['merged', inState('merged'), {}],
    ['a state of the future', inState('hovering'), {}],
    ['no state', inState(null), {}],
    ['never submitted', { pullRequest: ABSENT }, {}],
    ['another one came', inState('failed', { number: 43 }), {}],
    ['nothing was read', {}, {}],
  ])('%s', (_, given, expected, about = ABOUT_42) => {
    expect(needsOfDiagnosis(facts(given), about, NOW)).toEqual({ ...NOTHING, ...expected })
  })
})

describe('a pull request that passed its tests and is stuck in front: the rules are asked for', () => {
  test.each<[string, Partial<Facts>, rules: boolean]>([
    ['long ago, and the first', withEntries(...FIRST), true],
    ['long ago, and the first that is not over', withEntries(queued(41, 'merged'), ...FIRST), true],
    ['long ago, and one stands ahead', withEntries(queued(41, 'testing'), ...FIRST), false],
    ['long ago, and there is no line', aQueue({ ordered: false, entries: FIRST }), false],
    ['long ago, and the queue is empty', aQueue(), false],
    ['long ago, and the queue was not read', {}, false],
    ['long ago, and the queue of another branch came', aQueue({ branch: 'develop', entries: FIRST }), false],
    ['long ago, and the time-out is not known', aQueue({ testingTimeoutMinutes: null, entries: FIRST }), false],
    ['half of the time-out ago', { ...since('tests_passed', 45), ...withEntries(...FIRST) }, false],
    ['nobody knows when', { ...since('tests_passed', null), ...withEntries(...FIRST) }, false],
  ])('%s', (_, given, rules) => {
    expect(needsOfDiagnosis(facts({ ...PASSED_LONG_AGO, ...given }), ABOUT_42, NOW)).toEqual({
      ...NOTHING,
      rules,
    })
  })
})

describe('questions about a test run alone', () => {
  test.each<[string, Partial<Facts>, Partial<Needs>]>([
    ['it failed, and carries no outcomes: the checks of its commit', { testRun: MUTE }, { checksOf: MUTE.value }],
    [
      'it goes on, and carries no outcomes: what the rules require, too',
      { testRun: MUTE_AND_OPEN },
      { checksOf: MUTE_AND_OPEN.value, rules: true },
    ],
    [
      'it goes on, and the poll has read the checks of its commit',
      { testRun: MUTE_AND_OPEN, checks: read({ sha: MUTE_AND_OPEN.value.testBranchSha, checks: [], incomplete: [] }) },
      { rules: true },
    ],
    ['it carries outcomes', { testRun: aRun('in_progress', { unit: 'passed', e2e: null }) }, {}],
    ['it is the run of another commit', { testRun: aRun('failed', { unit: null }, { testBranchSha: OTHER }) }, {}],
    ['it was not read', {}, {}],
    ['another one was found', { foundRun: MUTE }, {}],
  ])('%s', (_, given, expected) => {
    expect(needsOfDiagnosis(facts(given), testBranchContext(), NOW)).toEqual({ ...NOTHING, ...expected })
  })
})

test.each([
  ['nothing was reported', aRun('in_progress', {}), true],
  ['reported without an outcome', MUTE, true],
  ['one has an outcome', aRun('failed', { unit: null, e2e: 'failed' }), false],
  ['nothing is required', aRun('failed', { unit: null }, { requiredStatuses: [] }), false],
  ['the required statuses are unknown', aRun('failed', { unit: null }, { requiredStatuses: null }), false],
  ['nothing is required, and one has an outcome', aRun('failed', { unit: 'failed' }, { requiredStatuses: [] }), false],
])('GitHub is needed for the outcomes of the statuses: %s', (_, run, expected) => {
  expect(lacksOutcomes(run.value)).toBe(expected)
})
