import { getInput, setSecret } from '@actions/core'
import type { Clock } from './clock.ts'
import type { Plan, RunContext } from './context.ts'
import { NOTHING_ASKED, type ProviderReading } from './facts.ts'
import { cancelled, endedEarly, type Verdict, withoutToken } from './gate/conclusion.ts'
import { reason } from './gate/reasons.ts'
import type { Sources } from './gather.ts'
import { type Inputs, type Problem, tokenHint } from './inputs.ts'
import { prepare, type Step } from './prepare.ts'
import { askProvider } from './provider/pull-request.ts'
import { aboutLine, callLine } from './publish/lines.ts'
import { createLog, type Log } from './publish/log.ts'
import { publish } from './publish/publish.ts'
import type { RunInfo } from './publish/result.ts'
import { redact, type Secret, secretOf } from './secret.ts'
import { createServiceClient } from './service/client.ts'
import type { Exchange } from './service/exchange.ts'
import { type CallRecord, createTransport } from './service/transport.ts'
import { askUntilDecided, type Waited } from './wait.ts'

/** What the action takes from the world around it. */
export interface World {
  environment: NodeJS.ProcessEnv
  /** `process.versions.node` */
  node: string
  clock: Clock
  /** From 0 to 1. */
  random: () => number
  createExchange: (protocol: string, environment: NodeJS.ProcessEnv) => Exchange
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}

/** What came out of the step before it is told. */
interface Outcome extends Waited {
  context: RunContext | null
  plan: Plan | null
}

interface Secrets {
  service: Secret
  github: string
}

/** Runs the step, in the order in which the facts flow: inputs, context, facts, verdict, publish. */
export async function main(world: World): Promise<void> {
  const { environment, clock } = world
  const startedAt = clock.now()
  const secrets = readSecrets()
  const step = prepare(name => getInput(name), environment, world.node, secrets.service)
  const log = createLog(step.inputs.annotations)
  const calls: CallRecord[] = []
  const outcome = await decide(step, secrets, log, calls, world)
  publish(
    {
      ...outcome,
      calls,
      run: runInfo(environment),
      startedAt,
      endedAt: clock.now(),
      notices: noticesOf(outcome, secrets.service),
    },
    {
      log,
      reportFile: step.reportFile,
      summaryFile: environment['GITHUB_STEP_SUMMARY'] || null,
      summary: step.inputs.summary,
    },
  )
}

/** Reads the secrets and has them masked before anything else can be printed. */
function readSecrets(): Secrets {
  const given = getInput('api-token', { trimWhitespace: false })
  const service = secretOf(given)
  for (const form of new Set([given, service.value, ...service.forms])) {
    if (form.trim() !== '') setSecret(form)
  }
  const github = getInput('github-token')
  if (github !== '') setSecret(github)
  return { service, github }
}

/** Whether the step may go on, and by which facts. */
async function decide(step: Step, secrets: Secrets, log: Log, calls: CallRecord[], world: World): Promise<Outcome> {
  const { inputs, ready, withoutSecrets } = step
  if (!ready) return { ...unasked(refused(step.problems)), context: step.context, plan: null }
  log.info(redact(secrets.service, aboutLine(ready.context, ready.plan, inputs.require)))
  if (withoutSecrets) return { ...unasked(withoutToken(withoutSecrets, inputs)), ...ready }
  try {
    const sources = sourcesOf(inputs, ready.context, secrets, log, calls, world)
    const provider = await askForBranch(ready.context, sources, world.signal)
    const context = withBranch(ready.context, provider)
    const question = { reads: ready.plan.reads, context, organization: inputs.organization, provider }
    const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
    const waited = await askUntilDecided(question, sources, inputs, patience, {
      ...world,
      onProgress: line => log.info(line),
    })
    return { ...waited, context, plan: ready.plan }
  } catch (error) {
    if (!world.signal.aborted) throw error
    return { ...unasked(cancelled(null)), ...ready }
  }
}

/** What a step came to that asked nothing. */
function unasked(verdict: Verdict): Waited {
  return { verdict, facts: NOTHING_ASKED, timeline: [], askings: 0, timedOut: false }
}

/** Asks GitHub first where the event leaves the target branch to it. */
async function askForBranch(context: RunContext, { provider }: Sources, signal: AbortSignal): Promise<ProviderReading> {
  if (!context.askForBranch || !context.pullRequest) return NOTHING_ASKED.provider
  return provider(context.pullRequest.value, signal)
}

function withBranch(context: RunContext, provider: ProviderReading): RunContext {
  if (!context.askForBranch || provider.kind !== 'read') return context
  return { ...context, targetBranch: { value: provider.value.baseBranch, from: 'GitHub' } }
}

function sourcesOf(
  inputs: Inputs,
  context: RunContext,
  secrets: Secrets,
  log: Log,
  calls: CallRecord[],
  world: World,
): Sources {
  const call = createTransport({
    endpoint: inputs.endpoint,
    secret: secrets.service,
    requestTimeoutMs: inputs.requestTimeoutMs,
    exchange: world.createExchange(inputs.endpoint.protocol, world.environment),
    clock: world.clock,
    random: world.random,
    onCall: record => {
      calls.push(record)
      log.debug(callLine(record))
    },
    onRetry: message => log.info(`Trying again ${message}`),
  })
  return {
    client: createServiceClient(call, context.repository.value),
    provider: (number, signal) => askGitHub(context, number, secrets.github, world, signal),
  }
}

async function askGitHub(
  context: RunContext,
  number: number,
  token: string,
  { environment }: World,
  signal: AbortSignal | undefined,
): Promise<ProviderReading> {
  if (token === '') return { kind: 'failed', message: '`github-token` is empty' }
  if (!context.onThisServer) return { kind: 'failed', message: 'the repository is on another host' }
  const apiUrl = environment['GITHUB_API_URL'] || 'https://api.github.com'
  return askProvider(context.repository.value, number, { apiUrl, token, signal })
}

function refused(problems: Problem[]): Verdict {
  const reasons = problems.map(({ input, message, code }) =>
    reason(code ?? 'bad-input', null, input === null ? `Cannot start: ${message}.` : `Input \`${input}\`: ${message}.`),
  )
  return endedEarly('failed', false, reasons)
}

/** What people should know and what decides nothing. */
function noticesOf({ facts, context, verdict }: Outcome, secret: Secret): string[] {
  const hint = tokenHint(secret)
  const provider = facts.provider.kind === 'failed' ? `GitHub's side is not known: ${facts.provider.message}.` : null
  const skipped = verdict.conclusion === 'skipped' ? (verdict.reasons[0]?.message ?? null) : null
  return [skipped, ...(context?.notices ?? []), provider, hint].filter(notice => notice !== null)
}

function runInfo(env: NodeJS.ProcessEnv): RunInfo {
  return {
    id: env['GITHUB_RUN_ID'] ?? '',
    attempt: env['GITHUB_RUN_ATTEMPT'] ?? '',
    commit: env['GITHUB_SHA'] ?? '',
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    job: env['GITHUB_JOB'] ?? '',
    repository: env['GITHUB_REPOSITORY'] ?? '',
    serverUrl: env['GITHUB_SERVER_URL'] ?? '',
  }
}
