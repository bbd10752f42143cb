import { describe, expect, test } from 'vitest'
import type { Facts, Read } from '../../../src/facts/facts.ts'
import { failureIn, hasValue, isAbsent, valueIn } from '../../../src/facts/facts.ts'
import type { ExplanationRead } from '../../../src/facts/source.ts'
import { asText, rendered } from '../../../src/text/message.ts'
import { context, OTHER, TEST_RUN_ID } from '../../builders.ts'
import type { Json } from '../../scenarios/bodies.ts'
import { answered } from '../doubles.ts'
import * as bodies from './bodies.ts'
import { play, poll, refused, type World } from './world.ts'

const REPOSITORY = `repositories?providerUrl=${encodeURIComponent('https://github.com/acme/rocket')}`
const QUEUES = `queues?repositoryId=${bodies.REPOSITORY}&targetBranch=main`
const ROW = `pullRequests?repositoryId=${bodies.REPOSITORY}&number=42`
const ABOUT_QUEUE: Read[] = ['pull-request', 'queue']
const kindOf = (reading: Facts[keyof Facts]) =>
  hasValue(reading) ? 'read' : isAbsent(reading) ? 'absent' : reading === undefined ? 'not asked' : 'failed'

describe('requests', () => {
  test('the repository is found once, and the queue in each poll', async () => {
    const { source, sent } = play()
    await poll(source, { reads: ABOUT_QUEUE })
    expect(sent.splice(0).toSorted()).toEqual(['order', ROW, QUEUES, REPOSITORY])
    await poll(source, { reads: ABOUT_QUEUE })
    expect(sent.toSorted()).toEqual(['order', ROW, QUEUES])
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
    await poll(source, { reads: ['pull-request', 'queue', 'test-run'] })
    expect(waves.map(wave => wave.toSorted())).toEqual([
      ['repositories'],
      ['pullRequests', 'queues'],
      ['order'],
      ['run'],
    ])
  })

  test.each<[string, Parameters<typeof poll>[1], sent: string[]]>([
    [
      'another target branch',
      { reads: ['queue'], targetBranch: 'a/b' },
      [REPOSITORY, QUEUES.replace('main', 'a%2Fb'), 'order'],
    ],
    ['a run that is named by its id', { reads: ['test-run'], testRunId: TEST_RUN_ID }, ['run']],
    [
      'the name of a bisection, which names no run',
      { reads: ['test-run'], testRunId: `${TEST_RUN_ID}-bisection-1` },
      [],
    ],
    ['nothing', { reads: [] }, []],
  ])('%s', async (_, asked, expected) => {
    const { source, sent } = play()
    await poll(source, asked)
    expect(sent).toEqual(expected)
  })

  test('a branch without a queue is noticed on the way to the pull request', async () => {
    expect(await poll(play({ queues: [] }).source, { reads: ['pull-request'] })).toMatchObject({
      queue: { absent: true },
    })
    expect(await poll(play().source, { reads: ['pull-request'] })).toMatchObject({ queue: undefined })
  })

  test('an outage of the first look-up leaves nothing behind', async () => {
    const { source } = play({
      repositories: nth => (nth === 1 ? answered(503, 'down', { 'retry-after': '3600' }) : [bodies.repository()]),
    })
    expect((await poll(source, { reads: ABOUT_QUEUE })).pullRequest).toMatchObject({ failure: { outage: true } })
    expect(kindOf((await poll(source, { reads: ABOUT_QUEUE })).pullRequest)).toBe('read')
  })

  test('the message of an error is cleaned after its escapes are read', async () => {
    const error = '{"error":{"code":"VALIDATION_FAILED","message":"bad key \\u0061cme\\u005fv2_key"}}'
    const { pullRequest } = await poll(play({ pullRequests: () => answered(400, error) }).source)
    expect(JSON.stringify(pullRequest)).toContain('VALIDATION_FAILED: bad key ***')
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
    ['a batch that can not be read', inBatches({ pullRequests: 'none' }, bodies.batch('testing', [42])), 'absent'],
    ['a batch without a run', inBatches(bodies.batch('testing', [42], { verificationRunId: null })), 'absent'],
    [
      'it was never submitted',
      { pullRequests: [bodies.pullRequest({ isCurrentlySubmittedToQueue: false }, null)] },
      'absent',
    ],
    ['the branch has no queue', { queues: [] }, 'absent'],
    ['the order failed', { order: () => refused(400, 'VALIDATION_FAILED') }, 'failed'],
  ])('%s', async (_, world, kind) => {
    expect(kindOf(await named(world))).toBe(kind)
  })

  test('for a merged one, the run that its entry names, even a bisection or a later one', async () => {
    const { source, sent } = play({
      pullRequests: [
        bodies.pullRequest(
          { isCurrentlySubmittedToQueue: false },
          { state: 'merged', verifiedByVerificationRunId: 'it' },
        ),
      ],
      run: bodies.run({
        id: 'it',
        isBisection: true,
        testedPullRequests: [bodies.listed(43)],
        dependentPullRequests: [bodies.listed(42)],
      }),
    })
    expect((await poll(source, { reads: ['test-run'] })).testRun).toMatchObject({ value: { id: 'it', doubts: [] } })
    expect(sent).not.toContain('order')
  })

  const STALE = [{ answerParts: ['test-run'], code: 'stale-head' }]

  test.each<[string, Json, doubts: object[]]>([
    ['another commit', { testedPullRequests: [bodies.listed(42, { sha: OTHER })] }, STALE],
    ['another pull request', { testedPullRequests: [bodies.listed(7)] }, STALE],
    ['nobody says what', { testedPullRequests: undefined }, STALE],
    ['two commits', { testedPullRequests: [bodies.listed(42), bodies.listed(42, { sha: OTHER })] }, STALE],
    ['nothing, because it never began', { status: 'cancelled', testBranchSha: '', testedPullRequests: [] }, []],
    ['nothing, and says that it succeeded', { testBranchSha: '', testedPullRequests: [] }, STALE],
  ])('whether it counts where it tested %s', async (_, over, doubts) => {
    expect(await named({ run: bodies.run(over) })).toMatchObject({ value: { doubts } })
  })
})

describe('what explains', () => {
  const out = (state: string) => [bodies.pullRequest({ isCurrentlySubmittedToQueue: false }, { state })]
  const explained = async (world: World, needs: ExplanationRead[]) => {
    const { source, sent } = play(world)
    const facts = await poll(source, { reads: ABOUT_QUEUE })
    sent.length = 0
    const signal = new AbortController().signal
    const told = await source.explain?.({ facts, context: context(), doubts: [] }, needs, signal)
    return { ...told, sent }
  }
  const removed = async (history: World['history'], state = 'failed') =>
    (await explained({ pullRequests: out(state), ...(history && { history }) }, ['history'])).removal

  test('everything that the history says of its newest end', async () => {
    const failed = {
      failureCausingChecks: [{ name: 'unit', url: 'https://ci.example/unit', conclusion: 'CANCELLED' }, { url: 'x' }],
      apiFailureMessage: 'At least 1 approving review is required.',
      blockReasons: [{ code: 'reviewRequired', message: 'x', have: 0, need: 1 }],
    }
    const removal = await removed([
      bodies.transition('failed', 'GITHUB_API_BRANCH_PROTECTION_UNMET', { failed, actor: { gitHubLogin: 'mona' } }),
      bodies.transition('cancelled', 'USER_REQUESTED'),
    ])
    expect(rendered(removal)).toEqual({
      value: {
        reason: 'provider-refused',
        sourceText: 'GITHUB_API_BRANCH_PROTECTION_UNMET',
        actor: 'mona',
        at: '2025-03-01T11:48:00.000Z',
        failedChecks: [{ name: 'unit', url: 'https://ci.example/unit', word: 'cancelled' }],
        why: 'the rules of its base branch were not met',
        blockReasons: ['"x"'],
        gitHubText: 'At least 1 approving review is required',
      },
    })
  })

  test('how often it was thrown out', async () => {
    const history = ['failed', 'testing', 'cancelled', 'merged'].map(state => bodies.transition(state, null))
    const { removalCount } = await explained({ pullRequests: out('failed'), history }, ['history'])
    expect(removalCount).toEqual({ value: 2 })
  })

  test.each<[string, Json[]]>([
    ['an empty history', []],
    ['nothing that ended it', [bodies.transition('testing', null)]],
    ['the end of another one', [bodies.transition('failed', 'TEST_RUN_TIMEOUT', { pullRequestId: 'another' })]],
    ['another end than that of its state', [bodies.transition('cancelled', 'USER_REQUESTED')]],
  ])('nothing is said by %s', async (_, history) => {
    expect(await removed(history)).toEqual({ absent: true })
  })

  test('a failure is a reading, and takes no longer than one exchange', async () => {
    expect(await removed(() => refused(400, 'VALIDATION_FAILED'))).toMatchObject({
      failure: { code: 'request-refused' },
    })
    expect(await removed(() => answered(503, 'down', { 'retry-after': '20' }))).toMatchObject({
      failure: { outage: true },
    })
  })

  test('the newest run is shown', async () => {
    const { testRun, sent } = await explained({ pullRequests: out('failed') }, ['test-run'])
    expect(valueIn(testRun)?.id).toBe(TEST_RUN_ID)
    expect(sent).toEqual(['runs'])
    expect((await explained({ pullRequests: out('failed'), runs: [] }, ['test-run'])).testRun).toEqual({ absent: true })
  })

  test('those that hold it, by the order and the history', async () => {
    const heldBy = [{ pullRequest: { number: 40, url: 'https://x.example/40' } }, bodies.listed(41), {}]
    const { blockers } = await explained(
      {
        order: bodies.order({ batches: [], pending: [{ ...bodies.pendingEntry(42), heldBy }] }),
        history: [
          bodies.transition('pendingFailure', null, {
            pendingFailure: { waitingFor: [{ number: 41 }, { number: 39 }] },
          }),
          bodies.transition('testsPassed', null, { testsPassed: { waitingFor: [{ number: 7 }] } }),
        ],
      },
      ['history'],
    )
    expect(valueIn(blockers)?.map(({ number }) => number)).toEqual([40, 41, 39])
  })

  test('nothing is asked of a pull request that the service does not know', async () => {
    expect(await explained({ pullRequests: [] }, ['history', 'test-run'])).toEqual({ sent: [] })
  })
})

describe('quarantined tests', () => {
  const TESTS = `tests?testCollectionId=${bodies.COLLECTION}&quarantineState=quarantined&limit=100&includeTotal=true`
  const listed = async (world: World) => {
    const { source, sent } = play(world)
    const { quarantinedTests } = await poll(source, { reads: ['quarantined-tests'] })
    return { list: quarantinedTests, sent }
  }
  const listWith = async (rows: Json[], over: Json = { total: rows.length }) =>
    (await listed({ tests: bodies.listOf(rows, over) })).list

  test('every member finds its place', async () => {
    const SINCE = '2025-03-01T11:48:00.000Z'
    const others = { classname: 'Engine', quarantinedAt: SINCE, statusLastUpdatedAt: SINCE, testCaseId: 'test-lands' }
    const row = bodies.test('lands', { parentName: '', codeowners: null, variant: 'linux' })
    expect(valueIn(await listWith([row]))).toEqual({
      tests: [
        { name: 'lands', parent: null, file: 'test/engine.test.ts', variant: 'linux', codeowners: [], ...others },
      ],
      leftOutCount: 0,
      whyPartial: null,
      mayBeOtherList: false,
    })
  })

  test('the pages follow the cursor as it came', async () => {
    const page = (name: string, nextCursor: string | null) =>
      bodies.listOf([bodies.test(name)], { total: 3, hasMore: nextCursor !== null, nextCursor })
    const pages = [page('a', 'on & on'), page('b', '..'), page('c', null)]
    const { list, sent } = await listed({ tests: nth => pages[nth - 1] ?? {} })
    expect(list).toMatchObject({ value: { whyPartial: null } })
    expect(sent.slice(1)).toEqual([TESTS, `${TESTS}&cursor=on%20%26%20on`, `${TESTS}&cursor=..`])
  })

  test.each<[string, Json[], Json | undefined, object]>([
    [
      'those of another repository, and what was not asked for, are left out',
      [
        bodies.test('a'),
        bodies.test('b', { repoId: 'another' }),
        bodies.test('c', { quarantineState: 'notQuarantined' }),
        bodies.test('d', { testCollectionId: 'other' }),
      ],
      undefined,
      { leftOutCount: 3, whyPartial: null },
    ],
    [
      'one that is left out stands twice, and another one nowhere',
      [bodies.test('a'), bodies.test('b', { repoId: 'another' }), bodies.test('b', { repoId: 'another' })],
      undefined,
      { whyPartial: 'the service counts 3 tests, but gave 2' },
    ],
    ['without a total', [bodies.test('a')], {}, { whyPartial: 'the service does not count its tests' }],
    ['none of this repository', [bodies.test('a', { repoId: 'another' })], undefined, { mayBeOtherList: true }],
  ])('%s', async (_, rows, over, expected) => {
    expect(await listWith(rows, over)).toMatchObject({ value: expected })
  })

  test.each<[string, World, object]>([
    ['a collection that is there', {}, { value: { whyPartial: null, mayBeOtherList: false } }],
    [
      'a collection that is not',
      { collection: () => refused(404, 'TEST_COLLECTION_NOT_FOUND') },
      { value: { mayBeOtherList: true } },
    ],
    ['a collection that can not be read', { collection: () => refused(400, 'X') }, { value: { mayBeOtherList: true } }],
  ])('an empty list of %s', async (_, world, expected) => {
    expect((await listed({ tests: bodies.listOf([], { total: 0 }), ...world })).list).toMatchObject(expected)
  })

  test.each<[string, World, code: string, told: string]>([
    [
      'a next page without its cursor',
      { tests: bodies.listOf([bodies.test('a')], { hasMore: true }) },
      'contract-broken',
      '`nextCursor` is missing',
    ],
    [
      'an unknown collection',
      { tests: () => refused(404, 'TEST_COLLECTION_NOT_FOUND') },
      'not-found',
      'The service knows no test collection "aB3dE6gH".',
    ],
    [
      'an unknown repository',
      { repositories: () => refused(404, 'PROVIDER_URL_NOT_FOUND') },
      'not-found',
      'The service knows no repository https://github.com/acme/rocket.',
    ],
  ])('a failed read: %s', async (_, world, code, told) => {
    const failure = failureIn((await listed(world)).list)
    expect(failure?.code).toBe(code)
    expect(asText(failure?.message ?? '')).toContain(told)
  })
})
