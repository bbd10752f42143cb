import { expect, test } from 'vitest'
import { parseTestBranch } from '../../src/facts/context.ts'

const ID = '3f0c9a52-6d1e-4b87-9c34-a1e75d20f8b6'

test.each([
  [`rocketq-merge/pr-42/${ID}`, [42]],
  [`rocketq-merge/pr-42-43/${ID}`, [42, 43]],
  [`rocketq-merge/pr-42/${ID}-bisection`, [42]],
  [`rocketq-merge/pr-42-43/${ID}-bisection-12`, [42, 43]],
  [`q-merge/pr-42/${ID}`, [42]],
  [`a-temp-merge/pr-42/${ID}`, [42]],
])('%s is a test branch', (branch, pullRequests) => {
  const testRunId = branch.slice(branch.indexOf(ID))
  expect(parseTestBranch(branch)).toEqual({ testRunId, isBisection: testRunId !== ID, pullRequests })
})

test('the letters of an id may be capitals', () => {
  expect(parseTestBranch(`q-merge/pr-42/${ID.toUpperCase()}`)?.testRunId).toBe(ID.toUpperCase())
})

test.each([
  'main',
  '',
  `rocketq-temp/pr-42/${ID}`,
  `rocketq-merge-temp/pr-42/${ID}`,
  `-merge/pr-42/${ID}`,
  `/-merge/pr-42/${ID}`,
  `teams/rocketq-merge/pr-42/${ID}`,
  `a-merge/x-merge/pr-42/${ID}`,
  `rocketq-merge/pr-/${ID}`,
  `rocketq-MERGE/pr-42/${ID}`,
  `rocketq-merge/PR-42/${ID}`,
  `rocketq-merge/pr-0/${ID}`,
  `rocketq-merge/pr-042/${ID}`,
  `rocketq-merge/pr-42-0/${ID}`,
  `rocketq-merge/pr-42-/${ID}`,
  `rocketq-merge/pr-42/${ID.slice(1)}`,
  `rocketq-merge/pr-42/${ID.replaceAll('-', '')}`,
  `rocketq-merge/pr-42/${ID}-other-1`,
  `rocketq-merge/pr-42/${ID}/more`,
  `rocketq-merge/pr-42/x${ID}`,
  `rocketq-merge/pr-42/${ID}\n`,
  'gh-readonly-queue/main/pr-42-3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
])('%j is none', branch => {
  expect(parseTestBranch(branch)).toBeNull()
})

test('millions of numbers overflow nothing', () => {
  expect(parseTestBranch(`a-merge/pr-1${'-1'.repeat(4_000_000)}/x`)).toBeNull()
})
