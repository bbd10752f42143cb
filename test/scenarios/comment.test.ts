/** One comment and one status, by the bundle against a stateful GitHub that is held to GitHub's own description. */
import { afterEach, expect, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { type EventFixture, loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { type GitHubApi, startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, type PullRequest, type State } from '../stand-in/github/state.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import type { Answer, OperationName } from '../stand-in/service/state.js'
import { HEAD, left, NEWER, OLDER, pullRequest, queue, RUN_HEAD, readiness } from './bodies.ts'
import { expectNoSecret, expectReport, ok } from './scenario.ts'

const GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'
const open: { close: () => Promise<void> }[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(each => each.close()))
})

type Answers = Partial<Record<OperationName, Answer>>

const READY: Answers = { getSubmittedPullRequest: ok(pullRequest()), getQueue: ok(queue()) }
const CONFLICTS: Answers = {
  ...READY,
  getSubmittedPullRequest: ok(pullRequest({ readiness: readiness({ gitHubMergeability: 'not_mergeable' }) })),
}
const OUT: Answers = { ...READY, getSubmittedPullRequest: ok(left('failed')) }

const BOTH = { require: 'ready', comment: 'always', 'status-context': 'gate' }

async function gitHub(pullRequests: Record<number, PullRequest> = {}, rest: Omit<State, 'repositories'> = {}) {
  const commits = Object.fromEntries([HEAD, NEWER, OLDER, RUN_HEAD, GROUP].map(sha => [sha.slice(0, 9), sha]))
  const own = { 42: { head: { sha: HEAD } }, ...pullRequests }
  const api = await startGitHubApi(gitHubState({ pullRequests: own, branches: commits }, rest))
  open.push(api)
  return api
}

interface Step {
  answers: Answers
  inputs?: Record<string, string>
  event?: EventFixture
  env?: Record<string, string>
}

async function optionsOf(api: GitHubApi, { answers, inputs = BOTH, event = 'pull-request', env }: Step) {
  const service = await startService({ state: { repositories: [], answers } })
  open.push(service)
  const loaded = loadEvent(event)
  return {
    event: loaded,
    inputs: { endpoint: service.url, 'api-token': TOKEN, ...inputs },
    env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...loaded.env, ...env },
    githubToken: GITHUB_TOKEN,
  }
}

async function run(api: GitHubApi, step: Step) {
  const result = await runAction(await optionsOf(api, step))
  expect(result.stderr).toBe('')
  expectReport(result)
  expectNoSecret(result)
  expect(await violationsOf(api)).toEqual([])
  return result
}

function seen(api: GitHubApi) {
  const { pullRequests = {}, statuses = {} } = api.state.repositories['acme/rocket'] ?? {}
  return {
    comments: Object.entries(pullRequests).flatMap(([number, { comments = [] }]) =>
      comments.map(({ body }) => `#${number}: ${/<h3>(.*)<\/h3>/.exec(body)?.[1]}`),
    ),
    statuses: Object.entries(statuses).flatMap(([sha, all]) =>
      all.map(each => `${each['state']} on ${sha.slice(0, 7)}: ${each['description']}`),
    ),
  }
}
const wrote = (api: GitHubApi) => api.requests.filter(each => /^(?:POST|PATCH|DELETE)/.test(each))

const BLOCKED = '⛔ #&#8203;42 can&#39;t be merged yet'

test('a leg that is left empty is the job, for the comment as for the report', async () => {
  const api = await gitHub()
  const legs: unknown[] = []
  for (const leg of ['', 'gate', 'other']) {
    const step = { answers: READY, inputs: { ...BOTH, leg }, env: { GITHUB_JOB: 'gate' } }
    const { report } = await run(api, step)
    legs.push((report as { leg?: unknown } | null)?.leg)
  }
  expect(legs).toEqual(['gate', 'gate', 'other'])
  // The first two speak in one comment.
  expect(seen(api).comments).toHaveLength(2)
})

test('first, unchanged, changed, fixed: one comment, and a status for each run', async () => {
  const api = await gitHub()
  const runs: [Answers, string, string][] = [
    [CONFLICTS, '100', BLOCKED],
    [CONFLICTS, '101', BLOCKED],
    [OUT, '102', '⛔ #&#8203;42 failed in the queue'],
    [READY, '103', '✅ #&#8203;42 is ready'],
  ]
  const bodies: string[] = []
  for (const [answers, id, headline] of runs) {
    const { outputs } = await run(api, { answers, env: { GITHUB_RUN_ID: id } })
    expect(outputs['conclusion']).toBe(answers === READY ? 'passed' : 'failed')
    expect(seen(api).comments).toEqual([`#42: ${headline}`])
    bodies.push(api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments?.[0]?.body ?? '')
  }
  expect(bodies[1]).toBe(bodies[0])
  expect(bodies[2]).not.toBe(bodies[1])
  expect(bodies[3]).toContain('/actions/runs/103/')
  expect(wrote(api).filter(each => each.includes('comments'))).toEqual([
    'POST /repos/acme/rocket/issues/42/comments',
    'PATCH /repos/acme/rocket/issues/comments/1001',
    'PATCH /repos/acme/rocket/issues/comments/1001',
  ])
  expect(seen(api).statuses.map(each => each.split(' ')[0])).toEqual(['failure', 'failure', 'failure', 'success'])
  await expect(bodies.map(body => body.replace(/127\.0\.0\.1:\d+/g, '<port>')).join('\n\n---\n\n')).toMatchFileSnapshot(
    'snapshots/comment.md',
  )
})

test('where the event has no head, a status changes no verdict, and goes on no commit that was not judged', async () => {
  const api = await gitHub({ 42: { head: { sha: NEWER } } })
  const inputs = { require: 'ready', 'status-context': 'gate' }
  const { outputs } = await run(api, { answers: READY, event: 'issue-comment-pull-request', inputs })
  expect([outputs['conclusion'], outputs['head-sha']]).toEqual(['passed', ''])
  expect(seen(api).statuses).toEqual([])
})
