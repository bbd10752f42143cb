import { describe, expect, test } from 'vitest'
import type { PullRequest, Queue, ReportedStatus, TestRun } from '../../../src/facts/facts.ts'
import { valueIn } from '../../../src/facts/reading.ts'
import { asText, rendered } from '../../../src/text/message.ts'
import { HEAD, OTHER, TEST_RUN_ID, TIP } from '../../builders.ts'
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
    usedDefaultPriorityName: 'medium',
    readiness: bodies.readiness({ mergeability: 'notMergeable', mergeabilityDetails: { provider: 'github', reasons } }),
  }
  expect(await pullRequestOf({ htmlUrl: 'https://service.example/acme/rocket/42' }, entry)).toEqual({
    number: 42,
    sha: HEAD,
    title: 'More thrust',
    baseBranch: 'main',
    author: 'mona',
    id: 'entry-42',
    state: 'testing',
    stateChangedAt: '2025-03-01T11:48:00.000Z',
    priorityValue: 100,
    priorityName: 'medium',
    usedDefaultPriorityName: 'medium',
    skipTheLine: true,
    forceEnqueued: true,
    submitted: true,
    readiness: {
      requiresImpactedTargets: false,
      hasImpactedTargets: false,
      baseBranchMatches: true,
      mergeability: 'not_mergeable',
    },
    mergeabilityDetails: [
      { code: 'reviewRequired', message: 'A review is missing', have: 0, need: 1, check: null, number: null },
    ],
    page: 'https://service.example/acme/rocket/42',
    estimatedSeconds: null,
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
    ['MERGED', 'unknown:MERGED'],
    ['merged ', 'unknown:merged '],
    ['constructor', 'unknown:constructor'],
    ['__proto__', 'unknown:__proto__'],
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
    ['not_mergeable', 'unknown:not_mergeable'],
    [undefined, null],
  ])('the mergeability %j is %j', async (mergeability, expected) => {
    const entry = { readiness: bodies.readiness({ mergeability }) }
    expect(await pullRequestOf({}, entry)).toMatchObject({ readiness: { mergeability: expected } })
  })

  test.each<[string, Json | string]>([
    ['absent targets are not known', { hasImpactedTargets: undefined }],
    ['a readiness of another type says nothing', { mergeability: 7 }],
  ])('%s', async (_, over) => {
    const found = await pullRequestOf({}, { readiness: bodies.readiness(over as Json) })
    expect(found).toMatchObject({ readiness: { hasImpactedTargets: null } })
  })

  test.each([
    ['running', 'running'],
    ['paused', 'paused'],
    ['draining', 'draining'],
    ['switchingModes', 'switching_modes'],
    ['Running', 'unknown:Running'],
  ])('the queue state %j is %j', async (state, expected) => {
    expect(await queueWith({ state }, { queueState: state })).toMatchObject({ state: expected, doubts: [] })
  })

  test.each([
    ['queue', 'single', true],
    ['graph', 'parallel', false],
    ['single', 'unknown:single', false],
  ])('the mode %j is %j', async (mode, expected, ordered) => {
    expect(await queueWith({ mode })).toMatchObject({ mode: expected, ordered })
  })

  test.each([
    ['inProgress', 'in_progress'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['in_progress', 'unknown:in_progress'],
    ['Succeeded', 'unknown:Succeeded'],
  ])('the status %j of a run is %j', async (status, expected) => {
    expect(await runOf({ status })).toMatchObject({ status: expected })
  })

  test.each<[Json, ReportedStatus['outcome']]>([
    [{}, 'passed'],
    [{ providerConclusion: undefined }, 'passed'],
    [{ providerConclusion: undefined, conclusion: 'skipped' }, 'passed'],
    [{ providerConclusion: undefined, conclusion: 'failure' }, 'failed'],
    [{ providerConclusion: undefined, conclusion: 'timeout' }, 'failed'],
    [{ providerConclusion: undefined, conclusion: 'cancelled' }, 'failed'],
    [{ providerConclusion: undefined, conclusion: 'neutral' }, 'unknown'],
    [{ providerConclusion: undefined, conclusion: 'SUCCESS' }, 'unknown'],
    [{ providerConclusion: undefined, conclusion: undefined }, 'unknown'],
    [{ providerConclusion: 'NEUTRAL', conclusion: 'neutral' }, 'passed'],
    [{ providerConclusion: 'ACTION_REQUIRED', conclusion: 'neutral' }, 'failed'],
    [{ providerConclusion: 'STARTUP_FAILURE', conclusion: 'failure' }, 'failed'],
    [{ providerConclusion: 'STALE', conclusion: 'neutral' }, 'unknown'],
    [{ providerConclusion: 'ERROR', conclusion: 'failure' }, 'failed'],
    [{ providerConclusion: 'success' }, 'unknown'],
    [{ providerConclusion: 'toString' }, 'unknown'],
    [{ status: 'queued' }, 'pending'],
    [{ status: 'inProgress' }, 'pending'],
    [{ status: 'waiting' }, 'pending'],
    [{ status: undefined }, 'pending'],
  ])('a check with %j', async (over, outcome) => {
    expect(await runOf({ checks: [bodies.check('unit', over)] })).toMatchObject({
      reported: [{ name: 'unit', url: 'https://ci.example/unit', outcome }],
    })
  })
})

describe('the branch of a bisection', () => {
  const ID = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
  const OTHER = '4f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'

  test.each<[string, isBisection: boolean | null, names: string, doubts: number]>([
    ['a bisection names the run that it splits', true, OTHER, 0],
    ['no bisection, and it names another run', false, OTHER, 1],
    ['not said, and it names another run', null, OTHER, 1],
    ['no bisection, and it names itself', false, ID, 0],
  ])('%s', async (_, isBisection, names, doubts) => {
    const testBranch = `q-merge/pr-42/${names}-bisection-1`
    expect(await runOf({ isBisection, testBranch })).toHaveProperty('doubts.length', doubts)
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

  test('the row of another number is no "never submitted"', async () => {
    expect(await pullRequestOf({ number: 43, isCurrentlySubmittedToQueue: false }, null)).toMatchObject({ number: 43 })
  })

  test('never submitted: no row', async () => {
    const { source } = play({ pullRequests: [] })
    expect((await poll(source)).pullRequest).toEqual({ absent: true })
  })

  test.each<[string, Json, Json | null, string[], string]>([
    ['submitted without an entry', {}, null, ['submitted', 'state'], 'not to the queue of "main"'],
    ['submitted to another queue', {}, another, ['submitted', 'state'], 'not to the queue of "main"'],
    ['closed at its host', { state: 'closed' }, {}, ['submitted', 'state'], 'but its host calls it `closed`'],
    ['merged at its host', { state: 'merged' }, {}, ['submitted', 'state'], 'but its host calls it `merged`'],
    [
      'closed at its host, and out without an end',
      { state: 'closed', isCurrentlySubmittedToQueue: false },
      { state: 'notReady' },
      ['submitted', 'state'],
      'its state is `not_ready`',
    ],
    ['of another repository', { repositoryId: 'another' }, {}, ['number'], 'with a pull request of another repository'],
    [
      'of another one, out',
      { repositoryId: 'another', isCurrentlySubmittedToQueue: false },
      null,
      ['number'],
      'another',
    ],
  ])('a contradiction: %s', async (_, row, entry, members, told) => {
    const found = rendered(await pullRequestOf(row, entry)) as { doubts: unknown[] }
    expect(found.doubts).toEqual([
      { members, code: 'contradictory-answer', message: expect.stringContaining(told), forGood: false },
    ])
  })

  test.each<[string, Json, Json]>([
    ['merged and closed', { state: 'closed', isCurrentlySubmittedToQueue: false }, { state: 'merged' }],
    ['failed, and closed since', { state: 'closed', isCurrentlySubmittedToQueue: false }, { state: 'failed' }],
    [
      'merged, and not mergeable',
      { state: 'merged', isCurrentlySubmittedToQueue: false },
      { state: 'merged', readiness: bodies.readiness({ mergeability: 'notMergeable' }) },
    ],
    ['an unknown state of the host', { state: 'hibernating' }, {}],
  ])('no contradiction: %s', async (_, row, entry) => {
    expect(await pullRequestOf(row, entry)).toMatchObject({ doubts: [] })
  })

  test.each<[string, World]>([
    ['two rows', { pullRequests: [bodies.pullRequest(), bodies.pullRequest()] }],
    ['more rows on another page', { pullRequests: bodies.listOf([bodies.pullRequest()], { hasMore: true }) }],
    ['two repositories', { repositories: [bodies.repository(), bodies.repository()] }],
    ['another repository', { repositories: [bodies.repository({ path: 'acme/lander' })] }],
    ['a repository of another host', { repositories: [bodies.repository({ host: 'git.example' })] }],
    ['two queues', { queues: [bodies.queue(), bodies.queue()] }],
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

  test('a repository counts in any letter case', async () => {
    const { source } = play({
      repositories: [bodies.repository({ path: 'ACME/Rocket', host: 'GitHub.com' })],
    })
    expect((await poll(source)).pullRequest.kind).toBe('read')
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

  test.each<[string, Json, Json, string[]]>([
    ['the order has another state', {}, { queueState: 'paused' }, ['queue-state']],
    ['more are listed than counted', {}, { awaitingAdmission: [bodies.listed(5)] }, ['queue-list']],
    ['of another repository', { repositoryId: 'another' }, {}, ['queue']],
    ['of another branch', { targetBranch: 'develop' }, {}, ['queue']],
  ])('a contradiction: %s', async (_, over, inOrder, members) => {
    expect(await queueWith(over, inOrder)).toMatchObject({ doubts: [{ members, code: 'contradictory-answer' }] })
  })

  test('nothing is believed of a pull request whose queue is that of another branch', async () => {
    const { source } = play({ queues: [bodies.queue({ targetBranch: 'develop' })] })
    expect((await poll(source)).pullRequest).toMatchObject({ value: { doubts: [{ members: ['number'] }] } })
  })

  test('every member of the configuration finds its place', async () => {
    const config = {
      concurrency: 3,
      bisectionConcurrency: 1,
      pendingFailureDepth: 2,
      batchingMaxWaitTimeMinutes: 5,
      batchingMinSize: 2,
      testingTimeoutMinutes: 90,
      canOptimisticallyMerge: true,
      allowBatching: true,
      createsPrsForTestingBranches: true,
      areCommentsEnabled: false,
      areCommandsEnabled: true,
      isStatusCheckEnabled: false,
      requiredStatuses: ['unit'],
      directMergeMode: 'always',
      optimizationMode: 'bisectionSkipRedundantTests',
      mergeMethod: 'mergeCommit',
    }
    expect(await queueWith({ config }, { batches: [] })).toEqual({
      state: 'running',
      branch: 'main',
      mode: 'single',
      ordered: true,
      concurrency: 3,
      testingTimeoutMinutes: 90,
      canOptimisticallyMerge: true,
      pendingFailureDepth: 2,
      batch: true,
      batchingMaxWaitTimeMinutes: 5,
      batchingMinSize: 2,
      createPrsForTestingBranches: true,
      commentsEnabled: false,
      commandsEnabled: true,
      statusCheckEnabled: false,
      bisectionConcurrency: 1,
      requiredStatuses: ['unit'],
      directMergeMode: 'always',
      optimizationMode: 'bisection_skip_redundant_tests',
      mergeMethod: 'merge_commit',
      entries: [],
      doubts: [],
    })
    expect(await queueWith({ config: undefined })).toMatchObject({ concurrency: null, requiredStatuses: null })
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
      impactedTargets: {
        all: { impactedTargets: ['//a', '//b'] },
        testedPullRequestsOnly: { impactedTargets: ['//a'] },
      },
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
      requiredStatusesSource: 'merge_instance',
      reported: [
        { name: 'unit', url: 'https://ci.example/unit', outcome: 'passed' },
        { name: 'lint', url: 'https://ci.example/LINT', outcome: 'passed' },
      ],
      reportedIsWhole: true,
      pullRequests: [{ number: 42, url: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' }],
      impactedTargets: ['//a', '//b'],
      impactedTargetsForTestedPullRequests: ['//a'],
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

  test('another id than asked for is a contradiction', async () => {
    expect(await runOf({ id: 'another' })).toMatchObject({ doubts: [{ members: ['test-run-status'] }] })
  })

  test('a 404 is an answer', async () => {
    const { source } = play({ run: () => refused(404, 'VERIFICATION_RUN_NOT_FOUND') })
    expect((await poll(source, { testRunId: 'x' })).testRun).toEqual({ absent: true })
  })
})

describe('errors', () => {
  test.each<[string, () => ReturnType<typeof refused>, string, string]>([
    ['401', () => refused(401, 'INVALID_TOKEN'), 'token-refused', 'The service refused `api-token` (401).'],
    ['403', () => refused(403, 'INSUFFICIENT_PERMISSIONS'), 'token-refused', 'The service refused `api-token` (403).'],
    ...[400, 404, 500, 503].map((status): [string, () => ReturnType<typeof refused>, string, string] => [
      `no permission, told as ${status}`,
      () => refused(status, 'INSUFFICIENT_PERMISSIONS'),
      'token-refused',
      `The service refused \`api-token\` (${status}).`,
    ]),
    [
      'no permission, told as the rate limit',
      () => refused(429, 'INSUFFICIENT_PERMISSIONS'),
      'service-unavailable',
      'queue.example answered 429 (rate limited), five times',
    ],
    [
      'an unknown repository',
      () => refused(404, 'PROVIDER_URL_NOT_FOUND'),
      'not-found',
      'The service knows no repository https://github.com/acme/rocket.',
    ],
    [
      'an unknown code counts by its status',
      () => refused(400, 'OUT_OF_LUCK'),
      'request-refused',
      'OUT_OF_LUCK: It is as it is.',
    ],
    ['a rate limit', () => refused(429, 'RATE_LIMIT_EXCEEDED'), 'service-unavailable', '429 (rate limited)'],
    ['an outage', () => refused(502, 'UPSTREAM_ERROR'), 'service-unavailable', 'answered 502'],
  ])('%s', async (_, answer, code, told) => {
    const { pullRequest, queue } = await poll(play({ repositories: answer }).source)
    expect([pullRequest.kind, queue.kind]).toEqual(['failed', 'failed'])
    const failure = isFailed(pullRequest) ? pullRequest.failure : null
    expect(failure?.code).toBe(code)
    expect(asText(failure?.message ?? '')).toContain(told)
  })
})

test('the commit that is listed is the one that the queue has', async () => {
  const inOrder = { batches: [bodies.batch('testing', [], { pullRequests: [bodies.listed(42, { sha: OTHER })] })] }
  expect(await queueWith({}, inOrder)).toMatchObject({ entries: [{ number: 42, sha: OTHER, title: 'More thrust' }] })
})
