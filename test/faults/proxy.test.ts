import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { submittedPullRequest as body } from './answers.js'
import { expectFailure, expectPass, type GateOptions, gate } from './gate.ts'
import { startProxy } from './proxy.js'
import { answer, closedPort, startFaults } from './server.js'

const authority = { NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('certificates/authority.pem', import.meta.url)) }
const good = { getSubmittedPullRequest: answer({ body }) }

interface Setting {
  tls?: 'server' | 'expired' | 'elsewhere'
  refuse?: number
  env: (proxy: string, server: string) => GateOptions['env']
}

async function throughProxy({ tls, refuse, env }: Setting) {
  const server = await startFaults({ script: good, ...(tls && { tls }) })
  const proxy = await startProxy(refuse === undefined ? {} : { refuse })
  try {
    return { result: await gate(server.url, { env: { ...env(proxy.url, server.url) } }), server, proxy }
  } finally {
    await Promise.all([server.close(), proxy.close()])
  }
}

describe('a proxy', () => {
  test.concurrent.for<[string, Setting['env']]>([
    ['https_proxy', proxy => ({ ...authority, https_proxy: proxy })],
    ['HTTPS_PROXY', proxy => ({ ...authority, HTTPS_PROXY: proxy })],
    [
      'https_proxy with no_proxy for others',
      proxy => ({ ...authority, https_proxy: proxy, no_proxy: 'elsewhere.example' }),
    ],
  ])('%s: used through CONNECT, which the token is not told to', async ([, env]) => {
    const { result, server, proxy } = await throughProxy({ tls: 'server', env })
    expectPass(result)
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `CONNECT ${new URL(server.url).host}`,
    ])
    expect(proxy.requests[0]?.headers).not.toHaveProperty('x-api-token')
    expect(server.requests).toHaveLength(1)
  })

  test.concurrent('http_proxy: used for a loopback endpoint over http', async () => {
    const { result, server, proxy } = await throughProxy({ env: url => ({ http_proxy: url }) })
    expectPass(result)
    expect(proxy.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST ${server.url}/v1/getSubmittedPullRequest`,
    ])
    expect(server.requests).toHaveLength(1)
  })

  test.concurrent('the proxy of the other protocol is not used', async () => {
    const { result, proxy } = await throughProxy({ env: url => ({ https_proxy: url }) })
    expectPass(result)
    expect(proxy.requests).toEqual([])
  })

  test.concurrent.for<[string, string]>([
    ['the address', '127.0.0.1'],
    ['a list', 'elsewhere.example, 127.0.0.1'],
    ['everything', '*'],
  ])('by-passed by no_proxy: %s', async ([, list]) => {
    const names = await Promise.all(
      ['no_proxy', 'NO_PROXY'].map(name =>
        throughProxy({ tls: 'server', env: url => ({ ...authority, https_proxy: url, [name]: list }) }),
      ),
    )
    for (const { result, proxy, server } of names) {
      expectPass(result)
      expect(proxy.requests).toEqual([])
      expect(server.requests).toHaveLength(1)
    }
  })

  test.concurrent.for([403, 407, 502])(
    'refused with %i: an outage that says so, and the endpoint is not called',
    async refuse => {
      const { result, server, proxy } = await throughProxy({
        tls: 'server',
        refuse,
        env: url => ({ ...authority, https_proxy: url }),
      })
      expectFailure(result, 'service-unavailable', /prox/i)
      expect(server.connections()).toBe(0)
      expect(proxy.requests.length).toBeGreaterThan(0)
    },
  )

  test.concurrent('nothing listens where the proxy should be', async () => {
    const gone = `http://127.0.0.1:${await closedPort()}`
    const { result, server } = await throughProxy({ tls: 'server', env: () => ({ ...authority, https_proxy: gone }) })
    expectFailure(result, 'service-unavailable', /ECONNREFUSED/)
    expect(server.connections()).toBe(0)
  })

  test.concurrent.for<[string, string]>([
    ['no URL', 'not a proxy at all'],
    ['a protocol that Node does not take', 'socks5://127.0.0.1:1080'],
  ])('%s: fails in one line and does not go around it', async ([, value]) => {
    const { result, server } = await throughProxy({ tls: 'server', env: () => ({ ...authority, https_proxy: value }) })
    expect(result.exitCode).toBe(1)
    expect(result.stdout).not.toMatch(/defect/)
    expect(server.connections()).toBe(0)
  })

  test.concurrent('its password is told by nobody', async () => {
    const { result, proxy } = await throughProxy({
      tls: 'server',
      refuse: 407,
      env: url => ({ ...authority, https_proxy: url.replace('//', '//user:open-sesame@') }),
    })
    expectFailure(result, 'service-unavailable', /./)
    expect(proxy.requests[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('user:open-sesame').toString('base64')}`,
    )
    expect(JSON.stringify(result)).not.toContain('open-sesame')
  })

  test.concurrent.for<[string, Setting['tls'], Record<string, string>]>([
    ['unknown authority', 'server', {}],
    ['expired', 'expired', authority],
    ['another host', 'elsewhere', authority],
  ])('certificates are verified behind it, whatever the environment says: %s', async ([, tls = 'server', env]) => {
    const { result, server } = await throughProxy({
      tls,
      env: url => ({ ...env, https_proxy: url, NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    })
    expect(result.exitCode).toBe(1)
    expect(result.outputs).toMatchObject({ reason: 'certificate-invalid', ready: 'unknown' })
    expect(server.requests).toHaveLength(0)
  })
})
