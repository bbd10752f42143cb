import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownerOf, withOwner } from '../../scripts/owner.ts'
import { releaseOf } from '../../scripts/release.ts'

const CHANGELOG = '# Changelog\n\n## 1.2.0\n\n- Something new.\n\n## 1.1.0\n\n- Something old.\n'

const PACKAGE = { version: '1.2.0', repository: 'github:OWNER/merge-queue-gate' }

let root = ''
const write = (file: string, text: string | object) =>
  fs.writeFileSync(path.join(root, file), typeof text === 'string' ? text : JSON.stringify(text))

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-release-'))
  fs.mkdirSync(path.join(root, 'docs'))
  write('package.json', PACKAGE)
  write('package-lock.json', { version: '1.2.0', packages: { '': { version: '1.2.0' } } })
  write('CHANGELOG.md', CHANGELOG)
  const steps = '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA # v1.2.0\n'
  for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/recipes.md']) write(page, steps)
})
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

test('a commit that is complete', () => {
  expect(releaseOf(root)).toEqual({ notes: '- Something new.', problems: [] })
})

test('between two releases: what is not released yet has its entry', () => {
  write('CHANGELOG.md', CHANGELOG.replace('## 1.2.0', '## Unreleased\n\n- Something newer.\n\n## 1.2.0'))
  expect(releaseOf(root).problems).toEqual([expect.stringMatching(/“Unreleased”, not “1.2.0”/)])
  expect(releaseOf(root, true)).toEqual({ notes: '- Something new.', problems: [] })
})

test('a commit that says who publishes it, but not on all pages', () => {
  write('package.json', { ...PACKAGE, repository: 'github:acme/merge-queue-gate' })
  for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md']) write(page, '')
  expect(releaseOf(root).problems).toEqual(['docs/recipes.md:1: still says OWNER'])
})

test.each<[string, string, string | object, RegExp]>([
  ['a version of another form', 'package.json', { ...PACKAGE, version: '1.2.0-rc.1' }, /“1.2.0-rc.1” is no version/],
  [
    'another version in the lockfile',
    'package-lock.json',
    { version: '1.2.0', packages: { '': { version: '1.1.0' } } },
    /^package-lock.json has the version 1.1.0, package.json 1.2.0/,
  ],
  ['no entry in the changelog', 'CHANGELOG.md', '# Changelog\n', /first entry/],
  ['an empty entry in the changelog', 'CHANGELOG.md', '## 1.2.0\n\n## 1.1.0\n\n- Old.\n', /says nothing/],
  ['a recipe with a local action', 'docs/recipes.md', 'steps:\n  - uses: ./\n', /^docs\/recipes.md:2: .*uses: \.\//],
  [
    'a page that pins another version',
    'README.md',
    '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA # v1.1.0\n',
    /^README.md:1: names v1.1.0, this is v1.2.0$/,
  ],
])('%s', (_, file, text, problem) => {
  write(file, text)
  expect(releaseOf(root).problems).toEqual([expect.stringMatching(problem)])
})

test.each([
  ['a step', '- uses: OWNER/merge-queue-gate@v0', '- uses: acme/merge-queue-gate@v0'],
  ['a link', 'https://github.com/OWNER/merge-queue-gate/issues', 'https://github.com/acme/merge-queue-gate/issues'],
  ['another owner before', 'github:other-org/merge-queue-gate', 'github:acme/merge-queue-gate'],
  ['the placeholder of CODEOWNERS', '/dist/ @OWNER', '/dist/ @acme'],
  ['reviewers who were named', '/dist/ @acme/gatekeepers', '/dist/ @acme/gatekeepers'],
  ['another action', '- uses: actions/checkout@v7', '- uses: actions/checkout@v7'],
])('the owner of package.json in %s', (_, text, expected) => {
  expect(withOwner(text, ownerOf({ repository: 'github:acme/merge-queue-gate' }))).toBe(expected)
})
