import { isLoopback } from './loopback.ts'

const VARIABLES = ['https_proxy', 'http_proxy'] as const

/**
 * The name of a proxy variable for this address that is no http or https URL; null if there is none. Node ignores such a
 * variable, or refuses it, so what fails then is no outage. Loopback never goes through a proxy.
 */
export function wrongProxyVariable(endpoint: URL, environment: NodeJS.ProcessEnv): string | null {
  if (isLoopback(endpoint)) return null
  const own = VARIABLES.filter(name => name.startsWith(`${endpoint.protocol.slice(0, -1)}_`))
  const names = own.flatMap(name => [name, name.toUpperCase()]).filter(name => environment[name])
  return names.find(name => !isProxyAddress(environment[name] ?? '')) ?? null
}

function isProxyAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
