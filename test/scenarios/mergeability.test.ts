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
  'being computed': gitHubView(says({ mergeable: null, mergeable_state: 'unknown' }), 'unknown', ['not-known']),
  'a refusal, on-unavailable: warn': gitHubView(refuses(403, 'Forbidden'), 'unknown', ['github-unavailable'], {
    inputs: { require: 'ready', read: 'pull-request', 'on-unavailable': 'warn' },
  }),
  'no token': gitHubView(says({}), 'unknown', ['github-unavailable'], { githubToken: '', githubRequests: 0 }),
  '20 s of silence': gitHubView({ status: 200, body: '', silent: true }, 'unknown', ['github-unavailable']),
})
