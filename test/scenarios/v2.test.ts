/**
 * Possible answers of the v2 API: each case runs the bundle on handwritten bodies. `service/v2` tests single members.
 */
import * as v2 from '../sources/v2/bodies.ts'
import { V2_TOKEN } from '../stand-in/service/server.js'
import type { Answer } from '../stand-in/service/state.js'
import { ago, HEAD, type Json, OLDER, RUN_HEAD } from './bodies.ts'
import { fails, junit } from './junit.ts'
import {
  CONCLUSIONS,
  type Outputs,
  ok,
  PULL_REQUEST,
  type Scenario,
  type ServiceRequest,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

const get = (path: string): ServiceRequest => ({ method: 'GET', path: `/v2/${path}`, token: 'matches', body: '' })
const asks = {
  repository: get(`repositories?providerUrl=${encodeURIComponent('https://github.com/acme/rocket')}`),
  queue: get(`merge-queues?repositoryId=${v2.REPOSITORY}&targetBranch=main`),
  order: get(`merge-queues/${v2.QUEUE}/order`),
  pullRequest: get(`pull-requests?repositoryId=${v2.REPOSITORY}&number=42`),
  history: get(`pull-requests/${v2.PULL_REQUEST}/queue-entry-history?direction=newest&limit=100`),
  run: get(`merge-queue-verification-runs/${v2.RUN}`),
  tests: get(`tests?testCollectionId=${v2.COLLECTION}&quarantineState=quarantined&limit=100&includeTotal=true`),
}
const ABOUT_42 = [asks.order, asks.queue, asks.pullRequest, asks.repository]

/** #42 waits in the queue of main, which lists it. */
const USUAL: NonNullable<Scenario['answers']> = {
  'v2.repositories': ok(v2.listOf([v2.repository()])),
  'v2.queues': ok(v2.listOf([v2.queue()])),
  'v2.order': ok(v2.order({ batches: [], pending: [v2.pendingEntry(42)] })),
  'v2.pullRequests': ok(v2.listOf([v2.pullRequest({}, { state: 'pending', stateChangedAt: ago({ hours: 2 }) })])),
  'v2.run': ok(v2.run({ testBranchSha: RUN_HEAD, testedPullRequests: [v2.listed(42, { sha: HEAD })] })),
  'v2.history': ok(v2.listOf([])),
  'v2.tests': ok(v2.listOf([], { total: 0 })),
  'v2.collection': ok({ id: v2.COLLECTION }),
}

const row = (members: Json, entry: Json | null = {}): Scenario['answers'] => ({
  'v2.pullRequests': ok(v2.listOf([v2.pullRequest(members, entry && { stateChangedAt: ago({ hours: 2 }), ...entry })])),
})
const QUEUE_OUTPUTS = { 'queue-state': 'running', 'queue-length': '1', 'queue-position': '1' }

/** A condition on #42 with what comes of it. */
function about(
  require: string,
  answers: Scenario['answers'],
  verdict: Verdict,
  { reason, ...changes }: Partial<Scenario> & { reason?: string; outputs?: Outputs } = {},
): Scenario {
  const { ready: _, ...conclusion } = CONCLUSIONS[verdict]
  const { exit, conclusion: concluded } = conclusion
  const { outputs, ...others } = changes
  return scenario({
    inputs: { 'api-token': V2_TOKEN, require, read: 'pull-request, queue' },
    answers: { ...USUAL, ...answers },
    exit,
    reasons: reason === undefined ? [] : [`${require}: ${reason}`],
    requests: ABOUT_42,
    ...others,
    outputs: { ...PULL_REQUEST, source: 'service-v2', conclusion: concluded, ...QUEUE_OUTPUTS, ...outputs },
  })
}

scenarios('v2', {
  'in the queue': about('submitted', {}, 'met', { outputs: { ready: 'true', 'pull-request-state': 'pending' } }),
  'never submitted to this queue': about(
    'not-submitted',
    {
      ...row({ isCurrentlySubmittedToQueue: false }, { mergeQueueId: 'another1' }),
      'v2.order': ok(v2.order({ batches: [] })),
    },
    'met',
    { outputs: { ready: 'false', 'pull-request-state': 'not_submitted', 'queue-length': '0', 'queue-position': '' } },
  ),
  'out by its entry, and listed by the order': about(
    'not-submitted',
    row({ isCurrentlySubmittedToQueue: false }, { state: 'cancelled' }),
    'unknown',
    {
      reason: 'contradictory-answer',
      outputs: { ready: 'unknown', 'pull-request-state': 'cancelled' },
      requests: [asks.order, asks.queue, asks.history, asks.pullRequest, asks.repository],
    },
  ),
  'the list is cut, and may hold it': about(
    'not-submitted',
    {
      'v2.pullRequests': ok(v2.listOf([])),
      'v2.order': ok(v2.order({ batches: [], awaitingAdmissionTotal: 2 })),
    },
    'unknown',
    { reason: 'contradictory-answer', outputs: { ready: 'false', 'queue-length': '2', 'queue-position': '' } },
  ),
  'a repository that the key does not see': about(
    'not-submitted',
    { 'v2.repositories': { status: 404, body: v2.error('PROVIDER_URL_NOT_FOUND') } },
    'unknown',
    {
      reason: 'not-found',
      outputs: { ready: 'unknown', 'queue-state': '', 'queue-length': '', 'queue-position': '' },
      requests: [asks.repository],
    },
  ),
  'why GitHub would not merge it': about(
    'ready',
    row(
      {},
      {
        state: 'notReady',
        readiness: v2.readiness({
          mergeability: 'notMergeable',
          mergeabilityDetails: {
            provider: 'github',
            reasons: [{ code: 'reviewRequired', message: 'Needs a review', have: 0, need: 1 }],
          },
        }),
      },
    ),
    'unmet',
    { reason: 'not-mergeable', outputs: { ready: 'false', 'pull-request-state': 'not_ready' } },
  ),
  'a run of another commit than the head': about(
    'test-run-succeeded',
    {
      'v2.order': ok(v2.order()),
      'v2.run': ok(
        v2.run({
          testBranchSha: RUN_HEAD,
          createdAt: ago({ hours: 2 }),
          testedPullRequests: [v2.listed(42, { sha: OLDER })],
        }),
      ),
    },
    'unknown',
    {
      reason: 'stale-head',
      outputs: {
        ready: 'true',
        'pull-request-state': 'pending',
        'pull-requests': '[42]',
        'test-run-id': v2.RUN,
        'test-branch': `queue-merge/pr-42/${v2.RUN}`,
        'missing-statuses': '[]',
        'failed-statuses': '[]',
      },
      requests: [asks.order, asks.queue, asks.run, asks.pullRequest, asks.repository].toSorted((a, b) =>
        a.path < b.path ? -1 : 1,
      ),
    },
  ),
})

const TESTS = {
  'api-token': V2_TOKEN,
  require: 'no-blocking-failures',
  'junit-paths': 'a.xml',
  'test-outcome': 'failure',
  'test-collection': v2.COLLECTION,
}

/** One test failed that the list excuses if it can be believed. */
function excused(tests: Answer | Answer[], passes: boolean, changes: Partial<Scenario> = {}): Scenario {
  return scenario({
    inputs: TESTS,
    workspace: { 'a.xml': junit([fails('ignites', { file: 'test/engine.test.ts', classname: 'Engine' })]) },
    answers: { ...USUAL, 'v2.tests': tests },
    exit: passes ? 0 : 1,
    requests: [asks.repository, asks.tests],
    reasons: passes ? [] : ['no-blocking-failures: blocking-failures'],
    ...changes,
    outputs: {
      ...PULL_REQUEST,
      source: 'service-v2',
      conclusion: passes ? 'passed' : 'failed',
      'test-count': '1',
      'blocking-failures': passes ? '0' : '1',
      'excused-failures': passes ? '1' : '0',
      'blocking-tests': passes ? '[]' : '["ignites"]',
      ...changes.outputs,
    },
  })
}

const engine = (over: Json = {}) =>
  v2.test('ignites', { parentName: '', quarantinedSince: ago({ days: 3 }), statusSince: null, ...over })

scenarios('v2-quarantined-tests', {
  excused: excused(ok(v2.listOf([engine()], { total: 1 })), true, { outputs: { 'quarantined-count': '1' } }),
  "another repository's": excused(ok(v2.listOf([engine({ repoId: 'another' })], { total: 1 })), false, {
    reasons: ['no-blocking-failures: blocking-failures', 'quarantine-list-unknown'],
  }),
  'an unknown collection': excused({ status: 404, body: v2.error('TEST_COLLECTION_NOT_FOUND') }, false, {
    reasons: ['no-blocking-failures: blocking-failures', 'not-found'],
  }),
})
