import type { Condition, Read } from '../facts/conditions.ts'
import { SOURCES, type SourceProfile } from '../facts/profile.ts'
import { code, listOf, type Message, say } from '../text/message.ts'
import { INPUT_TABLE, type InputName, type Inputs, VALUES } from './inputs.ts'
import type { Parsed } from './parsers.ts'

/** A problem of an input or the event: one line that names it and the remedy. */
export interface Problem {
  /** Null if no input is at fault, but the event file, a variable or a proxy. */
  input: string | null
  message: Message
  missing?: true
  /** `bad-input` by default. */
  code?: 'token-missing'
}

/** The trimmed text of an input; undefined if absent: callers other than the runner may leave out defaults. */
type Texts = (name: InputName) => string | undefined

/**
 * Reads the inputs of action.yml, with the default for a bad one, and checks that they fit together. The warnings name
 * inputs that have no effect.
 */
export function readInputs(
  text: Texts,
  token = '',
): { inputs: Inputs; source: SourceProfile; problems: Problem[]; warnings: Message[] } {
  const bad: Problem[] = []
  const entries = Object.entries(INPUT_TABLE).map(([key, { name, parse, fallback }]) => {
    const given = text(name)
    const parsed: Parsed<unknown> = given ? parse(given) : { value: fallback }
    if ('value' in parsed) return [key, parsed.value]
    bad.push({ input: name, message: say`Input ${code(name)}${parsed.problem}` })
    return [key, fallback]
  })
  // Each value comes from the row of its key.
  const inputs = Object.fromEntries(entries) as Inputs
  const told = new Set(bad.map(each => each.input))
  const source = sourceFor(inputs, token)
  const wrong = [...misfits(inputs, source, text), ...unanswerable(inputs, source, text)]
  // A value that nobody looks at can't be wrong.
  const isIdle = ({ input }: Problem) => source.ignoredInputs.some(name => name === input)
  const problems = [...wrong.filter(each => !told.has(each.input)), ...bad.filter(each => !isIdle(each))]
  // A step that can't start needs no warnings on inputs without effect.
  return { inputs, source, problems, warnings: problems.length > 0 ? [] : idleInputs(inputs, source, text) }
}

/** Keys of one API of the service don't work on the other, so after a wrong guess the service refuses the key. */
const V2_KEY = /^[A-Za-z]+_v2_/

function sourceFor({ source, organization, testCollection }: Inputs, token: string): SourceProfile {
  if (source === 'github') return SOURCES.github
  if (token !== '') return SOURCES[V2_KEY.test(token) ? 'service-v2' : 'service-v1']
  // Without a key nothing is asked and the API is unknown, so the inputs of either API are no mistake.
  const { listedBy } = SOURCES[testCollection !== null && organization === null ? 'service-v2' : 'service-v1']
  return { ...SOURCES['service-v1'], label: 'service', listedBy, ignoredInputs: [] }
}

/** Problems of conditions, reads and inputs that the source can't answer. */
function unanswerable({ require, read }: Inputs, { refuses }: SourceProfile, text: Texts): Problem[] {
  const reads = read === 'auto' ? [] : read
  const reasons: Partial<Record<string, Message>> = refuses
  const asked = (name: 'require' | 'read', values: readonly (Condition | Read)[]) =>
    values.flatMap(value => {
      const why = reasons[value]
      return why === undefined ? [] : [{ input: name, message: say`${code(`${name}: ${value}`)} ${why}` }]
    })
  const given = VALUES.flatMap(name => {
    const why = reasons[name]
    // If a condition or a read is refused for the same reason, the input is not reported as well.
    const isAlreadySaid = [...require, ...reads].some(each => reasons[each] === why)
    return why === undefined || isAlreadySaid || !text(name)
      ? []
      : [{ input: name, message: say`Input ${code(name)} ${why}` }]
  })
  return [...asked('require', require), ...asked('read', reads), ...given]
}

/** What to write into the input that locates the quarantined tests. */
export const WHERE_LISTED = {
  organization: "the organization's slug, as its settings at the service show it",
  'test-collection': 'the id of the test collection that holds the tests, as the service shows it',
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of a workflow
const OUTCOME = '${{ steps.<id>.outcome }}'

/** Problems of inputs that need or exclude each other. A bad input counts as given. */
function misfits(inputs: Inputs, source: SourceProfile, text: Texts): Problem[] {
  const given = (name: InputName) => !!text(name)
  const wants = (condition: Condition) => inputs.require.includes(condition)
  const found: Problem[] = []

  if (!given('endpoint') && !source.ignoredInputs.includes('endpoint')) {
    const message = say`Input ${code('endpoint')} is empty. Set it to the service's base URL, such as https://queue.example.com. If it comes from ${code('vars.X')}, check that X exists for this repository. For GitHub's own merge queue set ${code('source: github')}.`
    found.push({ input: 'endpoint', message, missing: true })
  }
  // If an expression came out empty, the step would silently check nothing.
  if (text('require') === '') {
    const message = say`Input ${code('require')} is empty, so the step would check nothing. Name a condition, such as ${code('ready')}, or write ${code('none')} to report only. If it comes from ${code('vars.X')}, check that X exists for this repository.`
    found.push({ input: 'require', message })
  }
  if (wants('no-blocking-failures')) {
    if (!given('junit-paths')) {
      const message = say`${code('require: no-blocking-failures')} needs test reports. Set ${code('junit-paths')} to the JUnit XML files of the tests.`
      found.push({ input: 'junit-paths', message })
    } else if (!given('test-outcome')) {
      const message = say`${code('require: no-blocking-failures')} needs ${code('test-outcome')}: without it a crash can't be told from a pass. Set it to ${code(OUTCOME)}, with the id of the step that runs the tests; the expression is empty if no step has that id.`
      found.push({ input: 'test-outcome', message })
    }
    const { listedBy } = source
    if (listedBy !== null && !given(listedBy)) {
      const message = say`Input ${code(listedBy)} is empty, so no failed test could be excused. Set it to ${WHERE_LISTED[listedBy]}.`
      found.push({ input: listedBy, message, missing: true })
    }
  }
  if (wants('quarantine-within-limits') && !given('max-quarantined') && !given('max-quarantine-age')) {
    const message = say`${code('require: quarantine-within-limits')} needs a limit. Set ${code('max-quarantined')}, ${code('max-quarantine-age')} or both.`
    found.push({ input: 'max-quarantined', message })
  }
  return found
}

/** Inputs that the source has no use for, and a wait for nothing. */
function idleInputs(inputs: Inputs, source: SourceProfile, text: Texts): Message[] {
  const unused = source.ignoredInputs.filter(name => text(name) && text(name) !== INPUT_TABLE.onMissingToken.fallback)
  if (inputs.require.length === 0 && inputs.waitTimeoutMs > 0) unused.push('wait-timeout')
  if (unused.length === 0) return []
  return [say`No effect with this source and ${code('require')}: ${listOf(unused.map(name => code(name)))}.`]
}

/** Shorter texts occur in ordinary words, so they can't be kept secret. */
const SHORTEST_TOKEN = 8

/** The problem of the API token, without any part of the token. */
export function tokenProblem(token: string): Problem | null {
  if (token === '') {
    const message = say`Input ${code('api-token')} is empty. Check that the secret exists and that this workflow sees it (a reusable workflow needs ${code('secrets: inherit')}).`
    return { input: 'api-token', message, code: 'token-missing', missing: true }
  }
  return uncarriedToken('api-token', token)
}

/** The problem of the token for GitHub, without any part of the token. */
export function gitHubTokenProblem(token: string): Problem | null {
  if (token !== '') return uncarriedToken('github-token', token)
  const message = say`Input ${code('github-token')} is empty, and GitHub's own queue is read with it. Leave the input out to take the workflow's own token.`
  return { input: 'github-token', message }
}

function uncarriedToken(input: string, token: string): Problem | null {
  // A header holds only visible ASCII (RFC 9110, 5.5).
  if (/^[\x21-\x7e]*$/.test(token) && token.length >= SHORTEST_TOKEN) return null
  const message = say`Input ${code(input)} holds no token: it is short, or holds a blank or a line break. Store the secret again, as ${code('${{ secrets.NAME }}')} gives it.`
  return { input, message }
}
