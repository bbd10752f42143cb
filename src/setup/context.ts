import type { Plan, RunContext, Sourced } from '../facts/context.ts'
import { READS, type Read } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { readsNeeded } from '../gate/conditions.ts'
import { hasLimit, type Inputs, judgesTestsAlone, listOfTests, readsFiles } from './inputs.ts'
import { type EventSubject, isSameText, NO_SUBJECT } from './subject.ts'

/** The repository and the server of the workflow, as the runner names them. */
export interface Server {
  repository: string
  serverUrl: string
}

/** Joins the inputs and the event: an input wins over the event; an event of another repository tells nothing. */
export function contextOf(inputs: Inputs, subject: EventSubject, server: Server, source: SourceProfile): RunContext {
  const event = isOfEvent(inputs, server) ? subject : NO_SUBJECT
  const pullRequest = sourced(inputs.pullRequest, event.pullRequest)
  const isItsEvent = pullRequest !== null && pullRequest.value === event.pullRequest
  const isAboutIt = pullRequest !== null && event.headOf.includes(pullRequest.value)
  const asksAboutIt = isItsEvent || (event.group !== null && source.testsOn === 'merge-group')
  const isInput = { 'target-branch': inputs.targetBranch !== null, 'pull-request': inputs.pullRequest !== null }
  return {
    kind: event.kind,
    source,
    repository: repositoryOf(inputs, server),
    pullRequest,
    targetBranch: sourced(inputs.targetBranch, event.targetBranch),
    headSha: event.headSha,
    // The event's commit concerns only pull requests that the event is about.
    pullRequestHead: isAboutIt ? event.headSha : null,
    queueActivity: isItsEvent ? event.queueActivity : null,
    group: event.group,
    testRunId: sourced(inputs.testRunId, idOfBranch(event, source)),
    branchNumbers: event.testBranch?.pullRequests ?? [],
    askForBranch: asksAboutIt && event.targetBranch === null && inputs.targetBranch === null,
    ...(isItsEvent && event.stackBase !== undefined && { stackBase: event.stackBase }),
    eventBase: isItsEvent && inputs.targetBranch !== null ? event.targetBranch : null,
    fromFork: subject.withoutSecrets === 'fork',
    notices: event.notices.flatMap(({ input: settledBy, text }) => (isInput[settledBy] ? [] : [text])),
  }
}

/** True if the step asks about the repository of its workflow, which the event is about. */
export function isOfEvent({ repository }: Inputs, server: Server): boolean {
  return repository === null || isSameText(server.repository, `${repository.owner}/${repository.name}`)
}

/** Anybody can choose the name of a branch, so it takes a commit to compare. */
function idOfBranch({ testBranch, headSha }: EventSubject, { namesBisections }: SourceProfile): string | null {
  if (testBranch === null || headSha === null || (testBranch.isBisection && !namesBisections)) return null
  return testBranch.testRunId
}

function repositoryOf(inputs: Inputs, server: Server): RunContext['repository'] {
  const host = URL.canParse(server.serverUrl) ? new URL(server.serverUrl).host : 'github.com'
  if (inputs.repository !== null) return { value: { host, ...inputs.repository }, from: 'input' }
  const at = server.repository.lastIndexOf('/')
  const repository = { owner: server.repository.slice(0, Math.max(0, at)), name: server.repository.slice(at + 1) }
  return { value: { host, ...repository }, from: 'default' }
}

function sourced<T>(input: T | null, event: T | null): Sourced<T> | null {
  if (input !== null) return { value: input, from: 'input' }
  return event === null ? null : { value: event, from: 'event' }
}

/** An input that a read can't do without, unless the event stands in. */
export type Need = 'pull-request' | 'target-branch' | 'test-run-id' | 'organization' | 'test-collection'

export type Lacks = Partial<Record<Need, Read[]>>

/**
 * The reads of a step: those that `read` names and those that `require` needs. `read: auto` takes only reads that lack
 * nothing.
 */
export function planReads(inputs: Inputs, context: RunContext): { plan: Plan; lacks: Lacks } {
  const decisive = readsNeeded(inputs.require)
  const named = inputs.read === 'auto' ? [] : inputs.read
  const needs = (read: Read) => needsOf(read, inputs, context)
  const auto = inputs.read === 'auto' ? autoReads(inputs, context).filter(read => needs(read).length === 0) : []
  const asked = inOrder([...named, ...auto, ...alsoShown(inputs, context), ...decisive])
  const beside = besideRun(asked, context)
  const lacks: Lacks = {}
  for (const read of asked) for (const need of needs(read)) lacks[need] = [...(lacks[need] ?? []), read]
  const needed = inputs.require.length > 0 ? besideRun(decisive, context).concat(decisive) : named
  const from = inputs.read === 'auto' ? 'auto' : 'input'
  return { plan: { reads: inOrder([...asked, ...beside]), needed: inOrder(needed), from }, lacks }
}

function inOrder(reads: readonly Read[]): Read[] {
  return READS.filter(read => reads.includes(read))
}

/** What a read lacks. GitHub can still name a target branch, or confirm the pull request of a merge group. */
function needsOf(read: Read, inputs: Inputs, context: RunContext): Need[] {
  const { pullRequest, targetBranch, askForBranch, source } = context
  const branch: Need[] = targetBranch !== null || askForBranch ? [] : ['target-branch']
  switch (read) {
    case 'pull-request':
      return pullRequest !== null || claimsPullRequest(context) ? branch : ['pull-request', ...branch]
    case 'test-run':
      return knowsRun(context) ? branch : ['test-run-id', ...branch]
    case 'quarantined-tests':
      return source.listedBy === null || listOfTests(inputs, source) !== null ? [] : [source.listedBy]
    default:
      return branch
  }
}

/** True if the name of a merge group's branch holds a number that GitHub may confirm. */
function claimsPullRequest({ group, source }: RunContext): boolean {
  return source.testsOn === 'merge-group' && group !== null && group.number !== null
}

/** True if something names the test run: an id, the event's group or branch, or a pull request. */
function knowsRun(context: RunContext): boolean {
  return context.testRunId !== null || context.pullRequest !== null || isOnTests(context)
}

/** True if the event itself is on what the queue tests. */
function isOnTests({ kind, source }: RunContext): boolean {
  return kind === source.testsOn
}

function autoReads(inputs: Inputs, context: RunContext): Read[] {
  if (judgesTestsAlone(inputs)) return []
  const { source, testRunId, pullRequest } = context
  const namesRun = source.testsOn === 'test-branch' && source.namesTestRun && pullRequest !== null
  const asksRun = testRunId !== null || isOnTests(context) || namesRun
  const onlyLists = inputs.require.length === 0 && !readsFiles(inputs) && listOfTests(inputs, source) !== null
  return [
    'pull-request',
    'queue',
    ...(asksRun ? (['test-run'] as const) : []),
    ...(onlyLists ? (['quarantined-tests'] as const) : []),
  ]
}

/** Reads that show what other inputs ask for: limits, and the pull requests that get a comment. */
function alsoShown(inputs: Inputs, { kind, source }: RunContext): Read[] {
  return [
    ...(hasLimit(inputs) && listOfTests(inputs, source) !== null ? (['quarantined-tests'] as const) : []),
    ...(kind === 'test-branch' && inputs.comment !== 'never' ? (['test-run'] as const) : []),
  ]
}

/** A run that has no id is named by the pull request's answer, and in v2 by the queue, so they are read beside it. */
function besideRun(reads: readonly Read[], context: RunContext): Read[] {
  const { testRunId, pullRequest, source } = context
  if (!reads.includes('test-run') || testRunId !== null || pullRequest === null || isOnTests(context)) return []
  return source.namesTestRun && source.testsOn === 'test-branch' ? ['pull-request', 'queue'] : ['pull-request']
}
