import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
import { failureIn, valueIn } from '../../../src/facts/facts.ts'
import type { Question } from '../../../src/facts/source.ts'
import { asText } from '../../../src/text/message.ts'
import { quarantinedTests, queue, submittedPullRequest, testingDetails } from '../../faults/answers.js'
import { answered } from '../doubles.ts'
import { DOWN, NOT_FOUND, play, poll, RUN, type World } from './world.ts'

const repo = { host: 'github.com', owner: 'acme', name: 'rocket' }

test('a poll sends the documented members and nothing else', async () => {
  const { source, sent } = play()
  const question: Question = {
    reads: ['pull-request', 'queue', 'test-run', 'quarantined-tests'],
    number: 42,
    targetBranch: 'release/1.x',
    testRunId: 'run-1',
    quarantineListOwner: 'acme',
  }
  await source.poll(question, new AbortController().signal)
  expect(Object.fromEntries(sent.map(({ operation, body }) => [operation, body]))).toEqual({
    getSubmittedPullRequest: { repo, pr: { number: 42 }, targetBranch: 'release/1.x' },
    getQueue: { repo, targetBranch: 'release/1.x' },
    getMergeQueueTestingDetails: { repo, testRunId: 'run-1', targetBranch: 'release/1.x' },
    'flaky-tests/list-quarantined-tests': {
      repo,
      org_url_slug: 'acme',
      page_query: { page_size: 100, page_token: '' },
    },
  })
})

test.each<[string, Partial<Question>]>([
  ['nothing', { reads: [] }],
  ['without a branch', { reads: ['pull-request', 'queue', 'test-run'], targetBranch: null }],
  ['without a number or an id', { reads: ['pull-request', 'test-run'], number: null, testRunId: null }],
  ['without an organization', { reads: ['quarantined-tests'], quarantineListOwner: null }],
])('nothing is sent for what can not be asked: %s', async (_, question) => {
  expect((await poll({}, question)).sent).toEqual([])
})

test('a 404 is an answer of three operations, and of the list an unknown organization', async () => {
  const facts = await poll({
    getSubmittedPullRequest: NOT_FOUND,
    getQueue: NOT_FOUND,
    getMergeQueueTestingDetails: NOT_FOUND,
    'flaky-tests/list-quarantined-tests': NOT_FOUND,
  })
  const ABSENT = { absent: true }
  expect(facts).toMatchObject({ pullRequest: ABSENT, queue: ABSENT, testRun: ABSENT })
  const failure = failureIn(facts.quarantinedTests)
  expect([failure?.code, asText(failure?.message ?? '')]).toEqual([
    'not-found',
    'The service knows no organization "acme".',
  ])
})

const OTHER_RUN = '4f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'

/** What of an answer the operation is for; everything else may be anything. */
const BROKEN: [string, World, keyof Facts, told: string][] = [
  ['no number', { getSubmittedPullRequest: { ...submittedPullRequest, prNumber: null } }, 'pullRequest', '`prNumber`'],
  [
    'a flag that is a text',
    { getSubmittedPullRequest: { ...submittedPullRequest, isCurrentlySubmittedToQueue: 'true' } },
    'pullRequest',
    'is not of type boolean',
  ],
  [
    'another number',
    { getSubmittedPullRequest: { ...submittedPullRequest, prNumber: 43 } },
    'pullRequest',
    'about something else than #42',
  ],
  ['no state of the queue', { getQueue: { ...queue, state: undefined } }, 'queue', 'member `state` is missing'],
  [
    'another branch',
    { getQueue: { ...queue, branch: 'develop' } },
    'queue',
    'about something else than the queue of "main"',
  ],
  [
    'another run, by the name of its branch',
    { getMergeQueueTestingDetails: { ...testingDetails, testBranch: `q-merge/pr-42/${OTHER_RUN}` } },
    'testRun',
    `about something else than test run \`${RUN}\``,
  ],
  ['no list', { 'flaky-tests/list-quarantined-tests': { page: {} } }, 'quarantinedTests', '`quarantined_tests`'],
  ['no JSON', { getQueue: () => answered(200, '<p>hello</p>') }, 'queue', 'a web page'],
]

test.each(BROKEN)('breaks the contract: %s', async (_, world, fact, told) => {
  const failure = failureIn((await poll(world))[fact])
  expect(failure).toMatchObject({ code: 'contract-broken', outage: false })
  expect(asText(failure?.message ?? '')).toContain(told)
})

test.each<[string, World, keyof Facts, object]>([
  ['no commit', { getSubmittedPullRequest: { ...submittedPullRequest, prSha: '' } }, 'pullRequest', { headSha: null }],
  ['lists that are none', { getQueue: { ...queue, requiredStatuses: 'all' } }, 'queue', { requiredStatuses: null }],
  [
    'a branch whose name names no run',
    { getMergeQueueTestingDetails: { ...testingDetails, testBranch: 'tests' } },
    'testRun',
    { id: RUN },
  ],
  [
    'a run that ended before it began',
    { getMergeQueueTestingDetails: { status: 'cancelled', testBranchSha: '', requiredStatuses: [] } },
    'testRun',
    { status: 'cancelled', testBranch: '', testBranchSha: '', pullRequests: null },
  ],
])('is an answer all the same: %s', async (_, world, fact, expected) => {
  expect(await poll(world)).toMatchObject({ [fact]: { value: expected } })
})

test('an outage of one read leaves the others', async () => {
  const facts = await poll({ getQueue: DOWN })
  expect(facts).toMatchObject({ queue: { failure: { outage: true } }, pullRequest: { value: { number: 42 } } })
})

describe('the run that verified a merged pull request', () => {
  const merged = {
    ...submittedPullRequest,
    state: 'MERGED',
    isCurrentlySubmittedToQueue: false,
    verifiedByTestRun: RUN,
  }
  const run = async (pr: object, details: object = testingDetails) => {
    const world = { getSubmittedPullRequest: pr, getMergeQueueTestingDetails: details }
    return poll(world, { reads: ['test-run'], testRunId: null })
  }
  const DOUBT = [{ answerParts: ['test-run'], code: 'contradictory-answer' }]

  test.each<[string, details: object, doubts: object[]]>([
    ['its own', {}, []],
    ['a later one, built on it', { testedPullRequests: [{ prNumber: 43 }], dependentPrs: [41, 42] }, []],
    ['one that does not name it', { testedPullRequests: [{ prNumber: 43 }], dependentPrs: [] }, DOUBT],
    ['one that names nobody', { testedPullRequests: null, dependentPrs: null }, DOUBT],
  ])('%s', async (_, over, doubts) => {
    const { testRun, sent } = await run(merged, { ...testingDetails, ...over })
    expect(testRun).toMatchObject({ value: { id: RUN, doubts } })
    expect(sent).toEqual(['getSubmittedPullRequest', 'getMergeQueueTestingDetails'])
  })

  test.each<[string, object]>([
    ['null', { verifiedByTestRun: null }],
    ['no text', { verifiedByTestRun: 7 }],
    ['not merged yet', { state: 'testing' }],
  ])('none: %s', async (_, over) => {
    expect((await run({ ...merged, ...over })).testRun).toEqual({ absent: true })
  })
})

describe('quarantined tests', () => {
  const row = (id: string) => ({ name: id, test_case_id: id })
  const page = (rows: object[], over: object = {}) => ({ quarantined_tests: rows, page: { ...over } })
  const listed = async (...pages: object[]) => {
    const reply = (_: unknown, nth: number) => pages[nth - 1] ?? pages.at(-1) ?? {}
    const { quarantinedTests: found, sent } = await poll(
      { 'flaky-tests/list-quarantined-tests': reply },
      { reads: ['quarantined-tests'] },
    )
    return { list: valueIn(found), failure: failureIn(found), requests: sent.length }
  }
  const [a, b, c] = [row('a'), row('b'), row('c')]

  test.each<[string, pages: object[], whyPartial: string | null, requests: number]>([
    ['one page', [quarantinedTests], null, 1],
    ['no counts', [page([a])], null, 1],
    ['three pages', [page([a], { next_page_token: 'x' }), page([b], { next_page_token: 'y' }), page([c])], null, 3],
    ['none at all', [page([], { total_rows: 0, total_pages: 0, next_page_token: '' })], null, 1],
    ['fewer rows than counted', [page([a], { total_rows: 2 })], 'the service counts 2 tests, but gave 1', 1],
    ['a row that stands twice', [page([a, a], { total_rows: 2 })], 'the service counts 2 tests, but gave 1', 1],
    [
      'the last counts are what counts',
      [page([a], { total_rows: 3, next_page_token: 'x' }), page([b], { total_rows: 2, total_pages: 2 })],
      null,
      2,
    ],
    [
      'fewer pages than counted',
      [page([a], { total_rows: 1, total_pages: 2 })],
      'the service counts 2 pages, but gave 1',
      1,
    ],
    [
      'the same page again',
      [page([a], { next_page_token: 'x' }), page([b], { next_page_token: 'x' })],
      'the service gave the same page twice',
      2,
    ],
  ])('whole or partial: %s', async (_, pages, whyPartial, requests) => {
    expect(await listed(...pages)).toMatchObject({ list: { whyPartial }, failure: null, requests })
  })

  test('two tests without an id are two, unless all their members are equal', async () => {
    const [one, two] = [
      { name: 'x', file: 'a.py' },
      { name: 'x', file: 'b.py' },
    ]
    expect(await listed(page([one, two], { total_rows: 2 }))).toMatchObject({ list: { whyPartial: null } })
  })

  test('a list without an end stops after 1,000 pages', async () => {
    const endless = (_: unknown, nth: number) => page([row(`t${nth}`)], { next_page_token: `${nth}` })
    const facts = await poll({ 'flaky-tests/list-quarantined-tests': endless }, { reads: ['quarantined-tests'] })
    expect(facts).toMatchObject({
      quarantinedTests: { value: { whyPartial: 'it has more than 1,000 pages' } },
    })
  })

  test('a page that fails leaves those before it', async () => {
    const { list, failure } = await listed(page([a], { next_page_token: 'x' }), DOWN())
    expect({ list, failure }).toMatchObject({
      list: { tests: [{ name: 'a' }], whyPartial: 'a page could not be read' },
      failure: { outage: true },
    })
  })
})
