/** The pages lead where they say, and name what is there. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITION_NAMES } from '../../src/facts/facts.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...fs.globSync('docs/**/*.md', { cwd: ROOT })].map(
  name => [name, read(name)] as const,
)

test.each([...CONDITION_NAMES, ...Object.keys(parse(read('action.yml')).inputs)])(
  'docs/reference.md names %s',
  name => {
    expect(read('docs/reference.md').includes(`\`${name}\``), 'npm run made writes it').toBe(true)
  },
)

const LINKS = PAGES.flatMap(([name, text]) =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter(link => !/^https?:/.test(link))
    .map(link => [name, link] as const),
)

test('each link leads somewhere', () => {
  const lost = LINKS.filter(([name, link]) => {
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path.join(ROOT, name) : path.join(ROOT, path.dirname(name), file)
    return !fs.existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(lost.map(([name, link]) => `${name}: ${link}`)).toEqual([])
})

test('every page can be reached from the README', () => {
  const linked = (page: string) =>
    LINKS.filter(([name]) => name === page).map(([, link]) => path.join(path.dirname(page), link.split('#')[0] ?? ''))
  const seen = new Set(['README.md'])
  for (const page of seen) for (const link of linked(page)) seen.add(link)
  expect(PAGES.map(([name]) => name).filter(page => !seen.has(page))).toEqual([])
})

test('every file of the repository that a page names is there', () => {
  const named = PAGES.flatMap(([page, text]) =>
    [...text.matchAll(/`((?:src|test|docs|scripts|bench|\.ci)\/[\w./-]+)`/g)].map(([, file = '']) => [page, file]),
  )
  expect(named.filter(([, file = '']) => !fs.existsSync(path.join(ROOT, file)))).toEqual([])
})

test('every command that a page names is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = PAGES.flatMap(([page, text]) =>
    [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(([, script = '']) => [page, script]),
  )
  expect(named.filter(([, script = '']) => !(script in scripts))).toEqual([])
})

const action = parse(read('action.yml'))
const TEXTS = [
  ...PAGES.map(([name, text]) => [name, partsOf(text)] as const),
  ['CHANGELOG.md', partsOf(read('CHANGELOG.md'))] as const,
  [
    'action.yml',
    [action, ...Object.values(action.inputs), ...Object.values(action.outputs)].map(descriptionOf),
  ] as const,
]

test.each(TEXTS)('%s: no sentence has more than 25 words', (_, parts) => {
  const sentences = parts.flatMap(part => plain(part).split(/(?<=[.!?]["”’)]*)\s+/))
  expect(sentences.filter(each => (each.match(/[\p{L}\p{N}][^\s]*/gu) ?? []).length > 25)).toEqual([])
})

test('the pages together are short enough to be read', () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean).length
  expect(Buffer.byteLength(read('README.md'))).toBeLessThanOrEqual(13_000)
  expect(PAGES.length).toBeLessThanOrEqual(12)
  expect(PAGES.reduce((sum, [, text]) => sum + words(text), 0)).toBeLessThanOrEqual(15_000)
})

/** Paragraphs, headings, items of lists and cells of tables, without blocks of code. */
function partsOf(page: string): string[] {
  const prose = page.replaceAll(/^( *)```.*?^\1```$/gms, '\n').replaceAll(/<!--.*?-->/gs, '\n')
  return prose.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n?^#+ |(?<!\\)\|/m)
}

/** Without code, addresses and markup: their words don't count. */
function plain(text: string): string {
  const linked = text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/<[^>]+>/g, ' ')
  return linked
    .replaceAll(/``?[^`]*``?/g, '')
    .replaceAll(/https?:\S+/g, '')
    .replaceAll(/\s+/g, ' ')
}

function descriptionOf({ description }: { description: string }): string {
  return description
}

/** The anchors of a page: those of its headings, as GitHub makes them, and its own. */
function anchorsOf(file: string): string[] {
  const page = fs.readFileSync(file, 'utf8')
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return [...headings, ...[...page.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)]
}
