import fs from 'node:fs'
import path from 'node:path'

const HEADING = /^## (.+)$/gm

/** One entry of CHANGELOG.md: what stands behind `## `, and the text below it. */
interface Entry {
  title: string
  text: string
}

/** The entries of a changelog, the newest first. */
export function entriesOf(changelog: string): Entry[] {
  const headings = [...changelog.matchAll(HEADING)]
  return headings.map((heading, at) => ({
    title: (heading[1] ?? '').trim(),
    text: changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim(),
  }))
}

/**
 * The notes of a release, for users.
 *
 * @throws an Error that says what is missing, if the newest entry is not of this version or says nothing
 */
export function notesOf(changelog: string, version: string): string {
  const [first] = entriesOf(changelog)
  if (first?.title !== version) {
    throw new Error(`the first entry of CHANGELOG.md is “${first?.title ?? 'none'}”, not “${version}”`)
  }
  if (first.text === '') throw new Error(`the entry of ${version} in CHANGELOG.md says nothing`)
  return first.text
}

/** The changelog as the last release had it: between two releases the newest entry is `## Unreleased`. */
export function lastReleased(changelog: string): string {
  return changelog.replace(/^## Unreleased\n.*?(?=^## )/ms, '')
}

// `npm run release:notes` prints the notes of the version in package.json. `--unreleased` passes over an entry above it
// that is not released yet.
if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const changelog = read('CHANGELOG.md')
  const { version } = JSON.parse(read('package.json'))
  console.log(notesOf(process.argv.includes('--unreleased') ? lastReleased(changelog) : changelog, version))
}
