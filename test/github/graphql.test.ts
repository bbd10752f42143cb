import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { GitHubClient, GitHubPoll } from '../../src/github/client.ts'
import { askGraphql } from '../../src/github/read.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, gitHubState } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()

const PATH = '/repos/acme/rocket/pulls/42'
const TOPIC = { task: 'show the pull request', permission: 'pull-requests: read' }
const ROUTE = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const PARAMETERS = { owner: 'acme', repo: 'rocket', pull_number: 42 }

describe('GraphQL', () => {
  const QUERY = '{ viewer { login } }'
  const SEARCH = { task: 'search the branches', permission: 'contents: read' }
  const ask = (client: GitHubClient, poll: GitHubPoll) =>
    askGraphql(
      { client, repository: ROCKET, poll },
      { query: QUERY, variables: {}, topic: SEARCH, shape: z.looseObject({}) },
    )
  const ofType = (type: Parameters<typeof answers.graphqlError>[0]) => answers.graphqlError(type)

  test('an answer is its data', async () => {
    const { client, poll } = await openGitHub(gitHubState({}, { login: 'me' }))
    expect(await ask(client, poll)).toEqual({ value: { viewer: { login: 'me' } } })
  })

  test.each([
    ['GitHub Enterprise Server', true],
    ['an address that follows from that of REST', false],
  ])('%s', async (_, enterprise) => {
    const { client, poll, api } = await openGitHub(gitHubState(), { enterprise, graphqlUrl: '' })
    expect(await ask(client, poll)).toMatchObject({ kind: 'read' })
    expect(await client.request(ROUTE, PARAMETERS, TOPIC, poll)).toMatchObject({ kind: 'read' })
    expect(api.requests).toEqual(['graphql', `GET ${PATH}`])
  })

  test('another origin than that of REST gets no token', async () => {
    const { client, poll, api } = await openGitHub(gitHubState(), { graphqlUrl: 'http://127.0.0.1:1/graphql' })
    expect(await ask(client, poll)).toMatchObject({
      failure: { cause: 'redirected' },
    })
    expect(api.requests).toEqual([])
  })

  test.each<[string, Answer, object]>([
    ['NOT_FOUND', ofType('NOT_FOUND'), { cause: 'not-found' }],
    ['FORBIDDEN', ofType('FORBIDDEN'), { cause: 'forbidden', message: 'GitHub refused to search the branches' }],
    ['INSUFFICIENT_SCOPES', ofType('INSUFFICIENT_SCOPES'), { cause: 'forbidden' }],
    ['RATE_LIMITED', ofType('RATE_LIMITED'), { cause: 'rate-limited', retryAfterMs: 60_000 }],
    // Servers spell it in two ways.
    ['RATE_LIMIT', { status: 200, body: { errors: [{ type: 'RATE_LIMIT' }] } }, { cause: 'rate-limited' }],
    [
      'errors that are none, more than zod can list',
      { status: 200, body: { errors: new Array(200_000).fill(1) } },
      { cause: 'unexpected' },
    ],
    [
      'an error of no type',
      { status: 200, body: { errors: [{ message: 'x' }] } },
      {
        cause: 'unexpected',
        message: 'GitHub answered with an error when asked to search the branches',
        outage: false,
      },
    ],
    ['an error of another type', { status: 200, body: { errors: [{ type: 'X' }] } }, { cause: 'unexpected' }],
    ['neither data nor errors', { status: 200, body: {} }, { cause: 'unexpected' }],
    ['a list', { status: 200, body: [] }, { cause: 'unexpected' }],
    ['no JSON', { status: 200, body: 'Unicorn!' }, { cause: 'unexpected' }],
    ['401', answers.badCredentials(), { cause: 'token-refused' }],
    ['a secondary limit', answers.secondaryLimit(5), { cause: 'rate-limited', retryAfterMs: 5000 }],
    ['a redirect', answers.redirect('/elsewhere'), { cause: 'redirected' }],
  ])('%s', async (_, answer, failure) => {
    const { client, poll } = await openGitHub({ ...gitHubState(), faults: [{ at: 'graphql', answer }] })
    expect(await ask(client, poll)).toMatchObject({ failure })
  })
})
