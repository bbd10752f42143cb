import { expect, test } from 'vitest'
import { readTestBranches } from '../../src/github/branches.ts'
import { rendered } from '../../src/text/message.ts'
import { type Answer, gitHubState, type State, sha } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()
const ID = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'

async function read(branches: Record<string, string>, rest: Omit<State, 'repositories'> = {}, options = {}) {
  const { client, poll, api } = await openGitHub(gitHubState({ branches }, rest), options)
  return { reading: await readTestBranches({ client, repository: ROCKET, poll }, 42), api }
}

test('test branches that carry the number, alone or in a batch', async () => {
  const { reading, api } = await read({
    main: sha('0'),
    [`rocket-merge/pr-42/${ID}`]: sha('1'),
    [`rocket-merge/pr-41-42/${ID}-bisection-1`]: sha('2'),
    [`rocket-merge/pr-42-43/${ID}`]: sha('3'),
    // GitHub finds the text in these as well.
    [`rocket-merge/pr-421/${ID}`]: sha('4'),
    [`rocket-merge/pr-7/${ID.replace('-4b87', '-42b7')}`]: sha('5'),
    [`rocket-temp/pr-42/${ID}`]: sha('6'),
    'fix-42': sha('7'),
  })
  expect(reading).toEqual({
    kind: 'read',
    value: [
      { name: `rocket-merge/pr-42/${ID}`, sha: sha('1'), testRunId: ID, pullRequests: [42] },
      { name: `rocket-merge/pr-41-42/${ID}-bisection-1`, sha: sha('2'), testRunId: ID, pullRequests: [41, 42] },
      { name: `rocket-merge/pr-42-43/${ID}`, sha: sha('3'), testRunId: ID, pullRequests: [42, 43] },
    ],
  })
  expect(api.requests).toEqual(['graphql'])
})

test('none', async () => {
  expect((await read({ main: sha('0') })).reading).toEqual({ kind: 'read', value: [] })
})

const fixes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`fix-42-${at}`, sha('7')]))

test('100 finds are looked through', async () => {
  const { reading } = await read({ ...fixes(99), [`rocket-merge/pr-42/${ID}`]: sha('1') })
  expect(reading).toMatchObject({ kind: 'read', value: [{ sha: sha('1') }] })
})

test('over 100 are not known', async () => {
  const { reading, api } = await read({ [`rocket-merge/pr-42/${ID}`]: sha('1'), ...fixes(100) })
  expect(reading).toMatchObject({
    kind: 'failed',
    failure: {
      cause: 'too-many',
      message: 'More than 100 branch names contain `-42`, so the test branch is not known',
      remedy: 'Set `test-run-id`, or delete branches that nobody needs.',
    },
  })
  expect(api.requests).toHaveLength(1)
})

const refs = (changes: object) => {
  const whole = { totalCount: 1, pageInfo: { hasNextPage: false }, nodes: [{ name: 'x', target: { oid: sha('1') } }] }
  return { status: 200, body: { data: { repository: { refs: { ...whole, ...changes } } } } }
}

test.each<[string, Answer, string, string]>([
  ['no repository', { status: 200, body: { data: { repository: null } } }, 'not-found', 'or the token may not see it'],
  [
    'no refs',
    { status: 200, body: { data: { repository: { refs: null } } } },
    'not-found',
    'or the token may not see it',
  ],
  ['fewer than counted', refs({ totalCount: 2 }), 'too-many', 'More than 100 branch names'],
  ['a next page', refs({ pageInfo: { hasNextPage: true } }), 'too-many', 'More than 100 branch names'],
  ['a null', refs({ nodes: [null] }), 'unexpected', 'member `repository.refs.nodes[0]`'],
  [
    'a commit that is none',
    refs({ nodes: [{ name: 'x', target: { oid: 'HEAD' } }] }),
    'unexpected',
    'nodes[0].target.oid`',
  ],
  ['a branch that is gone', refs({ nodes: [{ name: 'x', target: null }] }), 'unexpected', 'nodes[0].target`'],
])('%s', async (_, answer, cause, message) => {
  const { reading } = await read({}, { faults: [{ at: 'graphql', answer, violates: true }] })
  expect(rendered(reading)).toMatchObject({
    kind: 'failed',
    failure: { cause, message: expect.stringContaining(message) },
  })
})

test('without `contents: read`', async () => {
  const { reading } = await read({}, { permissions: { contents: 'none' } })
  expect(reading).toMatchObject({
    kind: 'failed',
    failure: {
      cause: 'forbidden',
      message: 'GitHub refused to search the branches for the test branch',
      remedy: "Add `contents: read` to the job's `permissions`, or set `github-token` to a token that has it.",
    },
  })
})

test('no request left', async () => {
  const { reading } = await read({}, {}, { requests: 0 })
  expect(rendered(reading)).toMatchObject({ kind: 'failed', failure: { cause: 'over-budget' } })
})
