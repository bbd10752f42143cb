import { shortSha } from '../facts/commit.ts'
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
import { decideByReports, readTests, type TestsRead, withQuarantinedTests } from './tests.ts'
import { pollUntilDecided } from './wait.ts'

export interface Tools {
  world: World
  log: Log
  source: Source
  client: GitHubClient
}

/**
 * Comes to the verdict: by polls or, on an event without secrets, by test reports alone. On cancellation it returns
 * what was known by then.
 */
export async function decide(step: Ready, initial: Result, tools: Tools): Promise<Result> {
  const { inputs, tokenlessOrigin } = step
  const { world, log } = tools
  try {
    const tests = isAboutTests(inputs) ? await readTests(step, world) : null
    const warnings = [...initial.warnings, ...(tests?.warnings ?? [])]
    const withTests = { ...initial, warnings, notices: [...initial.notices, ...(tests?.notices ?? [])] }
    if (tokenlessOrigin === null) return await decideByPolls(step, withTests, tests, tools)
    const plan: Plan = { ...step.plan, reads: [], decisiveReads: [] }
    log.info(aboutLine(inputs, { ...step, plan }))
    return { ...withTests, plan, ...decideByReports(tests, tokenlessOrigin, { ...step, plan }) }
  } catch (error) {
    if (!world.signal.aborted) throw error
    // Only a cancelled reading of test reports throws to here: a cancelled wait returns what its polls have found.
    return initial
  }
}

async function decideByPolls(step: Ready, initial: Result, tests: TestsRead | null, tools: Tools): Promise<Result> {
  const { inputs, context } = step
  const { world, log, source, client } = tools
  const { require, onUnavailable, waitTimeoutMs: timeoutMs, pollIntervalMs } = inputs
  const wait = {
    context,
    plan: tests?.needsQuarantinedTests ? withQuarantinedTests(step.plan, inputs) : step.plan,
    inquiry: {
      source,
      quarantineListOwner: listOwnerIn(inputs, context.source),
      testReports: tests?.testReports,
      requirements: { require, onUnavailable, testJudges: tests?.judges },
      askGitHub: (signal: AbortSignal) => readGitHubView(client, step, signal),
      clock: world.clock,
    },
    patience: pollsAgain(inputs) ? { timeoutMs, pollIntervalMs } : null,
    onSubject: (subject: Subject) => log.info(aboutLine(inputs, subject)),
    onLine: (line: string) => log.info(line),
  }
  const { decision, subject } = await pollUntilDecided(wait, world)
  return {
    ...initial,
    ...decision,
    context: subject.context,
    plan: subject.plan,
    judgedTests: tests?.findJudgedTests(decision.facts) ?? null,
  }
}

/** The first line of the log: what this run is about, what is read, what is required. */
export function aboutLine({ require, junitPaths }: Inputs, { context, plan }: Pick<Subject, 'context' | 'plan'>) {
  const { kind, source, pullRequest, targetBranch, testRunId, eventSha, testBranchPullRequests } = context
  const ofTested =
    testBranchPullRequests.length === 0 ? '' : ` of ${testBranchPullRequests.map(number => `#${number}`).join(', ')}`
  const testRun = testRunId && kind === 'test-branch' ? `Test run${ofTested} → ` : ''
  const subjectName = pullRequest ? `#${pullRequest} → ` : testRun
  const noBranch = context.mustAskForBranch ? 'unknown branch' : 'no branch'
  const branch = targetBranch ? plain(targetBranch, 40) : noBranch
  const head = eventSha ? ` at ${shortSha(eventSha)}` : ''
  const from = plan.reads.length > 0 ? ` · ${source.id}` : ''
  const files = junitPaths.length > 0 ? ['test reports'] : []
  const reads = [...files, ...plan.reads].join(', ') || 'nothing'
  const required = require.join(', ') || 'nothing'
  // GitHub's view of the log wraps a line of more than 120 columns.
  return plain(`${subjectName}${branch}${head}${from} · reads ${reads} · requires ${required}`, 120)
}

/** GitHub's view of the pull request; undefined if the step is about none. Throws only on cancellation. */
async function readGitHubView(client: GitHubClient, { context }: Ready, signal: AbortSignal): Promise<Facts['github']> {
  if (context.pullRequest === null) return undefined
  const number = context.pullRequest
  const view = await readPullRequest({ client, repository: context.repository, requestOptions: { signal } }, number)
  // By default a headline names the queue's source, but here GitHub was asked.
  return isFailed(view) ? { failure: { headline: `GitHub said nothing about #${number}`, ...view.failure } } : view
}

/** No cause explains these conditions: a cause says why a pull request is stuck in the queue, or out of it. */
const WITHOUT_CAUSE: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits', 'merge-group-checks']

/** Adds what explains the verdict, and the cause: once, after the deciding poll, and never to a step that passed. */
export async function explain(decided: Result, step: Ready, tools: Tools): Promise<Result> {
  const { facts, verdict, context } = decided
  if (verdict.conclusion === 'passed' || decided.polls === 0 || context === null) return decided
  const { conditions } = verdict
  if (conditions.length > 0 && conditions.every(({ condition }) => WITHOUT_CAUSE.includes(condition))) return decided
  const snapshot = { facts, context, doubts: verdict.doubts }
  const explanation = await readExplanation(snapshot, step, tools)
  const cause = causeOf(snapshot, explanation, tools.world.clock.now())
  return { ...decided, verdict: withCause(verdict, cause), explanation, cause }
}

/** Reads the facts that a cause may rest on. On cancellation there is no explanation. */
async function readExplanation(
  snapshot: Snapshot,
  { secrets }: Ready,
  { source, client, world: { signal } }: Tools,
): Promise<Explanation> {
  const needs = signal.aborted ? [] : needsOf(snapshot)
  if (needs.length === 0) return {}
  // GitHub knows the outcomes that the source does not tell.
  const run = needs.includes('checks') && secrets.github !== '' ? runWithoutOutcomes(snapshot.facts) : null
  const scope = { client, repository: snapshot.context.repository, requestOptions: { signal } }
  try {
    const [explanation, checks] = await Promise.all([
      source.explain(snapshot, needs, signal),
      run && readChecks(scope, run.testBranchSha),
    ])
    return checks === null ? explanation : { ...explanation, runChecks: checks }
  } catch (error) {
    if (!signal.aborted) throw error
    return {}
  }
}

/** The test run, if it has required statuses and the source tells no outcome of any status; else null. */
function runWithoutOutcomes({ testRun }: Facts): TestRun | null {
  const run = valueIn(testRun)
  return run?.requiredStatuses?.length && run.reported.every(({ outcome }) => outcome === null) ? run : null
}
