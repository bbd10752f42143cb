/** The pages lead where they say, and name what is there. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITION_NAMES } from '../../src/facts/conditions.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8')
const PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...fs.globSync('docs/**/*.md', { cwd: ROOT })].map(
  name => [name, read(name)] as const,
)

test.each([...CONDITION_NAMES, ...Object.keys(parse(read('action.yml')).inputs)])(
  'docs/reference.md names %s',
  name => {
    expect(read('docs/reference.md')).toContain(`\`${name}\``)
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

test('every command that a page names is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = PAGES.flatMap(([page, text]) =>
    [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)].map(([, script = '']) => [page, script]),
  )
  expect(named.filter(([, script = '']) => !(script in scripts))).toEqual([])
})

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
