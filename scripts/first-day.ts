/**
 * A new contributor's first day: clones what is committed into an empty folder and runs there, in order, the commands
 * that README.md, CONTRIBUTING.md and docs/verify.md mark with `<!-- first day -->`: `npm run first-day`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGES = ['README.md', 'CONTRIBUTING.md', 'docs/verify.md']

process.exitCode = main()

function main(): number {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-first-day-'))
  try {
    const clone = path.join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', ROOT, clone], { stdio: 'inherit' })
    return PAGES.every(page => runPage(clone, page)) ? 0 : 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function runPage(clone: string, page: string): boolean {
  const commands = commandsIn(fs.readFileSync(path.join(clone, page), 'utf8'))
  if (commands.length === 0) {
    console.error(`✗ ${page} marks no command with <!-- first day -->`)
    return false
  }
  return commands.every(command => {
    const started = Date.now()
    const { status, stdout, stderr } = spawnSync(command, {
      cwd: clone,
      env: environment(),
      encoding: 'utf8',
      shell: true,
    })
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`${status === 0 ? '✓' : '✗'} ${page}: ${command} (${seconds} s)`)
    if (status !== 0) console.log(`${stdout}${stderr}`)
    return status === 0
  })
}

/** The lines of the shell block behind each mark, or the commands of npm in the sentence behind it. */
function commandsIn(text: string): string[] {
  return text
    .split('<!-- first day -->\n')
    .slice(1)
    .flatMap(rest => {
      const [, block] = /^\s*```sh\n([\s\S]*?)\n```/.exec(rest) ?? []
      if (block !== undefined) return block.split('\n')
      const [sentence = ''] = rest.trim().split('\n\n')
      return [...sentence.matchAll(/`(npm [^`]+)`/g)].map(([, command = '']) => command)
    })
}

/** Without the variables that npm sets for its scripts, and without the packages here: a contributor has neither. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '', ...rest } = process.env
  const own = Object.entries(rest).filter(([name]) => !/^(?:npm_|NODE_|INIT_CWD$)/.test(name))
  const folders = PATH.split(path.delimiter).filter(each => !each.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: folders.join(path.delimiter) }
}
