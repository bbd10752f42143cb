import { describe, expect, test } from 'vitest'
import type { QueueActivity } from '../../../src/facts/context.ts'
import { type Memory, NOTHING_SEEN } from '../../../src/sources/github/episode.ts'
import { placeOf } from '../../../src/sources/github/place.ts'
import type { QueueEvent, Standing } from '../../../src/sources/github/standing.ts'
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
  remembered,
  removed,
  standingOf,
} from './standings.ts'

const CONTRADICTED = ['contradictory-answer: submitted state test-run-status']
const OTHER_BASE = ['contradictory-answer: number base-branch test-run-status']
const STALE = ['stale-head: head']
const IN = entryOf()
const LATER = 'b'.repeat(40)

const isIn = (state: string | null) => ({ state, submitted: true })
const isMerged = { state: 'merged', submitted: false }
const left = (state: string, removal: string) => ({ state, submitted: false, removal })
const leftInDoubt = (state: string | null) => ({ state, submitted: false, doubted: CONTRADICTED })

const out = (...events: QueueEvent[]) => standingOf({ events })
const failedAt = (minute: number) => removed('failed_checks', minute)
const inQueue = (given: Parameters<typeof standingOf>[0] = {}) => standingOf({ entry: IN, events: [added()], ...given })
const entered = (state: string | null) => inQueue({ entry: entryOf({ state }) })

describe('states', () => {
  test.each<[string, Standing, object | null]>([
    ['never submitted', standingOf(), null],
    ['auto-merge that is armed', standingOf({ isAutoMergeArmed: true }), null],
    ['QUEUED', entered('QUEUED'), isIn('pending')],
    ['AWAITING_CHECKS', inQueue(), isIn('testing')],
    ['MERGEABLE', entered('MERGEABLE'), isIn('tests_passed')],
    ['UNMERGEABLE', entered('UNMERGEABLE'), isIn('pending_failure')],
    ['LOCKED', entered('LOCKED'), isIn('unknown:LOCKED')],
    ['another spelling', entered('queued'), isIn('unknown:queued')],
    ["the action's own word", entered('tests_passed'), isIn('unknown:tests_passed')],
    ['a state that is refused', entered(null), isIn(null)],
    ['merged', standingOf({ merged: part(true) }), { state: 'merged', submitted: false }],
    [
      'merged by the queue',
      standingOf({ merged: part(true), events: [added(), removed('merged')] }),
      left('merged', 'merged'),
    ],
    [
      'merged by hand after it was thrown out',
      standingOf({ merged: part(true), events: [added(), removed('failed_checks')] }),
      left('merged', 'checks-failed'),
    ],
    ['closed in the queue', standingOf({ state: part('CLOSED'), events: [added()] }), left('cancelled', 'closed')],
    ['never submitted, and its head is refused', standingOf({ headSha: REFUSED }), null],
    ['closed, and never queued', standingOf({ state: part('CLOSED') }), null],
    ['a removal without an addition', out(removed('manual')), left('cancelled', 'by-person')],
    ['in the queue again', inQueue({ events: [added(5), failedAt(7), added(10)] }), isIn('testing')],
    [
      'an entry counts whatever the events say',
      inQueue({ events: [added(5), failedAt(7)], pushes: [{ kind: 'added', at: at(10) }] }),
      isIn('testing'),
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
  const { pullRequest } = placeIn(out(added(), removed(reason)))
  expect(gist(pullRequest)).toEqual({ state, submitted: false, removal })
  expect(pullRequest?.removal).toMatchObject({
    text: reason,
    at: at(20),
    certainty: removal === 'by-person' ? 'possible' : 'certain',
  })
})

describe('contradictions', () => {
  const MERGED_TWICE = isIn('merged')
  test.each<[string, Standing, object]>([
    ['out, and the last event is an addition', out(removed('manual', 5), added()), leftInDoubt(null)],
    ['out, and the last removal says merged', out(added(), removed('merged')), leftInDoubt('cancelled')],
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
    ['its state says merged, and merged does not', standingOf({ state: part('MERGED') }), leftInDoubt(null)],
  ])('%s', (_, standing, expected) => {
    const place = placeIn(standing)
    expect(gist(place.pullRequest)).toEqual(expected)
    expect(place.isUnsettled).toBe(true)
  })

  test('out, and the events are refused', () => {
    const place = placeIn({ ...standingOf(), events: REFUSED })
    expect(gist(place.pullRequest)).toEqual(leftInDoubt(null))
    // Asking again would tell no more.
    expect(place.isUnsettled).toBe(false)
  })

  test.each<[string, Standing]>([
    ['out', standingOf({ baseBranch: part('next') })],
    ['removed', { ...out(added(), failedAt(20)), baseBranch: part('next') }],
    ['in the queue', inQueue({ baseBranch: part('next') })],
    ['merged', standingOf({ baseBranch: part('next'), merged: part(true) })],
    [
      'in the queue, and pushed to',
      inQueue({
        baseBranch: part('next'),
        pushes: [
          { kind: 'added', at: at(10) },
          { kind: 'pushed', at: at(15) },
        ],
      }),
    ],
    ['a base that is refused', inQueue({ baseBranch: REFUSED })],
  ])('another base: %s', (_, standing) => {
    const place = placeIn(standing)
    expect(gist(place.pullRequest)).toMatchObject({ doubted: OTHER_BASE })
    expect(place).toMatchObject({ isUnsettled: false, entry: null, removed: null })
  })

  test('out, and the answer is about another number', () => {
    expect(placeIn(standingOf({ number: 43 })).pullRequest).toMatchObject({ number: 43, submitted: false })
  })

  test('isInMergeQueue without an entry is believed where two readings agree', () => {
    const standing = standingOf({ isInQueue: part(true), events: [added()] })
    const again = placeIn(standing, {}, remembered(NOTHING_SEEN, standing))
    expect(gist(again.pullRequest)).toEqual(isIn(null))
    const anotherTime = standingOf({ isInQueue: part(true), events: [added(5)] })
    const changed = placeIn(standing, {}, remembered(NOTHING_SEEN, anotherTime))
    expect(gist(changed.pullRequest)).toMatchObject({ doubted: CONTRADICTED })
  })

  test('an entry that is refused leaves isInMergeQueue to decide', () => {
    const inIt = { ...standingOf({ isInQueue: part(true) }), entry: REFUSED }
    expect(gist(placeIn(inIt).pullRequest)).toEqual(isIn(null))
    expect(placeIn({ ...standingOf(), entry: REFUSED }).pullRequest).toBeNull()
  })
})

test.each<[string, QueueEvent[]]>([
  ['removed', [added(), removed('manual')]],
  ['never submitted', []],
])('%s, yet the list of pushes ends with an addition', (_, events) => {
  const pushes = [...events, added(30)].map(({ kind, at: when }) => ({ kind, at: when }))
  expect(gist(placeIn(standingOf({ events, pushes })).pullRequest)).toMatchObject({ doubted: CONTRADICTED })
})

test('the removal of an earlier stay is not that of the merge', () => {
  const events = [added(1), removed('merged', 5)]
  const memory = remembered(NOTHING_SEEN, inQueue({ events: [...events, added()] }))
  const merged = standingOf({ merged: part(true), events })
  expect(placeIn(merged, {}, memory).removed).toBeNull()
  expect(placeIn(merged).removed).toEqual(removed('merged', 5))
})

describe('earlier findings of the step', () => {
  const LEFT = out(added(), failedAt(13))
  const seen = remembered(NOTHING_SEEN, inQueue())
  test.each<[string, Standing, Memory, object | null]>([
    ['a removal that is older than the entry is no end of it', out(added(1), failedAt(5)), seen, leftInDoubt('failed')],
    ['a removal at the very time of the entry is none either', out(failedAt(10)), seen, leftInDoubt('failed')],
    ['no event at all is no end of it', standingOf(), seen, leftInDoubt(null)],
    ['a later removal is', out(added(), failedAt(20)), seen, left('failed', 'checks-failed')],
    [
      'nor is one that is older than an addition without an entry',
      out(added(1), failedAt(5)),
      remembered(NOTHING_SEEN, out(added())),
      leftInDoubt('failed'),
    ],
    [
      'nor after an answer that lags',
      out(added(1), failedAt(5)),
      remembered(seen, { ...inQueue(), ...standingOf({ isInQueue: part(true), events: [added(1)] }) }),
      leftInDoubt('failed'),
    ],
    [
      'a removal of the same second is, after the addition',
      out(added(10), failedAt(10)),
      seen,
      left('failed', 'checks-failed'),
    ],
    [
      'closing it is, at whatever time',
      standingOf({ state: part('CLOSED'), events: [added()] }),
      seen,
      left('cancelled', 'closed'),
    ],
    [
      'not in an answer that does not list what was seen',
      standingOf({ state: part('CLOSED'), events: [added(1)] }),
      seen,
      leftInDoubt('cancelled'),
    ],
    ['a merge needs no removal', standingOf({ merged: part(true) }), seen, { ...isMerged, doubted: STALE }],
    [
      'a removal later than the entry is, also one that was listed beside it',
      LEFT,
      remembered(NOTHING_SEEN, inQueue({ events: [added(), failedAt(13)] })),
      left('failed', 'checks-failed'),
    ],
    [
      'and one that was listed while isInMergeQueue lagged',
      LEFT,
      remembered(NOTHING_SEEN, { ...LEFT, isInQueue: part(true) }),
      left('failed', 'checks-failed'),
    ],
    [
      'and the first one that is listed, where nothing was',
      LEFT,
      remembered(NOTHING_SEEN, standingOf({ isInQueue: part(true) })),
      left('failed', 'checks-failed'),
    ],
    [
      'not where an addition without a time was listed',
      LEFT,
      remembered(NOTHING_SEEN, out({ kind: 'added', at: null })),
      leftInDoubt('failed'),
    ],
    [
      'not beside an entry that is hidden',
      LEFT,
      remembered(NOTHING_SEEN, { ...LEFT, isInQueue: part(true), entry: REFUSED }),
      leftInDoubt('failed'),
    ],
    [
      'seen by isInMergeQueue alone, with an addition',
      out(removed('manual', 9)),
      remembered(NOTHING_SEEN, { ...standingOf({ isInQueue: part(true), events: [added()] }), entry: REFUSED }),
      leftInDoubt('cancelled'),
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
    ['is itself the last removal', out(added()), dequeued('CI_FAILURE'), left('failed', 'checks-failed')],
    ['its reason wins', out(added(), removed(null)), dequeued('MERGE_CONFLICT'), left('failed', 'conflict')],
    ['not where there is an entry', inQueue(), dequeued('CI_FAILURE'), isIn('testing')],
    ['not where it was added later', out(added(40)), dequeued('CI_FAILURE'), leftInDoubt(null)],
    ['not where it was added at the same time', out(added(30)), dequeued('CI_FAILURE'), leftInDoubt(null)],
    ['a merge that is not there yet', out(added()), dequeued('MERGE'), leftInDoubt('cancelled')],
    ['without a time it is none before an addition', out(added()), dequeued('CI_FAILURE', null), leftInDoubt(null)],
  ])('%s', (_, standing, asked, expected) => {
    expect(gist(placeIn(standing, asked).pullRequest)).toEqual(expected)
  })
})

test.each<[string, Standing]>([
  ['hidden', { ...standingOf({ isInQueue: part(true), events: [added()] }), entry: REFUSED }],
  ['without a time', inQueue({ entry: entryOf({ enqueuedAt: null }), events: [added()] })],
])('an entry that is %s is not ended by the removal that started the run', (_, standing) => {
  const event = { action: 'dequeued', at: at(30), reason: 'MANUAL' } as const
  const memory = remembered(NOTHING_SEEN, standing, event)
  expect(gist(placeIn(out(added()), { event }, memory).pullRequest)).toEqual(leftInDoubt('cancelled'))
  const later = left('cancelled', 'by-person')
  expect(gist(placeIn(out(added(), removed('manual', 31)), {}, memory).pullRequest)).toEqual(later)
})

test('an entry that is hidden, beside events that are not read, is ended by no removal', () => {
  const hidden = { ...standingOf({ isInQueue: part(true) }), entry: REFUSED, events: REFUSED }
  const memory = remembered(remembered(NOTHING_SEEN, inQueue()), hidden)
  expect(gist(placeIn(out(added(), removed('manual', 20)), {}, memory).pullRequest)).toEqual(leftInDoubt('cancelled'))
})

describe('the event enqueued', () => {
  const event = { action: 'enqueued', at: at(10), reason: null } as const
  test.each<[string, Standing, QueueActivity, object | null]>([
    ['denies that it was never submitted', standingOf(), event, leftInDoubt(null)],
    ['denies a removal that is no later', out(added(1), removed('manual', 10)), event, leftInDoubt('cancelled')],
    ['not one of the same second', out(added(10), removed('manual', 10)), event, left('cancelled', 'by-person')],
    [
      'and any removal if it has no time',
      out(added(1), removed('manual')),
      { ...event, at: null },
      leftInDoubt('cancelled'),
    ],
    ['leaves a later removal', out(removed('manual', 11)), event, left('cancelled', 'by-person')],
    [
      'leaves that it was closed',
      standingOf({ state: part('CLOSED'), events: [added()] }),
      event,
      left('cancelled', 'closed'),
    ],
    [
      'denies a closing before it',
      standingOf({ state: part('CLOSED'), events: [added(1)] }),
      event,
      leftInDoubt('cancelled'),
    ],
    ['leaves a merge', standingOf({ merged: part(true) }), event, { state: 'merged', submitted: false }],
  ])('%s', (_, standing, activity, expected) => {
    expect(gist(placeIn(standing, { event: activity }).pullRequest)).toEqual(expected)
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
    ...(
      [
        [null, 12, true],
        [at(10), 12, false],
        // Within a minute, times don't tell which of the two came first.
        [at(10), 11, true],
      ] as const
    ).map(([enqueuedAt, minute, isStale]): [string, Standing, object, boolean] => [
      `no addition after a removal at minute ${minute}, the time of the entry is ${enqueuedAt}`,
      inQueue({ entry: entryOf({ enqueuedAt }), events: [added(10), removed('manual', minute)], pushes: [before] }),
      {},
      isStale,
    ]),
    [
      'a removal without a time',
      inQueue({ events: [added(10), { ...removed('manual'), at: null }], pushes: [before] }),
      {},
      true,
    ],
    [
      'a push behind the addition, and a removal',
      inQueue({ events: [added(10), removed('manual', 20)], pushes: [before, pushed] }),
      {},
      true,
    ],
    ['pushes are refused', { ...inQueue(), pushes: REFUSED }, {}, true],
    ['the head is refused', inQueue({ headSha: REFUSED }), {}, true],
    ['the head is refused, out of the queue', { ...out(added(), removed('manual')), headSha: REFUSED }, {}, false],
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
    ['merged by the queue, and pushes are refused', { ...standingOf(mergedByQueue), pushes: REFUSED }, {}, true],
    [
      'merged with a push behind, and the events of the queue are refused',
      { ...standingOf({ merged: part(true), pushes: [before, pushed] }), events: REFUSED },
      {},
      true,
    ],
    ...[null, 'by_surprise'].map((reason): [string, Standing, object, boolean] => [
      `merged, removed for the reason ${reason}, with a push behind`,
      standingOf({ merged: part(true), events: [added(), removed(reason)], pushes: [before, pushed] }),
      {},
      true,
    ]),
    [
      'merged, with a push behind an addition that only the list of pushes has',
      standingOf({ merged: part(true), events: [added(1), removed('manual', 5)], pushes: [before, pushed] }),
      {},
      true,
    ],
    [
      'merged and closed, with a push behind',
      standingOf({ merged: part(true), state: part('CLOSED'), events: [added()], pushes: [before, pushed] }),
      {},
      true,
    ],
    [
      'merged by the queue, and its addition is listed nowhere',
      standingOf({ merged: part(true), events: [removed('merged')], pushes: [pushed] }),
      {},
      true,
    ],
    [
      'an entry that is older than the last addition',
      inQueue({ events: [added(10), removed('manual', 12), added(14)] }),
      {},
      true,
    ],
    ['merged, yet an entry that no list tells of', inQueue({ merged: part(true), events: [], pushes: [] }), {}, true],
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
    const message = `A commit was pushed to #42 after it was added to the queue, so ${what} may not hold the newest commit.`
    expect(told?.message).toBe(message)
  })

  test('another head with the same entry', () => {
    const memory = remembered(NOTHING_SEEN, inQueue())
    const moved = inQueue({ headSha: part(LATER) })
    expect(gist(placeIn(moved, {}, memory).pullRequest)).toMatchObject({ doubted: STALE })
    const merged = standingOf({ ...mergedByQueue, headSha: part(LATER) })
    expect(gist(placeIn(merged, {}, memory).pullRequest)).toMatchObject({ doubted: STALE })
    const vanished = remembered(memory, standingOf({ events: [added()] }))
    expect(gist(placeIn(merged, {}, vanished).pullRequest)).toMatchObject({ doubted: STALE })
    const lagging = standingOf({ merged: part(true), headSha: part(LATER), events: [added(1), removed('manual', 5)] })
    expect(gist(placeIn(lagging, {}, memory).pullRequest)).toMatchObject({ doubted: STALE })
    const ended = standingOf({ merged: part(true), headSha: part(LATER), events: [added(), removed('manual')] })
    expect(gist(placeIn(ended, {}, memory).pullRequest)?.doubted).toBeUndefined()
    const additions = [added(12)]
    const entry = entryOf({ enqueuedAt: at(12) })
    const again = inQueue({ headSha: part(LATER), entry, events: additions, pushes: additions })
    expect(gist(placeIn(again, {}, memory).pullRequest)).toEqual(isIn('testing'))
  })

  test.each<[string, Standing, Standing]>([
    ['the entry has no time now', inQueue(), inQueue({ entry: entryOf({ enqueuedAt: null }) })],
    ['the entry had no time before', inQueue({ entry: entryOf({ enqueuedAt: null }) }), inQueue()],
    [
      'the entry was hidden before, and is a second younger than its addition',
      { ...standingOf({ isInQueue: part(true), events: [added()] }), entry: REFUSED },
      inQueue({ entry: entryOf({ enqueuedAt: '2026-03-02T09:10:01Z' }) }),
    ],
    [
      'the time of the entry is written in another way',
      inQueue(),
      inQueue({ entry: entryOf({ enqueuedAt: '2026-03-02T09:10:00.000Z' }) }),
    ],
    [
      'the entry was hidden, and it is merged',
      { ...standingOf({ isInQueue: part(true), events: [added()] }), entry: REFUSED },
      standingOf(mergedByQueue),
    ],
  ])('another head: %s', (_, first, then) => {
    const memory = remembered(NOTHING_SEEN, first)
    const moved = { ...then, headSha: part(LATER) }
    expect(gist(placeIn(moved, {}, memory).pullRequest)).toMatchObject({ doubted: STALE })
  })

  test('a push event after it was queued, merged before its events are listed', () => {
    const merged = standingOf({ merged: part(true) })
    const memory = remembered(NOTHING_SEEN, inQueue())
    expect(gist(placeIn(merged, synchronize(15), memory).pullRequest)).toMatchObject({ doubted: STALE })
    const listed = standingOf({ merged: part(true), events: [added()] })
    expect(gist(placeIn(listed, synchronize(5), memory).pullRequest)).toEqual(isMerged)
  })

  test('an entry whose addition is not listed yet', () => {
    const listed = [added(2), removed('manual', 5)]
    const [told] = placeIn(inQueue({ events: listed, pushes: [added(2)] })).pullRequest?.doubts ?? []
    expect([told?.code, told?.message]).toEqual([
      'stale-head',
      'GitHub does not show yet when #42 was added to the queue, so the group that the queue tests may not hold the newest commit.',
    ])
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
    placeIn(out(added(5), listed), { event: { action: 'dequeued', at: at(30), reason } }).removed
  expect(groupOf('CI_FAILURE', removed('manual', 30))).toMatchObject({ reason: 'CI_FAILURE', group: null })
  expect(groupOf('CI_FAILURE', failedAt(8))).toMatchObject({ reason: 'CI_FAILURE', group: null })
  expect(groupOf('CI_FAILURE', failedAt(29))).toMatchObject({ reason: 'CI_FAILURE', group: GROUP })
})

test.each<[string, QueueEvent[], boolean]>([
  ['CI_FAILURE', [added()], true],
  ['CI_TIMEOUT', [added(5), removed('checks_timed_out', 8)], true],
  ['CI_FAILURE', [added(), failedAt(30)], false],
  ['MANUAL', [added()], false],
])('removed by the event for %s, with these events: %j', (reason, events, isGroupUnlisted) => {
  const event = { action: 'dequeued', at: at(30), reason } as const
  expect(placeIn(standingOf({ events }), { event })).toMatchObject({ isGroupUnlisted, isUnsettled: false })
})

test.each<[string, Standing]>([
  ['of another base', inQueue({ baseBranch: part('next') })],
  ['of an entry that isInMergeQueue denies', inQueue({ isInQueue: part(false) })],
])('no place is told %s', (_, standing) => {
  expect(placeIn(standing).pullRequest).toMatchObject({ position: null, estimatedSeconds: null })
})
