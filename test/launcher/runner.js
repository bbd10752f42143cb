import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFile } from './bundle.js'
import { readCommandFile } from './command-file.js'
import { inputVariables, workflowEnvironment } from './environment.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @import { ChildProcessByStdio } from 'node:child_process'
 * @import { Readable } from 'node:stream'
 * @import { Event } from './environment.js'
 *
 * @typedef {object} RunOptions
 * @property {Event} event
 * @property {Record<string, string>} [inputs]  Those that a workflow would give; the others have action.yml's defaults.
 * @property {Record<string, string | undefined>} [env]  Wins over what the runner gives; `undefined` takes a variable away.
 * @property {string} [githubToken]  What `${{ github.token }}` in a default stands for: empty, unless given.
 * @property {Record<string, string>} [workspace]  Files of the workspace, text by relative path.
 * @property {string} [summary]  What is in the step's summary file already.
 * @property {string} [main]  Another script to run, from the root of the project.
 * @property {string} [nodePath]  The running Node, unless given.
 * @property {string[]} [nodeArgs]  Arguments of Node itself.
 * @property {number} [timeLimit]  Milliseconds until the process is killed: 60,000, unless given.
 *
 * @typedef {object} RunResult
 * @property {number | null} exitCode  `null` where a signal ended it.
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 * @property {Record<string, string>} outputs  Of GITHUB_OUTPUT.
 * @property {string} summary  Of GITHUB_STEP_SUMMARY, with what was in it before.
 * @property {unknown} report  The JSON document that the output `report-file` names; `undefined` where there is none.
 * @property {Record<string, string>} files
 *   What lies in the workspace and the temp folder at the end (command files and event apart), text by path:
 *   `workspace/...`, `temp/...`.
 * @property {string} folder  Where the run took place: what to replace before texts with paths are compared.
 * @property {number} duration  Milliseconds.
 *
 * @typedef {object} Run
 * @property {ChildProcessByStdio<null, Readable, Readable>} child
 * @property {string} folder  Holds `workspace` and `temp`.
 * @property {Promise<RunResult>} done
 */

/**
 * Runs the action as a step of a workflow, in a folder of its own, and collects what it left behind.
 *
 * @param {RunOptions} options
 * @returns {Promise<RunResult>}
 */
export function runAction(options) {
  return startAction(options).done
}

/**
 * `runAction` for a caller that needs the process while it runs, to send it a signal, say.
 *
 * @param {RunOptions} options
 * @returns {Run}
 */
export function startAction(options) {
  return startStep(makeStep(options), options)
}

/**
 * `startAction` for a caller that needs to know the step's places before it starts.
 *
 * @param {ReturnType<typeof makeStep>} step
 * @param {RunOptions} options
 * @returns {Run}
 */
export function startStep({ folder, places, script, env }, options) {
  const { nodeArgs = [], timeLimit = 60_000 } = options
  const started = Date.now()
  const child = spawn(options.nodePath ?? process.execPath, [...nodeArgs, script], {
    cwd: places.workspace,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), timeLimit)

  const done = async () => {
    try {
      const end = await ended(child)
      const duration = Date.now() - started
      return { ...end, ...(await collect(places, folder)), folder, duration }
    } finally {
      clearTimeout(limit)
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { child, folder, done: done() }
}

/**
 * Makes the folder of a step with everything in it, for a caller that starts the process itself.
 *
 * @param {RunOptions} options
 */
export function makeStep(options) {
  const { event, main = bundleFile() } = options
  // Without links in it (macOS has one in its temp folder): the action compares paths after resolving them.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'merge-queue-gate-')))
  const places = placesIn(folder)
  mkdirSync(places.workspace)
  for (const file of Object.values(places.commands)) write(file, '')
  write(places.commands.GITHUB_STEP_SUMMARY, options.summary ?? '')
  if (event.payload !== undefined) write(places.event, eventText(event))
  for (const [path, text] of Object.entries(options.workspace ?? {})) write(join(places.workspace, path), text)
  return { folder, places, script: resolve(ROOT, main), env: environmentOf(options, places) }
}

/**
 * The paths of a run, in the shape that they have on GitHub's machines.
 *
 * @param {string} folder
 */
function placesIn(folder) {
  const temp = join(folder, 'temp')
  /** @param {string} name */
  const command = name => join(temp, '_runner_file_commands', `${name}_5f0c2a9e`)
  return {
    workspace: join(folder, 'workspace'),
    temp,
    event: join(temp, '_github_workflow', 'event.json'),
    commands: {
      GITHUB_ENV: command('set_env'),
      GITHUB_OUTPUT: command('set_output'),
      GITHUB_PATH: command('add_path'),
      GITHUB_STATE: command('save_state'),
      GITHUB_STEP_SUMMARY: command('step_summary'),
    },
  }
}

/**
 * The whole environment of the step. Of this process' own, nothing but the PATH and what Windows can't do without.
 *
 * @param {RunOptions} options
 * @param {ReturnType<typeof placesIn>} places
 * @returns {Record<string, string>}
 */
function environmentOf({ event, inputs = {}, env = {}, githubToken = '', nodePath }, places) {
  const { PATH = '', SYSTEMROOT } = process.env
  // A job without a matrix.
  /** @type {Record<string, string>} */
  const terms = {
    'github.token': githubToken,
    'github.workflow': 'Gate',
    'github.job': 'gate',
    'strategy.job-index': '0',
  }
  const systems = /** @type {Record<string, string>} */ ({ darwin: 'macOS', win32: 'Windows' })
  /** @type {Record<string, string | undefined>} */
  const all = {
    PATH: nodePath === undefined ? PATH : `${dirname(nodePath)}${delimiter}${PATH}`,
    SYSTEMROOT,
    ...workflowEnvironment(event),
    ...places.commands,
    GITHUB_EVENT_PATH: places.event,
    GITHUB_WORKSPACE: places.workspace,
    RUNNER_ARCH: process.arch.toUpperCase(),
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'stand-in runner',
    RUNNER_OS: systems[process.platform] ?? 'Linux',
    RUNNER_TEMP: places.temp,
    RUNNER_TOOL_CACHE: join(places.temp, '..', 'tools'),
    ...inputVariables(inputs, terms),
    ...env,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * @param {string} path  Its folders are made.
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/**
 * @param {Event} event
 * @returns {string}
 */
function eventText({ payload }) {
  return typeof payload === 'string' ? payload : JSON.stringify(payload, undefined, 2)
}

/**
 * @param {Run['child']} child
 * @returns {Promise<Pick<RunResult, 'exitCode' | 'signal' | 'stdout' | 'stderr'>>}
 */
function ended(child) {
  const texts = { stdout: '', stderr: '' }
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    child[name].setEncoding('utf8').on('data', chunk => {
      texts[name] += chunk
    })
  }
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode, signal) => settle({ exitCode, signal, ...texts }))
  })
}

/**
 * @param {ReturnType<typeof placesIn>} places
 * @param {string} folder
 */
async function collect(places, folder) {
  const { commands } = places
  const [output, summary] = await Promise.all(
    [commands.GITHUB_OUTPUT, commands.GITHUB_STEP_SUMMARY].map(file => readFile(file, 'utf8')),
  )
  const outputs = readCommandFile(output ?? '')
  return {
    outputs,
    summary: summary ?? '',
    report: await readReport(outputs['report-file'], places.workspace),
    files: { ...(await filesUnder(places.workspace, folder)), ...(await filesUnder(places.temp, folder)) },
  }
}

/**
 * @param {string | undefined} file
 * @param {string} workspace
 * @returns {Promise<unknown>}
 */
async function readReport(file, workspace) {
  const path = file ? resolve(workspace, file) : undefined
  return path && existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : undefined
}

/**
 * @param {string} start
 * @param {string} folder
 * @returns {Promise<Record<string, string>>}
 */
async function filesUnder(start, folder) {
  const own = ['_runner_file_commands', '_github_workflow']
  // Not `withFileTypes`: the first releases of Node 20 don't say in which folder an entry lies.
  const paths = (await readdir(start, { recursive: true }))
    .map(path => join(start, path))
    .filter(path => lstatSync(path).isFile() && !own.some(name => path.startsWith(join(start, name) + sep)))
    .sort()
  return Object.fromEntries(
    await Promise.all(
      paths.map(async path => [relative(folder, path).split(sep).join('/'), await readFile(path, 'utf8')]),
    ),
  )
}
