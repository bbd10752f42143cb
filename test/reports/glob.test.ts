import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { globReports } from '../../src/reports/glob.ts'
import { asText } from '../../src/text/message.ts'
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

test.each([
  ['a file that is not there', ['a.xml', 'x.xml'], '`junit-paths`: `x.xml` matches no file'],
  [
    'two files on one line',
    ['a.xml', 'x.xml,y.xml'],
    '`junit-paths`: `x.xml,y.xml` matches no file (write one glob a line: a comma does not separate them)',
  ],
  ['a path of Windows', ['a.xml', 'r\\x.xml'], '`junit-paths`: `r\\x.xml` matches no file (separate folders with /)'],
  ['a comma in braces', ['a.xml', '{x,y}.xml'], '`junit-paths`: `{x,y}.xml` matches no file'],
  ['a folder that is not there', ['a.xml', 'x/**/*.xml'], '`junit-paths`: `x/**/*.xml` matches no file'],
  [
    'a line whose files are all excluded later',
    ['a.xml', 'r/*.xml', '!r/b.xml'],
    '`junit-paths`: `r/*.xml` matches no file',
  ],
])('%s', async (_, lines, message) => {
  expect(await glob(lines)).toEqual({ paths: ['a.xml'], problems: [{ kind: 'missing', message }] })
})

const OUTSIDE = 'outside the workspace and the temp folder of the runner'

test.each(['../*.xml', '..', '/', '~', '~/*.xml'])('a search that starts outside: %s', async line => {
  expect(await glob(['a.xml', line])).toEqual({
    paths: ['a.xml'],
    problems: [{ kind: 'outside', message: `\`junit-paths\`: \`${line}\` starts ${OUTSIDE}` }],
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

test('a workspace behind a link', async () => {
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
  const { workspace: around } = makeWorkspace({ 'w[ab]?*\\x/a.xml': '', 'wa-x/b.xml': '', 'w[/c.xml': '' })
  for (const [name, file] of [
    ['w[ab]?*\\x', 'a.xml'],
    ['w[', 'c.xml'],
  ] as const) {
    const workspace = path.join(around, name)
    expect(await globReports(['*.xml'], { workspace })).toEqual({ paths: [path.join(workspace, file)], problems: [] })
  }
})

/** Makes links in the workspace: each path with its target, relative to the workspace; `../outside/o.xml` is a file. */
async function linked(lines: string[], links: Record<string, string>) {
  return glob(lines, workspace => {
    writeFile(path.join(workspace, '../outside/o.xml'), '')
    for (const [link, target] of Object.entries(links)) {
      fs.symlinkSync(path.join(workspace, target), path.join(workspace, link))
    }
  })
}

describe('links', () => {
  const INSIDE = ['[odd] name?/e.xml', 'a.xml', 'r/b.xml', 'r/deep/c.xml']

  test.each<[name: string, line: string, links: Record<string, string>, paths: string[]]>([
    ['a folder', 'link/*.xml', { link: 'r' }, ['link/b.xml']],
    ['two files that are one', '*.xml', { 'b.xml': 'a.xml' }, ['a.xml']],
    ['two files that are one, the link first', '*.xml', { '0.xml': 'a.xml' }, ['a.xml']],
    [
      'a linked folder is no report',
      'r/*',
      { 'r/link': '[odd] name?' },
      ['r/b.xml', 'r/d.txt', 'r/deep/c.xml', 'r/link/e.xml'],
    ],
    ['a broken link', '*.xml', { 'b.xml': 'gone' }, ['a.xml']],
    ['a circle of links', '**/b.xml', { 'r/round': '.' }, ['r/b.xml']],
    ['a link out of the workspace that no line matches', 'r/*.xml', { out: '../outside' }, ['r/b.xml']],
  ])('%s', async (_, line, links, paths) => {
    expect(await linked([line], links)).toEqual({ paths, problems: [] })
  })

  test.each<[name: string, line: string, links: Record<string, string>, paths: string[]]>([
    ['a folder', '**/*.xml', { 'r/link': '../outside' }, INSIDE],
    ['a folder behind a link inside', 'r/*/*/*.xml', { 'r/in': '[odd] name?', '[odd] name?/out': '../outside' }, []],
    ['a file', '*.xml', { 'b.xml': '../outside/o.xml' }, ['a.xml']],
  ])('that lead out: %s', async (_, line, links, paths) => {
    expect(await linked([line], links)).toEqual({
      paths,
      problems: [{ kind: 'outside', message: `\`junit-paths\`: \`${line}\` leads by a link ${OUTSIDE}` }],
    })
  })

  test('a glob that begins at a link out', async () => {
    expect((await linked(['link/*.xml'], { link: '../outside' })).problems).toEqual([
      { kind: 'outside', message: `\`junit-paths\`: \`link/*.xml\` starts ${OUTSIDE}` },
    ])
  })

  test('a link to itself is reported', async () => {
    expect(await linked(['r/*.xml'], { 'r/loop.xml': 'r/loop.xml' })).toEqual({
      paths: ['r/b.xml'],
      problems: [{ kind: 'unsearched', message: "`junit-paths`: `r/*.xml` can't be searched (ELOOP)" }],
    })
  })
})

test.runIf(process.getuid?.() !== 0)('an unreadable folder is reported', async () => {
  const found = await glob(['**/*.xml'], workspace => fs.mkdirSync(path.join(workspace, 'z'), { mode: 0 }))
  expect(found.problems).toEqual([
    { kind: 'unsearched', message: "`junit-paths`: `**/*.xml` can't be searched (EACCES)" },
  ])
})

test('a broken link beside links of folders that lead in circles is passed over', async () => {
  const found = await glob(['r/*.xml'], workspace => {
    for (const [name, target] of Object.entries({ one: '.', two: '.', 'a.xml': 'gone' })) {
      fs.symlinkSync(target, path.join(workspace, 'r', name))
    }
  })
  expect(found).toMatchObject({ paths: expect.arrayContaining(['r/b.xml']), problems: [] })
})

// Other systems take no such name.
describe.runIf(process.platform === 'linux')('a name that is not valid UTF-8 hides no report', () => {
  test.each<[string, name: string, line: string, link: string | null]>([
    ['of a file', 'r\xe9sultats.xml', '*.xml', null],
    ['of a file in a folder', 'r/r\xe9sultats.xml', '**/*.xml', null],
    ['of a folder', 'd\xff', '**/*.xml', null],
    ['beside a broken link behind it', 'r\xe9sultats.xml', '*.xml', 'z.xml'],
    ['beside a broken link before it', 'r\xe9sultats.xml', '*.xml', '0.xml'],
  ])('%s', async (_, name, line, link) => {
    const found = await glob([line], workspace => {
      const bytes = Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from(name, 'latin1')])
      if (name.endsWith('.xml')) fs.writeFileSync(bytes, '1')
      else fs.mkdirSync(bytes)
      if (link !== null) fs.symlinkSync('gone', path.join(workspace, link))
    })
    const message = expect.objectContaining({ kind: 'unsearched' })
    expect(found.problems).toEqual([message])
    expect(asText(found.problems[0]?.message ?? '')).toBe(
      `\`junit-paths\`: \`${line}\` can't be searched (a name in it is not valid UTF-8)`,
    )
  })
  test('of two files that look alike behind links', async () => {
    const found = await glob(['r/*.xml'], workspace => {
      for (const [link, byte] of Object.entries({ one: 0xfe, two: 0xff })) {
        const target = Buffer.concat([Buffer.from(`${workspace}/`), Buffer.from([byte])])
        fs.writeFileSync(target, '1')
        fs.symlinkSync(target, path.join(workspace, `r/${link}.xml`))
      }
    })
    expect(found.problems).toMatchObject([{ kind: 'unsearched' }])
  })
})
