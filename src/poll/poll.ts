import { READS } from '../facts/conditions.ts'
import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import type { CallRecord } from '../facts/facts.ts'
import { type Facts, NOTHING_ASKED } from '../facts/facts.ts'
import { verdictCommit } from '../facts/verdict-commit.ts'
import type { Decision } from '../gate/decision.ts'
import type { Diagnosis } from '../gate/diagnosis/codes.ts'
import { besideVerdict, diagnose } from '../gate/diagnosis/diagnosis.ts'
import type { ConnectToGitHub } from '../github/connection.ts'
import type { Message } from '../message.ts'
import { aboutLine, callLine, contextLines } from '../publish/lines.ts'
import type { Log } from '../publish/log.ts'
import type { Secrets } from '../secret.ts'
import { createServiceSource } from '../service/source.ts'
import { createTransport } from '../service/transport.ts'
import { type Inputs, isAboutTests, onlyMerges } from '../setup/inputs.ts'
import { proxyHost } from '../setup/proxy.ts'
import type { World } from '../world.ts'
import type { ChangedTests } from './changed-tests.ts'
import type { Sources } from './gather.ts'
import { createGitHub, type GitHub } from './github.ts'
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
  /** GitHub, for all that the step asks and writes. */
  connect: ConnectToGitHub
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
interface Explained extends Decision {
  context: RunContext
  plan: Plan
  /** The likeliest first. */
  diagnoses: Diagnosis[]
}

/** What the polls came to, before GitHub was asked what explains it. */
interface Decided {
  decision: Decision
  context: RunContext
  explained: () => Promise<Explained>
}

/** What a step came to, with what it turned out to be about. */
export interface Polled extends Explained {
  /** Null where the step is not about tests. */
  tests: TestsDecision['tests']
  /** What is wrong with files, and the like, and decides nothing. */
  warnings: Message[]
  notices: Message[]
}

/**
 * Reads the test reports where the step is about tests, then polls the service, and GitHub where it has to, until the
 * step is decided. Throws only on cancellation.
 */
export async function poll(options: PollOptions): Promise<Polled> {
  const { inputs, log, world, without, secrets } = options
  if (!isAboutTests(inputs)) {
    const { explained } = await pollService(options, null)
    return { ...(await explained()), tests: null, warnings: [], notices: [] }
  }
  // What reads and judges tests is loaded where a step is about tests.
  const about = await import('./tests.ts')
  const tests = await about.readTests(inputs, { ...world, clean: secrets.clean }, without)
  const { warnings, notices } = tests
  if (without !== null || onlyMerges(inputs)) {
    const { context } = options
    const plan: Plan = { ...options.plan, reads: [], needed: [] }
    log.info(aboutLine(context, plan, inputs.require, filesOf(inputs)))
    for (const line of tests.lines) log.info(line)
    const decided = about.decideByFiles(tests, without, inputs, context, plan)
    return { ...decided, context, plan, diagnoses: [], warnings, notices }
  }
  const plan = tests.wantsList ? about.withList(options.plan, inputs) : options.plan
  const { decision, context, explained } = await pollService({ ...options, plan }, tests)
  const judged = tests.judged(decision.facts)
  const looksAtChanges = judged !== null && decision.verdict.conclusion !== 'cancelled'
  // Neither waits for the other.
  const [whole, changed] = await Promise.all([
    explained(),
    looksAtChanges ? changedExcused(judged, context, options) : null,
  ])
  const told = (kind: ChangedTests['kind']) => (changed?.kind === kind ? [changed.text] : [])
  return {
    ...whole,
    tests: judged,
    warnings: [...warnings, ...told('warning')],
    notices: [...notices, ...told('notice')],
  }
}

async function pollService(options: PollOptions, tests: TestsRead | null): Promise<Decided> {
  const { inputs, log, world, onWait } = options
  const plan = withOwnQueue(options)
  const own = createGitHub(options)
  const sources = sourcesOf(options, own)
  const isWait = inputs.waitTimeoutMs > 0 && inputs.require.length > 0
  // What waits is loaded where a step may wait; most poll once.
  const waiting = isWait ? await import('./wait.ts') : null
  const patience = { timeoutMs: inputs.waitTimeoutMs, pollIntervalMs: inputs.pollIntervalMs }
  const onProgress = (line: string) => log.info(line)
  const ask = () => askFirst(options, sources)
  const { github, left } = (await waiting?.askUntilAnswered(ask, patience, { ...world, onProgress })) ?? {
    github: await ask(),
    left: patience,
  }
  const context = withAnswer(options, github)
  log.info(aboutLine(context, plan, inputs.require, filesOf(inputs)))
  log.group('Details', contextLines(context, plan, inputs.require))
  for (const line of tests?.lines ?? []) log.info(line)
  const question = { reads: plan.reads, context, organization: inputs.organization, files: tests?.files }
  // What is read for the step's own status alone is not among the reads that decide.
  const { require, onUnavailable, statusContext } = inputs
  const requirements = { require, onUnavailable, statusContext, plan: options.plan, tests: tests?.judges }
  if (waiting === null) return decided(await pollOnce(question, sources, requirements, github, world.signal))
  const told = { ...world, onProgress, onWait: (facts: Facts) => onWait?.(facts, context) }
  return decided(await waiting.pollUntilDecided(question, sources, requirements, github, left, told))

  function decided(decision: Decision): Decided {
    return { decision, context, explained: () => explained(decision) }
  }

  async function explained(decision: Decision): Promise<Explained> {
    const facts = await own.explain(decision, context, sources.source)
    // What explains the outcome can't change what the poll was.
    const { contradictions } = decision.verdict
    const isExcused = tests?.onlyQuarantinedFailed(decision.facts) ?? false
    const now = world.clock.now()
    const found = diagnose({ facts, context, contradictions }, now, isExcused)
    const diagnoses = besideVerdict(found, decision.verdict.conclusion === 'passed', facts, context, now)
    return { ...decision, facts, context, plan, diagnoses }
  }
}

async function changedExcused(
  tests: NonNullable<TestsDecision['tests']>,
  context: RunContext,
  { connect, world }: PollOptions,
): Promise<ChangedTests | null> {
  if (tests.groups.every(({ excuses }) => excuses.excused.length === 0)) return null
  const changed = await import('./changed-tests.ts')
  return changed.changedExcused(tests, context, connect, world)
}

/** What is read of the workspace, for the first line of the log. */
function filesOf({ mergeReports, junitPaths }: Inputs): string[] {
  if (mergeReports.length > 0) return ['report files']
  return junitPaths.length > 0 ? ['test reports'] : []
}

/** A status of the step's own is only set where the queue doesn't require its name, so the queue is read. */
function withOwnQueue({ inputs, context, plan }: PollOptions): Plan {
  const hasBranch = context.targetBranch !== null || context.askForBranch
  if (inputs.statusContext === null || plan.reads.includes('queue') || !hasBranch) return plan
  return { ...plan, reads: READS.filter(read => read === 'queue' || plan.reads.includes(read)) }
}

/** Asks GitHub first where the event leaves the target branch to it, or the commit that a status belongs on. */
async function askFirst({ inputs, context, world }: PollOptions, { github }: Sources): Promise<Facts['github']> {
  const asks = context.askForBranch || lacksCommit(inputs, context)
  if (!asks || !context.pullRequest) return NOTHING_ASKED.github
  return github(context.pullRequest.value, world.signal)
}

function lacksCommit({ statusContext }: Inputs, context: RunContext): boolean {
  return statusContext !== null && verdictCommit(context).kind === 'ask-github'
}

function withAnswer({ inputs, context }: PollOptions, github: Facts['github']): RunContext {
  // An answer about another pull request says nothing of this one.
  if (github.kind !== 'read' || github.value.number !== context.pullRequest?.value) return context
  const named = lacksCommit(inputs, context) ? { ...context, statusHead: github.value.headSha } : context
  if (!context.askForBranch) return named
  return { ...named, targetBranch: { value: github.value.baseBranch, from: 'GitHub' } }
}

function sourcesOf(options: PollOptions, github: GitHub): Sources {
  const { inputs, context, secrets, calls, requests, world } = options
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
  return {
    source: createServiceSource(call, context.repository.value, world.clock),
    github: github.pullRequest,
  }
}
