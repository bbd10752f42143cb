import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { SOURCES, type SourceId } from '../../src/facts/profile.ts'
import { contextOf } from '../../src/setup/context.ts'
import { readEvent } from '../../src/setup/event.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import { asText, code, say } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/outside.ts'
import { context, HEAD, inputs, TIP, testBranchContext } from '../builders.ts'
import { changeMembers, type EventFixture, eventFixtures, loadEvent } from '../events/index.js'

const TOKEN = 'a-token-0123456789'
const folder = mkdtempSync(path.join(os.tmpdir(), 'event-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(content: string): string {
  const file = path.join(folder, 'event.json')
  writeFileSync(file, content)
  return file
}

interface Given {
  event?: EventFixture
  /** New values of members of the payload, by their paths; undefined takes the member out. */
  changes?: Record<string, unknown>
  env?: Record<string, string>
  inputs?: Partial<Inputs>
  source?: SourceId
}

function eventOf({ event = 'pull-request', changes = {}, env = {} }: Given) {
  const { name, payload, env: own } = loadEvent(event)
  changeMembers(payload, changes)
  const file = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: written(JSON.stringify(payload)) }
  return readEvent({ ...file, ...own, ...env }, cleanerOf(TOKEN))
}

/** What is wrong with an event that can't be read. */
function problemIn({ problem }: ReturnType<typeof readEvent>): string {
  return problem === null ? '' : asText(problem.message)
}

/** What a run on this event is about. */
function contextFor(given: Given): RunContext {
  const { repository = 'acme/rocket', serverUrl = 'https://github.com' } = given.env ?? {}
  const source = SOURCES[given.source ?? 'service-v1']
  return contextOf(inputs(given.inputs), eventOf(given).event, { repository, serverUrl }, source)
}

const MAIN_TIP = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'
const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const RUN = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
const TEST_BRANCH = `rocketq-merge/pr-42/${RUN}`
const GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'
const GROUP_BRANCH = `gh-readonly-queue/main/pr-42-${MAIN_TIP}`
const ELSEWHERE = { repository: { owner: 'acme', name: 'lander' } }

const headed = (sha: string, over: Partial<RunContext> = {}) =>
  context({ eventSha: sha, pullRequestHead: sha, ...over })
const headless = (over: Partial<RunContext>) => context({ eventSha: null, pullRequestHead: null, ...over })
const onBranch = (branch: string | null, headSha: string | null, over: Partial<RunContext> = {}) =>
  headless({
    kind: 'branch',
    pullRequest: null,
    targetBranch: branch === null ? null : branch,
    eventSha: headSha,
    ...over,
  })
const inGroup = (headSha: string, number: number | null, branch: string, over: Partial<RunContext> = {}) =>
  onBranch('main', headSha, {
    kind: 'merge-group',
    mergeGroup: { sha: headSha, branch, claimedPullRequest: number },
    ...over,
  })
const onTestBranch = (headSha: string, over: Partial<RunContext> = {}) =>
  testBranchContext({ eventSha: headSha, testRunId: RUN, ...over })

const NOTHING = onBranch(null, null, { kind: 'other' })
const SEVERAL = say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`
const DEFAULT_TAKEN = say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`
const OF_TWO = onBranch(null, HEAD, { notices: [SEVERAL] })

const CONTEXTS: Record<EventFixture, RunContext> = {
  'pull-request': context(),
  'pull-request-target': headed(FORK_HEAD),
  'pull-request-review': context(),
  'pull-request-review-comment': context(),
  'pull-request-fork': headed(FORK_HEAD, { isFromFork: true }),
  'pull-request-fork-deleted': headed(FORK_HEAD, { isFromFork: true }),
  'pull-request-dependabot': headed('5dde4e9854bf1daf861a9511c0c4d10d0f5ef3ad'),
  'pull-request-test-branch': onTestBranch(TIP),
  'pull-request-test-branch-fork': headed('48b051da0739261df2557d1bd3e50cd910e07202', {
    pullRequest: 58,
    isFromFork: true,
  }),
  'push-main': onBranch('main', MAIN_TIP),
  'push-test-branch': onTestBranch('e8212b9244ef9cc9c4682b9182beda4d4741aa47', {
    testRunId: 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b-bisection-1',
    testBranchPullRequests: [42, 43],
    notices: [DEFAULT_TAKEN],
  }),
  'push-temp-branch': onBranch(
    'rocketq-temp/pr-42/d91e6b30-7a4c-4f25-b0d8-52c8e3f7194a',
    '8873fa080d90e704353cf0fbcc4d6492977f1c78',
  ),
  'push-tag': NOTHING,
  'push-deleted-branch': onBranch('main', null),
  'issue-comment-pull-request': headless({ targetBranch: null, mustAskForBranch: true }),
  'issue-comment-issue': onBranch('main', null),
  'workflow-run-pull-request': context(),
  'workflow-run-fork': onBranch(null, FORK_HEAD),
  'workflow-run-push': onBranch('main', MAIN_TIP),
  'workflow-run-two-pull-requests': OF_TWO,
  'merge-group': inGroup(GROUP, 42, GROUP_BRANCH),
  'workflow-dispatch': onBranch('release/1.x', null),
  schedule: onBranch('main', null),
  release: NOTHING,
}

test.each(eventFixtures)('%s', event => {
  expect(contextFor({ event })).toEqual(CONTEXTS[event])
})

describe('an input wins over the event', () => {
  test.each<[string, Given, RunContext]>([
    [
      'each of them',
      { inputs: { targetBranch: 'next', testRunId: 'given' } },
      context({ targetBranch: 'next', overriddenBase: 'main', testRunId: 'given' }),
    ],
    [
      'another pull request keeps the branch of the event, and is held against no commit',
      { inputs: { pullRequest: 7 } },
      context({ pullRequest: 7, pullRequestHead: null }),
    ],
    ['the same pull request keeps its head', { inputs: { pullRequest: 42 } }, context({ pullRequest: 42 })],
    [
      'one of the pull requests that a run is about keeps its head and its base',
      { event: 'workflow-run-two-pull-requests', inputs: { pullRequest: 43 } },
      context({ pullRequest: 43, targetBranch: 'release/1.x' }),
    ],
    [
      'a pull request on a push is held against no commit',
      { event: 'push-main', inputs: { pullRequest: 42 } },
      onBranch('main', MAIN_TIP, { pullRequest: 42 }),
    ],
    [
      'the branch of a comment needs no request',
      { event: 'issue-comment-pull-request', inputs: { targetBranch: 'main' } },
      headless({ targetBranch: 'main' }),
    ],
    [
      'another pull request than that of a comment has no branch',
      { event: 'issue-comment-pull-request', inputs: { pullRequest: 7 } },
      headless({ pullRequest: 7, targetBranch: null }),
    ],
    [
      'the branch of a test branch needs no notice',
      { event: 'push-test-branch', inputs: { targetBranch: 'main' } },
      { ...CONTEXTS['push-test-branch'], targetBranch: 'main', notices: [] },
    ],
    [
      'another repository takes nothing from a pull request',
      { inputs: ELSEWHERE },
      { ...NOTHING, repository: { host: 'github.com', owner: 'acme', name: 'lander' } },
    ],
    [
      'another repository takes nothing from a test branch',
      { event: 'push-test-branch', inputs: ELSEWHERE },
      { ...NOTHING, repository: { host: 'github.com', owner: 'acme', name: 'lander' } },
    ],
    [
      'the own repository, in another letter case',
      { inputs: { repository: { owner: 'Acme', name: 'Rocket' } } },
      context({ repository: { host: 'github.com', owner: 'Acme', name: 'Rocket' } }),
    ],
  ])('%s', (_, given, expected) => {
    expect(contextFor(given)).toEqual(expected)
  })
})

describe('pull requests', () => {
  test.each<[string, Given, RunContext]>([
    [
      'of a stack go to the base of the stack',
      { changes: { 'pull_request.stack': { base: { ref: 'next' } } } },
      context({ targetBranch: 'next', stackBase: 'next' }),
    ],
    ['of a stack without a base keep their own', { changes: { 'pull_request.stack': { base: null } } }, context()],
    [
      'of a fork are themselves, whatever their branch is called',
      { event: 'pull-request-target', changes: { 'pull_request.head.ref': TEST_BRANCH } },
      headed(FORK_HEAD),
    ],
    [
      'keep the time of what happened to them in the queue',
      { changes: { action: 'dequeued', reason: 'MANUAL', 'pull_request.updated_at': 'a time' } },
      context({ pullRequestActivity: { action: 'dequeued', updatedAt: 'a time', reason: 'MANUAL' } }),
    ],
    ['hold no token', { changes: { 'pull_request.base.ref': `x-${TOKEN}` } }, context({ targetBranch: 'x-***' })],
  ])('%s', (_, given, expected) => {
    expect(contextFor(given)).toEqual(expected)
  })
})

describe('test branches', () => {
  const pushTo = (branch: string): Given => ({ event: 'push-main', env: { GITHUB_REF: `refs/heads/${branch}` } })

  test.each<[string, Given, RunContext]>([
    [
      "are no test branches of GitHub's own queue",
      { ...pushTo(TEST_BRANCH), source: 'github' },
      onBranch(TEST_BRANCH, MAIN_TIP, { source: SOURCES.github }),
    ],
    [
      'that are deleted have no commit, and name no run',
      { ...pushTo(TEST_BRANCH), changes: { after: '0'.repeat(40) } },
      testBranchContext({ eventSha: null, testRunId: null, notices: [DEFAULT_TAKEN] }),
    ],
    [
      'have the commit of the variables on other events',
      { event: 'workflow-dispatch', env: { GITHUB_REF: `refs/heads/${TEST_BRANCH}`, GITHUB_SHA: TIP } },
      onTestBranch(TIP, { notices: [DEFAULT_TAKEN] }),
    ],
    [
      'have no target where nothing names one',
      { event: 'schedule', changes: { repository: null }, env: { GITHUB_REF: `refs/heads/${TEST_BRANCH}` } },
      onTestBranch(MAIN_TIP, { targetBranch: null }),
    ],
    [
      'of a workflow run take the base of the pull request that the queue opened',
      { event: 'workflow-run-pull-request', changes: { 'workflow_run.head_branch': TEST_BRANCH } },
      onTestBranch(HEAD),
    ],
    [
      "of a fork's workflow run are none",
      { event: 'workflow-run-fork', changes: { 'workflow_run.head_branch': TEST_BRANCH } },
      CONTEXTS['workflow-run-fork'],
    ],
    [
      'of a bisection name no run on v2',
      { event: 'push-test-branch', source: 'service-v2' },
      { ...CONTEXTS['push-test-branch'], source: SOURCES['service-v2'], testRunId: null },
    ],
  ])('%s', (_, given, expected) => {
    expect(contextFor(given)).toEqual(expected)
  })
})

describe('workflow runs', () => {
  const ofTwo = 'workflow-run-two-pull-requests'
  const ofGroup = { 'workflow_run.event': 'merge_group', 'workflow_run.head_branch': GROUP_BRANCH }

  test.each<[string, Given, RunContext]>([
    [
      'of a merge group are about the group',
      { event: 'workflow-run-push', changes: ofGroup },
      inGroup(MAIN_TIP, 42, GROUP_BRANCH, { targetBranch: null }),
    ],
    [
      'of a merge group leave the branch to GitHub, if its own queue is asked',
      { event: 'workflow-run-push', changes: ofGroup, source: 'github' },
      inGroup(MAIN_TIP, 42, GROUP_BRANCH, { targetBranch: null, mustAskForBranch: true, source: SOURCES.github }),
    ],
    [
      'of a merge group whose branch names no number',
      { event: 'workflow-run-push', changes: { ...ofGroup, 'workflow_run.head_branch': 'gh-readonly-queue/main' } },
      inGroup(MAIN_TIP, null, 'gh-readonly-queue/main', { targetBranch: null }),
    ],
    [
      'of several pull requests are about the one with the given base',
      { event: ofTwo, changes: { 'workflow_run.pull_requests.1.base.ref': 'next' }, inputs: { targetBranch: 'next' } },
      context({ pullRequest: 43, targetBranch: 'next', overriddenBase: 'next' }),
    ],
    [
      "of a pull request here and of another repository's with the same commit",
      { event: ofTwo, changes: { 'workflow_run.pull_requests.1.base.repo.id': 710000999 } },
      context(),
    ],
    [
      'of a pull request elsewhere',
      { event: 'workflow-run-pull-request', changes: { 'workflow_run.pull_requests.0.base.repo': { id: 710000999 } } },
      onBranch('mona/more-thrust', HEAD),
    ],
    [
      'without a branch',
      { event: 'workflow-run-push', changes: { 'workflow_run.head_branch': null } },
      onBranch(null, MAIN_TIP),
    ],
  ])('%s', (_, given, expected) => {
    expect(contextFor(given)).toEqual(expected)
  })
})

test.each<[string, RunContext]>([
  ['refs/heads/release/1.x', onBranch('release/1.x', null)],
  ['refs/heads/odd/refs/heads/main', onBranch('odd/refs/heads/main', null)],
  ['refs/tags/v1', NOTHING],
  ['refs/pull/42/merge', NOTHING],
  ['refs/heads/', NOTHING],
  ['', NOTHING],
])('another event on %j', (ref, expected) => {
  expect(contextFor({ event: 'schedule', env: { GITHUB_REF: ref } })).toEqual(expected)
})

test.each<[Record<string, string>, object]>([
  [{ serverUrl: 'https://git.acme.example:8443' }, { host: 'git.acme.example:8443', owner: 'acme', name: 'rocket' }],
  [{ serverUrl: '' }, { host: 'github.com', owner: 'acme', name: 'rocket' }],
  [{ repository: 'rocket' }, { host: 'github.com', owner: '', name: '' }],
])('the repository of %j', (env, value) => {
  expect(contextFor({ env }).repository).toEqual(value)
})

test.each<[string, EventFixture, actor: string, without: string | null]>([
  ['a fork', 'pull-request-fork', 'hubot', 'fork'],
  ['a fork that is gone', 'pull-request-fork-deleted', 'mona', 'fork'],
  ['a fork, from the base', 'pull-request-target', 'hubot', null],
  ['Dependabot', 'pull-request-dependabot', 'dependabot[bot]', 'dependabot'],
  ['a push of Dependabot', 'push-main', 'dependabot[bot]', 'dependabot'],
  ["a person's push to a branch of Dependabot", 'pull-request-dependabot', 'mona', null],
  ['Dependabot in a fork', 'pull-request-fork', 'dependabot[bot]', 'fork'],
  ['a name like that of Dependabot', 'push-main', 'dependabot', null],
])('whether the event has secrets: %s', (_, event, actor, without) => {
  expect(eventOf({ event, env: { GITHUB_ACTOR: actor } }).event.secretlessOrigin).toBe(without)
})

describe('an event file that is none', () => {
  const NO_JSON = 'its file (GITHUB_EVENT_PATH) does not hold valid JSON'
  const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: folder }

  test.each<[string, () => NodeJS.ProcessEnv, string]>([
    ['no path', () => ({ GITHUB_EVENT_PATH: '' }), NO_JSON],
    ['a folder', () => ({}), NO_JSON],
    ['broken JSON, which is not shown', () => ({ GITHUB_EVENT_PATH: written('{"a": "hunter2') }), NO_JSON],
    [
      'another value, which is not shown',
      () => ({ GITHUB_EVENT_PATH: written('{"pull_request": {"number": "hunter2"}}') }),
      'member `pull_request.number` is not of type number',
    ],
  ])('%s', (_, over, message) => {
    expect(problemIn(readEvent({ ...env, ...over() }, cleanerOf()))).toBe(`The event can't be read: ${message}.`)
  })

  test.each<[EventFixture, Given['changes'], string]>([
    ['pull-request', { 'pull_request.number': 2147483648 }, 'pull_request.number'],
    ['pull-request', { 'pull_request.head.sha': 'x' }, 'pull_request.head.sha'],
    ['issue-comment-issue', { issue: undefined }, 'issue'],
    ['merge-group', { 'merge_group.base_ref': undefined }, 'merge_group.base_ref'],
    ['workflow-run-push', { 'workflow_run.head_sha': undefined }, 'workflow_run.head_sha'],
  ])('%s with %j names the member', (event, changes = {}, member) => {
    expect(problemIn(eventOf({ event, changes }))).toContain(`\`${member}\``)
  })
})
