import { afterEach, describe, expect, test } from 'vitest'
import { EXAMPLE, exampleState } from './scenario.js'
import { startService, TOKEN } from './server.js'
import { changeAnswers, changePullRequest } from './state.js'

const now = Date.parse('2025-03-01T12:00:00Z')
const state = exampleState({ now })
const repo = EXAMPLE.repo
const targetBranch = EXAMPLE.branch
const listPath = '/v1/flaky-tests/list-quarantined-tests'

type Service = Awaited<ReturnType<typeof startService>>
const services: Service[] = []
async function start(options: Partial<Parameters<typeof startService>[0]> = {}): Promise<Service> {
  const service = await startService({ state, ...options })
  services.push(service)
  return service
}
afterEach(async () => {
  await Promise.all(services.splice(0).map(service => service.close()))
})

async function ask(service: Service, path: string, body: unknown, init: RequestInit = {}) {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-token': TOKEN },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    type,
    id: response.headers.get('x-request-id'),
    body: type === 'application/json' ? JSON.parse(text) : text,
  }
}

const plain = 'text/plain; charset=utf-8'
const list = (page_query: unknown) => ({ repo, org_url_slug: EXAMPLE.organization, page_query })

describe('answers', () => {
  test('getSubmittedPullRequest', async () => {
    const answer = await ask(await start(), '/v1/getSubmittedPullRequest', { repo, pr: { number: 1208 }, targetBranch })
    expect(answer).toEqual({
      status: 200,
      type: 'application/json',
      id: 'getSubmittedPullRequest-1',
      body: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
        prNumber: 1208,
        prTitle: 'Move the cart to the new API',
        prSha: expect.stringMatching(/^[0-9a-f]{40}$/),
        prBaseBranch: 'main',
        prAuthor: 'ben-example',
        state: 'not_ready',
        stateChangedAt: '2025-02-28T10:00:00.000Z',
        priorityValue: 100,
        priorityName: 'medium',
        usedDefaultPriorityName: 'medium',
        skipTheLine: false,
        forceEnqueued: false,
        isCurrentlySubmittedToQueue: true,
        readiness: {
          requiresImpactedTargets: true,
          doesBaseBranchMatch: true,
          hasImpactedTargets: true,
          gitHubMergeability: 'not_mergeable',
        },
      },
    })
  })

  test('pages, to the end', async () => {
    const service = await start()
    const pages = []
    const names = new Set<string>()
    for (let token = ''; pages.length < 9; ) {
      const { body } = await ask(service, listPath, list({ page_size: 100, page_token: token }))
      for (const { name } of body.quarantined_tests) names.add(name)
      pages.push([body.quarantined_tests.length, body.page])
      token = body.page.next_page_token
      if (token === '') break
    }
    const token = (index: number) => Buffer.from(`${index}:100`).toString('base64url')
    const page = (page_index: number, next_page_token: string, prev_page_token: string) => ({
      total_rows: 250,
      total_pages: 3,
      next_page_token,
      prev_page_token,
      last_page_token: token(2),
      page_index,
    })
    expect(pages).toEqual([
      [100, page(0, token(1), '')],
      [100, page(1, token(2), token(0))],
      [50, page(2, '', token(1))],
    ])
    expect(names.size).toBe(250)
  })

  test('an empty list is one empty page', async () => {
    const empty = { repositories: state.repositories.map(entry => ({ ...entry, quarantinedTests: [] })) }
    const { body } = await ask(await start({ state: empty }), listPath, list({}))
    expect(body).toEqual({
      quarantined_tests: [],
      page: {
        total_rows: 0,
        total_pages: 0,
        next_page_token: '',
        prev_page_token: '',
        last_page_token: '',
        page_index: 0,
      },
    })
  })
})

describe('refusals of what a request says', () => {
  const other = { ...repo, name: 'other' }
  const pull = (number: unknown) => ({ repo, pr: { number }, targetBranch })
  const range = 'body.pr.number: expected an integer from 1 to 2147483647'
  const size = 'body.page_query.page_size: expected an integer from 1 to 100'
  test.each<[string, unknown, number, string]>([
    ['getQueue', 'not { JSON', 400, 'body: expected JSON'],
    ['getQueue', [], 400, 'body: expected an object'],
    ['getQueue', { targetBranch }, 400, 'body.repo: required'],
    ['getQueue', { repo }, 400, 'body.targetBranch: required'],
    ['getQueue', { repo: { ...repo, owner: 1 }, targetBranch }, 400, 'body.repo.owner: expected a string'],
    ['getQueue', { repo, targetBranch, branch: 'x' }, 400, 'body.branch: not a member of the request'],
    ['getQueue', { repo: other, targetBranch }, 404, 'repository not found'],
    ['getQueue', { repo, targetBranch: 'next' }, 404, 'queue not found'],
    ['getSubmittedPullRequest', { repo, pr: {}, targetBranch }, 400, 'body.pr.number: required'],
    ['getSubmittedPullRequest', pull('1205'), 400, range],
    ['getSubmittedPullRequest', pull(2147483648), 400, range],
    ['getSubmittedPullRequest', pull(2147483647), 404, 'pull request not found'],
    ['getMergeQueueTestingDetails', { repo, targetBranch }, 400, 'body.testRunId: required'],
    ['getMergeQueueTestingDetails', { repo, testRunId: 'toString', targetBranch }, 404, 'test run not found'],
    ['flaky-tests/list-quarantined-tests', { repo, page_query: {} }, 400, 'body.org_url_slug: required'],
    ['flaky-tests/list-quarantined-tests', { repo, org_url_slug: 'x' }, 400, 'body.page_query: required'],
    ['flaky-tests/list-quarantined-tests', { ...list({}), org_url_slug: 'x' }, 404, 'organization not found'],
    ['flaky-tests/list-quarantined-tests', list({ page_size: 101 }), 400, size],
    ['flaky-tests/list-quarantined-tests', list({ page_token: 'x' }), 400, 'body.page_query.page_token: unknown token'],
  ])('%s %j', async (path, body, status, message) => {
    const answer = await ask(await start(), `/v1/${path}`, body)
    expect(answer).toEqual({ status, type: plain, id: expect.stringMatching(/-1$/), body: message })
  })
})

test('refusals of how a request is sent', async () => {
  const service = await start()
  const body = JSON.stringify({ repo, targetBranch })
  const json = { 'content-type': 'application/json' }
  const answers = [
    await ask(service, '/v1/queue', body),
    await ask(service, '/v1/getQueue?x=1', body),
    await ask(service, '/v1/getQueue', undefined, { method: 'GET', body: null }),
    await ask(service, '/v1/getQueue', body, { headers: { 'x-api-token': TOKEN } }),
    await ask(service, '/v1/getQueue', body, { headers: json }),
    await ask(service, '/v1/getQueue', body, { headers: { ...json, 'x-api-token': 'other' } }),
    await ask(service, '/v1/getQueue', `"${'x'.repeat(1024 * 1024)}"`),
  ]
  expect(answers.map(answer => [answer.status, answer.type, answer.id, answer.body])).toEqual([
    [404, plain, 'unknown-1', 'no such path'],
    [404, plain, 'unknown-2', 'no such path'],
    [405, plain, 'getQueue-1', 'expected the method POST'],
    [415, plain, 'getQueue-2', 'expected the content-type application/json'],
    [401, plain, 'getQueue-3', 'unknown token in x-api-token'],
    [401, plain, 'getQueue-4', 'unknown token in x-api-token'],
    [413, plain, 'getQueue-5', 'expected at most 1048576 bytes'],
  ])
})

test('logs requests without the token', async () => {
  const service = await start({ token: 'secret' })
  for (const token of ['secret', 'other']) {
    await ask(service, '/v1/getQueue', 'no JSON', {
      headers: { 'content-type': 'application/json', 'x-api-token': token, 'user-agent': 'me' },
    })
  }
  const logged = (token: string) => ({
    method: 'POST',
    path: '/v1/getQueue',
    headers: expect.objectContaining({
      'content-type': 'application/json',
      'user-agent': 'me',
      'x-api-token': token,
    }),
    body: 'no JSON',
  })
  expect(service.requests).toEqual([logged('matches'), logged('differs')])
  expect(Object.keys(service.requests[0]?.headers ?? {})).not.toContain('host')
})

test('follows its script from the first request on', async () => {
  let time = 1_000_000
  const service = await start({
    clock: { now: () => time },
    script: [
      { at: 5_000, change: changePullRequest(1207, { state: 'testing' }) },
      { at: 9_000, change: changePullRequest(1207, { state: 'pending_failure', readiness: undefined }) },
    ],
  })
  const seen = []
  time += 60_000
  for (const elapsed of [0, 4_999, 5_000, 9_000]) {
    time = 1_060_000 + elapsed
    const { body } = await ask(service, '/v1/getSubmittedPullRequest', { repo, pr: { number: 1207 }, targetBranch })
    seen.push([body.state, 'readiness' in body])
  }
  expect(seen).toEqual([
    ['pending', true],
    ['pending', true],
    ['testing', true],
    ['pending_failure', false],
  ])
})

test('replays answers as they stand', async () => {
  const down = { status: 503, body: '<h1>Down</h1>', headers: { 'content-type': 'text/html', 'retry-after': '1' } }
  const service = await start({
    state: changeAnswers({
      getQueue: [down, { status: 200, body: { state: 'RUNNING' }, delay: 20 }],
      getSubmittedPullRequest: { status: 404, body: 'never seen' },
    })(state),
  })
  const queue = { repo, targetBranch }
  const pull = { repo, pr: { number: 1205 }, targetBranch }
  const answers = [
    await ask(service, '/v1/getQueue', queue),
    await ask(service, '/v1/getQueue', queue),
    await ask(service, '/v1/getQueue', { ...queue, targetBranch: EXAMPLE.pausedBranch }),
    await ask(service, '/v1/getSubmittedPullRequest', pull),
    await ask(service, '/v1/getSubmittedPullRequest', pull),
    await ask(service, '/v1/getSubmittedPullRequest', { ...pull, pr: {} }),
  ]
  expect(answers.map(({ status, type, body }) => [status, type, body.state ?? body])).toEqual([
    [503, 'text/html', '<h1>Down</h1>'],
    [200, 'application/json', 'RUNNING'],
    [200, 'application/json', 'paused'],
    [404, plain, 'never seen'],
    [404, plain, 'never seen'],
    [400, plain, 'body.pr.number: required'],
  ])
})

test('a state that contradicts itself is an error of the stand-in', async () => {
  const broken = structuredClone(state)
  broken.repositories[0]?.queues[1]?.enqueued.push(7)
  const answer = await ask(await start({ state: broken }), '/v1/getQueue', {
    repo,
    targetBranch: EXAMPLE.pausedBranch,
  })
  expect(answer).toMatchObject({ status: 500, type: plain, body: "The state lists 7 but doesn't hold it" })
})
