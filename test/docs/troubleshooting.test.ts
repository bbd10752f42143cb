/** docs/troubleshooting.md is found by the words that people see: each of them is what a test holds the step to. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGE = fs.readFileSync(path.join(ROOT, 'docs/troubleshooting.md'), 'utf8')
const WORDS = [...PAGE.matchAll(/^```text\n(.*?)\n```$/gms)].flatMap(([, block = '']) => block.split('\n'))

/** Logs of the scenarios, and what other tests expect. */
const HELD = [...fs.globSync('test/scenarios/snapshots/*.txt', { cwd: ROOT }), ...testFiles()].flatMap(file =>
  fs.readFileSync(path.join(ROOT, file), 'utf8').replaceAll('\\', '').split('\n'),
)

test('the page shows words', () => {
  expect(WORDS.length).toBeGreaterThan(30)
})

test.each(WORDS)('%s', words => {
  const parts = words.split('…').map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(parts.join('.{1,200}?'))
  const advice =
    'docs/troubleshooting.md shows words that no test holds the step to (any more). Put there what the step says now'
  expect(
    HELD.some(line => pattern.test(line)),
    `${advice}; the nearest is: ${nearest(words.split('…')[0] ?? '')}`,
  ).toBe(true)
})

function testFiles(): string[] {
  return fs.globSync('test/**/*.ts', { cwd: ROOT, exclude: ['test/docs/**', 'test/act/**'] })
}

/** The line that has the most of a text's beginning. */
function nearest(text: string): string {
  for (let length = text.length; length > 8; length--) {
    const found = HELD.find(line => line.includes(text.slice(0, length)))
    if (found !== undefined) return found.trim()
  }
  return 'none'
}
