import { describe, expect, test } from 'vitest'
import { readPage, readQueue } from '../../../src/sources/v1/answers.ts'
import { WIRE } from '../../../src/sources/v1/wire.ts'
import * as valid from '../../faults/answers.js'

const operations = {
  submittedPullRequest: {
    valid: valid.submittedPullRequest,
    needed: ['prNumber', 'prSha', 'isCurrentlySubmittedToQueue'],
    decides: ['state', 'prBaseBranch'],
  },
  queue: { valid: valid.queue, needed: ['state', 'branch'], decides: ['requiredStatuses', 'enqueuedPullRequests'] },
  testingDetails: {
    valid: valid.testingDetails,
    needed: ['testBranch', 'testBranchSha'],
    decides: ['status', 'requiredStatuses', 'checkSuites', 'statusChecks', 'testedPullRequests'],
  },
  quarantinedTestsPage: { valid: valid.quarantinedTests, needed: ['quarantined_tests', 'page'], decides: [] },
} satisfies Record<keyof typeof WIRE, unknown>

describe.each(Object.entries(operations))('%s', (name, { valid, needed, decides }) => {
  const takes = (value: unknown) => WIRE[name as keyof typeof WIRE].is(value)
  const members = Object.keys(valid)

  test('takes what the documents show', () => {
    expect(takes(valid)).toBe(true)
  })

  test.each(members)('%s absent or null: a broken contract only where the operation is for it', name => {
    const { [name as keyof typeof valid]: _1, ...without } = valid
    expect(takes(without)).toBe(!needed.includes(name))
    expect(takes({ ...valid, [name]: null })).toBe(!needed.includes(name))
  })

  test.each(members)('%s of another type: a broken contract only where a verdict rests on it', name => {
    const value: unknown = valid[name as keyof typeof valid]
    const others: unknown[] = ['text', 4, true, [4], { a: 1 }].filter(
      other => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
    )
    const isTaken = ![...needed, ...decides].includes(name)
    for (const other of others) expect(takes({ ...valid, [name]: other }), JSON.stringify(other)).toBe(isTaken)
  })

  test('takes members that it does not know', () => {
    expect(takes({ ...valid, brandNew: { deep: [1] } })).toBe(true)
  })

  test.each([[null], [undefined], [[]], [''], [0], [true], [{}], [[valid]]])('refuses %j as the whole', value => {
    expect(takes(value)).toBe(false)
  })
})

/** Objects inside of an answer: how to get at one, and what of it the operation is for. */
const INNER: [
  name: string,
  keyof typeof WIRE,
  example: object,
  put: (inner: object) => object,
  needed: string[],
  decides: string[],
][] = [
  [
    'a check run',
    'testingDetails',
    valid.testingDetails.checkSuites[0]?.checkRuns[0] ?? {},
    run => ({ ...valid.testingDetails, checkSuites: [{ checkRuns: [run] }] }),
    [],
    ['name', 'status', 'conclusion'],
  ],
  [
    'a commit status',
    'testingDetails',
    valid.testingDetails.statusChecks[0] ?? {},
    status => ({ ...valid.testingDetails, statusChecks: [status] }),
    [],
    ['context', 'state'],
  ],
  [
    'a pull request under test',
    'testingDetails',
    valid.testingDetails.testedPullRequests[0] ?? {},
    tested => ({ ...valid.testingDetails, testedPullRequests: [tested] }),
    ['prNumber'],
    [],
  ],
  [
    'a quarantined test',
    'quarantinedTestsPage',
    valid.quarantinedTest,
    row => ({ ...valid.quarantinedTests, quarantined_tests: [row] }),
    ['name'],
    ['parent', 'file', 'classname', 'variant', 'quarantined_at', 'status_last_updated_at', 'test_case_id'],
  ],
  [
    'the place of a page',
    'quarantinedTestsPage',
    valid.quarantinedTests.page,
    page => ({ ...valid.quarantinedTests, page }),
    [],
    ['total_rows', 'total_pages', 'next_page_token'],
  ],
]

describe.each(INNER)('%s', (_, name, example, put, needed, decides) => {
  const takes = (inner: object) => WIRE[name].is(put(inner))

  test.each(Object.entries(example))('%s', (member, value) => {
    const { [member as keyof typeof example]: _1, ...without } = example
    expect(takes(example)).toBe(true)
    expect(takes(without)).toBe(!needed.includes(member))
    expect(takes({ ...example, [member]: null })).toBe(!needed.includes(member))
    const other = Array.isArray(value) || typeof value === 'object' ? 'text' : [value]
    expect(takes({ ...example, [member]: other })).toBe(![...needed, ...decides].includes(member))
  })
})

test.each([
  ['RUNNING', 'running'],
  ['Running', 'running'],
  ['running', 'running'],
  [' Running ', ' running '],
])('the state %j is %j', async (state, expected) => {
  expect((await readQueue({ ...valid.queue, state })).state).toBe(expected)
})

test.each<[string, object, counts: { totalRows: number | null; totalPages: number | null }, nextToken: string]>([
  ['says all', { total_rows: 7, total_pages: 2, next_page_token: 'next' }, { totalRows: 7, totalPages: 2 }, 'next'],
  ['is the only one', { total_rows: 0, total_pages: 0, next_page_token: '' }, { totalRows: 0, totalPages: 0 }, ''],
  ['says nothing', {}, { totalRows: null, totalPages: null }, ''],
])('a page that %s', async (_, page, counts, nextToken) => {
  expect(await readPage({ quarantined_tests: [], page })).toEqual({ page: { tests: [], ...counts }, nextToken })
})

test.each<[string, keyof typeof WIRE, object]>([
  ['a pull request', 'submittedPullRequest', { ...valid.submittedPullRequest, prSha: '' }],
  ['a test run', 'testingDetails', { ...valid.testingDetails, testBranchSha: '' }],
])('%s whose commit is empty breaks the contract', (_, name, json) => {
  expect(WIRE[name].is(json)).toBe(false)
})

test.each([
  [0, false],
  [1, true],
  [2147483647, true],
  [2147483648, false],
  [1.5, false],
  [-1, false],
])('the pull request number %d is taken: %s', (prNumber, taken) => {
  expect(WIRE.submittedPullRequest.is({ ...valid.submittedPullRequest, prNumber })).toBe(taken)
})
