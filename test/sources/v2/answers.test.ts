import { describe, expect, test } from 'vitest'
import type { PullRequest, Queue, TestRun } from '../../../src/facts/facts.ts'
import { failureIn, isFailed, valueIn } from '../../../src/facts/facts.ts'
import { asText, rendered } from '../../../src/text/message.ts'
import { HEAD, TEST_RUN_ID, TIP } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'
import * as bodies from './bodies.ts'
import { play, poll, refused, type World } from './world.ts'

async function pullRequestOf(over: Json = {}, entry: Json | null = {}): Promise<PullRequest | null | string> {
  const { source } = play({ pullRequests: [bodies.pullRequest(over, entry)] })
  const reading = (await poll(source, { reads: ['pull-request'] })).pullRequest
  return isFailed(reading) ? reading.failure.code : valueIn(reading)
}

async function queueOf(world: World): Promise<Queue | null | string> {
  const reading = (await poll(play(world).source, { reads: ['queue'] })).queue
  return isFailed(reading) ? reading.failure.code : valueIn(reading)
}

const queueWith = (over: Json, inOrder: Json = {}) =>
  queueOf({ queues: [bodies.queue(over)], order: bodies.order(inOrder) })

async function runOf(over: Json = {}): Promise<TestRun | null | string> {
  const { source } = play({ run: bodies.run(over) })
  const reading = (await poll(source, { reads: ['test-run'], testRunId: TEST_RUN_ID })).testRun
  return isFailed(reading) ? reading.failure.code : valueIn(reading)
}

test('every member of a pull request finds its place', async () => {
  const reasons = [
    { code: 'reviewRequired', message: 'A review is missing', have: 0, need: 1 },
    { message: 'without a code' },
  ]
  const entry = {
    direct: true,
    skipsTheLine: true,
    readiness: bodies.readiness({ mergeability: 'notMergeable', mergeabilityDetails: { provider: 'github', reasons } }),
  }
  expect(await pullRequestOf({ htmlUrl: 'https://service.example/acme/rocket/42' }, entry)).toEqual({
    number: 42,
    headSha: HEAD,
    title: 'More thrust',
    baseBranch: 'main',
    state: 'testing',
    stateChangedAt: '2025-03-01T11:48:00.000Z',
    forceEnqueued: true,
    submitted: true,
    readiness: {
      requiresImpactedTargets: false,
      hasImpactedTargets: false,
      baseBranchMatches: true,
      mergeability: 'not_mergeable',
    },
    blockReasons: ['"A review is missing"', '"without a code"'],
    page: 'https://service.example/acme/rocket/42',
    removal: null,
    doubts: [],
  })
})

describe('words', () => {
  test.each<[unknown, string | null]>([
    ['notReady', 'not_ready'],
    ['pending', 'pending'],
    ['testing', 'testing'],
    ['testsPassed', 'tests_passed'],
    ['pendingFailure', 'pending_failure'],
    ['merged', 'merged'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['tests_passed', 'unknown:tests_passed'],
    ['Merged', 'unknown:Merged'],
    ['constructor', 'unknown:constructor'],
    [undefined, null],
    [null, null],
  ])('the state %j is %j', async (state, expected) => {
    expect(await pullRequestOf({}, { state })).toMatchObject({ state: expected })
  })

  test.each([
    ['mergeable', 'mergeable'],
    ['notMergeable', 'not_mergeable'],
    ['inProgress', 'in_progress'],
    ['unspecified', 'unspecified'],
  ])('the mergeability %j is %j', async (mergeability, expected) => {
    const entry = { readiness: bodies.readiness({ mergeability }) }
    expect(await pullRequestOf({}, entry)).toMatchObject({ readiness: { mergeability: expected } })
  })

  test.each([
    ['running', 'running'],
    ['paused', 'paused'],
    ['draining', 'draining'],
    ['switchingModes', 'switching_modes'],
  ])('the queue state %j is %j', async (state, expected) => {
    expect(await queueWith({ state }, { queueState: state })).toMatchObject({ state: expected, doubts: [] })
  })

  test.each([
    ['queue', true],
    ['graph', false],
    ['single', false],
  ])('in mode %j the entries stand in one line: %s', async (mode, isOrdered) => {
    expect(await queueWith({ mode })).toMatchObject({ isOrdered })
  })

  test.each([
    ['inProgress', 'in_progress'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
  ])('the status %j of a run is %j', async (status, expected) => {
    expect(await runOf({ status })).toMatchObject({ status: expected })
  })

  const none = { providerConclusion: undefined }

  test.each<[Json, outcome: string, word: string]>([
    [{}, 'passed', 'success'],
    [none, 'passed', 'success'],
    [{ ...none, conclusion: 'skipped' }, 'passed', 'skipped'],
    [{ ...none, conclusion: 'failure' }, 'failed', 'failure'],
    [{ ...none, conclusion: 'timeout' }, 'failed', 'timed_out'],
    [{ ...none, conclusion: 'cancelled' }, 'failed', 'cancelled'],
    [{ ...none, conclusion: 'neutral' }, 'unknown', 'unknown'],
    [{ ...none, conclusion: 'SUCCESS' }, 'unknown', 'unknown'],
    [{ ...none, conclusion: undefined }, 'unknown', 'unknown'],
    [{ providerConclusion: 'NEUTRAL', conclusion: 'neutral' }, 'passed', 'neutral'],
    [{ providerConclusion: 'ACTION_REQUIRED', conclusion: 'neutral' }, 'failed', 'action_required'],
    [{ providerConclusion: 'STARTUP_FAILURE' }, 'failed', 'startup_failure'],
    [{ providerConclusion: 'TIMED_OUT' }, 'failed', 'timed_out'],
    [{ providerConclusion: 'STALE', conclusion: 'neutral' }, 'unknown', 'stale'],
    [{ providerConclusion: 'ERROR', conclusion: 'failure' }, 'failed', 'error'],
    [{ providerConclusion: 'success' }, 'unknown', 'unknown'],
    [{ status: 'queued' }, 'pending', 'queued'],
    [{ status: 'inProgress' }, 'pending', 'in_progress'],
    [{ status: 'queued', providerStatus: 'WAITING' }, 'pending', 'waiting'],
    [{ status: 'later' }, 'pending', 'in_progress'],
    [{ status: undefined }, 'pending', 'in_progress'],
  ])('a check with %j', async (over, outcome, word) => {
    expect(await runOf({ checks: [bodies.check('unit', over)] })).toMatchObject({
      reported: [{ name: 'unit', url: 'https://ci.example/unit', outcome, word }],
    })
  })
})

describe('pull requests', () => {
  const another = { mergeQueueId: 'another1' }

  test.each<[string, Json, Json | null]>([
    ['a row without an entry', { isCurrentlySubmittedToQueue: false }, null],
    ['a row whose entry is null', { isCurrentlySubmittedToQueue: false, queueEntry: null }, null],
    ['an entry of another queue', { isCurrentlySubmittedToQueue: false }, another],
  ])('never submitted: %s', async (_, row, entry) => {
    expect(await pullRequestOf(row, entry)).toBeNull()
  })

  test('never submitted: no row', async () => {
    const { source } = play({ pullRequests: [] })
    expect((await poll(source)).pullRequest).toEqual({ absent: true })
  })

  test.each<[string, Json | null]>([
    ['without an entry', null],
    ['to another queue', another],
  ])('a contradiction: submitted %s', async (_, entry) => {
    const found = await pullRequestOf({}, entry)
    expect(rendered(found)).toMatchObject({
      state: null,
      doubts: [
        {
          answerParts: ['pull-request-state'],
          code: 'contradictory-answer',
          message: expect.stringContaining('it is submitted, but not to the queue of "main"'),
          remedy: 'Check `target-branch`; if it is right, run the job again in a minute.',
        },
      ],
    })
  })

  test.each<[string, Json, Json]>([
    ['closed at its host', { state: 'closed' }, {}],
    ['merged at its host', { state: 'merged' }, {}],
    [
      'merged, and not mergeable',
      { isCurrentlySubmittedToQueue: false },
      { state: 'merged', readiness: bodies.readiness({ mergeability: 'notMergeable' }) },
    ],
  ])('no contradiction: %s', async (_, row, entry) => {
    expect(await pullRequestOf(row, entry)).toMatchObject({ doubts: [] })
  })

  test('of a merge, the state says how it left', async () => {
    const merged = await pullRequestOf({ isCurrentlySubmittedToQueue: false }, { state: 'merged' })
    expect(merged).toMatchObject({ removal: { reason: 'merged', at: '2025-03-01T11:48:00.000Z', sourceText: null } })
  })

  test.each<[string, World]>([
    ['two rows', { pullRequests: [bodies.pullRequest(), bodies.pullRequest()] }],
    ['more rows on another page', { pullRequests: bodies.listOf([bodies.pullRequest()], { hasMore: true }) }],
    ['two repositories', { repositories: [bodies.repository(), bodies.repository()] }],
    ['another repository', { repositories: [bodies.repository({ path: 'acme/lander' })] }],
    ['a repository of another host', { repositories: [bodies.repository({ host: 'git.example' })] }],
    ['two queues', { queues: [bodies.queue(), bodies.queue()] }],
    ['the queue of another branch', { queues: [bodies.queue({ targetBranch: 'develop' })] }],
    ['the queue of another repository', { queues: [bodies.queue({ repositoryId: 'another' })] }],
    ['another number', { pullRequests: [bodies.pullRequest({ number: 43 })] }],
    ['a pull request of another repository', { pullRequests: [bodies.pullRequest({ repositoryId: 'another' })] }],
    ['a flag that is a text', { pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: 'true' })] }],
    ['no flag', { pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: undefined })] }],
    ['no envelope', { pullRequests: bodies.pullRequest() }],
    ['a 404 of the edge', { pullRequests: () => ({ status: 404, headers: {}, body: Buffer.from('not found') }) }],
    [
      'a 404 with an odd error',
      { repositories: () => ({ status: 404, headers: {}, body: Buffer.from('{"error":"x"}') }) },
    ],
  ])('breaks the contract: %s', async (_, world) => {
    const { pullRequest } = await poll(play(world).source)
    expect(pullRequest).toMatchObject({ failure: { code: 'contract-broken' } })
  })

  test('a pull request in a repository that is gone was not "never submitted"', async () => {
    const { pullRequest } = await poll(play({ pullRequests: () => refused(404, 'REPOSITORY_NOT_FOUND') }).source)
    expect(pullRequest).toMatchObject({ failure: { code: 'not-found', outage: false } })
  })

  test('a repository counts in any letter case', async () => {
    const { source } = play({
      repositories: [bodies.repository({ path: 'ACME/Rocket', host: 'GitHub.com' })],
    })
    expect(valueIn((await poll(source)).pullRequest)?.number).toBe(42)
  })
})

describe('queues', () => {
  const entriesOf = async (inOrder: Json) => {
    const found = await queueWith({}, inOrder)
    if (found === null || typeof found === 'string') return found
    return found.entries?.map(({ number, state }) => [number, state]) ?? null
  }

  test('the list: batches, then pending ones, then those that await admission', async () => {
    const inOrder = {
      batches: [bodies.batch('testsPassed', [1]), bodies.batch('testing', [2, 3])],
      pending: [bodies.pendingEntry(4)],
      awaitingAdmission: [bodies.listed(5)],
      awaitingAdmissionTotal: 3,
    }
    expect(await entriesOf(inOrder)).toEqual([
      [1, 'tests_passed'],
      [2, 'testing'],
      [3, 'testing'],
      [4, 'pending'],
      [5, 'pending'],
      [null, 'pending'],
      [null, 'pending'],
    ])
  })

  test.each<[string, Json, unknown]>([
    [
      'one that stands twice counts once, as live',
      { batches: [bodies.batch('failed', [1, 2]), bodies.batch('testing', [2], { isBisection: true })] },
      [
        [1, 'failed'],
        [2, 'testing'],
      ],
    ],
    ['a batch in an unknown state', { batches: [bodies.batch('hibernating', [1])] }, [[1, 'unknown:hibernating']]],
    [
      'an entry without a number',
      { batches: [bodies.batch('testing', [], { pullRequests: [{}] })] },
      [[null, 'testing']],
    ],
    ['a batch that lists no pull request', { batches: [bodies.batch('testing', [])] }, [[null, 'testing']]],
    ['an entry that is null', { pending: [null], batches: [] }, [[null, 'pending']]],
    ['no batches', { batches: undefined }, null],
    ['a batch that is none', { batches: [null] }, null],
    ['no pending ones', { pending: undefined }, null],
    ['none that await admission', { awaitingAdmission: null }, null],
    ['no total', { awaitingAdmissionTotal: undefined }, null],
    ['empty', { batches: [] }, []],
    ['a total beyond all bounds', { awaitingAdmissionTotal: 1e9 }, 'contract-broken'],
  ])('the list: %s', async (_, inOrder, expected) => {
    expect(await entriesOf(inOrder)).toEqual(expected)
  })

  test('a contradiction: the order has another state', async () => {
    const found = await queueWith({}, { queueState: 'paused' })
    expect(found).toMatchObject({ doubts: [{ answerParts: ['queue-state'], code: 'contradictory-answer' }] })
  })

  test('the configuration names what is required', async () => {
    const config = { concurrency: 3, allowBatching: true, mergeMethod: 'mergeCommit', requiredStatuses: ['unit'] }
    expect(await queueWith({ config }, { batches: [] })).toEqual({
      state: 'running',
      branch: 'main',
      isOrdered: true,
      requiredStatuses: ['unit'],
      entries: [],
      doubts: [],
    })
    expect(await queueWith({ config: undefined })).toMatchObject({ requiredStatuses: null })
    expect(await queueWith({ config: { requiredStatuses: ['unit', null] } })).toMatchObject({ requiredStatuses: null })
  })

  test('no queue of the branch', async () => {
    expect(await queueOf({ queues: [] })).toBeNull()
  })

  test('the queue and its order are one read', async () => {
    expect(await queueOf({ order: () => refused(403, 'INSUFFICIENT_PERMISSIONS') })).toBe('token-refused')
  })
})

describe('test runs', () => {
  test('every member finds its place', async () => {
    const over = {
      dependentPullRequests: [bodies.listed(41)],
      testedPullRequests: [{ ...bodies.listed(42), url: 'https://github.com/acme/rocket/pull/42' }, bodies.listed(42)],
      checks: [bodies.check('unit'), bodies.check('LINT', { kind: 'statusCheck' })],
      requiredStatuses: ['unit', 'lint'],
    }
    expect(await runOf(over)).toEqual({
      id: TEST_RUN_ID,
      status: 'succeeded',
      createdAt: '2025-03-01T11:48:00.000Z',
      testBranch: `queue-merge/pr-42/${TEST_RUN_ID}`,
      testBranchSha: TIP,
      requiredStatuses: ['unit', 'lint'],
      reported: [
        { name: 'unit', url: 'https://ci.example/unit', outcome: 'passed', word: 'success' },
        { name: 'lint', url: 'https://ci.example/LINT', outcome: 'passed', word: 'success' },
      ],
      reportedIsWhole: true,
      pullRequests: [{ number: 42, url: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' }],
      dependentPullRequests: [41],
      doubts: [],
    })
  })

  test.each<[string, Json, boolean]>([
    ['no checks', { checks: undefined }, false],
    ['a check without a name', { checks: [bodies.check('')] }, false],
    ['none', { checks: [] }, true],
  ])('what was reported is whole: %s', async (_, over, whole) => {
    expect(await runOf(over)).toMatchObject({ reportedIsWhole: whole })
  })

  test('another id than asked for breaks the contract', async () => {
    expect(await runOf({ id: 'another' })).toBe('contract-broken')
  })

  test.each<[string, Json, Partial<TestRun>]>([
    ['a branch of any name', { testBranch: 'trunk-merge/01HX3K' }, { testBranch: 'trunk-merge/01HX3K' }],
    ['no branch and no commit', { testBranch: undefined, testBranchSha: undefined }, { testBranchSha: '' }],
    ['a check that is none', { checks: [7] }, { reported: [], reportedIsWhole: false }],
  ])('is an answer: %s', async (_, over, expected) => {
    expect(await runOf(over)).toMatchObject(expected)
  })

  test('a 404 is an answer', async () => {
    const { source } = play({ run: () => refused(404, 'VERIFICATION_RUN_NOT_FOUND') })
    expect((await poll(source, { testRunId: 'x' })).testRun).toEqual({ absent: true })
  })
})

test.each<[string, status: number, error: string, code: string, told: string]>([
  ...[400, 403, 404, 500].map((status): [string, number, string, string, string] => [
    `no permission, told as ${status}`,
    status,
    'INSUFFICIENT_PERMISSIONS',
    'token-refused',
    `queue.example refused \`api-token\` (${status}).`,
  ]),
  [
    'no permission, told as the rate limit',
    429,
    'INSUFFICIENT_PERMISSIONS',
    'service-unavailable',
    '429 (rate limited)',
  ],
  ['an unknown code counts by its status', 400, 'OUT_OF_LUCK', 'request-refused', 'OUT_OF_LUCK: It is as it is.'],
  ['an outage', 502, 'UPSTREAM_ERROR', 'service-unavailable', 'answered 502'],
])('an error: %s', async (_, status, error, code, told) => {
  const { pullRequest, queue } = await poll(play({ repositories: () => refused(status, error) }).source)
  expect([failureIn(pullRequest)?.code, failureIn(queue)?.code]).toEqual([code, code])
  expect(asText(failureIn(pullRequest)?.message ?? '')).toContain(told)
})
