import { expect, test } from 'vitest'
import { inWords, isLive, positionOf } from '../../src/facts/facts.ts'
import { entry, queue } from '../builders.ts'

const three = [entry({ number: 40, state: 'merged' }), entry({ number: 41 }), entry({ number: 42 })]

test.each([
  ['the first', queue({ entries: three }), 40, 1],
  ['the last', queue({ entries: three }), 42, 3],
  ['not listed', queue({ entries: three }), 7, null],
  ['an empty queue', queue({ entries: [] }), 42, null],
  ['entries without a number', queue({ entries: [entry({ number: null }), ...three] }), 40, 2],
  ['where the entries stand in no line', queue({ entries: three, isOrdered: false }), 40, null],
])('positionOf: %s', (_, given, number, expected) => {
  expect(positionOf(given, number)).toBe(expected)
})

test.each([
  ['not_ready', true],
  ['pending_failure', true],
  ['merged', false],
  ['failed', false],
  ['cancelled', false],
  ['hibernating', true],
  [null, true],
])('isLive: %s', (state, expected) => {
  expect(isLive(entry({ state }))).toBe(expected)
})

test.each([
  ['tests_passed', 'tests passed'],
  ['_odd_', '_odd_'],
  ['a\n::error::b', 'a ⏎ ::error::b'],
])('inWords(%j)', (value, expected) => {
  expect(inWords(value)).toBe(expected)
})
