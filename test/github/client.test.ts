import { describe, expect, test, vi } from 'vitest'
import type { CallRecord } from '../../src/facts/facts.ts'
import { createGitHubClient } from '../../src/github/client.ts'
import { failureOfConnection, pauseAskedBy } from '../../src/github/failure.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { startFaults } from '../faults/server.js'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, GITHUB_TOKEN, gitHubState } from '../stand-in/github/state.js'
import { NOW, sleepingClock, useGitHub } from './api.ts'

const openGitHub = useGitHub()

const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const PARAMETERS = { owner: 'acme', repo: 'rocket', pull_number: 42 }
const PATH = '/repos/acme/rocket/pulls/42'
const TOPIC = { task: 'show the pull request', permission: 'pull-requests: read' }

/** What comes of a request that is answered so each time, or as often as `times` says. */
async function askWith(answer: Answer, options: Parameters<typeof openGitHub>[1] = {}, times?: number) {
  const fault = { at: `GET ${PATH}`, answer, violates: typeof answer.body === 'string' || answer.status === 600 }
  const slept: number[] = []
  const faults = [{ ...fault, ...(times !== undefined && { times }) }]
  const { client, scope, api } = await openGitHub(
    { ...gitHubState(), faults },
    { clock: sleepingClock(slept), ...options },
  )
  const ask = () => client.request(ROUTE, PARAMETERS, TOPIC, scope.requestOptions)
  return { reading: await ask(), ask, api, slept }
}

/** A request to a server that is no stand-in of GitHub's. */
function request(apiUrl: string) {
  const options = {
    apiUrl,
    graphqlUrl: '',
    token: 'x',
    clean: cleanerOf(),
    requestTimeoutMs: 10_000,
    clock: sleepingClock(),
    random: () => 0,
  }
  return createGitHubClient(options).request(ROUTE, PARAMETERS, TOPIC, { signal: new AbortController().signal })
}

test('an answer comes with its data, cleaned of the token', async () => {
  const { client, scope, api } = await openGitHub(gitHubState({ pullRequests: { 42: { title: GITHUB_TOKEN } } }))
  expect(await client.request(ROUTE, PARAMETERS, TOPIC, scope.requestOptions)).toEqual({
    value: { data: expect.objectContaining({ number: 42, title: '***' }), hasNext: false },
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

const LIMITED = { code: 'github-unavailable', outage: true, message: expect.objectContaining({}) }

describe('an answer that is a failure, by its status', () => {
  test.each<[string, Answer, object]>([
    ['401', answers.badCredentials(), { code: 'token-refused', message: 'GitHub refused `github-token`.' }],
    [
      '403',
      answers.forbidden(),
      {
        code: 'github-forbidden',
        message: 'GitHub refused to show the pull request.',
        remedy: "Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it.",
      },
    ],
    [
      '404',
      answers.notFound(),
      {
        code: 'not-found',
        message: 'GitHub found nothing when asked to show the pull request, or the token may not see it.',
      },
    ],
    ['410', answers.gone(), { code: 'not-found' }],
    ['422', answers.unprocessable('PullRequest', 'is wrong'), { code: 'request-refused' }],
    ['a primary limit', answers.primaryLimit(NOW / 1000 + 120), LIMITED],
    [
      '503',
      answers.serverError(503),
      { code: 'github-unavailable', outage: true, message: 'GitHub could not show the pull request (503).' },
    ],
    ['600', { status: 600, body: '' }, { code: 'contract-broken', outage: false }],
    ['an answer that breaks off', answers.breakOff(), { code: 'github-unavailable', outage: true }],
    [
      'an answer of over 10 MiB',
      { status: 200, body: JSON.stringify('x'.repeat(10 * 1024 * 1024)) },
      { code: 'answer-too-large' },
    ],
    ['a redirect to another place', answers.redirect('https://evil.example/'), { code: 'redirected', outage: false }],
    ['a redirect to the same place', answers.redirect(PATH), { code: 'redirected' }],
    [
      "a refusal that Octokit can't put into a message",
      { status: 422, headers: { 'content-type': 'application/json' }, body: '{"message":{"toString":1}}' },
      { code: 'contract-broken' },
    ],
  ])('%s', async (_, answer, failure) => {
    expect((await askWith(answer)).reading).toMatchObject({ failure })
  })
})

test('no token: nothing is sent', async () => {
  const { reading, api } = await askWith(answers.notFound(), { token: '' })
  expect(reading).toMatchObject({
    failure: {
      code: 'token-refused',
      message: '`github-token` is empty, so GitHub was not asked to show the pull request.',
    },
  })
  expect(api.requests).toEqual([])
})

test('silence ends at the time limit', async () => {
  const silence = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(silence.signal)
  const faults = [{ at: 'GET', answer: answers.silence() }]
  const { client, scope, api } = await openGitHub({ ...gitHubState(), faults }, { requestTimeoutMs: 3000 })
  const asking = client.request(ROUTE, PARAMETERS, TOPIC, scope.requestOptions)
  await api.received
  silence.abort()
  expect(await asking).toMatchObject({
    failure: {
      outage: true,
      message: 'GitHub gave no complete answer within 3 s when asked to show the pull request.',
    },
  })
  expect(timeout.mock.calls[0]).toEqual([3000])
  timeout.mockRestore()
})

test.each<[string, boolean]>([
  ['http://127.0.0.1:2', true],
  ['nowhere', false],
  ['http://127.0.0.1:1', false],
])('an address without a server, or none: %s', async (apiUrl, outage) => {
  expect(await request(apiUrl)).toMatchObject({ failure: { outage } })
})

test.each<[string, code: string, outage: boolean]>([
  ['ECONNRESET', 'github-unavailable', true],
  ['ENOTFOUND', 'host-not-found', false],
  ['CERT_HAS_EXPIRED', 'certificate-invalid', false],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'contract-broken', false],
  ['HPE_INVALID_CONSTANT', 'contract-broken', false],
  ['UND_ERR_SOCKET', 'github-unavailable', true],
])('an error of the connection, as Octokit and fetch wrap it: %s', (code, expected, outage) => {
  const inner = Object.assign(new Error('not for others'), { code })
  const error = new Error('500', { cause: new TypeError('fetch failed', { cause: inner }) })
  expect(failureOfConnection(error, TOPIC)).toMatchObject({ code: expected, outage })
})

test.each<[string, tls: boolean, code: string]>([
  ['a certificate of nobody', true, 'certificate-invalid'],
  ['no TLS', false, 'contract-broken'],
])('not an outage of GitHub: %s', async (_, tls, code) => {
  const server = await startFaults(tls ? { tls: 'server' } : {})
  const reading = await request(server.url.replace('http:', 'https:'))
  await server.close()
  expect(reading).toMatchObject({ failure: { code, outage: false } })
})

test('a cancelled step throws, before and while GitHub is asked', async () => {
  const faults = [{ at: 'GET', answer: answers.silence() }]
  const cancel = new AbortController()
  const { client, scope, api } = await openGitHub(
    { ...gitHubState(), faults },
    { requestOptions: { signal: cancel.signal } },
  )
  const asking = client.request(ROUTE, PARAMETERS, TOPIC, scope.requestOptions)
  await api.received
  cancel.abort(new Error('cancelled'))
  await expect(asking).rejects.toThrow('cancelled')
  await expect(client.request(ROUTE, PARAMETERS, TOPIC, scope.requestOptions)).rejects.toThrow('cancelled')
  expect(api.requests).toHaveLength(1)
})

describe('an outage is tried again', () => {
  test('and each call is noted once', async () => {
    const calls: CallRecord[] = []
    const requestOptions = { onCall: (record: CallRecord) => calls.push(record) }
    const { reading, api } = await askWith(answers.serverError(), { requestOptions }, 2)
    expect(reading).toMatchObject({ value: {} })
    expect(api.requests).toHaveLength(3)
    expect(calls).toMatchObject([{ operation: ROUTE, status: 200, attempts: 3, requestId: 'C0DE:1' }])
  })

  test.each<[string, Answer, number[]]>([
    ['a refusal is not', answers.forbidden(), []],
    ['at most five times', answers.serverError(), [0, 0, 0, 0]],
    ['after the time that GitHub asks for', answers.secondaryLimit(20), [20_000, 20_000]],
    ['not if GitHub asks for more time than there is', answers.secondaryLimit(90), []],
  ])('%s', async (_, answer, expected) => {
    expect((await askWith(answer)).slept).toEqual(expected)
  })

  test('nothing is sent while a limit lasts', async () => {
    const { ask, api } = await askWith(answers.secondaryLimit(90))
    expect(await ask()).toMatchObject({ failure: LIMITED })
    expect(api.requests).toHaveLength(1)
  })

  test('a write is not, unless it was refused by a limit: a lost answer may hide that it landed', async () => {
    const at = 'POST /repos/acme/rocket/issues/42/comments'
    const write = async (answer: Answer) => {
      const { client, scope, api } = await openGitHub({ ...gitHubState(), faults: [{ at, answer }] })
      const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments'
      await client.request(
        route,
        { owner: 'acme', repo: 'rocket', issue_number: 42, body: 'x' },
        TOPIC,
        scope.requestOptions,
      )
      return api.requests.length
    }
    expect(await write(answers.serverError())).toBe(1)
    expect(await write(answers.secondaryLimit(20))).toBe(3)
  })
})

const USED_UP = { 'x-ratelimit-remaining': '0' }

test.each<[string, number, Record<string, string>, string, number | null]>([
  ['as long as GitHub asks', 403, { 'retry-after': '20' }, '', 20_000],
  ['at most an hour', 429, { 'retry-after': '9999999' }, '', 3_600_000],
  ['until the limit starts over', 403, { ...USED_UP, 'x-ratelimit-reset': String(NOW / 1000 + 90) }, '', 90_000],
  ['at least a second', 403, { ...USED_UP, 'x-ratelimit-reset': '1' }, '', 1000],
  ['a minute, without a time', 429, { 'retry-after': 'soon' }, '', 60_000],
  ['a minute, by the message alone', 403, {}, 'You have exceeded a secondary rate limit', 60_000],
  ['not for another refusal', 403, {}, 'Forbidden', null],
])('a pause: %s', (_, status, headers, message, expected) => {
  expect(pauseAskedBy({ status, headers, data: { message } }, NOW)).toBe(expected)
})
