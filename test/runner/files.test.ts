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
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileError, isInside, readRunnerFile, writeWhole } from '../../src/runner/runner.ts'

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
