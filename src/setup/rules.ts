import type { Condition } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { readsNeeded } from '../gate/conditions.ts'
import { code, type Message, say, withArticle } from '../text/message.ts'
import { SHORTEST_TOKEN } from '../text/secret.ts'
import type { Lacks, Need } from './context.ts'
import { type InputName, type Inputs, listOfTests } from './inputs.ts'

/** What keeps a step from starting: one line that names it and the remedy. */
export interface Problem {
  /** Null if no input is at fault, but the event file or a variable. */
  input: string | null
  message: Message
  /** action.yml has no such input. */
  isUnknown?: true
  code?: 'token-missing'
}

/** All that the setup has read, once. */
interface Setup {
  /** The trimmed texts of the inputs by name, without the tokens. */
  texts: ReadonlyMap<string, string>
  inputs: Inputs
  tokens: { service: string; github: string }
  source: SourceProfile
  /** The name of the event; null if the step asks about another repository than the event's. */
  event: string | null
  hasRepository: boolean
  /** Nobody can say which inputs are missing: the event gives no secrets and variables, or `source` is wrong. */
  excusesMissing: boolean
  lacks: Lacks
}

/** A rule that inputs can break. Each input is told once: a wrong value, or the first rule that it breaks. */
interface Rule {
  when(setup: Setup): boolean
  input: InputName
  message: Message | ((setup: Setup) => Message)
  /** It is no mistake on an event without secrets, which has no variables either. */
  isExcused?: true
  code?: 'token-missing'
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: expressions of a workflow
const OUTCOME = '${{ steps.<id>.outcome }}'
const SECRET = '${{ secrets.NAME }}'
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: expressions of a workflow

/** What to write into the input that locates the quarantined tests. */
const WHERE_LISTED = {
  organization: "the organization's slug, as its settings at the service show it",
  'test-collection': 'the id of the test collection that holds the tests, as the service shows it',
}

const RULES: readonly Rule[] = [
  {
    when: setup => takes('endpoint', setup) && !isSet('endpoint', setup),
    input: 'endpoint',
    message: say`Input ${code('endpoint')} is empty. Set it to the service's base URL, such as ${code('https://queue.example.com')}, or set ${code('source: github')} for GitHub's own merge queue. If it comes from ${code('vars.X')}, check that X exists for this repository.`,
    isExcused: true,
  },
  {
    when: setup => takes('api-token', setup) && setup.tokens.service === '',
    input: 'api-token',
    message: say`Input ${code('api-token')} is empty. Check that the secret exists and that this workflow sees it (a reusable workflow needs ${code('secrets: inherit')}).`,
    isExcused: true,
    code: 'token-missing',
  },
  {
    when: setup => takes('api-token', setup) && !isToken(setup.tokens.service),
    input: 'api-token',
    message: notToken('api-token'),
    isExcused: true,
  },
  {
    when: ({ source, tokens }) => source.id === 'github' && tokens.github === '',
    input: 'github-token',
    message: say`Input ${code('github-token')} is empty, and GitHub's own queue is read with it. Leave the input out to take the workflow's own token.`,
  },
  {
    when: ({ tokens }) => tokens.github !== '' && !isToken(tokens.github),
    input: 'github-token',
    message: notToken('github-token'),
  },
  {
    when: setup => !setup.hasRepository,
    input: 'repository',
    message: say`Input ${code('repository')} is empty, and GITHUB_REPOSITORY names no repository. Set ${code('repository')} to ${code('owner/name')}.`,
  },
  {
    // If an expression came out empty, the step would silently check nothing.
    when: ({ texts }) => texts.get('require') === '',
    input: 'require',
    message: say`Input ${code('require')} is empty, so the step would check nothing. Name a condition, such as ${code('ready')}, or write ${code('none')} to report only. If it comes from ${code('vars.X')}, check that X exists for this repository.`,
  },
  {
    when: setup => setup.event === 'workflow_run' && isSet('junit-paths', setup),
    input: 'junit-paths',
    message: say`Input ${code('junit-paths')}: on ${code('workflow_run')} the files come from somebody else. Read them in the job that runs the tests.`,
  },
  {
    when: setup => wants('no-blocking-failures', setup) && !isSet('junit-paths', setup),
    input: 'junit-paths',
    message: say`${code('require: no-blocking-failures')} needs test reports. Set ${code('junit-paths')} to the JUnit XML files of the tests, such as ${code('reports/**/*.xml')}.`,
  },
  {
    when: setup => wants('no-blocking-failures', setup) && !isSet('test-outcome', setup),
    input: 'test-outcome',
    message: say`${code('require: no-blocking-failures')} needs ${code('test-outcome')}: without it a crash can't be told from a pass. Set it to ${code(OUTCOME)}, with the id of the step that runs the tests.`,
  },
  {
    when: setup => wants('quarantine-within-limits', setup) && !hasLimit(setup),
    input: 'max-quarantined',
    message: say`${code('require: quarantine-within-limits')} needs a limit. Set ${code('max-quarantined')}, ${code('max-quarantine-age')} or both.`,
  },
  listRule('organization'),
  listRule('test-collection'),
  lackRule('pull-request', 'a pull request'),
  lackRule('target-branch', 'a target branch'),
  { ...lackRule('test-run-id', 'a test run'), isExcused: true },
  { ...lackRule('organization', say`${code('organization')}`), isExcused: true },
  { ...lackRule('test-collection', say`${code('test-collection')}`), isExcused: true },
]

export function brokenRules(setup: Setup, isReported: (input: string) => boolean): Problem[] {
  const found = new Map<string, Problem>()
  for (const { when, input, message, isExcused, code: reasonCode } of RULES) {
    if (isReported(input) || found.has(input) || (isExcused && setup.excusesMissing) || !when(setup)) continue
    const text = typeof message === 'function' ? message(setup) : message
    found.set(input, { input, message: text, ...(reasonCode && { code: reasonCode }) })
  }
  return [...found.values()]
}

function isSet(input: InputName, { texts }: Setup): boolean {
  return Boolean(texts.get(input))
}

function takes(input: 'endpoint' | 'api-token', { source }: Setup): boolean {
  return !source.ignoredInputs.includes(input)
}

function wants(condition: Condition, { inputs }: Setup): boolean {
  return inputs.require.includes(condition)
}

function hasLimit(setup: Setup): boolean {
  return isSet('max-quarantined', setup) || isSet('max-quarantine-age', setup)
}

/** A header holds only visible ASCII (RFC 9110, 5.5). */
function isToken(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text) && text.length >= SHORTEST_TOKEN
}

function notToken(input: string): Message {
  return say`Input ${code(input)} holds no token: it is short, or holds a blank or a line break. Store the secret again, as ${code(SECRET)} gives it.`
}

function listRule(input: 'organization' | 'test-collection'): Rule {
  return {
    when: setup =>
      wants('no-blocking-failures', setup) &&
      setup.source.listedBy === input &&
      listOfTests(setup.inputs, setup.source) === null,
    input,
    message: say`Input ${code(input)} is empty, so no failed test could be excused. Set it to ${WHERE_LISTED[input]}.`,
    isExcused: true,
  }
}

/** The rule for an input that a read can't do without. */
function lackRule(need: Need, what: Message): Rule {
  return {
    when: ({ lacks }) => lacks[need] !== undefined,
    input: need,
    message: ({ inputs, lacks, event }) => {
      const reads = lacks[need] ?? []
      const condition = inputs.require.find(each => readsNeeded([each]).some(read => reads.includes(read)))
      const who = condition ? code(`require: ${condition}`) : code(`read: ${reads[0]}`)
      const about = event === null ? 'an event about another repository' : `${withArticle(event || 'nameless')} event`
      return say`${who} needs ${what}, and ${about} names none. Set ${code(need)}.`
    },
  }
}
