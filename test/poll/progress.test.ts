import { describe, expect, test } from 'vitest'
import { doubtOn, type Facts } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { changes, outage as outageLine, situation } from '../../src/poll/narrator.ts'
import {
  ABSENT,
  context,
  entry,
  facts,
  failed,
  hardFailure,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  pullRequest,
  type queue,
  TEST_RUN_ID,
  testBranchContext,
} from '../builders.ts'

/** One that names a test run by its id. */
const own = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
const NOTHING = facts()

const inState = (state: string | null, submitted = true): Partial<Facts> => ofPullRequest({ state, submitted })
const inLine = (place: number, over: Parameters<typeof queue>[0] = {}): Partial<Facts> =>
  ofQueue({
    entries: [...Array.from({ length: place - 1 }, (_, at) => entry({ number: 100 + at })), entry()],
    ...over,
  })
const queueIs = (state: string): Partial<Facts> => ofQueue({ state, entries: [] })
const runIs = (status: string | null): Partial<Facts> => ofRun({ status })
const DOWN = failed(outage())

describe('the facts at the start', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['nothing', {}, ''],
    ['a pull request', inState('testing'), '#42: testing'],
    ['one that has left', inState('cancelled', false), '#42: cancelled (not in the queue)'],
    ['one without a state', inState(null), '#42: no state'],
    ['one that was never submitted', { pullRequest: ABSENT }, '#42: never submitted'],
    ['an outage says nothing', { pullRequest: DOWN, queue: DOWN, testRun: DOWN }, ''],
    ['a queue', queueIs('paused'), 'queue: paused'],
    ['no queue', { queue: ABSENT }, 'queue: none'],
    ['first in line', { ...inState('testing'), ...inLine(1) }, '#42: testing, 0 ahead, queue: running'],
    ['in line', { ...inState('pending'), ...inLine(3) }, '#42: pending, 2 ahead, queue: running'],
    ['where the entries stand in no line', inLine(3, { ordered: false }), 'queue: running'],
    ['a test run', runIs('in_progress'), 'test run: in progress'],
    ['one without a status', runIs(null), 'test run: no status'],
    [
      'a test run that may be of another commit',
      {
        ...ofPullRequest({ state: 'testing', doubts: [doubtOn(['test-run-status'], 'Perhaps.')] }),
        ...runIs('failed'),
      },
      '#42: testing',
    ],
    ['no test run of this id', { testRun: ABSENT }, 'test run: not found'],
    [
      'everything',
      { ...inState('testing'), ...inLine(2), ...runIs('in_progress') },
      '#42: testing, 1 ahead, queue: running, test run: in progress',
    ],
  ])('%s', (_, known, expected) => {
    expect(situation(facts(known), own)).toBe(expected)
  })

  test('a run that the queue does not name yet is nothing to tell', () => {
    expect(situation(facts({ testRun: ABSENT }), context())).toBe('')
  })

  test('on a test branch no pull request is under report', () => {
    expect(situation(facts({ ...inLine(2), ...runIs('in_progress') }), testBranchContext())).toBe(
      'queue: running, test run: in progress',
    )
  })
})

describe('what changed', () => {
  test.each<[string, Partial<Facts>, Partial<Facts>, string[]]>([
    ['nothing', inState('testing'), inState('testing'), []],
    ['a state', inState('testing'), inState('tests_passed'), ['#42: testing → tests passed']],
    ['back', inState('pending_failure'), inState('testing'), ['#42: pending failure → testing']],
    ['a state comes', inState(null), inState('pending'), ['#42: no state → pending']],
    ['it leaves', inState('testing'), inState('failed', false), ['#42: testing → failed (not in the queue)']],
    ['it is submitted', { pullRequest: ABSENT }, inState('not_ready'), ['#42: never submitted → not ready']],
    [
      'it is submitted again',
      inState('cancelled', false),
      inState('not_ready'),
      ['#42: cancelled (not in the queue) → not ready'],
    ],
    ['it is forgotten', inState('testing'), { pullRequest: ABSENT }, ['#42: testing → never submitted']],
    ['its place', inLine(3), inLine(2), ['2 ahead → 1 ahead']],
    ['back in line', inLine(1), inLine(4), ['0 ahead → 3 ahead']],
    ['in line from now on', inLine(3, { ordered: false }), inLine(3), []],
    ['the queue', queueIs('running'), queueIs('paused'), ['queue: running → paused']],
    ['the queue is gone', queueIs('running'), { queue: ABSENT }, ['queue: running → none']],
    ['the test run', runIs('in_progress'), runIs('succeeded'), ['test run: in progress → succeeded']],
    ['the test run appears', { testRun: ABSENT }, runIs('in_progress'), ['test run: not found → in progress']],
    ['the head', ofPullRequest(), ofPullRequest({ sha: OTHER }), ['new head: a7f3772 → 8b02421']],
    [
      'the head in the other letter case',
      ofPullRequest(),
      ofPullRequest({ sha: pullRequest().sha?.toUpperCase() ?? null }),
      [],
    ],
    ['an outage', inState('testing'), { pullRequest: DOWN }, ['the service is not available']],
    ['an outage goes on', { pullRequest: DOWN }, { queue: DOWN }, []],
    ['an outage ends', { pullRequest: DOWN }, inState('testing'), ['the service is available again after 9 s']],
    ['a refusal is no outage', inState('testing'), { pullRequest: failed(hardFailure()) }, []],
    [
      'much at once, in the order of the reads',
      { ...inState('testing'), ...inLine(2), ...runIs('in_progress') },
      { ...inState('merged', false), ...queueIs('draining'), ...runIs('succeeded') },
      ['#42: testing → merged (not in the queue)', 'queue: running → draining', 'test run: in progress → succeeded'],
    ],
  ])('%s', (_, before, after, expected) => {
    const lines = [...changes(facts(before), facts(after), own), outageLine(facts(before), facts(after), own, 9000)]
    expect(lines.filter(line => line !== null)).toEqual(expected)
  })

  test('another base is told, and a state in the words of the queue', () => {
    const message = 'Another base.'
    const moved = ofPullRequest({ baseBranch: 'release', doubts: [doubtOn(['number'], message)] })
    const another = ofPullRequest({ baseBranch: null, doubts: [doubtOn(['number'], message)] })
    const lag = ofPullRequest({ doubts: [doubtOn(['state'], message)] })
    const onGitHub = context({ source: SOURCES.github })
    const told = (after: Partial<Facts>) => changes(facts(inState('testing')), facts(after), onGitHub)
    expect([moved, another, lag, inState('pending')].flatMap(told)).toEqual([
      '#42: testing → merges into "release" now',
      '#42: testing → not known yet',
      '#42: testing → not known yet',
      '#42: testing → waiting',
    ])
  })

  test('a fact known for the first time is no change', () => {
    expect(changes(NOTHING, facts({ ...inState('testing'), ...queueIs('paused') }), own)).toEqual([])
  })

  test('text from outside stays in its line', () => {
    const told = changes(facts(inState('testing')), facts(inState('x: y\n::error::z')), own)
    expect(told).toHaveLength(1)
  })
})
