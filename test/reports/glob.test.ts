import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findReports } from '../../src/reports/junit.ts'
import { asText } from '../../src/text/message.ts'
import { makeWorkspace, writeFile } from './workspace.ts'

const FILES = { 'a.xml': '1', 'r/b.xml': '2', 'r/deep/c.xml': '3', 'r/d.txt': '4', '[odd] name?/e.xml': '5' }

async function glob(lines: string[], arrange: (workspace: string, temp: string) => void = () => undefined) {
  const { workspace, temp } = makeWorkspace(FILES)
  arrange(workspace, temp)
  const { paths, problems } = await findReports(
    lines.map(line => line.replace('$TEMP', temp)),
    { workspace, temp },
  )
  const told = problems.map(({ kind, message }) => `${kind}: ${asText(message).replace('`junit-paths`: ', '')}`)
  return { paths: paths.map(file => path.relative(workspace, file).replaceAll(path.sep, '/')), problems: told }
}

test.each([
  ['a file', ['a.xml'], ['a.xml']],
  ['a glob', ['r/*.xml'], ['r/b.xml']],
  ['dots in a path', ['./r/../a.xml', './r/./b.xml'], ['a.xml', 'r/b.xml']],
  ['all below', ['**/*.xml'], ['[odd] name?/e.xml', 'a.xml', 'r/b.xml', 'r/deep/c.xml']],
  ['a folder', ['r'], ['r/b.xml', 'r/d.txt', 'r/deep/c.xml']],
  ['two lines that match the same', ['r/**/*.xml', 'r/b.xml'], ['r/b.xml', 'r/deep/c.xml']],
  ['an exclusion', ['r/**/*.xml', '!r/deep/**'], ['r/b.xml']],
  ['blanks after the `!` of an exclusion', ['r/**/*.xml', '!  r/deep/**'], ['r/b.xml']],
  ['an exclusion takes from lines before it only', ['!a.xml', 'a.xml'], ['a.xml']],
  ['an exclusion that matches nothing', ['a.xml', '!x.xml'], ['a.xml']],
  ['comments and blank lines', ['# x', '', '  a.xml  '], ['a.xml']],
  ['no line', [], []],
])('%s', async (_, lines, paths) => {
  expect(await glob(lines)).toEqual({ paths, problems: [] })
})

const NONE = 'matches no file (write one glob a line)'
const OUT = 'leads outside the workspace and the temp folder of the runner'

test.each([
  ['a file that is not there', 'x.xml'],
  ['two files on one line', 'x.xml,y.xml'],
  ['a folder that is not there', 'x/**/*.xml'],
])('%s', async (_, line) => {
  expect(await glob(['a.xml', line])).toEqual({ paths: ['a.xml'], problems: [`missing: \`${line}\` ${NONE}`] })
})

test('a line whose files are all excluded later', async () => {
  const problems = [`missing: \`r/*.xml\` ${NONE}`]
  expect(await glob(['a.xml', 'r/*.xml', '!r/b.xml'])).toEqual({ paths: ['a.xml'], problems })
})

test('files outside the workspace', async () => {
  const found = await glob(['a.xml', '../*.xml'], workspace => writeFile(path.join(workspace, '../o.xml'), ''))
  expect(found).toEqual({ paths: ['a.xml'], problems: [`unsearched: \`../*.xml\` ${OUT}`] })
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

test('a workspace behind a link', async () => {
  const { workspace: real } = makeWorkspace(FILES)
  const way = path.join(makeWorkspace().workspace, 'way')
  fs.symlinkSync(path.dirname(real), way)
  const workspace = path.join(way, path.basename(real))
  fs.symlinkSync(path.join(real, 'r'), path.join(real, 'link'))
  expect(await findReports(['r/**/*.xml', 'link/*.xml'], { workspace })).toEqual({
    paths: [path.join(workspace, 'r/b.xml'), path.join(workspace, 'r/deep/c.xml')],
    problems: [],
  })
})

test.runIf(process.platform !== 'win32')('a workspace whose name looks like a glob', async () => {
  const { workspace: around } = makeWorkspace({ 'w[ab]?*x/a.xml': '', 'wa-x/b.xml': '', 'w[/c.xml': '' })
  for (const [name, file] of [
    ['w[ab]?*x', 'a.xml'],
    ['w[', 'c.xml'],
  ] as const) {
    const workspace = path.join(around, name)
    expect(await findReports(['*.xml'], { workspace })).toEqual({ paths: [path.join(workspace, file)], problems: [] })
  }
})

describe('links', () => {
  const linked = (lines: string[], links: Record<string, string>) =>
    glob(lines, workspace => {
      writeFile(path.join(workspace, '../outside/o.xml'), '')
      for (const [link, target] of Object.entries(links)) {
        fs.symlinkSync(path.join(workspace, target), path.join(workspace, link))
      }
    })

  test.each<[name: string, line: string, links: Record<string, string>, paths: string[], problem?: string]>([
    ['a folder', 'link/*.xml', { link: 'r' }, ['link/b.xml']],
    ['two files that are one', '*.xml', { 'b.xml': 'a.xml' }, ['a.xml']],
    ['two files that are one, the link first', '*.xml', { '0.xml': 'a.xml' }, ['a.xml']],
    ['a broken one', '*.xml', { 'b.xml': 'gone' }, ['a.xml']],
    ['a circle', '**/b.xml', { 'r/round': '.' }, ['r/b.xml']],
    ['one that leads out, and no line matches', 'r/*.xml', { out: '../outside' }, ['r/b.xml']],
    ['a file that leads out', '*.xml', { 'b.xml': '../outside/o.xml' }, ['a.xml'], `unsearched: \`*.xml\` ${OUT}`],
    ['a folder that leads out', 'link/*', { link: '../outside' }, [], `unsearched: \`link/*\` ${OUT}`],
    [
      'one to itself',
      'r/*.xml',
      { 'r/z.xml': 'r/z.xml' },
      ['r/b.xml'],
      "unsearched: `r/*.xml` can't be searched (ELOOP)",
    ],
  ])('%s', async (_, line, links, paths, problem) => {
    expect(await linked([line], links)).toEqual({ paths, problems: problem === undefined ? [] : [problem] })
  })
})

test.runIf(process.getuid?.() !== 0)('an unreadable folder is told', async () => {
  const found = await glob(['**/*.xml'], workspace => fs.mkdirSync(path.join(workspace, 'z'), { mode: 0 }))
  expect(found.problems).toEqual(["unsearched: `**/*.xml` can't be searched (EACCES)"])
})
