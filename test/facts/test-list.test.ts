import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendTests, testAt, testListOf } from '../../src/facts/test-list.ts'
import { quarantinedTest, testsIn } from '../builders.ts'
import { text } from '../gate/arbitraries.ts'

const anyTest = fc.record({ name: text, file: fc.option(text), codeowners: fc.array(text, { maxLength: 3 }) })
const anyPages = fc.array(fc.array(anyTest.map(quarantinedTest), { maxLength: 4 }), { maxLength: 5 })

test('whatever was put in comes out, in its order and by its index', () => {
  fc.assert(
    fc.property(anyPages, pages => {
      const list = testListOf([])
      for (const page of pages) appendTests(list, page)
      const all = pages.flat()
      expect(testsIn(list)).toEqual(all)
      expect(list.count).toBe(all.length)
    }),
  )
})

test('its pages one after the other are the lines of a JSON list', () => {
  const list = testListOf([quarantinedTest({ name: 'a' }), quarantinedTest({ name: 'b ],\n[' })])
  appendTests(list, [])
  appendTests(list, [quarantinedTest({ name: 'c' })])
  const lines = Buffer.concat(list.pages.map(({ rows }) => rows)).toString()
  expect(lines.split('\n')).toHaveLength(4)
  expect(JSON.parse(`[${lines}]`)).toEqual(testsIn(list))
})

test.each([-1, 2])('there is no test %d', index => {
  expect(() => testAt(testListOf([quarantinedTest(), quarantinedTest()]), index)).toThrow(RangeError)
})

test('what is counted over all of them', () => {
  const many = Array.from({ length: 30 }, (_, at) => `@owner-${at}`)
  const list = testListOf([
    quarantinedTest({ codeowners: ['@a', '@b', '@a'], quarantinedAt: '2025-01-02T03:04:05Z' }),
    quarantinedTest({ codeowners: [], quarantinedAt: null }),
  ])
  appendTests(list, [quarantinedTest({ codeowners: ['@b'], quarantinedAt: 'soon' })])
  appendTests(list, [quarantinedTest({ codeowners: many })])
  expect({ count: list.count, firsts: list.pages.map(({ first }) => first) }).toEqual({ count: 4, firsts: [0, 2, 3] })
  expect([...list.byOwner]).toEqual([
    ['@a', [0]],
    ['@b', [0, 2]],
    ['', [1]],
    ...many.slice(0, 20).map(owner => [owner, [3]]),
  ])
  expect(list.pages.slice(0, 2).map(({ quarantinedAt }) => [...quarantinedAt])).toEqual([
    [Date.parse('2025-01-02T03:04:05Z'), Number.NaN],
    [Number.NaN],
  ])
})
