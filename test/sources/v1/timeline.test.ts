import { describe, expect, test } from 'vitest'
import { valueIn } from '../../../src/facts/facts.ts'
import { asText, rendered } from '../../../src/text/message.ts'
import { context } from '../../builders.ts'
import { submittedPullRequest, testingDetails } from '../../faults/answers.js'
import { answered } from '../doubles.ts'
import { play, RUN, type World } from './world.ts'

const OUT = {
  ...submittedPullRequest,
  state: 'failed',
  stateChangedAt: '2025-03-11T09:40:00.200Z',
  isCurrentlySubmittedToQueue: false,
}
const AT = '2025-03-11T09:40:00.000Z'
const CHECK = { name: 'unit', url: 'https://ci.example/unit', conclusion: 'TIMED_OUT' }

const failure = (over: object = {}) => ({
  timestamp: AT,
  failure: { reason: 'test_run_required_status_failed', ...over },
})
const testRun = { timestamp: AT, testRun: { branch: testingDetails.testBranch, status: 'failed' } }
const BEGIN = { timestamp: AT, notReady: { reason: 'user_requested' } }

async function explained(timeline: unknown, pr: object = OUT, world: World = {}) {
  const { source, sent } = play({ getSubmittedPullRequest: { ...pr, timeline }, ...world })
  const snapshot = { facts: {}, context: context({ pullRequest: 42 }), doubts: [] }
  const told = await source.explain?.(snapshot, ['history', 'test-run'], new AbortController().signal)
  return { ...told, sent }
}

test('the timeline is asked for in one call, and the run that it names in another', async () => {
  const {
    removal,
    testRun: run,
    sent,
  } = await explained([failure({ failureCausingStatuses: [CHECK] }), testRun, BEGIN])
  expect(rendered(removal)).toEqual({
    value: {
      reason: 'checks-failed',
      sourceText: 'TEST_RUN_REQUIRED_STATUS_FAILED',
      actor: null,
      at: AT,
      failedChecks: [{ name: 'unit', url: 'https://ci.example/unit', word: 'timed_out' }],
      why: 'a required check failed',
    },
  })
  expect(valueIn(run)?.id).toBe(RUN)
  expect(sent.map(({ operation, body }) => [operation, body['includeTimeline']])).toEqual([
    ['getSubmittedPullRequest', true],
    ['getMergeQueueTestingDetails', undefined],
  ])
})

test('nothing is asked where nothing of it is needed', async () => {
  const { source, sent } = play()
  const snapshot = { facts: {}, context: context(), doubts: [] }
  expect(await source.explain?.(snapshot, ['checks'], new AbortController().signal)).toEqual({})
  expect(sent).toEqual([])
})

describe('read leniently', () => {
  test.each<[string, entry: object, expected: object]>([
    [
      'names as texts, as contexts, and odd ones',
      failure({ failureCausingStatuses: ['a', { context: 'b' }, { url: 'x' }, 7] }),
      {
        failedChecks: [
          { name: 'a', url: null },
          { name: 'b', url: null },
        ],
      },
    ],
    ['an actor as a text', failure({ actor: 'mona' }), { actor: 'mona' }],
    ['an actor as an object', failure({ actor: { gitHubLogin: 'mona' } }), { actor: 'mona' }],
  ])('%s', async (_, entry, expected) => {
    expect(rendered(await explained([entry, BEGIN])).removal).toMatchObject({ value: expected })
  })

  test.each<[string, timeline: unknown, pr?: object]>([
    ['no timeline', undefined],
    ['an empty one', []],
    ['entries that are none', [null, 7, 'x']],
    ['another state', [failure()], { ...OUT, state: 'cancelled' }],
    ['the end of an earlier stay', [{ ...failure(), timestamp: '2025-03-11T09:39:59.999Z' }]],
    ['the pull request is in the queue again', [testRun, BEGIN, failure()], submittedPullRequest],
  ])('no removal: %s', async (_, timeline, pr) => {
    expect((await explained(timeline, pr)).removal).toEqual({ absent: true })
  })

  test.each<[string, timeline: unknown, id: string | null]>([
    ['of a pass', [failure(), { testsPassed: { testRunId: RUN } }, BEGIN], RUN],
    ['only of an earlier stay', [failure(), BEGIN, testRun], null],
    ['a branch without a name', [failure(), { testRun: { branch: '' } }, BEGIN], null],
  ])('the run %s', async (_, timeline, id) => {
    expect(valueIn((await explained(timeline)).testRun)?.id ?? null).toBe(id)
  })

  test('how often it was thrown out', async () => {
    const earlier = { cancellation: { reason: 'user_requested' } }
    expect((await explained([failure(), BEGIN, earlier, BEGIN])).removalCount).toEqual({ value: 2 })
    expect((await explained(undefined)).removalCount).toBe(undefined)
  })

  test('whom it waits for', async () => {
    const held = { pendingFailure: { waitingFor: [{ prNumber: 41, prUrl: 'https://x.example/41' }, { prUrl: 'x' }] } }
    const { blockers } = await explained([held, BEGIN], { ...submittedPullRequest, state: 'pending_failure' })
    expect(blockers).toEqual({ value: [{ number: 41, url: 'https://x.example/41' }] })
  })
})

test.each<[string, World, told: string]>([
  ['another shape', {}, 'member `timeline` is not an array'],
  ['a refusal', { getSubmittedPullRequest: () => answered(400, 'unknown member') }, 'answered 400: "unknown member"'],
])('%s is a failure of what explains', async (_, world, told) => {
  const { removal } = await explained('later', OUT, world)
  const { failure: found } = removal as { failure: { message: string } }
  expect(asText(found.message)).toContain(told)
})

test.each([
  ['one removal', [failure(), BEGIN], { value: 1 }],
  ['no removal, though it is out: the timeline lags', [BEGIN], undefined],
] as const)('how often it was removed: %s', async (_, timeline, removalCount) => {
  expect((await explained(timeline)).removalCount).toEqual(removalCount)
})
