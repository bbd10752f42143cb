import { type Json, pullRequest, readiness } from './bodies.ts'
import {
  asks,
  CONCLUSIONS,
  no,
  ok,
  PULL_REQUEST,
  type Scenario,
  scenario,
  scenarios,
  type Verdict,
} from './scenario.ts'

/** `require: ready`, by what the service says of the pull request alone. */
function ready(body: Json, verdict: Verdict, reasons: string[] = []): Scenario {
  const { exit, conclusion, ready } = CONCLUSIONS[verdict]
  // A pull request that is not submitted and has no state is `not_submitted`.
  const state = body['state'] ?? (body['isCurrentlySubmittedToQueue'] ? '' : 'not_submitted')
  return scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: ok(body) },
    exit,
    outputs: {
      ...PULL_REQUEST,
      conclusion,
      ready,
      'pull-request-state': String(state),
    },
    reasons: reasons.map(code => `ready: ${code}`),
    requests: [asks.pullRequest()],
  })
}

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
    'base-branch-unknown',
    'impacted-targets-unknown',
    'github-unavailable',
  ]),

  'never submitted': scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: no(404, 'pull request not found') },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'failed', ready: 'false', 'pull-request-state': 'not_submitted' },
    reasons: ['ready: not-submitted'],
    requests: [asks.pullRequest()],
  }),
})
