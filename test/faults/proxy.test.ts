import { describe, expect, test } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { AUTHORITY, type Kind } from './certificates.js'
import { errorsOf, expectFailure, expectPass, type GateOptions, gate, reasonOf } from './gate.ts'
import { startProxy } from './proxy.js'
import { answer, CLOSED_PORT, startFaults } from './server.js'

const authority = { NODE_EXTRA_CA_CERTS: AUTHORITY }
const good = { getSubmittedPullRequest: answer({ body }) }

interface Setting {
  tls?: Kind
  /** The name of the endpoint, which is none of loopback's, unless given. */
  host?: string
  refuse?: number
  secure?: Kind
  env: (proxy: string) => GateOptions['env']
}

/** What is asked under a name that only the proxy can lead somewhere. */
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

  test.concurrent.for<[string, 'server' | undefined, (url: string) => Record<string, string>]>([
    ['http_proxy', undefined, http_proxy => ({ http_proxy })],
    ['HTTP_PROXY', undefined, HTTP_PROXY => ({ HTTP_PROXY })],
    ['https_proxy', 'server', https_proxy => ({ https_proxy })],
    ['one that can not be used', undefined, () => ({ http_proxy: 'nonsense', https_proxy: 'nonsense' })],
    ['one for all of Node', undefined, http_proxy => ({ http_proxy, NODE_USE_ENV_PROXY: '1' })],
  ])('%s: never used for an endpoint on loopback', async ([, tls, env]) => {
    const server = await startFaults({ script: good, ...(tls && { tls }) })
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

  test.concurrent.for(['a.example, ELSEWHERE.example', '.example'])('by-passed by no_proxy: %s', async list => {
    const names = await Promise.all(
      ['no_proxy', 'NO_PROXY'].map(name =>
        throughProxy({ env: url => ({ ...authority, https_proxy: url, [name]: list }) }),
      ),
    )
    // Nobody else knows the way to that name.
    for (const { result, proxy } of names) {
      expect(reasonOf(result)?.message).toMatch(/^Could not find the host "elsewhere\.example"|EAI_AGAIN|in time/)
      expect(proxy.requests).toEqual([])
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

  test.concurrent('nothing listens where the proxy should be', async () => {
    const gone = `http://127.0.0.1:${CLOSED_PORT}`
    const { result, server } = await throughProxy({ env: () => ({ ...authority, https_proxy: gone }) })
    expectFailure(
      result,
      'service-unavailable',
      new RegExp(`: the connection was refused, through the proxy "${new URL(gone).host}", five times in`),
    )
    expect(result.stdout).toContain('Check `https_proxy` and `endpoint`, and that the runner can reach the proxy.')
    expect(server.connections()).toBe(0)
  })

  test.concurrent.for<[string, (address: string) => string]>([
    ['no URL', () => 'not a proxy at all'],
    ['a line break in the password', address => `http://user:open\n-sesame@${address}`],
  ])(
    '%s: fails in one line that names the variable, tells no password, and does not go around it',
    async ([, value]) => {
      for (const name of ['HTTPS_PROXY']) {
        const { result, server, proxy } = await throughProxy({
          env: url => ({ ...authority, [name]: value(new URL(url).host) }),
        })
        expect(result.exitCode).toBe(1)
        expect(errorsOf(result)).toEqual([expect.stringMatching(`^Cannot start: ${name} .*`)])
        expect(result.stdout).not.toMatch(/defect/)
        expect(result.outputs).toMatchObject({ conclusion: 'failed', reason: 'proxy-unsupported' })
        expect(JSON.stringify(result)).not.toMatch(/sesame|user:/)
        expect(proxy.requests).toEqual([])
        expect(server.connections()).toBe(0)
      }
    },
  )

  test.concurrent('its password is told by nobody', async () => {
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
