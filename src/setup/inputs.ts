import { parseDuration } from '../duration.ts'
import { quoted } from '../escape.ts'
import { CONDITIONS, type Condition, READS, type Read } from '../facts/conditions.ts'
import { fitsHeader, isNewerApiToken, type Secret } from '../secret.ts'

/** The inputs of action.yml, read; the secrets are kept apart. What an input leaves to the event is null here. */
export interface Inputs {
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
  reportFile: string | null
}

/** Something wrong with an input, told in one line: what was expected and what came. */
export interface Problem {
  /** Null for the event file, which is no input. */
  input: string | null
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
}

/** Highest number of a pull request that the service takes. */
const HIGHEST_NUMBER = 2147483647

/** Never asked: it takes the place of an endpoint that could not be read. */
const NO_ENDPOINT = new URL('https://endpoint.invalid')

/** What a parser makes of the text of one input: a value, or why there is none. */
type Parsed<T> = { value: T } | { expected: string; got?: string }

/**
 * Reads the inputs of action.yml.
 *
 * @param text the trimmed text of an input, undefined where it is absent (the runner fills in the defaults of
 * action.yml, other callers may not)
 */
export function readInputs(text: (name: string) => string | undefined): InputsRead {
  const problems: Problem[] = []

  function read<T>(name: string, fallback: T, parse: (text: string) => Parsed<T>): T {
    const given = text(name) ?? ''
    if (given === '') return fallback
    const outcome = parse(given)
    if ('value' in outcome) return outcome.value
    problems.push({ input: name, message: `expected ${outcome.expected}, got ${quoted(outcome.got ?? given)}` })
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
    pollIntervalMs: read('poll-interval', 15_000, durationOf(1000)),
    requestTimeoutMs: read('request-timeout', 10_000, durationOf(1000)),
    onUnavailable: read('on-unavailable', 'fail', oneOf('fail', 'warn')),
    summary: read('summary', 'always', oneOf('always', 'on-failure', 'never')),
    annotations: read('annotations', true, parseBoolean),
    reportFile: read('report-file', null, value => ({ value })),
  }

  if (!text('endpoint')) {
    problems.unshift({ input: 'endpoint', message: 'expected the base URL of the service, got nothing', missing: true })
  }
  // An expression that came to nothing would else be a step that checks nothing.
  if (text('require') === '') {
    const message =
      'is empty, so nothing would be checked: name a condition, or write `none` to report only ' +
      '(if it comes from a variable such as `vars.X`, check that X exists and that this event sees it)'
    problems.push({ input: 'require', message })
  }
  const asksForTests = inputs.read !== 'auto' && inputs.read.includes('quarantined-tests')
  if (asksForTests && inputs.organization === null && !problems.some(({ input }) => input === 'organization')) {
    problems.push({
      input: 'organization',
      message:
        'expected the slug of the organization at the service, which `read: quarantined-tests` needs, got nothing',
      missing: true,
    })
  }
  return { inputs, problems }
}

/** What is wrong with a token, never the token itself. */
export function tokenProblem(secret: Secret): Problem | null {
  if (secret.value === '') {
    const message = 'expected the API token, from a secret of the repository or the organization, got nothing'
    return { input: 'api-token', message, code: 'token-missing' }
  }
  if (fitsHeader(secret)) return null
  return {
    input: 'api-token',
    message:
      'expected visible ASCII characters only, got a line break, a blank or another character that a header cannot ' +
      'carry: store the secret again, without quotes or line breaks',
  }
}

/** A hint for a token that the service will refuse; null where there is none. */
export function tokenHint(secret: Secret): string | null {
  return isNewerApiToken(secret)
    ? 'api-token: this looks like a key of the newer API (`…_v2_…`), which does not work on v1; create a key for v1'
    : null
}

function parseEndpoint(text: string): Parsed<URL> {
  const expected = 'an https URL without user info, query and fragment'
  // The URL parser drops line breaks and tabs in silence.
  if (/\s/.test(text) || !URL.canParse(text)) return { expected, got: text.replace(/\/\/.*@/, '//***@') }
  const url = new URL(text)
  const userInfo = url.username || url.password ? '***@' : ''
  const got = `${url.protocol}//${userInfo}${url.host}${url.pathname}${text.includes('?') ? '?…' : ''}${text.includes('#') ? '#…' : ''}`
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return { expected: 'https (http is for loopback only)', got }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { expected, got: `${url.protocol}…` }
  if (url.username !== '' || url.password !== '')
    return { expected: `${expected}; the token goes into \`api-token\``, got }
  if (text.includes('?') || text.includes('#')) return { expected, got }
  if (/\/v1\/*$/.test(url.pathname)) return { expected: 'the base URL without `/v1`, which is added', got }
  return { value: url }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

function parseOrganization(text: string): Parsed<string> {
  return /^[\w.-]{1,200}$/.test(text)
    ? { value: text }
    : { expected: "the organization's slug (letters, digits, `-`, `_`, `.`), as its settings at the service show it" }
}

/** `owner/name`; hosts other than GitHub have owners with slashes. */
function parseRepository(text: string): Parsed<{ owner: string; name: string }> {
  const match = /^((?:[\w.-]+\/)*[\w.-]+)\/([\w.-]+)$/.exec(text)
  const safe = match && !text.split('/').some(part => /^\.+$/.test(part))
  return safe ? { value: { owner: match[1] ?? '', name: match[2] ?? '' } } : { expected: '`owner/name`' }
}

function parseHost(text: string): Parsed<string> {
  const labels = text.replace(/:\d{1,5}$/, '').split('.')
  return text.length <= 260 && labels.every(label => /^[a-z\d](?:[\w-]{0,61}[a-z\d])?$/i.test(label))
    ? { value: text.toLowerCase() }
    : { expected: 'a host name such as `github.com`, without scheme and path' }
}

/** A branch as git allows it (git-check-ref-format), with or without `refs/heads/`. */
function parseBranch(text: string): Parsed<string> {
  const branch = text.replace(/^refs\/heads\//, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters in names of branches
  const bad = /[\u0000- \u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/-]|[/.]$|^refs\/|\.lock$|^$/
  return bad.test(branch) || branch.length > 1000 ? { expected: 'the name of a branch' } : { value: branch }
}

function parseNumber(text: string): Parsed<number> {
  const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  return value >= 1 && value <= HIGHEST_NUMBER
    ? { value }
    : { expected: `the number of a pull request, 1 to ${HIGHEST_NUMBER}, digits only` }
}

function parseTestRunId(text: string): Parsed<string> {
  return /^[\w.:-]{1,200}$/.test(text) ? { value: text } : { expected: 'the id of a test run, such as a UUID' }
}

function parseReads(text: string): Parsed<'auto' | Read[]> {
  if (text === 'auto') return { value: 'auto' }
  return listOf(READS, '`auto` alone, or any of ')(text)
}

function parseConditions(text: string): Parsed<Condition[]> {
  if (text === 'none') return { value: [] }
  return listOf(CONDITIONS, 'any of ')(text)
}

/** Names separated by commas or line breaks, each once, in the order of `names`. */
function listOf<Name extends string>(names: readonly Name[], lead: string): (text: string) => Parsed<Name[]> {
  return text => {
    const given = text
      .split(/[,\r\n]/)
      .map(item => item.trim())
      .filter(item => item !== '')
    const unknown = given.filter(item => !names.some(name => name === item))
    return given.length > 0 && unknown.length === 0
      ? { value: names.filter(name => given.includes(name)) }
      : { expected: `${lead}${names.map(name => `\`${name}\``).join(', ')}`, got: unknown.join(', ') }
  }
}

function durationOf(leastMs: number): (text: string) => Parsed<number> {
  return text => {
    const value = parseDuration(text)
    if (value !== null && value >= leastMs) return { value }
    const least = leastMs === 0 ? 'up to a year' : `of at least ${leastMs / 1000}s, up to a year`
    return { expected: `a duration ${least}: whole numbers with units, such as \`90s\`, \`10m\`, \`1h30m\`, \`2d\`` }
  }
}

/** The booleans of YAML 1.2's core schema, as `getBooleanInput` of @actions/core takes them. */
function parseBoolean(text: string): Parsed<boolean> {
  if (/^(?:true|True|TRUE)$/.test(text)) return { value: true }
  if (/^(?:false|False|FALSE)$/.test(text)) return { value: false }
  return { expected: '`true` or `false`' }
}

function oneOf<Value extends string>(...values: Value[]): (text: string) => Parsed<Value> {
  return text => {
    const value = values.find(candidate => candidate === text)
    return value ? { value } : { expected: values.map(candidate => `\`${candidate}\``).join(' or ') }
  }
}
