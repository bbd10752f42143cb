import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendOutputs, FileError, isInside, outputLines, readRunnerFile, writeWhole } from '../../src/runner/runner.ts'
import { readCommandFile } from '../launcher/command-file.js'

let root = ''
const at = (...names: string[]) => path.join(root, ...names)

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'files-')))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('isInside', () => {
  test.each<[string, string, boolean]>([
    ['workspace/a/b.xml', 'workspace', true],
    ['workspace/..a/b.xml', 'workspace', true],
    ['workspace/a.xml', 'alias', true],
    ['workspace', 'workspace', false],
    ['workspace2/a.xml', 'workspace', false],
    ['a.xml', 'workspace', false],
    ['workspace/a.xml', 'none', false],
  ])('%s in %s', (file, folder, expected) => {
    mkdirSync(at('workspace'))
    symlinkSync(at('workspace'), at('alias'))
    expect(isInside(at(file), at(folder))).toBe(expected)
  })

  test('nothing lies in a folder without a name', () => {
    expect(isInside(at('a.xml'), '')).toBe(false)
  })
})

describe('readRunnerFile', () => {
  test('reads a file, also through a link', () => {
    writeFileSync(at('event.json'), 'text')
    symlinkSync(at('event.json'), at('link'))
    expect(readRunnerFile(at('link'))).toBe('text')
  })

  test.each<[string, () => void, string]>([
    ['nothing there', () => {}, 'does not exist'],
    ['a folder', () => mkdirSync(at('event.json')), 'is not a regular file'],
    ['a pipe, without waiting for it', () => execFileSync('mkfifo', [at('event.json')]), 'is not a regular file'],
    ['a link to itself', () => symlinkSync(at('event.json'), at('event.json')), 'ELOOP'],
    [
      'too much',
      () => {
        writeFileSync(at('event.json'), '')
        truncateSync(at('event.json'), 64 * 1024 * 1024 + 1)
      },
      'is over 64 MiB',
    ],
  ])('%s', (_, prepare, message) => {
    prepare()
    expect(() => readRunnerFile(at('event.json'))).toThrow(message === 'ELOOP' ? message : new FileError(message))
  })
})

describe('writeWhole', () => {
  test('writes a text and a line break, in folders that are not there yet', () => {
    writeWhole(at('a', 'b', 'report.json'), '{"a": 1}')
    expect(readFileSync(at('a', 'b', 'report.json'), 'utf8')).toBe('{"a": 1}\n')
    expect(readdirSync(at('a', 'b'))).toEqual(['report.json'])
  })

  test('writes over what is there', () => {
    writeFileSync(at('report.json'), 'a longer text than the new one')
    writeWhole(at('report.json'), 'new')
    expect(readFileSync(at('report.json'), 'utf8')).toBe('new\n')
  })

  test('leaves no draft where the file can not be put in its place', () => {
    mkdirSync(at('report.json'))
    expect(() => writeWhole(at('report.json'), 'new')).toThrow()
    expect(readdirSync(root)).toEqual(['report.json'])
  })

  test('gives up where no folder can be made', () => {
    expect(() => writeWhole('/proc/none/folder/report.json', 'new')).toThrow()
  })
})

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
