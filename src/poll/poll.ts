import { verdictCommit } from '../facts/commit.ts'
import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import type { Facts } from '../facts/facts.ts'
import { isRead } from '../facts/reading.ts'
import { causeOf, withCause } from '../gate/causes/find.ts'
import { aboutLine, contextLines } from '../publish/about.ts'
import type { Log } from '../publish/log.ts'
import type { Result } from '../result.ts'
import { type Inputs, isAboutTests, listOfTests } from '../setup/inputs.ts'
import { createSource, pollsAgain, type Tools } from '../sources/create.ts'
import { readExplanation } from './explain.ts'
import type { Sources } from './gather.ts'
import { createGitHub } from './github.ts'
import { decideByFiles, readTests, type TestsRead, withList } from './tests.ts'
import { askUntilAnswered, pollUntilDecided } from './wait.ts'

export interface PollOptions extends Tools {
  plan: Plan
  /** Why an event gets no token, so that only files can be read; null if there is a token. */
  without: WithoutSecrets | null
  log: Log
}

/** Reads test reports if the step is about tests, then polls until there is a verdict. Throws only on cancellation. */
export async function poll(options: PollOptions, begun: Result): Promise<Result> {
  const { inputs, log, world, without, secrets } = options
  if (!isAboutTests(inputs)) {
    const { explained } = await pollSource(options, begun, null)
    return explained()
  }
  const tests = await readTests(inputs, { ...world, clean: secrets.clean }, without, options.context.source)
  const warned = {
    ...begun,
    warnings: [...begun.warnings, ...tests.warnings],
    notices: [...begun.notices, ...tests.notices],
  }
  if (without !== null) {
    const { context } = options
    const plan: Plan = { ...options.plan, reads: [], needed: [] }
    log.info(aboutLine(context, plan, inputs.require, filesOf(inputs)))
    for (const line of tests.lines) log.info(line)
    return { ...warned, plan, ...decideByFiles(tests, without, inputs, context, plan) }
  }
  const plan = tests.wantsList ? withList(options.plan, inputs) : options.plan
  const { polled, explained } = await pollSource({ ...options, plan }, warned, tests)
  return { ...(await explained()), judged: tests.judged(polled.facts) }
}

async function pollSource(
  options: PollOptions,
  begun: Result,
  tests: TestsRead | null,
): Promise<{ polled: Result & { context: RunContext }; explained: () => Promise<Result> }> {
  const { inputs, log, world } = options
  const { plan } = options
  const own = createGitHub(options)
  const sources: Sources = {
    source: createSource(options, begun),
    github: own.pullRequest,
  }
  const { waitTimeoutMs: timeoutMs, pollIntervalMs } = inputs
  const patience = pollsAgain(inputs) ? { timeoutMs, pollIntervalMs } : null
  const telling = { ...world, onProgress: (line: string) => log.info(line) }
  const { github, left } = await askUntilAnswered(() => askFirst(options, sources), patience, telling)
  const context = withAnswer(options, github)
  log.info(aboutLine(context, plan, inputs.require, filesOf(inputs)))
  log.group('Details', contextLines(context, plan, inputs.require))
  for (const line of tests?.lines ?? []) log.info(line)
  const question = { reads: plan.reads, context, list: listOfTests(inputs, context.source), files: tests?.files }
  const { require, onUnavailable } = inputs
  const requirements = { require, onUnavailable, plan, tests: tests?.judges }
  const decision = await pollUntilDecided(question, sources, requirements, github, left, telling)
  const source = begun.calls.length > 0 ? context.source.id : null
  const polled = { ...begun, ...decision, context, plan, source }
  return { polled, explained }

  async function explained(): Promise<Result> {
    const { facts, verdict } = polled
    if (verdict.conclusion === 'passed') return polled
    const snapshot = { facts, context, doubts: verdict.doubts }
    const explanation = await readExplanation(snapshot, { source: sources.source, checks: own.checks }, world.signal)
    const cause = causeOf(snapshot, explanation, world.clock.now())
    return { ...polled, verdict: withCause(verdict, cause), explanation, cause }
  }
}

/** The kinds of files that the step reads, for the first line of the log. */
function filesOf({ junitPaths }: Inputs): string[] {
  return junitPaths.length > 0 ? ['test reports'] : []
}

/** Asks GitHub first if the event doesn't give the target branch, or the commit for the status. */
async function askFirst({ inputs, context, world }: PollOptions, { github }: Sources): Promise<Facts['github']> {
  const asks = context.askForBranch || lacksCommit(inputs, context)
  if (!asks || !context.pullRequest) return undefined
  return github(context.pullRequest.value, world.signal)
}

function lacksCommit({ statusContext }: Inputs, context: RunContext): boolean {
  return statusContext !== null && verdictCommit(context).kind === 'ask-github'
}

function withAnswer({ inputs, context }: PollOptions, github: Facts['github']): RunContext {
  // An answer about another pull request says nothing about this one.
  if (!isRead(github) || github.value.number !== context.pullRequest?.value) return context
  const named = lacksCommit(inputs, context) ? { ...context, statusHead: github.value.headSha } : context
  if (!context.askForBranch) return named
  return { ...named, targetBranch: { value: github.value.baseBranch, from: 'GitHub' } }
}
