import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { askGraphql, type GraphqlQuery, queryText } from '../../src/github/graphql.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, gitHubState, type State } from '../stand-in/github/state.js'
import { useGitHub } from './api.ts'

const openGitHub = useGitHub()

const text = z.string()
const QUERY = {
  name: 'Titles',
  variables: { '$number: Int!': 42 },
  topic: { task: 'read the title', permission: 'pull-requests: read' },
  repository: z.object({
    pullRequest: z.nullable(z.object({ title: text, author: z.nullable(z.object({ login: text })) })),
  }),
  fields: { pullRequest: 'pullRequest(number: $number)' },
}

async function ask(rest: Omit<State, 'repositories'> = {}, enterprise = false) {
  const { scope, api } = await openGitHub(gitHubState({}, rest), { enterprise })
  return { answer: await askGraphql(scope, QUERY), api }
}

test('the text of a query follows from its shape', () => {
  const added = z.object({ __typename: z.literal('Added'), at: text })
  const committed = z.object({ __typename: z.literal('Committed') })
  const repository = z.object({
    name: text,
    own: z.nullable(z.object({ nodes: z.array(z.nullable(z.union([added, committed]))) })),
    items: z.array(z.object({ id: z.optional(z.int()) })),
  })
  const fields = { own: 'items(last: 3)', items: 'items(first: 1)' }
  const query: GraphqlQuery<typeof repository> = { ...QUERY, repository, fields }
  expect(queryText(query)).toBe(
    'query Titles($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) ' +
      '{ name own: items(last: 3) { nodes { __typename ... on Added { at }  } } items(first: 1) { id } } }',
  )
})

test.each([false, true])('an answer is its data, also on GitHub Enterprise Server: %s', async enterprise => {
  const { answer, api } = await ask({}, enterprise)
  expect(answer).toMatchObject({
    value: { data: { pullRequest: { title: 'Change 42', author: { login: 'octocat' } } } },
  })
  expect(api.requests).toEqual(['graphql'])
})

test('a part that may be missing has its own failure', async () => {
  const { answer } = await ask({ refused: ['PullRequest.author'] })
  expect(answer).toMatchObject({ value: { data: { pullRequest: { title: 'Change 42', author: null } } } })
  const refusal = 'value' in answer ? answer.value.refusal : () => null
  expect(refusal('pullRequest', 'author')).toMatchObject({ code: 'github-forbidden' })
  expect([refusal('pullRequest', 'title'), refusal('pullRequest', 'author', 'login')]).toEqual([null, null])
})

const told = (body: object): Answer => ({ status: 200, body })
const beside = (error: object): Answer => told({ data: { repository: { pullRequest: null } }, errors: [error] })

describe('a failed query', () => {
  test.each<[string, Answer, string]>([
    ['NOT_FOUND', answers.graphqlError('NOT_FOUND'), 'not-found'],
    ['FORBIDDEN', answers.graphqlError('FORBIDDEN'), 'github-forbidden'],
    ['INSUFFICIENT_SCOPES', answers.graphqlError('INSUFFICIENT_SCOPES'), 'github-forbidden'],
    ['RATE_LIMITED', answers.graphqlError('RATE_LIMITED'), 'github-unavailable'],
    ['RATE_LIMIT, as other servers spell it', told({ errors: [{ type: 'RATE_LIMIT' }] }), 'github-unavailable'],
    ['data beside an error without a path', beside({ type: 'FORBIDDEN' }), 'github-forbidden'],
    ['data beside an error about something else', beside({ type: 'FORBIDDEN', path: ['viewer'] }), 'github-forbidden'],
    ['an error of no type', told({ errors: [{ message: 'x' }] }), 'contract-broken'],
    ['errors that are none, more than zod can list', told({ errors: new Array(200_000).fill(1) }), 'contract-broken'],
    ['neither data nor errors', told({}), 'contract-broken'],
    ['another shape', told({ data: { repository: [] } }), 'contract-broken'],
    ['no JSON', { status: 200, body: 'Unicorn!' }, 'contract-broken'],
  ])('%s', async (_, answer, code) => {
    expect((await ask({ faults: [{ at: 'graphql', answer }] })).answer).toMatchObject({ failure: { code } })
  })

  test('a field that the server does not know', async () => {
    const { answer } = await ask({ unknownFields: ['PullRequest.title'] })
    expect(answer).toMatchObject({
      failure: {
        code: 'unsupported',
        message: "This GitHub server can't read the title: it lacks a field that the query needs.",
      },
    })
  })

  test('a wrong shape is told by the member, never by its value', async () => {
    const answer = told({ data: { repository: { pullRequest: { title: { secret: 1 }, author: null } } } })
    expect((await ask({ faults: [{ at: 'graphql', answer }] })).answer).toMatchObject({
      failure: {
        message: 'GitHub did not answer as documented when asked to read the title (member `pullRequest.title`).',
      },
    })
  })
})
