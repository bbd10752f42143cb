import type { Answer } from '../stand-in/service/state.js'
import { entry, githubPullRequest, type Json, left, pullRequest, queue, RUN, readiness, testRun } from './bodies.ts'
import { asks, NEVER_ASKED, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

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

const empty = ok(queue())
const EMPTY: Outputs = { 'queue-length': '0' }
const LISTED: Outputs = { 'queue-length': '1', 'queue-position': '1' }

/** A test run by its id, required to have succeeded. */
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
  'ready: the base matches, and it is another branch': contradicted(
    'ready',
    ok(pullRequest({ prBaseBranch: 'develop' })),
    empty,
    { ...EMPTY, 'pull-request-state': 'pending' },
  ),
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
  'test-run-succeeded: two reports of one name differ, which is no outcome': ofRun(
    { checkSuites: [{ checkRuns: [run('build', 'failure'), run('build', 'success'), run('unit', 'success')] }] },
    0,
    { conclusion: 'passed' },
  ),
})

const nothingAsked = (require: string): Scenario =>
  scenario({
    inputs: { require },
    exit: 1,
    outputs: { ...PULL_REQUEST, ...NEVER_ASKED, conclusion: 'failed' },
    reasons: ['bad-input'],
    named: ['require'],
    requests: [],
  })

scenarios('require-nothing', {
  'given but empty, as a missing variable leaves it': nothingAsked(''),
})

/** GitHub calls it clean, and speaks of something else than the service, which does not say how mergeable it is. */
function ofSomethingElse(members: Json, inputs: Record<string, string> = {}): Scenario {
  return scenario({
    inputs: { require: 'ready', read: 'pull-request', ...inputs },
    event: 'issue-comment-pull-request',
    answers: { getSubmittedPullRequest: ok(pullRequest({ readiness: readiness({ gitHubMergeability: undefined }) })) },
    github: ok(githubPullRequest(members)),
    exit: 1,
    outputs: {
      ...PULL_REQUEST,
      conclusion: 'unknown',
      ready: 'unknown',
      'head-sha': '',
      'pull-request-state': 'pending',
    },
    reasons: ['ready: mergeability-unknown'],
    requests: [asks.pullRequest()],
    githubRequests: 1,
  })
}

const CLOSED = ofSomethingElse({ state: 'closed' })

scenarios('github-of-something-else', {
  // Nor does an answer about another pull request name the branch.
  'another number': ofSomethingElse({ number: 43 }, { 'target-branch': 'main' }),
  closed: {
    ...CLOSED,
    outputs: { ...CLOSED.outputs, 'pull-request-state': '' },
    reasons: ['ready: contradictory-answer'],
  },
})
