/**
 * Checks workflows, action.yml and dependabot.yml with zizmor, offline and by its strictest persona: `npm run zizmor`.
 * The pinned release comes into a virtual environment of its own under node_modules/.cache. Without Python it says so
 * and does nothing; with `--must-run` it fails.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const REQUIREMENTS = path.join(ROOT, '.ci/requirements.txt')
const PYTHON = process.platform === 'win32' ? 'python' : 'python3'

process.exitCode = main()

function main(): number {
  const bin = installed()
  if (bin === null) {
    const mustRun = process.argv.includes('--must-run')
    console.log(mustRun ? '✗ This has to run, but zizmor could not be installed.' : 'Skipped: no Python to run zizmor.')
    return mustRun ? 1 : 0
  }
  const args = ['--offline', '--persona=pedantic', '--no-progress', '--strict-collection', '.']
  return spawnSync(path.join(bin, 'zizmor'), args, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
}

/** The folder that holds zizmor, or null where it can't be installed. */
function installed(): string | null {
  const key = createHash('sha256').update(fs.readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16)
  const folder = path.join(ROOT, 'node_modules/.cache', `zizmor-${key}`)
  const bin = path.join(folder, process.platform === 'win32' ? 'Scripts' : 'bin')
  // Made last, so that an installation that broke off doesn't count.
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
