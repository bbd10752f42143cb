import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { eventName, readSubject } from '../../src/setup/event.ts'
import type { About, EventSubject } from '../../src/setup/subject.ts'
import { code, say } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { subject, TIP } from '../builders.ts'
import { changeMembers, type EventFixture, eventFixtures, loadEvent } from '../events/index.js'

const TOKEN = 'a-token-0123456789'
const folder = mkdtempSync(path.join(os.tmpdir(), 'event-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SERVICE: About = { hasTestBranches: true, targetBranch: null }

function written(content: string): string {
  const file = path.join(folder, 'event.json')
  writeFileSync(file, content)
  return file
}

/** New values of members of a payload, by their paths; undefined takes the member out. */
type Changes = Record<string, unknown>

interface Given {
  event: EventFixture
  changes?: Changes
  env?: Record<string, string>
  about?: Partial<About>
}

/** The subject of a fixture, whose payload, variables or inputs are changed. */
function subjectOf({ event, changes = {}, env = {}, about = {} }: Given): EventSubject {
  const { name, payload, env: own } = loadEvent(event)
  changeMembers(payload, changes)
  const file = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: written(JSON.stringify(payload)) }
  return readSubject({ ...file, ...own, ...env }, cleanerOf(TOKEN), { ...SERVICE, ...about })
}

const MAIN_TIP = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'
const HEAD = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'
const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const RUN = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
const TEST_BRANCH = `rocketq-merge/pr-42/${RUN}`
const GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'
const GROUP_BRANCH = `gh-readonly-queue/main/pr-42-${MAIN_TIP}`

const PULL_REQUEST = subject({
  kind: 'pull-request',
  pullRequest: 42,
  targetBranch: 'main',
  headSha: HEAD,
  headOf: [42],
})
const OF_FORK = { ...PULL_REQUEST, headSha: FORK_HEAD }
const MAIN = subject({ kind: 'branch', targetBranch: 'main' })
const SEVERAL: EventSubject['notices'][number] = {
  input: 'pull-request',
  text: say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`,
}
const TWO = subject({ kind: 'branch', targetBranch: 'main', headSha: HEAD, headOf: [42, 43], notices: [SEVERAL] })
const DEFAULT_TAKEN: EventSubject['notices'][number] = {
  input: 'target-branch',
  text: say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`,
}

function onTestBranch(headSha: string | null, over: Partial<EventSubject> = {}): EventSubject {
  const testBranch = { testRunId: RUN, isBisection: false, pullRequests: [42] }
  return subject({ kind: 'test-branch', targetBranch: 'main', headSha, testBranch, ...over })
}

const SUBJECTS: Record<EventFixture, EventSubject> = {
  'pull-request': PULL_REQUEST,
  'pull-request-target': OF_FORK,
  'pull-request-review': PULL_REQUEST,
  'pull-request-review-comment': PULL_REQUEST,
  'pull-request-fork': { ...OF_FORK, withoutSecrets: 'fork' },
  'pull-request-fork-deleted': { ...OF_FORK, withoutSecrets: 'fork' },
  'pull-request-dependabot': {
    ...PULL_REQUEST,
    headSha: '5dde4e9854bf1daf861a9511c0c4d10d0f5ef3ad',
    withoutSecrets: 'dependabot',
  },
  'pull-request-test-branch': onTestBranch('baebb6f69a2c9c07aae7277ae3730430230626d0'),
  'pull-request-test-branch-fork': {
    ...PULL_REQUEST,
    pullRequest: 58,
    headOf: [58],
    headSha: '48b051da0739261df2557d1bd3e50cd910e07202',
    withoutSecrets: 'fork',
  },
  'push-main': { ...MAIN, headSha: MAIN_TIP },
  'push-test-branch': onTestBranch('e8212b9244ef9cc9c4682b9182beda4d4741aa47', {
    testBranch: {
      testRunId: 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b-bisection-1',
      isBisection: true,
      pullRequests: [42, 43],
    },
    notices: [DEFAULT_TAKEN],
  }),
  'push-temp-branch': subject({
    kind: 'branch',
    targetBranch: 'rocketq-temp/pr-42/d91e6b30-7a4c-4f25-b0d8-52c8e3f7194a',
    headSha: '8873fa080d90e704353cf0fbcc4d6492977f1c78',
  }),
  'push-tag': subject(),
  'push-deleted-branch': subject({ kind: 'branch', targetBranch: 'mona/old-thrust' }),
  'issue-comment-pull-request': subject({ kind: 'pull-request', pullRequest: 42 }),
  'issue-comment-issue': MAIN,
  'workflow-run-pull-request': PULL_REQUEST,
  'workflow-run-fork': subject({ kind: 'branch', headSha: FORK_HEAD }),
  'workflow-run-push': { ...MAIN, headSha: MAIN_TIP },
  'workflow-run-two-pull-requests': { ...TWO, targetBranch: null },
  'merge-group': subject({
    kind: 'merge-group',
    targetBranch: 'main',
    headSha: GROUP,
    group: { sha: GROUP, branch: GROUP_BRANCH, number: 42 },
  }),
  'workflow-dispatch': subject({ kind: 'branch', targetBranch: 'release/1.x' }),
  schedule: MAIN,
  release: subject(),
}

test.each(eventFixtures)('%s', event => {
  expect(subjectOf({ event })).toEqual(SUBJECTS[event])
})

describe('pull requests', () => {
  test.each<[string, Given, EventSubject]>([
    [
      'of a stack go to the base of the stack',
      { event: 'pull-request', changes: { 'pull_request.stack': { base: { ref: 'next' } } } },
      { ...PULL_REQUEST, targetBranch: 'next', stackBase: 'next' },
    ],
    [
      'of a stack without a base keep their own',
      { event: 'pull-request', changes: { 'pull_request.stack': { base: null } } },
      PULL_REQUEST,
    ],
    [
      'name repositories in any letter case',
      { event: 'pull-request', changes: { 'pull_request.head.repo.full_name': 'Acme/Rocket' } },
      PULL_REQUEST,
    ],
    [
      'that the queue opened for its test branch are that test branch',
      { event: 'pull-request', changes: { 'pull_request.head.ref': TEST_BRANCH } },
      onTestBranch(HEAD),
    ],
    [
      'of a fork are themselves, whatever their branch is called',
      { event: 'pull-request-target', changes: { 'pull_request.head.ref': TEST_BRANCH } },
      OF_FORK,
    ],
    [
      'keep the time of what happened to them in the queue',
      { event: 'pull-request', changes: { action: 'dequeued', reason: 'MANUAL', 'pull_request.updated_at': 'a time' } },
      { ...PULL_REQUEST, queueActivity: { action: 'dequeued', at: 'a time', reason: 'MANUAL' } },
    ],
    [
      'hold no token',
      { event: 'pull-request', changes: { 'pull_request.base.ref': `x-${TOKEN}` } },
      { ...PULL_REQUEST, targetBranch: 'x-***' },
    ],
  ])('%s', (_, given, expected) => {
    expect(subjectOf(given)).toEqual(expected)
  })
})

describe('test branches', () => {
  const pushTo = (branch: string): Given => ({ event: 'push-main', changes: { ref: `refs/heads/${branch}` } })

  test.each<[string, EventSubject['testBranch']]>([
    [TEST_BRANCH, { testRunId: RUN, isBisection: false, pullRequests: [42] }],
    [`a-merge/pr-1-20/${RUN}`, { testRunId: RUN, isBisection: false, pullRequests: [1, 20] }],
    [`a-merge/pr-1/${RUN}-bisection`, { testRunId: `${RUN}-bisection`, isBisection: true, pullRequests: [1] }],
    [`a-merge/pr-1/${RUN}-bisection-3`, { testRunId: `${RUN}-bisection-3`, isBisection: true, pullRequests: [1] }],
    [`-merge/pr-1/${RUN}`, null],
    [`a/b-merge/pr-1/${RUN}`, null],
    [`a-merge/pr-0/${RUN}`, null],
    [`a-merge/pr-1-x/${RUN}`, null],
    [`a-merge/pr-/${RUN}`, null],
    [`a-merge/42/${RUN}`, null],
    [`a-merge/pr-1/${RUN}-2`, null],
    [`a-merge/pr-1/${RUN.slice(1)}`, null],
    [`a-merge/pr-1/${RUN}/more`, null],
  ])('%s', (branch, testBranch) => {
    const { kind, testBranch: found, targetBranch } = subjectOf(pushTo(branch))
    const expected = testBranch === null ? ['branch', branch] : ['test-branch', 'main']
    expect([kind, targetBranch, found]).toEqual([...expected, testBranch])
  })

  test.each<[string, Given, EventSubject]>([
    [
      "are no test branches of GitHub's own queue",
      { ...pushTo(TEST_BRANCH), about: { hasTestBranches: false } },
      subject({ kind: 'branch', targetBranch: TEST_BRANCH, headSha: MAIN_TIP }),
    ],
    [
      'that are deleted have no commit',
      { event: 'push-main', changes: { ref: `refs/heads/${TEST_BRANCH}`, after: '0'.repeat(40) } },
      onTestBranch(null, { notices: [DEFAULT_TAKEN] }),
    ],
    [
      'have the commit of the variables on other events',
      { event: 'workflow-dispatch', env: { GITHUB_REF: `refs/heads/${TEST_BRANCH}`, GITHUB_SHA: TIP } },
      onTestBranch(TIP, { notices: [DEFAULT_TAKEN] }),
    ],
    [
      'have no target where nothing names one',
      {
        event: 'schedule',
        changes: { repository: null },
        env: { GITHUB_REF: `refs/heads/${TEST_BRANCH}`, GITHUB_SHA: 'x' },
      },
      onTestBranch(null, { targetBranch: null }),
    ],
    [
      'of a workflow run take the base of the pull request that the queue opened',
      { event: 'workflow-run-pull-request', changes: { 'workflow_run.head_branch': TEST_BRANCH } },
      onTestBranch(HEAD),
    ],
    [
      "of a fork's workflow run are none",
      { event: 'workflow-run-fork', changes: { 'workflow_run.head_branch': TEST_BRANCH } },
      SUBJECTS['workflow-run-fork'],
    ],
  ])('%s', (_, given, expected) => {
    expect(subjectOf(given)).toEqual(expected)
  })
})

describe('workflow runs', () => {
  const ofTwo = 'workflow-run-two-pull-requests'
  const ofGroup = { 'workflow_run.event': 'merge_group', 'workflow_run.head_branch': GROUP_BRANCH }
  const group = (over: object) => subject({ kind: 'merge-group', headSha: MAIN_TIP, ...over })
  const onBranch = subject({ kind: 'branch', targetBranch: 'mona/more-thrust', headSha: HEAD })

  test.each<[string, Given, EventSubject]>([
    [
      'of a merge group are about the group',
      { event: 'workflow-run-push', changes: ofGroup },
      group({ group: { sha: MAIN_TIP, branch: GROUP_BRANCH, number: 42 } }),
    ],
    [
      'of a merge group whose branch names no number',
      { event: 'workflow-run-push', changes: { ...ofGroup, 'workflow_run.head_branch': 'gh-readonly-queue/main' } },
      group({ group: { sha: MAIN_TIP, branch: 'gh-readonly-queue/main', number: null } }),
    ],
    [
      'of several pull requests are about the one with the given base',
      {
        event: ofTwo,
        changes: { 'workflow_run.pull_requests.1.base.ref': 'next' },
        about: { targetBranch: 'next' },
      },
      { ...PULL_REQUEST, pullRequest: 43, headOf: [42, 43], targetBranch: 'next' },
    ],
    [
      'of several pull requests into one branch',
      {
        event: ofTwo,
        changes: {
          'workflow_run.pull_requests.0.base.ref': 'main',
          'workflow_run.pull_requests.1.base.ref': 'main',
        },
        about: { targetBranch: 'main' },
      },
      TWO,
    ],
    [
      "of a pull request here and of another repository's with the same commit",
      { event: ofTwo, changes: { 'workflow_run.pull_requests.1.base.repo.id': 710000999 } },
      PULL_REQUEST,
    ],
    [
      'of a pull request elsewhere, under our name',
      {
        event: 'workflow-run-pull-request',
        changes: { 'workflow_run.pull_requests.0.base.repo': { id: 710000999, full_name: 'acme/rocket' } },
      },
      onBranch,
    ],
    [
      'of a repository that was renamed',
      {
        event: 'workflow-run-pull-request',
        changes: { 'workflow_run.pull_requests.0.base.repo': { id: 710000123, full_name: 'acme/tank' } },
      },
      PULL_REQUEST,
    ],
    [
      'of a repository without an id',
      {
        event: 'workflow-run-pull-request',
        changes: { 'workflow_run.pull_requests.0.base.repo': { full_name: 'Acme/Rocket' } },
      },
      PULL_REQUEST,
    ],
    [
      'without a branch',
      { event: 'workflow-run-push', changes: { 'workflow_run.head_branch': null } },
      subject({ kind: 'branch', headSha: MAIN_TIP }),
    ],
  ])('%s', (_, given, expected) => {
    expect(subjectOf(given)).toEqual(expected)
  })
})

describe('other events', () => {
  test.each<[string, EventSubject]>([
    ['refs/heads/release/1.x', subject({ kind: 'branch', targetBranch: 'release/1.x' })],
    ['refs/heads/odd/refs/heads/main', subject({ kind: 'branch', targetBranch: 'odd/refs/heads/main' })],
    ['refs/tags/v1', subject()],
    ['refs/pull/42/merge', subject()],
    ['refs/heads/', subject()],
    ['', subject()],
  ])('on %j', (ref, expected) => {
    expect(subjectOf({ event: 'schedule', env: { GITHUB_REF: ref } })).toEqual(expected)
  })

  test.each<[string, EventFixture, actor: string, EventSubject['withoutSecrets']]>([
    ['a push of Dependabot', 'push-main', 'dependabot[bot]', 'dependabot'],
    ["a person's push to a branch of Dependabot", 'pull-request-dependabot', 'mona', null],
    ['Dependabot in a fork', 'pull-request-fork', 'dependabot[bot]', 'fork'],
    ['a name like that of Dependabot', 'push-main', 'dependabot', null],
  ])('GITHUB_ACTOR tells whether secrets are withheld: %s', (_, event, actor, withoutSecrets) => {
    expect(subjectOf({ event, env: { GITHUB_ACTOR: actor } })).toEqual({ ...SUBJECTS[event], withoutSecrets })
  })

  test.each<[string | undefined, string]>([
    ['pull_request', 'pull_request'],
    [undefined, ''],
    ['a'.repeat(41), ''],
    ['push\n::error::', ''],
  ])('the name of event %j', (given, name) => {
    expect(eventName({ GITHUB_EVENT_NAME: given })).toBe(name)
  })
})

describe('an event file that is none', () => {
  const FILE = 'the event file (GITHUB_EVENT_PATH)'
  const env = { GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: folder }

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['no name', { GITHUB_EVENT_NAME: '' }, 'GITHUB_EVENT_NAME is not set: the action runs in GitHub Actions only'],
    ['no path', { GITHUB_EVENT_PATH: '' }, 'GITHUB_EVENT_PATH is not set: the action runs in GitHub Actions only'],
    ['no file', { GITHUB_EVENT_PATH: path.join(folder, 'none.json') }, `${FILE} does not exist`],
    ['a folder', {}, `${FILE} is not a regular file`],
  ])('%s', (_, over, message) => {
    expect(() => readSubject({ ...env, ...over }, cleanerOf(), SERVICE)).toThrow(
      expect.objectContaining({ name: 'DocumentError', message }),
    )
  })

  test.each<[string, string]>([
    ['', `${FILE} is empty`],
    ['{"a": "hunter2', `${FILE} is not JSON`],
    ['[]', `${FILE} is not a pull_request event: the document is not an object`],
    ['{}', `${FILE} is not a pull_request event: member \`pull_request\` is missing`],
    [
      '{"pull_request": {"number": "hunter2"}}',
      `${FILE} is not a pull_request event: member \`pull_request.number\` is not a number`,
    ],
  ])('%j', (content, message) => {
    const event = { ...env, GITHUB_EVENT_PATH: written(content) }
    expect(() => readSubject(event, cleanerOf(), SERVICE)).toThrow(
      expect.objectContaining({ name: 'DocumentError', message }),
    )
  })

  test.each<[EventFixture, Changes, string]>([
    ['pull-request', { 'pull_request.number': 2147483648 }, 'pull_request.number'],
    ['pull-request', { 'pull_request.head.sha': 'x' }, 'pull_request.head.sha'],
    ['push-main', { after: undefined }, 'after'],
    ['issue-comment-issue', { issue: undefined }, 'issue'],
    ['merge-group', { 'merge_group.base_ref': undefined }, 'merge_group.base_ref'],
    ['workflow-run-push', { 'workflow_run.head_sha': undefined }, 'workflow_run.head_sha'],
  ])('%s with %j names the member', (event, changes, member) => {
    expect(() => subjectOf({ event, changes })).toThrow(`\`${member}\``)
  })
})
