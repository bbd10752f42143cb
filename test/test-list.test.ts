import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendTests, testAt, testListOf, testsIn } from '../src/test-list.ts'
import { quarantinedTest } from './builders.ts'
import { text } from './gate/arbitraries.ts'

const anyTest = fc.record({ name: text, file: fc.option(text), codeowners: fc.array(text, { maxLength: 3 }) })
const anyPages = fc.array(fc.array(anyTest.map(quarantinedTest), { maxLength: 4 }), { maxLength: 5 })

test('whatever was put in comes out, in its order and by its index', () => {
  fc.assert(
    fc.property(anyPages, pages => {
      const list = testListOf([])
      for (const page of pages) appendTests(list, page)
      const all = pages.flat()
      expect([...testsIn(list)]).toEqual(all)
      expect(all.map((_, index) => testAt(list, index))).toEqual(all)
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
  expect(JSON.parse(`[${lines}]`)).toEqual([...testsIn(list)])
})

test.each([-1, 2])('there is no test %d', index => {
  expect(() => testAt(testListOf([quarantinedTest(), quarantinedTest()]), index)).toThrow(RangeError)
})
