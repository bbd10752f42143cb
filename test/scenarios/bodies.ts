/**
 * Bodies written by hand from the service's description and from what is known of its gaps; GitHub's from its REST
 * reference. Each function gives a usual answer, `members` replace parts of it; `undefined` takes a member away.
 */

export type Json = Record<string, unknown>

/** Head of pull request 42 in the event fixtures. */
export const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
/** An earlier and a later commit than {@link HEAD}. */
export const OLDER = '0123456789abcdef0123456789abcdef01234567'
export const NEWER = 'fedcba9876543210fedcba9876543210fedcba98'

/** The test run of the fixture `pull-request-test-branch`, and its head. */
export const RUN = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
export const RUN_HEAD = 'baebb6f69a2c9c07aae7277ae3730430230626d0'

const HOUR = 3_600_000

/** A time stamp of the past. It lies half way between two values as people read them, so that a slow run changes none. */
export function ago({ days = 0, hours = 0 }: { days?: number; hours?: number }): string {
  return new Date(Date.now() - (days * 24 + hours + 0.5) * HOUR).toISOString()
}

/** `readiness` of a pull request that meets the rule. */
export function readiness(members: Json = {}): Json {
  return {
    requiresImpactedTargets: true,
    doesBaseBranchMatch: true,
    hasImpactedTargets: true,
    gitHubMergeability: 'mergeable',
    ...members,
  }
}

/** Answer of getSubmittedPullRequest. */
export function pullRequest(members: Json = {}): Json {
  return {
    id: '5b1f6f0e-8c6a-4a51-9d0f-2f6f0a7f1c42',
    state: 'pending',
    stateChangedAt: ago({ days: 1, hours: 3 }),
    priorityValue: 100,
    priorityName: 'medium',
    usedDefaultPriorityName: 'medium',
    skipTheLine: false,
    forceEnqueued: false,
    isCurrentlySubmittedToQueue: true,
    prNumber: 42,
    prTitle: 'More thrust',
    prSha: HEAD,
    prBaseBranch: 'main',
    prAuthor: 'mona',
    readiness: readiness(),
    ...members,
  }
}

/** The pull request after its episode. */
export function left(state: string | undefined, members: Json = {}): Json {
  return pullRequest({ state, isCurrentlySubmittedToQueue: false, ...members })
}

/** Item of `enqueuedPullRequests`. */
export function entry(prNumber: number, members: Json = {}): Json {
  return pullRequest({
    id: `entry-${prNumber}`,
    prNumber,
    prTitle: `Part ${prNumber}`,
    prSha: OLDER,
    noBatch: false,
    forceEnqueued: undefined,
    isCurrentlySubmittedToQueue: undefined,
    ...members,
  })
}

/** Answer of getQueue. */
export function queue(members: Json = {}): Json {
  return {
    state: 'running',
    branch: 'main',
    concurrency: 3,
    testingTimeoutMinutes: 60,
    mode: 'single',
    canOptimisticallyMerge: true,
    pendingFailureDepth: 1,
    batch: false,
    batchingMaxWaitTimeMinutes: 5,
    batchingMinSize: 2,
    createPrsForTestingBranches: false,
    commentsEnabled: true,
    commandsEnabled: true,
    statusCheckEnabled: true,
    bisectionConcurrency: 2,
    requiredStatuses: ['build', 'unit'],
    directMergeMode: 'off',
    optimizationMode: 'off',
    mergeMethod: 'squash',
    enqueuedPullRequests: [],
    ...members,
  }
}

/** Answer of getMergeQueueTestingDetails. */
export function testRun(members: Json = {}): Json {
  return {
    requiredStatuses: ['build', 'unit'],
    requiredStatusesSource: 'repo_provider_branch_protection',
    testBranch: `rocketq-merge/pr-42/${RUN}`,
    testBranchSha: RUN_HEAD,
    checkSuites: [{ checkRuns: [{ name: 'build', url: 'https://github.com/acme/rocket/runs/1' }] }],
    statusChecks: [{ context: 'unit', url: 'https://ci.example/2' }],
    testedPullRequests: [{ prNumber: 42, prUrl: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' }],
    createdAt: ago({ days: 1, hours: 2 }),
    status: 'succeeded',
    ...members,
  }
}

/** Item of `quarantined_tests`. */
export function quarantinedTest(name: string, members: Json = {}): Json {
  return {
    name,
    parent: 'engine suite',
    file: 'src/engine/engine.test.ts',
    classname: 'engine.Test',
    codeowners: ['@acme/engine'],
    quarantined_at: ago({ days: 10 }),
    status_last_updated_at: ago({ days: 2 }),
    test_case_id: `id of ${name}`,
    variant: '',
    ...members,
  }
}

/** Answer of list-quarantined-tests. */
export function page(tests: Json[], members: Json = {}): Json {
  return {
    quarantined_tests: tests,
    page: {
      total_rows: tests.length,
      total_pages: 1,
      next_page_token: '',
      prev_page_token: '',
      last_page_token: '',
      page_index: 0,
      ...members,
    },
  }
}

/** GitHub's answer for pull request 42. */
export function githubPullRequest(members: Json = {}): Json {
  return {
    number: 42,
    state: 'open',
    title: 'More thrust',
    draft: false,
    head: { ref: 'mona/more-thrust', sha: HEAD },
    base: { ref: 'main', sha: OLDER },
    mergeable: true,
    mergeable_state: 'clean',
    ...members,
  }
}
