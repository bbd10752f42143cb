import type { V1Operation } from '../stand-in/service/state.js'
import { ago, entry, type Json, page, pullRequest, quarantinedTest, queue, RUN, readiness, testRun } from './bodies.ts'
import { asks, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** One operation, report only, its answer read without complaint. */
function reported(operation: V1Operation, body: Json, outputs: Outputs, changes: Partial<Scenario> = {}): Scenario {
  const inputs: Record<V1Operation, Record<string, string>> = {
    getSubmittedPullRequest: { read: 'pull-request' },
    getQueue: { read: 'queue' },
    getMergeQueueTestingDetails: { read: 'test-run', 'test-run-id': RUN },
    listQuarantinedTests: { read: 'quarantined-tests', organization: 'acme-org' },
  }
  const requests = {
    getSubmittedPullRequest: asks.pullRequest(),
    getQueue: asks.queue(),
    getMergeQueueTestingDetails: asks.testRun(RUN),
    listQuarantinedTests: asks.page(),
  }
  return scenario({
    inputs: inputs[operation],
    answers: { [operation]: ok(body) },
    exit: 0,
    outputs: { ...PULL_REQUEST, conclusion: 'reported', ...outputs },
    requests: [requests[operation]],
    ...changes,
  })
}
const RUN_OUTPUTS: Outputs = {
  'test-run-id': RUN,
  'test-branch': `rocketq-merge/pr-42/${RUN}`,
  'pull-requests': '[42]',
  'failed-statuses': '[]',
}

const fullReadiness = readiness({ mergeQueuePosition: 3 })
const fullEntry = entry(7, { readiness: fullReadiness, noBatch: true, skipTheLine: true, labels: ['hot'] })
const fullQueue = queue({
  mode: 'single',
  batch: true,
  directMergeMode: 'always',
  optimizationMode: 'bisection_skip_redundant_tests',
  mergeMethod: 'merge_commit',
  enqueuedPullRequests: [fullEntry, entry(42, { state: 'testing' })],
  draftPullRequestsEnabled: true,
  mergeOptions: { deleteBranch: true },
})
const fullTestRun = testRun({
  requiredStatuses: ['build', 'unit', 'e2e', 'licences', 'scan'],
  requiredStatusesSource: 'merge_instance',
  checkSuites: [
    {
      status: 'completed',
      checkRuns: [
        { name: 'build', url: 'https://github.com/acme/rocket/runs/1', status: 'completed', conclusion: 'success' },
        { name: 'unit', url: 'https://github.com/acme/rocket/runs/2', status: 'completed', conclusion: 'failure' },
        { name: 'e2e', url: 'https://github.com/acme/rocket/runs/3', status: 'in_progress', conclusion: null },
        { name: 'docs', url: 'https://github.com/acme/rocket/runs/4', status: 'completed', conclusion: 'skipped' },
      ],
    },
    { status: 'queued', checkRuns: [] },
  ],
  statusChecks: [{ context: 'licences', url: 'https://ci.example/5', state: 'error', description: 'two are unknown' }],
  testedPullRequests: [
    { prNumber: 42, prUrl: 'https://github.com/acme/rocket/pull/42', title: 'More thrust', draft: false },
    { prNumber: 43, prUrl: 'https://github.com/acme/rocket/pull/43', title: 'Fix the nozzle' },
  ],
  status: 'failed',
  impactedTargets: ['//engine', '//nozzle', '//tank'],
  impactedTargetsForTestedPrs: ['//engine', '//nozzle'],
  dependentPrs: [40, 41],
  runNumber: 17,
})

scenarios('full-answers', {
  'pull request': reported(
    'getSubmittedPullRequest',
    pullRequest({
      state: 'testing',
      priorityValue: 0,
      priorityName: 'urgent',
      usedDefaultPriorityName: '',
      skipTheLine: true,
      forceEnqueued: true,
      readiness: fullReadiness,
      labels: ['hot'],
    }),
    { ready: 'true', 'pull-request-state': 'testing' },
  ),
  queue: reported('getQueue', fullQueue, { 'queue-state': 'running', 'queue-length': '2', 'queue-position': '2' }),
  'test run': reported('getMergeQueueTestingDetails', fullTestRun, {
    ...RUN_OUTPUTS,
    'test-run-status': 'failed',
    'pull-requests': '[42,43]',
    'missing-statuses': '["scan"]',
    'failed-statuses': '["unit","licences"]',
  }),
  'quarantined tests': reported(
    'listQuarantinedTests',
    page([
      quarantinedTest('lifts off', {
        variant: 'arm64',
        codeowners: ['@acme/engine', '@mona'],
        status: 'FLAKY',
        quarantine_setting: 'ALWAYS_QUARANTINE',
        labels: ['nightly'],
      }),
      quarantinedTest('lands', { codeowners: [], quarantined_at: ago({ days: 400 }) }),
    ]),
    { 'quarantined-count': '2' },
  ),
  'all four at once': scenario({
    inputs: {
      read: 'quarantined-tests, test-run, queue, pull-request',
      'test-run-id': RUN,
      organization: 'acme-org',
      require: 'ready',
    },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ state: 'testing' })),
      getQueue: ok(fullQueue),
      getMergeQueueTestingDetails: ok(testRun()),
      listQuarantinedTests: ok(page([quarantinedTest('lifts off')])),
    },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      ...RUN_OUTPUTS,
      conclusion: 'passed',
      ready: 'true',
      'pull-request-state': 'testing',
      'queue-state': 'running',
      'queue-length': '2',
      'queue-position': '2',
      'test-run-status': 'succeeded',
      'missing-statuses': '[]',
      'quarantined-count': '1',
    },
    requests: [asks.page(), asks.testRun(RUN), asks.queue(), asks.pullRequest()],
  }),
})
