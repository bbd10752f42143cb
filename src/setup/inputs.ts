import type { Condition, Read } from '../facts/conditions.ts'
import { TEST_OUTCOMES } from '../facts/leg-report.ts'
import {
  countOf,
  durationOf,
  oneOf,
  type Parsed,
  parseBoolean,
  parseBranch,
  parseCheckRunId,
  parseCommentKey,
  parseConditions,
  parseEndpoint,
  parseGlobs,
  parseHost,
  parseLine,
  parseNumber,
  parseOrganization,
  parseReads,
  parseRepository,
  parseStatusContext,
  parseTestRunId,
} from './parsers.ts'
import { idleTestInputs, misfits, onlyMerges, type TestInputs } from './test-inputs.ts'

/** The inputs of action.yml, read; the secrets are kept apart. What an input leaves to the event is null here. */
export interface Inputs extends TestInputs {
  endpoint: URL
  onMissingToken: 'fail' | 'skip'
  organization: string | null
  repository: { owner: string; name: string } | null
  repositoryHost: string | null
  targetBranch: string | null
  pullRequest: number | null
  testRunId: string | null
  read: 'auto' | Read[]
  require: Condition[]
  waitTimeoutMs: number
  pollIntervalMs: number
  requestTimeoutMs: number
  onUnavailable: 'fail' | 'warn'
  summary: 'always' | 'on-failure' | 'never'
  annotations: boolean
  comment: 'always' | 'on-failure' | 'never'
  /** Null: the workflow's name, the job's id and the leg. */
  commentKey: string | null
  /** Null: no status is set. */
  statusContext: string | null
  dryRun: boolean
  reportFile: string | null
  /** Id of the check run that this job is; null where the runner does not know it. */
  checkRunId: number | null
}

/** Something wrong with an input or the event, told in one line that names it and the remedy. */
export interface Problem {
  /** Null for what is no input: the event file, a proxy. */
  input: string | null
  /** Whole sentences. */
  message: string
  /** Nothing came where something is needed. */
  missing?: true
  /** `bad-input` where nothing else is said. */
  code?: 'token-missing' | 'proxy-unsupported'
}

/** The inputs as far as they could be read (the default in the place of a bad one), and all that is wrong with them. */
export interface InputsRead {
  inputs: Inputs
  problems: Problem[]
  /** What was given and has no effect. */
  warnings: string[]
}

/** The inputs of action.yml, in its order. */
export const INPUTS = [
  'endpoint',
  'api-token',
  'on-missing-token',
  'organization',
  'repository',
  'repository-host',
  'target-branch',
  'pull-request',
  'test-run-id',
  'read',
  'require',
  'wait-timeout',
  'poll-interval',
  'request-timeout',
  'on-unavailable',
  'junit-paths',
  'min-tests',
  'test-outcome',
  'variant',
  'codeowners-path',
  'max-quarantined',
  'max-quarantine-age',
  'max-excused',
  'leg',
  'merge-reports',
  'expected-reports',
  'summary',
  'annotations',
  'comment',
  'comment-key',
  'status-context',
  'dry-run',
  'report-file',
  'github-token',
  'check-run-id',
] as const
export type InputName = (typeof INPUTS)[number]

/** Takes the place of an endpoint that could not be read; nothing is sent there. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')
const POLL_INTERVAL = 15_000
const REQUEST_TIMEOUT = 10_000

/**
 * Reads the inputs of action.yml.
 *
 * @param text the trimmed text of an input, undefined where it is absent (the runner fills in the defaults of
 * action.yml, other callers may not)
 */
export function readInputs(text: (name: string) => string | undefined): InputsRead {
  const problems: Problem[] = []

  function read<T>(name: InputName, fallback: T, parse: (text: string) => Parsed<T>): T {
    const given = text(name)
    if (!given) return fallback
    const parsed = parse(given)
    if ('value' in parsed) return parsed.value
    problems.push({ input: name, message: `Input \`${name}\`${parsed.problem}` })
    return fallback
  }

  const inputs: Inputs = {
    endpoint: read('endpoint', NO_ENDPOINT, parseEndpoint),
    onMissingToken: read('on-missing-token', 'fail', oneOf('fail', 'skip')),
    organization: read('organization', null, parseOrganization),
    repository: read('repository', null, parseRepository),
    repositoryHost: read('repository-host', null, parseHost),
    targetBranch: read('target-branch', null, parseBranch),
    pullRequest: read('pull-request', null, parseNumber),
    testRunId: read('test-run-id', null, parseTestRunId),
    read: read('read', 'auto', parseReads),
    require: read('require', [], parseConditions),
    waitTimeoutMs: read('wait-timeout', 0, durationOf(0)),
    pollIntervalMs: read('poll-interval', POLL_INTERVAL, durationOf(1000)),
    requestTimeoutMs: read('request-timeout', REQUEST_TIMEOUT, durationOf(1000)),
    onUnavailable: read('on-unavailable', 'fail', oneOf('fail', 'warn')),
    junitPaths: read('junit-paths', [], parseGlobs),
    minTests: read('min-tests', null, countOf(1)),
    testOutcome: read('test-outcome', null, oneOf(...TEST_OUTCOMES)),
    variant: read('variant', null, parseLine),
    codeownersPath: read('codeowners-path', null, parseLine),
    maxQuarantined: read('max-quarantined', null, countOf(0)),
    maxQuarantineAgeMs: read('max-quarantine-age', null, durationOf(0)),
    maxExcused: read('max-excused', null, countOf(0)),
    leg: read('leg', null, parseLine),
    mergeReports: read('merge-reports', [], parseGlobs),
    expectedReports: read('expected-reports', null, countOf(1)),
    summary: read('summary', 'always', oneOf('always', 'on-failure', 'never')),
    annotations: read('annotations', true, parseBoolean),
    comment: read('comment', 'never', oneOf('always', 'on-failure', 'never')),
    commentKey: read('comment-key', null, parseCommentKey),
    statusContext: read('status-context', null, parseStatusContext),
    dryRun: read('dry-run', false, parseBoolean),
    reportFile: read('report-file', null, value => ({ value })),
    checkRunId: read('check-run-id', null, parseCheckRunId),
  }
  const told = new Set(problems.map(({ input }) => input))
  const given = (name: string) => !!text(name)
  const missing = [...missingInputs(inputs, text), ...misfits(inputs, given)].filter(({ input }) => !told.has(input))
  const warnings = [...withoutEffect(inputs, told), ...idleTestInputs(inputs, given)]
  return { inputs, problems: [...missing, ...problems], warnings }
}

/** What the workflow left empty, and nothing can be done without. */
function missingInputs(inputs: Inputs, text: (name: string) => string | undefined): Problem[] {
  const problems: Problem[] = []
  if (!text('endpoint') && !onlyMerges(inputs)) {
    const message =
      "Input `endpoint` is empty. Set it to the service's base URL, such as https://queue.example.com. " +
      'If it comes from `vars.X`, check that X exists for this repository.'
    problems.push({ input: 'endpoint', message, missing: true })
  }
  // An expression that came to nothing would else be a step that checks nothing.
  if (text('require') === '') {
    const message =
      'Input `require` is empty, so the step would check nothing. Name a condition, such as `ready`, or write `none` ' +
      'to report only. If it comes from `vars.X`, check that X exists for this repository.'
    problems.push({ input: 'require', message })
  }
  if (inputs.read !== 'auto' && inputs.read.includes('quarantined-tests') && inputs.organization === null) {
    const message =
      "`read: quarantined-tests` needs the organization's slug. Set `organization` to the slug that the settings at the service show."
    problems.push({ input: 'organization', message, missing: true })
  }
  return problems
}

/** Inputs that do nothing as long as no condition is required. */
function withoutEffect(inputs: Inputs, told: ReadonlySet<string | null>): string[] {
  if (inputs.require.length > 0 || told.has('require')) return []
  const idle = [
    ...(inputs.waitTimeoutMs === 0 ? [] : ['`wait-timeout`']),
    ...(inputs.pollIntervalMs === POLL_INTERVAL ? [] : ['`poll-interval`']),
    ...(inputs.onMissingToken === 'fail' ? [] : ['`on-missing-token`']),
  ]
  if (idle.length === 0) return []
  const names = idle.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return [
    `${names} ${idle.length === 1 ? 'has' : 'have'} no effect without \`require\`. Name a condition there, such as \`ready\`.`,
  ]
}

/** What is wrong with `api-token`, never the token itself. */
export function tokenProblem(token: string): Problem | null {
  if (token === '') {
    const message =
      'Input `api-token` is empty. Check that the secret exists and that this workflow sees it (a reusable workflow needs `secrets: inherit`).'
    return { input: 'api-token', message, code: 'token-missing' }
  }
  // A header carries visible ASCII and nothing else (RFC 9110, 5.5, without the obsolete octets).
  if (/^[\x21-\x7e]*$/.test(token)) return null
  const message =
    'Input `api-token` holds a line break, a blank or another character that a header cannot carry. ' +
    'Store the secret again, without quotes or line breaks.'
  return { input: 'api-token', message }
}

/** A hint for a token that the service will refuse; null where there is none. */
export function tokenHint(token: string): string | null {
  return /^[a-z]+_v2_/i.test(token)
    ? 'The token in `api-token` looks like a key of the newer API (`…_v2_…`), which does not work on v1. Create a key for v1.'
    : null
}
