import { expect, test } from 'vitest'
import { planReads } from '../../src/setup/plan.ts'
import { context, inputs } from '../builders.ts'

const withoutPullRequest = context({ kind: 'branch', pullRequest: null })

test('a test run that a condition needs and nothing names is looked for, where there is a pull request', () => {
  const required = inputs({ require: ['test-run-succeeded'] })
  expect(planReads(required, context(), 'pull_request')).toEqual({
    plan: { reads: ['pull-request', 'queue', 'test-run'], needed: ['test-run'], from: 'auto' },
    problems: [],
  })
  expect(planReads(required, withoutPullRequest, 'push').problems.map(({ input }) => input)).toEqual(['test-run-id'])
})

test('the state of the pull request tells whether to look for it', () => {
  expect(planReads(inputs({ read: ['test-run'] }), context(), 'pull_request').plan.reads).toEqual([
    'pull-request',
    'test-run',
  ])
})

test('nothing that the step does not ask for is looked for', () => {
  expect(planReads(inputs(), context(), 'pull_request').plan.reads).toEqual(['pull-request', 'queue'])
})
