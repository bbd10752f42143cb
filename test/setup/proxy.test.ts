import { describe, expect, test } from 'vitest'
import { proxyProblem } from '../../src/setup/proxy.ts'

const HTTPS = new URL('https://service.example:8443/queue')
const LOOPBACK = new URL('http://127.0.0.1:8080')
const PROXY = 'http://proxy.example:3128'
const TOO_OLD =
  'a proxy is configured (https_proxy), and the Node of this runner (24.4.1) would pass it by: ' +
  'update the runner to one with Node 24.5 or newer, or exempt the endpoint with no_proxy'
const NO_URL =
  'https_proxy is not an http or https URL, so the proxy would be passed by: correct it, or exempt the endpoint with no_proxy'

describe('a proxy that would be passed by', () => {
  test.each<[string, URL, NodeJS.ProcessEnv, string, string | null]>([
    ['none set', HTTPS, {}, '20.0.0', null],
    ['one that this Node takes', HTTPS, { https_proxy: PROXY }, '24.5.0', null],
    ['a newer Node', HTTPS, { https_proxy: PROXY }, '26.0.0', null],
    ['an older Node', HTTPS, { https_proxy: PROXY }, '24.4.1', TOO_OLD],
    ['upper case', HTTPS, { HTTPS_PROXY: PROXY }, '24.4.1', TOO_OLD],
    ['lower case wins', HTTPS, { https_proxy: PROXY, HTTPS_PROXY: 'nonsense' }, '24.5.0', null],
    ['for the other protocol', HTTPS, { http_proxy: PROXY }, '24.4.1', null],
    ['for http', LOOPBACK, { http_proxy: PROXY }, '24.4.1', TOO_OLD.replace('https_proxy', 'http_proxy')],
    ['no URL', HTTPS, { https_proxy: 'nonsense' }, '24.5.0', NO_URL],
    ['a host without a scheme', HTTPS, { https_proxy: 'proxy.example:3128' }, '24.5.0', NO_URL],
    ['SOCKS', HTTPS, { https_proxy: 'socks5://proxy.example' }, '24.5.0', NO_URL],
    ['exempt by name', HTTPS, { https_proxy: PROXY, no_proxy: 'service.example' }, '24.4.1', null],
    [
      'exempt by name and port',
      HTTPS,
      { https_proxy: PROXY, no_proxy: 'a.example, Service.Example:8443' },
      '24.4.1',
      null,
    ],
    ['another port', HTTPS, { https_proxy: PROXY, no_proxy: 'service.example:443' }, '24.4.1', TOO_OLD],
    ['exempt by domain', HTTPS, { https_proxy: PROXY, no_proxy: '.example' }, '24.4.1', null],
    ['exempt by star and domain', HTTPS, { https_proxy: PROXY, NO_PROXY: '*.example' }, '24.4.1', null],
    ['the end of a name is no domain', HTTPS, { https_proxy: PROXY, no_proxy: 'vice.example' }, '24.4.1', TOO_OLD],
    ['everything exempt', HTTPS, { https_proxy: PROXY, no_proxy: '*' }, '24.4.1', null],
    ['nothing exempt', HTTPS, { https_proxy: PROXY, no_proxy: ' , ' }, '24.4.1', TOO_OLD],
  ])('%s', (_, endpoint, environment, node, problem) => {
    expect(proxyProblem(endpoint, environment, node)).toBe(problem)
  })
})
