import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { type ExcusedTest, excusesOf } from '../../src/gate/quarantine/excuses.ts'
import { gitHubConnection } from '../../src/github/connection.ts'
import { rendered } from '../../src/text/message.ts'
import { changedExcused } from '../../src/poll/changed-tests.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { context, quarantinedTest } from '../builders.ts'
import { listOf, reportedTest, testReports } from '../gate/quarantine/worlds.ts'
import { NOW, useGitHub } from '../github/api.ts'
import { makeWorkspace } from '../reports/workspace.ts'
import { forbidden } from '../stand-in/github/answers.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, type State } from '../stand-in/github/state.js'

const CLOCK = { now: () => NOW, monotonic: () => NOW, sleep: async () => {} }

const openGitHub = useGitHub()
const EXCUSED = 'test/engine.test.ts'
const LIST = 'GET /repos/acme/rocket/pulls/42/files'
const others = (count: number) => Array.from({ length: count }, (_, at) => `src/${at}.ts`)
const WARNING = {
  kind: 'warnings',
  text: `This pull request changes ${EXCUSED}, where quarantined tests failed and were excused. Check whether they fail because of the change.`,
}

/** One test in {@link EXCUSED} that failed and is quarantined; one elsewhere blocks. */
function excused(file: string | null = EXCUSED, isListed = true): ExcusedTest[] {
  const tests = testReports([reportedTest({ file }), reportedTest({ name: 'breaks', file: 'test/blocks.test.ts' })])
  return excusesOf(tests, isListed ? listOf(quarantinedTest({ file })) : listOf(), null).excused
}

interface Asked {
  changes: string[]
  tests?: ExcusedTest[]
  over?: Partial<RunContext>
  rest?: Omit<State, 'repositories'>
  token?: string
}

async function ask({ changes, tests = excused(), over = {}, rest = {}, token = GITHUB_TOKEN }: Asked) {
  const { api } = await openGitHub(gitHubState({ pullRequests: { 42: { files: changes } } }, rest))
  const { workspace } = makeWorkspace({ [EXCUSED]: '', 'test/blocks.test.ts': '' })
  const environment = { GITHUB_WORKSPACE: workspace, GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl }
  const connect = gitHubConnection(environment, { service: '', github: token, clean: cleanerOf() }, CLOCK)
  const { signal } = new AbortController()
  const told = await changedExcused(tests, context(over), connect, { environment, signal })
  return { told, requests: api.requests.length }
}

test.each<[string, changes: string[], told: typeof WARNING | null, requests: number]>([
  ['the file of an excused test is changed: a warning', ['README.md', EXCUSED], WARNING, 1],
  ['it is listed after the first page', [...others(250), EXCUSED], WARNING, 3],
  ['the file of a test that blocks is nothing to warn of', ['test/blocks.test.ts'], null, 1],
  ['among 3,000 and more it is found all the same', [EXCUSED, ...others(3000)], WARNING, 30],
])('%s', async (_, changes, told, requests) => {
  expect(await ask({ changes })).toEqual({ told, requests })
})

test('after 3,000 other files, the rest is not known', async () => {
  const { told, requests } = await ask({ changes: [...others(3000), EXCUSED] })
  expect(requests).toBe(30)
  expect(told).toEqual({
    kind: 'notices',
    text: 'It is not fully known whether this pull request changes the files of excused tests: GitHub lists at most 3,000 changed files of a pull request, and this one may change more.',
  })
})

test('a token that may not list the files: a notice, no warning', async () => {
  const faults = [{ at: LIST, answer: forbidden() }]
  expect((await ask({ changes: [EXCUSED], rest: { faults } })).told).toEqual({
    kind: 'notices',
    text: "It is not known whether this pull request changes the files of excused tests: GitHub refused to list the changed files of the pull request (403). Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it.",
  })
})

test('a page that may not be read: what was read before it counts', async () => {
  const faults = [{ at: `${LIST}?per_page=100&page=2`, answer: forbidden() }]
  expect((await ask({ changes: [EXCUSED, ...others(150)], rest: { faults } })).told).toEqual(WARNING)
  expect((await ask({ changes: [...others(150), EXCUSED], rest: { faults } })).told).toMatchObject({
    kind: 'notices',
    text: expect.stringContaining('excused tests: GitHub refused'),
  })
})

test('no token: a notice, no warning', async () => {
  const { told, requests } = await ask({ changes: [EXCUSED], token: '' })
  expect(requests).toBe(0)
  expect(rendered(told)).toMatchObject({ kind: 'notices', text: expect.stringContaining('`github-token`') })
})

test.each<[name: string, asked: Partial<Asked>]>([
  ['nothing is excused', { tests: excused(EXCUSED, false) }],
  ['no pull request', { over: { pullRequest: null } }],
  ['a repository of another server', { over: { onThisServer: false } }],
  ['a report that names no file', { tests: excused(null) }],
  ['a file that is not there', { tests: excused('test/gone.test.ts') }],
  ['a file outside the workspace', { tests: excused('../../etc/passwd') }],
])('GitHub is not asked: %s', async (_, asked) => {
  expect(await ask({ changes: [EXCUSED], ...asked })).toEqual({ told: null, requests: 0 })
})

test('a name that means harm stays text', async () => {
  const file = 'test/::error::a @mona.ts'
  const { api } = await openGitHub(gitHubState({ pullRequests: { 42: { files: [file] } } }))
  const { workspace } = makeWorkspace()
  fs.mkdirSync(path.join(workspace, 'test'))
  fs.writeFileSync(path.join(workspace, file), '')
  const environment = { GITHUB_WORKSPACE: workspace, GITHUB_API_URL: api.url }
  const connect = gitHubConnection(environment, { service: '', github: GITHUB_TOKEN, clean: cleanerOf() }, CLOCK)
  const told = await changedExcused(excused(file), context(), connect, {
    environment,
    signal: new AbortController().signal,
  })
  expect(told?.kind).toBe('warnings')
  expect(told?.text).not.toMatch(/^::|\n/)
})
