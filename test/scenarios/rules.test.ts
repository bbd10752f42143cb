import { left, pullRequest, queue, RUN, readiness, testRun } from './bodies.ts'
import { asks, down, no, ok, PULL_REQUEST, scenario, scenarios } from './scenario.ts'

const QUEUE = { 'queue-state': 'running', 'queue-length': '0' }

scenarios('conclusion', {
  'nothing is required': scenario({
    answers: { getSubmittedPullRequest: ok(left('failed')), getQueue: ok(queue({ state: 'paused' })) },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'reported',
      ready: 'false',
      'pull-request-state': 'failed',
      'queue-state': 'paused',
      'queue-length': '0',
    },
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'all are met': scenario({
    inputs: { require: 'ready, submitted, queue-running' },
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: ok(queue()) },
    exit: 0,
    outputs: { ...PULL_REQUEST, ...QUEUE, conclusion: 'passed', ready: 'true', 'pull-request-state': 'pending' },
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'one is unknown, one is unmet: the unmet one is told first': scenario({
    inputs: { require: 'ready, queue-running' },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ readiness: readiness({ gitHubMergeability: 'unspecified' }) })),
      getQueue: ok(queue({ state: 'paused' })),
    },
    exit: 1,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'failed',
      ready: 'unknown',
      'pull-request-state': 'pending',
      'queue-state': 'paused',
      'queue-length': '0',
    },
    reasons: ['queue-running: queue-paused', 'ready: mergeability-unspecified'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'what a condition needs is read, whatever read says': scenario({
    inputs: { require: 'ready, test-run-succeeded', read: 'queue', 'test-run-id': RUN },
    answers: {
      getSubmittedPullRequest: ok(pullRequest()),
      getQueue: ok(queue()),
      getMergeQueueTestingDetails: ok(testRun()),
    },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      ...QUEUE,
      conclusion: 'passed',
      ready: 'true',
      'pull-request-state': 'pending',
      'test-run-id': RUN,
      'test-run-status': 'succeeded',
      'test-branch': `rocketq-merge/pr-42/${RUN}`,
      'pull-requests': '[42]',
      'missing-statuses': '[]',
      'failed-statuses': '[]',
    },
    requests: [asks.testRun(RUN), asks.queue(), asks.pullRequest()],
  }),
  'never submitted, no queue: two answers, no failure': scenario({
    answers: { getSubmittedPullRequest: no(404, 'not found'), getQueue: no(404, 'not found') },
    exit: 0,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'reported',
      ready: 'false',
      'queue-state': 'none',
    },
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'never submitted, and the queue cannot be read': scenario({
    inputs: { require: 'not-submitted' },
    answers: { getSubmittedPullRequest: no(404, 'not found'), getQueue: down(503) },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'false', 'pull-request-state': 'not_submitted' },
    reasons: ['not-submitted: service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
})
