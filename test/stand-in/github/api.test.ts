import { afterEach, expect, test } from 'vitest'
import { violationsOf } from '../../checkers/github.ts'
import { type GitHubApi, startGitHubApi } from './api.js'
import { ACTIONS_APP, GITHUB_TOKEN, gitHubState, requiresChecks, type State, sha } from './state.js'

const open: GitHubApi[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map(api => api.close()))
})

async function start(state: State, options = {}) {
  const api = await startGitHubApi(state, options)
  open.push(api)
  const ask = async (request: string, body?: object, token = GITHUB_TOKEN) => {
    const [method = 'GET', path = ''] = request.split(' ')
    const response = await fetch(api.url + path, {
      ...{ method, redirect: 'manual' },
      headers: { ...(token && { authorization: `token ${token}` }), 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const graphql = async (query: string, variables = {}) => {
    const response = await fetch(api.graphqlUrl, {
      method: 'POST',
      headers: { authorization: `token ${GITHUB_TOKEN}` },
      body: JSON.stringify({ query, variables }),
    })
    return response.json()
  }
  return { api, ask, graphql }
}

const REPO = '/repos/acme/rocket'

const EVERYTHING = gitHubState({
  pullRequests: {
    42: {
      comments: [{ body: 'Hello', login: 'octocat' }],
    },
    43: { merged: true },
    44: { draft: true, views: [{ mergeable: null, mergeable_state: 'unknown' }] },
  },
  branches: { main: sha('0') },
  checkRuns: {
    [sha('a')]: [
      { name: 'unit' },
      { name: 'e2e', status: 'in_progress', app: 7 },
      { name: 'lint', conclusion: 'failure', app: null },
    ],
  },
  statuses: {
    [sha('a')]: [
      { context: 'ci', state: 'pending' },
      { context: 'CI', state: 'success' },
    ],
  },
  rules: { main: [requiresChecks('unit', { context: 'e2e', integration_id: ACTIONS_APP }), { type: 'deletion' }] },
})

test("the answers are as GitHub's description has them", async () => {
  const { api, ask } = await start(EVERYTHING)
  const requests = [
    ...[42, 43, 44].map(number => `GET ${REPO}/pulls/${number}`),
    `GET ${REPO}/commits/${sha('a')}/check-runs?filter=latest&per_page=2`,
    `GET ${REPO}/commits/${sha('a')}/status`,
    `GET ${REPO}/rules/branches/main`,
  ]
  for (const request of requests) expect(await ask(request), request).toMatchObject({ status: 200 })
  expect(await ask(`POST ${REPO}/issues/42/comments`, { body: 'One' })).toMatchObject({ status: 201 })
  expect(await ask(`PATCH ${REPO}/issues/comments/1001`, { body: 'Two' })).toMatchObject({ status: 200 })
  const status = { state: 'success', context: 'gate', description: 'Passed' }
  expect(await ask(`POST ${REPO}/statuses/${sha('a')}`, status)).toMatchObject({ status: 201 })
  expect(await violationsOf(api)).toEqual([])
  expect(api.requests).toHaveLength(requests.length + 3)
})

test("violations of GitHub's description are noticed", async () => {
  const change = (own: { status: number; body?: unknown }) => ({ ...own, body: { ...Object(own.body), state: 7 } })
  const faults = [
    { at: `GET ${REPO}/pulls/42`, answer: change, times: 1 },
    { at: `GET ${REPO}/pulls/42`, answer: change, times: 1, violates: true },
  ]
  const { api, ask, graphql } = await start({ ...EVERYTHING, faults })
  await ask(`GET ${REPO}/pulls/42`)
  await ask(`GET ${REPO}/pulls/42`)
  await ask(`GET ${REPO}/commits/${sha('a')}/check-runs?filter=newest`)
  await ask(`POST ${REPO}/issues/42/comments`, { text: 'x' })
  await ask('GET /user')
  await graphql('{ viewer { password } }')
  const found = await violationsOf(api)
  expect(found).toEqual([
    `GET ${REPO}/pulls/42: answer/state must be string`,
    `GET ${REPO}/commits/${sha('a')}/check-runs: query.filter must be equal to one of the allowed values`,
    `POST ${REPO}/issues/42/comments: body must have required property 'body'`,
    'GET /user: is not described',
    'graphql: Cannot query field "password" on type "User".',
  ])
})
