import { execFileSync } from 'node:child_process'
import {
  existsSync,
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
import { FileError, readJsonFile, writablePath, writeWhole } from '../../src/runner/files.ts'

let root = ''
let workspace = ''
let temp = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'files-')))
  workspace = path.join(root, 'workspace')
  temp = path.join(root, 'temp')
  for (const folder of [workspace, temp, path.join(root, 'elsewhere')]) mkdirSync(folder)
})
afterEach(() => rmSync(root, { recursive: true }))

const OUTSIDE = "lies outside the workspace and the runner's temp folder; give a file inside one of them"
const FOLDER = 'is a folder; give a file name'
const NOT_REGULAR = 'exists and is not a regular file'
const LEADS_NOWHERE = 'is a link that leads nowhere'

describe('writablePath', () => {
  /** Prepares the folder and calls `writablePath`; returns its path relative to the root. */
  function asked(file: string, prepare: () => void = () => {}): string {
    prepare()
    return path.relative(root, writablePath(file, workspace, [workspace, temp]))
  }
  const link = (target: string, at: string) => () =>
    symlinkSync(path.resolve(workspace, target), path.join(workspace, at))
  const file = (at: string) => () => writeFileSync(path.resolve(workspace, at), '')
  const folder = (at: string) => () => mkdirSync(path.join(workspace, at))
  const all =
    (...steps: (() => void)[]) =>
    () => {
      for (const step of steps) step()
    }

  /** A file, and a link to it. */
  const linked = (target: string, at = 'link.json') => all(file(target), link(target, at))

  test.each<[string, string, string, (() => void)?]>([
    ['a new file', 'report.json', 'workspace/report.json'],
    ['a new file in new folders', 'a/b/c/report.json', 'workspace/a/b/c/report.json'],
    ['a file in a folder that begins with two dots', '..a/report.json', 'workspace/..a/report.json'],
    ['a file that is there', 'old.json', 'workspace/old.json', file('old.json')],
    ['a way out and back', '../workspace/report.json', 'workspace/report.json'],
    ['the temp folder', '../temp/report.json', 'temp/report.json'],
    [
      'a folder that is a link to the inside',
      'link/report.json',
      'workspace/real/report.json',
      all(folder('real'), link('real', 'link')),
    ],
    ['a file that is a link to the inside', 'link.json', 'workspace/old.json', linked('old.json')],
    ['a link to the temp folder', 'link/report.json', 'temp/report.json', link('../temp', 'link')],
  ])('%s', (_, file, expected, prepare) => {
    expect(asked(file, prepare)).toBe(expected)
  })

  test('an absolute path inside', () => {
    expect(asked(path.join(temp, 'report.json'))).toBe('temp/report.json')
  })

  test.each<[string, string, string, (() => void)?]>([
    ['a way out', '../elsewhere/report.json', OUTSIDE],
    ['a way out in the middle', 'a/../../elsewhere/report.json', OUTSIDE],
    ['a sibling with the same beginning', '../workspace2/report.json', OUTSIDE],
    ['the parent', '..', FOLDER],
    ['the workspace itself', '.', FOLDER],
    ['the root', '/', FOLDER],
    ['a device', '/dev/null', OUTSIDE],
    ['a folder that is a link to the outside', 'link/report.json', OUTSIDE, link('../elsewhere', 'link')],
    ['new folders under a link to the outside', 'link/a/b/report.json', OUTSIDE, link('../elsewhere', 'link')],
    ['a file that is a link to the outside', 'link.json', OUTSIDE, linked('../elsewhere/old.json')],
    [
      'a link to a link to the outside',
      'one',
      OUTSIDE,
      all(linked('../elsewhere/old.json', 'two'), link('two', 'one')),
    ],
    ['a link to nothing', 'link.json', LEADS_NOWHERE, link('none.json', 'link.json')],
    ['a link to nothing, outside', 'link.json', LEADS_NOWHERE, link('../elsewhere/none.json', 'link.json')],
    ['a folder that is a link to nothing', 'link/report.json', LEADS_NOWHERE, link('none', 'link')],
    ['a link to itself', 'link.json', LEADS_NOWHERE, link('link.json', 'link.json')],
    ['a folder', 'folder', FOLDER, folder('folder')],
    ['a folder with a slash', 'folder/', FOLDER, folder('folder')],
    ['a link to a folder', 'link', FOLDER, all(folder('folder'), link('folder', 'link'))],
  ])('%s is refused', (_, file, message, prepare) => {
    expect(() => asked(file, prepare)).toThrow(new FileError(message))
  })

  test.skipIf(process.platform === 'win32')('a pipe is refused', () => {
    const pipe = () => execFileSync('mkfifo', [path.join(workspace, 'pipe')])
    expect(() => asked('pipe', pipe)).toThrow(new FileError(NOT_REGULAR))
  })

  test('folders that are links themselves', () => {
    const alias = path.join(root, 'alias')
    symlinkSync(workspace, alias)
    expect(writablePath('report.json', alias, [alias])).toBe(path.join(workspace, 'report.json'))
    expect(writablePath(path.join(workspace, 'report.json'), alias, [alias])).toBe(path.join(workspace, 'report.json'))
  })

  test('an empty text as a folder allows nothing', () => {
    expect(() => writablePath('report.json', workspace, ['', temp])).toThrow(new FileError(OUTSIDE))
  })
})

describe('readJsonFile', () => {
  function written(content: string | Buffer): string {
    const file = path.join(temp, 'event.json')
    writeFileSync(file, content)
    return file
  }

  test.each<[string, string, unknown]>([
    ['an object', '{"a": [1, "b", null]}', { a: [1, 'b', null] }],
    ['with blanks around it', ' \n null \n', null],
    ['a text', '"hello"', 'hello'],
  ])('%s', (_, content, expected) => {
    expect(readJsonFile(written(content))).toEqual(expected)
  })

  test('a name from the file reaches no prototype', () => {
    readJsonFile(written('{"__proto__": {"polluted": true}}'))
    expect({}).not.toHaveProperty('polluted')
  })

  test('a link to a regular file', () => {
    symlinkSync(written('1'), path.join(temp, 'link.json'))
    expect(readJsonFile(path.join(temp, 'link.json'))).toBe(1)
  })

  test.each<[string, () => string, string]>([
    ['nothing there', () => path.join(temp, 'none.json'), 'does not exist'],
    ['a folder', () => temp, 'is not a regular file'],
    ['empty', () => written(''), 'is empty'],
    ['blanks alone', () => written(' \n\t'), 'is empty'],
    [
      'too large',
      () => {
        const file = written('')
        truncateSync(file, 64 * 1024 * 1024 + 1)
        return file
      },
      'is over 64 MiB',
    ],
  ])('%s', (_, file, message) => {
    expect(() => readJsonFile(file())).toThrow(new FileError(message))
  })

  test.skipIf(process.platform === 'win32')('a pipe is not waited for', () => {
    const pipe = path.join(temp, 'pipe')
    execFileSync('mkfifo', [pipe])
    expect(() => readJsonFile(pipe)).toThrow(new FileError('is not a regular file'))
    if (existsSync('/dev/zero')) expect(() => readJsonFile('/dev/zero')).toThrow(new FileError('is not a regular file'))
  })

  test.each(['{', 'hunter2', '{"a": 1,\n "b": hunter2}', '\ufeff{"a": 1}'])(
    '%j: the error holds no content',
    content => {
      const file = written(content)
      expect(() => readJsonFile(file)).toThrow(new FileError('is not JSON'))
    },
  )
})

describe('writeWhole', () => {
  test('writes a text and a line break, in folders that are not there yet', () => {
    const file = path.join(temp, 'a', 'b', 'report.json')
    writeWhole(file, '{"a": 1}')
    expect(readFileSync(file, 'utf8')).toBe('{"a": 1}\n')
    expect(readdirSync(path.dirname(file))).toEqual(['report.json'])
  })

  test('writes over what is there', () => {
    const file = path.join(temp, 'report.json')
    writeFileSync(file, 'a longer text than the new one')
    writeWhole(file, 'new')
    expect(readFileSync(file, 'utf8')).toBe('new\n')
  })

  test('leaves no draft where the file can not be put in its place', () => {
    const file = path.join(temp, 'report.json')
    mkdirSync(file)
    expect(() => writeWhole(file, 'new')).toThrow()
    expect(readdirSync(temp)).toEqual(['report.json'])
  })

  test('gives up where no folder can be made', () => {
    expect(() => writeWhole('/proc/none/folder/report.json', 'new')).toThrow()
  })
})
