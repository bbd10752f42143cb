import { loadEvent } from '../events/index.js'
import { type Run, type RunResult, startAction } from '../launcher/runner.js'
import { TOKEN } from '../stand-in/service/server.js'
import type { Kind } from './certificates.js'
import { startFaults } from './server.js'

export interface GateOptions {
  /** The pull request of the event is asked for, and has to be ready, unless given. */
  inputs?: Record<string, string>
  env?: Record<string, string>
}

/** Starts the action on the event of pull request 42; GitHub is nowhere. */
export function startGate(endpoint: string, { inputs, env }: GateOptions = {}): Run {
  const { name, payload, env: variables } = loadEvent('pull-request')
  return startAction({
    event: { name, payload },
    inputs: { endpoint, 'api-token': TOKEN, organization: 'acme', read: 'pull-request', require: 'ready', ...inputs },
    // Tries follow each other at once: jitter has tests of its own.
    env: {
      ...variables,
      GITHUB_API_URL: 'http://127.0.0.1:9',
      NODE_OPTIONS: preloaded('Math.random = () => 0'),
      ...env,
    },
  })
}

/** Has Node play some lines before anything else. */
export function preloaded(...lines: string[]): string {
  return `--import=data:text/javascript,${encodeURIComponent(lines.join('\n'))}`
}

type FaultServer = Awaited<ReturnType<typeof startFaults>>

/** A run against a server that plays the script. */
export async function gateAgainst(
  script: NonNullable<Parameters<typeof startFaults>[0]['script']>,
  { tls, ...options }: GateOptions & { tls?: Kind } = {},
): Promise<{ result: RunResult; server: FaultServer }> {
  const server = await startFaults({ script, ...(tls && { tls }) })
  try {
    return { result: await startGate(server.url, options).done, server }
  } finally {
    await server.close()
  }
}
