import type { Answer, OperationName } from '../stand-in/service/state.js'
import { entry, type Json, left, pullRequest, queue, RUN, readiness, testRun } from './bodies.ts'
import {
  asks,
  CONCLUSIONS,
  no,
  type Outputs,
  ok,
  PULL_REQUEST,
  type Scenario,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

type Answers = Partial<Record<OperationName, Answer>>

/** One required condition, by the answers that it needs; nothing else is asked. */
function judged(
  condition: string,
  verdict: Verdict,
  answers: Answers,
  outputs: Outputs,
  ...reasons: string[]
): Scenario {
  const { exit, conclusion } = CONCLUSIONS[verdict]
  const ofRun = answers.getMergeQueueTestingDetails !== undefined
  return scenario({
    inputs: { require: condition, ...(ofRun && { 'test-run-id': RUN, read: 'test-run' }) },
    answers,
    exit,
    outputs: { ...PULL_REQUEST, conclusion, ...outputs },
    reasons: reasons.map(code => `${condition}: ${code}`),
    requests: [
      ...(ofRun ? [asks.testRun(RUN)] : []),
      ...(answers.getQueue ? [asks.queue()] : []),
      ...(answers.getSubmittedPullRequest ? [asks.pullRequest()] : []),
    ],
  })
}

const RUNNING = { 'queue-state': 'running', 'queue-length': '0' }
const state = (value: string, ready: string): Outputs => ({ 'pull-request-state': value, ready })
const NEVER = state('not_submitted', 'false')

/** What is said of the pull request; `not-submitted`, `settled` and the default reads look at the queue, too. */
const of = (body: Json | Answer, getQueue: Answer = ok(queue())): Answers => ({
  getSubmittedPullRequest: typeof body['status'] === 'number' ? (body as Answer) : ok(body),
  getQueue,
})
const at = (value: string, members: Json = {}) => of(pullRequest({ state: value, ...members }))
const never = no(404, 'pull request not found')
const noQueue = no(404, 'queue not found')

scenarios('conditions-of-the-pull-request', {
  'submitted: met': judged('submitted', 'met', at('pending'), { ...RUNNING, ...state('pending', 'true') }),
  'submitted: unmet': judged(
    'submitted',
    'unmet',
    of(left('cancelled')),
    { ...RUNNING, ...state('cancelled', 'false') },
    'not-submitted',
  ),
  'not-submitted: met': judged('not-submitted', 'met', of(never), { ...RUNNING, ...NEVER }),
  'not-submitted: unmet': judged(
    'not-submitted',
    'unmet',
    at('not_ready'),
    { ...RUNNING, ...state('not_ready', 'true') },
    'still-submitted',
  ),
  'not-submitted: the branch has no queue': judged(
    'not-submitted',
    'unknown',
    of(never, noQueue),
    { 'queue-state': 'none', ready: 'false' },
    'queue-not-found',
  ),
  'not-submitted: the queue lists it': judged(
    'not-submitted',
    'unknown',
    of(left('cancelled'), ok(queue({ enqueuedPullRequests: [entry(42)] }))),
    { 'queue-state': 'running', ready: 'unknown' },
    'contradictory-answer',
  ),
  'ready: met': judged('ready', 'met', at('pending'), { ...RUNNING, ...state('pending', 'true') }),
  'ready: unmet': judged(
    'ready',
    'unmet',
    at('not_ready', {
      readiness: readiness({
        doesBaseBranchMatch: false,
        gitHubMergeability: 'not_mergeable',
        hasImpactedTargets: false,
      }),
    }),
    { ...RUNNING, ...state('not_ready', 'false') },
    'base-branch-mismatch',
    'not-mergeable',
    'impacted-targets-missing',
  ),
  'ready: never submitted': judged('ready', 'unmet', of(never), { ...RUNNING, ...NEVER }, 'not-submitted'),
  'tests-passed: met': judged('tests-passed', 'met', at('tests_passed'), {
    ...RUNNING,
    ...state('tests_passed', 'true'),
  }),
  'tests-passed: unmet': judged(
    'tests-passed',
    'unmet',
    at('testing'),
    { ...RUNNING, ...state('testing', 'true') },
    'state-testing',
  ),
  'merged: met': judged('merged', 'met', of(left('merged')), {
    ...RUNNING,
    ...state('merged', 'true'),
    'removal-reason': 'merged',
  }),
  'merged: unmet': judged(
    'merged',
    'unmet',
    of(left('failed')),
    { ...RUNNING, ...state('failed', 'false') },
    'state-failed',
  ),
  'settled: met': judged('settled', 'met', of(left('cancelled')), { ...RUNNING, ...state('cancelled', 'false') }),
  'settled: unmet': judged(
    'settled',
    'unmet',
    at('testing'),
    { ...RUNNING, ...state('testing', 'true') },
    'state-testing',
  ),
})

const listing = (...entries: Json[]): Answers => ({ getQueue: ok(queue({ enqueuedPullRequests: entries })) })
const only = (...answers: Answers[]): Answers => Object.assign({ getSubmittedPullRequest: undefined }, ...answers)
const ofQueue = (condition: string, verdict: Verdict, answers: Answers, outputs: Outputs, ...reasons: string[]) => {
  const { inputs, ...rest } = judged(condition, verdict, only(answers), outputs, ...reasons)
  return scenario({ ...rest, inputs: { ...inputs, read: 'queue' } })
}

scenarios('conditions-of-the-queue', {
  'queue-running: met': ofQueue('queue-running', 'met', listing(entry(7)), {
    'queue-state': 'running',
    'queue-length': '1',
  }),
  'queue-running: unmet': ofQueue(
    'queue-running',
    'unmet',
    { getQueue: ok(queue({ state: 'paused' })) },
    { 'queue-state': 'paused', 'queue-length': '0' },
    'queue-paused',
  ),
  'queue-running: no queue': ofQueue(
    'queue-running',
    'unmet',
    { getQueue: noQueue },
    { 'queue-state': 'none' },
    'queue-not-found',
  ),
  'queue-empty: met': ofQueue('queue-empty', 'met', listing(entry(7, { state: 'merged' })), RUNNING),
  'queue-empty: unmet': ofQueue(
    'queue-empty',
    'unmet',
    listing(entry(7), entry(42)),
    { 'queue-state': 'running', 'queue-length': '2', 'queue-position': '2' },
    'queue-not-empty',
  ),
})

const RUN_OUTPUTS: Outputs = {
  'test-run-id': RUN,
  'test-branch': `rocketq-merge/pr-42/${RUN}`,
  'pull-requests': '[42]',
  'missing-statuses': '[]',
  'failed-statuses': '[]',
}
const ofRun = (verdict: Verdict, answer: Answer, outputs: Outputs, ...reasons: string[]) =>
  judged('test-run-succeeded', verdict, { getMergeQueueTestingDetails: answer }, outputs, ...reasons)

/** The check `build` ended in this word, and the status `unit` passed. */
const ended = (conclusion: string): Json => ({
  status: conclusion === 'success' ? 'succeeded' : 'failed',
  requiredStatuses: conclusion === 'success' ? ['build', 'unit'] : ['build', 'unit', 'e2e'],
  checkSuites: [{ checkRuns: [{ name: 'build', url: 'https://ci.example/1', status: 'completed', conclusion }] }],
  statusChecks: [{ context: 'unit', url: 'https://ci.example/2', state: 'success' }],
})

scenarios('conditions-of-the-test-run', {
  met: ofRun('met', ok(testRun(ended('success'))), {
    ...RUN_OUTPUTS,
    'test-run-status': 'succeeded',
  }),
  'unmet: one status was cancelled, one never reported': ofRun(
    'unmet',
    ok(testRun(ended('cancelled'))),
    { ...RUN_OUTPUTS, 'test-run-status': 'failed', 'missing-statuses': '["e2e"]', 'failed-statuses': '["build"]' },
    'required-status-failed',
    'test-run-failed',
    'required-status-missing',
  ),
  'no such test run': ofRun('unknown', no(404, 'not found'), { 'test-run-id': RUN }, 'test-run-not-found'),
})
