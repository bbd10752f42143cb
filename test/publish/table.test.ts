import { expect, test } from 'vitest'
import { details, table } from '../../src/publish/summary/table.ts'

test('folded', () => {
  expect(details('More', '<p>a</p>')).toBe('<details><summary>More</summary>\n<p>a</p>\n</details>')
})

const ROWS = Array.from({ length: 1000 }, (_, at) => [`${at}`, 'x'.repeat(at % 50)])
const written = ([a, b = '']: string[]) => `<tr><td>${a}</td><td>${b}</td></tr>`

test.each<[string, rows: string[][], kept: number]>([
  ['all', ROWS, 1000],
  ['of 100,000 characters at most', Array<string[]>(300).fill(['x'.repeat(972), '']), 100],
  ['none where the first is too long', [['x'.repeat(100_000), '']], 0],
  ['none there', [], 0],
])('a table holds %s, and counts the rest', (_, rows, kept) => {
  const more = rows.length - kept
  const head = '<tr><th>A</th><th>B</th></tr>'
  const whole = kept === 0 ? [] : [`<table>${head}\n${rows.slice(0, kept).map(written).join('\n')}</table>`]
  const note = more === 0 ? [] : [`<p><i>and ${more.toLocaleString('en')} more, see the report file</i></p>`]
  expect(table(['A', 'B'], rows, each => each)).toBe([...whole, ...note].join('\n'))
})

test('a table makes no row that nobody sees', () => {
  let made = 0
  const cellsOf = () => {
    made++
    return ['x'.repeat(1000)]
  }
  expect(table(['A'], Array<null>(1_000_000).fill(null), cellsOf)).toMatch(/and 999,90\d more/)
  expect(made).toBeLessThan(102)
})
