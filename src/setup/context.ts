import { type Plan, parseTestBranch, type RunContext } from '../facts/context.ts'
import { READS, type Read } from '../facts/facts.ts'
import type { SourceProfile } from '../facts/profile.ts'
import { readsNeeded } from '../gate/conditions.ts'
import { code, say } from '../text/message.ts'
import { type EventFacts, NO_EVENT } from './event.ts'
import { hasLimit, type Inputs, isAboutTestsAlone, listOwnerIn } from './inputs.ts'
import { repository } from './parsers.ts'

const DEFAULT_TAKEN = say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`
const SEVERAL = say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`

/**
 * What this run is about: an input wins over the event; an event of another repository tells nothing.
 *
 * @param server the repository and the server of the workflow, as the runner names them
 */
export function contextOf(
  inputs: Inputs,
  given: EventFacts,
  server: { repository: string; serverUrl: string },
  source: SourceProfile,
): RunContext {
  const asked = inputs.repository ?? repository.parse(server.repository) ?? { owner: '', name: '' }
  // GitHub ignores letter case in names of owners and repositories.
  const isOther = `${asked.owner}/${asked.name}`.toLowerCase() !== server.repository.toLowerCase()
  const host = URL.canParse(server.serverUrl) ? new URL(server.serverUrl).host : 'github.com'
  const event = inputs.repository !== null && isOther ? NO_EVENT : given
  const group = event.mergeGroup ?? null
  const isTested = source.testsOn === 'test-branch' && group === null
  const testBranch = isTested ? parseTestBranch(event.branch ?? '') : null
  const listed = pullRequestIn(event, inputs)
  const found = testBranch === null ? listed : null
  const base = listed?.base ?? null
  const assumed = base ?? (testBranch ? event.defaultBranch : event.pullRequests.length === 0 ? event.branch : null)
  const headSha = event.headSha ?? (testBranch && event.branchSha) ?? null
  // Anybody can choose the name of a branch, so it takes a commit to compare.
  const namesRun = headSha !== null && (source.namesBisections || !testBranch?.isBisection)
  const pullRequest = inputs.pullRequest ?? found?.number ?? null
  const targetBranch = inputs.targetBranch ?? assumed ?? null
  const isItsEvent = found !== null && found.number === pullRequest
  return {
    kind: testBranch ? 'test-branch' : found ? 'pull-request' : event.kind,
    source,
    repository: { host, ...asked },
    pullRequest,
    targetBranch,
    eventSha: headSha,
    // The event's commit concerns only pull requests that the event is about.
    pullRequestHead: isItsEvent ? headSha : null,
    queueActivity: (isItsEvent && event.queueActivity) || null,
    mergeGroup: group,
    testRunId: inputs.testRunId ?? (namesRun && testBranch ? testBranch.testRunId : null),
    testBranchPullRequests: testBranch?.pullRequests ?? [],
    mustAskForBranch: targetBranch === null && (isItsEvent || (group !== null && source.testsOn === 'merge-group')),
    stackBase: (isItsEvent && event.stackBase) || null,
    overriddenBase: isItsEvent && inputs.targetBranch !== null ? found.base : null,
    isFromFork: given.secretlessOrigin === 'fork',
    notices: [
      ...(testBranch && base === null && inputs.targetBranch === null && assumed ? [DEFAULT_TAKEN] : []),
      ...(!testBranch && event.pullRequests.length > 1 && pullRequest === null ? [SEVERAL] : []),
    ],
  }
}

/** The pull request that the event is about; of several, the one that `pull-request` or `target-branch` tells. */
function pullRequestIn({ pullRequests }: EventFacts, { pullRequest, targetBranch }: Inputs) {
  if (pullRequests.length < 2) return pullRequests[0] ?? null
  const meant = pullRequests.filter(each =>
    pullRequest === null ? each.base === targetBranch : each.number === pullRequest,
  )
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/** The reads that `read` names and those that `require` needs. `read: auto` takes only reads that lack nothing. */
export function planReads(inputs: Inputs, context: RunContext): Plan {
  const decisive = readsNeeded(inputs.require)
  const asked = [...(inputs.read ?? autoReads(inputs, context)), ...decisive]
  if (hasLimit(inputs) && listOwnerIn(inputs, context.source) !== null) asked.push('quarantined-tests')
  // The run names the pull requests that get a comment.
  if (context.kind === 'test-branch' && inputs.comment !== 'never') asked.push('test-run')
  return {
    reads: withSubjectOfRun(asked, context),
    decisiveReads: inputs.require.length > 0 ? withSubjectOfRun(decisive, context) : (inputs.read ?? []),
    isAuto: inputs.read === null,
  }
}

/** What the branch of a merge group says: the pull request under its commit. Null once the pull request is known. */
export function unconfirmedClaim({ source, pullRequest, mergeGroup }: RunContext) {
  if (source.testsOn !== 'merge-group' || pullRequest !== null || mergeGroup === null) return null
  const { sha, claimedPullRequest: number } = mergeGroup
  return number === null ? null : { sha, number }
}

/** The inputs that a read lacks. GitHub can still name a target branch, or confirm the pull request of a merge group. */
export function missingInputs(read: Read, context: RunContext) {
  if (read === 'quarantined-tests') return []
  const { kind, pullRequest, targetBranch, testRunId, mergeGroup, source } = context
  const isClaimed = source.testsOn === 'merge-group' && mergeGroup !== null && mergeGroup.claimedPullRequest !== null
  const namesRun = testRunId !== null || pullRequest !== null || kind === source.testsOn
  const lacks: ('pull-request' | 'target-branch' | 'test-run-id')[] = []
  if (read === 'pull-request' && pullRequest === null && !isClaimed) lacks.push('pull-request')
  if (read === 'test-run' && !namesRun) lacks.push('test-run-id')
  if (targetBranch === null && !context.mustAskForBranch) lacks.push('target-branch')
  return lacks
}

function autoReads(inputs: Inputs, context: RunContext): Read[] {
  if (isAboutTestsAlone(inputs)) return []
  const { kind, source, testRunId, pullRequest } = context
  const namesRun = source.testsOn === 'test-branch' && source.namesTestRun && pullRequest !== null
  const reads: Read[] = ['pull-request', 'queue']
  if (testRunId !== null || kind === source.testsOn || namesRun) reads.push('test-run')
  const asksTests = inputs.require.length > 0 || inputs.junitPaths.length > 0
  if (!asksTests && listOwnerIn(inputs, source) !== null) reads.push('quarantined-tests')
  return reads.filter(read => missingInputs(read, context).length === 0)
}

/** The reads in their order. A run without an id is named by the pull request's answer, and in v2 by the queue, too. */
function withSubjectOfRun(reads: readonly Read[], context: RunContext): Read[] {
  const { kind, testRunId, pullRequest, source } = context
  const all = new Set(reads)
  if (all.has('test-run') && testRunId === null && kind !== source.testsOn && pullRequest !== null) {
    all.add('pull-request')
    if (source.namesTestRun && source.testsOn === 'test-branch') all.add('queue')
  }
  return READS.filter(read => all.has(read))
}
