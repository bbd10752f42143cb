import { expect, test } from 'vitest'
import { markerOf, upsertComment, type WantedComment } from '../../src/github/writes.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Comment, gitHubState, type PullRequest, type State } from '../stand-in/github/state.js'
import { useGitHub } from './api.ts'

const start = useGitHub()

const MARKER = markerOf('gate')
const CREATE = 'POST /repos/acme/rocket/issues/42/comments'
const update = (id: number) => `PATCH /repos/acme/rocket/issues/comments/${id}`

/** A comment as a run would write it. */
function text(body: string, run = 100, marker = MARKER): string {
  return `${marker}\n<!-- run ${run} -->\n${body}`
}

const WANTED: WantedComment = { marker: MARKER, runId: '100', body: 'Blocked', mayCreate: true }
const OTHERS: Comment[] = Array.from({ length: 150 }, (_, at) => ({ body: `Hello ${at}`, login: 'mona' }))

interface Case {
  comments?: Comment[]
  wanted?: Partial<WantedComment>
  outcome: object
  /** The texts at the end. */
  left: string[]
  requests: string[]
}

test.each<[string, Case]>([
  ['the first', { outcome: { value: 1001 }, left: [text('Blocked')], requests: ['graphql', CREATE] }],
  [
    'none is there, and none is wanted',
    { wanted: { mayCreate: false }, outcome: { value: null }, left: [], requests: ['graphql'] },
  ],
  [
    'one is there',
    {
      comments: [{ body: text('Passed', 99) }],
      outcome: { value: 1 },
      left: [text('Blocked')],
      requests: ['graphql', update(1)],
    },
  ],
  [
    'one is there, and none would be created',
    {
      comments: [{ body: text('Blocked', 99) }],
      wanted: { mayCreate: false, body: 'Passed' },
      outcome: { value: 1 },
      left: [text('Passed')],
      requests: ['graphql', update(1)],
    },
  ],
  [
    'a newer run was faster',
    {
      comments: [{ body: text('Passed', 101) }],
      outcome: { value: 1 },
      left: [text('Passed', 101)],
      requests: ['graphql'],
    },
  ],
  [
    'of several, the newest',
    {
      comments: [{ body: text('a', 98) }, { body: text('b', 99) }],
      outcome: { value: 2 },
      left: [text('a', 98), text('Blocked')],
      requests: ['graphql', update(2)],
    },
  ],
  [
    'another step, somebody else, and a quotation',
    {
      comments: [
        { body: text('x', 99, markerOf('other')) },
        { body: text('x', 99), login: 'mallory' },
        { body: `> ${text('x')}` },
      ],
      outcome: { value: 1001 },
      left: [text('x', 99, markerOf('other')), text('x', 99), `> ${text('x')}`, text('Blocked')],
      requests: ['graphql', CREATE],
    },
  ],
])('%s', async (_, { comments = [], wanted, outcome, left, requests }) => {
  const { api, scope } = await start(gitHubState({ pullRequests: { 42: { comments } } }))
  expect(await upsertComment(scope, 42, { ...WANTED, ...wanted })).toEqual(outcome)
  expect(api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments?.map(({ body }) => body)).toEqual(left)
  expect(api.requests).toEqual(requests)
})

test('one far back', async () => {
  const comments = [{ body: text('Passed', 99) }, ...OTHERS]
  const { api, scope } = await start(gitHubState({ pullRequests: { 42: { comments } } }))
  expect(await upsertComment(scope, 42, WANTED)).toEqual({ value: 1 })
  expect(api.requests).toEqual(['graphql', 'graphql', update(1)])
})

test('no key can end the HTML comment', () => {
  expect(markerOf('--> <b>')).toMatch(/^<!-- merge-queue-gate [\da-f]{32} -->$/)
})

test.each<[string, PullRequest, Omit<State, 'repositories'>, string]>([
  ['a token that may not write', {}, { permissions: { 'pull-requests': 'read' } }, 'github-forbidden'],
  ['no such pull request', {}, { faults: [{ at: 'graphql', answer: answers.graphqlError('NOT_FOUND') }] }, 'not-found'],
])('%s', async (_, pullRequest, rest, code) => {
  const { scope } = await start(gitHubState({ pullRequests: { 42: pullRequest } }, rest))
  expect(await upsertComment(scope, 42, WANTED)).toMatchObject({ failure: { code } })
})
