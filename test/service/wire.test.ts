import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DocumentError } from '../../src/document.ts'
import { readPage, readPullRequest, readQueue, testRunReader } from '../../src/service/answers.ts'
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
    needed: ['requiredStatuses', 'testBranch', 'testBranchSha', 'checkSuites', 'statusChecks', 'testedPullRequests'],
  },
  quarantinedTestsPage: { valid: valid.quarantinedTests, needed: ['quarantined_tests', 'page'] },
} satisfies Record<keyof typeof WIRE, unknown>

const READERS: Record<keyof typeof WIRE, (json: unknown) => unknown> = {
  submittedPullRequest: readPullRequest,
  queue: readQueue,
  testingDetails: testRunReader('run'),
  quarantinedTestsPage: readPage,
}

/** The paths of all members, at whatever depth, and of one that nobody knows beside each. */
function pathsOf(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...pathsOf(member).map(rest => [key, ...rest]),
  ])
  return [...below, ['brandNew'], ['__proto__']]
}

function put(value: unknown, [key = '', ...rest]: string[], member: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const own = Object.getOwnPropertyDescriptor(value, key)?.value
  if (rest.length > 0) put(own, rest, member)
  else Object.defineProperty(value, key, { value: member, enumerable: true, configurable: true, writable: true })
}

function isTaken(name: keyof typeof WIRE, value: unknown): boolean {
  return WIRE[name]().safeParse(value).success
}

describe.each(Object.entries(operations))('%s', (name, { valid, needed }) => {
  const takes = (value: unknown) => isTaken(name as keyof typeof WIRE, value)
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

  test('takes or refuses what comes, and throws nothing else', () => {
    const path = fc.constantFrom(...pathsOf(valid))
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(0, 1.5, -1, 2 ** 31, '', null, [], {}, [null], [{}]))
    const changes = fc.array(fc.tuple(path, odd), { maxLength: 3 })
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: fc.constant(valid) }, fc.jsonValue()), changes, (base, given) => {
        const value: unknown = JSON.parse(JSON.stringify(base))
        for (const [at, member] of given) put(value, at, member)
        try {
          READERS[name as keyof typeof WIRE](value)
        } catch (error) {
          expect(error).toBeInstanceOf(DocumentError)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('takes members that it does not know', () => {
    expect(takes({ ...valid, brandNew: { deep: [1] } })).toBe(true)
  })

  test.each([[null], [undefined], [[]], [''], [0], [true], [{}], [[valid]]])('refuses %j as the whole', value => {
    expect(takes(value)).toBe(false)
  })
})

test.each(['RUNNING', ' Running ', 'running'])('%j is one state', state => {
  expect(readQueue({ ...valid.queue, state })).toMatchObject({ state: 'running' })
})

test.each([
  [0, false],
  [1, true],
  [2147483647, true],
  [2147483648, false],
  [1.5, false],
  [-1, false],
])('the pull request number %d is taken: %s', (prNumber, taken) => {
  expect(isTaken('submittedPullRequest', { ...valid.submittedPullRequest, prNumber })).toBe(taken)
})
