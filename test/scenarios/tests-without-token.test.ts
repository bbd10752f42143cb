import { type Case, fails, junit, passes } from './junit.ts'
import {
  CONCLUSIONS,
  NEVER_ASKED,
  type Outputs,
  PULL_REQUEST,
  type Scenario,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

const FAILED = { 'test-outcome': 'failure' }

/** A fork has neither token nor variables; nothing is ever asked. */
function fork(
  verdict: Verdict,
  counts: [ran: string, blocking: string, names?: string[]],
  cases: Case[],
  inputs: Record<string, string>,
  reasons: string[],
  outputs: Outputs = {},
): Scenario {
  const [ran, blocking, names = []] = counts
  return scenario({
    event: 'pull-request-fork',
    inputs: {
      'api-token': '',
      require: 'no-blocking-failures',
      'junit-paths': 'report.xml',
      'test-outcome': 'success',
      ...inputs,
    },
    workspace: { 'report.xml': junit(cases) },
    exit: CONCLUSIONS[verdict].exit,
    outputs: {
      ...PULL_REQUEST,
      ...NEVER_ASKED,
      'head-sha': '8b0242134888a623a47e7aa197e18db103302dba',
      conclusion: CONCLUSIONS[verdict].conclusion,
      'test-count': ran,
      'blocking-failures': blocking,
      'excused-failures': '0',
      'blocking-tests': JSON.stringify(names),
      'flaky-tests': '[]',
      ...outputs,
    },
    reasons,
    requests: [],
  })
}

const pass = [passes('lands')]
const fail = [fails('lands')]
const PASSED: [string, string] = ['1', '0']
const BLOCKED: [string, string, string[]] = ['1', '1', ['lands']]
const blocking = ['no-blocking-failures: blocking-failures']
const beside = { require: 'ready, no-blocking-failures' }
const skip = { 'on-missing-token': 'skip' }
const skipped = { conclusion: 'skipped' }

scenarios('tests-without-token', {
  'alone, not even an endpoint': fork('met', PASSED, pass, { endpoint: '' }, []),
  'beside others, with skip: met': fork('met', PASSED, pass, { ...beside, ...skip }, ['token-missing'], skipped),
  'beside others, with skip: not met': fork('unmet', BLOCKED, fail, { ...beside, ...skip, ...FAILED }, blocking),
})
