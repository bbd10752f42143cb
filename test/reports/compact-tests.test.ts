import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CompactNames } from '../../src/reports/compact-names.ts'
import { CompactTests } from '../../src/reports/compact-tests.ts'
import { byHash } from '../../src/reports/tally.ts'
import { createTestHasher } from '../../src/reports/test-hash.ts'

const text = fc.oneof(fc.constantFrom('', 'a', 'ab', 'ba', 'a\0', '\0a'), fc.string({ maxLength: 5 }))
const identity = fc.record({ name: text, classname: fc.option(text), file: fc.option(text), parent: fc.option(text) })

test('it answers as a map would', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(identity, fc.integer({ min: 1, max: 3 })), { maxLength: 300 }), entries => {
      const hash = createTestHasher()
      const compact = new CompactTests()
      const map = new Map<string, number>()
      const keyOf = (test: (typeof entries)[number][0]) =>
        JSON.stringify([test.name, test.classname ?? '', test.file ?? '', test.parent ?? ''])
      for (const [each, state] of entries) {
        compact.set(hash(each), state)
        map.set(keyOf(each), state)
      }
      for (const [each] of entries) expect(compact.get(hash(each))).toBe(map.get(keyOf(each)))
      for (const state of [1, 2, 3]) {
        expect(compact.count(state)).toBe([...map.values()].filter(each => each === state).length)
      }
    }),
    { seed: 13 },
  )
})

test('tests that want one place are told apart by both halves of their hashes', () => {
  const compact = new CompactTests()
  const at = (high: number, low: number) => ({ high, low, name: 0, scope: 0 })
  compact.set(at(1, 2), 1)
  compact.set(at(1, 66), 2)
  compact.set(at(65, 2), 3)
  expect([at(1, 2), at(1, 66), at(65, 2), at(65, 66)].map(each => compact.get(each))).toEqual([1, 2, 3, 0])
  expect([1, 2, 3].map(state => compact.count(state))).toEqual([1, 1, 1])
})

test('names that differ in little have hashes of their own', () => {
  const hash = createTestHasher()
  const compact = new CompactTests()
  const names = new Set<number>()
  for (let suite = 0; suite < 20; suite++) {
    for (let number = 0; number < 10_000; number++) {
      const each = hash({ name: `does it ${number} times`, classname: `s${suite}`, file: null, parent: `s${suite}` })
      compact.set(each, 1)
      names.add(each.name)
    }
  }
  expect(compact.count(1)).toBe(200_000)
  expect(names.size).toBe(10_000)
})

test('tests are found by the hashes of their names', () => {
  const hash = createTestHasher()
  const names = new CompactNames()
  const named = (name: string) => hash({ name, classname: null, file: null, parent: null }).name
  const scopes = [
    { classname: 'a class of some length', file: null, parent: null },
    { classname: 'a class of some length', file: 'a file of some length', parent: null },
    { classname: null, file: 'a file of some length', parent: '' },
  ]
  for (const scope of scopes) {
    for (let number = 0; number < 1000; number++) {
      const test = { name: `${number}`, ...scope }
      names.add(hash(test), test)
    }
  }
  const namesOf = new Map([
    [named('7'), ['7']],
    [named('999'), ['999', 'one with the same hash']],
    [named('1000'), ['1000']],
  ])
  const expected = scopes.flatMap(scope => ['7', '999', 'one with the same hash'].map(name => ({ name, ...scope })))
  expect([...names.named(hash => namesOf.get(hash) ?? [])]).toEqual(expected)
})

test('the first test stands in a scope, too, though nothing tells it apart', () => {
  const hash = createTestHasher()
  const names = new CompactNames()
  const tests = [
    { name: 'a', classname: null, file: null, parent: null },
    { name: 'b', classname: null, file: null, parent: null },
    { name: 'c', classname: 'c', file: null, parent: 'p' },
    { name: 'd', classname: 'd', file: null, parent: 'q' },
    { name: 'e', classname: 'e', file: 'f', parent: 'q' },
    { name: 'f', classname: 'd', file: 'f', parent: 'q' },
  ]
  for (const each of tests) names.add(hash(each), each)
  expect([...names.named(byHash(tests.map(each => each.name)))]).toEqual(tests)
})

test('what differs is hashed, whatever came before', () => {
  const hash = createTestHasher()
  const a = { name: 'n', classname: 'c', file: 'f', parent: 'p' }
  const others = [a, { ...a, classname: 'd' }, { ...a, file: 'g' }, { ...a, parent: 'q' }, { ...a, name: 'm' }, a]
  const told = others.map(each => ({ ...hash(each) }))
  // One after the other: only a new scope has a new number.
  expect(told.map(({ scope }) => scope - (told[0]?.scope ?? 0))).toEqual([0, 1, 2, 3, 4, 4])
  expect(new Set(told.map(({ high }) => high)).size).toBe(5)
  expect(new Set(told.map(({ low }) => low)).size).toBe(5)
  expect(told.every(({ low }) => low < 2 ** 30)).toBe(true)
  expect({ ...told[5], scope: 0 }).toEqual({ ...told[0], scope: 0 })
  // Another hasher comes to the same, in another order, and absent is the same as empty.
  const again = createTestHasher()
  again({ ...a, classname: null, parent: '' })
  expect({ ...again(a), scope: 0 }).toEqual({ ...told[0], scope: 0 })
  const empty = { ...again({ ...a, file: '' }) }
  expect({ ...again({ ...a, file: null }) }).toEqual(empty)
  // So is the first test of all, though nothing was hashed before it.
  const nothing = { name: 'n', classname: null, file: null, parent: null }
  const fresh = createTestHasher()
  const first = { ...fresh(nothing), scope: 0 }
  fresh({ ...nothing, file: 'f' })
  expect({ ...fresh(nothing), scope: 0 }).toEqual(first)
  expect({ ...fresh({ ...nothing, parent: '' }), scope: 0 }).toEqual(first)
})

test('classnames that are the names take no memory of their own', () => {
  const hash = createTestHasher()
  const names = new CompactNames(1000)
  const tests = Array.from({ length: 300 }, (_, at) => {
    const name = `a test of some length ${at}`
    return { name, classname: at === 100 ? 'another' : name, file: at < 200 ? null : 'a', parent: 'p' }
  })
  // The classname of the test before, and not the name any more.
  tests.push({ name: 'b', classname: tests.at(-1)?.classname ?? '', file: 'a', parent: 'p' })
  for (const each of tests) names.add(hash(each), each)
  const namesOf = byHash(tests.map(each => each.name))
  expect([...names.named(namesOf)]).toEqual(tests)
  expect(names.isFull).toBe(false)
})

test('scopes take so much memory and no more', () => {
  // Eight scopes with a classname of 7 characters and 100 more each, and the file that they share: at the limit.
  const names = new CompactNames(8 * 107 + 50)
  const hash = createTestHasher()
  const add = (at: number) => {
    const test = { name: 'a', classname: `class ${at}`, file: 'a'.repeat(50), parent: null }
    names.add(hash(test), test)
  }
  for (let at = 0; at < 8; at++) add(at)
  expect(names.isFull).toBe(false)
  for (let again = 0; again < 1000; again++) add(7)
  expect(names.isFull).toBe(false)
  add(8)
  expect(names.isFull).toBe(true)
})
