import { short } from '../facts/commit.ts'
import type { Plan, Snapshot } from '../facts/context.ts'
import { type Condition, type Facts, isFailed, type TestRun, valueIn } from '../facts/facts.ts'
import type { Explanation, Source } from '../facts/source.ts'
import { causeOf, needsOf, withCause } from '../gate/causes/find.ts'
import { readChecks } from '../github/checks.ts'
import type { GitHubClient } from '../github/client.ts'
import { readPullRequest } from '../github/rest.ts'
import type { Result } from '../result.ts'
import type { Log } from '../runner/log.ts'
import { type Inputs, isAboutTests, listOwnerIn, pollsAgain } from '../setup/inputs.ts'
import type { Ready, World } from '../setup/setup.ts'
import { plain } from '../text/message.ts'
import type { Subject } from './subject.ts'
import { decideByFiles, readTests, type TestsRead, withQuarantinedTests } from './tests.ts'
import { pollUntilDecided } from './wait.ts'

export interface Tools {
  world: World
  log: Log
  source: Source
  client: GitHubClient
}

/**
 * Comes to the verdict: by test reports alone where the event gives no token, else by polls. On cancellation it returns
 * what was known.
 */
export async function decide(step: Ready, begun: Result, tools: Tools): Promise<Result> {
  const { inputs, tokenlessOrigin: without } = step
  const { world } = tools
  try {
    // Test reports need no token.
    const isAbout = without === null ? isAboutTests(inputs) : inputs.junitPaths.length > 0
    const tests = isAbout ? await readTests(step, world) : null
    const warnings = [...begun.warnings, ...(tests?.warnings ?? [])]
    const read = { ...begun, warnings, notices: [...begun.notices, ...(tests?.notices ?? [])] }
    if (without === null) return await decideByPolls(step, read, tests, tools)
    const plan: Plan = { ...step.plan, reads: [], decisiveReads: [] }
    tools.log.info(aboutLine(inputs, { ...step, plan }))
    return { ...read, plan, ...decideByFiles(tests, without, { ...step, plan }) }
  } catch (error) {
    if (!world.signal.aborted) throw error
    return begun
  }
}

async function decideByPolls(step: Ready, begun: Result, tests: TestsRead | null, tools: Tools): Promise<Result> {
  const { inputs, context } = step
  const { world, log, source, client } = tools
  const { require, onUnavailable, waitTimeoutMs: timeoutMs, pollIntervalMs } = inputs
  const wait = {
    context,
    plan: tests?.needsList ? withQuarantinedTests(step.plan, inputs) : step.plan,
    inquiry: {
      source,
      listOwner: listOwnerIn(inputs, context.source),
      files: tests?.files ?? {},
      requirements: { require, onUnavailable, tests: tests?.judges },
      askGitHub: (signal: AbortSignal) => askView(client, step, signal),
      clock: world.clock,
    },
    patience: pollsAgain(inputs) ? { timeoutMs, pollIntervalMs } : null,
    onSubject: (subject: Subject) => log.info(aboutLine(inputs, subject)),
    onLine: (line: string) => log.info(line),
  }
  const { decision, subject } = await pollUntilDecided(wait, world)
  return {
    ...begun,
    ...decision,
    context: subject.context,
    plan: subject.plan,
    judged: tests?.judgedTests(decision.facts) ?? null,
  }
}

/** The most columns of the first line; GitHub's view of the log wraps a longer one. */
const WIDTH = 120

/** The first line of the log: what this run is about, what is read, what is required. */
export function aboutLine({ require, junitPaths }: Inputs, { context, plan }: Pick<Subject, 'context' | 'plan'>) {
  const { kind, source, pullRequest, targetBranch, testRunId, eventSha, testBranchPullRequests } = context
  const tested =
    testBranchPullRequests.length === 0 ? '' : ` of ${testBranchPullRequests.map(number => `#${number}`).join(', ')}`
  const run = testRunId && kind === 'test-branch' ? `Test run${tested} → ` : ''
  const subject = pullRequest ? `#${pullRequest} → ` : run
  const branch = targetBranch ? plain(targetBranch, 40) : context.mustAskForBranch ? 'unknown branch' : 'no branch'
  const head = eventSha ? ` at ${short(eventSha)}` : ''
  const from = plan.reads.length > 0 ? ` · ${source.id}` : ''
  const files = junitPaths.length > 0 ? ['test reports'] : []
  const reads = [...files, ...plan.reads].join(', ') || 'nothing'
  const required = require.join(', ') || 'nothing'
  return plain(`${subject}${branch}${head}${from} · reads ${reads} · requires ${required}`, WIDTH)
}

/** GitHub's view of the pull request, for what a service does not say. Throws only on cancellation. */
async function askView(client: GitHubClient, { context }: Ready, signal: AbortSignal): Promise<Facts['github']> {
  if (context.pullRequest === null) return undefined
  const number = context.pullRequest
  const view = await readPullRequest({ client, repository: context.repository, requestOptions: { signal } }, number)
  // The usual headlines name the source that was asked about the queue, and this is GitHub.
  return isFailed(view) ? { failure: { headline: `GitHub did not tell about #${number}`, ...view.failure } } : view
}

/** Where the pull request stands explains nothing of these. */
const BESIDE_QUEUE: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits', 'merge-group-checks']

/** Adds what explains the verdict, and the cause: once, after the deciding poll, and never to a step that passed. */
export async function explain(decided: Result, step: Ready, tools: Tools): Promise<Result> {
  const { facts, verdict, context } = decided
  if (verdict.conclusion === 'passed' || decided.polls === 0 || context === null) return decided
  const { conditions } = verdict
  if (conditions.length > 0 && conditions.every(({ condition }) => BESIDE_QUEUE.includes(condition))) return decided
  const snapshot = { facts, context, doubts: verdict.doubts }
  const explanation = await readExplanation(snapshot, step, tools)
  const cause = causeOf(snapshot, explanation, tools.world.clock.now())
  return { ...decided, verdict: withCause(verdict, cause), explanation, cause }
}

/**
 * Reads, after the deciding poll, what its causes may need; it decides nothing. If the step is cancelled meanwhile, there
 * is no explanation.
 */
async function readExplanation(
  snapshot: Snapshot,
  { secrets }: Ready,
  { source, client, world: { signal } }: Tools,
): Promise<Explanation> {
  const needs = signal.aborted ? [] : needsOf(snapshot)
  if (needs.length === 0) return {}
  const run = needs.includes('checks') && secrets.github !== '' ? runWithoutOutcomes(snapshot.facts) : null
  const scope = { client, repository: snapshot.context.repository, requestOptions: { signal } }
  try {
    const [explanation, checks] = await Promise.all([
      source.explain(snapshot, needs, signal),
      run && readChecks(scope, run.testBranchSha),
    ])
    return checks === null ? explanation : { ...explanation, checks }
  } catch (error) {
    if (!signal.aborted) throw error
    return {}
  }
}

/** The run whose outcomes only GitHub can tell; null if the source tells them. */
function runWithoutOutcomes({ testRun }: Facts): TestRun | null {
  const run = valueIn(testRun)
  return run?.requiredStatuses?.length && run.reported.every(({ outcome }) => outcome === null) ? run : null
}
