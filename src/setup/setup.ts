import os from 'node:os'
import path from 'node:path'
import type { Plan, RunContext, SecretlessOrigin } from '../facts/context.ts'
import { SOURCES, type SourceProfile } from '../facts/profile.ts'
import { type Exchange, wrongProxyVariable } from '../http/exchange.ts'
import type { Clock } from '../runner/clock.ts'
import { inputsIn, type Toolkit } from '../runner/runner.ts'
import { code, type Message, say } from '../text/message.ts'
import { cleanerOf, type Secrets } from '../text/outside.ts'
import { contextOf, planReads } from './context.ts'
import { NO_EVENT, readEvent } from './event.ts'
import { type Inputs, type Problem, readInputs, type Texts } from './inputs.ts'
import { brokenRules, ignoredInputs, refusedInputs, unknownInputs } from './rules.ts'

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
  reportFile: string
}

/** A step that can't start. It writes neither a comment nor a status. */
export interface Refused extends Common {
  kind: 'refused'
  problems: Problem[]
  context: RunContext | null
}

export interface Ready extends Common {
  kind: 'ready'
  context: RunContext
  plan: Plan
  warnings: Message[]
  /** Why the event gives no secrets; null if it does, or if `api-token` is set or not needed. */
  tokenlessOrigin: SecretlessOrigin | null
}

/** What a step is about is not known while one of these is wrong: the event's value is not what was meant. */
const SUBJECT = ['repository', 'target-branch', 'pull-request', 'test-run-id']

/** Reads the inputs and the event once, masks the tokens, and reports all that is wrong together. */
export function setUp(world: Pick<World, 'environment' | 'random' | 'toolkit'>): Step {
  const { environment: env } = world
  const raw = inputsIn(env)
  const secrets = readSecrets(raw, world.toolkit)
  const { clean } = secrets
  const texts: Texts = new Map([...raw].map(([name, text]) => [clean(name), clean(text.trim())]))
  const { inputs, problems: wrongValues } = readInputs(texts)
  const source = sourceFor(inputs, secrets.service)
  const unknown = unknownInputs(texts)
  const found = readEvent(env, clean)
  const event = 'message' in found ? NO_EVENT : found
  const repository = clean(env['GITHUB_REPOSITORY'] ?? '')
  const context = contextOf(inputs, event, { repository, serverUrl: clean(env['GITHUB_SERVER_URL'] ?? '') }, source)
  const plan = planReads(inputs, context)
  const lacksToken = secrets.service === '' && !source.ignoredInputs.includes('api-token')
  const without = (lacksToken && event.secretlessOrigin) || null

  const wrong = [
    ...unknown.problems,
    // A value that the source has no use for can't be wrong.
    ...wrongValues.filter(({ input }) => !source.ignoredInputs.some(name => name === input)),
    ...refusedInputs(source, texts),
  ]
  const wrongInputs = wrong.map(({ input }) => input)
  // Such an event has no variables either, and nobody knows what an unknown source needs.
  if (without !== null || wrongInputs.includes('source')) wrongInputs.push('endpoint', 'api-token')
  const setup = { texts, inputs, secrets, context, plan, event: env['GITHUB_EVENT_NAME'] ?? '' }
  const broken = 'message' in found ? [found] : brokenRules(setup)
  const problems = [...wrong, ...broken.filter(({ input }) => !wrongInputs.includes(input))]

  const common = { inputs, secrets, reportFile: reportFileIn(world) }
  const isKnown = !('message' in found) && !wrong.some(({ input }) => input !== null && SUBJECT.includes(input))
  if (problems.length > 0) return { ...common, kind: 'refused', problems, context: isKnown ? context : null }
  const warnings = [...unknown.warnings, ...ignoredInputs(source, texts), ...wrongProxy(inputs, source, env)]
  return { ...common, kind: 'ready', context, plan, warnings, tokenlessOrigin: without }
}

function readSecrets(raw: Texts, toolkit: Toolkit): Secrets {
  const service = (raw.get('api-token') ?? '').trim()
  const github = (raw.get('github-token') ?? '').trim()
  for (const token of [service, github]) if (token !== '') toolkit.setSecret(token)
  return { service, github, clean: cleanerOf(service, github) }
}

/** Keys of one API of the service don't work on the other, so after a wrong guess the service refuses the key. */
const V2_KEY = /^[A-Za-z]+_v2_/

function sourceFor({ source }: Inputs, token: string): SourceProfile {
  if (source === 'github') return SOURCES.github
  if (token !== '') return SOURCES[V2_KEY.test(token) ? 'service-v2' : 'service-v1']
  // Without a key nothing is asked and the API is unknown, so the inputs of either API are no mistake.
  return { ...SOURCES['service-v1'], listOwnerInput: null, ignoredInputs: [] }
}

/** One warning if the proxy for what this step asks is no address; its value may hold a password. */
function wrongProxy({ endpoint }: Inputs, { testsOn }: SourceProfile, env: NodeJS.ProcessEnv): Message[] {
  const asked = testsOn === 'merge-group' ? (env['GITHUB_API_URL'] ?? '') : endpoint.href
  const variable = URL.canParse(asked) ? wrongProxyVariable(new URL(asked), env) : null
  return variable === null ? [] : [say`The variable ${code(variable)} is no http or https URL, so no proxy is used.`]
}

/** The path of the report, one for each step: several steps of a job share the temp folder. */
function reportFileIn({ environment, random }: Pick<World, 'environment' | 'random'>): string {
  const unique = Math.floor(random() * 2 ** 52).toString(16)
  const folder = environment['RUNNER_TEMP'] || os.tmpdir()
  return path.join(folder, `merge-queue-gate-${unique.padStart(13, '0')}.json`)
}
