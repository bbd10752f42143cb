import type { RunContext } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import type { FactSource, SourceId } from '../facts/source.ts'
import type { ConnectToGitHub } from '../github/connection.ts'
import { callLine } from '../publish/lines.ts'
import type { Result } from '../result.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { Secrets } from '../text/secret.ts'
import type { World } from '../world.ts'

/** Everything that a step needs to ask the source or GitHub. */
export interface Means {
  inputs: Inputs
  context: RunContext
  secrets: Secrets
  /** Connects to GitHub, for everything that the step asks and writes. */
  connect: ConnectToGitHub
  world: World
}

/** True if the step polls until its conditions hold. */
export function pollsAgain({ waitTimeoutMs, require }: Inputs): boolean {
  return waitTimeoutMs > 0 && require.length > 0
}

type CallLog = Pick<Result, 'calls' | 'requests'>

/** Makes the source that the step asks; the code of the other sources is not loaded. */
export function openSource(means: Means, log: CallLog): Promise<FactSource> {
  return OPENERS[means.context.source.id](means, log)
}

const OPENERS: Record<SourceId, (means: Means, log: CallLog) => Promise<FactSource>> = {
  'service-v1': async (means, log) => {
    const { createServiceSource } = await import('./v1/source.ts')
    return createServiceSource(transportOf(means, log), means.context.repository.value)
  },
  'service-v2': async (means, log) => {
    const { createV2Source } = await import('./v2/source.ts')
    return createV2Source(transportOf(means, log), means.context.repository.value)
  },
  github: openGitHubQueue,
}

async function openGitHubQueue({ inputs, context, connect, world }: Means, log: CallLog): Promise<FactSource> {
  const [{ createQueueSource }, { client }] = await Promise.all([import('./github/source.ts'), connect()])
  const { statusContext, checkRunId } = inputs
  const { kind, headSha, groupBranch } = context
  return createQueueSource({
    client,
    repository: context.repository.value,
    clock: world.clock,
    requestTimeoutMs: inputs.requestTimeoutMs,
    activity: context.queueActivity,
    group: kind === 'merge-group' && headSha !== null ? { sha: headSha, branch: groupBranch ?? '' } : null,
    waits: pollsAgain(inputs),
    own: { checkRunId, statusContext },
    onCall: record => note(record, log),
  })
}

function transportOf({ inputs, secrets, world }: Means, log: CallLog) {
  return {
    endpoint: inputs.endpoint,
    token: secrets.service,
    clean: secrets.clean,
    requestTimeoutMs: inputs.requestTimeoutMs,
    allowsOutage: inputs.onUnavailable === 'warn',
    exchange: world.createExchange(inputs.endpoint, world.environment),
    clock: world.clock,
    random: world.random,
    onCall: (record: CallRecord) => note(record, log),
    onRetry: (message: string) => log.requests.push(`Trying again ${message}`),
  }
}

function note(record: CallRecord, { calls, requests }: CallLog): void {
  calls.push(record)
  requests.push(callLine(record))
}
