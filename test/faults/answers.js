/**
 * Answers of the four operations, written by hand from the description of the service: every member it names, and some
 * that live answers are said to carry. They fit the event `pull-request` of test/events.
 */
export const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
export const PULL_REQUEST = 42
export const TEST_RUN_ID = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'

export const readiness = {
  requiresImpactedTargets: true,
  doesBaseBranchMatch: true,
  hasImpactedTargets: true,
  gitHubMergeability: 'mergeable',
}

/** A pull request as the queue lists it. */
export const submission = {
  id: '5b1f6f0e-8c6a-4a51-9d0f-2f6f0a7f1c42',
  prNumber: PULL_REQUEST,
  prTitle: 'More thrust',
  prSha: HEAD,
  prBaseBranch: 'main',
  prAuthor: 'mona',
  state: 'pending',
  stateChangedAt: '2025-03-11T09:20:00.000Z',
  priorityValue: 100,
  priorityName: 'medium',
  usedDefaultPriorityName: 'medium',
  skipTheLine: false,
  readiness,
}

export const submittedPullRequest = { ...submission, forceEnqueued: false, isCurrentlySubmittedToQueue: true }

export const queue = {
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
  enqueuedPullRequests: [{ ...submission, noBatch: false }],
}

export const testingDetails = {
  requiredStatuses: ['ci / build', 'ci / unit', 'licences'],
  requiredStatusesSource: 'repo_provider_branch_protection',
  testBranch: `rocketq-merge/pr-42/${TEST_RUN_ID}`,
  testBranchSha: '3b8ddc90d5dc8fc9d73f96bea33fc774cd477ba0',
  checkSuites: [
    {
      checkRuns: [
        {
          name: 'ci / build',
          url: 'https://github.com/acme/rocket/runs/1',
          status: 'completed',
          conclusion: 'success',
        },
        { name: 'docs', url: 'https://github.com/acme/rocket/runs/2', status: 'completed', conclusion: 'failure' },
      ],
    },
  ],
  statusChecks: [{ context: 'ci / unit', url: 'https://ci.example/2', state: 'pending' }],
  testedPullRequests: [{ prNumber: 42, prUrl: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' }],
  createdAt: '2025-03-11T09:21:00.000Z',
  status: 'in_progress',
  impactedTargets: ['//engine', '//tank'],
  impactedTargetsForTestedPrs: ['//engine'],
  dependentPrs: [41],
}

export const quarantinedTest = {
  name: 'ignites twice',
  parent: 'engine suite',
  file: 'src/engine.test.ts',
  classname: 'engine.Ignition',
  codeowners: ['@acme/engine'],
  quarantined_at: '2025-01-02T03:04:05.000Z',
  status_last_updated_at: '2025-02-02T03:04:05.000Z',
  test_case_id: '11111111-2222-4333-8444-555555555555',
  variant: 'linux',
}

export const quarantinedTests = {
  quarantined_tests: [quarantinedTest],
  page: {
    total_rows: 1,
    total_pages: 1,
    next_page_token: '',
    prev_page_token: '',
    last_page_token: '',
    page_index: 0,
  },
}
