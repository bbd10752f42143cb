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

/** What this run is about. An input wins over the event, and for another repository the event counts for nothing. */
export function contextOf(
  inputs: Inputs,
  runnerEvent: EventFacts,
  workflow: { repository: string; serverUrl: string },
  source: SourceProfile,
): RunContext {
  const { owner, name } = inputs.repository ?? repository.parse(workflow.repository) ?? { owner: '', name: '' }
  // GitHub ignores letter case in names of owners and repositories.
  const isOtherRepository = `${owner}/${name}`.toLowerCase() !== workflow.repository.toLowerCase()
  const host = URL.canParse(workflow.serverUrl) ? new URL(workflow.serverUrl).host : 'github.com'
  const event = inputs.repository !== null && isOtherRepository ? NO_EVENT : runnerEvent
  const mergeGroup = event.mergeGroup ?? null
  const hasTestBranches = source.testsOn === 'test-branch'
  const testBranch = hasTestBranches && !mergeGroup ? parseTestBranch(event.branch ?? '') : null
  const listed = pullRequestOfEvent(event, inputs)
  // A pull request from a test branch is the queue's own. The step is about those under test.
  const eventPullRequest = testBranch === null ? listed : null
  // The branch of a pull request's event is its head, never the target branch.
  const pushedBranch = event.pullRequests.length === 0 ? event.branch : null
  // Only on a test branch is the last commit of the branch the one under test.
  const eventSha = event.headSha ?? (testBranch && event.branchSha) ?? null
  // Anybody can choose the name of a branch: the run named in it counts only if the event has a commit to compare with
  // the run's. With some sources, the branch of a bisection names another run.
  const namesRun = eventSha !== null && testBranch && (source.bisectionBranchNamesRun || !testBranch.isBisection)
  const pullRequest = inputs.pullRequest ?? eventPullRequest?.number ?? null
  const targetBranch = inputs.targetBranch ?? listed?.base ?? (testBranch ? event.defaultBranch : pushedBranch) ?? null
  const isAboutPullRequest = eventPullRequest !== null && eventPullRequest.number === pullRequest
  const takesDefault = testBranch && !listed?.base && inputs.targetBranch === null && targetBranch !== null
  return {
    kind: testBranch ? 'test-branch' : eventPullRequest ? 'pull-request' : event.kind,
    source,
    repository: { host, owner, name },
    pullRequest,
    targetBranch,
    eventSha,
    pullRequestHead: isAboutPullRequest ? eventSha : null,
    pullRequestActivity: (isAboutPullRequest && event.pullRequestActivity) || null,
    mergeGroup,
    testRunId: inputs.testRunId ?? (namesRun ? testBranch.testRunId : null),
    testBranchPullRequests: testBranch?.pullRequests ?? [],
    // An `issue_comment` names no base, nor does the `workflow_run` of a merge group.
    mustAskForBranch: targetBranch === null && (isAboutPullRequest || (mergeGroup !== null && !hasTestBranches)),
    stackBase: (isAboutPullRequest && event.stackBase) || null,
    overriddenBase: isAboutPullRequest && inputs.targetBranch !== null ? eventPullRequest.base : null,
    isFromFork: runnerEvent.secretlessOrigin === 'fork',
    notices: [
      ...(takesDefault ? [DEFAULT_TAKEN] : []),
      ...(!testBranch && event.pullRequests.length > 1 && pullRequest === null ? [SEVERAL] : []),
    ],
  }
}

/** The pull request of the event; of several, the one that the input `pull-request` or `target-branch` names. */
function pullRequestOfEvent({ pullRequests }: EventFacts, { pullRequest, targetBranch }: Inputs) {
  const isMeant = ({ number, base }: { number: number; base: string | null }) =>
    pullRequest === null ? base === targetBranch : number === pullRequest
  const [first = null, ...others] = pullRequests.length > 1 ? pullRequests.filter(isMeant) : pullRequests
  return others.length === 0 ? first : null
}

/** What to read: what `read` and `require` name, and what a limit, a comment or the search for a run needs. */
export function planReads(inputs: Inputs, context: RunContext): Plan {
  const required = readsNeeded(inputs.require)
  const asked = [...(inputs.read ?? autoReads(inputs, context)), ...required]
  if (hasLimit(inputs) && listOwnerIn(inputs, context.source) !== null) asked.push('quarantined-tests')
  // The run names the pull requests that get a comment.
  if (context.kind === 'test-branch' && inputs.comment !== 'never') asked.push('test-run')
  return {
    reads: withReadsForRun(asked, context),
    decisiveReads: inputs.require.length > 0 ? withReadsForRun(required, context) : (inputs.read ?? []),
    isAuto: inputs.read === null,
  }
}

/** The pull request that a merge group's branch names, and the group's commit; null if there is none to confirm. */
export function unconfirmedPullRequest({ source, pullRequest, mergeGroup }: RunContext) {
  if (source.testsOn !== 'merge-group' || pullRequest !== null || mergeGroup === null) return null
  const { sha, claimedPullRequest: number } = mergeGroup
  return number === null ? null : { sha, number }
}

/** The inputs that a read lacks, without those that GitHub will be asked for before the first poll. */
export function missingInputs(read: Read, context: RunContext) {
  if (read === 'quarantined-tests') return []
  const { pullRequest, targetBranch, mustAskForBranch } = context
  const missing: ('pull-request' | 'target-branch' | 'test-run-id')[] = []
  if (read === 'pull-request' && pullRequest === null && !unconfirmedPullRequest(context)) missing.push('pull-request')
  if (read === 'test-run' && pullRequest === null && !isRunKnown(context)) missing.push('test-run-id')
  if (targetBranch === null && !mustAskForBranch) missing.push('target-branch')
  return missing
}

/** True if an id names the test run, or if the event is on what the source tests: a test branch or a merge group. */
function isRunKnown({ testRunId, kind, source }: RunContext): boolean {
  return testRunId !== null || kind === source.testsOn
}

function autoReads(inputs: Inputs, context: RunContext): Read[] {
  if (isAboutTestsAlone(inputs)) return []
  const { source, pullRequest } = context
  const queueNamesRun = source.testsOn === 'test-branch' && source.namesTestRun && pullRequest !== null
  const reads: Read[] = ['pull-request', 'queue']
  if (isRunKnown(context) || queueNamesRun) reads.push('test-run')
  const asksNothingElse = inputs.require.length === 0 && inputs.junitPaths.length === 0
  if (asksNothingElse && listOwnerIn(inputs, source) !== null) reads.push('quarantined-tests')
  return reads.filter(read => missingInputs(read, context).length === 0)
}

/** Adds the reads that name the test run if nothing else does: the pull request and, in the v2 API, the queue. */
function withReadsForRun(reads: readonly Read[], context: RunContext): Read[] {
  const { pullRequest, source } = context
  const all = new Set(reads)
  if (all.has('test-run') && !isRunKnown(context) && pullRequest !== null) {
    all.add('pull-request')
    if (source.namesTestRun && source.testsOn === 'test-branch') all.add('queue')
  }
  return READS.filter(read => all.has(read))
}
