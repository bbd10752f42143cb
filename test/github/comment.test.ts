import { describe, expect, test, vi } from 'vitest'
import { type CommentOutcome, keepComment, type WantedComment } from '../../src/github/comment.ts'
import { hashedKey, markerText } from '../../src/github/own-comments.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Comment, gitHubState, type PullRequest, type State, sha } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

// Every answer is held against GitHub's description, and that takes its time where there are thousands.
vi.setConfig({ testTimeout: 60_000 })

const start = useGitHub()

const KEY = hashedKey('gate')
const LIST = 'GET /repos/acme/rocket/issues/42/comments?per_page=100&page=1'
const HEAD = 'GET /repos/acme/rocket/pulls/42'
const CREATE = 'POST /repos/acme/rocket/issues/42/comments'
const update = (id: number) => `PATCH /repos/acme/rocket/issues/comments/${id}`
const remove = (id: number) => `DELETE /repos/acme/rocket/issues/comments/${id}`

/** A comment as this run, or another, would write it. */
function text(body: string, { run = '100', attempt = '1', key = KEY } = {}): string {
  return `${markerText({ key, run, attempt })}\n${body}`
}

interface Case {
  comments?: Comment[]
  pullRequest?: PullRequest
  rest?: Omit<State, 'repositories'>
  wanted?: Partial<WantedComment>
  outcome: { kind: CommentOutcome['kind']; why?: string; failure?: { cause: string } }
  /** The bodies that are there at the end, as far as this key and owner go. */
  left: string[]
  requests: string[]
}

const wantedOf = (over: Partial<WantedComment> = {}): WantedComment => ({
  pullRequest: 42,
  marker: { key: KEY, run: '100', attempt: '1' },
  body: 'Blocked',
  headSha: sha('a'),
  create: true,
  ...over,
})

/** Written, with a look at the head before and at others after it. */
const CREATED = {
  outcome: { kind: 'created' },
  left: [text('Blocked')],
  requests: [LIST, HEAD, CREATE, LIST, 'graphql'],
} as const satisfies Partial<Case>
const nothing = (cause: string, ...requests: string[]): Pick<Case, 'outcome' | 'left' | 'requests'> => ({
  outcome: { failure: { cause } },
  left: [],
  requests,
})

const CASES: Record<string, Case> = {
  'first run': {
    ...CREATED,
  },
  'first run, nothing to say': {
    wanted: { create: false },
    outcome: { kind: 'none' },
    left: [],
    requests: [LIST],
  },
  'second run, unchanged': {
    comments: [{ body: text('Blocked', { run: '99' }) }],
    outcome: { kind: 'unchanged' },
    left: [text('Blocked', { run: '99' })],
    requests: [LIST, 'graphql'],
  },
  'the link to the run is no content': {
    comments: [{ body: text('Blocked https://github.com/o/r/actions/runs/99/attempts/2', { run: '99' }) }],
    wanted: { body: 'Blocked https://github.com/o/r/actions/runs/100/attempts/1' },
    outcome: { kind: 'unchanged' },
    left: [text('Blocked https://github.com/o/r/actions/runs/99/attempts/2', { run: '99' })],
    requests: [LIST, 'graphql'],
  },
  'GitHub changed the line breaks': {
    comments: [{ body: `${text('Blocked\nTwice', { run: '99' }).replaceAll('\n', '\r\n')}\r\n` }],
    wanted: { body: 'Blocked\nTwice' },
    outcome: { kind: 'unchanged' },
    left: [`${text('Blocked\nTwice', { run: '99' }).replaceAll('\n', '\r\n')}\r\n`],
    requests: [LIST, 'graphql'],
  },
  changed: {
    comments: [{ body: text('Blocked by something else', { run: '99' }) }],
    outcome: { kind: 'updated' },
    left: [text('Blocked')],
    requests: [LIST, 'graphql', HEAD, update(1)],
  },
  'fixed: put right where none would be created': {
    comments: [{ body: text('Blocked', { run: '99' }) }],
    wanted: { body: 'Passed', create: false },
    outcome: { kind: 'updated' },
    left: [text('Passed')],
    requests: [LIST, 'graphql', HEAD, update(1)],
  },
  'two keys': {
    comments: [{ body: text('Another step', { key: hashedKey('other') }) }],
    outcome: { kind: 'created' },
    left: [text('Another step', { key: hashedKey('other') }), text('Blocked')],
    requests: [LIST, HEAD, CREATE, LIST, 'graphql'],
  },
  'a marker that somebody typed': {
    comments: [{ body: text('Take me over', { run: '99' }), login: 'mallory' }],
    outcome: { kind: 'created' },
    left: [text('Take me over', { run: '99' }), text('Blocked')],
    requests: [LIST, 'graphql', HEAD, CREATE, LIST, 'graphql'],
  },
  'a marker by another app': {
    comments: [{ body: text('By a bot', { run: '99' }), login: 'another-app[bot]' }],
    outcome: { kind: 'created' },
    left: [text('By a bot', { run: '99' }), text('Blocked')],
    requests: [LIST, 'graphql', HEAD, CREATE, LIST, 'graphql'],
  },
  'our marker further down is a quotation': {
    comments: [{ body: `> ${text('Blocked')}` }, { body: ` ${text('Blocked')}` }],
    outcome: { kind: 'created' },
    left: [`> ${text('Blocked')}`, ` ${text('Blocked')}`, text('Blocked')],
    requests: [LIST, HEAD, CREATE, LIST, 'graphql'],
  },
  'an older run': {
    comments: [{ body: text('Newer', { run: '101' }) }],
    outcome: { kind: 'outdated', why: 'newer-run' },
    left: [text('Newer', { run: '101' })],
    requests: [LIST, 'graphql'],
  },
  'an older attempt': {
    comments: [{ body: text('Newer', { attempt: '2' }) }],
    outcome: { kind: 'outdated', why: 'newer-run' },
    left: [text('Newer', { attempt: '2' })],
    requests: [LIST, 'graphql'],
  },
  'a run without an id is the oldest': {
    comments: [{ body: text('Newer', { run: '1' }) }],
    wanted: { marker: { key: KEY, run: '', attempt: '' } },
    outcome: { kind: 'outdated', why: 'newer-run' },
    left: [text('Newer', { run: '1' })],
    requests: [LIST, 'graphql'],
  },
  'no longer the head: nothing is created': {
    pullRequest: { head: { sha: sha('b') } },
    outcome: { kind: 'outdated', why: 'not-the-head' },
    left: [],
    requests: [LIST, HEAD],
  },
  'no longer the head: nothing is changed': {
    pullRequest: { head: { sha: sha('b') } },
    comments: [{ body: text('Old', { run: '99' }) }],
    outcome: { kind: 'outdated', why: 'not-the-head' },
    left: [text('Old', { run: '99' })],
    requests: [LIST, 'graphql', HEAD],
  },
  'a run without a commit does not ask for the head': {
    wanted: { headSha: null },
    outcome: { kind: 'created' },
    left: [text('Blocked')],
    requests: [LIST, CREATE, LIST, 'graphql'],
  },
  'the head can not be read': {
    rest: { faults: [{ at: HEAD, answer: answers.serverError() }] },
    ...nothing('unavailable', LIST, HEAD),
  },
  'the list can not be read': {
    rest: { faults: [{ at: 'GET /repos/acme/rocket/issues/42/comments', answer: answers.serverError() }] },
    ...nothing('unavailable', LIST),
  },
  "the authors can't be read": {
    comments: [{ body: text('Blocked before', { run: '99' }) }],
    rest: { faults: [{ at: 'graphql', answer: answers.graphqlError('FORBIDDEN') }] },
    outcome: { failure: { cause: 'forbidden' } },
    left: [text('Blocked before', { run: '99' })],
    requests: [LIST, 'graphql'],
  },
  'a comment that was just created, and the look for others fails': {
    rest: { faults: [{ at: 'graphql', answer: answers.graphqlError('FORBIDDEN') }] },
    ...CREATED,
  },
  'a comment that is gone between two questions': {
    comments: [{ body: text('Blocked before', { run: '99' }) }],
    rest: { faults: [{ at: 'graphql', answer: answers.graphqlError('NOT_FOUND'), times: 1 }] },
    outcome: { kind: 'updated' },
    left: [text('Blocked')],
    requests: [LIST, 'graphql', LIST, 'graphql', HEAD, update(1)],
  },
  'a write that was lost and landed': {
    rest: { faults: [{ at: CREATE, answer: () => answers.breakOff(), times: 1 }] },
    ...CREATED,
  },
  'a write that was lost and did not land': {
    rest: { faults: [{ at: CREATE, answer: answers.serverError(), times: 1 }] },
    outcome: { kind: 'created' },
    left: [text('Blocked')],
    requests: [LIST, HEAD, CREATE, LIST, HEAD, CREATE, LIST, 'graphql'],
  },
  'every write is lost': {
    rest: { faults: [{ at: CREATE, answer: answers.serverError() }] },
    ...nothing('unavailable', LIST, HEAD, CREATE, LIST, HEAD, CREATE, LIST),
  },
  'a change that was lost and landed': {
    comments: [{ body: text('Old', { run: '99' }) }],
    rest: { faults: [{ at: 'PATCH', answer: () => answers.breakOff(), times: 1 }] },
    outcome: { kind: 'created' },
    left: [text('Blocked')],
    requests: [LIST, 'graphql', HEAD, update(1), LIST, 'graphql'],
  },
  'somebody deletes it before it is changed': {
    comments: [{ body: text('Old', { run: '99' }) }],
    rest: { faults: [{ at: 'PATCH', answer: answers.notFound(), times: 1 }] },
    outcome: { kind: 'updated' },
    left: [text('Blocked')],
    requests: [LIST, 'graphql', HEAD, update(1), LIST, 'graphql', HEAD, update(1)],
  },
  '403: no permission': {
    rest: { permissions: { 'pull-requests': 'read' } },
    ...nothing('forbidden', LIST, HEAD, CREATE),
  },
  '403: a locked conversation': {
    pullRequest: { locked: true },
    ...nothing('locked', LIST, HEAD, CREATE),
  },
  '404: no such pull request': {
    wanted: { pullRequest: 7 },
    ...nothing('not-found', LIST.replace('42', '7'), LIST.replace('42', '7')),
  },
  '422: too long': {
    wanted: { body: 'x'.repeat(65_536) },
    ...nothing('refused', LIST, HEAD, CREATE),
  },
  'a secondary limit': {
    rest: { faults: [{ at: CREATE, answer: answers.secondaryLimit(30) }] },
    ...nothing('rate-limited', LIST, HEAD, CREATE),
  },
  'spare ones are taken away': {
    comments: [{ body: text('Old', { run: '98' }) }, { body: text('Older', { run: '99' }) }],
    outcome: { kind: 'updated' },
    left: [text('Blocked')],
    requests: [LIST, 'graphql', HEAD, update(1), remove(2)],
  },
}

describe('keepComment', () => {
  test.each(Object.entries(CASES))(
    '%s',
    async (_, { comments, pullRequest, rest, wanted, outcome, left, requests }) => {
      const pullRequests = { 42: { ...pullRequest, ...(comments && { comments }) } }
      const { api, client, poll } = await start(gitHubState({ pullRequests }, rest), { requests: 300 })
      const came = await keepComment({ client, repository: ROCKET, poll }, wantedOf(wanted))
      expect(came).toMatchObject(outcome)
      expect(api.requests).toEqual(requests)
      expect(
        api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments?.map(({ body }) => body) ?? [],
      ).toEqual(left)
    },
  )

  test('among 5,000 comments', async () => {
    const comments: Comment[] = Array.from({ length: 5000 }, (_, at) => ({ body: `${at}`, login: 'octocat' }))
    comments[4321] = { body: text('Old', { run: '99' }) }
    const { api, client, poll } = await start(gitHubState({ pullRequests: { 42: { comments } } }), { requests: 300 })
    expect(await keepComment({ client, repository: ROCKET, poll }, wantedOf())).toMatchObject({ kind: 'updated' })
    expect(api.requests.length).toBe(53)
    expect(api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments?.[4321]?.body).toBe(text('Blocked'))
    // Prism takes a minute for all of them, and they are all alike.
    for (const exchange of api.exchanges.slice(2, -4)) exchange.violates = true
  })

  test('a list that is too long to be read whole: nothing is written', async () => {
    const comments: Comment[] = Array.from({ length: 301 }, (_, at) => ({ body: `${at}` }))
    const { api, client, poll } = await start(gitHubState({ pullRequests: { 42: { comments } } }), { requests: 3 })
    expect(await keepComment({ client, repository: ROCKET, poll }, wantedOf())).toMatchObject({
      failure: { cause: 'over-budget' },
    })
    expect(api.requests).toEqual([LIST])
  })

  test('a lagging list lacks the comment just created', async () => {
    const lagging = { at: LIST, answer: { status: 200, body: [] }, times: 2 }
    const { api, client, poll } = await start(gitHubState({}, { faults: [lagging] }))
    expect(await keepComment({ client, repository: ROCKET, poll }, wantedOf())).toMatchObject({ kind: 'created' })
    expect(api.requests.filter(each => each === CREATE)).toHaveLength(1)
  })

  test.each([
    ['100', '101', '102'],
    ['102', '101', '100'],
    ['101', '102', '100'],
  ])('three runs at once leave one comment: %s, %s, %s', async (...runs) => {
    const { api, client, poll } = await start(gitHubState(), { requests: 300 })
    const outcomes = await Promise.all(
      runs.map(run =>
        keepComment(
          { client, repository: ROCKET, poll },
          wantedOf({ marker: { key: KEY, run, attempt: '1' }, body: run }),
        ),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'failed')).toEqual([])
    const comments = api.state.repositories['acme/rocket']?.pullRequests?.[42]?.comments ?? []
    expect(comments).toHaveLength(1)
    expect(comments[0]?.id).toBe(1001)
    expect(comments[0]?.body).toBe(text('102', { run: '102' }))
  })

  test('GitHub Enterprise Server', async () => {
    const { api, client, poll } = await start(gitHubState(), { enterprise: true })
    expect(await keepComment({ client, repository: ROCKET, poll }, wantedOf())).toMatchObject({ kind: 'created' })
    expect(api.url).toMatch(/\/api\/v3$/)
    expect(api.requests).toEqual([LIST, HEAD, CREATE, LIST, 'graphql'])
  })
})
