import type { Answer } from '../stand-in/service/state.js'
import { pullRequest } from './bodies.ts'
import { asks, down, no, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const UNKNOWN: Outputs = { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown' }

/** The read that `ready` needs fails. A refusal fails the step in any case, `on-unavailable` excuses an outage. */
function needed(answer: Answer, code: string, onUnavailable: 'fail' | 'warn' = 'warn', exit: 0 | 1 = 1): Scenario {
  return scenario({
    inputs: { require: 'ready', read: 'pull-request', 'on-unavailable': onUnavailable },
    answers: { getSubmittedPullRequest: answer },
    exit,
    outputs: UNKNOWN,
    reasons: [`ready: ${code}`],
    requests: [asks.pullRequest()],
  })
}

const READY: Outputs = { ...PULL_REQUEST, ready: 'true', 'pull-request-state': 'pending' }

/** A warning: `ready` is met and does not need this read. */
function unneeded(answer: Answer, code: string): Scenario {
  return scenario({
    inputs: { require: 'ready' },
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: answer },
    exit: 0,
    outputs: { ...READY, conclusion: 'passed' },
    reasons: [code],
    requests: [asks.queue(), asks.pullRequest()],
  })
}

const PAGE = '<!doctype html><html><head><style>p{}</style></head><body><p>Sign in</p></body></html>'
const html = { 'content-type': 'text/html; charset=utf-8' }

scenarios('refused', {
  '401, needed': needed(no(401, 'unknown key'), 'token-refused'),
  '200 with a page, needed': needed(no(200, PAGE, html), 'contract-broken'),

  '401, not needed': unneeded(no(401, 'unknown key'), 'token-refused'),

  'nothing required': scenario({
    answers: { getSubmittedPullRequest: no(401, 'unknown key'), getQueue: no(401, 'unknown key') },
    exit: 1,
    outputs: UNKNOWN,
    reasons: ['token-refused'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'a key of the v2 API that is refused asks the v1 API nothing': scenario({
    inputs: { 'api-token': 'rocketq_v2_0123456789', require: 'ready', read: 'pull-request' },
    exit: 1,
    outputs: { ...UNKNOWN, source: 'service-v2' },
    reasons: ['ready: token-refused'],
    requests: [
      {
        method: 'GET',
        path: '/v2/repositories?providerUrl=https%3A%2F%2Fgithub.com%2Facme%2Frocket',
        token: 'differs',
        body: '',
      },
    ],
  }),
})

scenarios('unavailable', {
  '429, needed': needed(down(429), 'service-unavailable', 'fail'),
  '503, needed, warn': needed(down(503), 'service-unavailable', 'warn', 0),
  '503 of all reads, one of them needed, warn: one warning': scenario({
    inputs: { require: 'ready', 'on-unavailable': 'warn' },
    answers: { getSubmittedPullRequest: down(503), getQueue: down(503) },
    exit: 0,
    outputs: UNKNOWN,
    reasons: ['ready: service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
})
