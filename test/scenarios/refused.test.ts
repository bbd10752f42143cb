import type { Answer } from '../stand-in/service/state.js'
import { pullRequest } from './bodies.ts'
import { asks, no, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** Fails in any case: the read is needed by `ready`, and `on-unavailable` is `warn`. */
function needed(answer: Answer, code: string): Scenario {
  return scenario({
    inputs: { require: 'ready', read: 'pull-request', 'on-unavailable': 'warn' },
    answers: { getSubmittedPullRequest: answer },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown' },
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
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown' },
    reasons: ['token-refused'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
  'a key of the v2 API that is refused asks the v1 API nothing': scenario({
    inputs: { 'api-token': 'rocketq_v2_0123456789', require: 'ready', read: 'pull-request' },
    exit: 1,
    outputs: { ...PULL_REQUEST, source: 'service-v2', conclusion: 'unknown', ready: 'unknown' },
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
