import { describe, expect, test } from 'vitest'
import type { Facts, Queue } from '../../../src/facts/facts.ts'
import type { Diagnosis } from '../../../src/gate/diagnosis/codes.ts'
import { context, failed, outage } from '../../builders.ts'
import {
  aQueue,
  aRun,
  causesOf,
  certain,
  inState,
  minutesAgo,
  notReady,
  possible,
  queued,
  since,
  withEntries,
} from './cases.ts'

const waits = (missing: string) => possible('cause-unknown', `#42 waits to be tested; ${missing}.`)
const PAUSED = certain('queue-paused', 'The queue of "main" neither starts tests nor merges while it is paused.')
const DRAINING = certain('queue-draining', 'The queue of "main" starts no new tests while it is draining.')
const SWITCHING = certain('queue-switching-modes', 'The queue of "main" starts no new tests while it switches modes.')

describe('what the queue holds back', () => {
  test.each<[string, state: string, Record<'tests' | 'merge', Diagnosis[]>]>([
    ['paused: everything', 'paused', { tests: [PAUSED], merge: [PAUSED] }],
    ['draining: the start of tests', 'draining', { tests: [DRAINING], merge: [] }],
    ['switching modes: the start of tests', 'switching_modes', { tests: [SWITCHING], merge: [] }],
    [
      'in a state of the future: nothing that is known',
      'hovering',
      { tests: [waits('the queue is in the state "hovering"')], merge: [] },
    ],
  ])('%s', (_, state, expected) => {
    const queue = aQueue({ state })
    expect({
      tests: causesOf({ ...inState('pending'), ...queue }),
      merge: causesOf({ ...inState('tests_passed'), ...queue }),
    }).toEqual(expected)
  })

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['without a pull request, what waits for tests', aQueue({ state: 'draining' }), [DRAINING]],
    ['that of another branch', aQueue({ state: 'paused', branch: 'develop' }), []],
    ['running', aQueue(), []],
    ['not read', {}, []],
  ])('a queue alone: %s', (_, given, expected) => {
    const about = context({ kind: 'branch', pullRequest: null })
    expect(causesOf(given, about)).toEqual(expected)
  })

  test('it comes before what else is wrong', () => {
    const given = {
      ...notReady({ mergeability: 'in_progress' }),
      ...aQueue({ state: 'draining' }),
    }
    expect(causesOf(given)).toEqual([
      DRAINING,
      certain('mergeability-pending', 'GitHub is still computing whether #42 is mergeable.'),
    ])
  })
})

describe('ready, and not tested yet', () => {
  const ahead41 = [queued(41, 'pending'), queued(42, 'pending')]
  const capacity = (message: string, evidence: string[] = []) =>
    certain('waiting-for-capacity', `#42 is ready and waits for a free place: ${message}`, { evidence })
  const unexplained = (places?: string) =>
    possible(
      'cause-unknown',
      `#42 is ready and not tested${places ? `, though the queue uses only ${places} places` : ''}; the service does not say why.`,
    )

  const NOT_KNOWN = [waits('the state of the queue is not known')]

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    [
      'no place is free, and one stands ahead',
      aQueue({ concurrency: 1, entries: [queued(41, 'testing'), queued(42, 'pending')] }),
      [
        capacity('the queue is testing 1 pull request, and its concurrency is 1.', [
          '1 pull request stands ahead of it.',
        ]),
      ],
    ],
    [
      'no place is free, and two stand ahead',
      aQueue({
        concurrency: 2,
        entries: [queued(39, 'merged'), queued(40, 'testing'), queued(41, 'testing'), queued(42, 'pending')],
      }),
      [
        capacity('the queue is testing 2 pull requests, and its concurrency is 2.', [
          '2 pull requests stand ahead of it.',
        ]),
      ],
    ],
    [
      'no place is free, and none is ahead',
      aQueue({ concurrency: 1, entries: [queued(42, 'pending'), queued(41, 'testing')] }),
      [capacity('the queue is testing 1 pull request, and its concurrency is 1.')],
    ],
    [
      'no place is free, and there is no line',
      aQueue({ concurrency: 1, ordered: false, entries: [queued(41, 'testing'), queued(42, 'pending')] }),
      [capacity('the queue is testing 1 pull request, and its concurrency is 1.')],
    ],
    [
      'no place is free, though a batch is collected',
      {
        ...since('pending', 2),
        ...aQueue({ batch: true, concurrency: 1, entries: [queued(42, 'pending'), queued(41, 'testing')] }),
      },
      [{ ...capacity('the queue is testing 1 pull request, and its concurrency is 1.'), certainty: 'possible' }],
    ],
    [
      'as many wait as places are there, and none is taken',
      aQueue({ concurrency: 2, entries: ahead41 }),
      [
        possible('waiting-for-those-ahead', '#42 is ready, and another ready pull request stands ahead of it.', {
          evidence: ['The queue uses 0 of its 2 places.'],
        }),
      ],
    ],
    [
      'a place is free, and two that are ready stand ahead',
      withEntries(queued(39, 'testing'), queued(40, 'pending'), queued(41, 'pending'), queued(42, 'pending')),
      [
        possible('waiting-for-those-ahead', '#42 is ready, and 2 other ready pull requests stand ahead of it.', {
          evidence: ['The queue uses 1 of its 3 places.'],
        }),
      ],
    ],
    [
      'a place is free, and one that is not ready stands ahead',
      withEntries(queued(41, 'not_ready'), queued(42, 'pending')),
      [unexplained('0 of its 3')],
    ],
    [
      'a place is free, and there is no line',
      aQueue({ ordered: false, entries: ahead41 }),
      [unexplained('0 of its 3')],
    ],
    ['the queue tests none at all', aQueue({ concurrency: 0, entries: ahead41.slice(1) }), [unexplained()]],
    [
      'the concurrency is not known',
      aQueue({ concurrency: null, entries: ahead41 }),
      [waits("the queue's concurrency is not known")],
    ],
    ['the queue could not be read', { queue: failed(outage()) }, NOT_KNOWN],
    ['the queue of another branch came', aQueue({ branch: 'develop', entries: ahead41 }), NOT_KNOWN],
    ['the queue was not asked for', {}, []],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...inState('pending'), ...given })).toEqual(expected)
  })

  const collects = (size: string) =>
    possible(
      'waiting-for-batch',
      `#42 is ready, and the queue is collecting a batch of ${size}: it waits for that at most 5 m.`,
      { evidence: ['The queue uses 0 of its 3 places.'] },
    )
  const batch = (minutes: number | null, over: Partial<Queue> = {}) => ({
    ...inState('pending', { stateChangedAt: minutes === null ? null : minutesAgo(minutes) }),
    ...aQueue({ batch: true, ...over }),
  })

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['it waits for no longer than that', batch(5), [collects('2')]],
    ['how many make a batch is not known', batch(2, { batchingMinSize: null }), [collects('several')]],
    ['it waits for longer than that', batch(5.5), [unexplained('0 of its 3')]],
    ['the time of its wait is unknown', batch(null), [unexplained('0 of its 3')]],
    [
      'how long a batch is collected is not known',
      batch(2, { batchingMaxWaitTimeMinutes: null }),
      [unexplained('0 of its 3')],
    ],
    ['the queue makes no batches', batch(2, { batch: false }), [unexplained('0 of its 3')]],
  ])('a batch is collected: %s', (_, given, expected) => {
    expect(causesOf(given)).toEqual(expected)
  })
})

describe('passed, and not merged yet', () => {
  const behind = (whom: string) => [certain('waiting-for-those-ahead', `#42 passed its tests and waits for ${whom}.`)]
  const LONG_AGO = inState('tests_passed', { stateChangedAt: minutesAgo(46) })
  const own = queued(42, 'tests_passed')
  const builtOn = (...dependentPullRequests: number[]) =>
    aRun('succeeded', { unit: 'passed', e2e: 'passed' }, { dependentPullRequests })
  const unexplained = possible(
    'cause-unknown',
    '#42 passed its tests long ago but is not merged; no pull request is known to stand ahead of it.',
  )

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    [
      'one stands ahead',
      withEntries(queued(40, 'merged'), queued(41, 'testing'), own),
      behind('the pull request ahead of it (#41)'),
    ],
    [
      'two stand ahead',
      withEntries(queued(41, 'testing'), queued(40, 'pending'), own),
      behind('2 pull requests ahead of it (#40, #41)'),
    ],
    [
      'two stand ahead, one of them without a number',
      withEntries(queued(40, 'testing'), queued(41, 'testing', { number: null }), own),
      behind('2 pull requests ahead of it'),
    ],
    [
      'none is ahead in a line, and its run was built on two',
      {
        foundRun: builtOn(41, 40),
        ...aQueue({ ordered: false, entries: [queued(40, 'testing'), queued(41, 'testing'), own] }),
      },
      behind('#40, #41, which its test run builds on'),
    ],
    [
      'its run was built on one that merged and one that is not listed',
      { foundRun: builtOn(40, 39), ...aQueue({ ordered: false, entries: [queued(40, 'merged'), own] }) },
      [],
    ],
    ['its run names itself', { foundRun: builtOn(42), ...aQueue({ ordered: false, entries: [own] }) }, []],
    ['its run was built on one, and the queue was not read', { foundRun: builtOn(40) }, []],
    ['not long ago', withEntries(own), []],
    ['half of the time-out ago', { ...since('tests_passed', 45), ...withEntries(own) }, []],
    ['long ago', { ...LONG_AGO, ...withEntries(own) }, [unexplained]],
    ['long ago, and there is no line', { ...LONG_AGO, ...aQueue({ ordered: false }) }, [unexplained]],
    [
      'long ago, and the time-out is not known',
      { ...LONG_AGO, ...aQueue({ testingTimeoutMinutes: null, entries: [own] }) },
      [],
    ],
    ['nobody knows when', { ...since('tests_passed', null), ...withEntries(own) }, []],
    ['long ago, and the queue was not read', LONG_AGO, []],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...inState('tests_passed'), ...given })).toEqual(expected)
  })
})
