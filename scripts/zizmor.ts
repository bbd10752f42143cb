/**
 * `npm run zizmor`: checks workflows, action.yml, dependabot.yml and the recipes of the pages with zizmor, offline and
 * pedantically. Installs the pinned release into a virtual environment under node_modules/.cache. Without Python the
 * check is skipped; with `--must-run` it fails.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Recipe, recipes } from '../test/act/pages.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const REQUIREMENTS = path.join(ROOT, '.ci/requirements.txt')
const PYTHON = process.platform === 'win32' ? 'python' : 'python3'

/**
 * Exceptions for recipes. Their jobs have no name: the id is shorter, and people make the id a required check. The
 * workflows of the README are kept short enough to paste.
 */
const RULES = `rules:
  anonymous-definition:
    disable: true
  concurrency-limits:
    ignore: [${recipes()
      .flatMap(recipe => (recipe.page === 'README.md' ? fileOf(recipe) : []))
      .join(', ')}]
`

process.exitCode = main()

function main(): number {
  const bin = installed()
  if (bin === null) {
    const mustRun = process.argv.includes('--must-run')
    console.log(mustRun ? '✗ This has to run, but zizmor could not be installed.' : 'Skipped: no Python to run zizmor.')
    return mustRun ? 1 : 0
  }
  const zizmor = path.join(bin, 'zizmor')
  return [check(zizmor, ROOT), checkRecipes(zizmor)].find(status => status !== 0) ?? 0
}

function check(zizmor: string, folder: string): number {
  const args = ['--offline', '--persona=pedantic', '--no-progress', '--strict-collection', '.']
  return spawnSync(zizmor, args, { cwd: folder, stdio: 'inherit' }).status ?? 1
}

function fileOf({ page, name }: Recipe): string {
  return `${`${path.basename(page, '.md')}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.yml`
}

/** Checks the recipes as workflows of a repository, with a commit in the place where readers put one. */
function checkRecipes(zizmor: string): number {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-zizmor-'))
  try {
    const workflows = path.join(folder, '.github/workflows')
    fs.mkdirSync(workflows, { recursive: true })
    fs.writeFileSync(path.join(folder, '.github/zizmor.yml'), RULES)
    for (const recipe of recipes()) {
      fs.writeFileSync(path.join(workflows, fileOf(recipe)), recipe.text.replaceAll('FULL_COMMIT_SHA', 'a'.repeat(40)))
    }
    return check(zizmor, folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The folder that holds zizmor, or null where it can't be installed. */
function installed(): string | null {
  const key = createHash('sha256').update(fs.readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16)
  const folder = path.join(ROOT, 'node_modules/.cache', `zizmor-${key}`)
  const bin = path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  // Written last, so that an interrupted installation doesn't count.
  const done = path.join(folder, 'complete')
  if (fs.existsSync(done)) return bin
  fs.rmSync(folder, { recursive: true, force: true })
  const succeeds = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:']
  if (!succeeds(PYTHON, ['-m', 'venv', folder])) return null
  if (!succeeds(path.join(bin, 'python'), [...pip, '--require-hashes', '--requirement', REQUIREMENTS])) return null
  fs.writeFileSync(done, '')
  return bin
}
