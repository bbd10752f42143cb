import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Read } from '../../../src/facts/conditions.ts'
import type { PullRequest, Removal } from '../../../src/facts/facts.ts'
import { isFailed, isRead, valueIn } from '../../../src/facts/reading.ts'
import { asText } from '../../../src/text/message.ts'
import { OTHER, pullRequest as pullRequestFacts, TEST_RUN_ID } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'
import { answered } from '../doubles.ts'
import * as bodies from './bodies.ts'
import { play, poll, refused, type World } from './world.ts'

const REPOSITORY = `repositories?providerUrl=${encodeURIComponent('https://github.com/acme/rocket')}`
const QUEUES = `queues?repositoryId=${bodies.REPOSITORY}&targetBranch=main`
const ROW = `pullRequests?repositoryId=${bodies.REPOSITORY}&number=42`
const ABOUT_QUEUE = { reads: ['pull-request', 'queue'] as const }

describe('requests', () => {
  test('the first poll resolves the ids, and later ones ask at once', async () => {
    const { source, sent } = play()
    await poll(source, { reads: [...ABOUT_QUEUE.reads] })
    expect(sent.splice(0)).toEqual([REPOSITORY, QUEUES, ROW, 'order'])
    await poll(source, { reads: [...ABOUT_QUEUE.reads] })
    expect(sent.toSorted()).toEqual(['order', ROW, 'queue'])
  })

  test('independent requests are sent at once', async () => {
    const waves: string[][] = []
    const open: (() => void)[] = []
    const { source } = play({}, operation => {
      if (open.length === 0) {
        waves.push([])
        setImmediate(() => {
          for (const answer of open.splice(0)) answer()
        })
      }
      waves.at(-1)?.push(operation)
      return new Promise(resolve => open.push(resolve))
    })
    const asked = { reads: ['pull-request', 'queue', 'test-run'] as Read[] }
    await poll(source, asked)
    expect(waves.splice(0)).toEqual([['repositories'], ['queues'], ['pullRequests', 'order'], ['run']])
    await poll(source, asked)
    expect(waves.map(wave => wave.toSorted())).toEqual([['order', 'pullRequests', 'queue'], ['run']])
  })

  test('the run that the order names is one request more', async () => {
    const { source, sent } = play()
    const { testRun } = await poll(source, { reads: ['pull-request', 'queue', 'test-run'] })
    expect(valueIn(testRun)?.id).toBe(TEST_RUN_ID)
    expect(sent).toEqual([REPOSITORY, QUEUES, ROW, 'order', 'run'])
  })

  test('another target branch has another queue', async () => {
    const { source, sent } = play()
    await poll(source, { reads: ['queue'] })
    sent.splice(0)
    await poll(source, { reads: ['queue'], targetBranch: 'release' })
    expect(sent).toEqual([QUEUES.replace('main', 'release'), 'order'])
  })

  test('a run that is named by its id needs neither repository nor queue', async () => {
    const { source, sent } = play()
    await poll(source, { reads: ['test-run'], testRunId: TEST_RUN_ID })
    expect(sent).toEqual(['run'])
  })

  test('a branch without a queue is looked up again in each poll', async () => {
    const { source, sent } = play({ queues: nth => (nth === 1 ? [] : [bodies.queue()]) })
    expect((await poll(source, { reads: ['queue'] })).queue).toEqual({ absent: true })
    expect((await poll(source, { reads: ['queue'] })).queue.kind).toBe('read')
    expect(sent).toEqual([REPOSITORY, QUEUES, QUEUES, 'order'])
  })

  test('a branch without a queue is noticed on the way to the pull request', async () => {
    const { source } = play({ queues: [] })
    expect(await poll(source, { reads: ['pull-request'] })).toMatchObject({ queue: { absent: true } })
    expect(await poll(play().source, { reads: ['pull-request'] })).toMatchObject({ queue: undefined })
  })

  test('the message of an error is cleaned after its escapes are read', async () => {
    const error = '{"error":{"code":"VALIDATION_FAILED","message":"bad key \\u0061cme\\u005fv2_key"}}'
    const { source } = play({ pullRequests: () => answered(400, error) })
    const { pullRequest } = await poll(source, { reads: ['pull-request'] })
    expect(JSON.stringify(pullRequest)).toContain('VALIDATION_FAILED: bad key ***')
  })

  test('an outage of the first look-up leaves nothing behind', async () => {
    const { source } = play({
      repositories: nth => (nth <= 5 ? answered(503, 'down', { 'retry-after': '3600' }) : [bodies.repository()]),
    })
    expect((await poll(source)).pullRequest).toMatchObject({ failure: { outage: true } })
    for (let polls = 0; polls < 4; polls++) await poll(source)
    expect((await poll(source)).pullRequest.kind).toBe('read')
  })

  test.each([
    ['queue', 'order'],
    ['order', 'queue'],
  ])('an outage of the %s hides no refusal of the %s, which comes later', async (out, refusing) => {
    const later = { [out]: () => answered(503, 'down', { 'retry-after': '3600' }), [refusing]: () => answered(401, '') }
    const { source } = play(later, async operation => {
      if (operation === refusing) await setTimeout()
    })
    await poll(source, { reads: ['pull-request'] })
    expect((await poll(source, { reads: ['queue'] })).queue).toMatchObject({ failure: { code: 'token-refused' } })
  })

  test('nothing is asked that is not read', async () => {
    const { source, sent } = play()
    expect(await poll(source, { reads: [] })).toMatchObject({ pullRequest: undefined })
    expect(sent).toEqual([])
  })
})

describe('ids that the service forgot', () => {
  /** Answers of a queue that was deleted and made again after the first poll. */
  const remade = (over: World = {}): World => ({
    queues: nth => [bodies.queue({ id: nth === 1 ? bodies.QUEUE : 'remade12' })],
    ...over,
  })
  const second = async (world: World) => {
    const { source, sent } = play(world)
    await poll(source, { reads: [...ABOUT_QUEUE.reads] })
    sent.length = 0
    const found = await poll(source, { reads: [...ABOUT_QUEUE.reads] })
    return { ...found, sent }
  }

  test('a 404 of the queue: it is found anew, once', async () => {
    const { queue, sent } = await second(remade({ queue: () => refused(404, 'MERGE_QUEUE_NOT_FOUND') }))
    expect(queue).toMatchObject({ value: { state: 'running' } })
    expect(sent.filter(each => each === REPOSITORY || each === QUEUES)).toEqual([REPOSITORY, QUEUES])
  })

  test('a pull request that was read before by the old ids is doubted', async () => {
    const { queue } = await second(remade({ queue: () => refused(404, 'MERGE_QUEUE_NOT_FOUND') }))
    expect(queue).toMatchObject({ value: { doubts: [{ members: ['submitted', 'state', 'queue-list'] }] } })
  })

  test('an entry of another queue: both are read by the new ids', async () => {
    const { pullRequest, queue, sent } = await second(
      remade({
        pullRequests: nth => [bodies.pullRequest({}, { mergeQueueId: nth === 1 ? bodies.QUEUE : 'remade12' })],
      }),
    )
    expect(pullRequest).toMatchObject({ value: { state: 'testing', doubts: [] } })
    expect(queue).toMatchObject({ value: { doubts: [] } })
    expect(sent.filter(each => each === ROW)).toHaveLength(2)
  })

  test('an entry that is of another queue for good is asked about once a poll', async () => {
    const { pullRequest, sent } = await second({
      pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: false }, { mergeQueueId: 'another1' })],
    })
    expect(pullRequest).toEqual({ absent: true })
    expect(sent.filter(each => each === QUEUES)).toHaveLength(1)
    expect(sent.filter(each => each === ROW)).toHaveLength(1)
  })

  test('a row that is gone is looked for under a new id of the repository', async () => {
    const { pullRequest } = await second({
      repositories: nth => [bodies.repository({ id: nth === 1 ? bodies.REPOSITORY : 'made-anew' })],
      queues: nth => [bodies.queue({ repositoryId: nth === 1 ? bodies.REPOSITORY : 'made-anew' })],
      pullRequests: (nth, query) => {
        const isOld = query.get('repositoryId') === bodies.REPOSITORY
        return isOld && nth > 1 ? [] : [bodies.pullRequest({ repositoryId: query.get('repositoryId') })]
      },
    })
    expect(pullRequest).toMatchObject({ value: { number: 42, doubts: [] } })
  })

  test('a 404 on ids that were just resolved is a failed read, and nobody is "never submitted"', async () => {
    const { pullRequest } = await poll(play({ pullRequests: () => refused(404, 'REPOSITORY_NOT_FOUND') }).source)
    expect(pullRequest).toMatchObject({ failure: { code: 'not-found', outage: false } })
  })
})

describe('the run that the queue names', () => {
  const named = async (world: World) => (await poll(play(world).source, { reads: ['test-run'] })).testRun
  const inBatches = (...batches: Json[]): World => ({ order: bodies.order({ batches }) })

  test.each<[string, World, string]>([
    [
      'the first batch that holds it',
      inBatches(bodies.batch('failed', [7], { verificationRunId: 'seven' }), bodies.batch('testing', [42, 43])),
      'read',
    ],
    ['no batch', inBatches(), 'absent'],
    ['a bisection alone', inBatches(bodies.batch('testing', [42], { isBisection: true })), 'absent'],
    [
      'a batch that does not say whether it is one',
      inBatches(bodies.batch('testing', [42], { isBisection: null })),
      'absent',
    ],
    ...(
      [
        ['is malformed', { pullRequests: 'none' }],
        ['lists nobody', { pullRequests: [] }],
        ['lists somebody without a number', { pullRequests: [bodies.listed(7), { id: 'id-of-42' }] }],
      ] as const
    ).map(([name, over]): [string, World, string] => [
      `a batch that ${name} stands before`,
      inBatches(bodies.batch('testing', [7], over), bodies.batch('testing', [42])),
      'absent',
    ]),
    [
      'a bisection that lists nobody stands before',
      inBatches(bodies.batch('testing', [], { isBisection: true }), bodies.batch('testing', [42])),
      'read',
    ],
    ['a batch without a run', inBatches(bodies.batch('testing', [42], { verificationRunId: null })), 'absent'],
    [
      'it was never submitted',
      { pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: false }, null)] },
      'absent',
    ],
    ['its row is that of another', { pullRequests: [bodies.pullRequest({ number: 43 })] }, 'absent'],
    ['the branch has no queue', { queues: [] }, 'absent'],
    ['the order failed', { order: () => refused(400, 'VALIDATION_FAILED') }, 'failed'],
  ])('%s', async (_, world, kind) => {
    expect((await named(world)).kind).toBe(kind)
  })

  test('for a merged one, the run that its entry names', async () => {
    const merged = { state: 'merged', verifiedByVerificationRunId: 'the-one' }
    const { source, sent } = play({
      pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: false, state: 'merged' }, merged)],
      run: bodies.run({ id: 'the-one', isBisection: true }),
    })
    expect((await poll(source, { reads: ['test-run'] })).testRun).toMatchObject({
      value: { id: 'the-one', doubts: [] },
    })
    expect(sent).not.toContain('order')
  })

  test.each<[string, Json, string]>([
    ['another commit', { testedPullRequests: [bodies.listed(42, { sha: OTHER })] }, 'stale-head'],
    ['another pull request', { testedPullRequests: [bodies.listed(7)] }, 'contradictory-answer'],
    ['nobody says what', { testedPullRequests: undefined }, 'contradictory-answer'],
    ['two commits', { testedPullRequests: [bodies.listed(42), bodies.listed(42, { sha: OTHER })] }, 'stale-head'],
    ['it as a bisection', { isBisection: true }, 'contradictory-answer'],
  ])('it does not count where it tested %s', async (_, over, code) => {
    expect(await named({ run: bodies.run(over) })).toMatchObject({
      value: { doubts: [{ members: ['test-run-status'], code }] },
    })
  })
})

describe('why it left', () => {
  const OUT = pullRequestFacts({ submitted: false, state: 'failed' })
  const removed = async (history: Json[] | (() => ReturnType<typeof refused>), pr: PullRequest = OUT) => {
    const { source } = play({ history })
    await poll(source)
    return source.removal?.(pr)
  }

  test('everything that the history says', async () => {
    const failed = { failureCausingChecks: [{ name: 'unit', url: 'https://ci.example/unit' }, { url: 'nameless' }] }
    const history = [
      bodies.transition('failed', 'TEST_RUN_REQUIRED_STATUS_FAILED', { failed, actor: { gitHubLogin: 'mona' } }),
      bodies.transition('testing', null),
    ]
    expect(await removed(history)).toEqual({
      value: {
        reason: 'checks-failed',
        text: 'TEST_RUN_REQUIRED_STATUS_FAILED',
        actor: 'mona',
        at: '2025-03-01T11:48:00.000Z',
        failedChecks: [{ name: 'unit', url: 'https://ci.example/unit' }],
        certainty: 'certain',
      },
    })
  })

  test.each<[string | null, Removal['reason']]>([
    ['TEST_RUN_REQUIRED_STATUS_FAILED', 'checks-failed'],
    ['TEST_RUN_FAILED_BY_OPTIMIZATION', 'checks-failed'],
    ['TEST_RUN_TIMEOUT', 'timed-out'],
    ['START_TEST_RUN_MERGE_CONFLICT', 'conflict'],
    ['START_TEST_RUN_NO_BRANCH', 'other'],
    ['PR_PUSHED_TO', 'pushed-to'],
    ['PR_UPDATED_AT_MERGE_TIME', 'pushed-to'],
    ['USER_REQUESTED', 'by-person'],
    ['TRUNK_ADMIN_REQUESTED', 'by-person'],
    ['PR_CLOSED', 'closed'],
    ['PR_BASE_BRANCH_CHANGED', 'retargeted'],
    ['PR_MERGED_INTO_OTHER_BRANCH', 'retargeted'],
    ['NOT_READY_TIMEOUT_EXPIRED', 'not-ready-too-long'],
    ['GITHUB_API_MERGE_FAILED', 'provider-refused'],
    ['PR_CONVERTED_TO_DRAFT', 'other'],
    ['hasOwnProperty', 'other'],
    [null, 'other'],
  ])('%j is %s', async (reason, expected) => {
    expect(await removed([bodies.transition('failed', reason)])).toMatchObject({
      value: { reason: expected, text: reason },
    })
  })

  test.each<[string, Json[]]>([
    ['an empty history', []],
    ['nothing that ended it', [bodies.transition('testing', null)]],
    ['the end of another one', [bodies.transition('failed', 'TEST_RUN_TIMEOUT', { pullRequestId: 'another' })]],
    ['another end than that of its state', [bodies.transition('cancelled', 'USER_REQUESTED')]],
  ])('nothing is said by %s', async (_, history) => {
    expect(await removed(history)).toEqual({ absent: true })
  })

  test('an outage holds the step up for no longer than one exchange may take', async () => {
    const { source, calls } = play({ history: () => answered(503, 'down', { 'retry-after': '4' }) })
    await poll(source)
    expect(await source.removal?.(OUT)).toMatchObject({ failure: { outage: true } })
    expect(calls.at(-1)?.elapsedMs).toBeLessThanOrEqual(10_000)
  })

  test('a failure is a reading', async () => {
    expect(await removed(() => refused(400, 'VALIDATION_FAILED'))).toMatchObject({ kind: 'failed' })
  })
})

test.each<[string, World, string]>([
  ['the first of the list', {}, 'read'],
  ['one that does not test it', { runs: [bodies.run({ testedPullRequests: [bodies.listed(7)] })] }, 'absent'],
  ['none', { runs: [] }, 'absent'],
])('the newest run of a pull request: %s', async (_, world, kind) => {
  const { source } = play(world)
  await poll(source)
  expect((await source.newestRun?.(42))?.kind).toBe(kind)
})

describe('quarantined tests', () => {
  const listed = async (world: World) =>
    (await poll(play(world).source, { reads: ['quarantined-tests'] })).quarantinedTests
  const listWith = (rows: Json[], over: Json = { total: rows.length }) => listed({ tests: bodies.listOf(rows, over) })

  test('every member finds its place', async () => {
    const [first, second] = [
      bodies.test('ignites'),
      bodies.test('lands', { parentName: '', codeowners: null, variant: 'linux' }),
    ]
    const SINCE = '2025-03-01T11:48:00.000Z'
    const times = { quarantinedAt: SINCE, statusLastUpdatedAt: SINCE }
    expect(await listWith([first, second])).toEqual({
      value: {
        tests: [
          {
            name: 'ignites',
            parent: 'Engine',
            file: 'test/engine.test.ts',
            classname: 'Engine',
            variant: null,
            codeowners: ['@acme/propulsion'],
            ...times,
            testCaseId: 'test-ignites',
          },
          {
            name: 'lands',
            parent: null,
            file: 'test/engine.test.ts',
            classname: 'Engine',
            variant: 'linux',
            codeowners: [],
            ...times,
            testCaseId: 'test-lands',
          },
        ],
        pages: 1,
        totalRows: 2,
        leftOut: 0,
        partial: null,
        isUnknown: false,
      },
    })
  })

  test('a cursor of dots goes back as it came', async () => {
    const { source, sent } = play({
      tests: nth =>
        nth === 1
          ? bodies.listOf([bodies.test('a')], { total: 2, hasMore: true, nextCursor: '..' })
          : bodies.listOf([bodies.test('b')], { total: 2 }),
    })
    await poll(source, { reads: ['quarantined-tests'] })
    expect(sent.at(-1)).toMatch(/&cursor=\.\.$/)
  })

  test('the pages follow the cursor', async () => {
    const { source, sent } = play({
      tests: nth =>
        nth === 1
          ? bodies.listOf([bodies.test('a')], { total: 2, hasMore: true, nextCursor: 'on & on' })
          : bodies.listOf([bodies.test('b')], { total: 2 }),
    })
    const { quarantinedTests } = await poll(source, { reads: ['quarantined-tests'] })
    expect(quarantinedTests).toMatchObject({ value: { pages: 2, partial: null } })
    expect(sent.slice(1)).toEqual([
      `tests?testCollectionId=${bodies.COLLECTION}&quarantineState=quarantined&limit=100&includeTotal=true`,
      `tests?testCollectionId=${bodies.COLLECTION}&quarantineState=quarantined&limit=100&includeTotal=true&cursor=on%20%26%20on`,
    ])
  })

  test.each<[string, Json[], Json | undefined, object]>([
    [
      'those of another repository are left out',
      [bodies.test('a'), bodies.test('b', { repoId: 'another' })],
      undefined,
      { leftOut: 1, partial: null },
    ],
    [
      'rows that were not asked for are left out',
      [
        bodies.test('a'),
        bodies.test('b', { quarantineState: 'notQuarantined' }),
        bodies.test('c', { testCollectionId: 'other' }),
      ],
      undefined,
      { leftOut: 2, partial: null },
    ],
    [
      'one that is left out stands twice, and another one nowhere',
      [bodies.test('a'), bodies.test('b', { repoId: 'another' }), bodies.test('b', { repoId: 'another' })],
      undefined,
      { leftOut: 2, partial: 'it changed while it was read: it holds a test twice' },
    ],
    ['without a total', [bodies.test('a')], {}, { partial: 'the service does not count its tests' }],
    [
      'fewer than were counted',
      [bodies.test('a')],
      { total: 2 },
      { partial: 'the service counts 2 tests, but gave 1' },
    ],
    [
      'none of this repository',
      [bodies.test('a', { repoId: '00000000-0000-0000-0000-000000000000' })],
      undefined,
      { isUnknown: true },
    ],
  ])('%s', async (_, rows, over, expected) => {
    expect(await listWith(rows, over)).toMatchObject({ value: expected })
  })

  test.each<[string, World, object]>([
    ['a collection that is there', {}, { value: { partial: null, isUnknown: false } }],
    ['a collection that is not', { collections: [{ id: 'another1' }] }, { value: { isUnknown: true } }],
    [
      'collections that could not be read',
      { collections: () => refused(403, 'INSUFFICIENT_PERMISSIONS') },
      { value: { isUnknown: true }, failure: { code: 'token-refused' } },
    ],
    [
      'a collection on the second page',
      {
        collections: nth =>
          nth === 1
            ? bodies.listOf([{ id: 'another1' }], { hasMore: true, nextCursor: 'next' })
            : [{ id: bodies.COLLECTION }],
      },
      { value: { partial: null } },
    ],
    [
      'collections in circles',
      { collections: bodies.listOf([{ id: 'another1' }], { hasMore: true, nextCursor: 'again' }) },
      { value: { isUnknown: true } },
    ],
  ])('an empty list of %s', async (_, world, expected) => {
    expect(await listed({ tests: bodies.listOf([], { total: 0 }), ...world })).toMatchObject(expected)
  })

  test.each<[string, World, string]>([
    [
      'a cursor in circles',
      { tests: bodies.listOf([bodies.test('a')], { total: 1, hasMore: true, nextCursor: 'again' }) },
      'twice',
    ],
    [
      'a total that moves',
      {
        tests: nth =>
          bodies.listOf([bodies.test(`t${nth}`)], { total: nth, hasMore: nth % 3 !== 0, nextCursor: `c${nth}` }),
      },
      'it changed while it was read',
    ],
  ])('not whole: %s', async (_, world, told) => {
    const reading = await listed(world)
    expect(isRead(reading) ? reading.value.partial : reading).toContain(told)
  })

  test('a next page without its cursor breaks the contract', async () => {
    const reading = await listWith([bodies.test('a')], { hasMore: true, nextCursor: null })
    expect(reading).toMatchObject({ failure: { code: 'contract-broken' } })
  })

  test('an unknown collection is a failed read with its name', async () => {
    const reading = await listed({ tests: () => refused(404, 'TEST_COLLECTION_NOT_FOUND') })
    const failure = isFailed(reading) ? reading.failure : null
    expect([failure?.code, asText(failure?.message ?? '')]).toEqual([
      'not-found',
      'The service knows no test collection "aB3dE6gH".',
    ])
  })

  test("without the repository the tests' owner is unknown", async () => {
    const reading = await listed({ repositories: () => refused(404, 'PROVIDER_URL_NOT_FOUND') })
    expect(reading).toMatchObject({ failure: { code: 'not-found' } })
  })
})
