import { CONDITION_NAMES, type Condition, READS } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { TEST_OUTCOMES } from '../facts/test-report.ts'
import { code, listOf, type Message, quoted, say } from '../text/message.ts'
import * as parsers from './parsers.ts'

/** Stands in for an endpoint that is empty or wrong. Nothing is sent there. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')

/**
 * The inputs of action.yml, in its order: name, parser, and the value for an empty text, or for `none` or `auto`. Null
 * means that the input is not given; the event may then stand in. {@link TOKENS} have no row, so no message shows one.
 */
export const INPUT_TABLE = {
  source: ['source', parsers.oneOf('service', 'github'), 'service'],
  endpoint: ['endpoint', parsers.endpoint, NO_ENDPOINT],
  onMissingToken: ['on-missing-token', parsers.oneOf('fail', 'skip'), 'fail'],
  organization: ['organization', parsers.organization, null],
  testCollection: ['test-collection', parsers.testCollection, null],
  requestTimeoutMs: ['request-timeout', parsers.durationFrom(1000), 10_000],
  onUnavailable: ['on-unavailable', parsers.oneOf('fail', 'warn'), 'fail'],
  repository: ['repository', parsers.repository, null],
  targetBranch: ['target-branch', parsers.branch, null],
  pullRequest: ['pull-request', parsers.wholeNumber(1, 2147483647, '42'), null],
  testRunId: ['test-run-id', parsers.testRunId, null],
  checkRunId: ['check-run-id', parsers.checkRunId, null],
  require: ['require', parsers.namesOf(CONDITION_NAMES, 'none', 'ready, queue-running'), []],
  read: ['read', parsers.namesOf(READS, 'auto', 'pull-request, queue'), null],
  waitTimeoutMs: ['wait-timeout', parsers.durationFrom(0), 0],
  pollIntervalMs: ['poll-interval', parsers.durationFrom(1000), 15_000],
  junitPaths: ['junit-paths', parsers.globs, []],
  testOutcome: ['test-outcome', parsers.oneOf(...TEST_OUTCOMES), null],
  minTests: ['min-tests', parsers.wholeNumber(1), null],
  maxExcused: ['max-excused', parsers.wholeNumber(0), null],
  variant: ['variant', parsers.anyText, null],
  maxQuarantined: ['max-quarantined', parsers.wholeNumber(0), null],
  maxQuarantineAgeMs: ['max-quarantine-age', parsers.durationFrom(0), null],
  summary: ['summary', parsers.oneOf('always', 'on-failure', 'never'), 'always'],
  annotations: ['annotations', parsers.flag, true],
  comment: ['comment', parsers.oneOf('always', 'on-failure', 'never'), 'never'],
  commentKey: ['comment-key', parsers.anyText, null],
  statusContext: ['status-context', parsers.statusContext, null],
} as const satisfies Record<string, readonly [name: string, parsers.Parser<unknown>, fallback: unknown]>

const TOKENS = ['api-token', 'github-token'] as const

type Table = typeof INPUT_TABLE
type ValueOf<Row> = Row extends readonly [string, parsers.Parser<infer T>, infer Fallback]
  ? NonNullable<T> | Extract<Fallback, null>
  : never

export type Inputs = { [Key in keyof Table]: ValueOf<Table[Key]> }
export type InputName = Table[keyof Table][0] | (typeof TOKENS)[number]

export const INPUTS: readonly string[] = [...Object.values(INPUT_TABLE).map(([name]) => name), ...TOKENS]

/** What keeps a step from starting: one line that names it and the remedy. */
export interface SetupProblem {
  /** Null if no input is at fault, but the event file or a variable. */
  input: string | null
  message: Message
  code?: 'token-missing' | undefined
}

/** The trimmed texts of all inputs by name, also of those that action.yml does not have. */
export type Texts = ReadonlyMap<string, string>

/** Reads the inputs of action.yml, with the default for a wrong one. */
export function readInputs(texts: Texts): { inputs: Inputs; problems: SetupProblem[] } {
  const problems: SetupProblem[] = []
  const values: Record<string, unknown> = {}
  for (const [key, [name, parser, fallback]] of Object.entries(INPUT_TABLE)) {
    const text = texts.get(name)
    const value = text ? parser.parse(text) : fallback
    if (value === undefined) problems.push({ input: name, message: wrongValue(name, parser, text ?? '') })
    values[key] = value ?? fallback
  }
  // Each value comes from the row of its key.
  return { inputs: values as Inputs, problems }
}

/** The one sentence on a wrong value: the input, the value or its first wrong item, what is allowed, and an example. */
function wrongValue(name: string, parser: parsers.Parser<unknown>, text: string): Message {
  const { names = [], example, isPrivate } = parser
  const wrong = (names.length > 0 && parsers.itemsOf(text).find(item => !names.includes(item))) || text
  const meant = parsers.meantBy(wrong, names)
  const refusal = isPrivate ? '' : say` can't be ${quoted(wrong)}: it`
  const allowed = names.map(each => code(each))
  const takes = parser.takes ?? listOf(allowed, 'or')
  const suchAs = example === undefined ? '' : say`, such as ${code(example)}`
  const hint = meant === undefined ? '' : say` Did you mean ${code(meant)}?`
  return say`Input ${code(name)}${refusal} takes ${takes}${suchAs}.${hint}`
}

/** The conditions that test reports or the list of quarantined tests decide. */
const CONDITIONS_ON_TESTS: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits']

export function isAboutTests(inputs: Inputs): boolean {
  const isJudged = inputs.require.some(each => CONDITIONS_ON_TESTS.includes(each))
  return isJudged || inputs.junitPaths.length > 0 || hasLimit(inputs)
}

/** True if conditions are required, and all of them are about tests. */
export function isAboutTestsAlone({ require }: Inputs): boolean {
  return require.length > 0 && require.every(each => CONDITIONS_ON_TESTS.includes(each))
}

/** The organization or collection that holds the quarantined tests, whichever the source takes; null if not given. */
export function listOwnerIn(inputs: Inputs, { listOwnerInput }: SourceProfile): string | null {
  if (listOwnerInput === null) return null
  return listOwnerInput === 'organization' ? inputs.organization : inputs.testCollection
}

export function hasLimit({ maxQuarantined, maxQuarantineAgeMs }: Inputs): boolean {
  return maxQuarantined !== null || maxQuarantineAgeMs !== null
}

export function pollsAgain({ waitTimeoutMs, require }: Inputs): boolean {
  return waitTimeoutMs > 0 && require.length > 0
}
