import type { CallRecord } from '../facts/call.ts'
import { READS } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { type Facts, type GitHubReading, NOTHING_ASKED } from '../facts/facts.ts'
import { verdictCommit, withHead } from '../facts/verdict-commit.ts'
import type { Decision } from '../gate/decision.ts'
import type { Diagnosis } from '../gate/diagnosis/codes.ts'
import { diagnose } from '../gate/diagnosis/diagnosis.ts'
import { aboutLine, callLine, contextLines } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import { redact, type Secrets } from '../secret.ts'
import { createServiceSource } from '../service/source.ts'
import { createTransport } from '../service/transport.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { World } from '../world.ts'
import type { Sources } from './gather.ts'
import { createGitHub, type GitHub } from './github.ts'
import { pollOnce } from './once.ts'

/** What a step polls with. */
export interface PollOptions {
  inputs: Inputs
  context: RunContext
  plan: Plan
  secrets: Secrets
  log: Log
  /** Filled with every call that ended. */
  calls: CallRecord[]
  /** Filled with a line for each call that ended and each try that was followed by another. */
  requests: string[]
  world: World
  /** Called after each poll that another one follows. */
  onWait?: (facts: Facts, context: RunContext) => void
}

/** What the polls came to, with what explains it. */
export interface Polled extends Decision {
  context: RunContext
  plan: Plan
  /** The likeliest first. */
  diagnoses: Diagnosis[]
}

/** Polls the service, and GitHub where it has to, until the step is decided. Throws only on cancellation. */
export async function poll(options: PollOptions): Promise<Polled> {
  const { inputs, log, world, onWait } = options
  const plan = withOwnQueue(options)
  const own = createGitHub(options)
  const sources = sourcesOf(options, own)
  const github = await askFirst(options, sources)
  const context = withAnswer(options, github)
  log.info(redact(options.secrets.service, aboutLine(context, plan, inputs.require)))
  log.group('Details', contextLines(context, plan, inputs.require))
  const question = { reads: plan.reads, context, organization: inputs.organization }
  // What is read for the step's own status alone is not among the reads that decide.
  const { require, onUnavailable, statusContext } = inputs
  const requirements = { require, onUnavailable, statusContext, plan: options.plan }
  if (inputs.waitTimeoutMs === 0 || inputs.require.length === 0) {
    const decision = await pollOnce(question, sources, requirements, github, world.signal)
    return explained(decision)
  }
  // What waits is loaded where a step may wait; most poll once.
  const { pollUntilDecided } = await import('./wait.ts')
  const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
  const onProgress = (line: string) => log.info(line)
  const told = { ...world, onProgress, onWait: (facts: Facts) => onWait?.(facts, context) }
  const decision = await pollUntilDecided(question, sources, requirements, github, patience, told)
  return explained(decision)

  async function explained(decision: Decision): Promise<Polled> {
    const facts = await own.explain(decision, context, sources.source)
    return { ...decision, facts, context, plan, diagnoses: diagnose(facts, context, world.clock.now()) }
  }
}

/** A status of the step's own is only set where the queue doesn't require its name, so the queue is read. */
function withOwnQueue({ inputs, context, plan }: PollOptions): Plan {
  const hasBranch = context.targetBranch !== null || context.askForBranch
  if (inputs.statusContext === null || plan.reads.includes('queue') || !hasBranch) return plan
  return { ...plan, reads: READS.filter(read => read === 'queue' || plan.reads.includes(read)) }
}

/** Asks GitHub first where the event leaves the target branch to it, or the commit that a status belongs on. */
async function askFirst({ inputs, context, world }: PollOptions, { github }: Sources): Promise<GitHubReading> {
  const asks = context.askForBranch || lacksCommit(inputs, context)
  if (!asks || !context.pullRequest) return NOTHING_ASKED.github
  return github(context.pullRequest.value, world.signal)
}

function lacksCommit({ statusContext }: Inputs, context: RunContext): boolean {
  return statusContext !== null && verdictCommit(context).kind === 'ask-github'
}

function withAnswer({ inputs, context }: PollOptions, github: GitHubReading): RunContext {
  if (github.kind !== 'read') return context
  const named = lacksCommit(inputs, context) ? withHead(context, github.value.headSha) : context
  if (!context.askForBranch) return named
  return { ...named, targetBranch: { value: github.value.baseBranch, from: 'GitHub' } }
}

function sourcesOf(options: PollOptions, github: GitHub): Sources {
  const { inputs, context, secrets, calls, requests, world } = options
  const call = createTransport({
    endpoint: inputs.endpoint,
    secret: secrets.service,
    requestTimeoutMs: inputs.requestTimeoutMs,
    exchange: world.createExchange(inputs.endpoint, world.environment),
    clock: world.clock,
    random: world.random,
    onCall: record => {
      calls.push(record)
      requests.push(callLine(record))
    },
    onRetry: message => requests.push(`Trying again ${message}`),
  })
  return {
    source: createServiceSource(call, context.repository.value, world.clock),
    github: github.pullRequest,
  }
}
