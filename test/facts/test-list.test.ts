import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TestList } from '../../src/facts/test-list.ts'
import { nameHash, quarantinedTest, testsIn } from '../builders.ts'
import { text } from '../gate/arbitraries.ts'

const anyTest = fc.record({ name: text, file: fc.option(text), codeowners: fc.array(text, { maxLength: 3 }) })
const anyPages = fc.array(fc.array(anyTest.map(quarantinedTest), { maxLength: 4 }), { maxLength: 5 })

function listOf(pages: Parameters<typeof TestList.of>[0][]): TestList {
  const list = new TestList()
  for (const page of pages) list.append(page)
  return list
}

function jsonOf(list: TestList): string {
  return `[${Buffer.concat([...list.json()]).toString()}]`
}

test('whatever was put in comes out: by its index, one after the other, by its name, as JSON', () => {
  fc.assert(
    fc.property(anyPages, text, (pages, other) => {
      const list = listOf(pages)
      const all = pages.flat()
      expect(list.count).toBe(all.length)
      expect(testsIn(list)).toEqual(all)
      expect([...list]).toEqual(all)
      expect(JSON.parse(jsonOf(list))).toEqual(all)
      for (const name of [other, ...all.map(each => each.name)]) {
        expect([...list.named(name)]).toEqual([...all.entries()].filter(([, each]) => each.name === name))
        expect(list.namesOf(nameHash(name))).toEqual(all.some(each => each.name === name) ? [name] : [])
      }
    }),
  )
})

type Members = Parameters<typeof quarantinedTest>[0]

test.each<[name: string, earlier: Members[], page: Members[], isNew: boolean]>([
  ['another one', [{ name: 'a' }], [{ name: 'b' }], true],
  ['the same once more', [{ name: 'a' }, { name: 'b' }], [{ name: 'c' }, { name: 'a' }, { name: 'd' }], false],
  ['the same, updated since', [{ name: 'a' }], [{ name: 'a', statusLastUpdatedAt: '2026-01-01T00:00:00Z' }], false],
  ['twice in the page itself', [{ name: 'b' }], [{ name: 'a' }, { name: 'a' }], true],
  ['the name alone', [{ name: 'a', file: 'f' }], [{ name: 'a', file: 'g' }], true],
  ['another classname', [{ name: 'a' }], [{ name: 'a', classname: 'other' }], true],
  ['another parent', [{ name: 'a' }], [{ name: 'a', parent: 'other' }], true],
  ['another variant', [{ name: 'a' }], [{ name: 'a', variant: 'other' }], true],
  ['another id', [{ name: 'a', testCaseId: '1' }], [{ name: 'a', testCaseId: '2' }], true],
  ['nothing', [{ name: 'a' }], [], true],
])('a page that holds a test of an earlier one is told: %s', (_, earlier, page, isNew) => {
  const list = TestList.of(earlier.map(quarantinedTest))
  expect(list.append(page.map(quarantinedTest))).toBe(isNew)
  expect(testsIn(list)).toEqual([...earlier, ...page].map(quarantinedTest))
})

test('its JSON is a line for each test', () => {
  const list = listOf([
    [quarantinedTest({ name: 'a' }), quarantinedTest({ name: 'b ],\n[' })],
    [],
    [quarantinedTest({ name: 'c' })],
  ])
  expect(jsonOf(list).split('\n')).toHaveLength(4)
})

test.each([-1, 2, 0.5, Number.NaN])('there is no test %s', index => {
  const list = TestList.of([quarantinedTest()])
  expect(() => list.at(index)).toThrow(RangeError)
  expect(() => list.since(index)).toThrow(RangeError)
})

test('names that thousands of tests share, or only one bears', () => {
  const list = listOf(
    Array.from({ length: 50 }, (_, page) =>
      Array.from({ length: 100 }, (_, at) => quarantinedTest({ name: at % 2 ? 'same' : `test ${page}-${at}` })),
    ),
  )
  expect(Array.from(list.named('same'), ([index]) => index)).toEqual(
    Array.from({ length: 2500 }, (_, at) => 2 * at + 1),
  )
  expect(Array.from(list.named('test 7-42'), ([index]) => index)).toEqual([742])
  expect([...list.named('test 7-43')]).toEqual([])
  expect(list.namesOf(nameHash('same'))).toEqual(['same'])
})

test('by owner', () => {
  const many = Array.from({ length: 30 }, (_, at) => `@owner-${at}`)
  const list = listOf([
    [quarantinedTest({ codeowners: ['@a', '@b', '@a'] }), quarantinedTest({ codeowners: [] })],
    [quarantinedTest({ codeowners: ['@b'] })],
    [quarantinedTest({ codeowners: many })],
  ])
  expect([...list.byOwner]).toEqual([
    ['@a', [0]],
    ['@b', [0, 2]],
    ['', [1]],
    ...many.slice(0, 20).map(owner => [owner, [3]]),
  ])
})

describe('since when', () => {
  const JANUARY = '2025-01-02T03:04:05Z'
  const MARCH = '2025-03-02T03:04:05Z'
  test.each([
    ['its own time', { quarantinedAt: JANUARY, statusLastUpdatedAt: MARCH }, Date.parse(JANUARY), false],
    ['the update stands in', { quarantinedAt: null, statusLastUpdatedAt: MARCH }, Date.parse(MARCH), true],
    ['no time stamp is none', { quarantinedAt: 'soon', statusLastUpdatedAt: MARCH }, Date.parse(MARCH), true],
    ['neither', { quarantinedAt: null, statusLastUpdatedAt: '1' }, Number.NaN, false],
  ])('%s', (_, times, time, atLeast) => {
    expect(listOf([[quarantinedTest()], [quarantinedTest(times)]]).since(1)).toEqual({ time, atLeast })
  })
})
