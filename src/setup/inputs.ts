import type { Condition } from '../facts/conditions.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { TEST_OUTCOMES } from '../facts/test-report.ts'
import * as parsers from './parsers.ts'

/** Replaces an endpoint that could not be read; nothing is sent there. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')

/**
 * The inputs of action.yml, in its order: name, parser, and the value for an empty text. Null means that the input is
 * not given; the event may then stand in. The two tokens are kept apart: {@link TOKENS}.
 */
export const INPUT_TABLE = {
  // The source and the subject.
  source: input('source', parsers.oneOf('service', 'github'), 'service'),
  endpoint: input('endpoint', parsers.endpoint, NO_ENDPOINT),
  onMissingToken: input('on-missing-token', parsers.oneOf('fail', 'skip'), 'fail'),
  organization: optional('organization', parsers.organization),
  testCollection: optional('test-collection', parsers.testCollection),
  repository: optional('repository', parsers.repository),
  repositoryHost: optional('repository-host', parsers.host),
  targetBranch: optional('target-branch', parsers.branch),
  pullRequest: optional('pull-request', parsers.pullRequestNumber),
  testRunId: optional('test-run-id', parsers.testRunId),
  read: input('read', parsers.reads, 'auto'),
  require: input('require', parsers.conditions, []),
  waitTimeoutMs: input('wait-timeout', parsers.durationOf(0), 0),
  pollIntervalMs: input('poll-interval', parsers.durationOf(1000), 15_000),
  requestTimeoutMs: input('request-timeout', parsers.durationOf(1000), 10_000),
  onUnavailable: input('on-unavailable', parsers.oneOf('fail', 'warn'), 'fail'),
  // Test reports, quarantined tests, and the legs of a matrix.
  junitPaths: input('junit-paths', parsers.globs, []),
  minTests: optional('min-tests', parsers.countOf(1)),
  testOutcome: optional('test-outcome', parsers.oneOf(...TEST_OUTCOMES)),
  variant: optional('variant', parsers.line),
  maxQuarantined: optional('max-quarantined', parsers.countOf(0)),
  maxQuarantineAgeMs: optional('max-quarantine-age', parsers.durationOf(0)),
  maxExcused: optional('max-excused', parsers.countOf(0)),
  // Where the outcome is told.
  summary: input('summary', parsers.oneOf('always', 'on-failure', 'never'), 'always'),
  annotations: input('annotations', parsers.flag, true),
  comment: input('comment', parsers.oneOf('always', 'on-failure', 'never'), 'never'),
  commentKey: optional('comment-key', parsers.line),
  statusContext: optional('status-context', parsers.statusContext),
  checkRunId: optional('check-run-id', parsers.checkRunId),
}

export const TOKENS = ['api-token', 'github-token'] as const

type Table = typeof INPUT_TABLE
type ValueOf<Row> = Row extends { fallback: infer T } ? T : never

/** The parsed inputs of action.yml, without the tokens. */
export type Inputs = { [Key in keyof Table]: ValueOf<Table[Key]> }
export type InputName = Table[keyof Table]['name'] | (typeof TOKENS)[number]

/** The names of the inputs other than the tokens. */
export const VALUES = Object.values(INPUT_TABLE).map(({ name }) => name)
export const INPUTS: readonly InputName[] = [...VALUES, ...TOKENS]

/** True if action.yml has an input of this name. */
export function isKnownInput(name: string): boolean {
  return INPUTS.some(each => each === name)
}

interface Row<Name extends string, T> {
  name: Name
  parse: (text: string) => parsers.Parsed<T>
  fallback: T
}

function input<const Name extends string, T>(
  name: Name,
  parse: (text: string) => parsers.Parsed<T>,
  fallback: NoInfer<T>,
): Row<Name, T> {
  return { name, parse, fallback }
}

function optional<const Name extends string, T>(
  name: Name,
  parse: (text: string) => parsers.Parsed<T>,
): Row<Name, T | null> {
  return { name, parse, fallback: null }
}

/** The conditions that test reports or the list of quarantined tests decide. */
const CONDITIONS_ON_TESTS: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits']

/** True if the step reads test reports, merges those of other legs, or looks at quarantined tests. */
export function isAboutTests(inputs: Inputs): boolean {
  const isJudged = inputs.require.some(each => CONDITIONS_ON_TESTS.includes(each))
  return isJudged || readsFiles(inputs) || hasLimit(inputs)
}

export function readsFiles({ junitPaths }: Inputs): boolean {
  return junitPaths.length > 0
}

/** True if test reports decide every required condition. */
export function isTestsAlone({ require }: Inputs): boolean {
  return require.length > 0 && require.every(each => each === 'no-blocking-failures')
}

/** True if no required condition is about the queue. */
export function judgesTestsAlone({ require }: Inputs): boolean {
  return require.length > 0 && require.every(each => CONDITIONS_ON_TESTS.includes(each))
}

/** The organization or collection that holds the quarantined tests, whichever the source takes; null if not given. */
export function listOfTests({ organization, testCollection }: Inputs, { listedBy }: SourceProfile): string | null {
  if (listedBy === null) return null
  return listedBy === 'organization' ? organization : testCollection
}

export function hasLimit({ maxQuarantined, maxQuarantineAgeMs }: Inputs): boolean {
  return maxQuarantined !== null || maxQuarantineAgeMs !== null
}

/** Log lines about test reports and limits that decide nothing, because no condition requires them. */
export function whatOnlyShows(inputs: Inputs): string[] {
  const line = (name: InputName, isGiven: boolean, condition: Condition) =>
    isGiven && !inputs.require.includes(condition)
      ? [`${name} decides nothing: to gate by it, add ${condition} to require`]
      : []
  return [
    ...line('junit-paths', inputs.junitPaths.length > 0, 'no-blocking-failures'),
    ...line('max-quarantined', inputs.maxQuarantined !== null, 'quarantine-within-limits'),
    ...line('max-quarantine-age', inputs.maxQuarantineAgeMs !== null, 'quarantine-within-limits'),
  ]
}
