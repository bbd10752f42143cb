import { expect, test } from 'vitest'
import type { Check } from '../../src/facts/facts.ts'
import { requestBudget } from '../../src/github/bounds.ts'
import { latestOfEach } from '../../src/github/checks.ts'
import type { GitHubScope } from '../../src/github/client.ts'
import { readLine } from '../../src/sources/github/line.ts'
import { readAllRequired } from '../../src/sources/github/required.ts'
import { readRules } from '../../src/github/rules.ts'
import { ROCKET } from './api.ts'

/** More than a call takes as arguments, and few enough for an answer of 10 MiB. */
const LENGTH = 150_000

function rows<T>(row: T): T[] {
  return new Array(LENGTH).fill(row)
}

/** A client with one answer of REST and one of GraphQL. */
function scopeOf(rest: unknown, data: unknown): GitHubScope {
  return {
    client: {
      request: async () => ({ kind: 'read', value: { status: 200, data: rest, lastPage: null, hasNext: false } }),
      graphql: async () => ({ kind: 'read', value: { data, errors: [] } }),
    },
    repository: ROCKET,
    poll: { budget: requestBudget(10), signal: undefined },
  }
}

test('reports of one check', () => {
  const none = { appId: null, id: null, url: null, detailsUrl: null, completedAt: null }
  const report: Check = { ...none, source: 'status', name: 'ci', outcome: 'passed', startedAt: '2026-03-02T10:00:00Z' }
  expect(latestOfEach(rows(report))).toEqual([report])
})

test('checks of one rule', async () => {
  const rule = { type: 'required_status_checks', parameters: { required_status_checks: rows({ context: 'unit' }) } }
  expect((await readRules(scopeOf([rule], null), 'main')).checks).toHaveLength(LENGTH)
})

test('rows that are all wrong are a failed reading, though their issues are more than zod can list', async () => {
  const { incomplete } = await readRules(scopeOf(rows({}), null), 'main')
  expect(incomplete?.cause).toBe('unexpected')
  const parameters = { required_status_checks: rows({}) }
  const rule = { type: 'required_status_checks', parameters }
  expect((await readRules(scopeOf([rule], null), 'main')).incomplete?.cause).toBe('unexpected')
})

test('checks that GitHub marks as required', async () => {
  const nodes = rows({ __typename: 'StatusContext', isRequired: true, context: 'unit' })
  const object = { statusCheckRollup: { contexts: { pageInfo: { hasNextPage: false }, nodes } } }
  const scope = scopeOf([], { repository: { ref: null, object } })
  const question = { branch: 'main', sha: 'c'.repeat(40), number: 42 }
  const { checks } = await readAllRequired(scope, question, new Set())
  expect(checks).toEqual([{ name: 'unit', appId: null }])
})

test('entries of a queue', async () => {
  const entries = { totalCount: LENGTH, pageInfo: { hasNextPage: false }, nodes: rows({ state: 'QUEUED' }) }
  const data = { repository: { mergeQueue: { entries } } }
  const answer = { data, errors: [], topic: { task: 'list', permission: 'none' }, leftOut: new Set<string>() }
  const line = await readLine(scopeOf([], null), 'main', answer, new Set())
  expect(line.kind === 'read' && line.value?.entries).toHaveLength(LENGTH)
})
