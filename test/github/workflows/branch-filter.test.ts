import { describe, expect, test } from 'vitest'
import { branchesIgnoreTakes, branchesTake, patternFits } from '../../../src/github/workflows/trigger.ts'

describe('a pattern', () => {
  test.each<[string, string, boolean | null]>([
    ['main', 'main', true],
    ['main', 'mains', false],
    ['feature/*', 'feature/a', true],
    ['feature/*', 'feature/a/b', false],
    ['feature/**', 'feature/a/b', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['*feature', 'mona-feature', true],
    ['v2*', 'v2.9', true],
    ['v[12].[0-9]+.[0-9]+', 'v1.10.1', true],
    ['v[12].[0-9]+.[0-9]+', 'v3.10.1', false],
    ['[a-c]x', 'bx', true],
    ['[a-c]x', 'dx', false],
    ['colou?r', 'color', true],
    ['colou?r', 'colour', true],
    ['ab+', 'abbb', true],
    ['ab+', 'a', false],
    ['a\\+b', 'a+b', true],
    ['a\\*', 'ab', false],
    ['a.b', 'aXb', false],
    // The documentation leaves open what these match.
    ['**/main', 'main', null],
    ['**/main', 'a/main', true],
    ['**/main', 'a/mains', false],
    // GitHub refuses these.
    ['+a', 'a', null],
    ['*?', 'a', null],
    ['a++', 'a', null],
    ['[^a]', 'b', null],
    ['[a', 'a', null],
    ['a\\', 'a', null],
    ['', 'a', null],
  ])('%s against %s: %s', (pattern, branch, expected) => {
    expect(patternFits(pattern, branch)).toBe(expected)
  })

  test.each<[string, boolean | null]>([
    ['**a**a**ab', false],
    [`${'**a'.repeat(60)}b`, null],
  ])('that could be matched in endless ways: %s', (pattern, expected) => {
    expect(patternFits(pattern, 'a'.repeat(250))).toBe(expected)
  })
})

describe('`branches`: the last pattern that matches decides', () => {
  test.each<[string[], boolean | null]>([
    [['main'], true],
    [['dev'], false],
    [['**', '!main'], false],
    [['**', '!main', 'm*'], true],
    [['main', '+'], true],
    [['+', 'main'], true],
    [['+'], null],
    [['main', '!+'], null],
    [['!dev'], null],
    [[], null],
  ])('%j: %s', (patterns, expected) => {
    expect(branchesTake(patterns, 'main')).toBe(expected)
  })
})

test.each<[string[], boolean | null]>([
  [['dev'], true],
  [['main'], false],
  [['+', 'main'], false],
  [['+'], null],
  [['!dev'], null],
])('`branches-ignore` %j: %s', (patterns, expected) => {
  expect(branchesIgnoreTakes(patterns, 'main')).toBe(expected)
})
