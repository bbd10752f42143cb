import { type Facts, isFailed, valueIn } from './facts/facts.ts'
import type { Explanation } from './facts/source.ts'
import { cancelledVerdict, earlyVerdict, NO_POLL, requiredStatusVerdict } from './gate/conclusion.ts'
import { debtOf } from './gate/quarantine/debt.ts'
import { reason } from './gate/reasons.ts'
import { createGitHubClient, type GitHubClient } from './github/client.ts'
import { decide, explain, type Tools } from './poll/decide.ts'
import { writeToGitHub } from './publish/comment-and-status.ts'
import { publish } from './publish/publish.ts'
import { storyOf } from './publish/story.ts'
import type { Result } from './result.ts'
import { createLog } from './runner/log.ts'
import { type Ready, type Refused, type Step, setUp, type World } from './setup/setup.ts'
import { type CallLog, createSource } from './sources/create.ts'
import { count, type Message, sentences } from './text/message.ts'

/** Runs the step, in the order in which the facts flow: setup, polls, gate, publish. Returns its exit code. */
export async function main(world: World): Promise<0 | 1> {
  const { environment, clock } = world
  const start = clock.monotonic()
  const step = setUp(world)
  const log = createLog({ annotations: step.inputs.annotations, toolkit: world.toolkit })
  const initial = initialResult(step, world)
  // All reads and writes share one client: after a rate limit, none of them sends a request.
  const client = clientOf(step, world)
  const ended = step.kind === 'refused' ? refuse(step, initial) : await run(step, initial, { world, log, client })
  const story = storyOf(ended)
  const written = await writeToGitHub(story, ended, step.inputs, { client, signal: world.signal })
  const result: Result = {
    ...ended,
    // Readers compute the duration from the two times, so a clock that somebody sets must not falsify it.
    endedAt: initial.startedAt + Math.round(clock.monotonic() - start),
    notices: [...ended.notices, ...written.notices],
    comments: written.comments,
  }
  const succeeded = publish(story, result, {
    log,
    reportFile: step.reportFile,
    outputFile: environment['GITHUB_OUTPUT'] || null,
    summaryFile: environment['GITHUB_STEP_SUMMARY'] || null,
    summary: step.inputs.summary,
    workspace: environment['GITHUB_WORKSPACE'] || process.cwd(),
  })
  return succeeded ? 0 : 1
}

async function run(step: Ready, initial: Result, { world, log, client }: Omit<Tools, 'source'>): Promise<Result> {
  // The source adds each call that it makes.
  const callLog: CallLog = { calls: [], requestLines: [] }
  const source = createSource({ step, client, world }, callLog)
  const tools: Tools = { world, log, client, source }
  const decided = await decide(step, initial, tools)
  const explained = await explain(decided, step, tools)
  const { statusContext } = step.inputs
  const refusal = statusContext === null ? null : requiredStatusVerdict(explained.verdict, statusContext, explained)
  const result = {
    ...explained,
    ...callLog,
    verdict: refusal ?? explained.verdict,
    isStatusRequired: refusal !== null,
    askedSource: callLog.calls.length > 0 ? source.profile.id : null,
  }
  const list = valueIn(result.facts.quarantinedTests)
  const quarantineDebt = list && debtOf(list.tests, result.quarantineLimits.ageMs, result.startedAt)
  return { ...result, quarantineDebt, notices: noticesOf(result) }
}

function clientOf({ inputs, secrets }: Step, { environment, clock, random }: World): GitHubClient {
  return createGitHubClient({
    apiUrl: environment['GITHUB_API_URL'] || 'https://api.github.com',
    graphqlUrl: environment['GITHUB_GRAPHQL_URL'] || 'https://api.github.com/graphql',
    token: secrets.github,
    clean: secrets.clean,
    requestTimeoutMs: inputs.requestTimeoutMs,
    clock,
    random,
  })
}

/** The result before anything was asked: it stands if the step is cancelled now. */
function initialResult(step: Step, { environment, clock }: World): Result {
  const text = (name: string) => step.secrets.clean(environment[name] ?? '')
  const workflowRun = {
    id: text('GITHUB_RUN_ID'),
    attempt: text('GITHUB_RUN_ATTEMPT'),
    commit: text('GITHUB_SHA'),
    workflow: text('GITHUB_WORKFLOW'),
    job: text('GITHUB_JOB'),
    repository: text('GITHUB_REPOSITORY'),
    serverUrl: text('GITHUB_SERVER_URL'),
  }
  const startedAt = clock.now()
  const { plan, warnings } = step.kind === 'ready' ? step : { plan: null, warnings: [] }
  return {
    ...NO_POLL,
    verdict: cancelledVerdict(null),
    explanation: {},
    cause: null,
    waitTimeoutMs: step.inputs.waitTimeoutMs,
    quarantineDebt: null,
    quarantineLimits: { count: step.inputs.maxQuarantined, ageMs: step.inputs.maxQuarantineAgeMs },
    context: step.context,
    codesPage: codesPageOf(text('GITHUB_ACTION_REPOSITORY'), text('GITHUB_ACTION_REF'), workflowRun.serverUrl),
    askedSource: null,
    plan,
    calls: [],
    requestLines: [],
    workflowRun,
    judgedTests: null,
    startedAt,
    endedAt: startedAt,
    warnings,
    notices: [],
    comments: [],
    isStatusRequired: false,
  }
}

/** The page of the codes, in the repository and at the ref that the action comes from; null if unknown. */
export function codesPageOf(repository: string, ref: string, serverUrl: string): string | null {
  // On another server the action may still come from github.com, so its address is not known.
  if (serverUrl !== 'https://github.com' || repository === '' || ref === '') return null
  return `${serverUrl}/${repository}/blob/${ref}/docs/reference.md`
}

/** Each problem becomes a reason without a remedy, because its message also says what to do. */
function refuse({ problems }: Refused, initial: Result): Result {
  const reasons = problems.map(problem => reason(problem.code ?? 'bad-input', null, problem.message, ''))
  return { ...initial, verdict: earlyVerdict('failed', reasons) }
}

/** What the setup, the polls and the sources noticed. No notice decides anything. */
function noticesOf({ facts, explanation, context, notices }: Result): Message[] {
  const leftOut = valueIn(facts.quarantinedTests)?.leftOutCount ?? 0
  const tests = count(leftOut, 'test of the test collection is', 'tests of the test collection are')
  const leftOutNotice = leftOut === 0 ? [] : [`${tests} left out: of another repository, or not quarantined.`]
  return [...(context?.notices ?? []), ...notices, ...leftOutNotice, ...failureNotices(facts, explanation)]
}

/** Why GitHub's view, or a part of the explanation, is missing or not whole. Each failure is named once. */
function failureNotices({ github }: Facts, explanation: Explanation): Message[] {
  const readings = [github, ...Object.values(explanation)]
  // Readings of one answer share its failure.
  const failed = new Set(readings.flatMap(reading => (isFailed(reading) ? [reading.failure] : [])))
  const cutLists = valueIn(explanation.runChecks)?.incomplete ?? []
  return [...failed, ...cutLists].map(({ message, remedy }) => sentences(message, remedy))
}
