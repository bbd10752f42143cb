import type { Answer } from '../stand-in/service/state.js'
import { entry, type Json, left, queue, RUN, testRun } from './bodies.ts'
import { asks, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** Two statements that can't both be true: the condition is unknown, and the step fails. */
function contradicted(condition: string, pullRequestAnswer: Answer, queueAnswer: Answer, outputs: Outputs): Scenario {
  return scenario({
    inputs: { require: condition, read: 'pull-request, queue', 'on-unavailable': 'warn' },
    answers: { getSubmittedPullRequest: pullRequestAnswer, getQueue: queueAnswer },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown', 'queue-state': 'running', ...outputs },
    reasons: [`${condition}: contradictory-answer`],
    requests: [asks.queue(), asks.pullRequest()],
  })
}
const LISTED: Outputs = { 'queue-length': '1', 'queue-position': '1' }

/** Requires that a test run, given by id, succeeded. */
function ofRun(members: Json, exit: 0 | 1, outputs: Outputs, reasons: string[] = []): Scenario {
  return scenario({
    inputs: { require: 'test-run-succeeded', read: 'test-run', 'test-run-id': RUN },
    answers: { getMergeQueueTestingDetails: ok(testRun(members)) },
    exit,
    outputs: {
      ...PULL_REQUEST,
      'test-run-id': RUN,
      'test-run-status': 'succeeded',
      'test-branch': `rocketq-merge/pr-42/${RUN}`,
      'pull-requests': '[42]',
      'missing-statuses': '[]',
      'failed-statuses': '[]',
      ...outputs,
    },
    reasons,
    requests: [asks.testRun(RUN)],
  })
}

const run = (name: string, conclusion: string | null, status = 'completed') => ({ name, status, conclusion })
const CONTRADICTED = ['test-run-succeeded: contradictory-answer']

scenarios('contradictions', {
  'settled: out, and the queue lists it as pending': contradicted(
    'settled',
    ok(left('failed')),
    ok(queue({ enqueuedPullRequests: [entry(42, { state: 'pending' })] })),
    { ...LISTED, 'pull-request-state': 'failed' },
  ),
  'test-run-succeeded: a required check failed': ofRun(
    { checkSuites: [{ checkRuns: [run('build', 'failure'), run('unit', 'success')] }], statusChecks: [] },
    1,
    { conclusion: 'unknown', 'test-run-status': '', 'failed-statuses': '["build"]' },
    CONTRADICTED,
  ),
})
