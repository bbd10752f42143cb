import type { CallRecord } from '../facts/facts.ts'
import type { SourceId } from '../facts/profile.ts'
import type { Source } from '../facts/source.ts'
import type { GitHubClient } from '../github/client.ts'
import { callLine } from '../publish/lines.ts'
import type { Result } from '../result.ts'
import { pollsAgain } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { createQueueSource } from './github/source.ts'
import { createServiceSource } from './v1/source.ts'
import { createV2Source } from './v2/source.ts'

interface Parts {
  step: Pick<Ready, 'inputs' | 'context' | 'secrets'>
  client: GitHubClient
  world: World
}

type CallLog = Pick<Result, 'calls' | 'requests'>

export function createSource(parts: Parts, log: CallLog): Source {
  return CREATORS[parts.step.context.source.id](parts, log)
}

const CREATORS: Record<SourceId, (parts: Parts, log: CallLog) => Source> = {
  'service-v1': (parts, log) => createServiceSource(transportOf(parts, log), parts.step.context.repository.value),
  'service-v2': (parts, log) => createV2Source(transportOf(parts, log), parts.step.context.repository.value),
  github: gitHubQueue,
}

function gitHubQueue({ step: { inputs, context }, client, world }: Parts, log: CallLog): Source {
  const { statusContext, checkRunId } = inputs
  return createQueueSource({
    client,
    repository: context.repository.value,
    clock: world.clock,
    requestTimeoutMs: inputs.requestTimeoutMs,
    activity: context.queueActivity,
    head: context.headSha,
    group: context.group,
    stackBase: context.stackBase ?? null,
    waits: pollsAgain(inputs),
    own: { checkRunId, statusContext },
    onCall: record => note(record, log),
  })
}

function transportOf({ step: { inputs, secrets }, world }: Parts, log: CallLog) {
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
