import { expect, test } from 'vitest'
import { stateFor } from '../../src/publish/summary/queue.ts'
import { folded, iconOf, properties, row, table } from '../../src/publish/summary/table.ts'
import { ago, NOW } from '../builders.ts'

test('row', () => {
  expect(row(['a', '<b>b</b>'])).toBe('<tr><td>a</td><td><b>b</b></td></tr>')
  expect(row(['a'], 'th')).toBe('<tr><th>a</th></tr>')
})

test('properties leave out what is not known', () => {
  expect(
    properties([
      ['A', 'a'],
      ['B', null],
      ['C', ''],
    ]),
  ).toBe('<table><tr><td><b>A</b></td><td>a</td></tr>\n<tr><td><b>C</b></td><td></td></tr></table>')
})

test.each(['constructor', '__proto__', 'hasownproperty'])('a value of the name %s has no icon', name => {
  expect(iconOf({ passed: '✅' }, name)).toBe('❓')
})

test('folded', () => {
  expect(folded('More', '<p>a</p>')).toBe('<details><summary>More</summary>\n<p>a</p>\n</details>')
})

const ROWS = Array.from({ length: 2000 }, (_, at) => row([`${at}`, 'x'.repeat(at % 50)]))

test.each<[string, rows: string[], kept: number]>([
  ['all', ROWS.slice(0, 1000), 1000],
  ['a thousand at most', ROWS, 1000],
  ['of 100,000 characters at most', Array<string>(300).fill(row(['x'.repeat(981)])), 100],
  ['none where the first is too long', [row(['x'.repeat(100_000)])], 0],
  ['none there', [], 0],
])('a table holds %s, and counts the rest', (_, rows, kept) => {
  const more = rows.length - kept
  const whole = kept === 0 ? [] : [`<table>${row(['A', 'B'], 'th')}\n${rows.slice(0, kept).join('\n')}</table>`]
  const note = more === 0 ? [] : [`<p><i>and ${more.toLocaleString('en')} more, see the report file</i></p>`]
  expect(table(['A', 'B'], rows, each => each)).toBe([...whole, ...note].join('\n'))
})

test('a table makes no row that nobody sees', () => {
  let made = 0
  const rowOf = () => {
    made++
    return row(['x'.repeat(1000)])
  }
  expect(table(['A'], Array<null>(1_000_000).fill(null), rowOf)).toMatch(/and 999,90\d more/)
  expect(made).toBeLessThan(102)
})

test.each([
  ['testing', ago(65_000), 'testing for 1 m'],
  ['tests_passed', ago(65_000), 'tests passed 1 m ago'],
  ['merged', ago(65_000), 'merged 1 m ago'],
  ['failed', null, 'failed'],
  ['__proto__', null, '__proto__'],
  ['testing', 'yesterday', 'testing'],
  ['testing', null, 'testing'],
  [null, ago(65_000), 'in no known state for 1 m'],
  ['a\n::error::b', null, 'a ⏎ ::error::b'],
])('stateFor(%j, %j)', (state, stateChangedAt, expected) => {
  expect(stateFor({ state, stateChangedAt }, NOW)).toBe(expected)
})
