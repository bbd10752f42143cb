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
import { readEvent } from './event.ts'
import { type Inputs, readInputs, type SetupProblem, type Texts } from './inputs.ts'
import { brokenRules, ignoredInputWarnings, refusedInputs, unknownInputs } from './rules.ts'

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
  problems: SetupProblem[]
  /** Null if it is not known what the step is about. */
  context: RunContext | null
}

export interface Ready extends Common {
  kind: 'ready'
  context: RunContext
  plan: Plan
  warnings: Message[]
  /** Where the event comes from, if it gets no secrets and the step lacks its `api-token`; else null. */
  tokenlessOrigin: SecretlessOrigin | null
}

/** The inputs that say what a step is about. If one is wrong, the event must not stand in for it. */
const SUBJECT_INPUTS = ['repository', 'target-branch', 'pull-request', 'test-run-id']

/** Reads the inputs and the event once, masks the tokens, and reports all that is wrong together. */
export function setUp(world: Pick<World, 'environment' | 'random' | 'toolkit'>): Step {
  const { environment: env } = world
  const raw = inputsIn(env)
  const secrets = readSecrets(raw, world.toolkit)
  const { clean } = secrets
  const texts: Texts = new Map([...raw].map(([name, text]) => [clean(name), clean(text.trim())]))
  const { inputs, problems: wrongValues } = readInputs(texts)
  const source = sourceFor(inputs, secrets.service)
  const { event, problem: wrongEvent } = readEvent(env, clean)
  const text = (name: string) => clean(env[name] ?? '')
  const workflow = { repository: text('GITHUB_REPOSITORY'), serverUrl: text('GITHUB_SERVER_URL') }
  const context = contextOf(inputs, event, workflow, source)
  const plan = planReads(inputs, context)
  const lacksToken = source.id !== 'github' && secrets.service === ''
  const tokenlessOrigin = (lacksToken && event.secretlessOrigin) || null

  const unknown = unknownInputs(texts)
  const wrong = [
    ...unknown.problems,
    // A value that the source has no use for can't be wrong.
    ...wrongValues.filter(({ input }) => !source.ignoredInputs.some(name => name === input)),
    ...refusedInputs(source, texts),
  ]
  const exemptFromRules = wrong.map(({ input }) => input)
  // An event without secrets gets no variables either. A wrong source leaves open whether a service is asked.
  if (tokenlessOrigin !== null || exemptFromRules.includes('source')) exemptFromRules.push('endpoint', 'api-token')
  const eventName = env['GITHUB_EVENT_NAME'] ?? ''
  const broken = wrongEvent ? [wrongEvent] : brokenRules({ texts, inputs, secrets, context, plan, eventName })
  const problems = [...wrong, ...broken.filter(({ input }) => !exemptFromRules.includes(input))]

  const common = { inputs, secrets, reportFile: reportFileIn(world) }
  if (problems.length > 0) {
    const isKnown = !wrongEvent && !wrong.some(({ input }) => input !== null && SUBJECT_INPUTS.includes(input))
    return { ...common, kind: 'refused', problems, context: isKnown ? context : null }
  }
  const warnings = [...unknown.warnings, ...ignoredInputWarnings(source, texts), ...proxyWarnings(inputs, source, env)]
  return { ...common, kind: 'ready', context, plan, warnings, tokenlessOrigin }
}

function readSecrets(raw: Texts, toolkit: Toolkit): Secrets {
  const service = (raw.get('api-token') ?? '').trim()
  const github = (raw.get('github-token') ?? '').trim()
  for (const token of [service, github]) if (token !== '') toolkit.setSecret(token)
  return { service, github, clean: cleanerOf(service, github) }
}

/** How a key of the v2 API begins. Each API refuses the other's keys, so a wrong guess shows as a refused key. */
const V2_KEY = /^[A-Za-z]+_v2_/

function sourceFor({ source }: Inputs, token: string): SourceProfile {
  if (source === 'github') return SOURCES.github
  if (token !== '') return SOURCES[V2_KEY.test(token) ? 'service-v2' : 'service-v1']
  // Without a key nothing is asked and the API is unknown, so the inputs of either API are not a mistake.
  return { ...SOURCES['service-v1'], listOwnerInput: null, ignoredInputs: [] }
}

/** A warning if the proxy of this step is not an address. The address is not shown: it may hold a password. */
function proxyWarnings({ endpoint }: Inputs, { id }: SourceProfile, env: NodeJS.ProcessEnv): Message[] {
  const api = id === 'github' ? (env['GITHUB_API_URL'] ?? '') : endpoint.href
  const variable = URL.canParse(api) ? wrongProxyVariable(new URL(api), env) : null
  return variable === null
    ? []
    : [say`The variable ${code(variable)} is not an http or https URL, so no proxy is used.`]
}

/** The path of the report, one for each step: several steps of a job share the temp folder. */
function reportFileIn({ environment, random }: Pick<World, 'environment' | 'random'>): string {
  const unique = Math.floor(random() * 2 ** 52).toString(16)
  return path.join(environment['RUNNER_TEMP'] || os.tmpdir(), `merge-queue-gate-${unique.padStart(13, '0')}.json`)
}
