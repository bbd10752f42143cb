import { expect, test } from 'vitest'
import { inWords } from '../../src/facts/facts.ts'
import { grouped } from '../../src/text/message.ts'

test.each([
  ['tests_passed', 'tests passed'],
  ['_odd_', '_odd_'],
  ['a\n::error::b', 'a ⏎ ::error::b'],
])('inWords(%j)', (value, expected) => {
  expect(inWords(value)).toBe(expected)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
])('grouped(%d)', (amount, expected) => {
  expect(grouped(amount)).toBe(expected)
})
