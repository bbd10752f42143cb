import { describe, expect, test, vi } from 'vitest'
import { submittedPullRequest as body, queue } from './answers.js'
import {
  callsOf,
  errorsOf,
  expectFailure,
  expectPass,
  expectSound,
  type FaultServer,
  gateAgainst,
  reasonOf,
  SOON,
  TOKEN,
  TOKEN_FORMS,
} from './gate.ts'
import { answer, redirect, startFaults } from './server.js'

vi.setConfig({ maxConcurrency: 8 })

const good = answer({ body })
const page = `<!doctype html><html><head><style>p { color: red }</style></head><body><h1>Bad gateway</h1>${'<p>so sorry</p>'.repeat(80_000)}`
const html = { 'content-type': 'text/html' }

describe.concurrent('redirects are not followed', () => {
  test('307 to another host: it is never called', async () => {
    const other = await startFaults({ script: { getSubmittedPullRequest: good } })
    const to = `${other.url}/v1/getSubmittedPullRequest`
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: redirect(307, to) })
    await other.close()
    expectFailure(result, 'redirected', new RegExp(` redirected \\(307\\) to ${other.url}`))
    expect(server.requests).toHaveLength(1)
    expect(other.connections()).toBe(0)
  })

  test.for<[string, Record<string, string>, RegExp]>([
    ['with a command as the target', { location: '##[error]x' }, /## \[error\]x/],
    ['with the token in the target', { location: `https://elsewhere.example/?token=${TOKEN}` }, /token=\*\*\*/],
  ])('%s', async ([, headers, message]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: answer({ status: 302, headers }) })
    expectFailure(result, 'redirected', message)
    expect(server.requests).toHaveLength(1)
  })
})

describe.concurrent('what will not be different next time is not asked again', () => {
  test.for<[string, number, Record<string, string>, string, string, RegExp]>([
    [
      '400 with text',
      400,
      {},
      'targetBranch: unknown branch',
      'request-refused',
      / answered 400: "targetBranch: unknown branch"\./,
    ],
    [
      '404 with a page',
      404,
      html,
      page,
      'contract-broken',
      /: a web page came with 404, so this is not the service: "Bad gateway so sorry/,
    ],
  ])('%s', async ([, status, headers, text, reason, message]) => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: answer({ status, headers, body: text }),
    })
    expectFailure(result, reason, message)
    expect(server.requests).toHaveLength(1)
    expect(callsOf(result)).toMatchObject([{ status, attempts: 1, requestId: 'req-7f3a' }])
  })

  test('401: the sentence is the same for all reads, and holds nothing of the body', async () => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: answer({ status: 401, headers: html, body: page }),
    })
    expectFailure(result, 'token-refused', /^The service refused `api-token` \(401\)\./)
    expect(reasonOf(result)?.message).toBe('The service refused `api-token` (401).')
    expect(server.requests).toHaveLength(1)
    expect(callsOf(result)).toMatchObject([{ status: 401, attempts: 1, requestId: 'req-7f3a' }])
  })
})

const limited = (retryAfter: string) =>
  answer({ status: 429, headers: { 'retry-after': retryAfter }, body: 'slow down' })
const gaps = ({ requests }: FaultServer) => requests.slice(1).map(({ at }, before) => at - (requests[before]?.at ?? 0))

describe.concurrent('429', () => {
  test('2: asked again after two seconds', async () => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: [limited('2'), good] })
    expectPass(result)
    expect(gaps(server)[0]).toBeGreaterThanOrEqual(1990)
    expect(/^Trying again (.*?):/m.exec(result.stdout)?.[1]).toBe('in 2.0 s, getSubmittedPullRequest')
  })

  test('2 for ever ends within the deadline', async () => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: limited('2') }, SOON)
    expectFailure(result, 'service-unavailable', / answered 429 \(rate limited\), (?:twice|three times) in/)
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(result.duration).toBeLessThan(9000)
  })
})

describe.concurrent('5xx and 408', () => {
  test.for<[string, number, Record<string, string>, string, RegExp]>([
    [
      '503 with a page of 1 MB, for ever',
      503,
      html,
      page,
      / answered 503, five times in [\d.]+ s: "Bad gateway so sorry/,
    ],
    ['408', 408, {}, '', / answered 408, five times in/],
  ])('%s', async ([, status, headers, text, message]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: answer({ status, headers, body: text }) })
    expectFailure(result, 'service-unavailable', message)
    expect(server.requests).toHaveLength(5)
  })
})

describe.concurrent('the token', () => {
  test('goes into its header and nowhere else of the request', async () => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: good })
    expectPass(result)
    const [request] = server.requests
    expect(request?.headers['x-api-token']).toBe(TOKEN)
    const { 'x-api-token': _, ...headers } = request?.headers ?? {}
    for (const form of TOKEN_FORMS) expect(JSON.stringify({ ...request, headers })).not.toContain(form)
  })

  test('as the name of a member', async () => {
    const { result } = await gateAgainst(
      {
        getQueue: answer({ body: { ...queue, [TOKEN]: 1, enqueuedPullRequests: { [TOKEN]: 1 } } }),
      },
      { inputs: { read: 'queue', require: 'queue-running' } },
    )
    expectSound(result)
    expect(result.outputs).toMatchObject({ conclusion: 'unknown', reason: 'contract-broken' })
  })

  test('that no header can hold: refused before any request, printed nowhere', async () => {
    const token = 'good-start\n::error::good-end'
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: good }, { inputs: { 'api-token': token } })
    expect(server.connections()).toBe(0)
    expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'bad-input', ready: '' })
    expect(errorsOf(result)).toHaveLength(1)
    const told = result.stdout.replace(/^::add-mask::.*$/gm, '') + JSON.stringify({ ...result, stdout: '' })
    expect(told).not.toMatch(/good-(?:start|end)/)
  })

  test('with blanks around it: they are cut', async () => {
    const { result, server } = await gateAgainst(
      { getSubmittedPullRequest: good },
      { inputs: { 'api-token': `  ${TOKEN}\n` } },
    )
    expectPass(result)
    expect(server.requests[0]?.headers['x-api-token']).toBe(TOKEN)
  })
})
