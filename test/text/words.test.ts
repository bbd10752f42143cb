import { expect, test } from 'vitest'
import { count } from '../../src/text/message.ts'

test.each([
  [0, '0 entries'],
  [1, '1 entry'],
  [2, '2 entries'],
  [4312, '4,312 entries'],
])('count(%d)', (amount, expected) => {
  expect(count(amount, 'entry', 'entries')).toBe(expected)
})
