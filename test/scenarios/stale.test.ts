import type { Answer } from '../stand-in/service/state.js'
import { githubPullRequest, HEAD, type Json, NEWER, OLDER, pullRequest, RUN, RUN_HEAD, testRun } from './bodies.ts'
import { asks, CONCLUSIONS, ok, PULL_REQUEST, type Scenario, scenario, scenarios, type Verdict } from './scenario.ts'

/** A condition where service, event (always HEAD) and GitHub speak of different commits. */
function stale(
  condition: string,
  { service, github }: { service: Json; github?: string },
  verdict: Verdict,
  code: string | undefined,
  changes: Partial<Scenario> = {},
): Scenario {
  const { exit, conclusion } = CONCLUSIONS[verdict]
  return scenario({
    inputs: { require: condition, read: 'pull-request' },
    answers: { getSubmittedPullRequest: ok(service) },
    ...(github && { github: ok(githubPullRequest({ head: { ref: 'mona/more-thrust', sha: github } })) }),
    exit,
    outputs: {
      ...PULL_REQUEST,
      conclusion,
      ready: 'unknown',
      'pull-request-state': String(service['state']),
    },
    reasons: code ? [`${condition}: ${code}`] : [],
    requests: [asks.pullRequest()],
    githubRequests: github ? 1 : 0,
    ...changes,
  })
}

const behind = (state: string) => pullRequest({ state, prSha: OLDER })
const ahead = (state: string) => pullRequest({ state, prSha: NEWER })

scenarios('stale', {
  'ready: the service lags behind': stale(
    'ready',
    { service: behind('pending'), github: HEAD },
    'unknown',
    'service-behind',
  ),
  'ready: this run is not about the head any more': stale(
    'ready',
    { service: ahead('pending'), github: NEWER },
    'unknown',
    'stale-head',
  ),
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
