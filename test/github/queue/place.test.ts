import { describe, expect, test } from 'vitest'
import type { QueueActivity } from '../../../src/facts/context.ts'
import { type Memory, NOTHING_SEEN, placeOf, remember } from '../../../src/github/queue/place.ts'
import type { QueueEvent, Standing } from '../../../src/github/queue/standing.ts'
import {
  ASKED,
  added,
  at,
  entryOf,
  GROUP,
  gist,
  HEAD,
  part,
  placeIn,
  REFUSED,
  removed,
  standingOf,
} from './standings.ts'

const CONTRADICTED = ['contradictory-answer: submitted state test-run-status']
const OTHER_BASE = ['contradictory-answer: number base-branch test-run-status']
const STALE = ['stale-head: head']
const IN = entryOf()
const LATER = 'b'.repeat(40)

const inQueue = (given: Parameters<typeof standingOf>[0] = {}) => standingOf({ entry: IN, events: [added()], ...given })

describe('states', () => {
  test.each<[string, Standing, object | null]>([
    ['never submitted', standingOf(), null],
    ['auto-merge that is armed', standingOf({ isAutoMergeArmed: true }), null],
    ['QUEUED', inQueue({ entry: entryOf({ state: 'QUEUED' }) }), { state: 'pending', submitted: true }],
    ['AWAITING_CHECKS', inQueue(), { state: 'testing', submitted: true }],
    ['MERGEABLE', inQueue({ entry: entryOf({ state: 'MERGEABLE' }) }), { state: 'tests_passed', submitted: true }],
    [
      'UNMERGEABLE',
      inQueue({ entry: entryOf({ state: 'UNMERGEABLE' }) }),
      { state: 'pending_failure', submitted: true },
    ],
    ['LOCKED', inQueue({ entry: entryOf({ state: 'LOCKED' }) }), { state: 'unknown:LOCKED', submitted: true }],
    [
      'another spelling',
      inQueue({ entry: entryOf({ state: 'queued' }) }),
      { state: 'unknown:queued', submitted: true },
    ],
    [
      "the action's own word",
      inQueue({ entry: entryOf({ state: 'tests_passed' }) }),
      { state: 'unknown:tests_passed', submitted: true },
    ],
    ['a state that is refused', inQueue({ entry: entryOf({ state: null }) }), { state: null, submitted: true }],
    ['merged', standingOf({ merged: part(true) }), { state: 'merged', submitted: false }],
    [
      'merged by the queue',
      standingOf({ merged: part(true), events: [added(), removed('merged')] }),
      { state: 'merged', submitted: false, removal: 'merged' },
    ],
    [
      'merged by hand after it was thrown out',
      standingOf({ merged: part(true), events: [added(), removed('failed_checks')] }),
      { state: 'merged', submitted: false, removal: 'checks-failed' },
    ],
    [
      'closed in the queue',
      standingOf({ state: part('CLOSED'), events: [added()] }),
      { state: 'cancelled', submitted: false, removal: 'closed' },
    ],
    ['closed, and never queued', standingOf({ state: part('CLOSED') }), null],
    [
      'a removal without an addition',
      standingOf({ events: [removed('manual')] }),
      { state: 'cancelled', submitted: false, removal: 'by-person' },
    ],
    [
      'in the queue again',
      inQueue({ events: [added(5), removed('failed_checks', 7), added(10)] }),
      { state: 'testing', submitted: true },
    ],
    [
      'an entry counts whatever the events say',
      inQueue({ events: [added(5), removed('failed_checks', 7)], pushes: [{ kind: 'added', at: at(10) }] }),
      { state: 'testing', submitted: true },
    ],
  ])('%s', (_, standing, expected) => {
    expect(gist(placeIn(standing).pullRequest)).toEqual(expected)
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
  ['QUEUE_CLEARED', 'cancelled', 'queue-changed'],
  ['ROLL_BACK', 'cancelled', 'queue-changed'],
  ['UNKNOWN_REMOVAL_REASON', 'cancelled', 'other'],
  ['Failed_Checks', 'cancelled', 'other'],
  ['something new', 'cancelled', 'other'],
  [null, 'cancelled', 'other'],
])('removed by %j', (reason, state, removal) => {
  const { pullRequest } = placeIn(standingOf({ events: [added(), removed(reason)] }))
  expect(gist(pullRequest)).toEqual({ state, submitted: false, removal })
  expect(pullRequest?.removal).toMatchObject({
    text: reason,
    at: at(20),
    certainty: removal === 'by-person' ? 'possible' : 'certain',
  })
})

describe('contradictions', () => {
  const MERGED_TWICE = { state: 'merged', submitted: true }
  test.each<[string, Standing, object]>([
    [
      'out, and the last event is an addition',
      standingOf({ events: [removed('manual', 5), added()] }),
      { state: null, submitted: false, doubted: CONTRADICTED },
    ],
    [
      'out, and the last removal says merged',
      standingOf({ events: [added(), removed('merged')] }),
      { state: 'cancelled', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'an entry, and isInMergeQueue false',
      inQueue({ isInQueue: part(false) }),
      { state: 'testing', submitted: true, doubted: CONTRADICTED },
    ],
    [
      'isInMergeQueue, and no entry',
      standingOf({ isInQueue: part(true), events: [added()] }),
      { state: null, submitted: true, doubted: CONTRADICTED },
    ],
    ['merged, and an entry', inQueue({ merged: part(true) }), MERGED_TWICE],
    ['merged, and isInMergeQueue', standingOf({ merged: part(true), isInQueue: part(true) }), MERGED_TWICE],
    [
      'its state says merged, and merged does not',
      standingOf({ state: part('MERGED') }),
      { state: null, submitted: false, doubted: CONTRADICTED },
    ],
  ])('%s', (_, standing, expected) => {
    const place = placeIn(standing)
    expect(gist(place.pullRequest)).toEqual(expected)
    expect(place.isUnsettled).toBe(true)
  })

  test('out, and the events are refused', () => {
    const place = placeIn({ ...standingOf(), events: REFUSED })
    expect(gist(place.pullRequest)).toEqual({ state: null, submitted: false, doubted: CONTRADICTED })
    // Asking again would tell no more.
    expect(place.isUnsettled).toBe(false)
  })

  test.each<[string, Standing]>([
    ['out', standingOf({ baseBranch: part('next') })],
    ['in the queue', inQueue({ baseBranch: part('next') })],
    ['merged', standingOf({ baseBranch: part('next'), merged: part(true) })],
    ['a base that is refused', inQueue({ baseBranch: REFUSED })],
  ])('another base: %s', (_, standing) => {
    const place = placeIn(standing)
    expect(gist(place.pullRequest)).toMatchObject({ doubted: OTHER_BASE })
    expect(place.isUnsettled).toBe(false)
  })

  test('out, and the answer is about another number', () => {
    expect(placeIn(standingOf({ number: 43 })).pullRequest).toMatchObject({ number: 43, submitted: false })
  })

  test('isInMergeQueue without an entry is believed where two readings agree', () => {
    const standing = standingOf({ isInQueue: part(true), events: [added()] })
    const again = placeIn(standing, {}, remember(NOTHING_SEEN, standing))
    expect(gist(again.pullRequest)).toEqual({ state: null, submitted: true })
    const anotherTime = standingOf({ isInQueue: part(true), events: [added(5)] })
    const changed = placeIn(standing, {}, remember(NOTHING_SEEN, anotherTime))
    expect(gist(changed.pullRequest)).toMatchObject({ doubted: CONTRADICTED })
  })

  test.each([['refused', REFUSED]])('an entry that is %s leaves isInMergeQueue to decide', (_, entry) => {
    const inIt = { ...standingOf({ isInQueue: part(true) }), entry }
    expect(gist(placeIn(inIt).pullRequest)).toEqual({ state: null, submitted: true })
    expect(placeIn({ ...standingOf(), entry }).pullRequest).toBeNull()
  })
})

describe('earlier findings of the step', () => {
  const LEFT = standingOf({ events: [added(), removed('failed_checks', 13)] })
  const seen = remember(NOTHING_SEEN, inQueue())
  test.each<[string, Standing, Memory, object | null]>([
    [
      'a removal that is older than the entry is no end of it',
      standingOf({ events: [added(1), removed('failed_checks', 5)] }),
      seen,
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'a removal at the very time of the entry is none either',
      standingOf({ events: [removed('failed_checks', 10)] }),
      seen,
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    ['no event at all is no end of it', standingOf(), seen, { state: null, submitted: false, doubted: CONTRADICTED }],
    [
      'a later removal is',
      standingOf({ events: [added(), removed('failed_checks', 20)] }),
      seen,
      { state: 'failed', submitted: false, removal: 'checks-failed' },
    ],
    [
      'nor is one that is older than an addition without an entry',
      standingOf({ events: [added(1), removed('failed_checks', 5)] }),
      remember(NOTHING_SEEN, standingOf({ events: [added()] })),
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'nor after an answer that lags',
      standingOf({ events: [added(1), removed('failed_checks', 5)] }),
      remember(seen, { ...inQueue(), ...standingOf({ isInQueue: part(true), events: [added(1)] }) }),
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'closing it is, at whatever time',
      standingOf({ state: part('CLOSED'), events: [added()] }),
      seen,
      { state: 'cancelled', submitted: false, removal: 'closed' },
    ],
    ['a merge needs no removal', standingOf({ merged: part(true) }), seen, { state: 'merged', submitted: false }],
    [
      'a removal later than the entry is, also one that was listed beside it',
      LEFT,
      remember(NOTHING_SEEN, inQueue({ events: [added(), removed('failed_checks', 13)] })),
      { state: 'failed', submitted: false, removal: 'checks-failed' },
    ],
    [
      'and one that was listed while isInMergeQueue lagged',
      LEFT,
      remember(NOTHING_SEEN, { ...LEFT, isInQueue: part(true) }),
      { state: 'failed', submitted: false, removal: 'checks-failed' },
    ],
    [
      'and the first one that is listed, where nothing was',
      LEFT,
      remember(NOTHING_SEEN, standingOf({ isInQueue: part(true) })),
      { state: 'failed', submitted: false, removal: 'checks-failed' },
    ],
    [
      'not where an addition without a time was listed',
      LEFT,
      remember(NOTHING_SEEN, standingOf({ events: [{ kind: 'added', at: null }] })),
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'not beside an entry that is hidden',
      LEFT,
      remember(NOTHING_SEEN, { ...LEFT, isInQueue: part(true), entry: REFUSED }),
      { state: 'failed', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'seen by isInMergeQueue alone, with an addition',
      standingOf({ events: [removed('manual', 9)] }),
      remember(NOTHING_SEEN, { ...standingOf({ isInQueue: part(true), events: [added()] }), entry: REFUSED }),
      { state: 'cancelled', submitted: false, doubted: CONTRADICTED },
    ],
  ])('%s', (_, standing, memory, expected) => {
    expect(gist(placeIn(standing, {}, memory).pullRequest)).toEqual(expected)
  })
})

describe('the event dequeued', () => {
  const dequeued = (reason: string | null, minute: number | null = 30): { event: QueueActivity } => ({
    event: { action: 'dequeued', at: minute === null ? null : at(minute), reason },
  })
  test.each<[string, Standing, { event: QueueActivity }, object | null]>([
    [
      'is itself the last removal',
      standingOf({ events: [added()] }),
      dequeued('CI_FAILURE'),
      { state: 'failed', submitted: false, removal: 'checks-failed' },
    ],
    [
      'its reason wins',
      standingOf({ events: [added(), removed(null)] }),
      dequeued('MERGE_CONFLICT'),
      { state: 'failed', submitted: false, removal: 'conflict' },
    ],
    ['not where there is an entry', inQueue(), dequeued('CI_FAILURE'), { state: 'testing', submitted: true }],
    [
      'not where it was added later',
      standingOf({ events: [added(40)] }),
      dequeued('CI_FAILURE'),
      { state: null, submitted: false, doubted: CONTRADICTED },
    ],
    [
      'not where it was added at the same time',
      standingOf({ events: [added(30)] }),
      dequeued('CI_FAILURE'),
      { state: null, submitted: false, doubted: CONTRADICTED },
    ],
    [
      'a merge that is not there yet',
      standingOf({ events: [added()] }),
      dequeued('MERGE'),
      { state: 'cancelled', submitted: false, doubted: CONTRADICTED },
    ],
    [
      'without a time it is none before an addition',
      standingOf({ events: [added()] }),
      dequeued('CI_FAILURE', null),
      { state: null, submitted: false, doubted: CONTRADICTED },
    ],
  ])('%s', (_, standing, asked, expected) => {
    expect(gist(placeIn(standing, asked).pullRequest)).toEqual(expected)
  })
})

describe('the group may not hold the head', () => {
  const pushed = { kind: 'pushed', at: at(15) } as const
  const before = { kind: 'added', at: at(10) } as const
  const synchronize = (minute: number | null): { event: QueueActivity } => ({
    event: { action: 'synchronize', at: minute === null ? null : at(minute), reason: null },
  })
  const mergedByQueue = { merged: part(true), events: [added(), removed('merged')] }
  test.each<[string, Standing, object, boolean]>([
    ['nothing was pushed since', inQueue({ pushes: [pushed, before] }), {}, false],
    ['a push behind the addition', inQueue({ pushes: [before, pushed] }), {}, true],
    ['a push behind the first of two', inQueue({ pushes: [before, pushed, before] }), {}, false],
    ['the addition is not among the last events', inQueue({ pushes: [pushed] }), {}, true],
    [
      'the last addition is older than the one that is known',
      inQueue({ events: [added(12)], pushes: [before] }),
      {},
      true,
    ],
    ['no addition is shown at all', inQueue({ events: [], pushes: [pushed] }), {}, true],
    ['pushes are refused', { ...inQueue(), pushes: REFUSED }, {}, true],
    ['the head is refused', inQueue({ headSha: REFUSED }), {}, true],
    ['a push event after it was queued', inQueue(), synchronize(10), true],
    ['a push event before it was queued', inQueue(), synchronize(9), false],
    ['a push event without a time', inQueue(), synchronize(null), true],
    [
      'a push event, and the time of the entry is not known',
      inQueue({ entry: entryOf({ enqueuedAt: null }), events: [] }),
      synchronize(1),
      true,
    ],
    ['merged by the queue, with a push behind', standingOf({ ...mergedByQueue, pushes: [before, pushed] }), {}, true],
    ['merged by the queue', standingOf({ ...mergedByQueue, pushes: [pushed, before] }), {}, false],
    [
      'merged with a push behind, and the events of the queue are refused',
      { ...standingOf({ merged: part(true), pushes: [before, pushed] }), events: REFUSED },
      {},
      true,
    ],
    [
      'merged by hand, with a push behind the addition',
      standingOf({ merged: part(true), events: [added(), removed('manual')], pushes: [before, pushed] }),
      {},
      false,
    ],
    ['out of the queue', standingOf({ events: [added(), removed('manual')], pushes: [before, pushed] }), {}, false],
  ])('%s', (_, standing, asked, isStale) => {
    const doubted = gist(placeIn(standing, asked).pullRequest)?.doubted ?? []
    expect(doubted).toEqual(isStale ? STALE : [])
  })

  test.each<[string, Standing, string]>([
    ['tests', inQueue({ pushes: [before, pushed] }), 'the group that the queue tests'],
    ['merged', standingOf({ ...mergedByQueue, pushes: [before, pushed] }), 'what was merged'],
  ])('it is told what the queue %s', (_, standing, what) => {
    const [told] = placeIn(standing).pullRequest?.doubts ?? []
    const message = `A commit came to #42 after it was added to the queue, so ${what} may not hold it.`
    expect(told?.message).toBe(message)
  })

  test('another head with the same entry', () => {
    const memory = remember(NOTHING_SEEN, inQueue())
    const moved = inQueue({ headSha: part(LATER) })
    expect(gist(placeIn(moved, {}, memory).pullRequest)).toMatchObject({ doubted: STALE })
    const again = inQueue({ headSha: part(LATER), entry: entryOf({ enqueuedAt: at(12) }) })
    expect(gist(placeIn(again, {}, memory).pullRequest)).toEqual({ state: 'testing', submitted: true })
  })
})

test.each<[string, Partial<Standing>]>([
  ['merged', { merged: REFUSED }],
  ['isInMergeQueue', { isInQueue: REFUSED }],
])('without %s nothing can be said', (_, refused) => {
  expect(placeOf({ ...inQueue(), ...refused }, ASKED, NOTHING_SEEN)).toEqual(REFUSED)
})

test('the whole of a pull request in the queue', () => {
  expect(placeIn(inQueue()).pullRequest).toEqual({
    number: 42,
    sha: HEAD,
    title: 'More thrust',
    author: 'mona',
    baseBranch: 'main',
    id: null,
    state: 'testing',
    stateChangedAt: at(11),
    priorityValue: null,
    priorityName: null,
    usedDefaultPriorityName: null,
    skipTheLine: false,
    readiness: {
      requiresImpactedTargets: false,
      hasImpactedTargets: null,
      baseBranchMatches: true,
      mergeability: 'mergeable',
    },
    forceEnqueued: null,
    submitted: true,
    mergeabilityDetails: null,
    position: 2,
    estimatedSeconds: 600,
    removal: null,
    doubts: [],
  })
})

test('the group of an earlier episode is not that of the event dequeued', () => {
  const groupOf = (reason: string, listed: QueueEvent) =>
    placeIn(standingOf({ events: [added(5), listed] }), { event: { action: 'dequeued', at: at(30), reason } }).removed
  expect(groupOf('CI_FAILURE', removed('manual', 30))).toMatchObject({ reason: 'CI_FAILURE', group: null })
  expect(groupOf('CI_FAILURE', removed('failed_checks', 8))).toMatchObject({ reason: 'CI_FAILURE', group: null })
  expect(groupOf('CI_FAILURE', removed('failed_checks', 29))).toMatchObject({ reason: 'CI_FAILURE', group: GROUP })
})

test.each<[string, QueueEvent[], boolean]>([
  ['CI_FAILURE', [added()], true],
  ['CI_TIMEOUT', [added(5), removed('checks_timed_out', 8)], true],
  ['CI_FAILURE', [added(), removed('failed_checks', 30)], false],
  ['MANUAL', [added()], false],
])('removed by the event for %s, with these events: %j', (reason, events, isUnsettled) => {
  const event = { action: 'dequeued', at: at(30), reason } as const
  expect(placeIn(standingOf({ events }), { event }).isUnsettled).toBe(isUnsettled)
})

test.each<[string, Standing]>([
  ['of another base', inQueue({ baseBranch: part('next') })],
  ['of an entry that isInMergeQueue denies', inQueue({ isInQueue: part(false) })],
])('no place is told %s', (_, standing) => {
  expect(placeIn(standing).pullRequest).toMatchObject({ position: null, estimatedSeconds: null })
})
