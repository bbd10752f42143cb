import { expect, test } from 'vitest'
import { wrongProxyVariable } from '../../src/http/exchange.ts'

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
