import { describe, expect, test } from 'vitest'
import { branchesIgnoreTakes, branchesTake, patternFits } from '../../../src/github/workflows/trigger.ts'

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
  ])('%s against %s: %s', (pattern, branch, expected) => {
    expect(patternFits(pattern, branch)).toBe(expected)
  })

  test.each<[string, boolean | undefined]>([
    ['**a**a**ab', false],
    [`${'**a'.repeat(60)}b`, undefined],
  ])('that could be matched in endless ways: %s', (pattern, expected) => {
    expect(patternFits(pattern, 'a'.repeat(250))).toBe(expected)
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
  ])('%j: %s', (patterns, expected) => {
    expect(branchesTake(patterns, 'main')).toBe(expected)
  })
})

test.each<[string[], boolean | undefined]>([
  [['dev'], true],
  [['main'], false],
  [['+', 'main'], false],
  [['+'], undefined],
  [['!dev'], undefined],
])('`branches-ignore` %j: %s', (patterns, expected) => {
  expect(branchesIgnoreTakes(patterns, 'main')).toBe(expected)
})
