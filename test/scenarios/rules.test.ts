import { pullRequest, queue, readiness } from './bodies.ts'
import { asks, no, ok, PULL_REQUEST, scenario, scenarios } from './scenario.ts'

const QUEUE = { 'queue-state': 'running', 'queue-length': '0' }

scenarios('conclusion', {
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
})
