import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { exchangeError } from '../../src/http/client.ts'
import { BODY_LIMIT, ExchangeError, type HttpRequest, wrongProxyVariable } from '../../src/http/exchange.ts'
import { createExchange } from '../../src/http/transport.ts'
import { errorCode } from '../../src/text/outside.ts'
import {
  answer,
  CLOSED_PORT,
  chunkedCutOff,
  dripBody,
  hugeHeaders,
  noHttp,
  redirect,
  reset,
  silence,
  startFaults,
  truncated,
} from '../faults/server.js'

type Script = NonNullable<NonNullable<Parameters<typeof startFaults>[0]['script']>['getQueue']>

const servers: Awaited<ReturnType<typeof startFaults>>[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

async function start(getQueue: Script, tls?: 'server') {
  const server = await startFaults({ script: { getQueue }, ...(tls && { tls }) })
  servers.push(server)
  const exchange = createExchange(new URL(server.url), {})
  const send = (options: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
    exchange({
      method: 'POST',
      url: new URL(`${server.url}/v1/getQueue`),
      headers: { 'x-api-token': 'secret', 'content-type': 'application/json' },
      body: '{"é":1}',
      // What is left of a call's time is seldom a whole number.
      timeoutMs: options.timeoutMs ?? 29_999.5,
      signal: options.signal,
    })
  return { server, send }
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'answered',
    error => (error instanceof ExchangeError ? error.kind : String(error)),
  )
}

test('sends the headers and the whole body', async () => {
  const { server, send } = await start(answer({ body: 'ok' }))
  const { status, headers, body } = await send()
  expect({ status, type: headers['content-type'], body: body.toString() }).toEqual({
    status: 200,
    type: 'text/plain; charset=utf-8',
    body: 'ok',
  })
  expect(server.requests).toMatchObject([
    { headers: { 'x-api-token': 'secret', 'content-length': '8' }, body: { é: 1 } },
  ])
})

test('keeps the connection for the next request', async () => {
  const { server, send } = await start(answer({ body: 'ok' }))
  await send()
  await send()
  expect(server.requests).toHaveLength(2)
  expect(server.connections()).toBe(1)
})

test('gives redirects as they are', async () => {
  const { server, send } = await start(redirect(307, '/v1/getQueue'))
  expect(await send()).toMatchObject({ status: 307, headers: { location: '/v1/getQueue' } })
  expect(server.requests).toHaveLength(1)
})

describe('bodies', () => {
  const packed = (text: string) => answer({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(text) })

  test.for<[string, Script, string]>([
    ['as they are', answer({ body: 'ok' }), 'ok'],
    ['identity', answer({ headers: { 'content-encoding': 'identity' }, body: 'ok' }), 'ok'],
    ['at the limit', answer({ body: 'x'.repeat(BODY_LIMIT) }), 'x'.repeat(BODY_LIMIT)],
  ])('%s', async ([, script, text]) => {
    const { send } = await start(script)
    expect((await send()).body.toString() === text).toBe(true)
  })

  test.for<[string, Script, string]>([
    ['one byte over the limit', answer({ body: 'x'.repeat(BODY_LIMIT + 1) }), 'too-large'],
    ['packed, which was not asked for', packed('ok'), 'contract'],
    ['a status under 200', answer({ status: 101, body: 'ok' }), 'contract'],
    ['a change of protocols', [{ send: 'HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n' }], 'contract'],
    ['a status over 599', answer({ status: 999, body: 'ok' }), 'contract'],
    ['truncated', truncated('ok'), 'network'],
    ['cut off', chunkedCutOff('ok'), 'network'],
    ['reset', reset(), 'network'],
    ['silence', silence(), 'time-out'],
    ['slow', dripBody(5, 'x'.repeat(100)), 'time-out'],
    ['headers over the limit', hugeHeaders(100_000, 'ok'), 'too-large'],
    ['no HTTP', noHttp(), 'contract'],
  ])('%s', async ([, script, kind]) => {
    const { send } = await start(script)
    // The time-out is short only where it has to run out: a busy machine takes seconds for 10 MiB.
    expect(await kindOf(send({ timeoutMs: kind === 'time-out' ? 1000 : 30_000 }))).toBe(kind)
  })
})

test('refused', async () => {
  const exchange = createExchange(new URL('http://127.0.0.1'), {})
  const url = new URL(`http://127.0.0.1:${CLOSED_PORT}/v1/getQueue`)
  const error = await exchange({
    method: 'POST',
    url,
    headers: {},
    body: '',
    timeoutMs: 1000,
    signal: undefined,
  }).catch(each => each)
  expect(error).toMatchObject({
    kind: 'network',
    message: 'no response (ECONNREFUSED)',
  })
})

test('an unknown authority', async () => {
  const { server, send } = await start(answer({ body: 'ok' }), 'server')
  expect(await kindOf(send())).toBe('certificate')
  expect(server.requests).toEqual([])
})

test('an unknown authority, whatever an earlier step of the job says', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before
  })
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const { server, send } = await start(answer({ body: 'ok' }), 'server')
  expect(await kindOf(send())).toBe('certificate')
  expect(server.requests).toEqual([])
})

describe('the proxy of the environment', () => {
  /** A proxy that answers everything itself. */
  async function startProxy() {
    const seen: (string | undefined)[] = []
    const proxy = http.createServer((request, response) => {
      seen.push(request.url)
      response.end('by the proxy')
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const { port } = proxy.address() as AddressInfo
    return { seen, environment: { http_proxy: `http://127.0.0.1:${port}` } }
  }
  const request = (url: string): HttpRequest => ({
    method: 'POST',
    url: new URL(url),
    headers: {},
    body: '{}',
    timeoutMs: 30_000,
    signal: undefined,
  })

  test('is used', async () => {
    const { seen, environment } = await startProxy()
    const exchange = createExchange(new URL('http://queue.example'), environment)
    const { body } = await exchange(request('http://queue.example/v1/getQueue'))
    expect([body.toString(), seen]).toEqual(['by the proxy', ['http://queue.example/v1/getQueue']])
  })

  test('unless its variable is no address', () => {
    // Node would throw.
    expect(createExchange(new URL('http://queue.example'), { http_proxy: 'http://[::' })).toBeTypeOf('function')
  })

  test('but not for loopback: it would be told the token', async () => {
    const { seen, environment } = await startProxy()
    const { server } = await start(answer({ body: 'ok' }))
    const exchange = createExchange(new URL(server.url), environment)
    const { body } = await exchange(request(`${server.url}/v1/getQueue`))
    expect([body.toString(), seen]).toEqual(['ok', []])
  })
})

describe('the time-out', () => {
  test('covers headers and body together', async () => {
    const half = [{ send: 'HTTP/1.1 200 OK\r\n' }, { wait: 250 }, { send: 'content-length: 2\r\n\r\n' }, { wait: 250 }]
    const { send } = await start([...half, { send: 'ok' }])
    expect(await kindOf(send({ timeoutMs: 400 }))).toBe('time-out')
  })

  test('closes the connection', async () => {
    const { server, send } = await start([silence(), answer({ body: 'ok' })])
    expect(await kindOf(send({ timeoutMs: 100 }))).toBe('time-out')
    expect((await send()).status).toBe(200)
    expect(server.connections()).toBe(2)
  })

  test('over what a timer can take does not fire at once', async () => {
    const { send } = await start(answer({ body: 'ok' }))
    expect((await send({ timeoutMs: 2 ** 40 })).status).toBe(200)
  })
})

describe('cancellation', () => {
  test('before the start sends nothing', async () => {
    const { server, send } = await start(answer({ body: 'ok' }))
    const reason = new Error('cancelled')
    await expect(send({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.requests).toEqual([])
  })

  test.for<[string, Script]>([
    ['before the headers', silence()],
    ['in the body', dripBody(1, 'x'.repeat(100))],
  ])('%s ends it', async ([, script]) => {
    const { send } = await start(script)
    const reason = new Error('cancelled')
    const cancellation = new AbortController()
    setTimeout(() => cancellation.abort(reason), 100)
    await expect(send({ signal: cancellation.signal })).rejects.toBe(reason)
  })
})

describe("the errors of Node's client", () => {
  const failed = (code: string | null, more: object = {}) =>
    Object.assign(new Error('not for others'), code !== null && { code }, more)

  test.each<[kind: ExchangeError['kind'], said: string, cause: Error]>([
    ['network', 'no response (HPE_INVALID_EOF_STATE)', failed('HPE_INVALID_EOF_STATE')],
    ['network', 'the connection broke', failed(null)],
    ['network', 'no response (EHOSTUNREACH)', failed('EHOSTUNREACH')],
    ['network', 'no response (OTHER)', failed('OTHER', { statusCode: 407 })],
    ['network', 'no response (ERR_PROXY_TUNNEL)', failed('ERR_PROXY_TUNNEL')],
    [
      'host-not-found',
      'the host "service.example" was not found',
      failed('ENOTFOUND', { hostname: 'service.example' }),
    ],
    ['host-not-found', 'the host was not found', failed('ENOTFOUND')],
    ['certificate', 'the certificate does not verify (UNSPECIFIED)', failed('UNSPECIFIED')],
    ['certificate', 'the certificate does not verify (CRL_HAS_EXPIRED)', failed('CRL_HAS_EXPIRED')],
    ['certificate', 'the certificate does not verify (ERROR_IN_CERT)', failed('ERROR_IN_CERT')],
    ['certificate', 'the certificate does not verify (ERR_SSL_CERT_X)', failed('ERR_SSL_CERT_X')],
    [
      'contract',
      'unexpected response, no valid TLS (ERR_SSL_WRONG_VERSION_NUMBER)',
      failed('ERR_SSL_WRONG_VERSION_NUMBER'),
    ],
    [
      'contract',
      'unexpected response, no valid TLS (ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE)',
      failed('ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE'),
    ],
    ['contract', 'unexpected response, no valid HTTP (HPE_INVALID_CONSTANT)', failed('HPE_INVALID_CONSTANT')],
  ])('%s: %s', (kind, said, cause) => {
    const error = exchangeError(cause)
    expect([error.kind, error.message]).toEqual([kind, said])
  })
})

const withCode = (code: unknown) => Object.assign(new Error('something else'), { code })

test.each<[name: string, error: unknown, code: string]>([
  ['of the system', withCode('ENOENT'), 'ENOENT'],
  ['of Node', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that is a sentence', withCode('ENOENT: no such file'), ''],
  ['in small letters', withCode('enoent'), ''],
  ['that never ends', withCode('E'.repeat(82)), ''],
  ['that is a number', withCode(404), ''],
  ['of a value that is no error', { code: 'ENOENT' }, ''],
])('a code %s', (_, error, code) => {
  expect(errorCode(error)).toBe(code)
})

const SERVICE = 'https://queue.example'

test.each<[string, endpoint: string, environment: Record<string, string>, wrong: string | null]>([
  ['none', SERVICE, {}, null],
  ['an address', SERVICE, { https_proxy: 'http://proxy.example:3128' }, null],
  ['an empty one', SERVICE, { HTTPS_PROXY: '' }, null],
  ['no scheme', SERVICE, { https_proxy: 'proxy.example:3128' }, 'https_proxy'],
  ['another scheme', SERVICE, { HTTPS_PROXY: 'socks5://proxy.example' }, 'HTTPS_PROXY'],
  ['no URL', SERVICE, { HTTPS_PROXY: 'http://[::' }, 'HTTPS_PROXY'],
  ['that of the other scheme', SERVICE, { http_proxy: 'x' }, null],
  ['plain http', 'http://queue.example', { http_proxy: 'x' }, 'http_proxy'],
  ['loopback', 'http://127.0.0.1:8080', { http_proxy: 'x' }, null],
])('a proxy variable that is wrong: %s', (_, endpoint, environment, wrong) => {
  expect(wrongProxyVariable(new URL(endpoint), environment)).toBe(wrong)
})
