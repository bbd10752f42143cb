import type { PullRequest, Queue, QueueEntry, ReportedStatus, TestRun } from '../facts/facts.ts'
import type { QuarantinedTest } from '../facts/test-list.ts'
import type { Wire, WireSubmission } from './wire.ts'

/** getSubmittedPullRequest. */
export function pullRequestOf(wire: Wire['submittedPullRequest']): PullRequest {
  return {
    number: wire.prNumber,
    sha: wire.prSha,
    ...submissionOf(wire),
    forceEnqueued: wire.forceEnqueued ?? null,
    submitted: wire.isCurrentlySubmittedToQueue,
  }
}

/** getQueue. */
export function queueOf(wire: Wire['queue']): Queue {
  const mode = word(wire.mode)
  return {
    state: lowered(wire.state),
    branch: wire.branch,
    mode,
    // The service has one line in this mode alone; of a mode that nobody knows nothing is claimed.
    ordered: mode === 'single',
    concurrency: wire.concurrency ?? null,
    testingTimeoutMinutes: wire.testingTimeoutMinutes ?? null,
    canOptimisticallyMerge: wire.canOptimisticallyMerge ?? null,
    pendingFailureDepth: wire.pendingFailureDepth ?? null,
    batch: wire.batch ?? null,
    batchingMaxWaitTimeMinutes: wire.batchingMaxWaitTimeMinutes ?? null,
    batchingMinSize: wire.batchingMinSize ?? null,
    createPrsForTestingBranches: wire.createPrsForTestingBranches ?? null,
    commentsEnabled: wire.commentsEnabled ?? null,
    commandsEnabled: wire.commandsEnabled ?? null,
    statusCheckEnabled: wire.statusCheckEnabled ?? null,
    bisectionConcurrency: wire.bisectionConcurrency ?? null,
    requiredStatuses: wire.requiredStatuses ?? null,
    directMergeMode: word(wire.directMergeMode),
    optimizationMode: word(wire.optimizationMode),
    mergeMethod: word(wire.mergeMethod),
    entries: wire.enqueuedPullRequests.map(entryOf),
  }
}

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunOf(id: string, wire: Wire['testingDetails']): TestRun {
  return {
    id,
    status: word(wire.status),
    createdAt: wire.createdAt ?? null,
    testBranch: wire.testBranch,
    testBranchSha: wire.testBranchSha,
    requiredStatuses: wire.requiredStatuses ?? null,
    requiredStatusesSource: word(wire.requiredStatusesSource),
    ...reportedOf(wire),
    pullRequests: pullRequestsOf(wire),
    impactedTargets: wire.impactedTargets ?? null,
    impactedTargetsForTestedPullRequests: wire.impactedTargetsForTestedPrs ?? null,
    dependentPullRequests: wire.dependentPrs ?? null,
  }
}

/** A row of list-quarantined-tests. Empty texts say nothing, so they count as absent. */
export function quarantinedTestOf(wire: Wire['quarantinedTestsPage']['quarantined_tests'][number]): QuarantinedTest {
  return {
    name: wire.name,
    parent: wire.parent || null,
    file: wire.file || null,
    classname: wire.classname || null,
    variant: wire.variant || null,
    codeowners: wire.codeowners ?? [],
    quarantinedAt: wire.quarantined_at || null,
    statusLastUpdatedAt: wire.status_last_updated_at || null,
    testCaseId: wire.test_case_id || null,
  }
}

function entryOf(wire: Wire['queue']['enqueuedPullRequests'][number]): QueueEntry {
  return {
    number: wire.prNumber ?? null,
    sha: wire.prSha ?? null,
    ...submissionOf(wire),
    noBatch: wire.noBatch ?? null,
  }
}

function submissionOf(wire: WireSubmission) {
  const { readiness } = wire
  return {
    title: wire.prTitle ?? null,
    baseBranch: wire.prBaseBranch ?? null,
    author: wire.prAuthor ?? null,
    id: wire.id ?? null,
    state: word(wire.state),
    stateChangedAt: wire.stateChangedAt ?? null,
    priorityValue: wire.priorityValue ?? null,
    priorityName: wire.priorityName ?? null,
    usedDefaultPriorityName: wire.usedDefaultPriorityName ?? null,
    skipTheLine: wire.skipTheLine ?? null,
    readiness: readiness
      ? {
          requiresImpactedTargets: readiness.requiresImpactedTargets ?? null,
          hasImpactedTargets: readiness.hasImpactedTargets ?? null,
          baseBranchMatches: readiness.doesBaseBranchMatch ?? null,
          mergeability: word(readiness.gitHubMergeability),
        }
      : null,
  }
}

/** The pull requests under test, each once: as the first row of its number has it. */
function pullRequestsOf({ testedPullRequests }: Wire['testingDetails']): TestRun['pullRequests'] {
  const byNumber = Map.groupBy(testedPullRequests, ({ prNumber }) => prNumber)
  return [...byNumber].map(([number, [first]]) => ({ number, url: first?.prUrl ?? null, title: first?.title ?? null }))
}

/** Check runs and commit statuses alike: often only one of the two lists holds anything. */
function reportedOf({
  checkSuites,
  statusChecks,
}: Wire['testingDetails']): Pick<TestRun, 'reported' | 'reportedIsWhole'> {
  const runs = checkSuites?.flatMap(suite => suite.checkRuns ?? []) ?? []
  const reported = [
    ...runs.map(run => ({ name: run.name ?? '', url: run.url ?? null, outcome: outcomeOfRun(run) })),
    ...statusChecks.map(check => ({
      name: check.context ?? '',
      url: check.url ?? null,
      outcome: outcomeOf(word(check.state)),
    })),
  ]
  return {
    // A report that does not say its name can be that of any status.
    reported: reported.filter(({ name }) => name !== ''),
    reportedIsWhole:
      checkSuites?.every(({ checkRuns }) => checkRuns != null) === true && reported.every(({ name }) => name !== ''),
  }
}

/** The conclusion where there is one: only a run that is completed has one. */
function outcomeOfRun(run: {
  status?: string | null | undefined
  conclusion?: string | null | undefined
}): ReportedStatus['outcome'] {
  const [status, conclusion] = [word(run.status), word(run.conclusion)]
  if (conclusion === null) return outcomeOf(status)
  // A run that goes on has no conclusion yet.
  return status === null || status === 'completed' ? outcomeOf(conclusion) : outcomeOf(status)
}

/** GitHub's words for check runs (conclusion, else status) and commit statuses (state). */
function outcomeOf(said: string | null): ReportedStatus['outcome'] {
  switch (said) {
    case null:
      return null
    case 'success':
    case 'neutral':
    case 'skipped':
      return 'passed'
    case 'failure':
    case 'error':
    case 'timed_out':
    case 'cancelled':
    case 'action_required':
    case 'startup_failure':
      return 'failed'
    case 'queued':
    case 'in_progress':
    case 'pending':
    case 'waiting':
    case 'requested':
    case 'expected':
      return 'pending'
    default:
      return 'unknown'
  }
}

/** A value of an enumeration: the documents have them in capitals and in lower case, and both circulate. */
function lowered(word: string): string {
  return word.toLowerCase()
}

function word(value: string | null | undefined): string | null {
  return value == null ? null : lowered(value)
}
