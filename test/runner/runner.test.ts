import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { appendOutputs, isInside } from '../../src/runner/runner.ts'
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

describe('outputs', () => {
  const written = (outputs: Record<string, string>) => {
    appendOutputs(at('output'), outputs)
    return readFileSync(at('output'), 'utf8')
  }

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
      { reason: 'x\nEND_OF_OUTPUT\nconclusion=passed', ready: 'END_OF_OUTPUT_' },
      'reason<<END_OF_OUTPUT__\nx\nEND_OF_OUTPUT\nconclusion=passed\nEND_OF_OUTPUT__\nready<<END_OF_OUTPUT__\nEND_OF_OUTPUT_\nEND_OF_OUTPUT__\n',
    ],
  ])('%s', (_, outputs, expected) => {
    expect(written(outputs)).toBe(expected)
  })

  test('no value can become another output', () => {
    const piece = fc.constantFrom('END_OF_OUTPUT', '_', '\n', 'conclusion=passed', 'ready<<END_OF_OUTPUT', 'x', '<<')
    const value = fc.array(piece).map(parts => parts.join(''))
    const outputs = fc.dictionary(fc.constantFrom('conclusion', 'reason', 'ready'), value, { noNullPrototype: true })
    fc.assert(
      fc.property(outputs, given => {
        rmSync(at('output'), { force: true })
        expect(readCommandFile(written(given))).toEqual(given)
      }),
    )
  })

  test('values set by other commands of the step stay', () => {
    writeFileSync(at('output'), 'before=1\n')
    expect(readCommandFile(written({ conclusion: 'passed' }))).toEqual({ before: '1', conclusion: 'passed' })
  })
})
