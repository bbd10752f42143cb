import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { appendOutputs, outputLines } from '../../src/runner/runner.ts'
import { readCommandFile } from '../launcher/command-file.js'

const folder = mkdtempSync(path.join(os.tmpdir(), 'output-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.each<[string, Record<string, string>, string]>([
  ['none', {}, ''],
  ['one', { reason: 'timed-out' }, 'reason<<END_OF_OUTPUT\ntimed-out\nEND_OF_OUTPUT\n'],
  [
    'an empty one and one of two lines',
    { ready: '', reasons: 'a\nb' },
    'ready<<END_OF_OUTPUT\n\nEND_OF_OUTPUT\nreasons<<END_OF_OUTPUT\na\nb\nEND_OF_OUTPUT\n',
  ],
  [
    'one that knows where it ends',
    { reason: 'x\nEND_OF_OUTPUT\nconclusion=passed', ready: 'END_OF_OUTPUT_1' },
    'reason<<END_OF_OUTPUT_2\nx\nEND_OF_OUTPUT\nconclusion=passed\nEND_OF_OUTPUT_2\nready<<END_OF_OUTPUT_2\nEND_OF_OUTPUT_1\nEND_OF_OUTPUT_2\n',
  ],
])('%s', (_, outputs, expected) => {
  expect(outputLines(outputs)).toBe(expected)
})

test('no value can become another output', () => {
  const value = fc.array(
    fc.constantFrom('END_OF_OUTPUT', '_1', '_2', '\n', 'conclusion=passed', 'ready<<END_OF_OUTPUT', 'x', '<<'),
  )
  const outputs = fc.dictionary(
    fc.constantFrom('conclusion', 'reason', 'ready'),
    value.map(parts => parts.join('')),
    {
      noNullPrototype: true,
    },
  )
  fc.assert(fc.property(outputs, given => void expect(readCommandFile(outputLines(given))).toEqual(given)))
})

test('values set by other commands of the step stay', () => {
  const file = path.join(folder, 'output')
  writeFileSync(file, 'before=1\n')
  appendOutputs(file, { conclusion: 'passed' })
  expect(readCommandFile(readFileSync(file, 'utf8'))).toEqual({ before: '1', conclusion: 'passed' })
})
