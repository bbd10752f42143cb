import { describe, expect, test } from 'vitest'
import { BODY_LIMIT, type Exchange, ExchangeError } from '../../../src/http/exchange.ts'
import type { Send } from '../../../src/http/transport.ts'
import type { Page } from '../../../src/sources/list.ts'
import { createServiceClient } from '../../../src/sources/v1/source.ts'
import { quarantinedTest, quarantinedTests, queue, submittedPullRequest, testingDetails } from '../../faults/answers.js'
import { answered, DETAILS, errorOf, fakeClock, type SetUp, START, setUp, toldBy } from '../doubles.ts'

const repo = { host: 'github.com', owner: 'acme/deep', name: 'rocket' }

function clientOf(turns: SetUp['turns']) {
  const { send, clock, ...rest } = setUp({ turns })
  return { client: createServiceClient(send, repo, clock), clock, ...rest }
}

describe('requests', () => {
  test.for<[string, (client: ReturnType<typeof createServiceClient>) => Promise<unknown>, string, object]>([
    [
      'pullRequest',
      client => client.pullRequest(42, 'main'),
      '/v1/getSubmittedPullRequest',
      { repo, pr: { number: 42 }, targetBranch: 'main' },
    ],
    ['queue', client => client.queue('release/1.x'), '/v1/getQueue', { repo, targetBranch: 'release/1.x' }],
    [
      'testRun',
      client => client.testRun('run-1', 'main'),
      '/v1/getMergeQueueTestingDetails',
      { repo, testRunId: 'run-1', targetBranch: 'main' },
    ],
    [
      'quarantinedTests',
      client => client.quarantinedTests('acme').next(),
      '/v1/flaky-tests/list-quarantined-tests',
      { repo, org_url_slug: 'acme', page_query: { page_size: 100, page_token: '' } },
    ],
  ])('%s sends all that the contract requires and nothing else', async ([, ask, path, body]) => {
    const { client, requests } = clientOf([answered(400)])
    await errorOf(ask(client))
    expect(requests.map(request => [request.url.pathname, JSON.parse(request.body ?? '')])).toEqual([[path, body]])
  })
})

describe('404', () => {
  test('is an answer of three operations', async () => {
    const { client } = clientOf([answered(404, 'not found')])
    expect(await client.pullRequest(42, 'main')).toBe(null)
    expect(await client.queue('main')).toBe(null)
    expect(await client.testRun('x', 'main')).toBe(null)
  })

  test('of the list of tests is an error: there is no such organization', async () => {
    const { client } = clientOf([answered(404, 'not found')])
    expect(await errorOf(client.quarantinedTests('acme').next())).toMatchObject({ kind: 'not-found' })
  })
})

test('the valid answers are read', async () => {
  expect(await clientOf([answered(200, submittedPullRequest)]).client.pullRequest(42, 'main')).toMatchObject({
    number: 42,
    submitted: true,
    state: 'pending',
    readiness: { mergeability: 'mergeable' },
  })
  expect(await clientOf([answered(200, queue)]).client.queue('main')).toMatchObject({
    state: 'running',
    entries: [{ number: 42 }],
  })
  expect(await clientOf([answered(200, testingDetails)]).client.testRun('x', 'main')).toMatchObject({
    id: 'x',
    status: 'in_progress',
    reported: [
      { name: 'ci / build', outcome: 'passed' },
      { name: 'docs', outcome: 'failed' },
      { name: 'ci / unit', outcome: 'pending' },
    ],
  })
})

test('a broken contract is reported with the member, the try and the request', async () => {
  const { client } = clientOf([answered(200, { ...queue, state: 4 }, { 'x-request-id': 'r-9' })])
  const error = await errorOf(client.queue('main'))
  expect(error).toMatchObject({ kind: 'contract' })
  expect(toldBy(error)).toMatchObject({ status: 200, attempts: 1, requestId: 'r-9' })
  expect(error.message).toMatch(/^queue\.example: unexpected response, member `state` is not a string\.$/)
})

test('an answer that is not JSON is refused at once, with its beginning and without the token', async () => {
  const turns = [answered(200, '<p>you sent a-token-of-the-service</p>')]
  const { send, clock, requests } = setUp({ turns, token: 'a-token-of-the-service' })
  const error = await errorOf(createServiceClient(send, repo, clock).queue('main'))
  expect(error).toMatchObject({ kind: 'contract' })
  expect(toldBy(error)).toMatchObject({ attempts: 1, status: 200, excerpt: '<p>you sent ***</p>' })
  expect(requests).toHaveLength(1)
})

test('an answer that is not JSON is quoted from its beginning', async () => {
  const error = await errorOf(clientOf([answered(200, '<p>hello</p>')]).client.queue('main'))
  expect(error.message).toBe('queue.example: unexpected response, not JSON: "<p>hello</p>".')
})

describe('pages', () => {
  const page = (rows: number, next?: string | null) =>
    answered(200, {
      quarantined_tests: Array.from({ length: rows }, () => quarantinedTest),
      page: { ...quarantinedTests.page, total_rows: null, next_page_token: next },
    })

  async function readAll(turns: SetUp['turns']) {
    const { client, requests } = clientOf(turns)
    const pages = client.quarantinedTests('acme')
    const read: Page[] = []
    let end: string | null
    for (;;) {
      const step = await pages.next()
      if (step.done) {
        end = step.value
        break
      }
      read.push(step.value)
    }
    return { end, rows: read.reduce((sum, { tests }) => sum + tests.length, 0), requests }
  }

  const TWICE = 'the service returned the same page token twice'

  test.for<[string, SetUp['turns'], end: string | null, number, number]>([
    ['one page', [page(3)], null, 3, 1],
    ['an empty token', [page(3, '')], null, 3, 1],
    ['null', [page(3, null)], null, 3, 1],
    ['three pages', [page(3, 'a'), page(3, 'b'), page(1)], null, 7, 3],
    ['an empty page in between', [page(3, 'a'), page(0, 'b'), page(1)], null, 4, 3],
    ['the same token again', [page(3, 'a')], TWICE, 6, 2],
    ['a ring', [page(1, 'a'), page(1, 'b'), page(1, 'a')], TWICE, 3, 3],
  ])('%s', async ([, turns, end, rows, requests]) => {
    const read = await readAll(turns)
    expect(read).toMatchObject({ end, rows })
    expect(read.requests).toHaveLength(requests)
  })

  test.for([0, 1])('that never end stop after 10,000, with %i rows each', async rows => {
    const turns = Array.from({ length: 10_050 }, (_, at) => page(rows, `token ${at}`))
    const read = await readAll(turns)
    expect(read).toMatchObject({ end: 'the list has more than 10,000 pages', rows: rows * 10_000 })
    expect(read.requests).toHaveLength(10_000)
  })

  test('no page is asked for before the one before it was taken', async () => {
    const { client, requests } = clientOf([page(3, 'a'), page(1)])
    await client.quarantinedTests('acme').next()
    expect(requests.map(({ body }) => JSON.parse(body ?? '').page_query.page_token)).toEqual([''])
  })

  test('over a million tests all together, they end with an error of that kind', async () => {
    let calls = 0
    const details = { ...DETAILS, operation: 'flaky-tests/list-quarantined-tests' } as const
    const rows = new Array(90_000).fill(quarantinedTest)
    const send: Send = async () => {
      const json = { quarantined_tests: rows, page: { next_page_token: `token ${calls++}` } }
      return { json, bytes: 1024, details }
    }
    const pages = createServiceClient(send, repo, fakeClock()).quarantinedTests('acme')
    for (let at = 0; at < 11; at++) await pages.next()
    const error = await errorOf(pages.next())
    expect(error).toMatchObject({ kind: 'too-large' })
    expect(error.message).toMatch(/: the list is too large, over 1,000,000 tests/)
  })

  test('over 256 MiB all together, they end with an error of that kind', async () => {
    let calls = 0
    const details = { ...DETAILS, operation: 'flaky-tests/list-quarantined-tests' } as const
    // 9 MiB each, most of it in unread members.
    const send: Send = async () => {
      const json = { quarantined_tests: [quarantinedTest], page: { next_page_token: `token ${calls++}` } }
      return { json, bytes: 9 * 1024 * 1024, details }
    }
    const pages = createServiceClient(send, repo, fakeClock()).quarantinedTests('acme')
    for (let at = 0; at < 28; at++) expect((await pages.next()).value).toMatchObject({ tests: [{}] })
    const error = await errorOf(pages.next())
    expect(error).toMatchObject({ kind: 'too-large' })
    expect(toldBy(error)).toMatchObject({ code: 'answer-too-large', outage: false })
    expect(error.message).toMatch(/: the list is too large, over 256 MiB/)
    expect(calls).toBe(29)
  })

  test.for<[string, number]>([
    ['in time', 9000],
    ['that are always too late', 60_000],
  ])('over 10 minutes all together, they end with an outage: pages %s', async ([, after]) => {
    const slow = (at: number) => ({ after, outcome: page(1, `token ${at}`) })
    const { client, clock } = clientOf(Array.from({ length: 100 }, (_, at) => slow(at)))
    const pages = client.quarantinedTests('acme')
    const error = await errorOf(
      (async () => {
        for (;;) await pages.next()
      })(),
    )
    expect(error).toMatchObject({ kind: 'time-out' })
    expect(toldBy(error)).toMatchObject({ code: 'service-unavailable', outage: true })
    expect(clock.now() - START).toBeGreaterThanOrEqual(600_000)
    expect(clock.now() - START).toBeLessThan(610_000)
  })

  test('the last try of a page ends with the 10 minutes, too', async () => {
    const clock = fakeClock()
    const requests: number[] = []
    const exchange: Exchange = async request => {
      requests.push(request.timeoutMs)
      clock.time += Math.min(request.timeoutMs, requests.length === 1 ? 590_000 : 3_600_000)
      if (requests.length === 1) return page(1, 'a')
      throw new ExchangeError('time-out', 'no complete answer in time')
    }
    const { send } = setUp({ turns: [], exchange, clock, requestTimeoutMs: 3_600_000 })
    const pages = createServiceClient(send, repo, clock).quarantinedTests('acme')
    await pages.next()
    expect(toldBy(await errorOf(pages.next()))).toMatchObject({ outage: true, status: null })
    expect(requests).toEqual([600_000, 10_000])
  })

  test('a page that fails ends them with its error, after those before it', async () => {
    const { client } = clientOf([page(3, 'a'), answered(503)])
    const pages = client.quarantinedTests('acme')
    expect((await pages.next()).value).toMatchObject({ tests: [{}, {}, {}] })
    expect(await errorOf(pages.next())).toMatchObject({ kind: 'unavailable' })
  })
})

describe('rows', () => {
  const rows = (count: number, row: unknown = {}) => Array.from({ length: count }, () => row)
  const page = { next_page_token: '' }
  const asked = {
    pullRequest: (client: ReturnType<typeof createServiceClient>) => client.pullRequest(42, 'main'),
    queue: (client: ReturnType<typeof createServiceClient>) => client.queue('main'),
    testRun: (client: ReturnType<typeof createServiceClient>) => client.testRun('x', 'main'),
    page: (client: ReturnType<typeof createServiceClient>) => client.quarantinedTests('acme').next(),
  }
  const text = JSON.stringify

  test.for<[string, keyof typeof asked, string]>([
    ['quarantined tests', 'page', text({ quarantined_tests: rows(100_001, { name: 'a' }), page })],
    ['quarantined tests that are none, 10 MB of them', 'page', text({ quarantined_tests: rows(3_400_000), page })],
    ['entries of the queue', 'queue', text({ ...queue, enqueuedPullRequests: rows(100_001) })],
    ['check runs', 'testRun', text({ ...testingDetails, checkSuites: [{ checkRuns: rows(100_001) }] })],
    [
      'check runs of many suites',
      'testRun',
      text({ ...testingDetails, checkSuites: rows(1001, { checkRuns: rows(100) }) }),
    ],
    ['an unknown list', 'pullRequest', text({ ...submittedPullRequest, later: { list: rows(100_001, 1) } })],
    ['texts with escapes', 'queue', text({ ...queue, requiredStatuses: rows(700_000, '\n') })],
  ])('%s: over 100,000 are too many', async ([, operation, body]) => {
    const { client } = clientOf([answered(200, body)])
    const error = await errorOf(asked[operation](client))
    expect(error).toMatchObject({ kind: 'too-large' })
    expect(error.message).toMatch(/: response too large, a list of over 100,000 rows/)
  })

  test.for<[string, keyof typeof asked, string]>([
    ['quarantined tests', 'page', text({ quarantined_tests: rows(100_000, { name: 'a' }), page })],
    [
      'owners of all tests together',
      'page',
      text({ quarantined_tests: rows(60_000, { name: 'a', codeowners: ['a', 'b'] }), page }),
    ],
    ['entries of the queue', 'queue', text({ ...queue, enqueuedPullRequests: rows(100_000) })],
    [
      'check runs',
      'testRun',
      text({ ...testingDetails, checkSuites: rows(1000, { checkRuns: rows(100, { name: 'a' }) }) }),
    ],
  ])('%s: 100,000 are not', async ([, operation, body]) => {
    const { client } = clientOf([answered(200, body)])
    await expect(asked[operation](client)).resolves.toBeTruthy()
  })

  test.for<[string, keyof typeof asked, string, string]>([
    [
      '100,000 rows that are none',
      'page',
      text({ quarantined_tests: rows(100_000), page }),
      'quarantined_tests[0].name',
    ],
    [
      'a hundred thousand with five wrong members each',
      'page',
      text({ quarantined_tests: rows(100_000, { name: 1, file: 1, parent: 1, variant: 1, classname: 1 }), page }),
      'quarantined_tests[0].name',
    ],
    [
      'the last one of many',
      'page',
      text({ quarantined_tests: [...rows(99_999, { name: 'a' }), { name: 'a', file: 4 }], page }),
      'quarantined_tests[99999].file',
    ],
    [
      'check runs of one suite',
      'testRun',
      text({
        ...testingDetails,
        checkSuites: [{}, { checkRuns: rows(99_999, { name: 1, conclusion: 1, status: 1 }) }],
      }),
      'checkSuites[1].checkRuns[0].name',
    ],
  ])('%s: the first wrong member is named', async ([, operation, body, member]) => {
    const { client } = clientOf([answered(200, body)])
    const error = await errorOf(asked[operation](client))
    expect(error).toMatchObject({ kind: 'contract' })
    expect(error.message).toContain(`unexpected response, member \`${member}\` is `)
  })

  test('an answer that is nested as deep as it is long is an answer', async () => {
    const later = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
    const { client } = clientOf([answered(200, `${text(queue).slice(0, -1)},"later":${later}}`)])
    expect(await client.queue('main')).toMatchObject({ state: 'running' })
  })
})

test('the limit of a body is 10 MiB', () => {
  expect(BODY_LIMIT).toBe(10 * 1024 * 1024)
})
