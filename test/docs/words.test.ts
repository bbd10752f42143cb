/** Words and sentences that first readers stumbled over: none of them comes back into what users read. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { CONDITION_NEEDS, CONDITIONS } from '../../src/facts/conditions.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { type Entry, REASONS } from '../../src/gate/reasons.ts'
import { asText } from '../../src/text/message.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGES = ['README.md', 'action.yml', ...fs.globSync('docs/**/*', { cwd: ROOT })]
  .filter(name => /\.(?:md|yml)$/.test(name))
  .map(name => [name, fs.readFileSync(path.join(ROOT, name), 'utf8').replace(/\s+/g, ' ')] as const)

const STUMBLED = [
  /\baskings?\b/i,
  /\bmend(?:s|ed)?\b/i,
  /\bmost telling\b/i,
  /\bheld back\b/i,
  /\bmay go on\b/i,
  /\bis waited through\b/i,
  /\bin vain\b/i,
  /\bon the spot\b/i,
  /\bpass(?:es|ing)? (?:it|the step|the proxy) (?:by|over)\b/i,
  /\bpasses over\b/i,
  /\bdecides by the conditions\b/i,
  /\bNothing is checked out and nothing is installed\b/,
  /\bgoes by the rule\b/i,
  /\bis waited for\b/i,
  /\bthrows it out\b/i,
  /\bnever `0`, never\b/,
  /\bwhat is no answer\b/,
  /\blies past the rule\b/,
  /\bLook there\b/,
  /\bwhich of the two was meant\b/i,
]

describe.each(PAGES)('%s', (_, text) => {
  test.each(STUMBLED)('%s', words => {
    const at = text.search(words)
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 60), at + 60)).toBe('')
  })
})

test.each(Object.entries<Entry>(REASONS))('%s is told in plain words', (_, { remedy }) => {
  expect(STUMBLED.filter(words => words.test(asText(remedy)))).toEqual([])
})

test.each([...CONDITIONS, ...Object.keys(parse(fs.readFileSync(path.join(ROOT, 'action.yml'), 'utf8')).inputs)])(
  'the changelog names %s',
  name => {
    const advice = 'CHANGELOG.md lacks a line for it: a new one goes under "## Unreleased"'
    expect(fs.readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`\`${name}\``), advice).toBe(true)
  },
)

test.each(CONDITIONS)('docs/sources.md says which source can answer %s', name => {
  const page = fs.readFileSync(path.join(ROOT, 'docs/sources.md'), 'utf8')
  const [, ofGitHub] = new RegExp(`^\\| [^|]*\`${name}\`[^|]*\\| ([^|]*) \\|`, 'm').exec(page) ?? []
  const advice =
    'Give it a row in docs/sources.md: "no" for GitHub where `refuses` in src/facts/source.ts has it, and only there'
  expect(ofGitHub && /^no\b/.test(ofGitHub), advice).toBe(name in SOURCES.github.refuses)
})

test.each(CONDITIONS.filter(each => CONDITION_NEEDS[each].join() === 'queue'))(
  'docs/operation.md says what %s is without a queue',
  name => {
    const page = fs.readFileSync(path.join(ROOT, 'docs/operation.md'), 'utf8')
    const advice = 'Name it in docs/operation.md, in the table of 404s, at "the queue"'
    expect(/^\| the queue \|.*$/m.exec(page)?.[0], advice).toContain(`\`${name}\``)
  },
)

test('the README fits a first visit', () => {
  expect(fs.statSync(path.join(ROOT, 'README.md')).size).toBeLessThanOrEqual(14_500)
})

test('the first workflows of the README are whole, and short enough to paste: one takes no secret, one gates a job', () => {
  const text = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  const [withoutSecret = '', gated = ''] = [...text.matchAll(/^```yaml\n(name:.*?)^```/gms)].map(
    ([, each = '']) => each,
  )
  for (const workflow of [withoutSecret, gated]) {
    expect(workflow.trim().split('\n').length).toBeLessThanOrEqual(30)
    expect(Object.keys(parse(workflow))).toEqual(['name', 'on', 'permissions', 'jobs'])
  }
  expect(withoutSecret).not.toContain('${{')
  expect(parse(gated).jobs).toEqual({
    gate: expect.anything(),
    'full-tests': expect.objectContaining({ needs: 'gate' }),
  })
})

const LINKS = PAGES.filter(([name]) => name.endsWith('.md')).flatMap(([name, text]) =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? '')
    .filter(link => !/^https?:/.test(link))
    .map(link => [name, link] as const),
)

test.each(LINKS)('%s links to what is there: %s', (name, link) => {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path.join(ROOT, name) : path.join(ROOT, path.dirname(name), file)
  expect(fs.existsSync(target)).toBe(true)
  if (anchor === undefined) return
  const page = fs.readFileSync(target, 'utf8')
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => slug(title))
  const ids = [...page.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)
  expect([...headings, ...ids]).toContain(anchor)
})

test('every page can be reached from the README', () => {
  const linked = (page: string) =>
    LINKS.filter(([name]) => name === page).map(([, link]) => path.join(path.dirname(page), link.split('#')[0] ?? ''))
  const seen = new Set(['README.md'])
  for (const page of seen) for (const link of linked(page)) seen.add(link)
  const pages = PAGES.map(([name]) => name).filter(name => name.endsWith('.md'))
  expect(pages.filter(page => !seen.has(page))).toEqual([])
})

test('every command that a page names is one of package.json', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
  const named = PAGES.flatMap(([, text]) => [...text.matchAll(/npm run (?:-s |--silent )?([a-z][\w:-]*)/g)])
  expect(named.map(([, script = '']) => script).filter(script => !(script in scripts))).toEqual([])
})

test('no file holds conflict markers', () => {
  const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.js', '*.yml', '*.json'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const torn = files
    .split('\n')
    .filter(file => file !== '' && fs.existsSync(path.join(ROOT, file)))
    .filter(file => /^(?:<<<<<<<|>>>>>>>) /m.test(fs.readFileSync(path.join(ROOT, file), 'utf8')))
  expect(torn).toEqual([])
})

/** As GitHub makes the anchor of a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
