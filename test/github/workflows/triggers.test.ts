import { describe, expect, test } from 'vitest'
import { parseWorkflows } from '../../../src/github/workflows/workflow.ts'
import { CI, workflow } from './workflow.ts'

const JOBS = '\njobs: { a: { runs-on: x } }\n'

async function takesMain(on: string) {
  return (await workflow(on + JOBS)).triggers.includesGroups
}

describe('a workflow runs for the groups of main', () => {
  test.each([
    'on: merge_group',
    '"on": merge_group',
    "'on': [merge_group]",
    'on: [push, merge_group]',
    'on:\n  - merge_group',
    'on:\n  merge_group:',
    'on: { merge_group: {} }',
    'on: { merge_group: { types: [checks_requested] } }',
    'on: { merge_group: { types: checks_requested } }',
    'on: { merge_group: { branches: main } }',
    'on: { merge_group: { branches-ignore: [dev] } }',
    'x: &e [merge_group]\non: *e',
    '%YAML 1.1\n---\non: merge_group',
  ])('%j', async on => {
    expect(await takesMain(on)).toBe(true)
  })
})

describe('a workflow does not', () => {
  test.each([
    '',
    'on:',
    'on: push',
    'on: [push, pull_request]',
    'on: { push: { branches: [merge_group] } }',
    'on: Merge_Group',
    'true: merge_group',
    'on: { merge_group: { branches: [dev] } }',
  ])('%j', async on => {
    expect(await takesMain(on)).toBe(false)
  })
})

describe('it is not known of', () => {
  test.each([
    'on: { merge_group: true }',
    'on: { merge_group: { branches: } }',
    'on: { merge_group: { types: [destroyed] } }',
    'on: { merge_group: { paths: [x] } }',
    'on: { merge_group: { types: [] } }',
    'on: { merge_group: { branches: ["+"] } }',
    'on: { merge_group: { branches: [main], branches-ignore: [dev] } }',
    'on: [{ merge_group: {} }]',
    'on: { push: { branches: [main, "gh-readonly-queue/main/**"] } }',
  ])('%j', async on => {
    expect(await takesMain(on)).toBe(undefined)
  })
})

test('`on:` has a line and events', async () => {
  const { triggers, lineOf } = await workflow(`name: CI\n\non: [push, pull_request]${JOBS}`)
  expect([triggers.events, lineOf('on')]).toEqual([['push', 'pull_request'], 3])
})

test.each<[string, string]>([
  ['a list', '- a'],
  ['a word', 'a'],
  ['nothing', ''],
  ['a key twice', 'on: push\non: push'],
  ['a key in two letter cases', 'on: push\nOn: push'],
  ['an open bracket', 'on: [push'],
  ['two documents', 'on: push\n---\non: push'],
  ['a tag', 'on: !mine push'],
  ['an alias of nothing', 'on: *nothing'],
  ['an alias before its anchor', 'on: *e\nx: &e push'],
  ['a merge key', 'on: push\njobs: { a: { <<: { name: x } } }'],
  ['a deep nest', `on: ${'['.repeat(20_000)}`],
  ['too many aliases', `a: &a [${'x, '.repeat(500)}x]\nb: [${'*a, '.repeat(500)}*a]`],
])('%s is no file of YAML that GitHub reads', async (_, text) => {
  expect(await parseWorkflows([{ path: CI, text }], 'main')).toEqual({ read: [], broken: [CI] })
})

test('any text is read, or named as broken', async () => {
  const texts = [
    'jobs: []',
    'jobs: { a: }',
    'jobs: { a: [x] }',
    'jobs: { a: { strategy: [x], needs: { b: c }, if: [x] } }',
  ]
  const { read, broken } = await parseWorkflows(
    texts.map((text, at) => ({ path: String(at), text })),
    'main',
  )
  expect(broken).toEqual([])
  expect(read.map(({ jobs }) => jobs.length)).toEqual([0, 1, 1, 1])
})
