import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { globReports } from '../../src/reports/glob.ts'
import { makeWorkspace, writeFile } from './workspace.ts'

const FILES = { 'a.xml': '1', 'r/b.xml': '2', 'r/deep/c.xml': '3', 'r/d.txt': '4', '[odd] name?/e.xml': '5' }

async function glob(lines: string[], arrange: (workspace: string, temp: string) => void = () => undefined) {
  const { workspace, temp } = makeWorkspace(FILES)
  arrange(workspace, temp)
  const { paths, problems } = await globReports(
    lines.map(line => line.replace('$TEMP', temp)),
    { workspace, temp },
  )
  return { paths: paths.map(file => path.relative(workspace, file).replaceAll(path.sep, '/')), problems }
}

test.each([
  ['a file', ['a.xml'], ['a.xml']],
  ['a glob', ['r/*.xml'], ['r/b.xml']],
  ['dots', ['./r/../a.xml', './r/./b.xml'], ['a.xml', 'r/b.xml']],
  ['all below', ['**/*.xml'], ['[odd] name?/e.xml', 'a.xml', 'r/b.xml', 'r/deep/c.xml']],
  ['a folder', ['r'], ['r/b.xml', 'r/d.txt', 'r/deep/c.xml']],
  ['two lines that match the same', ['r/**/*.xml', 'r/b.xml'], ['r/b.xml', 'r/deep/c.xml']],
  ['an exclusion', ['r/**/*.xml', '!r/deep/**'], ['r/b.xml']],
  ['blanks behind the mark of an exclusion', ['r/**/*.xml', '!  r/deep/**'], ['r/b.xml']],
  ['an exclusion takes from lines before it only', ['!a.xml', 'a.xml'], ['a.xml']],
  ['an exclusion that matches nothing', ['a.xml', '!x.xml'], ['a.xml']],
  ['comments and blank lines', ['# x', '', '  a.xml  '], ['a.xml']],
  ['no line', [], []],
])('%s', async (_, lines, paths) => {
  expect(await glob(lines)).toEqual({ paths, problems: [] })
})

test.each([
  ['a file that is not there', ['a.xml', 'x.xml'], 'junit-paths: x.xml matches no file'],
  ['a folder that is not there', ['a.xml', 'x/**/*.xml'], 'junit-paths: x/**/*.xml matches no file'],
  ['a line of which nothing is left', ['a.xml', 'r/*.xml', '!r/b.xml'], 'junit-paths: r/*.xml matches no file'],
])('%s', async (_, lines, message) => {
  expect(await glob(lines)).toEqual({ paths: ['a.xml'], problems: [{ kind: 'missing', message }] })
})

test.each([
  ['a way out', '../*.xml'],
  ['the folder around', '..'],
  ['the root', '/'],
  ['the home folder', '~'],
  ['what is in the home folder', '~/*.xml'],
])('%s', async (_, line) => {
  expect(await glob(['a.xml', line])).toEqual({
    paths: ['a.xml'],
    problems: [
      {
        kind: 'outside',
        message: `junit-paths: ${line}: it starts outside the workspace and the temp folder of the runner`,
      },
    ],
  })
})

test('the temp folder of the runner', async () => {
  const { paths, problems } = await glob(['$TEMP/*.xml'], (_, temp) => writeFile(path.join(temp, 't.xml'), ''))
  expect({ paths, problems }).toEqual({ paths: ['../temp/t.xml'], problems: [] })
})

test('a name that begins with a tilde', async () => {
  const found = await glob(['~b.xml', 'r/~'], workspace => {
    for (const name of ['~b.xml', 'r/~']) writeFile(path.join(workspace, name), '')
  })
  expect(found).toEqual({ paths: ['r/~', '~b.xml'], problems: [] })
})

test('a workspace that a link leads to', async () => {
  const { workspace: real } = makeWorkspace(FILES)
  const way = path.join(makeWorkspace().workspace, 'way')
  fs.symlinkSync(path.dirname(real), way)
  const workspace = path.join(way, path.basename(real))
  fs.symlinkSync(path.join(real, 'r'), path.join(real, 'link'))
  expect(await globReports(['r/**/*.xml', 'link/*.xml'], { workspace })).toEqual({
    paths: [path.join(workspace, 'r/b.xml'), path.join(workspace, 'r/deep/c.xml')],
    problems: [],
  })
})

test.runIf(process.platform !== 'win32')('a workspace whose name looks like a glob', async () => {
  const { workspace: around } = makeWorkspace({ 'w[ab]?*\\/a.xml': '', 'wa-x/b.xml': '', 'w[/c.xml': '' })
  for (const [name, file] of [
    ['w[ab]?*\\', 'a.xml'],
    ['w[', 'c.xml'],
  ] as const) {
    const workspace = path.join(around, name)
    expect(await globReports(['*.xml'], { workspace })).toEqual({ paths: [path.join(workspace, file)], problems: [] })
  }
})

const outside = (workspace: string) => {
  writeFile(path.join(workspace, '../outside/o.xml'), '')
  return path.join(workspace, '../outside')
}

test('a folder that is a link out is not followed', async () => {
  const lines = ['**/*.xml']
  const found = await glob(lines, workspace => fs.symlinkSync(outside(workspace), path.join(workspace, 'r/link')))
  expect(found).toEqual({
    paths: ['[odd] name?/e.xml', 'a.xml', 'r/b.xml', 'r/deep/c.xml'],
    problems: [{ kind: 'outside', message: 'junit-paths: **/*.xml: a linked folder leads out of the workspace' }],
  })
})

test('a link out behind a link inside', async () => {
  const found = await glob(['r/*/*/*.xml'], workspace => {
    fs.mkdirSync(path.join(workspace, 'other'))
    fs.symlinkSync(outside(workspace), path.join(workspace, 'other/out'))
    fs.symlinkSync(path.join(workspace, 'other'), path.join(workspace, 'r/in'))
  })
  expect(found).toEqual({
    paths: [],
    problems: [{ kind: 'outside', message: 'junit-paths: r/*/*/*.xml: a linked folder leads out of the workspace' }],
  })
})

test('a glob that begins at a link out', async () => {
  const found = await glob(['link/*.xml'], workspace =>
    fs.symlinkSync(outside(workspace), path.join(workspace, 'link')),
  )
  expect(found).toEqual({
    paths: [],
    problems: [
      {
        kind: 'outside',
        message: 'junit-paths: link/*.xml: it starts outside the workspace and the temp folder of the runner',
      },
    ],
  })
})

test('links inside are followed, and a file that two ways lead to is read once', async () => {
  const found = await glob(['*/*.xml', 'link/*.xml'], workspace => {
    fs.symlinkSync(path.join(workspace, 'r'), path.join(workspace, 'link'))
    fs.symlinkSync(path.join(workspace, 'a.xml'), path.join(workspace, 'r/same.xml'))
  })
  expect(found).toEqual({ paths: ['[odd] name?/e.xml', 'link/same.xml', 'r/b.xml'], problems: [] })
})

test('a link to a file outside is left to the reading, which refuses it', async () => {
  const found = await glob(['*.xml'], workspace =>
    fs.symlinkSync(path.join(outside(workspace), 'o.xml'), path.join(workspace, 'b.xml')),
  )
  expect(found).toEqual({ paths: ['a.xml', 'b.xml'], problems: [] })
})

test('and so is one beside a linked folder inside', async () => {
  const found = await glob(['*/*.xml'], workspace => {
    fs.symlinkSync(path.join(workspace, 'r'), path.join(workspace, 'link'))
    fs.symlinkSync(path.join(outside(workspace), 'o.xml'), path.join(workspace, 'r/out.xml'))
  })
  expect(found).toEqual({ paths: ['[odd] name?/e.xml', 'link/out.xml', 'r/b.xml'], problems: [] })
})

test.each([
  ['that leads out', (workspace: string) => outside(workspace), 1],
  ['inside', (workspace: string) => path.join(workspace, '[odd] name?'), 0],
])('a linked folder %s is no report', async (_, target, problems) => {
  const found = await glob(['r/*'], workspace => fs.symlinkSync(target(workspace), path.join(workspace, 'r/link')))
  expect([found.paths.filter(each => each.endsWith('link')), found.problems.length]).toEqual([[], problems])
})

test('a link that leads nowhere', async () => {
  const found = await glob(['*.xml'], workspace => fs.symlinkSync('gone', path.join(workspace, 'b.xml')))
  expect(found).toEqual({
    paths: ['a.xml'],
    problems: [{ kind: 'missing', message: 'junit-paths: *.xml: a link leads nowhere' }],
  })
})

test('links in a circle end', async () => {
  const found = await glob(['**/b.xml'], workspace => fs.symlinkSync(workspace, path.join(workspace, 'r/round')))
  expect(found).toEqual({ paths: ['r/b.xml'], problems: [] })
})

test('a link to itself leads nowhere', async () => {
  const found = await glob(['r/*.xml'], workspace => fs.symlinkSync('loop.xml', path.join(workspace, 'r/loop.xml')))
  expect(found).toEqual({
    paths: ['r/b.xml'],
    problems: [{ kind: 'missing', message: 'junit-paths: r/*.xml: a link leads nowhere' }],
  })
})

test('a search that breaks is no empty result', async () => {
  const found = await glob(['*/*.xml'], workspace => {
    fs.symlinkSync('loop', path.join(workspace, 'loop'))
    fs.symlinkSync('r', path.join(workspace, 'link'))
  })
  expect(found).toEqual({
    paths: [],
    problems: [{ kind: 'outside', message: "junit-paths: */*.xml: it can't be searched (ELOOP)" }],
  })
})
