import { describe, expect, test } from 'vitest'
import { readQueue } from '../../src/service/answers.ts'
import { WIRE } from '../../src/service/wire.ts'
import * as valid from '../faults/answers.js'

const operations = {
  submittedPullRequest: {
    valid: valid.submittedPullRequest,
    needed: ['prNumber', 'prSha', 'isCurrentlySubmittedToQueue'],
  },
  queue: { valid: valid.queue, needed: ['state', 'branch', 'enqueuedPullRequests'] },
  testingDetails: {
    valid: valid.testingDetails,
    needed: ['testBranch', 'testBranchSha', 'statusChecks', 'testedPullRequests'],
  },
  quarantinedTestsPage: { valid: valid.quarantinedTests, needed: ['quarantined_tests', 'page'] },
} satisfies Record<keyof typeof WIRE, unknown>

describe.each(Object.entries(operations))('%s', (name, { valid, needed }) => {
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

  test.each(members)('%s of another type breaks the contract', name => {
    const value: unknown = valid[name as keyof typeof valid]
    const others: unknown[] = ['text', 4, true, [4], { a: 1 }].filter(
      other => typeof other !== typeof value || Array.isArray(other) !== Array.isArray(value),
    )
    // An object without its members says nothing where all of them may be absent.
    for (const other of others) expect(takes({ ...valid, [name]: other }), JSON.stringify(other)).toBe(false)
  })

  test('takes members that it does not know', () => {
    expect(takes({ ...valid, brandNew: { deep: [1] } })).toBe(true)
  })

  test.each([[null], [undefined], [[]], [''], [0], [true], [{}], [[valid]]])('refuses %j as the whole', value => {
    expect(takes(value)).toBe(false)
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
