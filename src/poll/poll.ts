import type { CallRecord } from '../facts/call.ts'
import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import { type GitHubReading, NOTHING_ASKED } from '../facts/facts.ts'
import type { Decision } from '../gate/decision.ts'
import type { GitHubClient } from '../github/client.ts'
import { aboutLine, callLine, contextLines } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import { redact, type Secrets } from '../secret.ts'
import { createServiceSource } from '../service/source.ts'
import { createTransport } from '../service/transport.ts'
import type { Inputs } from '../setup/inputs.ts'
import { isAboutTests, onlyMerges } from '../setup/test-inputs.ts'
import type { World } from '../world.ts'
import type { ChangedTests } from './changed-tests.ts'
import type { Sources } from './gather.ts'
import { pollOnce } from './once.ts'
import type { TestsDecision, TestsRead } from './tests.ts'

/** What a step polls with. */
export interface PollOptions {
  inputs: Inputs
  context: RunContext
  plan: Plan
  /** Why there is no token, on an event that gets none: then only files can be read. Null where there is one. */
  without: WithoutSecrets | null
  secrets: Secrets
  log: Log
  /** Filled with every call that ended. */
  calls: CallRecord[]
  /** Filled with a line for each call that ended and each try that was followed by another. */
  requests: string[]
  world: World
}

/** What a step came to, with what it turned out to be about. */
export interface Polled extends Decision {
  context: RunContext
  plan: Plan
  /** Null where the step is not about tests. */
  tests: TestsDecision['tests']
  /** What is wrong with files, and the like, and decides nothing. */
  warnings: string[]
  notices: string[]
}

/**
 * Reads the test reports where the step is about tests, then polls the service, and GitHub where it has to, until the
 * step is decided. Throws only on cancellation.
 */
export async function poll(options: PollOptions): Promise<Polled> {
  const { inputs, log, world, without } = options
  if (!isAboutTests(inputs)) return { ...(await pollService(options, null)), tests: null, warnings: [], notices: [] }
  // What reads and judges tests is loaded where a step is about tests.
  const about = await import('./tests.ts')
  const tests = await about.readTests(inputs, world, without)
  const { warnings } = tests
  if (without !== null || onlyMerges(inputs)) {
    const { context } = options
    const plan: Plan = { ...options.plan, reads: [], needed: [] }
    log.info(redact(options.secrets.service, aboutLine(context, plan, inputs.require, filesOf(inputs))))
    return { ...about.decideByFiles(tests, without, inputs, context, plan), context, plan, warnings, notices: [] }
  }
  const plan = tests.wantsList ? about.withList(options.plan, inputs) : options.plan
  const decision = await pollService({ ...options, plan }, tests)
  const judged = tests.judged(decision.facts)
  const isOver = judged === null || decision.verdict.conclusion === 'cancelled'
  const changed = isOver ? null : await changedExcused(judged, decision.context, options)
  const told = (kind: ChangedTests['kind']) => (changed?.kind === kind ? [changed.text] : [])
  return { ...decision, tests: judged, warnings: [...warnings, ...told('warning')], notices: told('notice') }
}

async function pollService(
  options: PollOptions,
  tests: TestsRead | null,
): Promise<Decision & { context: RunContext; plan: Plan }> {
  const { inputs, plan, log, world } = options
  const sources = sourcesOf(options)
  const github = await askForBranch(options.context, sources, world.signal)
  const context = withBranch(options.context, github)
  log.info(redact(options.secrets.service, aboutLine(context, plan, inputs.require, filesOf(inputs))))
  log.group('Details', contextLines(context, plan, inputs.require))
  if (tests?.line) log.info(tests.line)
  const question = { reads: plan.reads, context, organization: inputs.organization, files: tests?.files }
  const requirements = { require: inputs.require, onUnavailable: inputs.onUnavailable, plan, tests: tests?.judges }
  if (inputs.waitTimeoutMs === 0 || inputs.require.length === 0) {
    return { ...(await pollOnce(question, sources, requirements, github, world.signal)), context, plan }
  }
  // What waits is loaded where a step may wait; most poll once.
  const { pollUntilDecided } = await import('./wait.ts')
  const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
  const onProgress = (line: string) => log.info(line)
  const decision = await pollUntilDecided(question, sources, requirements, github, patience, { ...world, onProgress })
  return { ...decision, context, plan }
}

async function changedExcused(
  tests: NonNullable<TestsDecision['tests']>,
  context: RunContext,
  { secrets, world }: PollOptions,
): Promise<ChangedTests | null> {
  if (tests.groups.every(({ excuses }) => excuses.excused.length === 0)) return null
  const changed = await import('./changed-tests.ts')
  return changed.changedExcused(tests, context, secrets.github, world)
}

/** What is read of the workspace, for the first line of the log. */
function filesOf({ mergeReports, junitPaths }: Inputs): string[] {
  if (mergeReports.length > 0) return ['report files']
  return junitPaths.length > 0 ? ['test reports'] : []
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
