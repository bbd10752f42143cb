import type { CallRecord } from '../facts/call.ts'
import { READS } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { type Facts, type GitHubReading, NOTHING_ASKED } from '../facts/facts.ts'
import { verdictCommit, withHead } from '../facts/verdict-commit.ts'
import type { Decision } from '../gate/decision.ts'
import type { GitHubClient } from '../github/client.ts'
import { aboutLine, callLine, contextLines } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import { redact, type Secrets } from '../secret.ts'
import { createServiceSource } from '../service/source.ts'
import { createTransport } from '../service/transport.ts'
import type { Inputs } from '../setup/inputs.ts'
import type { World } from '../world.ts'
import type { Sources } from './gather.ts'
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

/** Polls the service, and GitHub where it has to, until the step is decided. Throws only on cancellation. */
export async function poll(options: PollOptions): Promise<Decision & { context: RunContext; plan: Plan }> {
  const { inputs, log, world, onWait } = options
  const plan = withOwnQueue(options)
  const sources = sourcesOf(options)
  const github = await askFirst(options, sources)
  const context = withAnswer(options, github)
  log.info(redact(options.secrets.service, aboutLine(context, plan, inputs.require)))
  log.group('Details', contextLines(context, plan, inputs.require))
  const question = { reads: plan.reads, context, organization: inputs.organization }
  // What is read for the step's own status alone is not among the reads that decide.
  const { require, onUnavailable, statusContext } = inputs
  const requirements = { require, onUnavailable, statusContext, plan: options.plan }
  if (inputs.waitTimeoutMs === 0 || inputs.require.length === 0) {
    return { ...(await pollOnce(question, sources, requirements, github, world.signal)), context, plan }
  }
  // What waits is loaded where a step may wait; most poll once.
  const { pollUntilDecided } = await import('./wait.ts')
  const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
  const onProgress = (line: string) => log.info(line)
  const told = { ...world, onProgress, onWait: (facts: Facts) => onWait?.(facts, context) }
  const decision = await pollUntilDecided(question, sources, requirements, github, patience, told)
  return { ...decision, context, plan }
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

function sourcesOf(options: PollOptions): Sources {
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
    github: githubOf(options),
  }
}

/** Asks GitHub about a pull request; why it can't be asked is a reading too. */
function githubOf({ context, secrets, world }: PollOptions): Sources['github'] {
  const { environment, clock } = world
  // Made once: after a limit was met, the client leaves GitHub alone for the rest of the step.
  let client: GitHubClient | null = null
  return async (number, signal) => {
    if (!context.onThisServer) {
      return {
        kind: 'failed',
        message: "GitHub can't be asked: the repository is on another host",
        remedy: 'Look at the pull request there.',
      }
    }
    // Loaded where GitHub is asked; few steps need it.
    const github = await import('../github/readers.ts')
    client ??= github.createGitHubClient({
      apiUrl: environment['GITHUB_API_URL'] || 'https://api.github.com',
      graphqlUrl: environment['GITHUB_GRAPHQL_URL'] ?? '',
      token: secrets.github,
      now: clock.now,
    })
    return github.readPullRequest(client, context.repository.value, number, { budget: github.requestBudget(), signal })
  }
}
