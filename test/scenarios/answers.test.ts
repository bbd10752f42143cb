import type { V1Operation } from '../stand-in/service/state.js'
import {
  ago,
  entry,
  HEAD,
  type Json,
  page,
  pullRequest,
  quarantinedTest,
  queue,
  RUN,
  readiness,
  testRun,
} from './bodies.ts'
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

/** An answer that lacks what it is for. */
function broken(operation: V1Operation, body: unknown, outputs: Outputs = {}): Scenario {
  return reported(
    operation,
    {},
    { conclusion: 'unknown', ...outputs },
    {
      answers: { [operation]: ok(body) },
      exit: 1,
      reasons: ['contract-broken'],
    },
  )
}

/** The members that the description calls required, and nothing else. */
const leastPullRequest: Json = {
  stateChangedAt: ago({ days: 1, hours: 3 }),
  priorityValue: 100,
  priorityName: 'medium',
  skipTheLine: false,
  forceEnqueued: false,
  isCurrentlySubmittedToQueue: true,
  prNumber: 42,
  prTitle: 'More thrust',
  prSha: HEAD,
  prBaseBranch: 'main',
  prAuthor: 'mona',
}
const leastTestRun: Json = {
  requiredStatuses: ['build'],
  testBranch: `rocketq-merge/pr-42/${RUN}`,
  testBranchSha: HEAD,
  checkSuites: [],
  statusChecks: [],
  testedPullRequests: [{ prNumber: 42 }],
}
const RUN_OUTPUTS: Outputs = {
  'test-run-id': RUN,
  'test-branch': `rocketq-merge/pr-42/${RUN}`,
  'pull-requests': '[42]',
  'failed-statuses': '[]',
}
const nulls = (body: Json, ...names: string[]): Json => ({
  ...body,
  ...Object.fromEntries(names.map(name => [name, null])),
})
const capitals = (text: unknown) => String(text).toUpperCase()

scenarios('least-answers', {
  'pull request': reported('getSubmittedPullRequest', leastPullRequest, { ready: 'unknown' }),
  'pull request, the rest null': reported(
    'getSubmittedPullRequest',
    nulls(leastPullRequest, 'id', 'state', 'readiness', 'usedDefaultPriorityName'),
    { ready: 'unknown' },
  ),
  'pull request, readiness without members': reported(
    'getSubmittedPullRequest',
    { ...leastPullRequest, readiness: {} },
    { ready: 'unknown' },
  ),
  queue: reported('getQueue', queue({ enqueuedPullRequests: [] }), { 'queue-state': 'running', 'queue-length': '0' }),
  'queue, entries without members': reported('getQueue', queue({ enqueuedPullRequests: [{}, { prNumber: 42 }] }), {
    'queue-state': 'running',
    'queue-length': '2',
    'queue-position': '2',
  }),
  'test run': reported('getMergeQueueTestingDetails', leastTestRun, {
    ...RUN_OUTPUTS,
    'missing-statuses': '["build"]',
  }),
  'test run, which statuses are required is null': reported(
    'getMergeQueueTestingDetails',
    { ...leastTestRun, requiredStatuses: null },
    { ...RUN_OUTPUTS, 'failed-statuses': '' },
  ),
  'test run, check suites null': reported(
    'getMergeQueueTestingDetails',
    { ...leastTestRun, checkSuites: null },
    { ...RUN_OUTPUTS, 'failed-statuses': '' },
  ),
  'test run, nothing required, the rest null': reported(
    'getMergeQueueTestingDetails',
    nulls(
      { ...leastTestRun, requiredStatuses: [], checkSuites: [{ checkRuns: [] }, {}, { checkRuns: null }] },
      'requiredStatusesSource',
      'createdAt',
      'status',
      'impactedTargets',
      'impactedTargetsForTestedPrs',
      'dependentPrs',
    ),
    // A suite without its runs: nobody knows what was reported.
    { ...RUN_OUTPUTS, 'missing-statuses': '', 'failed-statuses': '' },
  ),
  'quarantined tests': reported(
    'listQuarantinedTests',
    { quarantined_tests: [], page: {} },
    { 'quarantined-count': '0' },
  ),
  'quarantined tests, one with nothing but its name': reported(
    'listQuarantinedTests',
    { quarantined_tests: [{ name: 'lifts off' }], page: { next_page_token: null } },
    { 'quarantined-count': '1' },
  ),
  'quarantined tests, one with nulls': reported(
    'listQuarantinedTests',
    page([
      nulls(
        { name: 'lifts off' },
        'parent',
        'file',
        'classname',
        'codeowners',
        'quarantined_at',
        'status_last_updated_at',
        'test_case_id',
        'variant',
      ),
    ]),
    { 'quarantined-count': '1' },
  ),
})

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

scenarios('letter-case', {
  'pull request': reported(
    'getSubmittedPullRequest',
    pullRequest({ state: 'NOT_READY', readiness: readiness({ gitHubMergeability: 'MERGEABLE' }) }),
    { ready: 'true', 'pull-request-state': 'not_ready' },
  ),
  'pull request, mixed': reported('getSubmittedPullRequest', pullRequest({ state: 'Merged' }), {
    ready: 'true',
    'pull-request-state': 'merged',
  }),
  queue: reported(
    'getQueue',
    { ...fullQueue, state: 'DRAINING', mode: 'SINGLE', mergeMethod: capitals('squash'), directMergeMode: 'OFF' },
    { 'queue-state': 'draining', 'queue-length': '2', 'queue-position': '2' },
  ),
  'test run': reported(
    'getMergeQueueTestingDetails',
    testRun({
      status: 'IN_PROGRESS',
      requiredStatusesSource: 'REPO_PROVIDER_BRANCH_PROTECTION',
      checkSuites: [{ checkRuns: [{ name: 'build', url: '', status: 'COMPLETED', conclusion: 'FAILURE' }] }],
    }),
    { ...RUN_OUTPUTS, 'test-run-status': 'in_progress', 'missing-statuses': '[]', 'failed-statuses': '["build"]' },
  ),
})

scenarios('unknown-values', {
  'pull request': reported('getSubmittedPullRequest', pullRequest({ state: 'on_the_pad' }), {
    ready: 'unknown',
    'pull-request-state': 'on_the_pad',
  }),
  queue: reported(
    'getQueue',
    queue({
      state: 'resting',
      mode: 'braided',
      mergeMethod: 'octopus',
      directMergeMode: 'sometimes',
      optimizationMode: 'all_of_them',
      enqueuedPullRequests: [entry(42, { state: 'on_the_pad' })],
    }),
    // Whether a mode of the future has a line is not known, so there is no place in it.
    { 'queue-state': 'resting', 'queue-length': '1' },
  ),
  'test run': reported(
    'getMergeQueueTestingDetails',
    testRun({
      status: 'half_done',
      requiredStatusesSource: 'rocketq_config',
      statusChecks: [{ context: 'unit', url: 'https://ci.example/2', state: 'shrug' }],
    }),
    { ...RUN_OUTPUTS, 'test-run-status': 'half_done', 'missing-statuses': '[]' },
  ),
})

const lacking = (body: Json, name: string): Json => ({ ...body, [name]: undefined })

scenarios('broken-answers', {
  'pull request without isCurrentlySubmittedToQueue': broken(
    'getSubmittedPullRequest',
    lacking(leastPullRequest, 'isCurrentlySubmittedToQueue'),
    { ready: 'unknown' },
  ),
  'pull request with a flag as text': broken(
    'getSubmittedPullRequest',
    { ...leastPullRequest, isCurrentlySubmittedToQueue: 'true' },
    { ready: 'unknown' },
  ),
  'pull request without prNumber': broken('getSubmittedPullRequest', lacking(leastPullRequest, 'prNumber'), {
    ready: 'unknown',
  }),
  'pull request without prSha': broken('getSubmittedPullRequest', lacking(leastPullRequest, 'prSha'), {
    ready: 'unknown',
  }),
  'queue without a state': broken('getQueue', queue({ state: undefined })),
  'queue without a branch': broken('getQueue', queue({ branch: null })),
  'test run without its commit': broken('getMergeQueueTestingDetails', lacking(leastTestRun, 'testBranchSha'), {
    'test-run-id': RUN,
  }),
  'quarantined tests without a list': broken('listQuarantinedTests', { page: {} }),
  'quarantined tests without a page': broken('listQuarantinedTests', { quarantined_tests: [] }),
  'quarantined tests, one without a name': broken('listQuarantinedTests', page([{ parent: 'engine suite' }])),
  'an array': broken('getQueue', [queue()]),
  null: broken('getQueue', null),
})

const HOSTILE =
  '::error::gotcha | <img src=x onerror=alert(1)> [link](https://evil.example) ##[group] @acme/all #1\n::set-output name=conclusion::passed\n\n# Heading `code` \u202e'

scenarios('hostile-texts', {
  'in every text of every answer': scenario({
    inputs: {
      read: 'quarantined-tests, test-run, queue, pull-request',
      'test-run-id': RUN,
      organization: 'acme-org',
    },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ prTitle: HOSTILE, prAuthor: HOSTILE, priorityName: HOSTILE })),
      getQueue: ok(
        queue({
          requiredStatuses: [HOSTILE],
          mergeMethod: HOSTILE,
          enqueuedPullRequests: [entry(7, { prTitle: HOSTILE, priorityName: HOSTILE, state: HOSTILE })],
        }),
      ),
      getMergeQueueTestingDetails: ok(
        testRun({
          status: 'in_progress',
          requiredStatuses: ['build', HOSTILE],
          checkSuites: [{ checkRuns: [{ name: 'build', url: 'javascript:alert(1)' }] }],
          statusChecks: [{ context: HOSTILE, url: 'https://evil.example/"><script>', state: 'failure' }],
          testedPullRequests: [{ prNumber: 42, prUrl: 'https://evil.example/)"', title: HOSTILE }],
        }),
      ),
      listQuarantinedTests: ok(
        page([quarantinedTest(HOSTILE, { codeowners: [HOSTILE], file: HOSTILE, variant: HOSTILE })]),
      ),
    },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      ...RUN_OUTPUTS,
      conclusion: 'reported',
      ready: 'true',
      'pull-request-state': 'pending',
      'queue-state': 'running',
      'queue-length': '1',
      'test-run-status': 'in_progress',
      'missing-statuses': '[]',
      'failed-statuses': JSON.stringify([HOSTILE]).replace('\u202e', '\\u202e'),
      'quarantined-count': '1',
    },
    requests: [asks.page(), asks.testRun(RUN), asks.queue(), asks.pullRequest()],
  }),
  'in a state': reported('getSubmittedPullRequest', pullRequest({ state: '::error::gotcha' }), {
    ready: 'unknown',
    // An output can end up in somebody's script: one line, and no command.
    'pull-request-state': ': :error::gotcha',
  }),
})
