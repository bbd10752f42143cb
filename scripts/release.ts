/**
 * `npm run release`: fails if the files at hand can't be released as the version in package.json, and says why; else it
 * prints the notes of the release, for users. `--unreleased` passes over an entry `## Unreleased` of the changelog.
 */
import fs from 'node:fs'
import path from 'node:path'
import { NOBODY, ownerOf } from './owner.ts'

const HEADING = /^## (.+)$/gm
const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

if (import.meta.main) {
  const { problems, notes } = releaseOf(path.resolve(import.meta.dirname, '..'), process.argv.includes('--unreleased'))
  for (const problem of problems) console.error(`✗ ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.log(notes)
}

/**
 * The notes of the release that the files of a folder make, and the obstacles to it, one sentence each.
 *
 * @param unreleased true if the changelog may have an entry of what is not released yet
 */
export function releaseOf(root: string, unreleased = false): { notes: string; problems: string[] } {
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  if (!VERSION.test(version)) return { notes: '', problems: [`package.json: “${version}” is no version like 1.2.3`] }
  const lock = JSON.parse(read('package-lock.json'))
  const locked = [lock.version, lock.packages[''].version].filter(each => each !== version)
  const changelog = read('CHANGELOG.md')
  const [first] = entriesOf(unreleased ? changelog.replace(/^## Unreleased\n.*?(?=^## )/ms, '') : changelog)
  const isOwned = ownerOf(JSON.parse(read('package.json'))) !== NOBODY
  const problems = [
    ...locked.map(each => `package-lock.json has the version ${each}, package.json ${version}: run \`npm install\``),
    ...(first?.title === version ? [] : [`the first entry of CHANGELOG.md is “${first?.title}”, not “${version}”`]),
    ...(first?.text === '' ? [`the first entry of CHANGELOG.md says nothing`] : []),
    ...pagesOf(root).flatMap(page => pageProblems(page, read(page), version, isOwned)),
  ]
  return { notes: first?.text ?? '', problems }
}

/** The entries of a changelog, the newest first. */
function entriesOf(changelog: string): { title: string; text: string }[] {
  const headings = [...changelog.matchAll(HEADING)]
  return headings.map((heading, at) => ({
    title: (heading[1] ?? '').trim(),
    text: changelog.slice(heading.index + heading[0].length, headings[at + 1]?.index).trim(),
  }))
}

/** A recipe runs in the reader's repository, where `./` is another action. A page may name only this release. */
function pageProblems(page: string, text: string, version: string, isOwned: boolean): string[] {
  return text.split('\n').flatMap((line, at) => {
    const place = `${page}:${at + 1}`
    const [, named] = /merge-queue-gate/.test(line) ? (/\bv(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(line) ?? []) : []
    return [
      ...(/^[ -]*uses: *['"]?\.\//.test(line) ? [`${place}: a recipe says \`uses: ./\``] : []),
      ...(named !== undefined && named !== version ? [`${place}: names v${named}, this is v${version}`] : []),
      ...(isOwned && line.includes(`${NOBODY}/merge-queue-gate`) ? [`${place}: still says ${NOBODY}`] : []),
    ]
  })
}

function pagesOf(root: string): string[] {
  const docs = fs.globSync('docs/**/*', { cwd: root })
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...docs].filter(name => name.endsWith('.md'))
}
