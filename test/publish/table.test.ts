import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittedTable, folded, properties, row } from '../../src/publish/summary/table.ts'

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

test('folded', () => {
  expect(folded('More', '<p>a</p>')).toBe('<details><summary>More</summary>\n<p>a</p>\n</details>')
})

const ROWS = Array.from({ length: 2000 }, (_, at) => row([`${at}`, 'x'.repeat(at % 50)]))

test.each<[string, number, number, string]>([
  ['all', 3, 100_000, `<table><tr><th>A</th><th>B</th></tr>\n${ROWS.slice(0, 3).join('\n')}</table>`],
  ['none there', 0, 100_000, ''],
  ['no room at all', 2000, 0, '<p><i>and 2,000 more, see the report file</i></p>'],
  ['room for less than a row', 1, 120, '<p><i>and 1 more, see the report file</i></p>'],
])('fittedTable: %s', (_, total, room, expected) => {
  expect(fittedTable(['A', 'B'], ROWS.slice(0, total), total, room).html).toBe(expected)
})

test('fittedTable never takes more room than it has, and counts the rest', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.nat(120_000), (total, room) => {
      const { html, size } = fittedTable(['A', 'B'], ROWS.slice(0, total), total, room)
      const kept = html.match(/<tr><td>/g)?.length ?? 0
      const more = Number(/and ([\d,]+) more/.exec(html)?.[1]?.replaceAll(',', '') ?? 0)
      expect(kept + more).toBe(total)
      expect(Buffer.byteLength(html)).toBeLessThanOrEqual(Math.max(size, 80))
      if (kept > 0) expect(Buffer.byteLength(html)).toBeLessThanOrEqual(room)
    }),
    { numRuns: 300 },
  )
})

test('fittedTable counts bytes, not characters', () => {
  const rows = Array.from({ length: 100 }, () => row(['🚀'.repeat(100)]))
  const { html } = fittedTable(['A'], rows, rows.length, 10_000)
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(10_000)
  expect(html).toContain('and 77 more')
})

test('fittedTable makes no row that nobody sees', () => {
  let made = 0
  function* endless(): Generator<string> {
    for (;;) {
      made++
      yield row(['x'.repeat(1000)])
    }
  }
  const { html } = fittedTable(['A'], endless(), 1_000_000, 10_000)
  expect(made).toBeLessThan(12)
  expect(html).toMatch(/and 999,99\d more/)
})
