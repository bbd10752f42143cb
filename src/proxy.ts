/** First Node whose agents take `proxyEnv`; older ones pass the proxy by without a word. */
const FIRST_NODE = [24, 5] as const

/**
 * Whether a proxy is set for this address and this Node would ignore it: the request would then leave on another way
 * than the owner of the runner wants.
 *
 * @param node `process.versions.node`
 */
export function ignoresProxy(endpoint: URL, environment: NodeJS.ProcessEnv, node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const takesProxy = major > FIRST_NODE[0] || (major === FIRST_NODE[0] && minor >= FIRST_NODE[1])
  return !takesProxy && isProxied(endpoint, environment)
}

/** As curl and Node read the variables: lower case before upper case, hosts and domains of `no_proxy` left out. */
function isProxied({ protocol, hostname, host }: URL, environment: NodeJS.ProcessEnv): boolean {
  const variable = (name: string) => environment[name] || environment[name.toUpperCase()] || ''
  if (variable(protocol === 'https:' ? 'https_proxy' : 'http_proxy') === '') return false
  const exempt = variable('no_proxy')
    .split(/[\s,]+/)
    .map(entry => entry.toLowerCase().replace(/^\*?\./, '.'))
  return !exempt.some(
    entry =>
      entry === '*' || entry === hostname || entry === host || (entry.startsWith('.') && hostname.endsWith(entry)),
  )
}
