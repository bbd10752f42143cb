import path from 'node:path'
import { quoted } from '../escape.ts'
import { FileError, writablePath } from '../runner/files.ts'
import { redact, type Secret } from '../secret.ts'
import type { World } from '../world.ts'
import { contextOf, type Plan, planReads, type RunContext } from './context.ts'
import { EventError, readSubject, type Subject, type WithoutSecrets } from './event.ts'
import { type Inputs, type Problem, readInputs, tokenProblem } from './inputs.ts'
import { proxyProblem } from './proxy.ts'

/** A step that is ready to ask, or all that keeps it from asking. */
export interface Step {
  /** With the default in the place of what could not be read. */
  inputs: Inputs
  /** Null where there are problems. */
  ready: { context: RunContext; plan: Plan } | null
  /** As far as it could be told; for the outputs of a step with problems. */
  context: RunContext | null
  problems: Problem[]
  /** The token is missing, and the event is one that gets none. */
  withoutSecrets: WithoutSecrets | null
  /** Where the report goes; null where `report-file` is wrong. */
  reportFile: string | null
}

/**
 * Reads the inputs and the event, and reports everything that is wrong with them together.
 *
 * @param text the trimmed text of an input, empty where it is absent
 */
export async function prepare(
  text: (name: string) => string,
  { environment: env, node, random }: Pick<World, 'environment' | 'node' | 'random'>,
  secret: Secret,
): Promise<Step> {
  const { inputs, problems } = readInputs(text)
  const reportFile = checkReportFile(inputs.reportFile, env, random)
  const event = await readEvent(env)
  const withoutSecrets = secret.value === '' ? (event.subject?.withoutSecrets ?? null) : null
  const token = withoutSecrets === null ? tokenProblem(secret) : null
  const found = event.subject && contextOf(inputs, event.subject, serverOf(env))
  const planned = found && planReads(inputs, found.context)

  const proxy = proxyProblem(inputs.endpoint, env, node)
  const all: (Problem | null)[] = [
    ...problems,
    reportFile.problem,
    token,
    proxy === null ? null : { input: null, message: proxy, code: 'proxy-unsupported' },
    event.problem,
    ...(found?.problems ?? []),
  ]
  // What is missing because the input is wrong was told already.
  const told = new Set(all.map(problem => problem?.input))
  all.push(...(planned?.problems ?? []).filter(({ input }) => !told.has(input)))

  // Variables are withheld with the secrets, so what is empty here says nothing of how the workflow was written.
  const wrong = all.filter(problem => problem !== null).filter(({ missing }) => !(withoutSecrets && missing))
  return {
    inputs,
    ready: wrong.length === 0 && found && planned ? { context: found.context, plan: planned.plan } : null,
    context: found ? without(found.context, told) : null,
    problems: wrong.map(problem => ({ ...problem, message: redact(secret, problem.message) })),
    withoutSecrets,
    reportFile: reportFile.path,
  }
}

/** The context without what an input should have said: the event's value is not what was meant. */
function without(context: RunContext, wrong: ReadonlySet<string | null | undefined>): RunContext | null {
  if (wrong.has('repository')) return null
  return {
    ...context,
    pullRequest: wrong.has('pull-request') ? null : context.pullRequest,
    targetBranch: wrong.has('target-branch') ? null : context.targetBranch,
    testRunId: wrong.has('test-run-id') ? null : context.testRunId,
  }
}

async function readEvent(env: NodeJS.ProcessEnv): Promise<{ subject: Subject | null; problem: Problem | null }> {
  try {
    const subject = await readSubject({
      name: env['GITHUB_EVENT_NAME'] ?? '',
      path: env['GITHUB_EVENT_PATH'] ?? '',
      ref: env['GITHUB_REF'] ?? '',
      actor: env['GITHUB_ACTOR'] ?? '',
    })
    return { subject, problem: null }
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    return { subject: null, problem: { input: null, message: error.message } }
  }
}

function serverOf(env: NodeJS.ProcessEnv) {
  return { repository: env['GITHUB_REPOSITORY'] ?? '', serverUrl: env['GITHUB_SERVER_URL'] || 'https://github.com' }
}

function checkReportFile(
  given: string | null,
  env: NodeJS.ProcessEnv,
  random: World['random'],
): { path: string | null; problem: Problem | null } {
  const workspace = env['GITHUB_WORKSPACE'] || process.cwd()
  const temp = env['RUNNER_TEMP'] || process.getBuiltinModule('node:os').tmpdir()
  // Several steps of a job share the temp folder.
  const wanted = given ?? path.join(temp, `merge-queue-gate-${digits(random())}.json`)
  try {
    return { path: writablePath(wanted, workspace, [workspace, temp]), problem: null }
  } catch (error) {
    const why = error instanceof FileError ? error.message : 'cannot be reached'
    const message = `expected a file inside the workspace or the temp folder of the runner, got ${quoted(wanted)}, which ${why}`
    return { path: null, problem: { input: 'report-file', message } }
  }
}

/** The 13 hexadecimal digits that the bits of a random number are. */
function digits(random: number): string {
  return Math.floor(random * 2 ** 52)
    .toString(16)
    .padStart(13, '0')
}
