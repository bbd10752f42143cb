import type { RunContext } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import type { SourceId } from '../facts/profile.ts'
import type { Source } from '../facts/source.ts'
import type { GitHubClient } from '../github/client.ts'
import { callLine } from '../publish/about.ts'
import type { Result } from '../result.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { Secrets } from '../text/secret.ts'
import type { World } from '../world.ts'
import { createQueueSource } from './github/source.ts'
import { createServiceSource } from './v1/source.ts'
import { createV2Source } from './v2/source.ts'

/** Everything that a step needs to ask the source or GitHub. */
export interface Tools {
  inputs: Inputs
  context: RunContext
  secrets: Secrets
  /** For everything that the step asks GitHub, and writes there. */
  client: GitHubClient
  world: World
}

/** True if the step polls until its conditions hold. */
export function pollsAgain({ waitTimeoutMs, require }: Inputs): boolean {
  return waitTimeoutMs > 0 && require.length > 0
}

type CallLog = Pick<Result, 'calls' | 'requests'>

/** Makes the source that the step asks. */
export function createSource(means: Tools, log: CallLog): Source {
  return OPENERS[means.context.source.id](means, log)
}

const OPENERS: Record<SourceId, (means: Tools, log: CallLog) => Source> = {
  'service-v1': (means, log) => createServiceSource(transportOf(means, log), means.context.repository.value),
  'service-v2': (means, log) => createV2Source(transportOf(means, log), means.context.repository.value),
  github: openGitHubQueue,
}

function openGitHubQueue({ inputs, context, client, world }: Tools, log: CallLog): Source {
  const { statusContext, checkRunId } = inputs
  return createQueueSource({
    client,
    repository: context.repository.value,
    clock: world.clock,
    requestTimeoutMs: inputs.requestTimeoutMs,
    activity: context.queueActivity,
    head: context.headSha,
    group: context.group,
    stackBase: null,
    waits: pollsAgain(inputs),
    own: { checkRunId, statusContext },
    onCall: record => note(record, log),
  })
}

function transportOf({ inputs, secrets, world }: Tools, log: CallLog) {
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
