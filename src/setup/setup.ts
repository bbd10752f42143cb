import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { writablePath } from '../runner/files.ts'
import { inputOf } from '../runner/variables.ts'
import { DocumentError } from '../text/document.ts'
import { code, type Message, say } from '../text/message.ts'
import type { Clean, Secrets } from '../text/secret.ts'
import type { World } from '../world.ts'
import { contextOf } from './context.ts'
import { eventName, readSubject, type Subject } from './event.ts'
import { type Inputs, isTestsAlone } from './inputs.ts'
import { planReads } from './plan.ts'
import { gitHubTokenProblem, type Problem, readInputs, tokenProblem } from './rules.ts'
import { unknownInputs } from './unknown-inputs.ts'

export type Step = Refused | Ready

interface Common {
  /** With defaults for inputs that could not be read. */
  inputs: Inputs
  warnings: Message[]
  /** The path of the report; null if the runner's temp folder is wrong and `report-file` names no other place. */
  reportFile: string | null
}

interface Refused extends Common {
  kind: 'refused'
  problems: Problem[]
  /** The context as far as it is known, for the outputs. */
  context: RunContext | null
}

interface Ready extends Common {
  kind: 'ready'
  context: RunContext
  plan: Plan
  /** Why the event gives no secrets; null if it does, or `api-token` is set or not needed. */
  without: WithoutSecrets | null
}

/** Reads the inputs and the event, and reports all their problems together. */
export async function setUp(
  { environment: env, random }: Pick<World, 'environment' | 'random'>,
  { service, github, clean }: Secrets,
): Promise<Step> {
  const { inputs, source, problems, warnings } = readInputs(name => inputOf(env, name)?.trim(), service)
  const unknown = unknownInputs(env)
  const reportFile = reportFileIn(env, random)
  const event = await subjectOrProblem(env, clean, source.testsOn)
  // Runs for forks and Dependabot still have `github-token`, so only `api-token` can be missing.
  const takesToken = !source.ignoredInputs.includes('api-token')
  const without = takesToken && service === '' ? (event.subject?.withoutSecrets ?? null) : null
  const { GITHUB_REPOSITORY: repository = '', GITHUB_SERVER_URL: serverUrl = '' } = env
  const server = { repository: clean(repository), serverUrl: clean(serverUrl) }
  const found = event.subject && contextOf(inputs, event.subject, server, source)
  const planned = found && planReads(inputs, found.context, found.isEventUsed ? clean(eventName(env)) : null)

  const asksNothing = isTestsAlone(inputs) && planned?.plan.reads.length === 0
  const all: (Problem | null)[] = [
    ...unknown,
    ...problems,
    takesToken && without === null ? tokenProblem(service) : null,
    github !== '' || (!asksNothing && !takesToken) ? gitHubTokenProblem(github) : null,
    event.problem,
    ...(found?.problems ?? []),
  ]
  // An input that was reported as wrong is not reported as missing too.
  const told = new Set(all.map(problem => problem?.input))
  all.push(...(planned?.problems ?? []).filter(({ input }) => !told.has(input)))

  // Variables are withheld with the secrets, so an empty input is then no mistake of the workflow. If the source is not
  // known, nobody can say which of its inputs are missing.
  const mayMiss = without === null && !told.has('source')
  const wrong = all.filter(problem => problem !== null).filter(({ missing }) => mayMiss || !missing)
  const common = { inputs, reportFile: reportFile.path }
  const general = reportFile.warnings
  if (wrong.length > 0 || !found || !planned) {
    const context = found ? correctPart(found.context, told) : null
    // A step that can't start needs no warnings on inputs without effect.
    return { ...common, kind: 'refused', problems: wrong, warnings: general, context }
  }
  const { context } = found
  return { ...common, kind: 'ready', context, plan: planned.plan, warnings: [...general, ...warnings], without }
}

/** The context without the values of wrong inputs: the event's value is not what was meant. */
function correctPart(context: RunContext, wrong: ReadonlySet<string | null | undefined>): RunContext | null {
  if (wrong.has('repository')) return null
  return {
    ...context,
    pullRequest: wrong.has('pull-request') ? null : context.pullRequest,
    targetBranch: wrong.has('target-branch') ? null : context.targetBranch,
    testRunId: wrong.has('test-run-id') ? null : context.testRunId,
  }
}

async function subjectOrProblem(
  env: NodeJS.ProcessEnv,
  clean: Clean,
  testsOn: SourceProfile['testsOn'],
): Promise<{ subject: Subject | null; problem: Problem | null }> {
  try {
    return { subject: await readSubject(env, clean, testsOn), problem: null }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { subject: null, problem: { input: null, message: say`Cannot start: ${error.sentence}.` } }
  }
}

/** A path of its own for each step: several steps of a job share the temp folder. A wrong temp folder is no mistake of the user's. */
function reportFileIn(env: NodeJS.ProcessEnv, random: World['random']): { path: string | null; warnings: Message[] } {
  const temp = env['RUNNER_TEMP'] || process.getBuiltinModule('node:os').tmpdir()
  const unique = Math.floor(random() * 2 ** 52).toString(16)
  try {
    return { path: writablePath(`merge-queue-gate-${unique.padStart(13, '0')}.json`, temp, [temp]), warnings: [] }
  } catch {
    return { path: null, warnings: [say`No report is written: ${code('RUNNER_TEMP')} can't be used.`] }
  }
}
