import type { RunContext } from '../facts/context.ts'
import type { FactSource, SourceId } from '../facts/source.ts'
import { callLine } from '../publish/lines.ts'
import type { Result } from '../publish/result.ts'
import type { Secrets } from '../secret.ts'
import type { Inputs } from '../setup/inputs.ts'
import { proxyHost } from '../setup/proxy.ts'
import type { World } from '../world.ts'

/** What it takes to ask a source. */
interface SourceMeans {
  inputs: Inputs
  context: RunContext
  secrets: Secrets
  world: World
}

/** Where the calls are noted. */
type CallLog = Pick<Result, 'calls' | 'requests'>

/** Makes the source that a step asks. Only its own client is loaded. */
export function openSource(means: SourceMeans, log: CallLog): Promise<FactSource> {
  return OPENERS[means.context.source.id](means, log)
}

const OPENERS: Record<SourceId, (means: SourceMeans, log: CallLog) => Promise<FactSource>> = {
  'service-v1': openService,
  'service-v2': openService,
  github: () => {
    throw new Error('refused in set-up')
  },
}

async function openService(
  { inputs, context, secrets, world }: SourceMeans,
  { calls, requests }: CallLog,
): Promise<FactSource> {
  const { createServiceSource, createTransport } = await import('../service/source.ts')
  const proxy = proxyHost(inputs.endpoint, world.environment)
  const call = createTransport({
    endpoint: inputs.endpoint,
    token: secrets.service,
    clean: secrets.clean,
    requestTimeoutMs: inputs.requestTimeoutMs,
    exchange: world.createExchange(inputs.endpoint, world.environment),
    proxy: proxy && secrets.clean(proxy),
    clock: world.clock,
    random: world.random,
    onCall: record => {
      calls.push(record)
      requests.push(callLine(record))
    },
    onRetry: message => requests.push(`Trying again ${message}`),
  })
  return createServiceSource(call, context.repository.value, world.clock)
}
