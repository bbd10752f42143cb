import type { Answer } from '../stand-in/service/state.js'
import { left, pullRequest, queue } from './bodies.ts'
import { asks, down, no, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const UNKNOWN: Outputs = { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown' }
const READY: Outputs = { ...PULL_REQUEST, ready: 'true', 'pull-request-state': 'pending' }

/** The read that `ready` needs fails. */
function needed(answer: Answer, inputs: Record<string, string> = {}, changes: Partial<Scenario> = {}): Scenario {
  return scenario({
    inputs: { require: 'ready', read: 'pull-request', ...inputs },
    answers: { getSubmittedPullRequest: answer },
    exit: inputs['on-unavailable'] === 'warn' ? 0 : 1,
    outputs: UNKNOWN,
    reasons: ['ready: service-unavailable'],
    requests: [asks.pullRequest()],
    ...changes,
  })
}

const warn = { 'on-unavailable': 'warn' }

scenarios('unavailable', {
  '429, needed': needed(down(429)),
  '503, needed, warn': needed(down(503), warn),
  '503, not needed, warn': scenario({
    inputs: { require: 'ready', ...warn },
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: down(503) },
    exit: 0,
    outputs: { ...READY, conclusion: 'passed' },
    reasons: ['service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  '503, nothing required': scenario({
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: down(503) },
    exit: 0,
    outputs: { ...READY, conclusion: 'reported' },
    reasons: ['service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  '503, an unmet condition beside it, warn': scenario({
    inputs: { require: 'ready, queue-running', ...warn },
    answers: { getSubmittedPullRequest: ok(left('failed')), getQueue: down(503) },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'failed', ready: 'false', 'pull-request-state': 'failed' },
    reasons: ['ready: state-failed', 'queue-running: service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  '503 of all reads, one of them needed, warn: one warning': scenario({
    inputs: { require: 'ready', ...warn },
    answers: { getSubmittedPullRequest: down(503), getQueue: down(503) },
    exit: 0,
    outputs: UNKNOWN,
    reasons: ['ready: service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
})

scenarios('retries', {
  '503 to the end': needed(no(503, 'overloaded'), {}, { retries: true }),
  'no answer in time': needed({ status: 200, body: pullRequest(), delay: 30_000 }, warn, { retries: true }),
  'nobody listens': needed(
    ok(pullRequest()),
    { endpoint: 'http://127.0.0.1:1', ...warn },
    { requests: [], retries: true, outputs: { ...UNKNOWN, source: 'service-v1' } },
  ),
  '503 once, then an answer': scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: [no(503, 'overloaded'), ok(pullRequest())] },
    exit: 0,
    outputs: { ...READY, conclusion: 'passed' },
    requests: [asks.pullRequest(), asks.pullRequest()],
  }),
  '429 with Retry-After, then an answer': scenario({
    inputs: { read: 'queue', require: 'queue-running' },
    answers: { getQueue: [no(429, 'slow down', { 'retry-after': '1' }), ok(queue())] },
    exit: 0,
    outputs: { ...PULL_REQUEST, conclusion: 'passed', 'queue-state': 'running', 'queue-length': '0' },
    requests: [asks.queue(), asks.queue()],
  }),
})
