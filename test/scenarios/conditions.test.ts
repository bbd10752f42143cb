import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CONDITION_NAMES } from '../../src/facts/conditions.ts'
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

const files = globSync('*.test.ts', { cwd: import.meta.dirname }).map(file => `${import.meta.dirname}/${file}`)
const played = files.map(file => readFileSync(file, 'utf8')).join('\n')

test.each(CONDITION_NAMES)('a case requires %s', condition => {
  const advice = 'Write a case that requires it in this file'
  expect(played.includes(`'${condition}'`), advice).toBe(true)
})

/** One required condition, nothing read beside what it needs. */
function judged(
  condition: string,
  verdict: Verdict,
  { getSubmittedPullRequest, getQueue, getMergeQueueTestingDetails }: Answers,
  outputs: Outputs,
  reasons: string[] = [],
): Scenario {
  const { exit, conclusion } = CONCLUSIONS[verdict]
  const reads = getSubmittedPullRequest ? 'pull-request' : getQueue ? 'queue' : 'test-run'
  return scenario({
    inputs: { require: condition, read: reads, ...(getMergeQueueTestingDetails && { 'test-run-id': RUN }) },
    answers: {
      ...(getSubmittedPullRequest && { getSubmittedPullRequest }),
      ...(getQueue && { getQueue }),
      ...(getMergeQueueTestingDetails && { getMergeQueueTestingDetails }),
    },
    exit,
    outputs: { ...PULL_REQUEST, conclusion, ...outputs },
    reasons: reasons.map(code => `${condition}: ${code}`),
    requests: [
      ...(getMergeQueueTestingDetails ? [asks.testRun(RUN)] : []),
      ...(getQueue ? [asks.queue()] : []),
      ...(getSubmittedPullRequest ? [asks.pullRequest()] : []),
    ],
  })
}

const in_ = (state: string | undefined, members: Json = {}) => ok(pullRequest({ state, ...members }))
const out = (state: string | undefined, members: Json = {}) => ok(left(state, members))
const running = ok(queue())
const RUNNING: Outputs = { 'queue-state': 'running', 'queue-length': '0' }

const ofPullRequest = (
  condition: string,
  verdict: Verdict,
  answer: Answer,
  outputs: Outputs,
  reasons: string[] = [],
): Scenario => judged(condition, verdict, { getSubmittedPullRequest: answer }, outputs, reasons)

/** `not-submitted` and `settled` look at the queue too. */
const withQueue = (
  condition: string,
  verdict: Verdict,
  answer: Answer,
  outputs: Outputs,
  reasons: string[] = [],
): Scenario =>
  judged(
    condition,
    verdict,
    { getSubmittedPullRequest: answer, getQueue: running },
    { ...RUNNING, ...outputs },
    reasons,
  )

const notFound = no(404, 'pull request not found')
const NEVER: Outputs = { 'pull-request-state': 'not_submitted', ready: 'false' }
const state = (value: string, ready: string): Outputs => ({ 'pull-request-state': value, ready })

scenarios('conditions-of-the-pull-request', {
  'submitted: unmet': ofPullRequest('submitted', 'unmet', out('cancelled'), state('cancelled', 'false'), [
    'not-submitted',
  ]),

  'tests-passed: met': ofPullRequest('tests-passed', 'met', in_('tests_passed'), state('tests_passed', 'true')),
  'merged: unmet': ofPullRequest('merged', 'unmet', in_('tests_passed'), state('tests_passed', 'true'), [
    'state-tests-passed',
  ]),
})

scenarios('conditions-beside-the-queue', {
  'not-submitted: unmet': withQueue('not-submitted', 'unmet', in_('not_ready'), state('not_ready', 'true'), [
    'still-submitted',
  ]),
  'not-submitted: unknown, the queue lists it': judged(
    'not-submitted',
    'unknown',
    { getSubmittedPullRequest: out('cancelled'), getQueue: ok(queue({ enqueuedPullRequests: [entry(42)] })) },
    { ready: 'unknown', 'queue-state': 'running' },
    ['contradictory-answer'],
  ),
  'settled: unmet': withQueue('settled', 'unmet', in_('testing'), state('testing', 'true'), ['state-testing']),
})

/** Nothing says that it is out of the queue. */
const OPEN: Outputs = { ready: 'false' }

scenarios('never-submitted', {
  'not-submitted, with the queue': withQueue('not-submitted', 'met', notFound, NEVER),
  'not-submitted, without the queue': judged(
    'not-submitted',
    'unknown',
    { getSubmittedPullRequest: notFound, getQueue: no(404, 'queue not found') },
    { ...OPEN, 'queue-state': 'none' },
    ['queue-not-found'],
  ),
})

/** A scenario of the test run that an input names, whose commit is that of a test branch. */
const ofTestRun = (verdict: Verdict, answer: Answer, outputs: Outputs, reasons: string[] = []): Scenario =>
  judged('test-run-succeeded', verdict, { getMergeQueueTestingDetails: answer }, outputs, reasons)

const RUN_OUTPUTS: Outputs = {
  'test-run-id': RUN,
  'test-branch': `rocketq-merge/pr-42/${RUN}`,
  'pull-requests': '[42]',
  'missing-statuses': '[]',
  'failed-statuses': '[]',
}
const status = (value: string): Outputs => ({ ...RUN_OUTPUTS, 'test-run-status': value })
const withStates = (build: string, unit: string): Json => ({
  checkSuites: [
    { checkRuns: [{ name: 'build', url: 'https://ci.example/1', status: 'completed', conclusion: build }] },
  ],
  statusChecks: [{ context: 'unit', url: 'https://ci.example/2', state: unit }],
})

scenarios('conditions-of-the-test-run', {
  met: ofTestRun('met', ok(testRun()), status('succeeded')),
  'unmet: failed, one status failed, one was never reported': ofTestRun(
    'unmet',
    ok(
      testRun({
        status: 'failed',
        requiredStatuses: ['build', 'unit', 'e2e'],
        ...withStates('failure', 'success'),
      }),
    ),
    { ...status('failed'), 'missing-statuses': '["e2e"]', 'failed-statuses': '["build"]' },
    ['required-status-failed', 'test-run-failed', 'required-status-missing'],
  ),
  'unknown: no such test run': ofTestRun('unknown', no(404, 'test run not found'), { 'test-run-id': RUN }, [
    'test-run-not-found',
  ]),
  'a batch that builds on others': ofTestRun(
    'met',
    ok(
      testRun({
        testBranch: `rocketq-merge/pr-42-43/${RUN}`,
        testedPullRequests: [
          { prNumber: 42, prUrl: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' },
          { prNumber: 43, prUrl: 'https://github.com/acme/rocket/pull/43', title: 'Fix the nozzle' },
        ],
        dependentPrs: [41],
        impactedTargets: ['//engine', '//nozzle', '//tank'],
        impactedTargetsForTestedPrs: ['//engine', '//nozzle'],
      }),
    ),
    { ...status('succeeded'), 'test-branch': `rocketq-merge/pr-42-43/${RUN}`, 'pull-requests': '[42,43]' },
  ),
})

/** `require: ready`, by what the service says of the pull request alone. */
const ready = (body: Json, verdict: Verdict, reasons: string[] = []): Scenario =>
  ofPullRequest('ready', verdict, ok(body), state(String(body['state']), CONCLUSIONS[verdict].ready), reasons)

const rule = (members: Json, state = 'not_ready') => pullRequest({ state, readiness: readiness(members) })

scenarios('ready', {
  'the rule holds': ready(rule({}, 'pending'), 'met'),
  'in testing, and the rule does not hold any more': ready(
    rule({ gitHubMergeability: 'not_mergeable' }, 'testing'),
    'unmet',
    ['not-mergeable'],
  ),
  'all three parts fail': ready(
    rule({ doesBaseBranchMatch: false, gitHubMergeability: 'not_mergeable', hasImpactedTargets: false }),
    'unmet',
    ['base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'],
  ),
  'readiness of another type, pending': ready(pullRequest({ state: 'pending', readiness: 'x' }), 'unknown', [
    'not-known',
    'not-known',
    'github-unavailable',
  ]),

  'never submitted': ofPullRequest('ready', 'unmet', notFound, NEVER, ['not-submitted']),
})

const ofQueue = (
  condition: string,
  verdict: Verdict,
  getQueue: Answer,
  outputs: Outputs,
  reasons: string[] = [],
): Scenario => judged(condition, verdict, { getQueue }, outputs, reasons)

const inState = (state: string): Answer => ok(queue({ state, enqueuedPullRequests: [entry(7)] }))
const told = (state: string): Outputs => ({ 'queue-state': state, 'queue-length': '1' })

scenarios('queue-running', {
  running: ofQueue('queue-running', 'met', inState('running'), told('running')),
  paused: ofQueue('queue-running', 'unmet', inState('paused'), told('paused'), ['queue-paused']),
  switching_modes: ofQueue('queue-running', 'unmet', inState('switching_modes'), told('switching_modes'), [
    'queue-switching-modes',
  ]),
  'no such queue': ofQueue('queue-running', 'unmet', no(404, 'queue not found'), { 'queue-state': 'none' }, [
    'queue-not-found',
  ]),
})

const listing = (...entries: Json[]): Answer => ok(queue({ enqueuedPullRequests: entries }))
const length = (value: number): Outputs => ({ 'queue-state': 'running', 'queue-length': String(value) })

scenarios('queue-empty', {
  empty: ofQueue('queue-empty', 'met', listing(), length(0)),
  'one entry': ofQueue('queue-empty', 'unmet', listing(entry(7)), length(1), ['queue-not-empty']),
  'no such queue': ofQueue('queue-empty', 'unknown', no(404, 'queue not found'), { 'queue-state': 'none' }, [
    'queue-not-found',
  ]),
  'those whose episode is over do not count': ofQueue(
    'queue-empty',
    'met',
    listing(entry(7, { state: 'merged' }), entry(8, { state: 'FAILED' }), entry(9, { state: 'cancelled' })),
    // Nothing is enqueued, so nothing is counted.
    length(0),
  ),
})

/** Report only, for the place in the list. */
function place(members: Json, outputs: Outputs): Scenario {
  return scenario({
    inputs: { read: 'queue' },
    answers: { getQueue: ok(queue(members)) },
    exit: 0,
    outputs: { ...PULL_REQUEST, conclusion: 'reported', 'queue-state': 'running', ...outputs },
    requests: [asks.queue()],
  })
}

scenarios('queue-position', {
  third: place(
    { enqueuedPullRequests: [entry(7), entry(8), entry(42), entry(9)] },
    { 'queue-length': '4', 'queue-position': '3' },
  ),
  'not in it': place({ enqueuedPullRequests: [entry(7)] }, { 'queue-length': '1' }),
})
