import os from 'node:os'
import path from 'node:path'
import type { Plan, RunContext, WithoutSecrets } from '../facts/context.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { type Exchange, wrongProxyVariable } from '../http/exchange.ts'
import type { Clock } from '../runner/clock.ts'
import { inputOf, inputsIn, type Toolkit } from '../runner/runner.ts'
import { DocumentError } from '../text/document.ts'
import { code, type Message, say } from '../text/message.ts'
import { cleanerOf, masksOf, type Secrets } from '../text/secret.ts'
import { contextOf, isOfEvent, planReads, type Server } from './context.ts'
import { eventName, readSubject } from './event.ts'
import type { Inputs } from './inputs.ts'
import { ignoredInputs, readInputs, sourceFor, unanswerable, unknownInputs } from './read.ts'
import { brokenRules, type Problem } from './rules.ts'
import { type EventSubject, NO_SUBJECT } from './subject.ts'

/** Everything that the action takes from the world around it. */
export interface World {
  environment: NodeJS.ProcessEnv
  clock: Clock
  toolkit: Toolkit
  random: () => number
  /** Opens connections; called for the first request. */
  createExchange: (endpoint: URL, environment: NodeJS.ProcessEnv) => Exchange
  /** Aborts when the step is cancelled. */
  signal: AbortSignal
}

export type Step = Refused | Ready

interface Common {
  /** With defaults for inputs that could not be read. */
  inputs: Inputs
  secrets: Secrets
  warnings: Message[]
  reportFile: string
}

/** A step that can't start. It writes neither a comment nor a status. */
export interface Refused extends Common {
  kind: 'refused'
  problems: Problem[]
  /** The context as far as it is known, for the outputs. */
  context: RunContext | null
}

export interface Ready extends Common {
  kind: 'ready'
  context: RunContext
  plan: Plan
  /** Why the event gives no secrets; null if it does, or if `api-token` is set or not needed. */
  without: WithoutSecrets | null
}

/** Reads the inputs and the event once, masks the tokens, and reports all that is wrong together. */
export function setUp(world: Pick<World, 'environment' | 'random' | 'toolkit'>): Step {
  const { environment: env } = world
  const secrets = readSecrets(world)
  const { clean } = secrets
  const texts = new Map([...inputsIn(env)].map(([name, text]) => [name, clean(text.trim())]))
  const { inputs, problems: wrongValues } = readInputs(texts)
  const source = sourceFor(inputs, secrets.service)
  const unknown = unknownInputs(texts, clean)
  const event = subjectOrProblem(env, secrets, inputs, source)
  const server: Server = {
    repository: clean(env['GITHUB_REPOSITORY'] ?? ''),
    serverUrl: clean(env['GITHUB_SERVER_URL'] ?? ''),
  }
  const context = contextOf(inputs, event.subject ?? NO_SUBJECT, server, source)
  const { plan, lacks } = planReads(inputs, context)
  const isWithoutToken = !source.ignoredInputs.includes('api-token') && secrets.service === ''
  const without = isWithoutToken ? (event.subject?.withoutSecrets ?? null) : null

  // A value that the source has no use for can't be wrong.
  const isUsed = ({ input }: Problem) => !source.ignoredInputs.some(name => name === input)
  const wrong = [...unknown.problems, ...wrongValues.filter(isUsed), ...unanswerable(inputs, source, texts)]
  const reported = new Set(wrong.map(({ input }) => input))
  const rules = {
    texts,
    inputs,
    tokens: secrets,
    source,
    event: isOfEvent(inputs, server) ? clean(eventName(env)) : null,
    hasRepository: context.repository.value.owner !== '' && context.repository.value.name !== '',
    excusesMissing: without !== null || reported.has('source'),
    lacks: event.subject === null ? {} : lacks,
  }
  const problems = [
    ...wrong,
    ...brokenRules(rules, input => reported.has(input)),
    ...(event.problem === null ? [] : [event.problem]),
  ]

  const common = { inputs, secrets, reportFile: reportFileIn(world) }
  if (problems.length > 0) {
    const known = event.subject === null ? null : correctPart(context, problems)
    // A step that can't start needs no warnings on inputs without effect.
    return { ...common, kind: 'refused', problems, warnings: [], context: known }
  }
  const warnings = [...unknown.warnings, ...ignoredInputs(inputs, source, texts), ...wrongProxy(inputs, source, env)]
  return { ...common, kind: 'ready', context, plan, warnings, without }
}

function readSecrets({ environment, toolkit }: Pick<World, 'environment' | 'toolkit'>): Secrets {
  const service = inputOf(environment, 'api-token') ?? ''
  const github = inputOf(environment, 'github-token') ?? ''
  for (const mask of [...masksOf(service), ...masksOf(github)]) toolkit.setSecret(mask)
  return { service: service.trim(), github: github.trim(), clean: cleanerOf(service, github) }
}

/** One warning if the proxy for what this step asks is no address; its value may hold a password. */
function wrongProxy({ endpoint }: Inputs, { testsOn }: SourceProfile, env: NodeJS.ProcessEnv): Message[] {
  const asked = testsOn === 'merge-group' ? (env['GITHUB_API_URL'] ?? '') : endpoint.href
  const variable = URL.canParse(asked) ? wrongProxyVariable(new URL(asked), env) : null
  return variable === null ? [] : [say`The variable ${code(variable)} is no http or https URL, so no proxy is used.`]
}

function subjectOrProblem(
  env: NodeJS.ProcessEnv,
  { clean }: Secrets,
  { targetBranch }: Inputs,
  { testsOn }: SourceProfile,
): { subject: EventSubject | null; problem: Problem | null } {
  try {
    const about = { hasTestBranches: testsOn === 'test-branch', targetBranch }
    return { subject: readSubject(env, clean, about), problem: null }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error
    return { subject: null, problem: { input: null, message: say`Cannot start: ${error.sentence}.` } }
  }
}

/** The context without the values of wrong inputs: the event's value is not what was meant. */
function correctPart(context: RunContext, problems: readonly Problem[]): RunContext | null {
  const isWrong = (input: string) => problems.some(problem => problem.input === input)
  if (isWrong('repository')) return null
  return {
    ...context,
    pullRequest: isWrong('pull-request') ? null : context.pullRequest,
    targetBranch: isWrong('target-branch') ? null : context.targetBranch,
    testRunId: isWrong('test-run-id') ? null : context.testRunId,
  }
}

/** The path of the report, one for each step: several steps of a job share the temp folder. */
function reportFileIn({ environment, random }: Pick<World, 'environment' | 'random'>): string {
  const unique = Math.floor(random() * 2 ** 52).toString(16)
  const folder = environment['RUNNER_TEMP'] || os.tmpdir()
  return path.join(folder, `merge-queue-gate-${unique.padStart(13, '0')}.json`)
}
