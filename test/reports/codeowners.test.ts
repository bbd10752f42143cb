import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseCodeowners, readCodeowners } from '../../src/reports/codeowners.ts'
import { cleanerOf } from '../../src/text/secret.ts'
import { text } from '../gate/arbitraries.ts'

/** The paths of the list that a pattern fits. */
function fitting(pattern: string, paths: string[]): string[] {
  const { ownersOf } = parseCodeowners(`${pattern} @owner`)
  return paths.filter(file => ownersOf(file).length > 0)
}

describe('what a pattern fits', () => {
  const TREE = [
    'a.js',
    'b.JS',
    'docs',
    'docs/a.md',
    'docs/deep/b.md',
    'src/docs/c.md',
    'src/a.js',
    'src/docs.js',
    'my docs/d',
    'app/(shop)/{a}.ts',
    '.github/x.yml',
    '#x/a.ts',
    '!x/a.ts',
  ]
  test.each<[pattern: string, fits: string[]]>([
    ['*', TREE],
    ['**', TREE],
    ['*.js', ['a.js', 'src/a.js', 'src/docs.js']],
    ['/*.js', ['a.js']],
    ['a.js', ['a.js', 'src/a.js']],
    ['/a.js', ['a.js']],
    ['docs', ['docs', 'docs/a.md', 'docs/deep/b.md', 'src/docs/c.md']],
    ['docs/', ['docs/a.md', 'docs/deep/b.md', 'src/docs/c.md']],
    ['/docs', ['docs', 'docs/a.md', 'docs/deep/b.md']],
    ['/docs/', ['docs/a.md', 'docs/deep/b.md']],
    // Not those in the folders in it.
    ['docs/*', ['docs/a.md']],
    ['/docs/*', ['docs/a.md']],
    ['docs/*/', ['docs/deep/b.md']],
    ['docs/**', ['docs/a.md', 'docs/deep/b.md']],
    ['/*', ['a.js', 'b.JS', 'docs']],
    ['**/docs', ['docs', 'docs/a.md', 'docs/deep/b.md', 'src/docs/c.md']],
    ['**/docs/*', ['docs/a.md', 'src/docs/c.md']],
    ['src/**/docs', ['src/docs/c.md']],
    ['src/**/c.md', ['src/docs/c.md']],
    ['docs/**/a.md', ['docs/a.md']],
    ['**/b.md', ['docs/deep/b.md']],
    ['src/d*s', ['src/docs/c.md', 'src/docs.js']],
    ['src/d*', ['src/docs/c.md', 'src/docs.js']],
    ['?.js', ['a.js', 'src/a.js']],
    ['my\\ docs/', ['my docs/d']],
    ['\\a.js', ['a.js', 'src/a.js']],
    ['\\*.js', []],
    ['*s*.*', ['src/docs.js']],
    // Several stars in a row are one.
    ['**b**.m**d', ['docs/deep/b.md']],
    // Only at the start of a pattern would these be signs.
    ['/#x/', ['#x/a.ts']],
    ['/\\#x/', ['#x/a.ts']],
    ['/!x/', ['!x/a.ts']],
    ['/!x/*.md', []],
    ['app/(shop)/{a}.ts', ['app/(shop)/{a}.ts']],
    ['*.{md,js}', []],
    ['+(a).js', []],
    ['*.yml', ['.github/x.yml']],
    ['DOCS', []],
    ['doc', []],
    ['.', []],
  ])('%s', (pattern, fits) => {
    expect(fitting(pattern, TREE)).toEqual(fits)
  })

  test('a path may begin at the root or here, with slashes of either kind', () => {
    expect(fitting('/src/*.js', ['/src/a.js', './src/a.js', 'src\\a.js'])).toHaveLength(3)
  })
})

describe('which line counts', () => {
  test.each<[name: string, text: string, owners: string[]]>([
    ['the last that fits', '* @a\nsrc/ @b\n*.md @c', ['@b']],
    ['a general one after a special one', '/src/ @b\n* @a', ['@a']],
    [
      'all owners of a line, however written',
      'src/\t@a  @acme/team me@acme.example\r',
      ['@a', '@acme/team', 'me@acme.example'],
    ],
    ['an empty list takes owners away', '* @a\nsrc/', []],
    ['and so does one of a comment only', '* @a\nsrc/ # nobody', []],
    ['a comment behind owners', 'src/ @a # @b', ['@a']],
    ['a comment right behind the blank', 'src/ @a #@b', ['@a']],
    ['comments and blank lines', '# src/ @a\n\n   \n  # *\nsrc/ @b', ['@b']],
    ['a mark at the start of the file', '\ufeffsrc/ @a', ['@a']],
    ['a mark elsewhere is part of the pattern', 'src/ @a\n\ufeffsrc/ @b', ['@a']],
    ['blanks before the pattern', '  src/ @a', ['@a']],
    ['a pattern as long as a path can be', `src/a.js @a\n${'a'.repeat(4096)} @b`, ['@a']],
    ['none', '', []],
  ])('%s', (_, content, owners) => {
    const read = parseCodeowners(content)
    expect(read.ownersOf('src/a.js')).toEqual(owners)
    expect(read.ownersOf('src/a.js')).toEqual(owners)
    expect(read.skippedLines).toEqual([])
  })
})

describe('lines that are skipped', () => {
  test.each([
    '!src/ @b',
    '[abc].js @b',
    'src/[a-c].js @b',
    '[Section] @b',
    '^[Section][2] @b',
    '\\#src/ @b',
    'src/ b',
    'src/ @b @',
    'src/ @b/c/d',
    'src/ @a#b',
    'src/ a@b@c',
    'src/ @a\\',
    '/ @b',
    'src//a.js @b',
    `${'a'.repeat(5000)} @b`,
    // GitHub may read it; four stars in one name are more than a matcher can be trusted with.
    '*s*r*c* @b',
    'src/*a*.*j*s* @b',
  ])('%s', line => {
    const read = parseCodeowners(`src/ @a\n${line}`)
    expect([read.ownersOf('src/a.js'), read.skippedLines]).toEqual([['@a'], [2]])
  })
})

const folders = (length: number) => 'a/'.repeat(length).slice(0, length)

test.each<[name: string, file: string, isOwned: boolean]>([
  ['a name of 255 characters', `src/${'a'.repeat(255)}`, true],
  ['a longer name', `src/${'a'.repeat(256)}`, false],
  ['a path of 4096 characters', folders(4095).concat('b'), true],
  ['a longer path', folders(4096).concat('b'), false],
])('a path that no file can have has no owner: %s', (_, file, isOwned) => {
  expect(parseCodeowners('* @a').ownersOf(file)).toEqual(isOwned ? ['@a'] : [])
})

test('the slowest pattern that is read takes no time that anyone waits for', () => {
  const patterns = [`${'*a'.repeat(3)}b`, `${'**/a/'.repeat(300)}b`, `${'a/'.repeat(2000)}*`]
  const { ownersOf, skippedLines } = parseCodeowners(patterns.map(each => `${each} @x`).join('\n'))
  expect(skippedLines).toEqual([])
  const before = process.cpuUsage().user
  for (const file of ['a'.repeat(255), 'a'.repeat(100_000), 'a/'.repeat(2000), 'a/'.repeat(100_000)]) {
    expect(ownersOf(file)).toEqual([])
  }
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(1500)
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.array(text), text, (lines, file) => {
      expect(Array.isArray(parseCodeowners(lines.join('\n')).ownersOf(file))).toBe(true)
    }),
  )
})

test('thousands of folders are held against thousands of files within seconds', () => {
  const { ownersOf } = parseCodeowners(Array.from({ length: 2000 }, (_, at) => `folder${at}/ @a`).join('\n'))
  const before = process.cpuUsage().user
  const owned = Array.from({ length: 4000 }, (_, at) => ownersOf(`src/folder${at}/a.ts`).length)
  expect(owned.filter(count => count === 1)).toHaveLength(2000)
  expect((process.cpuUsage().user - before) / 1000).toBeLessThan(3000)
})

describe('the file', () => {
  let folder = ''
  let workspace = ''
  let temp = ''
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'codeowners-'))
    ;[workspace, temp] = [path.join(folder, 'workspace'), path.join(folder, 'temp')]
    for (const each of [workspace, temp]) fs.mkdirSync(each)
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  function write(file: string, content: string): void {
    fs.mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true })
    fs.writeFileSync(path.join(workspace, file), content)
  }

  function owners(given: string | null = null) {
    const { codeowners, problem } = readCodeowners({ workspace, temp }, given, cleanerOf())
    return { owners: codeowners?.ownersOf('a') ?? null, problem }
  }

  test("GitHub's places, in its order", () => {
    write('docs/CODEOWNERS', '* @docs')
    expect(owners()).toEqual({ owners: ['@docs'], problem: null })
    write('CODEOWNERS', '* @root')
    expect(owners()).toEqual({ owners: ['@root'], problem: null })
    write('.github/CODEOWNERS', '')
    expect(owners()).toEqual({ owners: [], problem: null })
  })

  test('none', () => {
    expect(owners()).toEqual({ owners: null, problem: null })
  })

  test('the one that the input names', () => {
    write('CODEOWNERS', '* @root')
    write('owners.txt', '* @given')
    expect(owners('owners.txt')).toEqual({ owners: ['@given'], problem: null })
    expect(owners('gone.txt')).toEqual({
      owners: null,

      problem: 'Input `codeowners-path`: gone.txt does not exist; only the owners that the service names are shown.',
    })
  })

  test('one whose name is too long for any file', () => {
    const long = 'a'.repeat(256)
    expect(owners(long)).toEqual({
      owners: null,

      problem: `Input \`codeowners-path\`: ${long} cannot be read; only the owners that the service names are shown.`,
    })
  })

  test("the one that the input names in the runner's temp folder", () => {
    const file = path.join(temp, 'owners.txt')
    fs.writeFileSync(file, '* @temp')
    expect(owners(file)).toEqual({ owners: ['@temp'], problem: null })
  })

  test('skipped lines are reported', () => {
    write('CODEOWNERS', `* @a\n${'!b @b\n'.repeat(7)}`)
    expect(owners().problem).toBe('CODEOWNERS: skipped lines 2, 3, 4, 5, 6 and 2 more, which cannot be read.')
    write('CODEOWNERS', '* @a\n!b @b')
    expect(owners()).toEqual({
      owners: ['@a'],

      problem: 'CODEOWNERS: skipped line 2, which cannot be read.',
    })
  })

  test('3 MB is too large, and the next place does not stand in', () => {
    write('CODEOWNERS', '* @root')
    write('.github/CODEOWNERS', `* @a\n#${'x'.repeat(2_999_993)}`)
    expect(owners().owners).toEqual(['@a'])
    fs.appendFileSync(path.join(workspace, '.github/CODEOWNERS'), 'x')
    const problem =
      '.github/CODEOWNERS is 3 MB or larger: GitHub does not load it either; only the owners that the service names are shown.'
    expect(owners()).toEqual({ owners: null, problem })
  })

  test.each<[name: string, make: (file: string) => void, wrong: string]>([
    ['a folder', file => fs.mkdirSync(file), 'is not a regular file'],
    [
      'a link that leads out',
      file => fs.symlinkSync(os.tmpdir(), file),
      "lies outside the workspace and the runner's temp folder",
    ],
    ['a link that leads nowhere', file => fs.symlinkSync('gone', file), 'cannot be read'],
  ])('%s', (_, make, wrong) => {
    make(path.join(workspace, 'CODEOWNERS'))
    expect(owners()).toEqual({
      owners: null,

      problem: `CODEOWNERS ${wrong}; only the owners that the service names are shown.`,
    })
  })
})
