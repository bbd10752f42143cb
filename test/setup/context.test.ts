import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { SOURCES, type SourceId } from '../../src/facts/profile.ts'
import { contextOf, isOfEvent, type Server } from '../../src/setup/context.ts'
import type { Inputs } from '../../src/setup/inputs.ts'
import type { EventSubject } from '../../src/setup/subject.ts'
import { context, HEAD, inputs, subject, TEST_RUN_ID, TIP, testBranchContext } from '../builders.ts'

const SERVER: Server = { repository: 'acme/rocket', serverUrl: 'https://github.com' }
const ELSEWHERE = { repository: { owner: 'acme', name: 'lander' } }
const LANDER = { host: 'github.com', owner: 'acme', name: 'lander' }
const GROUP = { sha: HEAD, branch: 'gh-readonly-queue/main/pr-42', number: 42 }

const PULL_REQUEST = subject({
  kind: 'pull-request',
  pullRequest: 42,
  targetBranch: 'main',
  headSha: HEAD,
  headOf: [42],
})
const PUSH = subject({ kind: 'branch', targetBranch: 'main', headSha: HEAD })
const COMMENT = subject({ kind: 'pull-request', pullRequest: 42 })
const OF_TWO = subject({ kind: 'branch', headSha: HEAD, headOf: [42, 43] })
const MERGE_GROUP = subject({ kind: 'merge-group', targetBranch: 'main', headSha: HEAD, group: GROUP })
const RUN_OF_GROUP = { ...MERGE_GROUP, targetBranch: null }
const TEST_BRANCH = subject({
  kind: 'test-branch',
  targetBranch: 'main',
  headSha: TIP,
  testBranch: { testRunId: TEST_RUN_ID, isBisection: false, pullRequests: [42] },
})
const BISECTION = {
  ...TEST_BRANCH,
  testBranch: { testRunId: `${TEST_RUN_ID}-bisection-1`, isBisection: true, pullRequests: [42] },
}

const fromInput = <T>(value: T) => ({ value, from: 'input' as const })
const withoutPullRequest = (over: Partial<RunContext>) => context({ pullRequest: null, pullRequestHead: null, ...over })
const headless = (over: Partial<RunContext>) => context({ headSha: null, pullRequestHead: null, ...over })
const NOTHING = withoutPullRequest({ kind: 'other', targetBranch: null, headSha: null })
const ONLY_INPUTS = { ...NOTHING, repository: fromInput(LANDER) }

function contextFor(given: Partial<Inputs>, event: EventSubject, source: SourceId = 'service-v1', server = SERVER) {
  return contextOf(inputs(given), event, server, SOURCES[source])
}

test.each<[string, Partial<Inputs>, EventSubject, RunContext]>([
  ['the event alone', {}, PULL_REQUEST, context()],
  [
    'an input wins over the event',
    { targetBranch: 'next', testRunId: 'given' },
    PULL_REQUEST,
    context({ targetBranch: fromInput('next'), eventBase: 'main', testRunId: fromInput('given') }),
  ],
  [
    'another pull request keeps the branch of the event, and is held against no commit',
    { pullRequest: 7 },
    PULL_REQUEST,
    context({ pullRequest: fromInput(7), pullRequestHead: null }),
  ],
  [
    'the same pull request by an input keeps its head',
    { pullRequest: 42 },
    PULL_REQUEST,
    context({ pullRequest: fromInput(42) }),
  ],
  ["a fork's token is read-only", {}, { ...PULL_REQUEST, withoutSecrets: 'fork' }, context({ fromFork: true })],
  [
    'one of the pull requests that a run is about',
    { pullRequest: 43, targetBranch: 'main' },
    OF_TWO,
    context({ kind: 'branch', pullRequest: fromInput(43), targetBranch: fromInput('main') }),
  ],
  [
    'a pull request on a push is held against no commit',
    { pullRequest: 42 },
    PUSH,
    context({ kind: 'branch', pullRequest: fromInput(42), pullRequestHead: null }),
  ],
  ['a test branch', {}, TEST_BRANCH, testBranchContext()],
  [
    'a test branch that was deleted',
    {},
    { ...TEST_BRANCH, headSha: null },
    testBranchContext({ headSha: null, testRunId: null }),
  ],
  ['a push', {}, PUSH, withoutPullRequest({ kind: 'branch' })],
  ['a merge group', {}, MERGE_GROUP, withoutPullRequest({ kind: 'merge-group', group: GROUP })],
  ['a comment leaves the branch to GitHub', {}, COMMENT, headless({ targetBranch: null, askForBranch: true })],
  [
    'a comment with the branch as an input needs no request',
    { targetBranch: 'main' },
    COMMENT,
    headless({ targetBranch: fromInput('main') }),
  ],
  [
    'a comment does not tell the branch of another pull request',
    { pullRequest: 7 },
    COMMENT,
    headless({ pullRequest: fromInput(7), targetBranch: null }),
  ],
  ['an event about nothing', {}, subject(), NOTHING],
  ['another repository takes nothing from a pull request', ELSEWHERE, PULL_REQUEST, ONLY_INPUTS],
  ['another repository takes nothing from a test branch', ELSEWHERE, TEST_BRANCH, ONLY_INPUTS],
  [
    'the own repository by an input, in another letter case',
    { repository: { owner: 'Acme', name: 'Rocket' } },
    PULL_REQUEST,
    context({ repository: fromInput({ host: 'github.com', owner: 'Acme', name: 'Rocket' }) }),
  ],
])('%s', (_, given, event, expected) => {
  expect(contextFor(given, event)).toEqual(expected)
})

test.each<[string, EventSubject, SourceId, id: string | null]>([
  ['has the id in its name on v1', BISECTION, 'service-v1', `${TEST_RUN_ID}-bisection-1`],
  ['has another id than its name on v2', BISECTION, 'service-v2', null],
  ['that is none has the id in its name on v2, too', TEST_BRANCH, 'service-v2', TEST_RUN_ID],
])('a bisection %s', (_, event, source, id) => {
  expect(contextFor({}, event, source).testRunId?.value ?? null).toBe(id)
})

test.each<[string, EventSubject, SourceId, asks: boolean]>([
  ["GitHub's own queue", RUN_OF_GROUP, 'github', true],
  ['the service', RUN_OF_GROUP, 'service-v1', false],
  ["GitHub's own queue, with a target branch", MERGE_GROUP, 'github', false],
])('the run of a merge group, and %s: GitHub is asked for the branch', (_, event, source, asks) => {
  expect(contextFor({}, event, source).askForBranch).toBe(asks)
})

describe('the repository', () => {
  test.each<[Partial<Server>, object]>([
    [{}, { host: 'github.com', owner: 'acme', name: 'rocket' }],
    [{ serverUrl: 'https://git.acme.example:8443' }, { host: 'git.acme.example:8443', owner: 'acme', name: 'rocket' }],
    [{ serverUrl: '' }, { host: 'github.com', owner: 'acme', name: 'rocket' }],
    [{ repository: 'group/sub/rocket' }, { host: 'github.com', owner: 'group/sub', name: 'rocket' }],
    [{ repository: 'rocket' }, { host: 'github.com', owner: '', name: 'rocket' }],
    [{ repository: '' }, { host: 'github.com', owner: '', name: '' }],
  ])('of %j', (server, value) => {
    const found = contextFor({}, PULL_REQUEST, 'service-v1', { ...SERVER, ...server })
    expect(found.repository).toEqual({ value, from: 'default' })
  })

  test.each<[Partial<Inputs>, boolean]>([
    [{}, true],
    [{ repository: { owner: 'ACME', name: 'rocket' } }, true],
    [ELSEWHERE, false],
  ])('the event is about that of %j', (given, expected) => {
    expect(isOfEvent(inputs(given), SERVER)).toBe(expected)
  })
})

test('a notice falls silent once its input is given', () => {
  const branch = { input: 'target-branch' as const, text: 'The default branch is taken.' }
  const several = { input: 'pull-request' as const, text: 'There are several.' }
  const event = { ...TEST_BRANCH, notices: [branch, several] }
  const noticesFor = (given: Partial<Inputs>) => contextFor(given, event).notices
  expect(noticesFor({})).toEqual([branch.text, several.text])
  expect(noticesFor({ targetBranch: 'main' })).toEqual([several.text])
  expect(noticesFor({ targetBranch: 'main', pullRequest: 42 })).toEqual([])
  expect(noticesFor(ELSEWHERE)).toEqual([])
})
