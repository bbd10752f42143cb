import { describe, expect, test } from 'vitest'
import { parseWorkflows } from '../../../src/github/workflows/workflow.ts'
import { CI } from './workflow.ts'

/** Whether a workflow with such a filter runs for the merge groups of a branch. */
async function takes(key: 'branches' | 'branches-ignore', patterns: string[], branch = 'main') {
  const text = `on: { merge_group: { ${key}: ${JSON.stringify(patterns)} } }`
  const { read } = await parseWorkflows([{ path: CI, text }], branch)
  return read[0]?.triggers.includesGroups
}

describe('a pattern', () => {
  test.each<[string, string, boolean | undefined]>([
    ['main', 'main', true],
    ['main', 'mains', false],
    ['feature/*', 'feature/a', true],
    ['feature/*', 'feature/a/b', false],
    ['feature/**', 'feature/a/b', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['*feature', 'mona-feature', true],
    ['v2*', 'v2.9', true],
    ['a.b', 'aXb', false],
    // The documentation leaves open what this matches.
    ['**/main', 'main', undefined],
    // Other signs are not read.
    ['ma?in', 'main', undefined],
    ['main+', 'main', undefined],
    ['m[a]in', 'main', undefined],
    ['main\\', 'main', undefined],
    ['***', 'main', undefined],
    ['', 'main', undefined],
  ])('%s against %s: %s', async (pattern, branch, expected) => {
    expect(await takes('branches', [pattern], branch)).toBe(expected)
  })

  test.each<[string, boolean | undefined]>([
    ['**a**a**ab', false],
    [`${'**a'.repeat(60)}b`, undefined],
  ])('that could be matched in endless ways: %s', async (pattern, expected) => {
    expect(await takes('branches', [pattern], 'a'.repeat(250))).toBe(expected)
  })
})

describe('`branches`: the last pattern that matches decides', () => {
  test.each<[string[], boolean | undefined]>([
    [['main'], true],
    [['dev'], false],
    [['**', '!main'], false],
    [['**', '!main', 'm*'], true],
    [['main', '+'], true],
    [['+', 'main'], true],
    [['+'], undefined],
    [['main', '!+'], undefined],
    [['!main'], false],
  ])('%j: %s', async (patterns, expected) => {
    expect(await takes('branches', patterns)).toBe(expected)
  })
})

test.each<[string[], boolean | undefined]>([
  [['dev'], true],
  [['main'], false],
  [['+', 'main'], false],
  [['+'], undefined],
  [['!dev'], undefined],
])('`branches-ignore` %j: %s', async (patterns, expected) => {
  expect(await takes('branches-ignore', patterns)).toBe(expected)
})
