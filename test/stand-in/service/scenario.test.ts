import { expect, test } from 'vitest'
import { exampleState } from './scenario.js'

const now = Date.parse('2025-03-01T12:00:00Z')
const day = 86_400_000
const repository = exampleState({ now }).repositories[0]
const tests = repository?.quarantinedTests ?? []

test('the queue holds a dozen pull requests in all states', () => {
  const pullRequests = repository?.queues[0]?.pullRequests ?? []
  expect(pullRequests.map(({ prNumber, state }) => [prNumber, state])).toEqual([
    [1201, 'merged'],
    [1202, 'failed'],
    [1203, 'tests_passed'],
    [1204, 'testing'],
    [1205, 'testing'],
    [1206, 'pending_failure'],
    [1207, 'pending'],
    [1208, 'not_ready'],
    [1209, 'not_ready'],
    [1210, 'not_ready'],
    [1211, 'cancelled'],
    [1212, 'not_ready'],
  ])
})

test('250 quarantined tests of every age, with and without owners and names', () => {
  const ages = tests.map(entry => (now - Date.parse(String(entry['quarantined_at']))) / day)
  const gaps = (name: string) => tests.filter(entry => entry[name] === null).length
  expect({
    count: tests.length,
    ids: new Set(tests.map(entry => entry['test_case_id'])).size,
    youngest: Math.min(...ages),
    oldest: Math.max(...ages),
    overAYear: ages.filter(age => age > 366).length,
    withoutOwners: tests.filter(entry => (entry['codeowners'] as string[]).length === 0).length,
    gaps: { parent: gaps('parent'), file: gaps('file'), classname: gaps('classname') },
  }).toEqual({
    count: 250,
    ids: 250,
    youngest: 2.5,
    oldest: 425.5,
    overAYear: 24,
    withoutOwners: 83,
    gaps: { parent: 50, file: 62, classname: 84 },
  })
})

test('the same time gives the same state', () => {
  expect(exampleState({ now })).toEqual(exampleState({ now }))
})
