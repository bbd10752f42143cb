import type { Condition } from '../facts/conditions.ts'
import type { SourceProfile } from '../facts/source.ts'
import { TEST_OUTCOMES } from '../facts/test-report.ts'
import {
  countOf,
  durationOf,
  oneOf,
  type Parsed,
  parseBoolean,
  parseBranch,
  parseCheckRunId,
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
  parseTestCollection,
  parseTestRunId,
} from './parsers.ts'

/** Takes the place of an endpoint that could not be read; nothing is sent there. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')

/**
 * The inputs of action.yml, in its order: the name there, how the text is read, and the value where the text is empty.
 * Null and an empty list leave the input to the event, or to nobody. The two tokens are kept apart: {@link TOKENS}.
 */
export const INPUT_TABLE = {
  // Who is asked, and about what.
  source: input('source', oneOf('service', 'github'), 'service'),
  endpoint: input('endpoint', parseEndpoint, NO_ENDPOINT),
  onMissingToken: input('on-missing-token', oneOf('fail', 'skip'), 'fail'),
  organization: optional('organization', parseOrganization),
  testCollection: optional('test-collection', parseTestCollection),
  repository: optional('repository', parseRepository),
  repositoryHost: optional('repository-host', parseHost),
  targetBranch: optional('target-branch', parseBranch),
  pullRequest: optional('pull-request', parseNumber),
  testRunId: optional('test-run-id', parseTestRunId),
  read: input('read', parseReads, 'auto'),
  require: input('require', parseConditions, []),
  waitTimeoutMs: input('wait-timeout', durationOf(0), 0),
  pollIntervalMs: input('poll-interval', durationOf(1000), 15_000),
  requestTimeoutMs: input('request-timeout', durationOf(1000), 10_000),
  onUnavailable: input('on-unavailable', oneOf('fail', 'warn'), 'fail'),
  // Test reports, quarantined tests, and the legs of a matrix.
  junitPaths: input('junit-paths', parseGlobs, []),
  minTests: optional('min-tests', countOf(1)),
  testOutcome: optional('test-outcome', oneOf(...TEST_OUTCOMES)),
  variant: optional('variant', parseLine),
  codeownersPath: optional('codeowners-path', parseLine),
  maxQuarantined: optional('max-quarantined', countOf(0)),
  maxQuarantineAgeMs: optional('max-quarantine-age', durationOf(0, 'd')),
  maxExcused: optional('max-excused', countOf(0)),
  leg: optional('leg', parseLine),
  mergeReports: input('merge-reports', parseGlobs, []),
  expectedReports: optional('expected-reports', countOf(1)),
  // The outcome: where it is written.
  summary: input('summary', oneOf('always', 'on-failure', 'never'), 'always'),
  annotations: input('annotations', parseBoolean, true),
  comment: input('comment', oneOf('always', 'on-failure', 'never'), 'never'),
  commentKey: optional('comment-key', parseLine),
  statusContext: optional('status-context', parseStatusContext),
  dryRun: input('dry-run', parseBoolean, false),
  reportFile: optional('report-file', value => ({ value })),
  checkRunId: optional('check-run-id', parseCheckRunId),
}

export const TOKENS = ['api-token', 'github-token'] as const

type Table = typeof INPUT_TABLE
type ValueOf<Row> = Row extends { fallback: infer T } ? T : never

/** The inputs of action.yml, read; the tokens are not among them. */
export type Inputs = { [Key in keyof Table]: ValueOf<Table[Key]> }
export type InputName = Table[keyof Table]['name'] | (typeof TOKENS)[number]

/** The inputs that hold no secret, by their names in action.yml. */
export const VALUES = Object.values(INPUT_TABLE).map(({ name }) => name)
export const INPUTS: readonly InputName[] = [...VALUES, ...TOKENS]

interface Row<Name extends string, T> {
  name: Name
  parse: (text: string) => Parsed<T>
  fallback: T
}

function input<const Name extends string, T>(
  name: Name,
  parse: (text: string) => Parsed<T>,
  fallback: NoInfer<T>,
): Row<Name, T> {
  return { name, parse, fallback }
}

function optional<const Name extends string, T>(name: Name, parse: (text: string) => Parsed<T>): Row<Name, T | null> {
  return { name, parse, fallback: null }
}

/** Judged by test reports, or by the list of quarantined tests. */
const CONDITIONS_ON_TESTS: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits']

/** The step reads test reports, merges those of other legs, or looks at the debt. */
export function isAboutTests(inputs: Inputs): boolean {
  const isJudged = inputs.require.some(each => CONDITIONS_ON_TESTS.includes(each))
  return isJudged || readsFiles(inputs) || hasLimit(inputs) || inputs.codeownersPath !== null
}

export function readsFiles({ junitPaths, mergeReports }: Inputs): boolean {
  return junitPaths.length > 0 || mergeReports.length > 0
}

/** Nothing but the report files of other legs is read, so no service is asked. */
export function onlyMerges({ mergeReports, require, read }: Inputs): boolean {
  return mergeReports.length > 0 && read === 'auto' && require.every(each => each === 'no-blocking-failures')
}

/** Nothing but test reports can decide. */
export function isTestsAlone({ require }: Inputs): boolean {
  return require.length > 0 && require.every(each => each === 'no-blocking-failures')
}

/** Nothing of the queue can decide. */
export function judgesTestsAlone({ require }: Inputs): boolean {
  return require.length > 0 && require.every(each => CONDITIONS_ON_TESTS.includes(each))
}

/** What holds the quarantined tests, by the input that the source takes for it; null where it is not given. */
export function listOfTests({ organization, testCollection }: Inputs, { listedBy }: SourceProfile): string | null {
  if (listedBy === null) return null
  return listedBy === 'organization' ? organization : testCollection
}

export function hasLimit({ maxQuarantined, maxQuarantineAgeMs }: Inputs): boolean {
  return maxQuarantined !== null || maxQuarantineAgeMs !== null
}

/** Lines of the log on test reports and limits that are shown and decide nothing. */
export function whatOnlyShows(inputs: Inputs): string[] {
  const line = (name: InputName, isGiven: boolean, condition: Condition) =>
    isGiven && !inputs.require.includes(condition)
      ? [`${name} only shows: to gate by it, add ${condition} to require`]
      : []
  const hasList = !onlyMerges(inputs)
  return [
    ...line('junit-paths', inputs.junitPaths.length > 0, 'no-blocking-failures'),
    ...line('merge-reports', inputs.mergeReports.length > 0, 'no-blocking-failures'),
    ...line('max-quarantined', hasList && inputs.maxQuarantined !== null, 'quarantine-within-limits'),
    ...line('max-quarantine-age', hasList && inputs.maxQuarantineAgeMs !== null, 'quarantine-within-limits'),
  ]
}
