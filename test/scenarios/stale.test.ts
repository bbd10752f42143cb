import type { Answer } from '../stand-in/service/state.js'
import { OLDER, pullRequest, RUN, RUN_HEAD, testRun } from './bodies.ts'
import { asks, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

/** `require: ready` where the service and the event speak of different commits. */
scenarios('stale', {
  'ready: the service has another commit': scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: ok(pullRequest({ state: 'merged', prSha: OLDER })) },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown', 'pull-request-state': 'merged' },
    reasons: ['ready: stale-head'],
    requests: [asks.pullRequest()],
  }),
})

/** `test-run-succeeded` on a test branch. */
function foreign(answer: Answer, changes: Partial<Scenario> = {}): Scenario {
  return scenario({
    event: 'pull-request-test-branch',
    inputs: { require: 'test-run-succeeded', read: 'test-run' },
    answers: { getMergeQueueTestingDetails: answer },
    exit: 1,
    outputs: {
      context: 'test-branch',
      'target-branch': 'main',
      'head-sha': RUN_HEAD,
      conclusion: 'unknown',
      'test-run-id': RUN,
    },
    reasons: ['test-run-succeeded: stale-head'],
    requests: [asks.testRun(RUN)],
    ...changes,
  })
}

scenarios('stale-test-runs', {
  'the run of a test branch is on another commit': foreign(ok(testRun({ testBranchSha: OLDER }))),
  'report only: it fails nothing and is told': foreign(ok(testRun({ testBranchSha: OLDER })), {
    inputs: { read: 'test-run' },
    exit: 0,
    outputs: {
      context: 'test-branch',
      'target-branch': 'main',
      'head-sha': RUN_HEAD,
      conclusion: 'reported',
      'test-run-id': RUN,
    },
    reasons: ['stale-head'],
  }),
})
