import { isLoopback } from '../loopback.ts'
import { code, type Message, say } from '../message.ts'

/** The first version of Node whose agents take `proxyEnv`; older ones silently bypass the proxy. */
const FIRST_NODE = [24, 5] as const
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/

/**
 * Why Node would bypass the proxy set for this address, against the will of the runner's owner; null if Node uses it,
 * or none is set. The rules are those of Node 24 (lib/internal/http.js). The message names the variable without its
 * value, which can hold a password.
 *
 * @param node `process.versions.node`; null for GitHub's client, which brings its own way through a proxy
 * @param name what the address is called in the message
 */
export function proxyProblem(
  address: URL,
  environment: NodeJS.ProcessEnv,
  node: string | null,
  name: Message = say`${code('endpoint')}`,
): Message | null {
  const proxy = proxyFor(address, environment)
  if (proxy === null) return null
  const wayOut = say`add the host of ${name} to ${code('no_proxy')}`
  if (node !== null && !takesProxy(node)) {
    return say`${code(proxy.name)} names a proxy, which the Node of this runner (${node}) would ignore. Update the runner to one with Node 24.5 or newer, or ${wayOut}.`
  }
  const wrong = flaw(proxy.value) ?? (node === null ? flawForGitHub(new URL(proxy.value)) : null)
  return wrong && say`${code(proxy.name)} ${wrong}. Write it as ${code('http://host:port')}, or ${wayOut}.`
}

/** Host and port of the proxy for an endpoint, for messages: never user or password; null if there is none. */
export function proxyOf(endpoint: URL, environment: NodeJS.ProcessEnv): { variable: string; host: string } | null {
  const proxy = proxyFor(endpoint, environment)
  return proxy === null || !URL.canParse(proxy.value) ? null : { variable: proxy.name, host: new URL(proxy.value).host }
}

/** The variable that names the proxy for an endpoint; null if none is used. */
function proxyFor(endpoint: URL, environment: NodeJS.ProcessEnv): { name: string; value: string } | null {
  if (isLoopback(endpoint)) return null
  const proxy = variable(environment, endpoint.protocol === 'https:' ? 'https_proxy' : 'http_proxy')
  return proxy === null || isExempt(endpoint, variable(environment, 'no_proxy')?.value ?? '') ? null : proxy
}

/** A variable by its name in lower case, else in upper case; an empty one counts as not set. */
function variable(environment: NodeJS.ProcessEnv, name: string): { name: string; value: string } | null {
  for (const each of [name, name.toUpperCase()]) {
    const value = environment[each]
    if (value) return { name: each, value }
  }
  return null
}

function takesProxy(node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > FIRST_NODE[0] || (major === FIRST_NODE[0] && minor >= FIRST_NODE[1])
}

/** Why GitHub's client takes no such proxy; null if it does. */
function flawForGitHub({ pathname, search, hash }: URL): Message | null {
  return `${pathname}${search}${hash}` === '/' ? null : 'has more behind its host and port'
}

/** Why Node would not use a proxy, or would use another one than is written; null if nothing is wrong. */
function flaw(proxy: string): Message | null {
  // The URL parser cuts blanks around a URL, and line breaks and tabs inside it.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
  if (/[\u0000-\u0020\u007f]/.test(proxy)) return 'holds a blank or a control character'
  // Node compares the beginning literally, but the URL parser forgives capitals and a missing slash.
  if (!/^https?:\/\//.test(proxy)) return say`must begin with ${code('http://')} or ${code('https://')}`
  if (!URL.canParse(proxy)) return 'is not a URL'
  const { username, password, pathname, search, hash } = new URL(proxy)
  // The host would end at such a character, so messages would show the user and a part of the password as the host.
  if (`${pathname}${search}${hash}`.includes('@')) {
    return say`has a ${code('/')}, ${code('?')}, ${code('#')} or ${code('\\')} in its user or password (write it as ${code('%2F')}, ${code('%3F')}, ${code('%23')} or ${code('%5C')})`
  }
  try {
    // Node decodes the two, and would throw as well.
    decodeURIComponent(`${username}:${password}`)
    return null
  } catch {
    return say`has a bare ${code('%')} in its user or password (write it as ${code('%25')})`
  }
}

/** True if a host (with or without a port), a domain (`.x`, `*.x`) or a range of IPv4 addresses covers the address. */
function isExempt({ hostname, port, protocol }: URL, exempt: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const hostAndPort = `${host}:${port || (protocol === 'https:' ? 443 : 80)}`
  return exempt
    .split(',')
    .map(entry => entry.trim().toLowerCase())
    .some(
      entry =>
        entry === '*' ||
        entry === host ||
        entry === hostAndPort ||
        (entry.startsWith('.') && (host === entry.slice(1) || host.endsWith(entry))) ||
        (entry.startsWith('*.') && host.endsWith(entry.slice(1))) ||
        isInRange(host, entry),
    )
}

/** True if the host lies in a range such as `10.0.0.1-10.0.0.9`. */
function isInRange(host: string, range: string): boolean {
  const [first = '', last = ''] = range.split('-').map(end => end.trim())
  if (![host, first, last].every(address => IPV4.test(address))) return false
  return numberOf(first) <= numberOf(host) && numberOf(host) <= numberOf(last)
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
}
