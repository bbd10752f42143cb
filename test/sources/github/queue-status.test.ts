import { describe, expect, test } from 'vitest'
import type { PullRequestActivity } from '../../../src/facts/context.ts'
import { valueIn } from '../../../src/facts/facts.ts'
import type { TimelineEvent } from '../../../src/sources/github/pull-request.ts'
import type { SeenByStep } from '../../../src/sources/github/queue-status.ts'
import {
  added,
  at,
  entryOf,
  type GivenAnswer,
  GROUP,
  gist,
  HEAD,
  PUSHED,
  REFUSED,
  removed,
  statusOf,
} from './answers.ts'

const CONTRADICTED = ['contradictory-answer: pull-request-state test-run']
const OTHER_BASE = ['base-branch-mismatch: pull-request test-run']
const STALE = ['stale-head: head']
const IN = entryOf()

const isIn = (state: string | null) => ({ state, submitted: true })
const isMerged = { state: 'merged', submitted: false }
const left = (state: string, removal: string) => ({ state, submitted: false, removal })
const leftInDoubt = { state: null, submitted: false, doubted: CONTRADICTED }
const leftForMerge = { ...leftInDoubt, state: 'cancelled', removal: 'merged' }

const out = (...events: TimelineEvent[]): GivenAnswer => ({ events })
const failedAt = (minute: number) => removed('failed_checks', minute)
const inQueue = (given: GivenAnswer = {}): GivenAnswer => ({ entry: IN, events: [added()], ...given })
const entered = (state: string) => inQueue({ entry: entryOf({ state }) })
const HIDDEN: GivenAnswer = { isInMergeQueue: true }

describe('states', () => {
  test.each<[string, GivenAnswer, object | null]>([
    ['never submitted', {}, null],
    ['auto-merge that is armed', { autoMergeRequest: { enabledAt: at(1) } }, null],
    ['QUEUED', entered('QUEUED'), isIn('pending')],
    ['AWAITING_CHECKS', inQueue(), isIn('testing')],
    ['MERGEABLE', entered('MERGEABLE'), isIn('tests_passed')],
    ['UNMERGEABLE', entered('UNMERGEABLE'), isIn('pending_failure')],
    ['LOCKED', entered('LOCKED'), isIn('unknown:LOCKED')],
    ['another spelling', entered('queued'), isIn('unknown:queued')],
    ["the action's own word", entered('tests_passed'), isIn('unknown:tests_passed')],
    ['merged, never in the queue', { merged: true }, isMerged],
    ['merged by the queue', { merged: true, events: [added(), removed('merged')] }, left('merged', 'merged')],
    [
      'merged by hand after it was thrown out',
      { merged: true, events: [added(), failedAt(20)] },
      left('merged', 'checks-failed'),
    ],
    ['closed in the queue', { state: 'CLOSED', events: [added()] }, left('cancelled', 'closed')],
    [
      'closed, and so taken out',
      { state: 'CLOSED', events: [added(), removed('manual')] },
      left('cancelled', 'closed'),
    ],
    [
      'closed after it was thrown out',
      { state: 'CLOSED', events: [added(), failedAt(20)] },
      left('failed', 'checks-failed'),
    ],
    ['closed, and never queued', { state: 'CLOSED' }, null],
    ['a removal without an addition', out(removed('manual')), left('cancelled', 'by-person')],
    ['in the queue again', inQueue({ events: [added(5), failedAt(7), added(10)] }), isIn('testing')],
    [
      'in the queue, whatever the events say',
      inQueue({ events: [failedAt(7)], eventsWithPushes: [added()] }),
      isIn('testing'),
    ],
    ['an entry that the token may not see', { ...HIDDEN, events: [added()] }, isIn(null)],
  ])('%s', (_, answer, expected) => {
    expect(gist(statusOf(answer).pullRequest)).toEqual(expected)
  })
})

test.each([
  ['failed_checks', 'failed', 'checks-failed'],
  ['CI_FAILURE', 'failed', 'checks-failed'],
  ['checks_timed_out', 'failed', 'timed-out'],
  ['CI_TIMEOUT', 'failed', 'timed-out'],
  ['merge_conflict', 'failed', 'conflict'],
  ['MERGE_CONFLICT', 'failed', 'conflict'],
  ['git_tree_invalid', 'failed', 'conflict'],
  ['invalid_merge_commit', 'failed', 'conflict'],
  ['GIT_TREE_INVALID', 'failed', 'conflict'],
  ['INVALID_MERGE_COMMIT', 'failed', 'conflict'],
  ['manual', 'cancelled', 'by-person'],
  ['MANUAL', 'cancelled', 'by-person'],
  ['BRANCH_PROTECTIONS', 'cancelled', 'provider-refused'],
  ['branch_protection_failure', 'cancelled', 'provider-refused'],
  ['QUEUE_CLEARED', 'cancelled', 'queue-changed'],
  ['ROLL_BACK', 'cancelled', 'queue-changed'],
  ['UNKNOWN_REMOVAL_REASON', 'cancelled', 'other'],
  ['Failed_Checks', 'cancelled', 'other'],
  [null, 'cancelled', 'other'],
])('removed by %j', (reason, state, removal) => {
  const { pullRequest } = statusOf(out(added(), removed(reason)))
  expect(gist(pullRequest)).toEqual({ state, submitted: false, removal })
  expect(pullRequest?.removal).toMatchObject({
    sourceText: reason === 'UNKNOWN_REMOVAL_REASON' ? null : reason,
    at: at(20),
  })
})

describe('contradictions', () => {
  test.each<[string, GivenAnswer, object]>([
    ['out, and the last event is an addition', out(removed('manual', 5), added()), leftInDoubt],
    ['out, and the last removal says merged', out(added(), removed('merged')), leftForMerge],
    [
      'an entry, and isInMergeQueue false',
      inQueue({ isInMergeQueue: false }),
      { state: 'testing', submitted: true, doubted: CONTRADICTED },
    ],
    ['merged, and an entry', inQueue({ merged: true }), isMerged],
    ['out, and the events are refused', { eventRefusal: REFUSED }, leftInDoubt],
  ])('%s', (_, answer, expected) => {
    const { pullRequest, isLagging } = statusOf(answer)
    expect([gist(pullRequest), isLagging]).toEqual([expected, true])
  })

  test.each<[string, GivenAnswer]>([
    ['out', {}],
    ['removed', out(added(), failedAt(20))],
    ['in the queue', inQueue()],
    ['merged', { merged: true }],
    ['in the queue, and pushed to', inQueue({ eventsWithPushes: [added(), PUSHED] })],
  ])('another base: %s', (_, answer) => {
    const found = statusOf({ ...answer, baseRefName: 'next' })
    expect(gist(found.pullRequest)).toMatchObject({ doubted: OTHER_BASE })
    expect(found).toMatchObject({ isLagging: false, group: { absent: true } })
  })

  test('the base of a stack counts as the base', () => {
    const { pullRequest } = statusOf(inQueue({ baseRefName: 'feature/one' }), { stackBase: 'main' })
    expect(gist(pullRequest)).toEqual(isIn('testing'))
  })
})

describe('all that tells of its place makes one list by time', () => {
  const event = (action: PullRequestActivity['action'], minute: number | null, reason: string | null = null) => ({
    pullRequestActivity: { action, updatedAt: minute === null ? null : at(minute), reason },
  })
  const dequeued = (reason: string | null, minute: number | null = 30) => event('dequeued', minute, reason)
  const enqueued = (minute: number | null = 10) => event('enqueued', minute)
  const seen = (minute = 10): Partial<SeenByStep> => ({ enqueuedTimes: [at(minute)] })

  test.each<[string, GivenAnswer, Partial<SeenByStep>, object | null]>([
    ['dequeued is the last removal', out(added()), dequeued('CI_FAILURE'), left('failed', 'checks-failed')],
    ['its reason wins', out(added(), removed(null, 30)), dequeued('MERGE_CONFLICT'), left('failed', 'conflict')],
    [
      'and against one listed later',
      out(added(), removed(null, 31)),
      dequeued('MANUAL'),
      left('cancelled', 'by-person'),
    ],
    ['not where there is an entry', inQueue(), dequeued('CI_FAILURE'), isIn('testing')],
    ['not where it was added later', out(added(40)), dequeued('CI_FAILURE'), leftInDoubt],
    ['not where it was added at the same time', out(added(30)), dequeued('CI_FAILURE'), leftInDoubt],
    ['a merge that is not there yet', out(added()), dequeued('MERGE'), leftForMerge],
    ['without a time it does not count', out(added()), dequeued('CI_FAILURE', null), leftInDoubt],
    ['enqueued denies that it was never submitted', {}, enqueued(), leftInDoubt],
    ['and an earlier removal', out(added(1), removed('manual', 9)), enqueued(), leftInDoubt],
    ['not one of the same time', out(removed('manual', 10)), enqueued(), left('cancelled', 'by-person')],
    ['it leaves that it was closed', { state: 'CLOSED' }, enqueued(), left('cancelled', 'closed')],
    ['it leaves a merge', { merged: true }, enqueued(), { ...isMerged, doubted: STALE }],
    ['a removal older than an entry seen before', out(added(1), failedAt(5)), seen(), leftInDoubt],
    ['no event at all after an entry', {}, seen(), leftInDoubt],
    ['a removal later than it', out(added(), failedAt(20)), seen(), left('failed', 'checks-failed')],
    ['one of the same time', out(added(10), failedAt(10)), seen(), left('failed', 'checks-failed')],
  ])('%s', (_, answer, asked, expected) => {
    expect(gist(statusOf(answer, asked).pullRequest)).toEqual(expected)
  })

  test.each<[string, TimelineEvent[], string | null, string | null]>([
    ['the list has the removal', [added(), failedAt(29)], 'octocat', GROUP],
    ['the list does not have it yet', [added()], null, null],
    ['the list has one of an earlier stay', [added(5), failedAt(8)], null, null],
  ])('who removed it, and the group, where %s', (_, events, actor, group) => {
    const { pullRequest, group: found } = statusOf(out(...events), dequeued('CI_FAILURE'))
    expect(pullRequest?.removal).toMatchObject({ sourceText: 'CI_FAILURE', actor })
    expect(valueIn(found)?.sha ?? null).toBe(group)
  })
})

describe('the group may not hold the newest commit', () => {
  const MERGED: GivenAnswer = { merged: true, events: [added(), removed('merged')] }
  const synchronize = (minute: number | null): Partial<SeenByStep> => ({
    pullRequestActivity: { action: 'synchronize', updatedAt: minute === null ? null : at(minute), reason: null },
  })
  test.each<[string, GivenAnswer, Partial<SeenByStep>, boolean]>([
    ['no push behind the addition', inQueue({ eventsWithPushes: [PUSHED, added()] }), {}, false],
    ['a push behind it', inQueue({ eventsWithPushes: [added(), PUSHED] }), {}, true],
    ['a forced push behind it', inQueue({ eventsWithPushes: [added(), { ...PUSHED, at: at(12) }] }), {}, true],
    ['the addition is not in the list', inQueue({ eventsWithPushes: [PUSHED] }), {}, true],
    ['the list shows an earlier stay alone', inQueue({ eventsWithPushes: [added(2), removed('manual', 5)] }), {}, true],
    ['the list is refused', inQueue({ eventsWithPushes: [null] }), {}, true],
    ['a push event later than the addition', inQueue(), synchronize(15), true],
    ['a push event before it', inQueue(), synchronize(5), false],
    ['a push event without a time', inQueue(), synchronize(null), true],
    ['merged by the queue', MERGED, {}, false],
    ['a push event before it was queued, and merged', MERGED, synchronize(5), false],
    [
      'merged by the queue, with a push',
      { ...MERGED, eventsWithPushes: [added(), PUSHED, removed('merged')] },
      {},
      true,
    ],
    ['merged, and never in the queue', { merged: true, eventsWithPushes: [PUSHED] }, {}, false],
    ['merged, and the list is cut', { merged: true, eventsWithPushes: [PUSHED], hasOlderEvents: true }, {}, true],
    [
      'merged by hand after it was taken out',
      { merged: true, events: [added(), removed('manual')], eventsWithPushes: [added(), PUSHED] },
      {},
      false,
    ],
    ['out of the queue', { events: [added(), removed('manual')], eventsWithPushes: [added(), PUSHED] }, {}, false],
  ])('%s', (_, answer, asked, isStale) => {
    expect(gist(statusOf(answer, asked).pullRequest)?.doubted ?? []).toEqual(isStale ? STALE : [])
  })
})

test('the whole of a pull request in the queue', () => {
  expect(statusOf(inQueue()).pullRequest).toEqual({
    number: 42,
    headSha: HEAD,
    title: 'More thrust',
    baseBranch: 'main',
    state: 'testing',
    stateChangedAt: at(11),
    readiness: {
      requiresImpactedTargets: false,
      hasImpactedTargets: null,
      baseBranchMatches: true,
      mergeability: 'mergeable',
    },
    forceEnqueued: null,
    submitted: true,
    position: 2,
    removal: null,
    doubts: [],
  })
})

test('who queued it with the token of a workflow', () => {
  const entry = entryOf({ enqueuer: { login: 'github-actions[bot]' } })
  expect(statusOf(inQueue({ entry })).pullRequest).toMatchObject({ queuedByWorkflow: true })
})
