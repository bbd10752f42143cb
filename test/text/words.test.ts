import { expect, test } from 'vitest'
import { count, ordinal } from '../../src/text/message.ts'

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [4312, '4,312 entries'],
])('count(%d)', (amount, expected) => {
  expect(count(amount, 'entry', 'entries')).toBe(expected)
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [101, '101st'],
  [111, '111th'],
  [112, '112th'],
  [1003, '1003rd'],
])('ordinal(%d)', (place, expected) => {
  expect(ordinal(place)).toBe(expected)
})
