import { expect, test } from 'vitest'
import { EXAMPLE, exampleState } from './scenario.js'
import { changeAnswers, changePullRequest, changeQueue, changeTestRun, stateAt } from './state.js'

const now = Date.parse('2025-03-01T12:00:00Z')
const state = exampleState({ now })
const queueOf = (given: typeof state) => given.repositories[0]?.queues[0]

test('a change leaves the given state alone', () => {
  const changed = changePullRequest(1207, { state: 'testing' })(state)
  expect(queueOf(changed)?.pullRequests.find(({ prNumber }) => prNumber === 1207)?.['state']).toBe('testing')
  expect(state).toEqual(exampleState({ now }))
})

test('queues, test runs and answers change', () => {
  const steps = [
    { at: 0, change: changeQueue('main', { state: 'draining' }, [1205]) },
    { at: 10, change: changeTestRun(EXAMPLE.testRunId, { status: 'failed' }) },
    { at: 20, change: changeAnswers({ getQueue: { status: 503, body: 'down' } }) },
  ]
  const seen = [0, 10, 20].map(elapsed => {
    const at = stateAt(state, steps, elapsed)
    const queue = queueOf(at)
    const run = queue?.testRuns[EXAMPLE.testRunId]
    return [queue?.settings['state'], queue?.enqueued, run?.['status'], at.answers]
  })
  expect(seen).toEqual([
    ['draining', [1205], 'in_progress', undefined],
    ['draining', [1205], 'failed', undefined],
    ['draining', [1205], 'failed', { getQueue: { status: 503, body: 'down' } }],
  ])
})

test.each([
  ['pull request 9', changePullRequest(9, {})],
  ['queue of next', changeQueue('next', {})],
  ['test run x', changeTestRun('x', {})],
])('a change that meets nothing is an error: %s', (what, change) => {
  expect(() => change(state)).toThrow(`The state has no ${what} to change`)
})
