import { READS, type Read } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { readsNeeded } from '../gate/conditions.ts'
import { hasLimit, type Inputs, judgesTestsAlone, listOfTests, readsFiles } from './inputs.ts'

/** An input that a read can't do without, unless the event stands in. */
export type Need = 'pull-request' | 'target-branch' | 'test-run-id' | 'organization' | 'test-collection'

/** The reads that lack an input. */
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

/** The reads of `read: auto`, whether they lack something or not. */
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
