import type { GitHubAnswer } from '../stand-in/github/server.js'
import { githubPullRequest, type Json, pullRequest, readiness } from './bodies.ts'
import { asks, CONCLUSIONS, ok, PULL_REQUEST, type Scenario, scenario, scenarios, type Verdict } from './scenario.ts'

const silentService = pullRequest({ state: 'not_ready', readiness: readiness({ gitHubMergeability: undefined }) })

/** `require: ready` where the service does not send the mergeability. */
function gitHubView(answer: GitHubAnswer, verdict: Verdict, reasons: string[] = [], changes: Partial<Scenario> = {}) {
  const { exit, conclusion, ready } = CONCLUSIONS[verdict]
  return scenario({
    inputs: { require: 'ready', read: 'pull-request' },
    answers: { getSubmittedPullRequest: ok(silentService) },
    github: answer,
    exit,
    outputs: { ...PULL_REQUEST, conclusion, ready, 'pull-request-state': 'not_ready' },
    reasons: reasons.map(code => `ready: ${code}`),
    requests: [asks.pullRequest()],
    githubRequests: 1,
    ...changes,
  })
}

const says = (members: Json) => ok(githubPullRequest(members))
const refuses = (status: number, message: string) => ({ status, body: { message } })

scenarios('mergeability', {
  clean: gitHubView(says({ mergeable_state: 'clean' }), 'met'),
  has_hooks: gitHubView(says({ mergeable_state: 'has_hooks' }), 'met'),
  unstable: gitHubView(says({ mergeable_state: 'unstable' }), 'met'),
  'not mergeable': gitHubView(says({ mergeable: false, mergeable_state: 'dirty' }), 'unmet', ['not-mergeable']),
  'not mergeable outweighs clean': gitHubView(says({ mergeable: false }), 'unmet', ['not-mergeable']),
  'mergeable, but blocked': gitHubView(says({ mergeable_state: 'blocked' }), 'unknown', ['mergeability-unknown']),
  'mergeable, but behind': gitHubView(says({ mergeable_state: 'behind' }), 'unknown', ['mergeability-unknown']),
  'mergeable, but a draft': gitHubView(says({ mergeable_state: 'draft' }), 'unknown', ['mergeability-unknown']),
  'mergeable, state unknown': gitHubView(says({ mergeable_state: 'unknown' }), 'unknown', ['mergeability-unknown']),
  'mergeable, state absent': gitHubView(says({ mergeable_state: undefined }), 'unknown', ['mergeability-unknown']),
  'mergeable, a state of the future': gitHubView(says({ mergeable_state: 'sparkling' }), 'unknown', [
    'mergeability-unknown',
  ]),
  'being computed': gitHubView(
    says({ mergeable: null, mergeable_state: 'unknown' }),
    'unknown',
    ['mergeability-in-progress'],
    { githubRequests: 4 },
  ),

  'not mergeable outweighs impacted targets that nobody knows of': gitHubView(
    says({ mergeable: false, mergeable_state: 'dirty' }),
    'unmet',
    ['not-mergeable'],
    {
      answers: {
        getSubmittedPullRequest: ok(
          pullRequest({
            state: 'not_ready',
            readiness: readiness({ gitHubMergeability: undefined, hasImpactedTargets: undefined }),
          }),
        ),
      },
    },
  ),

  '401': gitHubView(refuses(401, 'Bad credentials'), 'unknown', ['github-unavailable']),
  '403': gitHubView(refuses(403, 'Resource not accessible by integration'), 'unknown', ['github-unavailable']),
  '404': gitHubView(refuses(404, 'Not Found'), 'unknown', ['github-unavailable']),
  '500': gitHubView(refuses(500, 'Server Error'), 'unknown', ['github-unavailable']),
  'an outage, on-unavailable: warn': gitHubView(refuses(503, 'Unavailable'), 'unknown', ['github-unavailable'], {
    inputs: { require: 'ready', read: 'pull-request', 'on-unavailable': 'warn' },
    exit: 0,
  }),
  'a refusal, on-unavailable: warn': gitHubView(refuses(403, 'Forbidden'), 'unknown', ['github-unavailable'], {
    inputs: { require: 'ready', read: 'pull-request', 'on-unavailable': 'warn' },
  }),
  'no token': gitHubView(says({}), 'unknown', ['github-unavailable'], { githubToken: '', githubRequests: 0 }),
  'a text instead of JSON': gitHubView({ status: 200, body: 'Unicorn!' }, 'unknown', ['github-unavailable']),
  'JSON that is broken off': gitHubView(
    { status: 200, body: '{"number": 42, "head": {"sha": "', headers: { 'content-type': 'application/json' } },
    'unknown',
    ['github-unavailable'],
  ),
  'an empty object': gitHubView({ status: 200, body: {} }, 'unknown', ['github-unavailable']),
  'a flag as text': gitHubView(says({ mergeable: 'true' }), 'unknown', ['github-unavailable']),
  '20 s of silence': gitHubView({ status: 200, body: '', silent: true }, 'unknown', ['github-unavailable']),

  'a state of the future': gitHubView(says({ state: 'merged' }), 'unknown', ['github-unavailable']),
  'no number': gitHubView(says({ number: undefined }), 'unknown', ['github-unavailable']),
  'a redirect to another address': gitHubView(
    { status: 307, body: '', headers: { location: 'http://localhost:1/repos/acme/rocket/pulls/42' } },
    'unknown',
    ['github-unavailable'],
  ),
  'redirects without an end': gitHubView(
    { status: 301, body: '', headers: { location: '/repos/acme/rocket/pulls/42' } },
    'unknown',
    ['github-unavailable'],
    { githubRequests: 4 },
  ),
  'over 10 MiB': gitHubView(says({ title: 'x'.repeat(11 * 1024 * 1024) }), 'unknown', ['github-unavailable']),

  'not asked where the service says it': gitHubView(says({ mergeable: false }), 'met', [], {
    answers: { getSubmittedPullRequest: ok(pullRequest({ state: 'not_ready' })) },
    githubRequests: 0,
  }),
  'not asked where the state decides': gitHubView(says({ mergeable: false }), 'met', [], {
    answers: { getSubmittedPullRequest: ok(pullRequest({ state: 'testing', readiness: undefined })) },
    outputs: { ...PULL_REQUEST, conclusion: 'passed', ready: 'true', 'pull-request-state': 'testing' },
    githubRequests: 0,
  }),
  'null is absent': gitHubView(says({}), 'met', [], {
    answers: {
      getSubmittedPullRequest: ok(
        pullRequest({ state: 'not_ready', readiness: readiness({ gitHubMergeability: null }) }),
      ),
    },
  }),
})
