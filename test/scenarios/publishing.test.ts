import { pullRequest, readiness } from './bodies.ts'
import { asks, down, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

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
  'annotations: true': everyKind('true'),
  'annotations: false': everyKind('false'),
  'nothing to read': scenario({
    event: 'release',
    exit: 0,
    outputs: { context: 'other', conclusion: 'reported' },
    requests: [],
  }),
})
