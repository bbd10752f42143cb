import { READS, type Read, readsNeeded } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { type CodePart, code, type Message, say } from '../text/message.ts'
import { hasLimit, type Inputs, judgesTestsAlone, listOfTests } from './inputs.ts'
import type { Problem } from './rules.ts'

/** The input that names the subject of a read if the event does not. */
type Need = 'pull-request' | 'target-branch' | 'test-run-id' | ListInput
/** An input that mostly comes from a variable, and variables are withheld with the secrets. */
type ListInput = 'organization' | 'test-collection'

/**
 * The reads of a step: those that `read` names and those that `require` needs. A read that lacks something is a
 * problem; `read: auto` takes only reads that lack nothing.
 *
 * @param event name of the event, as in GITHUB_EVENT_NAME; null if the event is about another repository
 */
export function planReads(
  inputs: Inputs,
  context: RunContext,
  event: string | null,
): { plan: Plan; problems: Problem[] } {
  const decisive = readsNeeded(inputs.require)
  const named = inputs.read === 'auto' ? [] : inputs.read
  const branch: Need[] = context.targetBranch !== null || context.askForBranch ? [] : ['target-branch']
  // Without an id, `read: test-run` looks for the run of the pull request, and no condition counts what is found.
  const looksForRun = context.testRunId === null && context.pullRequest !== null && named.includes('test-run')
  const canLook = looksForRun && !decisive.includes('test-run')
  const { source } = context
  const hasList = listOfTests(inputs, source) !== null
  const isOnGroup = source.testsOn === 'merge-group' && context.kind === 'merge-group'
  const knowsRun = context.testRunId !== null || isOnGroup || (source.namesTestRun && context.pullRequest !== null)
  const missing: Record<Read, Need[]> = {
    'pull-request': [...(context.pullRequest ? [] : (['pull-request'] as const)), ...branch],
    queue: branch,
    'test-run': [...(knowsRun || canLook ? [] : (['test-run-id'] as const)), ...branch],
    'quarantined-tests': hasList || source.listedBy === null ? [] : [source.listedBy],
  }
  const auto =
    inputs.read === 'auto' ? autoReads(inputs, context, knowsRun).filter(read => missing[read].length === 0) : []
  const listed: Read[] = hasLimit(inputs) && hasList ? ['quarantined-tests'] : []
  const asked = [...named, ...auto, ...listed, ...decisive]
  // The pull request's state decides whether its run is looked for. A run that the queue names is checked against the
  // pull request's commit and its place in the queue.
  const isNamed = context.testRunId === null && knowsRun && asked.includes('test-run')
  const also: Read[] = [
    ...((canLook || isNamed) && context.pullRequest ? (['pull-request'] as const) : []),
    ...(isNamed && source.testsOn === 'test-branch' ? (['queue'] as const) : []),
  ]
  const reads = READS.filter(read => asked.includes(read) || also.includes(read))
  const wanted = READS.filter(read => asked.includes(read))
  const problems = [...new Set(wanted.flatMap(read => missing[read]))].map(need => {
    const lacking = wanted.filter(read => missing[read].includes(need))
    const message = say`${whoNeeds(lacking, inputs)} ${lackOf(need, event)}`
    // Such an input is no mistake if the key is missing: the API is then unknown, and with v2 the queue names the run.
    const isMissing = need === source.listedBy || need === 'test-run-id'
    return { input: need, message, ...(isMissing && { missing: true as const }) }
  })
  const rests = isNamed && decisive.includes('test-run') ? also : []
  const needed =
    inputs.require.length > 0 ? READS.filter(read => decisive.includes(read) || rests.includes(read)) : named
  return { plan: { reads, needed, from: inputs.read === 'auto' ? 'auto' : 'input' }, problems }
}

/** The reads of `read: auto` that lack nothing. */
function autoReads(inputs: Inputs, { kind, source }: RunContext, knowsRun: boolean): Read[] {
  const run: Read[] = knowsRun && (source.testsOn === 'test-branch' || kind === 'merge-group') ? ['test-run'] : []
  if (!judgesTestsAlone(inputs)) return ['pull-request', 'queue', ...run]
  // The test run names the pull requests to comment on.
  return kind === 'test-branch' && inputs.comment !== 'never' ? run : []
}

/** The input that asks for one of the reads, as the workflow writes it. */
function whoNeeds(lacking: readonly Read[], { require }: Inputs): CodePart {
  const condition = require.find(candidate => readsNeeded([candidate]).some(read => lacking.includes(read)))
  return condition ? code(`require: ${condition}`) : code(`read: ${lacking[0]}`)
}

const NEEDED = {
  'pull-request': 'a pull request',
  'target-branch': 'a target branch',
  'test-run-id': 'a test run',
}

function lackOf(need: Need, event: string | null): Message {
  const about = event === null ? 'an event about another repository' : `a ${event || 'different'} event`
  const wanted = need in NEEDED ? NEEDED[need as keyof typeof NEEDED] : code(need)
  return say`needs ${wanted}, and ${about} names none. Set ${code(need)}.`
}
