import { expect, test } from 'vitest'
import { comparableFile } from '../../src/facts/test-report.ts'

test.each<[file: string | null, expected: string | null]>([
  [null, null],
  ['', null],
  ['a.js', 'a.js'],
  ['./a.js', 'a.js'],
  ['.//././/a.js', 'a.js'],
  ['./', null],
  ['../a.js', '../a.js'],
  ['.a.js', '.a.js'],
  ['a/./b.js', 'a/./b.js'],
  ['src\\a.js', 'src/a.js'],
  ['.\\src\\a.js', 'src/a.js'],
  ['/home/runner/work/shop/shop/a.js', 'a.js'],
  ['/home/runner/work/shop/shop/./a.js', 'a.js'],
  ['/home/runner/work/shop/shopping/a.js', '/home/runner/work/shop/shopping/a.js'],
])('%j is compared as %j', (file, expected) => {
  expect(comparableFile(file, '/home/runner/work/shop/shop')).toBe(expected)
})

test('megabytes of `./` are no trouble', () => {
  expect(comparableFile(`${'./'.repeat(4_000_000)}a.js`, '')).toBe('a.js')
})
