import fs from 'node:fs'
import path from 'node:path'
import { lastReleased, notesOf } from './changelog.ts'

const VERSION = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/

/**
 * The obstacles to releasing the files of a commit as they are; one sentence each.
 *
 * @param unreleased true if the changelog may have an entry of what is not released yet
 */
export function releaseProblems(root: string, unreleased = false): string[] {
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json'))
  if (!VERSION.test(version)) return [`package.json: “${version}” is no version of the form 1.2.3`]
  const lock = JSON.parse(read('package-lock.json'))
  const locked = [lock.version, lock.packages[''].version].filter(each => each !== version)
  // `OWNER` stands for the account that publishes the action, and is replaced everywhere at once.
  const isOwned = !read('.github/CODEOWNERS').includes('@OWNER')
  return [
    ...locked.map(each => `package-lock.json has the version ${each}, package.json ${version}: run \`npm install\``),
    ...changelogProblems(unreleased ? lastReleased(read('CHANGELOG.md')) : read('CHANGELOG.md'), version),
    ...pagesOf(root).flatMap(page => pageProblems(page, read(page), version, isOwned)),
  ]
}

function changelogProblems(changelog: string, version: string): string[] {
  try {
    notesOf(changelog, version)
    return []
  } catch (error) {
    return [String((error as Error).message)]
  }
}

/** A recipe runs in the reader's repository, where `./` is another action. A page may name only this release. */
function pageProblems(page: string, text: string, version: string, isOwned: boolean): string[] {
  return text.split('\n').flatMap((line, at) => {
    const place = `${page}:${at + 1}`
    const [, named] = /merge-queue-gate/.test(line) ? (/\bv(\d+\.\d+\.\d+(?:-[\w.]+)?)/.exec(line) ?? []) : []
    return [
      ...(/^[ -]*uses: *['"]?\.\//.test(line) ? [`${place}: a recipe says \`uses: ./\``] : []),
      ...(named !== undefined && named !== version ? [`${place}: names v${named}, this is v${version}`] : []),
      ...(isOwned && line.includes('OWNER/merge-queue-gate') ? [`${place}: still says OWNER`] : []),
    ]
  })
}

function pagesOf(root: string): string[] {
  const docs = fs.globSync('docs/**/*', { cwd: root })
  return ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', ...docs].filter(name => name.endsWith('.md'))
}
