import type { Answer } from '../stand-in/service/state.js'
import { asks, down, type Outputs, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const UNKNOWN: Outputs = { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown' }

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
  '503 of all reads, one of them needed, warn: one warning': scenario({
    inputs: { require: 'ready', ...warn },
    answers: { getSubmittedPullRequest: down(503), getQueue: down(503) },
    exit: 0,
    outputs: UNKNOWN,
    reasons: ['ready: service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  }),
})
