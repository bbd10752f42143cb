/** First Node whose agents take `proxyEnv`; older ones pass the proxy by without a word. */
const FIRST_NODE = [24, 5] as const

/**
 * Why a proxy that is set for this address would be passed by: the request would then leave on another way than the
 * owner of the runner wants. Null where it is used, or none is set.
 *
 * @param node `process.versions.node`
 */
export function proxyProblem(endpoint: URL, environment: NodeJS.ProcessEnv, node: string): string | null {
  const name = endpoint.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const proxy = variable(environment, name)
  if (proxy === '' || isExempt(endpoint, variable(environment, 'no_proxy'))) return null
  if (!takesProxy(node)) {
    return (
      `a proxy is configured (${name}), and the Node of this runner (${node}) would pass it by: ` +
      'update the runner to one with Node 24.5 or newer, or exempt the endpoint with no_proxy'
    )
  }
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol)) {
    return `${name} is not an http or https URL, so the proxy would be passed by: correct it, or exempt the endpoint with no_proxy`
  }
  return null
}

/** As curl and Node read them: lower case before upper case. */
function variable(environment: NodeJS.ProcessEnv, name: string): string {
  return environment[name] || environment[name.toUpperCase()] || ''
}

function takesProxy(node: string): boolean {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  return major > FIRST_NODE[0] || (major === FIRST_NODE[0] && minor >= FIRST_NODE[1])
}

/** Hosts, with or without a port, and domains that begin with a dot or `*.`. */
function isExempt({ hostname, host }: URL, exempt: string): boolean {
  return exempt
    .split(/[\s,]+/)
    .map(entry => entry.toLowerCase().replace(/^\*\./, '.'))
    .some(
      entry =>
        entry === '*' || entry === hostname || entry === host || (entry.startsWith('.') && hostname.endsWith(entry)),
    )
}
