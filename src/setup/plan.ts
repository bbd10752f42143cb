import { READS, type Read, readsNeeded } from '../facts/conditions.ts'
import type { Plan, RunContext } from '../facts/context.ts'
import { articleOf } from './event-name.ts'
import type { Inputs, Problem } from './inputs.ts'
import { hasLimit, onlyMerges } from './test-inputs.ts'

/** What a read takes that the inputs and the event may not say, by the input that would say it. */
type Need = 'pull-request' | 'target-branch' | 'test-run-id' | 'organization'

/**
 * What to read: what `read` names and what `require` needs. A read that lacks something is a problem, but for
 * `read: auto`, which takes what the inputs and the event suffice for.
 *
 * @param event name of the event, as GITHUB_EVENT_NAME has it; null where it is about another repository
 */
export function planReads(
  inputs: Inputs,
  context: RunContext,
  event: string | null,
): { plan: Plan; problems: Problem[] } {
  const needed = readsNeeded(inputs.require)
  const branch: Need[] = context.targetBranch !== null || context.askForBranch ? [] : ['target-branch']
  const missing: Record<Read, Need[]> = {
    'pull-request': [...(context.pullRequest ? [] : (['pull-request'] as const)), ...branch],
    queue: branch,
    // Without an id the run of a pull request is looked for; no condition counts what is found.
    'test-run': [...(context.testRunId || context.pullRequest ? [] : (['test-run-id'] as const)), ...branch],
    'quarantined-tests': inputs.organization === null ? ['organization'] : [],
  }
  const isAuto = (read: Read) => read !== 'quarantined-tests' && (read !== 'test-run' || context.testRunId !== null)
  const auto = READS.filter(read => isAuto(read) && missing[read].length === 0)
  const listed: Read[] = hasLimit(inputs) && inputs.organization !== null ? ['quarantined-tests'] : []
  const wanted = onlyMerges(inputs) ? [] : [...(inputs.read === 'auto' ? auto : inputs.read), ...listed]
  const asked = READS.filter(read => wanted.includes(read) || needed.includes(read))
  // Whether to look for the run is told by the state of the pull request.
  const looksForRun = asked.includes('test-run') && context.testRunId === null && context.pullRequest !== null
  const reads = READS.filter(read => asked.includes(read) || (looksForRun && read === 'pull-request'))
  const problems = [...new Set(reads.flatMap(read => missing[read]))].map(need => {
    const lacking = reads.filter(read => missing[read].includes(need))
    const message = `${whoNeeds(lacking, inputs)} ${lackOf(need, event)}`
    // It mostly comes from a variable, and those are withheld with the secrets.
    return need === 'organization' ? { input: need, message, missing: true as const } : { input: need, message }
  })
  return { plan: { reads, needed, from: inputs.read === 'auto' ? 'auto' : 'input' }, problems }
}

/** The input that asks for one of the reads, as the workflow writes it. */
function whoNeeds(lacking: readonly Read[], { require }: Inputs): string {
  const condition = require.find(candidate => readsNeeded([candidate]).some(read => lacking.includes(read)))
  return condition ? `\`require: ${condition}\`` : `\`read: ${lacking[0]}\``
}

const NEEDED = {
  'pull-request': 'a pull request',
  'target-branch': 'a target branch',
  'test-run-id': 'a test run',
}

function lackOf(need: Need, event: string | null): string {
  if (event === null && need !== 'organization') {
    return `needs ${NEEDED[need]}, and the event, which is about another repository, says nothing of it. Set \`${need}\`.`
  }
  const about = event ? `${articleOf(event)} \`${event}\` event` : 'this event'
  switch (need) {
    case 'pull-request':
      // Such an event lacks one on a test branch alone.
      if (event?.startsWith('pull_request')) {
        return 'needs one pull request, and this run is on a test branch of the queue, which can test several. Set `pull-request`.'
      }
      return `needs a pull request, and ${about} has none. Set \`pull-request\`, or run on \`pull_request\`.`
    case 'target-branch':
      return `needs a target branch, and ${about} names none. Set \`target-branch\`.`
    case 'test-run-id':
      return `needs a test run, and ${about} that is not on a test branch of the queue names none. Set \`test-run-id\`, or run on the queue's test branches.`
    case 'organization':
      return "needs the organization's slug. Set `organization` to the slug that the settings at the service show."
  }
}
