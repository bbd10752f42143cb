/**
 * `npm run release:check [-- <commit>]`: proves that a commit (HEAD by default) can be released. `--unreleased` also
 * accepts changes that the changelog lists under no version yet. It checks a clone in an empty folder, so only
 * committed files count. The clone is built with hardly any environment but the PATH, so without credentials. It uses
 * the packages installed here, if the lockfile of the commit is the same.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundledPackages } from './bundled.ts'
import { lendPackages } from './packages.ts'
import { releaseProblems } from './releasable.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const args = process.argv.slice(2)
process.exitCode = main(args.find(arg => !arg.startsWith('--')) ?? 'HEAD', args.includes('--unreleased'))

function main(wanted: string, unreleased: boolean): number {
  const commit = git(ROOT, 'rev-parse', '--verify', `${wanted}^{commit}`).trim()
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-release-'))
  try {
    const clone = path.join(folder, 'clone')
    git(folder, 'clone', '--quiet', '--no-checkout', ROOT, clone)
    git(clone, 'checkout', '--quiet', '--detach', commit)
    const problems = [...releaseProblems(clone, unreleased), ...builtProblems(folder, clone)]
    for (const problem of problems) console.error(`✗ ${problem}`)
    const { version } = JSON.parse(fs.readFileSync(path.join(clone, 'package.json'), 'utf8'))
    const verdict = problems.length === 0 ? 'can be released' : 'can not be released'
    console.log(`${commit.slice(0, 12)} ${verdict} as v${version}`)
    return problems.length === 0 ? 0 : 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Problems that only a build of the clone shows: in the bundle, its notices, the generated pages. */
function builtProblems(folder: string, clone: string): string[] {
  const lockfile = (root: string) => fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (lockfile(clone) !== lockfile(ROOT))
    return ['other packages are installed here: check the commit out, run `npm ci`']
  lendPackages(ROOT, clone)
  const built = path.join(folder, 'built')
  const failed = [
    ['scripts/build.ts', built],
    ['scripts/schema.ts', '--check'],
    ['scripts/docs.ts', '--check'],
  ].flatMap(args => {
    const { status, stdout, stderr } = run(folder, clone, args)
    return status === 0 ? [] : [`${args.join(' ')} failed:\n${stdout}${stderr}`.trim()]
  })
  if (failed.length > 0) return failed
  return [
    ...different.map(name => `dist/${name} is not what src builds: run \`npm run build\` and commit it`),
    ...noticeProblems(path.join(clone, 'dist')),
  ]
}

/** Each package in the bundle needs a notice that is not empty. */
function noticeProblems(dist: string): string[] {
  try {
    bundledPackages(dist)
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

function run(folder: string, clone: string, args: string[]) {
  const { PATH = '', SYSTEMROOT } = process.env
  const env = { PATH, HOME: folder, TMPDIR: folder, ...(SYSTEMROOT !== undefined && { SYSTEMROOT }) }
  return spawnSync(process.execPath, args, { cwd: clone, env, encoding: 'utf8' })
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
