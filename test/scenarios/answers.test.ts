import { ago, entry, page, pullRequest, quarantinedTest, queue, RUN, readiness, testRun } from './bodies.ts'
import { asks, ok, PULL_REQUEST, scenario, scenarios } from './scenario.ts'

const checkRun = (id: number, name: string, conclusion: string | null) => ({
  name,
  url: `https://github.com/acme/rocket/runs/${id}`,
  status: conclusion === null ? 'in_progress' : 'completed',
  conclusion,
})

const fullReadiness = readiness({ mergeQueuePosition: 3 })
const fullQueue = queue({
  mode: 'single',
  mergeMethod: 'merge_commit',
  enqueuedPullRequests: [
    entry(7, { readiness: fullReadiness, noBatch: true, skipTheLine: true, labels: ['hot'] }),
    entry(42, { state: 'testing' }),
  ],
  draftPullRequestsEnabled: true,
  mergeOptions: { deleteBranch: true },
})
const fullTestRun = testRun({
  requiredStatuses: ['build', 'unit', 'e2e', 'licences', 'scan'],
  checkSuites: [
    {
      status: 'completed',
      checkRuns: [
        checkRun(1, 'build', 'success'),
        checkRun(2, 'unit', 'failure'),
        checkRun(3, 'e2e', null),
        checkRun(4, 'docs', 'skipped'),
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
  'all four at once': scenario({
    inputs: {
      read: 'quarantined-tests, test-run, queue, pull-request',
      'test-run-id': RUN,
      organization: 'acme-org',
      require: 'ready',
    },
    answers: {
      getSubmittedPullRequest: ok(
        pullRequest({ state: 'testing', priorityName: 'urgent', skipTheLine: true, readiness: fullReadiness }),
      ),
      getQueue: ok(fullQueue),
      getMergeQueueTestingDetails: ok(fullTestRun),
      listQuarantinedTests: ok(
        page([
          quarantinedTest('lifts off', { codeowners: ['@acme/engine', '@mona'], status: 'FLAKY', labels: ['nightly'] }),
          quarantinedTest('lands', { codeowners: [], quarantined_at: ago({ days: 400 }) }),
        ]),
      ),
    },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'passed',
      ready: 'true',
      'pull-request-state': 'testing',
      'queue-state': 'running',
      'queue-length': '2',
      'queue-position': '2',
      'test-run-id': RUN,
      'test-run-status': 'failed',
      'test-branch': `rocketq-merge/pr-42/${RUN}`,
      'pull-requests': '[42,43]',
      'missing-statuses': '["scan"]',
      'failed-statuses': '["unit","licences"]',
      'quarantined-count': '2',
    },
    requests: [asks.page(), asks.testRun(RUN), asks.queue(), asks.pullRequest()],
  }),
})
