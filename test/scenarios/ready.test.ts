import { type Json, left, pullRequest, readiness } from './bodies.ts'
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
  // Who is not submitted and has no state is `not_submitted`.
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
const withoutReadiness = (state: string | undefined) => pullRequest({ state, readiness: undefined })

scenarios('ready', {
  'the rule holds': ready(rule({}, 'pending'), 'met'),
  'impacted targets are not required and not there': ready(
    rule({ requiresImpactedTargets: false, hasImpactedTargets: false }),
    'met',
  ),
  'impacted targets are not required and absent': ready(
    rule({ requiresImpactedTargets: false, hasImpactedTargets: undefined }),
    'met',
  ),
  'the state is absent, the rule holds': ready(pullRequest({ state: undefined }), 'met'),
  'impacted targets are there, required or not': ready(rule({ requiresImpactedTargets: undefined }), 'met'),
  'in testing, and the rule does not hold any more': ready(
    rule({ gitHubMergeability: 'not_mergeable' }, 'testing'),
    'unmet',
    ['not-mergeable'],
  ),
  'merged, whatever the rule says': ready(
    left('merged', { readiness: readiness({ gitHubMergeability: 'not_mergeable' }) }),
    'met',
  ),

  'the base branch differs': ready(rule({ doesBaseBranchMatch: false }), 'unmet', ['base-branch-mismatch']),
  'not mergeable': ready(rule({ gitHubMergeability: 'not_mergeable' }), 'unmet', ['not-mergeable']),
  'mergeability in progress': ready(rule({ gitHubMergeability: 'in_progress' }), 'unknown', [
    'mergeability-in-progress',
  ]),
  'mergeability unspecified': ready(rule({ gitHubMergeability: 'unspecified' }), 'unknown', [
    'mergeability-unspecified',
  ]),
  'a mergeability of the future': ready(rule({ gitHubMergeability: 'mergeable_tomorrow' }), 'unknown', [
    'mergeability-unknown',
  ]),
  'impacted targets missing': ready(rule({ hasImpactedTargets: false }), 'unmet', ['impacted-targets-missing']),
  'impacted targets required and absent': ready(rule({ hasImpactedTargets: undefined }), 'unknown', [
    'impacted-targets-unknown',
  ]),
  'nobody says whether impacted targets are required': ready(
    rule({ requiresImpactedTargets: undefined, hasImpactedTargets: false }),
    'unknown',
    ['impacted-targets-unknown'],
  ),
  'nobody says whether the base branch matches': ready(rule({ doesBaseBranchMatch: undefined }), 'unknown', [
    'base-branch-unknown',
  ]),
  'all three parts fail': ready(
    rule({ doesBaseBranchMatch: false, gitHubMergeability: 'not_mergeable', hasImpactedTargets: false }),
    'unmet',
    ['base-branch-mismatch', 'not-mergeable', 'impacted-targets-missing'],
  ),
  'one part fails, another is not known': ready(
    rule({ doesBaseBranchMatch: false, gitHubMergeability: 'in_progress' }),
    'unmet',
    ['base-branch-mismatch'],
  ),
  failed: ready(left('failed'), 'unmet', ['state-failed']),
  cancelled: ready(left('cancelled'), 'unmet', ['state-cancelled']),
  'not submitted any more': ready(left('not_ready'), 'unmet', ['not-submitted']),
  'not submitted, without a state': ready(left(undefined), 'unmet', ['not-submitted']),
  'a state of the future, the rule holds': ready(rule({}, 'frozen'), 'unknown', ['state-unknown']),

  'no readiness: not_ready': ready(withoutReadiness('not_ready'), 'unmet', ['state-not-ready']),
  'no readiness: pending': ready(withoutReadiness('pending'), 'met'),
  'readiness of another type, pending': ready(pullRequest({ state: 'pending', readiness: 'x' }), 'unknown', [
    'base-branch-unknown',
    'impacted-targets-unknown',
    'github-unavailable',
  ]),
  'readiness with a number, pending': ready(rule({ doesBaseBranchMatch: 1 }, 'pending'), 'unknown', [
    'base-branch-unknown',
    'impacted-targets-unknown',
    'github-unavailable',
  ]),
  'no readiness: testing': ready(withoutReadiness('testing'), 'met'),
  'no readiness: tests_passed': ready(withoutReadiness('tests_passed'), 'met'),
  'no readiness: pending_failure': ready(withoutReadiness('pending_failure'), 'met'),
  'no readiness: merged': ready(left('merged', { readiness: undefined }), 'met'),
  'no readiness: failed': ready(left('failed', { readiness: undefined }), 'unmet', ['state-failed']),
  'no readiness: cancelled': ready(left('cancelled', { readiness: null }), 'unmet', ['state-cancelled']),
  'no readiness: a state of the future': ready(withoutReadiness('frozen'), 'unknown', ['state-unknown']),
  'no readiness and no state': ready(withoutReadiness(undefined), 'unknown', ['state-unknown']),

  'never submitted': scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: no(404, 'pull request not found') },
    exit: 1,
    outputs: { ...PULL_REQUEST, conclusion: 'failed', ready: 'false', 'pull-request-state': 'not_submitted' },
    reasons: ['ready: not-submitted'],
    requests: [asks.pullRequest()],
  }),
})
