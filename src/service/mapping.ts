import type { PullRequest, QuarantinedTest, Queue, QueueEntry, ReportedStatus, TestRun } from '../facts.ts'
import type { WirePage, WirePullRequest, WireQueue, WireSubmission, WireTestingDetails } from './wire.ts'

/** getSubmittedPullRequest. */
export function pullRequestOf(wire: WirePullRequest): PullRequest {
  return {
    number: wire.prNumber,
    sha: wire.prSha,
    ...submissionOf(wire),
    forceEnqueued: wire.forceEnqueued ?? null,
    submitted: wire.isCurrentlySubmittedToQueue,
  }
}

/** getQueue. */
export function queueOf(wire: WireQueue): Queue {
  return {
    state: wire.state,
    branch: wire.branch,
    mode: wire.mode ?? null,
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
    directMergeMode: wire.directMergeMode ?? null,
    optimizationMode: wire.optimizationMode ?? null,
    mergeMethod: wire.mergeMethod ?? null,
    entries: wire.enqueuedPullRequests.map(entryOf),
  }
}

/** getMergeQueueTestingDetails; the answer does not repeat the id that was asked for. */
export function testRunOf(id: string, wire: WireTestingDetails): TestRun {
  return {
    id,
    status: wire.status ?? null,
    createdAt: wire.createdAt ?? null,
    testBranch: wire.testBranch,
    testBranchSha: wire.testBranchSha,
    requiredStatuses: wire.requiredStatuses,
    requiredStatusesSource: wire.requiredStatusesSource ?? null,
    reported: reportedOf(wire),
    pullRequests: wire.testedPullRequests.map(({ prNumber, prUrl, title }) => ({
      number: prNumber,
      url: prUrl ?? null,
      title: title ?? null,
    })),
    impactedTargets: wire.impactedTargets ?? null,
    impactedTargetsForTestedPullRequests: wire.impactedTargetsForTestedPrs ?? null,
    dependentPullRequests: wire.dependentPrs ?? null,
  }
}

/** A row of list-quarantined-tests. Empty texts say nothing, so they count as absent. */
export function quarantinedTestOf(wire: WirePage['quarantined_tests'][number]): QuarantinedTest {
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

function entryOf(wire: WireQueue['enqueuedPullRequests'][number]): QueueEntry {
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
    state: wire.state ?? null,
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
          mergeability: readiness.gitHubMergeability ?? null,
        }
      : null,
  }
}

/** Check runs and commit statuses alike: often only one of the two lists holds anything. */
function reportedOf(wire: WireTestingDetails): ReportedStatus[] {
  const runs = wire.checkSuites.flatMap(suite => suite.checkRuns ?? [])
  return [
    ...runs.map(run => ({
      name: run.name ?? '',
      url: run.url ?? null,
      outcome: outcomeOf(run.conclusion ?? run.status),
    })),
    ...wire.statusChecks.map(check => ({
      name: check.context ?? '',
      url: check.url ?? null,
      outcome: outcomeOf(check.state),
    })),
  ].filter(({ name }) => name !== '')
}

/** GitHub's words for check runs (conclusion, else status) and commit statuses (state). */
function outcomeOf(word: string | null | undefined): ReportedStatus['outcome'] {
  switch (word) {
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
      return null
  }
}
