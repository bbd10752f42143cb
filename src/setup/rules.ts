import type { Plan, RunContext } from '../facts/context.ts'
import { CONDITION_NAMES } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { CONDITIONS, readsNeeded } from '../gate/conditions.ts'
import { code, listOf, type Message, say, shortList } from '../text/message.ts'
import { type Secrets, SHORTEST_TOKEN } from '../text/outside.ts'
import { missingInputs } from './context.ts'
import { hasLimit, INPUTS, type InputName, type Inputs, listOwnerIn, type SetupProblem, type Texts } from './inputs.ts'
import { itemsOf, meantBy } from './parsers.ts'

/**
 * Inputs that action.yml does not have. The runner only warns of them, so a step with `requires: ready` would be green
 * and check nothing. So a name near one of ours, or a value that lists our conditions, is a problem. A composite action
 * or a job can set `INPUT_…` variables of its own, so all other unknown names are one warning.
 */
export function unknownInputs(texts: Texts): { problems: SetupProblem[]; warnings: Message[] } {
  const problems: SetupProblem[] = []
  const others: string[] = []
  for (const [name, text] of texts) {
    if (INPUTS.includes(name)) continue
    const meant = meantBy(name, INPUTS) ?? (listsConditions(text) ? 'require' : undefined)
    if (meant === undefined) others.push(name)
    else problems.push({ input: name, message: say`Unknown input ${code(name)}. Did you mean ${code(meant)}?` })
  }
  const names = shortList(others, 5, name => code(name))
  const warning = say`This action has no such inputs, so they have no effect: ${names}.`
  return { problems, warnings: others.length === 0 ? [] : [warning] }
}

function listsConditions(text: string): boolean {
  const items = itemsOf(text)
  return items.length > 0 && items.every(item => CONDITION_NAMES.some(condition => condition === item))
}

/** One warning that names the inputs that the source has no use for. */
export function ignoredInputWarnings(source: SourceProfile, texts: Texts): Message[] {
  // The runner fills in `fail`, the default of `on-missing-token`: it does not show that anybody set the input.
  const unused = source.ignoredInputs.filter(name => !['', 'fail'].includes(texts.get(name) ?? ''))
  return unused.length === 0 ? [] : [say`No effect with this source: ${listOf(unused.map(name => code(name)))}.`]
}

/** A problem for each condition, read and input that the source can't take. */
export function refusedInputs({ refusals }: SourceProfile, texts: Texts): SetupProblem[] {
  const problems: SetupProblem[] = []
  const required = itemsOf(texts.get('require') ?? '')
  for (const condition of CONDITION_NAMES.filter(name => required.includes(name))) {
    // Without its first read, a condition can't be judged: a source that refuses the read refuses the condition.
    const why = refusals[`read: ${CONDITIONS[condition].needs[0]}`]
    if (why !== undefined) problems.push({ input: 'require', message: say`${code(`require: ${condition}`)} ${why}` })
  }
  for (const [what, why] of Object.entries(refusals)) {
    const [input = '', name] = what.split(': ')
    const text = texts.get(input) ?? ''
    const isUsed = name === undefined ? text !== '' : itemsOf(text).includes(name)
    if (isUsed) problems.push({ input, message: say`${code(what)} ${why}` })
  }
  return problems
}

interface Setup {
  texts: Texts
  inputs: Inputs
  secrets: Secrets
  context: RunContext
  plan: Plan
  /** GITHUB_EVENT_NAME */
  eventName: string
}

type Rule = [input: InputName, isBroken: boolean, message: Message, code?: SetupProblem['code']]

/** The problems of inputs that do not fit one another, or the event. */
export function brokenRules(setup: Setup): SetupProblem[] {
  const rules = [...rulesOnAccess(setup), ...rulesOnTests(setup), ...rulesOnSubject(setup)]
  const broken = rules.filter(([, isBroken]) => isBroken)
  return broken.map(([input, , message, code]) => ({ input, message, code }))
}

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: expressions of a workflow
const OUTCOME = '${{ steps.<id>.outcome }}'
const SECRET = '${{ secrets.NAME }}'
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: expressions of a workflow

const MESSAGES = {
  noEndpoint: say`Input ${code('endpoint')} is empty. Set it to the service's base URL, such as ${code('https://queue.example.com')}, or set ${code('source: github')} for GitHub's own merge queue. If it comes from ${code('vars.X')}, check that X exists for this repository.`,
  noApiToken: say`Input ${code('api-token')} is empty. Check that the secret exists and that this workflow sees it (a reusable workflow needs ${code('secrets: inherit')}).`,
  noGitHubToken: say`Input ${code('github-token')} is empty, and GitHub's own queue is read with it. Leave the input out to take the workflow's own token.`,
  noRepository: say`Input ${code('repository')} is empty, and GITHUB_REPOSITORY names no repository. Set ${code('repository')} to ${code('owner/name')}.`,
  reportsOfOthers: say`Input ${code('junit-paths')}: on ${code('workflow_run')} the files come from somebody else. Read them in the job that runs the tests.`,
  noReports: say`${code('require: no-blocking-failures')} needs test reports. Set ${code('junit-paths')} to the JUnit XML files of the tests, such as ${code('reports/**/*.xml')}.`,
  noOutcome: say`${code('require: no-blocking-failures')} needs ${code('test-outcome')}: without it a crash can't be told from a pass. Set it to ${code(OUTCOME)}, with the id of the step that runs the tests.`,
  noLimit: say`${code('require: quarantine-within-limits')} needs a limit. Set ${code('max-quarantined')}, ${code('max-quarantine-age')} or both.`,
  noCondition: say`Input ${code('require')} is empty, so the step would check nothing. Name a condition, such as ${code('ready')}, or write ${code('none')} to report only. If it comes from ${code('vars.X')}, check that X exists for this repository.`,
}

function rulesOnAccess({ texts, secrets, context }: Setup): Rule[] {
  const { source, repository } = context
  const asksService = source.id !== 'github'
  return [
    ['endpoint', asksService && !texts.get('endpoint'), MESSAGES.noEndpoint],
    ['api-token', asksService && secrets.service === '', MESSAGES.noApiToken, 'token-missing'],
    ruleOnToken('api-token', asksService ? secrets.service : ''),
    ruleOnToken('github-token', secrets.github),
    ['github-token', !asksService && secrets.github === '', MESSAGES.noGitHubToken],
    ['repository', repository.name === '', MESSAGES.noRepository],
  ]
}

/** A header holds only visible ASCII (RFC 9110, 5.5). */
function ruleOnToken(input: InputName, token: string): Rule {
  const isBroken = token !== '' && (token.length < SHORTEST_TOKEN || !/^[\x21-\x7e]+$/.test(token))
  const message = say`Input ${code(input)} holds no token: it is short, or holds a character that no token has, such as a blank or a line break. Store the secret again, and pass it as ${code(SECRET)}.`
  return [input, isBroken, message]
}

function rulesOnTests({ texts, inputs, context, plan, eventName }: Setup): Rule[] {
  const { source } = context
  const hasReports = inputs.junitPaths.length > 0
  const judgesTests = inputs.require.includes('no-blocking-failures')
  const judgesLimits = inputs.require.includes('quarantine-within-limits')
  const lacksOwner = source.listOwnerInput !== null && listOwnerIn(inputs, source) === null
  const ownerInput = source.listOwnerInput ?? 'organization'
  const noList = say`Input ${code(ownerInput)} is empty, so the quarantined tests can't be read. Set it to the name or id that the service shows.`
  return [
    ['junit-paths', eventName === 'workflow_run' && hasReports, MESSAGES.reportsOfOthers],
    ['junit-paths', judgesTests && !hasReports, MESSAGES.noReports],
    ['test-outcome', judgesTests && inputs.testOutcome === null, MESSAGES.noOutcome],
    ['max-quarantined', judgesLimits && !hasLimit(inputs), MESSAGES.noLimit],
    [ownerInput, lacksOwner && (judgesTests || plan.reads.includes('quarantined-tests')), noList],
    // If an expression came out empty, the step would silently check nothing.
    ['require', texts.get('require') === '', MESSAGES.noCondition],
  ]
}

/** A broken rule for each input that a planned read lacks. */
function rulesOnSubject({ inputs, context, plan }: Setup): Rule[] {
  const needs = [
    ['pull-request', 'a pull request'],
    ['target-branch', 'a target branch'],
    ['test-run-id', 'a test run'],
  ] as const
  const rules: Rule[] = []
  for (const [input, what] of needs) {
    const reads = plan.reads.filter(read => missingInputs(read, context).includes(input))
    if (reads.length === 0) continue
    const condition = inputs.require.find(each => readsNeeded([each]).some(read => reads.includes(read)))
    const setting = condition === undefined ? `read: ${reads[0]}` : `require: ${condition}`
    const message = say`${code(setting)} needs ${what}, which neither an input nor the event names. Set ${code(input)}.`
    rules.push([input, true, message])
  }
  return rules
}
