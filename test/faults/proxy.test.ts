import { describe, expect, test } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import { errorsOf, expectFailure, expectPass, type GateOptions, gate } from './gate.ts'
import { startProxy } from './proxy.js'
import { answer, startFaults } from './server.js'

const authority = { NODE_EXTRA_CA_CERTS: AUTHORITY }
const WARN = { 'on-unavailable': 'warn' }
const good = { getSubmittedPullRequest: answer({ body }) }

interface Setting {
  tls?: Kind
  /** The name of the endpoint, which is none of loopback's, unless given. */
  host?: string
  refuse?: number
  secure?: Kind
  env: (proxy: string) => GateOptions['env']
}

/** Asks under a name that only the proxy can lead somewhere. */
async function throughProxy({ tls = 'elsewhere', host = 'elsewhere.example', refuse, secure, env }: Setting) {
  const server = await startFaults({ script: good, tls })
  const proxy = await startProxy({ ...(secure && { tls: secure }), ...(refuse !== undefined && { refuse }) })
  const endpoint = server.url.replace('127.0.0.1', host)
  try {
    return { result: await gate(endpoint, { env: { ...env(proxy.url) } }), endpoint, server, proxy }
  } finally {
    await Promise.all([server.close(), proxy.close()])
  }
}

describe('a proxy', () => {
  test.concurrent.for<[string, Setting['env']]>([
    [
      'https_proxy with no_proxy for others',
      proxy => ({ ...authority, https_proxy: proxy, no_proxy: 'sub.elsewhere.example, .elsewhere' }),
    ],
  ])('%s: used through CONNECT, which the token is not told to', async ([, env]) => {
    const { result, endpoint, server, proxy } = await throughProxy({ env })
    expectPass(result)
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `CONNECT ${new URL(endpoint).host}`,
    ])
    expect(proxy.requests[0]?.headers).not.toHaveProperty('x-api-token')
    expect(server.requests).toHaveLength(1)
  })

  test.concurrent('over TLS: used', async () => {
    const { result, server, proxy } = await throughProxy({
      secure: 'server',
      env: url => ({ ...authority, https_proxy: url }),
    })
    expectPass(result)
    expect(proxy.requests).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
  })

  test.concurrent.for<[string, Kind, Record<string, string>]>([
    ['an unknown authority', 'server', {}],
    ['a short key', 'short-key', authority],
  ])('over TLS: its certificate is verified, whatever the environment says: %s', async ([, secure, trust]) => {
    const unverified = { ...trust, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { result, server, proxy } = await throughProxy({
      secure,
      env: url => ({ https_proxy: url.replace('//', '//user:open-sesame@'), ...unverified }),
    })
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({ reason: 'certificate-invalid', ready: 'unknown' })
    expect(proxy.requests).toEqual([])
    expect(server.connections()).toBe(0)
    expect(JSON.stringify(result)).not.toContain('open-sesame')
  })

  test.concurrent.for<[string, (url: string) => Record<string, string>]>([
    ['http_proxy', http_proxy => ({ http_proxy })],
    ['one that can not be used', () => ({ http_proxy: 'nonsense', https_proxy: 'nonsense' })],
  ])('%s: never used for an endpoint on loopback', async ([, env]) => {
    const server = await startFaults({ script: good })
    const proxy = await startProxy()
    try {
      const result = await gate(server.url, { env: { ...authority, ...env(proxy.url) } })
      expectPass(result)
      expect(proxy.requests).toEqual([])
      expect(server.requests).toHaveLength(1)
    } finally {
      await Promise.all([server.close(), proxy.close()])
    }
  })

  test.concurrent.for<[refuse: number, reason: string, message: RegExp, tries: number]>([
    [407, 'proxy-refused', /^The proxy "127\.0\.0\.1:\d+" refused the connection to the service \(407\)/, 1],
    [502, 'service-unavailable', /: no response \(ERR_PROXY_TUNNEL\), through the proxy/, 5],
  ])('answers %i: %s, and the endpoint is not called', async ([refuse, reason, message, tries]) => {
    const { result, server, proxy } = await throughProxy({ refuse, env: url => ({ ...authority, https_proxy: url }) })
    expectFailure(result, reason, message)
    expect(server.connections()).toBe(0)
    expect(proxy.requests).toHaveLength(tries)
  })

  test.concurrent.for<[refuse: number, reason: string, exitCode: number]>([
    [407, 'proxy-refused', 1],
    [502, 'github-unavailable', 0],
  ])('answers %i on the way to GitHub: %s, exit code %i under warn', async ([refuse, reason, exitCode]) => {
    const proxy = await startProxy({ refuse })
    const result = await gate('', {
      inputs: { source: 'github', 'github-token': 'a-token-of-github', 'api-token': '', organization: '', ...WARN },
      env: { https_proxy: proxy.url, GITHUB_API_URL: 'https://github.example', GITHUB_GRAPHQL_URL: '' },
    })
    await proxy.close()
    expect(result).toMatchObject({ exitCode, outputs: { conclusion: 'unknown', reason } })
    expect(new Set(proxy.requests.map(({ target }) => target))).toEqual(new Set(['github.example:443']))
  })

  test.concurrent('one with a line break in its password: told in one line, without it, and not gone around', async () => {
    const { result, server, proxy } = await throughProxy({
      env: url => ({ ...authority, HTTPS_PROXY: `http://user:open\n-sesame@${new URL(url).host}` }),
    })
    expect(result.exitCode).toBe(1)
    expect(errorsOf(result)).toEqual([expect.stringMatching(/^`HTTPS_PROXY` holds /)])
    expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'proxy-unsupported' })
    expect(JSON.stringify(result)).not.toMatch(/sesame|user:|defect/)
    expect(proxy.requests).toEqual([])
    expect(server.connections()).toBe(0)
  })

  test.concurrent('its password is never shown', async () => {
    const { result, proxy } = await throughProxy({
      refuse: 407,
      env: url => ({ ...authority, https_proxy: url.replace('//', '//user:open-sesame@') }),
    })
    expectFailure(result, 'proxy-refused', /^The proxy "127\.0\.0\.1:\d+" refused/)
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('user:open-sesame').toString('base64')}`,
    )
    expect(JSON.stringify(result)).not.toContain('open-sesame')
  })

  test.concurrent.for<[string, Setting['tls'], string, Record<string, string>]>([
    ['unknown authority', 'elsewhere', 'elsewhere.example', {}],
    ['expired', 'expired', 'elsewhere.example', authority],
    ['another host', 'elsewhere', 'another.example', authority],
  ])(
    'certificates are verified behind it, whatever the environment says: %s',
    async ([, tls = 'server', host, env]) => {
      const { result, server } = await throughProxy({
        tls,
        host,
        env: url => ({ ...env, https_proxy: url, NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
      })
      expect(result.exitCode).toBe(1)
      expect(result.outputs).toMatchObject({ reason: 'certificate-invalid', ready: 'unknown' })
      expect(server.requests).toHaveLength(0)
    },
  )
})
