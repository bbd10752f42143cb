import type { EventFixture } from '../events/index.js'
import { type Case, fails, junit, passes } from './junit.ts'
import { asks, NEVER_ASKED, type Outputs, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const FORK: Outputs = { ...PULL_REQUEST, 'head-sha': FORK_HEAD }
const DEPENDABOT: Outputs = { ...PULL_REQUEST, 'head-sha': '5dde4e9854bf1daf861a9511c0c4d10d0f5ef3ad' }

/** No `api-token`; nothing is ever asked. */
function without(
  event: EventFixture,
  inputs: Record<string, string>,
  context: Outputs,
  conclusion: 'skipped' | 'failed',
): Scenario {
  return scenario({
    event,
    inputs: { 'api-token': '', ...inputs },
    exit: conclusion === 'skipped' ? 0 : 1,
    outputs: { ...context, ...NEVER_ASKED, conclusion },
    reasons: ['token-missing'],
    requests: [],
  })
}

const skip = { 'on-missing-token': 'skip' }
const required = { require: 'ready' }

scenarios('missing-token', {
  'fork, required': without('pull-request-fork', required, FORK, 'failed'),
  'fork, required, skip': without('pull-request-fork', { ...required, ...skip }, FORK, 'skipped'),
  'a token of blanks is none': without('pull-request-fork', { 'api-token': '  ', ...skip }, FORK, 'skipped'),
  'Dependabot, required, skip': without('pull-request-dependabot', { ...required, ...skip }, DEPENDABOT, 'skipped'),
  'pull_request of this repository, skip': without('pull-request', { ...required, ...skip }, PULL_REQUEST, 'failed'),
  'fork with another mistake': scenario({
    event: 'pull-request-fork',
    inputs: { 'api-token': '', ...skip, require: 'redy' },
    exit: 1,
    outputs: { ...FORK, ...NEVER_ASKED, conclusion: 'failed' },
    reasons: ['bad-input'],
    requests: [],
    named: ['require'],
  }),
  'a token that the service refuses is no missing one': scenario({
    event: 'pull-request-fork',
    inputs: { 'api-token': 'of-another-organization', ...skip, read: 'queue' },
    exit: 1,
    outputs: { ...FORK, conclusion: 'unknown' },
    reasons: ['token-refused'],
    requests: [{ ...asks.queue(), token: 'differs' }],
  }),
})

/** Test reports on a fork, which has neither token nor variables. */
function tests(each: Case, inputs: Record<string, string>, exit: 0 | 1, outputs: Outputs, reasons: string[]): Scenario {
  return scenario({
    event: 'pull-request-fork',
    inputs: { 'api-token': '', require: 'no-blocking-failures', 'junit-paths': 'report.xml', ...inputs },
    workspace: { 'report.xml': junit([each]) },
    exit,
    outputs: {
      ...{ ...FORK, ...NEVER_ASKED, 'test-count': '1', 'excused-failures': '0', 'flaky-tests': '[]' },
      ...{ 'blocking-failures': '0', 'blocking-tests': '[]', ...outputs },
    },
    reasons,
    requests: [],
  })
}

const beside = { require: 'ready, no-blocking-failures', 'test-outcome': 'success', ...skip }
const BLOCKED = { conclusion: 'failed', 'blocking-failures': '1', 'blocking-tests': '["lands"]' }

scenarios('tests-without-token', {
  'alone, not even an endpoint': tests(
    passes('lands'),
    { endpoint: '', 'test-outcome': 'success' },
    0,
    { conclusion: 'passed' },
    [],
  ),
  'beside others, with skip: met': tests(passes('lands'), beside, 0, { conclusion: 'skipped' }, ['token-missing']),
  'beside others, with skip: not met': tests(fails('lands'), { ...beside, 'test-outcome': 'failure' }, 1, BLOCKED, [
    'no-blocking-failures: blocking-failures',
  ]),
})
