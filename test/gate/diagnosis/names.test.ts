import { expect, test } from 'vitest'
import { meantName } from '../../../src/gate/diagnosis/test-run.ts'

test.each<[string, required: string, reported: string[], string | null]>([
  ['letter case', 'e2e', ['E2E'], 'E2E'],
  ['blanks', 'ci / unit', ['ci/unit'], 'ci/unit'],
  ['blanks at the end', 'unit', ['unit '], 'unit '],
  ['a matrix on the test branch', 'unit', ['unit (18, linux)'], 'unit (18, linux)'],
  ['a matrix, and a blank at the end', 'unit', ['unit (18) '], 'unit (18) '],
  ['a matrix in the requirement', 'unit (18)', ['unit'], 'unit'],
  ['another leg of the matrix', 'unit (18)', ['unit (20)'], 'unit (20)'],
  ['the first of several, whatever their order', 'unit', ['unit (b)', 'unit (a)'], 'unit (a)'],
  ['the very name', 'unit', ['unit'], null],
  ['another name', 'unit', ['units', 'e2e'], null],
  ['a name in brackets, and a blank at the end', '(18)', ['(18) '], '(18) '],
  ['nothing but a suffix', '(18)', ['(20)'], null],
  ['nothing reported', 'unit', [], null],
  ['an empty name', '', [' '], null],
])('%s', (_, required, reported, expected) => {
  expect(meantName(required, reported)).toBe(expected)
})
