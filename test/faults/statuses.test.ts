import { describe, expect, test, vi } from 'vitest'
import { tokenProblem } from '../../src/setup/read-inputs.ts'
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
  const statuses = [301, 302, 303, 307, 308] as const

  test.for(statuses)('%i to another host: it is never called', async status => {
    const other = await startFaults({ script: { getSubmittedPullRequest: good } })
    const to = `${other.url}/v1/getSubmittedPullRequest`
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: redirect(status, to) })
    await other.close()
    expectFailure(result, 'redirected', new RegExp(`: redirected \\(${status}\\) to ${other.url}`))
    expect(server.requests).toHaveLength(1)
    expect(other.connections()).toBe(0)
  })

  test.for(statuses)('%i to the same host', async status => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: redirect(status, '/v1/getQueue') })
    expectFailure(result, 'redirected', /to \/v1\/getQueue/)
    expect(server.requests.map(({ operation }) => operation)).toEqual(['getSubmittedPullRequest'])
  })

  test.for<[string, Record<string, string>, RegExp]>([
    ['without a target', {}, /: redirected \(302\) \(1 try/],
    ['304', { etag: '"x"' }, /: redirected \(304\) \(1 try/],
    ['with a command as the target', { location: '##[error]x' }, /## \[error\]x/],
    ['with the token in the target', { location: `https://elsewhere.example/?token=${TOKEN}` }, /token=\*\*\*/],
  ])('%s', async ([name, headers, message]) => {
    const status = name === '304' ? 304 : 302
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: answer({ status, headers }) })
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
      /: request refused \(400\) .*"targetBranch: unknown branch"/,
    ],
    [
      '404 with a page',
      404,
      html,
      page,
      'contract-broken',
      /: a web page came with 404, so this is not the service \(1 try/,
    ],
    [
      '404 with a page as text',
      404,
      {},
      page,
      'contract-broken',
      /: a web page came with 404, so this is not the service \(1 try/,
    ],
    ['405', 405, {}, '', 'request-refused', /: request refused \(405\)/],
    ['410', 410, {}, '', 'request-refused', /: request refused \(410\)/],
    ['413', 413, html, '<html><h1>Too large</h1></html>', 'request-refused', /: request refused \(413\) .*"Too large"/],
    ['422', 422, {}, '{"error":"no"}', 'request-refused', /: request refused \(422\)/],
    ['201', 201, {}, JSON.stringify(body), 'contract-broken', /: unexpected status 201/],
    ['204', 204, { 'content-length': '' }, '', 'contract-broken', /: unexpected status 204/],
    ['206', 206, {}, JSON.stringify(body), 'contract-broken', /: unexpected status 206/],
  ])('%s', async ([, status, headers, text, reason, message]) => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: answer({ status, headers, body: text }),
    })
    expectFailure(result, reason, message)
    expect(reasonOf(result)?.message).toMatch(/\(1 try in .*request req-7f3a\)/)
    expect(server.requests).toHaveLength(1)
    expect(callsOf(result)).toMatchObject([{ status, attempts: 1 }])
  })

  test.for<[string, number, Record<string, string>, string]>([
    ['401', 401, {}, 'unauthorized'],
    ['401 with a page', 401, html, page],
    ['403', 403, {}, 'forbidden'],
  ])('%s: the sentence is the same for all reads, and holds nothing of the body', async ([, status, headers, text]) => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: answer({ status, headers, body: text }),
    })
    expectFailure(result, 'token-refused', new RegExp(`^The service refused \`api-token\` \\(${status}\\)\\.`))
    expect(reasonOf(result)?.message).toBe(`The service refused \`api-token\` (${status}).`)
    expect(server.requests).toHaveLength(1)
    expect(callsOf(result)).toMatchObject([{ status, attempts: 1, requestId: 'req-7f3a' }])
  })

  test('404 is an answer: never submitted, not ready', async () => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: answer({ status: 404, body: 'not found' }),
    })
    expectSound(result)
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({
      conclusion: 'failed',
      reason: 'not-submitted',
      ready: 'false',
      'pull-request-state': 'not_submitted',
    })
    expect(server.requests).toHaveLength(1)
  })
})

/** The next time in whole seconds that is at least so far away, as HTTP writes it. */
const date = (ms: number) => new Date(Math.ceil((Date.now() + ms) / 1000) * 1000).toUTCString()
const limited = (retryAfter?: string) =>
  answer({ status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter }, body: 'slow down' })
const gaps = ({ requests }: FaultServer) => requests.slice(1).map(({ at }, before) => at - (requests[before]?.at ?? 0))

describe.concurrent('429', () => {
  test.for<[string, () => ReturnType<typeof answer>, number, RegExp]>([
    ['without Retry-After', () => limited(), 0, /in 0\.0 s/],
    ['0', () => limited('0'), 0, /in 0\.0 s/],
    ['2', () => limited('2'), 1990, /in 2\.0 s/],
    ['2 with blanks', () => limited(' 2 '), 1990, /in 2\.0 s/],
    ['a date', () => limited(date(3000)), 1000, /in [1-4]\.\d s/],
    ['a past date', () => limited('Wed, 01 Jan 2025 00:00:00 GMT'), 0, /in 0\.0 s/],
    ['garbage', () => limited('soon'), 0, /in 0\.0 s/],
    ['a negative number', () => limited('-5'), 0, /in 0\.0 s/],
    ['a fraction', () => limited('1.5'), 0, /in 0\.0 s/],
  ])('%s: asked again in time', async ([, first, least, told]) => {
    let asked = 0
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: () => (asked++ === 0 ? first() : good) })
    expectPass(result)
    expect(server.requests).toHaveLength(2)
    expect(gaps(server)[0]).toBeGreaterThanOrEqual(least)
    expect(/^Trying again (.*?):/m.exec(result.stdout)?.[1]).toMatch(told)
  })

  test.for<[string, () => string]>([
    ['86400', () => '86400'],
    ['61, over the deadline of 60 s', () => '61'],
    ['99999999999999999999', () => '9'.repeat(20)],
    ['a date in an hour', () => date(3_600_000)],
  ])('%s: fails at once', async ([name, value]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: limited(value()) })
    expectFailure(result, 'service-unavailable', /: rate limited \(429\)/)
    expect({ name, requests: server.requests.length }).toEqual({ name, requests: 1 })
  })

  test.for<[string, string | undefined]>([
    ['without Retry-After', undefined],
    ['with 0', '0'],
  ])('for ever, %s', async ([, value]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: limited(value) })
    expectFailure(result, 'service-unavailable', /: rate limited \(429\) \(5 tries in/)
    expect(server.requests).toHaveLength(5)
  })

  test('2 for ever ends within the deadline', async () => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: limited('2') }, SOON)
    expectFailure(result, 'service-unavailable', /: rate limited \(429\) \([23] tries in/)
    expect(server.requests.length).toBeLessThanOrEqual(3)
    expect(result.duration).toBeLessThan(9000)
  })

  test('503 with Retry-After is obeyed too', async () => {
    const busy = answer({ status: 503, headers: { 'retry-after': '1' } })
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: [busy, good] })
    expectPass(result)
    expect(gaps(server)[0]).toBeGreaterThanOrEqual(990)
  })
})

describe.concurrent('5xx and 408', () => {
  test('500 twice, then 200', async () => {
    const { result, server } = await gateAgainst({
      getSubmittedPullRequest: [answer({ status: 500, body: 'oops' }), answer({ status: 500, body: 'oops' }), good],
    })
    expectPass(result)
    expect(server.requests).toHaveLength(3)
    expect(callsOf(result)).toMatchObject([{ status: 200, attempts: 3 }])
  })

  test.for<[string, number, Record<string, string>, string, RegExp]>([
    ['503 with a page of 1 MB, for ever', 503, html, page, /: not available \(503\) .*"Bad gateway so sorry/],
    ['504 with text', 504, {}, 'upstream request timeout', /: not available \(504\) .*"upstream request timeout"/],
    ['502', 502, {}, '', /: not available \(502\)/],
    ['500', 500, {}, 'internal', /: not available \(500\)/],
    ['408', 408, {}, '', /: not available \(408\)/],
  ])('%s', async ([, status, headers, text, message]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: answer({ status, headers, body: text }) })
    expectFailure(result, 'service-unavailable', message)
    expect(reasonOf(result)?.message).toMatch(/\(5 tries in .*request req-7f3a\)/)
    expect(server.requests).toHaveLength(5)
  })

  test.for([501, 505, 520])('%i is an outage that is not asked again', async status => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: answer({ status }) })
    expectFailure(result, 'service-unavailable', new RegExp(`\\(${status}\\) \\(1 try`))
    expect(server.requests).toHaveLength(1)
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

  const echo = (form: string) => `you sent ${form}, which is wrong`
  test.for([401, 400, 404, 200, 500].flatMap(status => TOKEN_FORMS.map((form, at) => [status, form, at] as const)))(
    'echoed with %i: told by nobody (%s)',
    async ([status, form]) => {
      const fault = answer({ status, headers: { 'x-request-id': `r-${form}` }, body: echo(form) })
      const { result } = await gateAgainst({ getSubmittedPullRequest: fault })
      expectSound(result)
      expect(result.exitCode).toBe(1)
      // What a refused token and "there is none" say is the same whatever the body holds.
      if (status !== 404 && status !== 401) expect(errorsOf(result)[0]).toContain('you sent ***, which is wrong')
    },
  )

  test.for<[string, (text: string) => string]>([
    ['raw', text => text],
    [
      'escaped in JSON',
      text => [...text].map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
  ])('in members of a good answer, %s', async ([, write]) => {
    for (const form of TOKEN_FORMS) {
      const text = JSON.stringify({ ...body, prTitle: 'TITLE', priorityName: 'TITLE', prAuthor: 'TITLE' })
      const { result } = await gateAgainst({
        getSubmittedPullRequest: answer({
          headers: { 'content-type': 'application/json' },
          body: text.replaceAll('TITLE', () => write(`a ${form} b`)),
        }),
      })
      expectPass(result)
      expect(result.summary).toContain('a *** b')
    }
  })

  test('cut by the end of an excerpt', async () => {
    // The excerpt takes 4,000 characters of the body and shows 200 of them: no end of a token may stay.
    for (const before of [150, 180, 199, 3990]) {
      const text = `${'x'.repeat(before)}${TOKEN}`
      const { result } = await gateAgainst({ getSubmittedPullRequest: answer({ status: 400, body: text }) })
      expectSound(result)
      expect(result.stdout.replace(/^::add-mask::.*$/gm, '')).not.toContain(TOKEN.slice(0, 10))
    }
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

  test.for<[string, string, string]>([
    ['a line break', 'good-start\ngood-end', 'good-end'],
    ['a carriage return', 'good-start\rgood-end', 'good-end'],
    ['a letter outside ASCII', 'good-start-é-good-end', 'good-end'],
    ['a blank', 'good-start good-end', 'good-end'],
    ['a character of another plane', 'good-start-😀-good-end', 'good-end'],
    ['a command', 'good-start\n::error::good-end', 'good-end'],
  ])('with %s: refused before any request, printed nowhere', async ([, token, part]) => {
    const { result, server } = await gateAgainst({ getSubmittedPullRequest: good }, { inputs: { 'api-token': token } })
    expect(server.connections()).toBe(0)
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'bad-input', ready: '' })
    expect(errorsOf(result)).toHaveLength(1)
    const told = result.stdout.replace(/^::add-mask::.*$/gm, '') + JSON.stringify({ ...result, stdout: '' })
    expect(told).not.toContain(part)
    expect(told).not.toContain('good-start')
  })

  test('with NUL, which no environment can hold: no header would take it', () => {
    expect(tokenProblem('good-start\0good-end')).not.toBe(null)
  })

  test('with blanks around it: they are cut', async () => {
    const { result, server } = await gateAgainst(
      { getSubmittedPullRequest: good },
      { inputs: { 'api-token': `  ${TOKEN}\n` } },
    )
    expectPass(result)
    expect(server.requests[0]?.headers['x-api-token']).toBe(TOKEN)
  })

  test('of the newer API: a hint', async () => {
    const { result } = await gateAgainst(
      { getSubmittedPullRequest: answer({ status: 401 }) },
      { inputs: { 'api-token': 'rocketq_v2_0123456789abcdef' } },
    )
    expectFailure(result, 'token-refused', /401/)
    expect(result.stdout).toMatch(/newer API/)
    expect(result.stdout.replace(/^::add-mask::.*$/gm, '')).not.toContain('0123456789abcdef')
  })
})
