import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { requestBudget } from '../../src/github/bounds.ts'
import { createGitHubClient, shaped } from '../../src/github/client.ts'
import { ofAnswer, ofConnection } from '../../src/github/failure.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { startFaults } from '../faults/server.js'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, gitHubState, type State } from '../stand-in/github/state.js'
import { close, listen } from '../stand-in/listen.js'
import { NOW, stillClock, useGitHub } from './api.ts'

const openGitHub = useGitHub()

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const PARAMETERS = { owner: 'acme', repo: 'rocket', pull_number: 42 }
const PATH = '/repos/acme/rocket/pulls/42'
const TOPIC = { task: 'show the pull request', permission: 'pull-requests: read' }

/** A request to a stand-in that answers so. */
async function askWith(answer: Answer, state: State = gitHubState()) {
  const faults = [{ at: `GET ${PATH}`, answer, violates: typeof answer.body === 'string' }]
  const { client, poll, api } = await openGitHub({ ...state, faults })
  return { reading: await client.request(ROUTE, PARAMETERS, TOPIC, poll), api }
}

/** A request to a server that is no stand-in of GitHub's. */
function request(apiUrl: string) {
  const client = createGitHubClient({ apiUrl, graphqlUrl: '', token: 'x', clean: cleanerOf(), clock: stillClock() })
  return client.request(ROUTE, PARAMETERS, TOPIC, { budget: requestBudget(), signal: undefined })
}

const failure = (cause: string, message: string, remedy: string) => ({ cause, message, remedy })
const RUN_AGAIN = 'Run the job again.'
const MISSING = "Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it."
const LIMIT = 'GitHub did not show the pull request: the rate limit of `github-token` is used up'
const REPORT = 'Run the job again. If this persists, report it: GitHub may have changed its API.'
const limited = (retryAfterMs: number, time: string) => ({
  ...{ cause: 'rate-limited', message: LIMIT, retryAfterMs },
  remedy: `Run the job again in ${time}, or poll less often with \`poll-interval\`.`,
})

test('an answer comes with its data and its pages', async () => {
  const { client, poll, api } = await openGitHub(gitHubState())
  expect(await client.request(ROUTE, PARAMETERS, TOPIC, poll)).toEqual({
    value: { status: 200, data: expect.objectContaining({ number: 42 }), lastPage: null, hasNext: false },
  })
  expect(api.exchanges.map(({ token }) => token)).toEqual(['matches'])
})

test("GitHub's headers are not written to the log, as Octokit does with those of a deprecation", async () => {
  const written = vi.spyOn(console, 'warn').mockReturnValue()
  const headers = { deprecation: 'soon', sunset: 's3cret-t0ken', link: '<https://s3cret-t0ken>; rel="deprecation"' }
  await askWith({ ...answers.notFound(), headers })
  expect(written).not.toHaveBeenCalled()
  written.mockRestore()
})

describe('every failure is a failed reading', () => {
  test.each<[string, Answer, object]>([
    [
      '401',
      answers.badCredentials(),
      failure(
        'token-refused',
        'GitHub refused `github-token` (401)',
        "Set `github-token` to a valid token, or leave the input out to take the workflow's own token.",
      ),
    ],
    ['403', answers.forbidden(), failure('forbidden', 'GitHub refused to show the pull request (403)', MISSING)],
    [
      'a locked conversation',
      answers.locked(),
      failure(
        'locked',
        'GitHub refused to show the pull request: the conversation is locked (403)',
        'Unlock the conversation of the pull request.',
      ),
    ],
    [
      '404',
      answers.notFound(),
      failure(
        'not-found',
        'GitHub found nothing when asked to show the pull request, or the token may not see it (404)',
        'Check `repository`, `pull-request` if it is set, and that `github-token` has `pull-requests: read`.',
      ),
    ],
    [
      '410',
      answers.gone(),
      failure(
        'not-found',
        'GitHub found nothing when asked to show the pull request, or the token may not see it (410)',
        'Check `repository`, `pull-request` if it is set, and that `github-token` has `pull-requests: read`.',
      ),
    ],
    [
      '422',
      answers.unprocessable('PullRequest', 'is wrong'),
      failure(
        'refused',
        'GitHub did not accept the request to show the pull request (422)',
        'Check `repository` and `pull-request`.',
      ),
    ],
    ['primary limit, 403', answers.primaryLimit(NOW / 1000 + 120), limited(120_000, '2 m')],
    ['primary limit, 429', answers.primaryLimit(NOW / 1000 + 120, 429), limited(120_000, '2 m')],
    ['primary limit that ended meanwhile', answers.primaryLimit(NOW / 1000 - 5), limited(1000, '1 s')],
    ['secondary limit with retry-after', answers.secondaryLimit(30), limited(30_000, '30 s')],
    ['secondary limit without', answers.secondaryLimit(null), limited(60_000, '1 m')],
    ['secondary limit, 429', answers.secondaryLimit(7, 429), limited(7000, '7 s')],
    ['a limit without end', answers.secondaryLimit(999_999_999), limited(3_600_000, '1 h')],
    [
      'a limit with a date of nonsense',
      { ...answers.secondaryLimit(null), headers: { 'retry-after': 'soon' } },
      limited(60_000, '1 m'),
    ],
    [
      '500',
      answers.serverError(500),
      failure('unavailable', 'GitHub could not show the pull request (500)', RUN_AGAIN),
    ],
    ['600', { status: 600, body: '' }, { cause: 'unexpected', outage: false }],
    [
      '503',
      answers.serverError(503),
      failure('unavailable', 'GitHub could not show the pull request (503)', RUN_AGAIN),
    ],
    [
      'an answer that breaks off',
      answers.breakOff(),
      failure('unavailable', 'GitHub could not show the pull request: the connection failed', RUN_AGAIN),
    ],
    [
      'an answer of over 10 MiB',
      { status: 200, body: JSON.stringify('x'.repeat(10 * 1024 * 1024)) },
      failure(
        'too-large',
        'GitHub answered with more than 10 MiB when asked to show the pull request',
        'Check the proxy if there is one; no input makes the answer smaller.',
      ),
    ],
    ...['http://127.0.0.1:1/', 'https://evil.example/', '//evil.example/x', 'http://[', PATH].map(
      (location): [string, Answer, object] => [
        `a redirect to ${location}`,
        answers.redirect(location),
        failure(
          'redirected',
          'GitHub answered with a redirect, which is not followed, when asked to show the pull request',
          'Check the name in `repository`, and the proxy if there is one.',
        ),
      ],
    ),
    ...['{"message":{"toString":1}}', `{"message":"no","errors":${'['.repeat(20_000)}${']'.repeat(20_000)}}`].map(
      (body, at): [string, Answer, object] => [
        `a refusal that Octokit can't put into a message (${at + 1})`,
        { status: 422, headers: { 'content-type': 'application/json' }, body },
        failure(
          'refused',
          'GitHub did not accept the request to show the pull request (422)',
          'Check `repository` and `pull-request`.',
        ),
      ],
    ),
    [
      'a redirect that leads nowhere',
      { ...answers.redirect('/'), headers: {} },
      failure('unexpected', 'GitHub did not answer as documented when asked to show the pull request', REPORT),
    ],
  ])('%s', async (_, answer, failure) => {
    const { reading } = await askWith(answer)
    expect(reading).toMatchObject({ failure })
  })

  test('no token: nothing is sent', async () => {
    const { client, poll, api } = await openGitHub(gitHubState(), { token: '' })
    expect(await client.request(ROUTE, PARAMETERS, TOPIC, poll)).toMatchObject({
      failure: failure(
        'token-missing',
        '`github-token` is empty, so GitHub was not asked to show the pull request',
        "Leave the input out to take the workflow's own token, and give the job `pull-requests: read`.",
      ),
    })
    expect(api.requests).toEqual([])
  })

  test.each([
    [undefined, 20_000, '20 s'],
    [3000, 3000, '3 s'],
  ])('silence, where the poll gives it %j ms', async (timeoutMs, expected, told) => {
    const silence = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal)
    const faults = [{ at: 'GET', answer: answers.silence() }]
    const { client, poll, api } = await openGitHub({ ...gitHubState(), faults }, timeoutMs ? { timeoutMs } : {})
    const asking = client.request(ROUTE, PARAMETERS, TOPIC, poll)
    await api.received
    silence.abort()
    expect(await asking).toMatchObject({
      failure: {
        cause: 'silent',
        remedy: RUN_AGAIN,
        message: `GitHub gave no complete answer within ${told} when asked to show the pull request`,
      },
    })
    expect(timeout.mock.calls).toEqual([[expected]])
    timeout.mockRestore()
  })

  test('an address without a server, and an invalid one', async () => {
    const poll = { budget: requestBudget(), signal: undefined }
    for (const [apiUrl, graphqlUrl, outage] of [
      ['http://127.0.0.1:2', '', true],
      ['nowhere', '', false],
      ['localhost:99', '', false],
      ['http://127.0.0.1:1', '', false],
      ['http://127.0.0.1:2', 'nowhere', false],
    ] as const) {
      const client = createGitHubClient({ apiUrl, graphqlUrl, token: 'x', clean: cleanerOf(), clock: stillClock() })
      expect(await client.request(ROUTE, PARAMETERS, TOPIC, poll)).toMatchObject({ failure: { outage } })
    }
  })
})

test.each<[string, cause: string, outage: boolean]>([
  ['ECONNRESET', 'unavailable', true],
  ['ENOTFOUND', 'host-not-found', false],
  ['UNSPECIFIED', 'certificate', false],
  ['CERT_HAS_EXPIRED', 'certificate', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'unexpected', false],
  ['ERR_SSL_UNEXPECTED_EOF_WHILE_READING', 'unavailable', true],
  ['HPE_INVALID_CONSTANT', 'unexpected', false],
  ['Z_DATA_ERROR', 'unexpected', false],
  ['ERR__ERROR_FORMAT_PADDING_1', 'unexpected', false],
  ['Z_BUF_ERROR', 'unavailable', true],
])('an error of the connection, as Octokit and fetch wrap it: %s', (code, cause, outage) => {
  const inner = Object.assign(new Error('not for others'), { code })
  const error = new Error('500', { cause: new TypeError('fetch failed', { cause: inner }) })
  expect(ofConnection(error, TOPIC)).toMatchObject({ cause, outage })
})

test.each<[proxy: number, cause: string, outage: boolean]>([
  [99, 'proxy-refused', false],
  [302, 'proxy-refused', false],
  [407, 'proxy-refused', false],
  [429, 'unavailable', true],
  [502, 'unavailable', true],
])('a proxy that answers %i, in the words of fetch', (status, cause, outage) => {
  const message = `Proxy response (${status}) !== 200 when HTTP Tunneling`
  const error = new Error('500', { cause: Object.assign(new Error(message), { code: 'UND_ERR_ABORTED' }) })
  expect(ofConnection(error, TOPIC)).toMatchObject({ cause, outage })
})

test.each(['100 Continue', '101 Switching Protocols'])('the status %s is no answer and no outage', async status => {
  const server = createServer(socket => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nconnection: upgrade\r\nupgrade: no-such\r\n\r\n`))
  })
  const port = await listen(server)
  const reading = await request(`http://127.0.0.1:${port}`)
  await close(server)
  expect(reading).toMatchObject({ failure: { cause: 'unexpected', outage: false } })
})

test.each<[string, tls: boolean, cause: string]>([
  ['a certificate of nobody', true, 'certificate'],
  ['no TLS', false, 'unexpected'],
])('not an outage of GitHub: %s', async (_, tls, cause) => {
  const server = await startFaults(tls ? { tls: 'server' } : {})
  const reading = await request(server.url.replace('http:', 'https:'))
  await server.close()
  expect(reading).toMatchObject({ failure: { cause, outage: false } })
})

test('packed data is not asked for: fetch would take a part of it for all', async () => {
  const received: (string | undefined)[] = []
  const server = createHttpServer((asked, answer) => {
    received.push(asked.headers['accept-encoding'])
    answer.end('{}')
  })
  const port = await listen(server)
  await request(`http://127.0.0.1:${port}`)
  await close(server)
  expect(received).toEqual(['identity'])
})

test('a cancelled step throws, before and while GitHub is asked', async () => {
  const faults = [{ at: 'GET', answer: answers.silence() }]
  const { client, poll, api } = await openGitHub({ ...gitHubState(), faults })
  const cancel = new AbortController()
  const cancelled = { ...poll, signal: cancel.signal }
  const asking = client.request(ROUTE, PARAMETERS, TOPIC, cancelled)
  await api.received
  cancel.abort(new Error('cancelled'))
  await expect(asking).rejects.toThrow('cancelled')
  await expect(client.request(ROUTE, PARAMETERS, TOPIC, cancelled)).rejects.toThrow('cancelled')
  expect(api.requests).toHaveLength(1)
})

test.each(['.', '..'])('a name that would lead to another path is not asked for: %s', async repo => {
  const { client, poll, api } = await openGitHub(gitHubState())
  const reading = await client.request(ROUTE, { ...PARAMETERS, repo }, TOPIC, poll)
  expect(reading).toMatchObject({ failure: { cause: 'not-found' } })
  expect(api.requests).toEqual([])
})

test('a redirect within GitHub is followed, and is a request of the budget', async () => {
  const faults = [{ at: `GET ${PATH}`, answer: answers.redirect(`${PATH}?moved`), times: 1 }]
  const { client, poll, api } = await openGitHub({ ...gitHubState(), faults }, { requests: 3 })
  expect(await client.request(ROUTE, PARAMETERS, TOPIC, poll)).toMatchObject({ value: { status: 200 } })
  expect(poll.budget.left()).toBe(1)
  // No parameter of GitHub's: it only tells the two requests apart.
  for (const exchange of api.exchanges) exchange.query = {}
})

test('a poll without requests left sends none', async () => {
  const { client, poll, api } = await openGitHub(gitHubState(), { requests: 2 })
  const readings = await Promise.all(Array.from({ length: 3 }, () => client.request(ROUTE, PARAMETERS, TOPIC, poll)))
  expect(readings.map(({ kind }) => kind)).toEqual(['read', 'read', 'failed'])
  expect(readings[2]).toMatchObject({
    failure: failure(
      'over-budget',
      'GitHub was not asked to show the pull request: the 2 requests of this poll are used up',
      'Spread the reads over several steps, or run the job again.',
    ),
  })
  expect(api.requests).toHaveLength(2)
  expect(requestBudget().left()).toBe(10)
})

test('after a limit nothing is sent until GitHub may be asked again', async () => {
  const time = { now: NOW }
  const faults = [{ at: `GET ${PATH}`, answer: answers.secondaryLimit(30), times: 1 }]
  const { client, poll, api } = await openGitHub({ ...gitHubState(), faults }, { clock: stillClock(() => time.now) })
  const ask = () => client.request(ROUTE, PARAMETERS, TOPIC, poll)
  expect(await ask()).toMatchObject({ failure: limited(30_000, '30 s') })
  time.now += 29_000
  expect(await ask()).toMatchObject({ failure: limited(1000, '1 s') })
  expect(api.requests).toHaveLength(1)
  time.now += 1000
  expect(await ask()).toMatchObject({ kind: 'read' })
})

test('a wrong shape is reported by the member, never by its value', () => {
  const schema = z.object({ list: z.array(z.object({ name: z.string() })) })
  expect(shaped(schema, { list: [{ name: 'a' }], more: 1 }, TOPIC)).toEqual({
    value: { list: [{ name: 'a' }] },
  })
  expect(shaped(schema, { list: [{ name: 'a' }, { name: { secret: 1 } }] }, TOPIC)).toMatchObject({
    failure: {
      cause: 'unexpected',
      remedy: REPORT,
      message: 'GitHub did not answer as documented when asked to show the pull request (member `list[1].name`)',
    },
  })
})

test('no word of an answer is in a failure', () => {
  const words = fc.stringMatching(/^[g-z]{12}$/)
  const headers = fc.dictionary(
    fc.constantFrom('retry-after', 'x-ratelimit-remaining', 'x-ratelimit-reset'),
    fc.oneof(fc.string(), fc.nat().map(String)),
  )
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), headers, words, (status, given, word) => {
      const failure = ofAnswer({ status, headers: given, data: { message: word, [word]: word } }, TOPIC, NOW)
      expect(JSON.stringify(failure)).not.toContain(word)
      expect(failure.retryAfterMs ?? 1).toBeGreaterThanOrEqual(0)
      expect(failure.retryAfterMs ?? 1).toBeLessThanOrEqual(3_600_000)
    }),
  )
})
