import { type GitHubReading, NOTHING_ASKED } from '../facts/facts.ts'
import { createGitHubClient } from '../github/client.ts'
import { readPullRequest } from '../github/pull-request.ts'
import { aboutLine, callLine } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import { redact, type Secrets } from '../secret.ts'
import { createServiceClient } from '../service/client.ts'
import { type CallRecord, createTransport } from '../service/transport.ts'
import type { Plan, RunContext } from '../setup/context.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { World } from '../world.ts'
import type { Question, Sources } from './gather.ts'
import { askOnce, type Decision } from './once.ts'

/** All that asking takes. */
export interface Asking {
  inputs: Inputs
  context: RunContext
  plan: Plan
  secrets: Secrets
  log: Log
  /** Filled with every call that ended. */
  calls: CallRecord[]
  world: World
}

/** Asks the service, and GitHub where it has to, until the step is decided. Throws only on cancellation. */
export async function ask(asking: Asking): Promise<Decision & { context: RunContext; plan: Plan }> {
  const { inputs, plan, log, world } = asking
  const sources = sourcesOf(asking)
  const github = await askForBranch(asking.context, sources, world.signal)
  const context = withBranch(asking.context, github)
  log.info(redact(asking.secrets.service, aboutLine(context, plan, inputs.require)))
  const question = { reads: plan.reads, context, organization: inputs.organization, github }
  const waits = inputs.waitTimeoutMs > 0 && inputs.require.length > 0
  const asked = waits
    ? await untilDecided(question, sources, asking)
    : await askOnce(question, sources, inputs, world.signal)
  return { ...asked, context, plan }
}

/** What waits is loaded where a step may wait; most ask once. */
async function untilDecided(question: Question, sources: Sources, { inputs, log, world }: Asking): Promise<Decision> {
  const { askUntilDecided } = await import('./wait.ts')
  const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
  const onProgress = (line: string) => log.info(line)
  return askUntilDecided(question, sources, inputs, patience, { ...world, onProgress })
}

/** Asks GitHub first where the event leaves the target branch to it. */
async function askForBranch(context: RunContext, { github }: Sources, signal: AbortSignal): Promise<GitHubReading> {
  if (!context.askForBranch || !context.pullRequest) return NOTHING_ASKED.github
  return github(context.pullRequest.value, signal)
}

function withBranch(context: RunContext, github: GitHubReading): RunContext {
  if (!context.askForBranch || github.kind !== 'read') return context
  return { ...context, targetBranch: { value: github.value.baseBranch, from: 'GitHub' } }
}

function sourcesOf(asking: Asking): Sources {
  const { inputs, context, secrets, log, calls, world } = asking
  const call = createTransport({
    endpoint: inputs.endpoint,
    secret: secrets.service,
    requestTimeoutMs: inputs.requestTimeoutMs,
    exchange: world.createExchange(inputs.endpoint.protocol, world.environment),
    clock: world.clock,
    random: world.random,
    onCall: record => {
      calls.push(record)
      log.debug(() => callLine(record))
    },
    onRetry: message => log.info(`Trying again ${message}`),
  })
  return {
    client: createServiceClient(call, context.repository.value),
    github: (number, signal) => askGitHub(asking, number, signal),
  }
}

/** GitHub about a pull request; why it can't be asked is a reading too. */
async function askGitHub(
  { context, secrets, world }: Asking,
  number: number,
  signal?: AbortSignal,
): Promise<GitHubReading> {
  const token = secrets.github
  if (token === '')
    return {
      kind: 'failed',
      message: '`github-token` is empty',
      remedy: 'Give `github-token` with `pull-requests: read`.',
    }
  if (!context.onThisServer)
    return { kind: 'failed', message: 'the repository is on another host', remedy: 'Look there.' }
  const apiUrl = world.environment['GITHUB_API_URL'] || 'https://api.github.com'
  return readPullRequest(createGitHubClient({ apiUrl, token, signal }), context.repository.value, number)
}
