import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { eventName, readSubject as readSubjectOf, type Subject } from '../../src/setup/event.ts'
import { DocumentError } from '../../src/text/document.ts'
import { code, say } from '../../src/text/message.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { subject, TIP } from '../builders.ts'
import { type EventFixture, eventFixtures, eventUrl, loadEvent } from '../events/index.js'

const TOKEN = 'a-token-0123456789'
const folder = mkdtempSync(path.join(os.tmpdir(), 'event-'))
afterAll(() => rmSync(folder, { recursive: true }))

function written(content: string): string {
  const file = path.join(folder, 'event.json')
  writeFileSync(file, content)
  return file
}

/** The variables of the runner, by the names behind GITHUB_. */
interface Source {
  name: string
  path: string
  ref: string
  sha: string
  actor: string
}

function readSubject({ name, path, ref, sha, actor }: Source): Promise<Subject> {
  const event = { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path }
  return readSubjectOf(
    { ...event, GITHUB_REF: ref, GITHUB_SHA: sha, GITHUB_ACTOR: actor },
    cleanerOf(TOKEN),
    'test-branch',
  )
}

/** The variables of the runner beside a payload. */
function sourceOf(fixture: EventFixture): Source {
  const { name, env } = loadEvent(fixture)
  const path = fileURLToPath(eventUrl(fixture))
  return { name, path, ref: env.GITHUB_REF, sha: env.GITHUB_SHA, actor: env.GITHUB_ACTOR }
}

/** New values of members of a payload, by their paths; undefined takes the member out. */
type Changes = Record<string, unknown>

/** The subject of a fixture whose payload was changed. */
function changed(fixture: EventFixture, changes: Changes): Promise<Subject> {
  const { payload } = loadEvent(fixture)
  for (const [place, value] of Object.entries(changes)) {
    const names = place.split('.')
    const last = names.pop() ?? ''
    names.reduce((holder, name) => holder[name], payload)[last] = value
  }
  return readSubject({ ...sourceOf(fixture), path: written(JSON.stringify(payload)) })
}

const PULL_REQUEST = subject({
  kind: 'pull-request',
  pullRequest: 42,
  targetBranch: 'main',
  headSha: 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7',
  headOf: [42],
})

test.each(['dequeued', 'enqueued', 'synchronize'])('the action %s is kept with its time', async action => {
  const updated = '2026-03-02T09:30:00Z'
  expect(await changed('pull-request', { action, 'pull_request.updated_at': updated })).toMatchObject({
    queueActivity: { action, at: updated, reason: null },
  })
})

test('a token in the time of the action is refused', async () => {
  const given = changed('pull-request', { action: 'dequeued', 'pull_request.updated_at': TOKEN })
  await expect(given).rejects.toThrow('holds one of the two tokens')
})

const OF_FORK = { ...PULL_REQUEST, headSha: '8b0242134888a623a47e7aa197e18db103302dba' }
/** The run of a branch of ours, with the commit of somebody's pull request. */
const NOT_OURS = subject({
  kind: 'branch',
  targetBranch: 'mona/more-thrust',
  headSha: PULL_REQUEST.headSha,
  headOf: [],
})
const MAIN = subject({ kind: 'branch', targetBranch: 'main' })

const DEFAULT_TAKEN: Subject['notices'][number] = {
  settledBy: 'target-branch',
  text: say`The event on this test branch names no target branch, so the default branch is taken. Set ${code('target-branch')} to take another.`,
}
const RUN = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'
const TEST_BRANCH = `rocketq-merge/pr-42/${RUN}`

const SUBJECTS: Record<EventFixture, Subject> = {
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
  'pull-request-test-branch': subject({
    kind: 'test-branch',
    targetBranch: 'main',
    headSha: 'baebb6f69a2c9c07aae7277ae3730430230626d0',
    testRunId: '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6',
    branchNumbers: [42],
  }),
  'pull-request-test-branch-fork': {
    ...PULL_REQUEST,
    pullRequest: 58,
    headOf: [58],
    headSha: '48b051da0739261df2557d1bd3e50cd910e07202',
    withoutSecrets: 'fork',
  },
  'push-main': { ...MAIN, headSha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9' },
  'push-test-branch': subject({
    kind: 'test-branch',
    targetBranch: 'main',
    headSha: 'e8212b9244ef9cc9c4682b9182beda4d4741aa47',
    testRunId: 'b82d47e1-05fa-4c69-8e13-7fd9604c2a5b',
    isBisection: true,
    branchNumbers: [42, 43],
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
  'workflow-run-fork': subject({ kind: 'branch', headSha: OF_FORK.headSha, headOf: 'unnamed' }),
  'workflow-run-push': { ...MAIN, headSha: '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9' },
  'workflow-run-two-pull-requests': subject({
    kind: 'branch',
    headSha: PULL_REQUEST.headSha,
    headOf: [42, 43],
    notices: [
      {
        settledBy: 'pull-request',
        text: say`The workflow run belongs to several pull requests. Set ${code('pull-request')} to the one that is meant.`,
      },
    ],
  }),
  'merge-group': subject({
    kind: 'merge-group',
    targetBranch: 'main',
    headSha: '62983e0bda3891a5aedaf0878b634d292e518de5',
    groupBranch: 'gh-readonly-queue/main/pr-42-3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
  }),
  'workflow-dispatch': subject({ kind: 'branch', targetBranch: 'release/1.x' }),
  schedule: MAIN,
  release: subject(),
}

/** Changes of a fixture's payload, and the members of the subject that change with it. */
type Changed = [string, EventFixture, Changes, Partial<Subject>]

function onTestBranch(headSha: string | null): Subject {
  return subject({ kind: 'test-branch', targetBranch: 'main', headSha, testRunId: RUN, branchNumbers: [42] })
}

test.each<[string, object, string, Partial<Subject>]>([
  [
    'a test branch',
    { repository: { default_branch: 'develop' } },
    `refs/heads/${TEST_BRANCH}`,
    { targetBranch: 'develop', notices: [DEFAULT_TAKEN] },
  ],
  ['a test branch, no default branch', {}, `refs/heads/${TEST_BRANCH}`, { targetBranch: null }],
])('workflow_dispatch on %s', async (_, payload, ref, expected) => {
  const source = { name: 'workflow_dispatch', path: written(JSON.stringify(payload)), ref, sha: TIP, actor: 'mona' }
  expect(await readSubject(source)).toEqual({ ...onTestBranch(TIP), ...expected })
})

test.each<[string | undefined, string]>([
  ['pull_request', 'pull_request'],
  ['a'.repeat(40), 'a'.repeat(40)],
  [undefined, ''],
  ['', ''],
  ['a'.repeat(41), ''],
  ['pull request', ''],
  [' push', ''],
  ['push\n::error::', ''],
])('GITHUB_EVENT_NAME %j is the name %j', (given, name) => {
  expect(eventName({ GITHUB_EVENT_NAME: given })).toBe(name)
})

test('every fixture is in the table', () => {
  expect(Object.keys(SUBJECTS)).toEqual(eventFixtures)
})

test.each(eventFixtures)('%s', async fixture => {
  expect(await readSubject(sourceOf(fixture))).toEqual(SUBJECTS[fixture])
})

describe('members left out or spelt otherwise', () => {
  test.each<Changed>([
    [
      'names of repositories in another letter case are no fork',
      'pull-request',
      { 'pull_request.head.repo.full_name': 'Acme/Rocket' },
      PULL_REQUEST,
    ],
    ...(['pull-request', 'pull-request-target', 'pull-request-review', 'pull-request-review-comment'] as const).map(
      (fixture): Changed => [
        `the pull request that the queue opened for its test branch: ${fixture}`,
        fixture,
        { 'pull_request.head.ref': TEST_BRANCH, 'pull_request.head.repo.full_name': 'acme/rocket' },
        onTestBranch(SUBJECTS[fixture].headSha),
      ],
    ),
    [
      'a fork whose branch is called like a test branch, on pull_request_target',
      'pull-request-target',
      { 'pull_request.head.ref': TEST_BRANCH },
      OF_FORK,
    ],
    [
      'a workflow run on a test branch, with the pull request that the queue opened for it',
      'workflow-run-pull-request',
      { 'workflow_run.head_branch': TEST_BRANCH },
      onTestBranch(PULL_REQUEST.headSha),
    ],
    [
      'a workflow run on a test branch that was pushed',
      'workflow-run-push',
      { 'workflow_run.head_branch': TEST_BRANCH, 'repository.default_branch': 'develop' },
      { ...onTestBranch(SUBJECTS['workflow-run-push'].headSha), targetBranch: 'develop', notices: [DEFAULT_TAKEN] },
    ],
    [
      'a workflow run on a test branch, of a repository without a default branch',
      'workflow-run-push',
      { 'workflow_run.head_branch': TEST_BRANCH, 'repository.default_branch': null },
      { ...onTestBranch(SUBJECTS['workflow-run-push'].headSha), targetBranch: null },
    ],
    [
      'a workflow run of a fork whose branch is called like a test branch',
      'workflow-run-fork',
      { 'workflow_run.head_branch': TEST_BRANCH },
      {},
    ],
    [
      'the default branch of the repository is the target of a push to a test branch',
      'push-test-branch',
      { 'repository.default_branch': 'develop' },
      { targetBranch: 'develop' },
    ],
    [
      "a workflow run of one pull request, and of another repository's that has the same commit",
      'workflow-run-two-pull-requests',
      { 'workflow_run.pull_requests.1.base.repo.id': 710000999 },
      PULL_REQUEST,
    ],
    [
      'a push that deletes a test branch: no commit can hold its name to be true',
      'push-test-branch',
      { after: '0'.repeat(40) },
      { headSha: null, testRunId: null },
    ],
    ...[`${'0'.repeat(39)}1`, `1${'0'.repeat(39)}`].map(
      (after): Changed => [`a push of a commit with many zeros, ${after}`, 'push-main', { after }, { headSha: after }],
    ),
    [
      'a push to a branch whose name holds that of another',
      'push-main',
      { ref: 'refs/heads/odd/refs/heads/main' },
      { targetBranch: 'odd/refs/heads/main' },
    ],
    [
      'a workflow run whose pull requests are not listed',
      'workflow-run-fork',
      { 'workflow_run.pull_requests': null },
      {},
    ],
    [
      'a workflow run of a repository without an id: the names tell',
      'workflow-run-pull-request',
      { 'repository.id': null, 'workflow_run.pull_requests.0.base.repo': { id: 710000123, full_name: 'acme/rocket' } },
      PULL_REQUEST,
    ],
    [
      'a branch in a folder is no test branch',
      'pull-request-test-branch',
      { 'pull_request.head.ref': `acme-temp/x-merge/pr-42/${RUN}` },
      { ...PULL_REQUEST, pullRequest: 57, headOf: [57], headSha: TIP },
    ],
    [
      'a workflow run without a branch',
      'workflow-run-push',
      { 'workflow_run.head_branch': null },
      { targetBranch: null },
    ],
    ['a base of a merge group without refs/heads/', 'merge-group', { 'merge_group.base_ref': 'main' }, {}],
  ])('%s', async (_, fixture, change, expected) => {
    expect(await changed(fixture, change)).toEqual({ ...SUBJECTS[fixture], ...expected })
  })

  test.each<[string, EventFixture, actor: string, Subject['withoutSecrets']]>([
    ['a push of Dependabot', 'push-main', 'dependabot[bot]', 'dependabot'],
    ["a human's push to a branch of Dependabot", 'pull-request-dependabot', 'mona', null],
    ["Dependabot's push to a human's pull request", 'pull-request', 'dependabot[bot]', 'dependabot'],
    ["a pull_request_target of Dependabot's", 'pull-request-target', 'dependabot[bot]', 'dependabot'],
    ['a pull_request_target of a fork', 'pull-request-target', 'hubot', null],
    ['Dependabot in a fork', 'pull-request-fork', 'dependabot[bot]', 'fork'],
    ['a name like that of Dependabot', 'push-main', 'dependabot', null],
  ])('%s: GITHUB_ACTOR tells whether secrets are withheld', async (_, fixture, actor, withoutSecrets) => {
    expect(await readSubject({ ...sourceOf(fixture), actor })).toEqual({ ...SUBJECTS[fixture], withoutSecrets })
  })

  test.each<[string, object | null, Subject]>([
    ['the id and the name of ours', { id: 710000123, full_name: 'acme/rocket' }, PULL_REQUEST],
    ['our id, renamed', { id: 710000123, full_name: 'acme/tank' }, PULL_REQUEST],
    ['our name in another letter case, no id', { full_name: 'Acme/Rocket' }, PULL_REQUEST],
    ['another id, and a fork has our short name', { id: 710000999, name: 'rocket' }, NOT_OURS],
    ['another id under our name', { id: 710000999, full_name: 'acme/rocket' }, NOT_OURS],
    ['another name, no id', { full_name: 'eve/rocket' }, NOT_OURS],
    ['neither', {}, NOT_OURS],
    ['no repository', null, NOT_OURS],
  ])('a workflow run whose pull request is into %s', async (_, repo, expected) => {
    const found = await changed('workflow-run-pull-request', { 'workflow_run.pull_requests.0.base.repo': repo })
    expect(found).toEqual(expected)
  })

  test.each<[string, string | null, Subject['headOf']]>([
    ['pull_request', 'pull_request', 'unnamed'],
    ['pull_request_target', 'pull_request_target', 'unnamed'],
    ['pull_request_review', 'pull_request_review', 'unnamed'],
    ['push', 'push', []],
    ['nothing that it names', null, []],
  ])("the run of a fork's %s: whose head its commit is", async (_, event, headOf) => {
    const found = await changed('workflow-run-fork', { 'workflow_run.event': event })
    expect(found).toEqual({ ...SUBJECTS['workflow-run-fork'], headOf })
  })

  test.each([
    ['refs/heads/main', MAIN],
    ['refs/heads/release/1.x', subject({ kind: 'branch', targetBranch: 'release/1.x' })],
    ['refs/tags/v1', subject()],
    ['refs/pull/42/merge', subject()],
    ['refs/heads/', subject()],
    ['', subject()],
  ])('an event of another name on %j', async (ref, expected) => {
    const source = { name: 'repository_dispatch', path: written('{}'), ref, sha: TIP, actor: 'mona' }
    expect(await readSubject(source)).toEqual(expected)
  })
})

describe('an event that is none', () => {
  const ref = 'refs/pull/42/merge'
  const source = { name: 'pull_request', path: '', ref, sha: TIP, actor: 'mona' }
  const FILE = 'the event file (GITHUB_EVENT_PATH)'

  test.each<[string, Partial<typeof source>, string]>([
    ['no name', { name: '' }, 'GITHUB_EVENT_NAME is not set: the action runs in GitHub Actions only'],
    ['no path', { path: '' }, 'GITHUB_EVENT_PATH is not set: the action runs in GitHub Actions only'],
    ['no file', { path: path.join(folder, 'none.json') }, `${FILE} does not exist`],
    ['a folder', { path: folder }, `${FILE} is not a regular file`],
  ])('%s', async (_, over, message) => {
    await expect(readSubject({ ...source, ...over })).rejects.toThrow(
      expect.objectContaining({ name: 'DocumentError', message }),
    )
  })

  test.each<[string, string, string]>([
    ['empty', '', `${FILE} is empty`],
    ['broken off', '{"pull_request": {', `${FILE} is not JSON`],
    ['a list', '[]', `${FILE} is not a pull_request event: the document is not an object`],
    ['null', 'null', `${FILE} is not a pull_request event: the document is not an object`],
    ['nothing in it', '{}', `${FILE} is not a pull_request event: member \`pull_request\` is missing`],
    [
      'a number that is a text',
      '{"pull_request": {"number": "42"}}',
      `${FILE} is not a pull_request event: member \`pull_request.number\` is not a number`,
    ],
  ])('%s', async (_, content, message) => {
    await expect(readSubject({ ...source, path: written(content) })).rejects.toThrow(
      expect.objectContaining({ name: 'DocumentError', message }),
    )
  })

  test.each<[string, EventFixture, Changes, string]>([
    ['number too high', 'pull-request', { 'pull_request.number': 2147483648 }, 'pull_request.number'],
    ['no head', 'pull-request', { 'pull_request.head.sha': undefined }, 'pull_request.head.sha'],
    ['a head that is none', 'pull-request', { 'pull_request.head.sha': 'x' }, 'pull_request.head.sha'],
    ['a base without a name', 'pull-request', { 'pull_request.base.ref': '' }, 'pull_request.base.ref'],
    ['a push without a commit', 'push-main', { after: undefined }, 'after'],
    ['a push without a ref', 'push-main', { ref: undefined }, 'ref'],
    ['a comment on nothing', 'issue-comment-issue', { issue: undefined }, 'issue'],
    ['a merge group without a base', 'merge-group', { 'merge_group.base_ref': undefined }, 'merge_group.base_ref'],
    ['a run without a head', 'workflow-run-push', { 'workflow_run.head_sha': undefined }, 'workflow_run.head_sha'],
    [
      'a run of a pull request without a number',
      'workflow-run-pull-request',
      { 'workflow_run.pull_requests.0.number': undefined },
      'workflow_run.pull_requests[0].number',
    ],
  ])('%s: the member is named', async (_, fixture, change, member) => {
    await expect(changed(fixture, change)).rejects.toThrow(DocumentError)
    await expect(changed(fixture, change)).rejects.toThrow(`\`${member}\``)
  })

  test('no message holds what the file does', async () => {
    const secret = 'hunter2'
    for (const content of [secret, `{"a": ${secret}}`, `{"a": "${secret}`, `{"pull_request": "${secret}"}`]) {
      let message = ''
      try {
        await readSubject({ ...source, path: written(content) })
      } catch (error) {
        message = String(error)
      }
      expect(message).toMatch(/^DocumentError: the event file \(GITHUB_EVENT_PATH\) is not .+/)
      expect(message).not.toContain(secret)
    }
  })
})
