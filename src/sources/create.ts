import type { CallRecord } from '../facts/facts.ts'
import type { Source } from '../facts/source.ts'
import type { GitHubClient } from '../github/client.ts'
import type { Result } from '../result.ts'
import { pollsAgain } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { formatDuration } from '../text/duration.ts'
import { createGitHubSource } from './github/source.ts'
import { createV1Source } from './v1/source.ts'
import { createV2Source } from './v2/source.ts'

interface Parts {
  step: Pick<Ready, 'inputs' | 'context' | 'secrets'>
  client: GitHubClient
  world: World
}

/** What a step has asked: its calls, and a line on each of them and on each new try. It grows while the step runs. */
export type CallLog = Pick<Result, 'calls' | 'requestLines'>

/** The source that the step asks. It notes each call in the log. */
export function createSource({ step, client, world }: Parts, log: CallLog): Source {
  const { inputs, context, secrets } = step
  const { clock, random } = world
  const { requestTimeoutMs, endpoint } = inputs
  const onCall = (record: CallRecord) => {
    log.calls.push(record)
    log.requestLines.push(callLine(record))
  }
  if (context.source.id === 'github') {
    const { checkRunId } = inputs
    return createGitHubSource({ ...context, client, clock, isPolledAgain: pollsAgain(inputs), checkRunId, onCall })
  }
  const create = context.source.id === 'service-v1' ? createV1Source : createV2Source
  const transport = {
    endpoint,
    token: secrets.service,
    clean: secrets.clean,
    requestTimeoutMs,
    exchange: world.createExchange(endpoint, world.environment),
    clock,
    random,
    onCall,
    onRetry: (message: string) => log.requestLines.push(`Trying again ${message}`),
  }
  return create(transport, context.repository)
}

/** One line on a call: `getQueue: 200 in 0.1 s, request abc`. */
export function callLine({ operation, status, attempts, elapsedMs, requestId }: CallRecord): string {
  const tries = attempts === 1 ? '' : ` after ${attempts} tries`
  const request = requestId === null ? '' : `, request ${requestId}`
  return `${operation}: ${status ?? 'no answer'} in ${formatDuration(elapsedMs)}${tries}${request}`
}
