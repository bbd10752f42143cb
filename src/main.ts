import type { Explanation } from './facts/explanation.ts'
import type { Facts } from './facts/facts.ts'
import { isFailed, isRead, valueIn } from './facts/reading.ts'
import { cancelled, endedEarly, withoutPoll, withoutToken } from './gate/decision.ts'
import { reason } from './gate/reasons.ts'
import { createGitHubClient } from './github/client.ts'
import { type PollOptions, poll } from './poll/poll.ts'
import { aboutLine } from './publish/about.ts'
import { createLog } from './publish/log.ts'
import { publish } from './publish/publish.ts'
import { storyOf, withNotices } from './publish/story.ts'
import { withoutRequiredStatus } from './publish/targets.ts'
import { presentTests } from './publish/tests/present.ts'
import { write } from './publish/writers.ts'
import { codesPageOf, type Result, type RunInfo } from './result.ts'
import { inputOf } from './runner/variables.ts'
import { isAboutTests, readsFiles } from './setup/inputs.ts'
import type { Problem } from './setup/rules.ts'
import { type Step, setUp } from './setup/setup.ts'
import { code, distinct, type Message, say, sentences } from './text/message.ts'
import type { Clean } from './text/secret.ts'
import type { World } from './world.ts'

/** Runs the step, in the order in which the facts flow: setup, poll, gate, publish. Returns its exit code. */
export async function main(world: World): Promise<0 | 1> {
  const { environment, clock } = world
  const startedAt = clock.now()
  const began = clock.monotonic()
  const step = setUp(world)
  const { secrets } = step
  const log = createLog({ annotations: step.inputs.annotations, toolkit: world.toolkit })
  const run = runInfo(environment, secrets.clean)
  const begun: Result = {
    // Until there is a verdict, nothing but a cancellation ends the step.
    ...withoutPoll(cancelled(null)),
    explanation: {},
    cause: null,
    waitTimeoutMs: step.inputs.waitTimeoutMs,
    context: step.context,
    codesPage: codesPageOf(
      secrets.clean(environment['GITHUB_ACTION_REPOSITORY'] ?? ''),
      secrets.clean(environment['GITHUB_ACTION_REF'] ?? ''),
      run.serverUrl,
    ),
    source: null,
    plan: step.kind === 'refused' ? null : step.plan,
    calls: [],
    requests: [],
    run,
    startedAt,
    endedAt: startedAt,
    warnings: step.warnings,
    notices: [],
  }
  // One client for all that reads and writes: after a rate limit, none of them sends a request.
  const client = createGitHubClient({
    apiUrl: environment['GITHUB_API_URL'] || 'https://api.github.com',
    graphqlUrl: environment['GITHUB_GRAPHQL_URL'] ?? '',
    token: secrets.github,
    clean: secrets.clean,
    clock,
    random: world.random,
  })
  const decided = await decide(step, begun, { secrets, client, log, world })
  const judged = withoutRequiredStatus(decided, step.inputs.statusContext)
  const presented: Result = { ...judged, tests: presentationOf(step, judged, world), notices: gatheredNotices(judged) }
  const story = storyOf(presented)
  const written = await write(story, presented, step.inputs, { client, signal: world.signal })
  const result: Result = {
    ...presented,
    // Readers compute the duration from the two times, so a clock that somebody sets must not falsify it.
    endedAt: startedAt + Math.round(clock.monotonic() - began),
    notices: [...presented.notices, ...written.notices],
    comments: written.comments,
  }
  const succeeded = publish(withNotices(story, written.notices), result, {
    log,
    reportFile: step.reportFile,
    outputFile: environment['GITHUB_OUTPUT'] || null,
    summaryFile: environment['GITHUB_STEP_SUMMARY'] || null,
    summary: step.inputs.summary,
  })
  return succeeded ? 0 : 1
}

/** The view of tests and quarantined tests; null for a step that neither reads nor judges them. */
function presentationOf({ inputs }: Step, decided: Result, { environment, clock }: World) {
  const isShown = isAboutTests(inputs) || isRead(decided.facts.quarantinedTests)
  if (decided.plan === null || !isShown) return null
  const workspace = environment['GITHUB_WORKSPACE'] || process.cwd()
  return presentTests(decided, inputs, { workspace, now: clock.now() })
}

/** Comes to the verdict: at once if nothing can be asked or read, else by `poll`. */
async function decide(
  step: Step,
  begun: Result,
  means: Omit<PollOptions, 'inputs' | 'context' | 'plan' | 'without'>,
): Promise<Result> {
  if (step.kind === 'refused') return { ...begun, ...withoutPoll(refused(step.problems, means.world.environment)) }
  const { inputs, context, plan, without } = step
  // Test reports need no token, so they are still read.
  if (without !== null && !readsFiles(inputs)) {
    means.log.info(aboutLine(context, plan, inputs.require))
    return { ...begun, ...withoutPoll(withoutToken(without, inputs)) }
  }
  try {
    return await poll({ ...means, inputs, context, plan, without }, begun)
  } catch (error) {
    if (!means.world.signal.aborted) throw error
    return begun
  }
}

function refused(problems: Problem[], environment: World['environment']) {
  const reasons = problems.map(problem => {
    // The message of each problem already says what to do.
    const told = reason(problem.code ?? 'bad-input', null, problem.message, '')
    return problem.code ? told : { ...told, headline: wrongInputs(problems, environment) }
  })
  return endedEarly('failed', false, reasons)
}

/** The headline of a step that can't start. */
function wrongInputs([first, ...others]: Problem[], environment: World['environment']): Message {
  if (others.length > 0) return `${others.length + 1} inputs are wrong`
  if (!first?.input) return 'The step could not start'
  const wrong = first.isUnknown ? 'unknown' : inputOf(environment, first.input) ? 'wrong' : 'missing'
  return say`Input ${code(first.input)} is ${wrong}`
}

/** The notices of the setup, the polls and the sources; they decide nothing. */
function gatheredNotices({ facts, explanation, context, notices }: Result): Message[] {
  return [...(context?.notices ?? []), ...notices, ...leftOutTests(facts), ...failuresOfGitHub(facts, explanation)]
}

/** A notice with the number of tests in the collection that are left out; none if there are no such tests. */
function leftOutTests({ quarantinedTests }: Facts): Message[] {
  const leftOut = valueIn(quarantinedTests)?.leftOut ?? 0
  if (leftOut === 0) return []
  return [
    leftOut === 1
      ? '1 test of the test collection is of another repository or not quarantined, so it does not count.'
      : `${leftOut} tests of the test collection are of another repository or not quarantined, so they do not count.`,
  ]
}

/** The failures of GitHub's answers, each once. */
function failuresOfGitHub({ github }: Facts, { removal, run, checks }: Explanation): Message[] {
  const failed = [github, removal, run, checks].flatMap(reading => (isFailed(reading) ? [reading.failure] : []))
  const cut = isRead(checks) ? checks.value.incomplete : []
  return distinct([...failed, ...cut].map(({ message, remedy }) => sentences(message, remedy)))
}

function runInfo(environment: NodeJS.ProcessEnv, clean: Clean): RunInfo {
  const text = (name: string) => clean(environment[name] ?? '')
  return {
    id: text('GITHUB_RUN_ID'),
    attempt: text('GITHUB_RUN_ATTEMPT'),
    commit: text('GITHUB_SHA'),
    workflow: text('GITHUB_WORKFLOW'),
    job: text('GITHUB_JOB'),
    repository: text('GITHUB_REPOSITORY'),
    serverUrl: text('GITHUB_SERVER_URL'),
  }
}
