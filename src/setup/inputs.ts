import { CONDITION_NAMES, type Condition, READS } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { TEST_OUTCOMES } from '../facts/test-report.ts'
import { code, type Message, quoted, say, together } from '../text/message.ts'
import * as parsers from './parsers.ts'

/** Replaces an endpoint that could not be read; nothing is sent there. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')

/**
 * The inputs of action.yml, in its order: name, parser, and the value for an empty text. Null means that the input is
 * not given; the event may then stand in. The two tokens are kept apart: {@link TOKENS}.
 */
export const INPUT_TABLE = {
  // The source.
  source: input('source', parsers.oneOf('service', 'github'), 'service'),
  endpoint: input('endpoint', parsers.endpoint, NO_ENDPOINT),
  onMissingToken: input('on-missing-token', parsers.oneOf('fail', 'skip'), 'fail'),
  organization: optional('organization', parsers.organization),
  testCollection: optional('test-collection', parsers.testCollection),
  requestTimeoutMs: input('request-timeout', parsers.durationOf(1000), 10_000),
  onUnavailable: input('on-unavailable', parsers.oneOf('fail', 'warn'), 'fail'),
  // What the step is about.
  repository: optional('repository', parsers.repository),
  targetBranch: optional('target-branch', parsers.branch),
  pullRequest: optional('pull-request', parsers.pullRequestNumber),
  testRunId: optional('test-run-id', parsers.testRunId),
  checkRunId: optional('check-run-id', parsers.checkRunId),
  // What is required.
  require: input('require', parsers.namesOf(CONDITION_NAMES, ['none', [] as Condition[]], 'ready, queue-running'), []),
  read: input('read', parsers.namesOf(READS, ['auto', 'auto' as const], 'pull-request, queue'), 'auto'),
  // The wait.
  waitTimeoutMs: input('wait-timeout', parsers.durationOf(0), 0),
  pollIntervalMs: input('poll-interval', parsers.durationOf(1000), 15_000),
  // Tests and quarantined tests.
  junitPaths: input('junit-paths', parsers.globs, []),
  testOutcome: optional('test-outcome', parsers.oneOf(...TEST_OUTCOMES)),
  minTests: optional('min-tests', parsers.countOf(1)),
  maxExcused: optional('max-excused', parsers.countOf(0)),
  variant: optional('variant', parsers.anyText),
  maxQuarantined: optional('max-quarantined', parsers.countOf(0)),
  maxQuarantineAgeMs: optional('max-quarantine-age', parsers.durationOf(0)),
  // Where the outcome is told.
  summary: input('summary', parsers.oneOf('always', 'on-failure', 'never'), 'always'),
  annotations: input('annotations', parsers.flag, true),
  comment: input('comment', parsers.oneOf('always', 'on-failure', 'never'), 'never'),
  commentKey: optional('comment-key', parsers.anyText),
  statusContext: optional('status-context', parsers.statusContext),
}

const TOKENS = ['api-token', 'github-token'] as const

type Table = typeof INPUT_TABLE
type ValueOf<R> = R extends { fallback: infer T } ? T : never

export type Inputs = { [Key in keyof Table]: ValueOf<Table[Key]> }
export type InputName = Table[keyof Table]['name'] | (typeof TOKENS)[number]

export const INPUTS: readonly InputName[] = [...Object.values(INPUT_TABLE).map(({ name }) => name), ...TOKENS]

interface Row<Name extends string, T> {
  name: Name
  parser: parsers.Parser<T>
  fallback: T
}

function input<const Name extends string, T>(
  name: Name,
  parser: parsers.Parser<T>,
  fallback: NoInfer<T>,
): Row<Name, T> {
  return { name, parser, fallback }
}

function optional<const Name extends string, T>(name: Name, parser: parsers.Parser<T>): Row<Name, T | null> {
  return { name, parser: parser as parsers.Parser<T | null>, fallback: null }
}

/** What keeps a step from starting: one line that names it and the remedy. */
export interface Problem {
  /** Null if no input is at fault, but the event file or a variable. */
  input: string | null
  message: Message
  code?: 'token-missing'
}

/** The trimmed texts of all inputs by name, also of those that action.yml does not have. */
export type Texts = ReadonlyMap<string, string>

/** Reads the inputs of action.yml, with the default for a wrong one. */
export function readInputs(texts: Texts): { inputs: Inputs; problems: Problem[] } {
  const problems: Problem[] = []
  const entries = Object.entries(INPUT_TABLE).map(([key, { name, parser, fallback }]) => {
    const text = texts.get(name)
    const value: unknown = text ? parser.parse(text) : fallback
    if (value === undefined) problems.push({ input: name, message: wrongValue(name, parser, text ?? '') })
    return [key, value ?? fallback]
  })
  // Each value comes from the row of its key.
  return { inputs: Object.fromEntries(entries) as Inputs, problems }
}

/** The one sentence on a wrong value: the input, the value, what is allowed, and an example that works. */
function wrongValue(name: string, parser: parsers.Parser<unknown>, text: string): Message {
  const { names = [], takes = orList(names), example, isPrivate } = parser
  const part = (names.length > 0 && parsers.itemsOf(text).find(item => !names.includes(item))) || text
  const meant = parsers.meantBy(part, names)
  const value = isPrivate ? '' : say` can't be ${quoted(part)}: it`
  const such = example === undefined ? '' : say`, such as ${code(example)}`
  const hint = meant === undefined ? '' : say` Did you mean ${code(meant)}?`
  return say`Input ${code(name)}${value} takes ${takes}${such}.${hint}`
}

function orList(names: readonly string[]): Message {
  const shown = names.map(name => code(name))
  return together([together(shown.slice(0, -1), ', '), ' or ', ...shown.slice(-1)])
}

/** The conditions that test reports or the list of quarantined tests decide. */
const CONDITIONS_ON_TESTS: readonly Condition[] = ['no-blocking-failures', 'quarantine-within-limits']

export function isAboutTests(inputs: Inputs): boolean {
  const isJudged = inputs.require.some(each => CONDITIONS_ON_TESTS.includes(each))
  return isJudged || inputs.junitPaths.length > 0 || hasLimit(inputs)
}

/** True if no required condition is about the queue. */
export function isAboutTestsAlone({ require }: Inputs): boolean {
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

export function pollsAgain({ waitTimeoutMs, require }: Inputs): boolean {
  return waitTimeoutMs > 0 && require.length > 0
}
