import http from 'node:http'
import https from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rendered } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { proxyOf, proxyProblem } from '../../src/setup/proxy.ts'
import { setUp } from '../../src/setup/setup.ts'

const HTTPS = new URL('https://service.example:8443/queue')
const PROXY = 'http://proxy.example:3128'
const TOO_OLD =
  '`https_proxy` names a proxy, which the Node of this runner (24.4.1) would ignore. ' +
  'Update the runner to one with Node 24.5 or newer, or add the host of `endpoint` to `no_proxy`.'
const unusable = (what: string) =>
  `\`https_proxy\` ${what}. Write it as \`http://host:port\`, or add the host of \`endpoint\` to \`no_proxy\`.`
const BLANK = unusable('holds a blank or a control character')
const BEGINNING = unusable('must begin with `http://` or `https://`')
const NO_URL = unusable('is not a URL')
const SLASH = unusable('has a `/`, `?`, `#` or `\\` in its user or password (write it as `%2F`, `%3F`, `%23` or `%5C`)')
const PERCENT = unusable('has a bare `%` in its user or password (write it as `%25`)')

describe('which proxy is meant', () => {
  test.each<[string, NodeJS.ProcessEnv, string, string | null]>([
    ['none set', {}, '20.0.0', null],
    ['an empty one', { https_proxy: '' }, '24.4.1', null],
    ['one that this Node takes', { https_proxy: PROXY }, '24.5.0', null],
    ['a newer Node', { https_proxy: PROXY }, '26.0.0', null],
    ['an older Node', { https_proxy: PROXY }, '24.4.1', TOO_OLD],
    ['upper case', { HTTPS_PROXY: PROXY }, '24.4.1', TOO_OLD.replace('https_proxy', 'HTTPS_PROXY')],
    [
      'upper case behind an empty one',
      { https_proxy: '', HTTPS_PROXY: 'x' },
      '24.5.0',
      BEGINNING.replace('https_proxy', 'HTTPS_PROXY'),
    ],
    ['lower case wins', { https_proxy: PROXY, HTTPS_PROXY: 'nonsense' }, '24.5.0', null],
    ['lower case wins, also where it is wrong', { https_proxy: 'nonsense', HTTPS_PROXY: PROXY }, '24.5.0', BEGINNING],
    ['for the other protocol', { http_proxy: 'nonsense' }, '24.4.1', null],
  ])('%s', (_, environment, node, problem) => {
    expect(rendered(proxyProblem(HTTPS, environment, node))).toBe(problem)
  })

  test.each(['http://localhost', 'http://127.0.0.1:8080', 'http://[::1]:80', 'https://localhost', 'https://127.9.9.9'])(
    'on loopback none is: %s',
    endpoint => {
      const environment = { http_proxy: 'nonsense', https_proxy: 'nonsense' }
      expect(proxyProblem(new URL(endpoint), environment, '24.4.1')).toBe(null)
    },
  )
})

test.each<[string, string, NodeJS.ProcessEnv, string | null]>([
  ['none', 'https://service.example', {}, null],
  ['host and port', 'https://service.example', { https_proxy: PROXY }, 'proxy.example:3128'],
  ['the usual port', 'https://service.example', { https_proxy: 'https://proxy.example' }, 'proxy.example'],
  [
    'neither user nor password',
    'https://service.example',
    { HTTPS_PROXY: 'http://user:hunter2@proxy.example:1' },
    'proxy.example:1',
  ],
  ['exempt', 'https://service.example', { https_proxy: PROXY, no_proxy: 'service.example' }, null],
  ['for another protocol', 'https://service.example', { http_proxy: PROXY }, null],
  ['on loopback', 'http://127.0.0.1:1', { http_proxy: PROXY }, null],
  ['one that is no URL', 'https://service.example', { https_proxy: 'http://' }, null],
])('what messages call the proxy: %s', (_, endpoint, environment, host) => {
  expect(proxyOf(new URL(endpoint), environment)?.host ?? null).toBe(host)
})

/** The password must not be shown. */
const VALUES: [string, string, string | null][] = [
  ['http', PROXY, null],
  ['https', 'https://proxy.example', null],
  ['a slash at its end', `${PROXY}/`, null],
  ['a path, which is ignored', `${PROXY}/path?query#fragment`, null],
  ['user and password', 'http://user:hunter2@proxy.example:3128', null],
  ['a password that is encoded', 'http://user:hunter%252%40@proxy.example', null],
  ['IPv6', 'http://[2001:db8::1]:3128', null],
  ['a name in other letters', 'http://PROXY.example', null],
  ['no URL', 'nonsense', BEGINNING],
  ['a host without a scheme', 'user:hunter2@proxy.example:3128', BEGINNING],
  ['SOCKS', 'socks5://user:hunter2@proxy.example', BEGINNING],
  ['a scheme in capitals', 'HTTP://user:hunter2@proxy.example', BEGINNING],
  ['a missing slash', 'http:/user:hunter2@proxy.example', BEGINNING],
  ['no slashes', 'http:user:hunter2@proxy.example', BEGINNING],
  ['backslashes', 'http:\\\\user:hunter2@proxy.example', BEGINNING],
  ['a blank before it', ' http://user:hunter2@proxy.example', BLANK],
  ['a blank behind it', 'http://user:hunter2@proxy.example ', BLANK],
  ['a blank in the password', 'http://user:hunter2 @proxy.example', BLANK],
  ['a line break behind it', 'http://user:hunter2@proxy.example\n', BLANK],
  ['a line break in the password', 'http://user:hun\nter2@proxy.example', BLANK],
  ['a tab', 'http://user:hunter2@proxy\t.example', BLANK],
  ['a null', 'http://user:hunter2@proxy.example\0', BLANK],
  ['quotes around it', '"http://user:hunter2@proxy.example"', BEGINNING],
  ['nothing but the scheme', 'http://', NO_URL],
  ['no host', 'http://user:hunter2@', NO_URL],
  ['a port that is none', 'http://user:hunter2@proxy.example:99999', NO_URL],
  ['a slash in the password', 'http://user:hunter2/x@proxy.example', NO_URL],
  ['a slash behind digits in the password', 'http://user:12/hunter2@proxy.example', SLASH],
  ['a question mark there', 'http://user:12?hunter2@proxy.example', SLASH],
  ['a backslash in the user', 'http://user\\hunter2@proxy.example', SLASH],
  ['two of them', 'http://user:hunter2@a.example,http://b.example', null],
  ['brackets that stay open', 'http://user:hunter2@[2001:db8::1', NO_URL],
  ['a bare percent sign in the password', 'http://user:hunter2%@proxy.example', PERCENT],
  ['an escape that is none', 'http://user:hunter2%zz@proxy.example', PERCENT],
  ['an escape that is no UTF-8', 'http://user:hunter2%ff@proxy.example', PERCENT],
  ['a bare percent sign in the user', 'http://us%er:hunter2@proxy.example', PERCENT],
]

test.each(VALUES)('%s', (_, https_proxy, problem) => {
  expect(rendered(proxyProblem(HTTPS, { https_proxy }, '24.5.0'))).toBe(problem)
  expect(problem ?? '').not.toMatch(/hunter2|user:/)
})

/** The way that Node's agent takes, by its private member. */
function wayOf(endpoint: URL, environment: NodeJS.ProcessEnv): 'proxy' | 'endpoint' {
  const agent = new (endpoint.protocol === 'https:' ? https : http).Agent({ proxyEnv: environment })
  const member = Object.getOwnPropertySymbols(agent).find(({ description }) => description === 'kProxyConfig')
  const config = (agent as unknown as Record<symbol, { shouldUseProxy: (host: string, port: number) => boolean }>)[
    member ?? expect.fail('this Node has no such member')
  ]
  const { hostname, port } = urlToHttpOptions(endpoint)
  const portUsed = Number(port) || (endpoint.protocol === 'https:' ? 443 : 80)
  return config?.shouldUseProxy(hostname ?? '', portUsed) ? 'proxy' : 'endpoint'
}

describe('what is exempt, as this Node has it', () => {
  test.each<[string, string, string, boolean]>([
    ['a name', 'https://service.example', 'service.example', true],
    ['a name in other letters', 'https://service.example', 'Service.EXAMPLE', true],
    ['a list with blanks', 'https://service.example', ' a.example , service.example ', true],
    ['blanks in the place of commas', 'https://service.example', 'a.example service.example', false],
    ['a name and a port', 'https://service.example:8443', 'service.example:8443', true],
    ['another port', 'https://service.example:8443', 'service.example:443', false],
    ['the port that goes without saying', 'https://service.example', 'service.example:443', true],
    ['that of http', 'http://service.example', 'service.example:80', true],
    ['a domain', 'https://service.example', '.example', true],
    ['a domain that is the host', 'https://service.example', '.service.example', true],
    ['a domain with a star', 'https://service.example', '*.example', true],
    ['a domain with a star that is the host', 'https://service.example', '*.service.example', false],
    ['a star without a dot', 'https://service.example', '*example', false],
    ['a domain and a port', 'https://service.example', '.example:443', false],
    ['the end of a name', 'https://service.example', 'vice.example', false],
    ['a domain without its dot', 'https://service.example', 'example', false],
    ['the end of a name behind a dot', 'https://service.example', '.vice.example', false],
    ['everything', 'https://service.example', 'a.example,*', true],
    ['nothing', 'https://service.example', ' , ', false],
    ['a dot', 'https://service.example', '.', false],
    ['an address', 'https://192.0.2.7', '192.0.2.7', true],
    ['a range', 'https://192.0.2.7', '192.0.2.1-192.0.2.9', true],
    ['a range with blanks', 'https://192.0.2.7', '192.0.2.1 - 192.0.2.7', true],
    ['a range that begins with it', 'https://192.0.2.7', '192.0.2.7-192.0.2.9', true],
    ['a range after it', 'https://192.0.2.7', '192.0.2.8-192.0.2.9', false],
    ['a range before it', 'https://192.0.2.7', '192.0.2.1-192.0.2.6', false],
    ['a range of high numbers', 'https://192.0.2.253', '192.0.2.250-192.0.2.255', true],
    ['a range with something in front', 'https://192.0.2.7', 'x192.0.2.1-192.0.2.9', false],
    ['a range with something behind', 'https://192.0.2.7', '192.0.2.1-192.0.2.9x', false],
    ['a range over octets', 'https://192.0.2.7', '192.0.1.200-192.0.3.1', true],
    ['half a range', 'https://192.0.2.7', '192.0.2.1-', false],
    ['three ends', 'https://192.0.2.7', '192.0.2.1-192.0.2.9-192.0.2.3', true],
    ['ends that are no addresses', 'https://192.0.2.7', '192.0.2.01-192.0.2.9', false],
    ['a network', 'https://192.0.2.7', '192.0.2.0/24', false],
    ['IPv6', 'https://[2001:db8::7]', '2001:db8::7', true],
    ['IPv6 and a port', 'https://[2001:db8::7]:8443', '2001:db8::7:8443', true],
    ['IPv6 in brackets', 'https://[2001:db8::7]', '[2001:db8::7]', false],
  ])('%s', (_, url, no_proxy, isExempt) => {
    const endpoint = new URL(url)
    for (const name of ['no_proxy', 'NO_PROXY']) {
      const bad = { http_proxy: 'nonsense', https_proxy: 'nonsense', [name]: no_proxy }
      expect(proxyProblem(endpoint, bad, '24.5.0') === null).toBe(isExempt)
      const good = { http_proxy: 'http://192.0.2.1', https_proxy: 'http://192.0.2.1', [name]: no_proxy }
      expect(wayOf(endpoint, good)).toBe(isExempt ? 'endpoint' : 'proxy')
    }
  })

  test('lower case wins', () => {
    const names = { no_proxy: 'a.example', NO_PROXY: '*' }
    expect(rendered(proxyProblem(HTTPS, { https_proxy: 'nonsense', ...names }, '24.5.0'))).toBe(BEGINNING)
    expect(wayOf(HTTPS, { https_proxy: 'http://192.0.2.1', ...names })).toBe('proxy')
  })

  test('accepted are the proxies that Node makes an agent of', () => {
    for (const [name, https_proxy, problem] of VALUES) {
      if (problem !== null) continue
      expect(() => new https.Agent({ proxyEnv: { https_proxy } }), name).not.toThrow()
    }
  })
})

describe("the proxy to GitHub's API", () => {
  test.each<[string, NodeJS.ProcessEnv, string[]]>([
    [
      'of another scheme',
      { https_proxy: 'socks5://user:password@proxy.example' },
      [BEGINNING.replace('`endpoint`', "GitHub's API")],
    ],
    ['that this client takes, with an older Node', { https_proxy: PROXY }, []],
    [
      'with a path',
      { https_proxy: `${PROXY}/pac` },
      [
        "`https_proxy` has more behind its host and port. Write it as `http://host:port`, or add the host of GitHub's API to `no_proxy`.",
      ],
    ],
    ['with a slash at its end', { https_proxy: `${PROXY}/` }, []],
    ['that is exempt', { https_proxy: 'nonsense', no_proxy: 'api.github.com' }, []],
    [
      'that only GitHub would be asked through',
      { INPUT_SOURCE: 'service', INPUT_ENDPOINT: 'http://127.0.0.1:1', https_proxy: 'nonsense' },
      [BEGINNING.replace('`endpoint`', "GitHub's API")],
    ],
  ])('%s', async (_, over, expected) => {
    const environment = { INPUT_SOURCE: 'github', GITHUB_API_URL: 'https://api.github.com', ...over }
    const secrets = { service: '', github: 'github-token', clean: cleanerOf() }
    const step = await setUp({ environment, node: '24.4.1', random: () => 0 }, secrets)
    const problems = step.kind === 'refused' ? step.problems : []
    const told = problems.filter(({ code }) => code === 'proxy-unsupported').map(({ message }) => rendered(message))
    expect(told).toEqual(expected)
  })
})
