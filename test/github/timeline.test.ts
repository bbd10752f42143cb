import { expect, test } from 'vitest'
import { readTimeline } from '../../src/github/timeline.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, gitHubState, type State, sha, type Wire } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()
const WHERE = 'GET /repos/acme/rocket/issues/42/timeline'

async function read(timeline: Wire[], rest: Omit<State, 'repositories'> = {}, options = {}) {
  const { client, poll, api } = await openGitHub(gitHubState({ pullRequests: { 42: { timeline } } }, rest), options)
  return { reading: await readTimeline({ client, repository: ROCKET, poll }, 42), api }
}

test('events without their authors', async () => {
  const at = '2026-03-02T08:00:00Z'
  const { reading } = await read([
    { event: 'committed', sha: sha('1'), date: '2026-03-01T08:00:00Z' },
    { event: 'subscribed', created_at: at },
    { event: 'head_ref_force_pushed', created_at: at, commit_id: sha('2') },
    ...['closed', 'reopened', 'removed_from_merge_queue'].map(event => ({ event, created_at: at })),
    { event: 'merged', created_at: at, commit_id: sha('3') },
  ])
  expect(reading).toEqual({
    kind: 'read',
    value: {
      events: [
        { kind: 'committed', at: '2026-03-01T08:00:00Z', sha: sha('1') },
        { kind: 'head-force-pushed', at, sha: sha('2') },
        { kind: 'closed', at, sha: null },
        { kind: 'reopened', at, sha: null },
        { kind: 'removed-from-queue', at, sha: null },
        { kind: 'merged', at, sha: sha('3') },
      ],
      incomplete: null,
    },
  })
})

test('nothing', async () => {
  expect((await read([])).reading).toEqual({ kind: 'read', value: { events: [], incomplete: null } })
})

const closed = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ event: 'closed', commit_id: String(at).padStart(40, '0') }))

test.each([
  [100, [1], false],
  [101, [1, 2], false],
  [300, [1, 2, 3], false],
  [301, [1, 3, 4], true],
  [950, [1, 9, 10], true],
])('%d events: pages %j, a gap: %j', async (count, pages, isCut) => {
  const { reading, api } = await read(closed(count))
  expect(api.requests).toEqual(pages.map(page => `${WHERE}?per_page=100&page=${page}`))
  const cut = {
    cause: 'too-many',
    message: 'So much happened to the pull request that only the first and the last events were read',
    remedy: "Look at the pull request's page for the rest.",
  }
  const expected = pages.flatMap(page => closed(count).slice((page - 1) * 100, page * 100))
  expect(reading).toMatchObject({ kind: 'read', value: { incomplete: isCut ? cut : null } })
  expect(reading.kind === 'read' && reading.value.events.map(event => event.sha)).toEqual(
    expected.map(({ commit_id }) => commit_id),
  )
})

test.each([2, 3])('%d pages, and one more when the last was read', async pages => {
  const link = `<https://api.github.com/x?page=${pages + 1}>; rel="next"`
  const faults = [
    { at: `${WHERE}?per_page=100&page=${pages}`, answer: (own: Answer) => ({ ...own, headers: { link } }) },
  ]
  const { reading } = await read(closed(pages * 100), { faults })
  expect(reading).toMatchObject({ kind: 'read', value: { incomplete: { cause: 'too-many' } } })
})

test.each<[string, Answer, object]>([
  [
    'without `pull-requests: read`',
    answers.forbidden(),
    {
      cause: 'forbidden',
      message: 'GitHub refused to list what happened to the pull request (403)',
      remedy: "Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it.",
    },
  ],
  ['no list', { status: 200, body: {} }, { cause: 'unexpected' }],
  ['a time that is none', { status: 200, body: [{ event: 'merged', created_at: 7 }] }, { cause: 'unexpected' }],
])('%s', async (_, answer, failure) => {
  const { reading } = await read([], { faults: [{ at: WHERE, answer, violates: answer.status === 200 }] })
  expect(reading).toMatchObject({ kind: 'failed', failure })
})

test.each<[string, unknown, object[]]>([
  ['no time', [{ event: 'merged' }], [{ kind: 'merged', at: null, sha: null }]],
  ['a commit of nobody', [{ event: 'committed', committer: null }], [{ kind: 'committed', at: null, sha: null }]],
  ['events of other shapes', [{ event: null, created_at: 7 }, {}, { event: '__proto__' }, { event: 'MERGED' }], []],
])('%s', async (_, body, events) => {
  const { reading } = await read([], { faults: [{ at: WHERE, answer: { status: 200, body }, violates: true }] })
  expect(reading).toEqual({ kind: 'read', value: { events, incomplete: null } })
})

test('without the last pages nothing is known', async () => {
  const { reading } = await read(closed(250), {}, { requests: 2 })
  expect(reading).toMatchObject({ kind: 'failed', failure: { cause: 'over-budget' } })
})
