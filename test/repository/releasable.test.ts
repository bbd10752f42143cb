import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notesOf } from '../../scripts/changelog.ts'
import { releaseProblems } from '../../scripts/releasable.ts'

const CHANGELOG = '# Changelog\n\n## 1.2.0\n\n- Something new.\n\n## 1.1.0\n\n- Something old.\n'

describe('a changelog', () => {
  test('gives the text of the newest entry', () => expect(notesOf(CHANGELOG, '1.2.0')).toBe('- Something new.'))

  test.each([
    ['an older version', CHANGELOG, '1.1.0', 'the first entry of CHANGELOG.md is “1.2.0”, not “1.1.0”'],
    ['no entry at all', '# Changelog\n', '1.2.0', 'the first entry of CHANGELOG.md is “none”, not “1.2.0”'],
    ['changes not yet under a version', `## Unreleased\n\n${CHANGELOG}`, '1.2.0', '“Unreleased”, not “1.2.0”'],
    ['an empty entry', '## 1.2.0\n\n## 1.1.0\n\n- Old.', '1.2.0', 'the entry of 1.2.0 in CHANGELOG.md says nothing'],
  ])('%s', (_, text, version, message) => expect(() => notesOf(text, version)).toThrow(message))
})

describe('a commit', () => {
  let root = ''
  const write = (file: string, text: string | object) =>
    fs.writeFileSync(path.join(root, file), typeof text === 'string' ? text : JSON.stringify(text))

  beforeEach(() => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-releasable-'))
    for (const folder of ['docs', '.github']) fs.mkdirSync(path.join(root, folder))
    write('.github/CODEOWNERS', '* @OWNER\n')
    write('package.json', { version: '1.2.0' })
    write('package-lock.json', { version: '1.2.0', packages: { '': { version: '1.2.0' } } })
    write('CHANGELOG.md', CHANGELOG)
    const steps = '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA # v1.2.0\n'
    for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/recipes.md']) write(page, steps)
  })
  afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

  test('that is complete', () => expect(releaseProblems(root)).toEqual([]))

  test('between two releases: what is not released yet has its entry', () => {
    write('CHANGELOG.md', CHANGELOG.replace('## 1.2.0', '## Unreleased\n\n- Something newer.\n\n## 1.2.0'))
    expect(releaseProblems(root)).toEqual([expect.stringMatching(/“Unreleased”, not “1.2.0”/)])
    expect(releaseProblems(root, true)).toEqual([])
  })

  test('that says who publishes it, but not on all pages', () => {
    write('.github/CODEOWNERS', '* @acme/gatekeepers\n')
    for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md']) write(page, '')
    expect(releaseProblems(root)).toEqual(['docs/recipes.md:1: still says OWNER'])
  })

  test.each<[string, string, string | object, RegExp[]]>([
    ['a version of another form', 'package.json', { version: '1.2' }, [/“1.2” is no version/]],
    ['a version for testing', 'package.json', { version: '1.2.0-rc.1' }, [/“1.2.0-rc.1” is no version/]],
    [
      'another version in the lockfile',
      'package-lock.json',
      { version: '1.2.0', packages: { '': { version: '1.1.0' } } },
      [/^package-lock.json has the version 1.1.0, package.json 1.2.0/],
    ],
    ['no entry in the changelog', 'CHANGELOG.md', '# Changelog\n', [/first entry/]],
    [
      'a recipe with a local action',
      'docs/recipes.md',
      'steps:\n  - uses: ./\n',
      [/^docs\/recipes.md:2: .*uses: \.\//],
    ],
    [
      'a page that pins another version',
      'README.md',
      '- uses: OWNER/merge-queue-gate@FULL_COMMIT_SHA # v1.1.0\n',
      [/^README.md:1: names v1.1.0, this is v1.2.0$/],
    ],
    [
      'a command about another version',
      'docs/recipes.md',
      '`gh release verify v1.1.0 --repo OWNER/merge-queue-gate`\n',
      [/^docs\/recipes.md:1: names v1.1.0, this is v1.2.0$/],
    ],
  ])('%s', (_, file, text, problems) => {
    write(file, text)
    expect(releaseProblems(root)).toEqual(problems.map(each => expect.stringMatching(each)))
  })
})
