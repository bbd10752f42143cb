import { left, pullRequest, readiness } from './bodies.ts'
import { asks, down, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const PASSED: Outputs = { ...PULL_REQUEST, conclusion: 'passed', ready: 'true', 'pull-request-state': 'pending' }
const FAILED: Outputs = { ...PULL_REQUEST, conclusion: 'failed', ready: 'false', 'pull-request-state': 'failed' }

const passes = (inputs: Record<string, string>, changes: Partial<Scenario> = {}): Scenario =>
  scenario({
    inputs: { require: 'ready', read: 'pull-request', ...inputs },
    answers: { getSubmittedPullRequest: ok(pullRequest()) },
    exit: 0,
    outputs: PASSED,
    requests: [asks.pullRequest()],
    ...changes,
  })

const fails = (inputs: Record<string, string>, changes: Partial<Scenario> = {}): Scenario =>
  passes(inputs, {
    answers: { getSubmittedPullRequest: ok(left('failed')) },
    exit: 1,
    outputs: FAILED,
    reasons: ['ready: state-failed'],
    ...changes,
  })

/** Every kind of annotation: a warning for the queue, a notice for GitHub's side, the failure. */
const everyKind = (annotations: string): Scenario =>
  scenario({
    inputs: { require: 'ready', annotations },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ readiness: readiness({ gitHubMergeability: undefined }) })),
      getQueue: down(503),
    },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'unknown', ready: 'unknown', 'pull-request-state': 'pending' },
    reasons: ['ready: github-unavailable', 'service-unavailable'],
    requests: [asks.queue(), asks.pullRequest()],
  })

scenarios('publishing', {
  'summary: always, passed': passes({ summary: 'always' }),
  'summary: always, failed': fails({ summary: 'always' }),
  'summary: on-failure, passed': passes({ summary: 'on-failure' }),
  'summary: on-failure, failed': fails({ summary: 'on-failure' }),
  'what is in the summary stays': passes({}, { summary: '<p>Of another tool, without an end of its line</p>' }),
  'no file for the summary': passes({}, { env: { GITHUB_STEP_SUMMARY: undefined } }),
  'annotations: true': everyKind('true'),
  'annotations: false': everyKind('false'),
  'nothing to read': scenario({
    event: 'release',
    exit: 0,
    outputs: { context: 'other', conclusion: 'reported' },
    requests: [],
  }),
})
