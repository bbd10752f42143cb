import { describe, expect, test } from 'vitest'
import type { Page } from '../../src/service/answers.ts'
import { createServiceClient, type PagesEnd } from '../../src/service/client.ts'
import { ContractError, NotFoundError, UnavailableError } from '../../src/service/errors.ts'
import type { Answer, Exchange } from '../../src/service/exchange.ts'
import { BODY_LIMIT } from '../../src/service/http-exchange.ts'
import { quarantinedTest, quarantinedTests, queue, submittedPullRequest, testingDetails } from '../faults/answers.js'
import { answered, errorOf, type SetUp, setUp } from './doubles.ts'

const repo = { host: 'github.com', owner: 'acme/deep', name: 'rocket' }

function clientOf(turns: SetUp['turns']) {
  const { call, ...rest } = setUp({ turns })
  return { client: createServiceClient(call, repo), ...rest }
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
    expect(requests.map(request => [request.url.pathname, JSON.parse(request.body)])).toEqual([[path, body]])
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
    expect(await errorOf(client.quarantinedTests('acme').next())).toBeInstanceOf(NotFoundError)
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

test('what breaks the contract names the member, the try and the request', async () => {
  const { client } = clientOf([answered(200, { ...queue, state: 4 }, { 'x-request-id': 'r-9' })])
  const error = await errorOf(client.queue('main'))
  expect(error).toBeInstanceOf(ContractError)
  expect(error).toMatchObject({ status: 200, attempts: 1, requestId: 'r-9' })
  expect(error.message).toMatch(/`state` is not a string \(1 try in 0 s, request r-9\)/)
})

test('what is no JSON is refused at once, with its beginning and without the token', async () => {
  const turns = [answered(200, '<p>you sent a-token-of-the-service</p>')]
  const { call, requests } = setUp({ turns, token: 'a-token-of-the-service' })
  const error = await errorOf(createServiceClient(call, repo).queue('main'))
  expect(error).toBeInstanceOf(ContractError)
  expect(error).toMatchObject({ attempts: 1, status: 200, excerpt: '<p>you sent ***</p>' })
  expect(requests).toHaveLength(1)
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
    let end: PagesEnd | undefined
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

  test.for<[string, SetUp['turns'], PagesEnd, number, number]>([
    ['one page', [page(3)], 'complete', 3, 1],
    ['an empty token', [page(3, '')], 'complete', 3, 1],
    ['null', [page(3, null)], 'complete', 3, 1],
    ['three pages', [page(3, 'a'), page(3, 'b'), page(1)], 'complete', 7, 3],
    ['an empty page in between', [page(3, 'a'), page(0, 'b'), page(1)], 'complete', 4, 3],
    ['the same token again', [page(3, 'a')], 'repeated-token', 6, 2],
    ['a ring', [page(1, 'a'), page(1, 'b'), page(1, 'a')], 'repeated-token', 3, 3],
  ])('%s', async ([, turns, end, rows, requests]) => {
    const read = await readAll(turns)
    expect(read).toMatchObject({ end, rows })
    expect(read.requests).toHaveLength(requests)
  })

  test.for([0, 1])('that never end stop after 10,000, with %i rows each', async rows => {
    const turns = Array.from({ length: 10_050 }, (_, at) => page(rows, `token ${at}`))
    const read = await readAll(turns)
    expect(read).toMatchObject({ end: 'too-many-pages', rows: rows * 10_000 })
    expect(read.requests).toHaveLength(10_000)
  })

  test('the next page is asked for before this one is looked at', async () => {
    const { client, requests } = clientOf([page(3, 'a'), page(1)])
    await client.quarantinedTests('acme').next()
    expect(requests.map(({ body }) => JSON.parse(body).page_query.page_token)).toEqual(['', 'a'])
  })

  test.for<[string, object, string[]]>([
    ['another member of that name', { later: { next_page_token: 'wrong' } }, ['', 'wrong', 'a']],
    ['one that is no text', { later: { next_page_token: 4 } }, ['', 'a']],
    ['a text that looks like one', { later: '"next_page_token": "wrong"' }, ['', 'a']],
  ])('%s: the right token is followed', async ([, later, tokens]) => {
    const first = { ...quarantinedTests, page: { ...quarantinedTests.page, next_page_token: 'a' }, ...later }
    const answers: Record<string, Answer> = { '': answered(200, first), a: page(2) }
    const asked: string[] = []
    const exchange: Exchange = ({ body, signal }) => {
      const token = JSON.parse(body).page_query.page_token
      asked.push(token)
      const answer = answers[token]
      // What is not wanted any more is never answered.
      if (answer) return Promise.resolve(answer)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    }
    const { call, clock, records } = setUp({ turns: [], exchange })
    const rows: number[] = []
    for await (const { tests } of createServiceClient(call, repo).quarantinedTests('acme')) rows.push(tests.length)
    expect({ rows, asked }).toEqual({ rows: [1, 2], asked: tokens })
    expect({ sleeps: clock.sleeps, calls: records.length }).toEqual({ sleeps: [], calls: 2 })
  })

  test('a page that fails ends them with its error, after those before it', async () => {
    const { client } = clientOf([page(3, 'a'), answered(503)])
    const pages = client.quarantinedTests('acme')
    expect((await pages.next()).value).toMatchObject({ tests: [{}, {}, {}] })
    expect(await errorOf(pages.next())).toBeInstanceOf(UnavailableError)
  })
})

test('the limit of a body is 10 MiB', () => {
  expect(BODY_LIMIT).toBe(10 * 1024 * 1024)
})
