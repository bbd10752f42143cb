import { expect, test } from 'vitest'
import { readChangedFiles } from '../../src/github/pull-request.ts'
import * as answers from '../stand-in/github/answers.js'
import { type Answer, gitHubState, type State } from '../stand-in/github/state.js'
import { ROCKET, useGitHub } from './api.ts'

const openGitHub = useGitHub()
const paths = (count: number) => Array.from({ length: count }, (_, at) => `src/${at}.ts`)
const WHERE = 'GET /repos/acme/rocket/pulls/42/files'

async function read(count: number, rest: Omit<State, 'repositories'> = {}, options = {}) {
  const { client, poll, api } = await openGitHub(
    gitHubState({ pullRequests: { 42: { files: paths(count) } } }, rest),
    options,
  )
  return { reading: await readChangedFiles({ client, repository: ROCKET, poll }, 42), api }
}

test.each([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [1000, 10],
])('%d files, %d requests', async (count, requests) => {
  const { reading, api } = await read(count)
  expect(reading).toMatchObject({ value: { paths: paths(count), incomplete: null } })
  expect(api.requests).toHaveLength(requests)
})

test('more than a poll has requests for: the first page, and no further request', async () => {
  const { reading, api } = await read(1001)
  expect(reading).toMatchObject({
    value: {
      paths: paths(100),
      incomplete: {
        cause: 'over-budget',
        message:
          'GitHub was not asked to list the changed files of the pull request: the 10 requests of this poll are used up',
        remedy: 'Spread the reads over several steps, or run the job again.',
      },
    },
  })
  expect(api.requests).toHaveLength(1)
})

test.each([2999, 3000, 3001])('GitHub lists 3,000 at most: %d', async count => {
  const { reading } = await read(count, {}, { requests: 30 })
  const cut = {
    cause: 'too-many',
    message: 'GitHub lists at most 3,000 changed files of a pull request, and this one may change more',
    remedy: 'Split the pull request.',
  }
  expect(reading).toMatchObject({
    value: { paths: paths(Math.min(3000, count)), incomplete: count < 3000 ? null : cut },
  })
})

const REFUSED = {
  cause: 'forbidden',
  message: 'GitHub refused to list the changed files of the pull request (403)',
  remedy: "Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it.",
}

test.each<[string, Answer, object]>([
  ['without `pull-requests: read`', answers.forbidden(), REFUSED],
  ['404', answers.notFound(), { cause: 'not-found' }],
  ['no list', { status: 200, body: {} }, { cause: 'unexpected' }],
  ['a path that is none', { status: 200, body: [{ filename: 7 }] }, { cause: 'unexpected' }],
])('%s', async (_, answer, failure) => {
  const { reading } = await read(1, { faults: [{ at: WHERE, answer, violates: answer.status === 200 }] })
  expect(reading).toMatchObject({ failure })
})

test('a later page that fails', async () => {
  const { reading } = await read(150, { faults: [{ at: `${WHERE}?per_page=100&page=2`, answer: answers.forbidden() }] })
  expect(reading).toMatchObject({ value: { paths: paths(100), incomplete: REFUSED } })
})
