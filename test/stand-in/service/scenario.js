import { createHash } from 'node:crypto'

/** @import { PullRequest, Queue, State, WireObject } from './state.js' */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Names and numbers that tests and the demo ask for. */
export const EXAMPLE = {
  repo: { host: 'github.com', owner: 'example', name: 'shop' },
  organization: 'example-org',
  testCollection: 'eXampl01',
  branch: 'main',
  /** State `testing`, in the batch of `testRunId`. */
  pullRequest: 1205,
  testRunId: '5f0c2a9e-61b7-4d3c-9e58-0b7a4c1d2e3f',
  /** A second queue: paused and empty. */
  pausedBranch: 'release/1.4',
}

/**
 * A busy day: a queue of a dozen pull requests in all states, the test run of a batch in which statuses have failed and
 * others were never reported, 250 quarantined tests.
 *
 * @param {{now: number}} options  Milliseconds since the epoch: every timestamp lies before it by a fixed span.
 * @returns {State}
 */
export function exampleState({ now }) {
  return {
    repositories: [
      {
        repo: EXAMPLE.repo,
        organization: EXAMPLE.organization,
        testCollection: EXAMPLE.testCollection,
        queues: [busyQueue(now), pausedQueue()],
        quarantinedTests: Array.from({ length: 250 }, (_, index) => quarantinedTest(index, now)),
      },
    ],
  }
}

/**
 * A commit id that is always the same for the same name.
 *
 * @param {string} name
 * @returns {string}
 */
export function commitId(name) {
  return createHash('sha1').update(name).digest('hex')
}

/**
 * @param {number} now
 * @returns {Queue}
 */
function busyQueue(now) {
  const pullRequests = examplePullRequests(now)
  // The service lists none that are not ready.
  const unlisted = ['merged', 'failed', 'cancelled', 'not_ready']
  return {
    settings: queueSettings(EXAMPLE.branch),
    enqueued: pullRequests.filter(({ state }) => !unlisted.includes(String(state))).map(({ prNumber }) => prNumber),
    pullRequests,
    testRuns: { [EXAMPLE.testRunId]: batchTestRun(now, pullRequests) },
  }
}

/** @returns {Queue} */
function pausedQueue() {
  return {
    settings: { ...queueSettings(EXAMPLE.pausedBranch), state: 'paused', mode: 'single', batch: false },
    enqueued: [],
    pullRequests: [],
    testRuns: {},
  }
}

/**
 * @param {string} branch
 * @returns {Queue['settings']}
 */
function queueSettings(branch) {
  return {
    state: 'running',
    branch,
    concurrency: 4,
    testingTimeoutMinutes: 60,
    mode: 'parallel',
    canOptimisticallyMerge: true,
    pendingFailureDepth: 1,
    batch: true,
    batchingMaxWaitTimeMinutes: 5,
    batchingMinSize: 2,
    createPrsForTestingBranches: false,
    commentsEnabled: true,
    commandsEnabled: true,
    statusCheckEnabled: true,
    bisectionConcurrency: 2,
    requiredStatuses: REQUIRED_STATUSES,
    directMergeMode: 'off',
    optimizationMode: 'bisection_skip_redundant_tests',
    mergeMethod: 'squash',
    // No document lists these three. Live queues are said to carry such members.
    draftPullRequestsEnabled: false,
    mergeOptions: { deleteBranch: true },
    queueLabels: ['default'],
  }
}

const REQUIRED_STATUSES = [
  'ci / build',
  'ci / unit',
  'ci / integration',
  'security / scan',
  'licences',
  'e2e / browser',
  'perf / budget',
]

/**
 * @param {number} now
 * @returns {PullRequest[]}
 */
function examplePullRequests(now) {
  const ready = {
    requiresImpactedTargets: true,
    doesBaseBranchMatch: true,
    hasImpactedTargets: true,
    gitHubMergeability: 'mergeable',
  }
  const over = { isCurrentlySubmittedToQueue: false }
  /** @type {[number, string, string, string, number, WireObject][]} */
  const rows = [
    [1201, 'merged', 'Cache the price list between requests', 'ana-example', 3 * HOUR, over],
    [1202, 'failed', 'Drop the legacy checkout page', 'ben-example', 2 * HOUR, over],
    [1203, 'tests_passed', 'Retry the payment webhook', 'chloe-example', 11 * MINUTE, { priorityName: 'high' }],
    [1204, 'testing', 'Show taxes in the basket', 'dai-example', 9 * MINUTE, {}],
    [1205, 'testing', 'Escape `|` and <b> in order notes', 'ana-example', 9 * MINUTE, {}],
    [1206, 'pending_failure', 'Raise the limit of the search index', 'emil-example', 6 * MINUTE, { noBatch: true }],
    [1207, 'pending', 'Update the image library', 'update-bot[bot]', 5 * MINUTE, { priorityName: 'low' }],
    [1208, 'not_ready', 'Move the cart to the new API', 'ben-example', 26 * HOUR, not('not_mergeable')],
    [1209, 'not_ready', 'Split the build of the admin pages', 'fay-example', 50 * MINUTE, withoutTargets()],
    [1210, 'not_ready', 'Backport the rounding fix', 'chloe-example', 3 * DAY, otherBase()],
    [1211, 'cancelled', 'Try the new font', 'gus-example', 5 * HOUR, over],
    [1212, 'not_ready', 'Log slow queries', 'dai-example', 40_000, not('in_progress')],
  ]
  /** @type {Record<string, number>} */
  const priorities = { high: 50, medium: 100, low: 200 }
  return rows.map(([number, state, title, author, age, members]) => {
    const priorityName = String(members['priorityName'] ?? 'medium')
    return {
      id: uuid(`pull request ${number}`),
      prNumber: number,
      prTitle: title,
      prSha: commitId(`pull request ${number}`),
      prBaseBranch: EXAMPLE.branch,
      prAuthor: author,
      state,
      stateChangedAt: timestamp(now - age),
      priorityValue: priorities[priorityName],
      priorityName,
      usedDefaultPriorityName: priorityName === 'medium' ? 'medium' : '',
      skipTheLine: false,
      forceEnqueued: false,
      isCurrentlySubmittedToQueue: true,
      noBatch: false,
      readiness: ready,
      ...members,
    }
  })

  /** @param {string} mergeability */
  function not(mergeability) {
    return { readiness: { ...ready, gitHubMergeability: mergeability } }
  }
  function withoutTargets() {
    return { readiness: { ...ready, hasImpactedTargets: false } }
  }
  function otherBase() {
    return { prBaseBranch: EXAMPLE.pausedBranch, readiness: { ...ready, doesBaseBranchMatch: false } }
  }
}

/**
 * Two required statuses have passed, two have failed, one is running and two were never reported.
 *
 * @param {number} now
 * @param {PullRequest[]} pullRequests
 * @returns {WireObject}
 */
function batchTestRun(now, pullRequests) {
  const numbers = [1204, EXAMPLE.pullRequest]
  const web = `https://${EXAMPLE.repo.host}/${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
  /** @type {(name: string, id: number, status: string, conclusion: string | null) => WireObject} */
  const checkRun = (name, id, status, conclusion) => ({ name, url: `${web}/runs/${id}`, status, conclusion })
  return {
    requiredStatuses: REQUIRED_STATUSES,
    requiredStatusesSource: 'repo_provider_branch_protection',
    testBranch: `queue-merge/pr-${numbers.join('-')}/${EXAMPLE.testRunId}`,
    testBranchSha: commitId(`test run ${EXAMPLE.testRunId}`),
    checkSuites: [
      {
        checkRuns: [
          checkRun('ci / build', 9001, 'completed', 'success'),
          checkRun('ci / unit', 9002, 'completed', 'failure'),
          checkRun('ci / integration', 9003, 'in_progress', null),
        ],
      },
      { checkRuns: [checkRun('docs / links', 9004, 'completed', 'skipped')] },
    ],
    statusChecks: [
      { context: 'security / scan', url: 'https://scan.example/4711', state: 'success' },
      { context: 'licences', url: 'https://licences.example/815', state: 'failure' },
    ],
    testedPullRequests: pullRequests
      .filter(({ prNumber }) => numbers.includes(prNumber))
      .map(({ prNumber, prTitle }) => ({ prNumber, prUrl: `${web}/pull/${prNumber}`, title: prTitle })),
    createdAt: timestamp(now - 9 * MINUTE),
    status: 'in_progress',
    impactedTargets: ['//basket:app', '//orders:notes', '//payments:webhook'],
    impactedTargetsForTestedPrs: ['//basket:app', '//orders:notes'],
    dependentPrs: [1203],
  }
}

/**
 * One of a list with varied owners, ages (2 days to 14 months), gaps and states.
 *
 * @param {number} index  From 0.
 * @param {number} now
 * @returns {WireObject}
 */
function quarantinedTest(index, now) {
  const areas = ['basket', 'checkout', 'orders', 'payments', 'search', 'accounts', 'admin']
  const owners = [
    ['@example/web'],
    ['@example/payments', '@example/web'],
    [],
    ['@example/search'],
    ['@fay-example'],
    [],
  ]
  const area = areas[index % areas.length] ?? ''
  const age = (index % 10 === 0 ? 365 + index / 4 : (index * 37) % 360) * DAY + 12 * HOUR
  return {
    name: `${area} keeps its promise ${index + 1}`,
    parent: index % 5 === 1 ? null : `${area} suite`,
    file: index % 4 === 2 ? null : `src/${area}/${area}.test.ts`,
    classname: index % 3 === 0 ? null : `${area}.Test`,
    codeowners: owners[index % owners.length],
    quarantined_at: timestamp(now - age),
    status_last_updated_at: timestamp(now - age / 3),
    test_case_id: uuid(`test case ${index}`),
    variant: index % 8 === 7 ? 'linux-arm64' : '',
    // No document lists these three; people who called a live service report them.
    status: ['FLAKY', 'BROKEN', 'FLAKY', 'HEALTHY'][index % 4],
    quarantine_setting: index % 6 === 0 ? 'ALWAYS_QUARANTINE' : 'AUTO_QUARANTINE',
    labels: index % 9 === 0 ? ['nightly'] : [],
  }
}

/**
 * @param {string} name
 * @returns {string}
 */
function uuid(name) {
  return commitId(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-8$4-$5')
}

/**
 * @param {number} time  Milliseconds since the epoch.
 * @returns {string}
 */
function timestamp(time) {
  return new Date(time).toISOString()
}
