/**
 * Runs the action by a runner that is not ours: nektos act in host mode, without Docker. It reads action.yml, workflows
 * and expressions its own way. The workflows are those of README.md and the recipes under docs/, as they stand there,
 * and those of test/act; the bundle is that of the sources at hand, the service the stand-in.
 *
 * `npm run runner [-- [--must-run] [--log] [name of a case]...]`. Without act on the PATH (or in ACT) it says so and
 * does nothing; with `--must-run` it fails. `--log` prints the log of cases that are as they should be, too.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { commitId, EXAMPLE, exampleState } from '../test/stand-in/service/scenario.js'
import { startService, TOKEN } from '../test/stand-in/service/server.js'
import { changePullRequest, changeQueue, type State } from '../test/stand-in/service/state.js'
import { builtBundle } from './built.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const REPOSITORY = `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
/** Pages that show whole workflows. */
const PAGES = ['README.md', 'docs/recipes.md']
const WORKFLOWS = 'repository/.github/workflows'
const TEST_BRANCH = `refs/heads/queue-merge/pr-1204-1205/${EXAMPLE.testRunId}`
/** A case that hangs ends here. */
const TIME_LIMIT = 60_000

type Result = 'success' | 'failure'

type Change = (state: State) => State

interface Case {
  name: string
  /** Name of a recipe, or of a file in test/act. */
  workflow: string
  event: string
  payload: object
  /** The service before the run, where it is not the example as it stands. */
  change?: Change
  /** What happens to it 100 ms after it was first asked. */
  later?: Change
  /** The target of `make` that fails. */
  breaks?: string
  expected: Expected
}

/**
 * Where act is not what GitHub documents, the expectation is weaker here, and the tests that start the bundle by the
 * launcher hold the rest:
 * - The end of what a failing step prints can get lost: its outputs, its summary and later steps are asked instead.
 * - act has no word for what is skipped: jobs and steps that don't run are not there.
 * - Each leg of a matrix gets the result of the whole matrix, whichever is known by then: only its steps are compared.
 * - An input that action.yml doesn't declare brings no warning, and GITHUB_SHA is never the event's commit.
 * - `permissions`, `concurrency` and `timeout-minutes` mean nothing to it.
 * - Masking covers what people read. The machine-readable members of its log beside that (`arg`, `raw`, `step`) hold
 *   secrets, so they are not looked at.
 */
interface Expected {
  /** By id. */
  jobs?: Record<string, Result>
  /** By job, legs of a matrix with their values, and step; those of the runner itself and check-outs apart. */
  steps: Record<string, Result>
  /** Each is in the log as people read it, or in the summary. */
  says: string[]
  /** None of these is. */
  never?: string[]
}

/** How steps without a name are called that use the action by the name that readers see. */
const GATE = 'the action'
const REPOSITORY_PAYLOAD = { full_name: REPOSITORY, default_branch: EXAMPLE.branch, owner: { login: 'example' } }

const CASES: Case[] = [
  {
    name: 'the workflow of the README',
    workflow: 'Gate',
    event: 'pull_request',
    payload: labeled(EXAMPLE.pullRequest),
    expected: {
      jobs: { gate: 'success' },
      steps: { [`gate: ${GATE}`]: 'success' },
      says: ['Requires: ready (input)', '✓ ready is met'],
    },
  },
  {
    name: 'gate on readiness: ready',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: labeled(EXAMPLE.pullRequest),
    expected: {
      jobs: { gate: 'success', tests: 'success' },
      steps: { [`gate: ${GATE}`]: 'success', 'tests: make full-tests': 'success' },
      says: ['Requires: ready (input)', '✓ ready is met', 'made full-tests'],
    },
  },
  {
    name: 'gate on readiness: cancelled in the queue',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: labeled(1211),
    expected: {
      jobs: { gate: 'failure' },
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=state-cancelled', 'summary: <h2>⛔ Blocked: <code>ready</code> is not met</h2>'],
      never: ['made full-tests'],
    },
  },
  {
    name: 'hold a deploy: the queue is running',
    workflow: 'Deploy',
    event: 'push',
    payload: pushed('refs/heads/main', 'a'.repeat(40)),
    expected: {
      jobs: { gate: 'success', deploy: 'success' },
      steps: { [`gate: ${GATE}`]: 'success', 'deploy: make deploy': 'success' },
      says: ['✓ queue-running is met', 'made deploy'],
    },
  },
  {
    name: 'hold a deploy: there is no queue',
    workflow: 'Deploy',
    event: 'push',
    payload: pushed('refs/heads/main', 'a'.repeat(40)),
    change: state => ({ ...state, repositories: state.repositories.map(each => ({ ...each, queues: [] })) }),
    expected: {
      jobs: { gate: 'failure' },
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: [
        '::set-output:: reason=queue-not-found',
        'summary: <h2>⛔ Blocked: <code>queue-running</code> is not met</h2>',
      ],
      never: ['made deploy'],
    },
  },
  {
    name: 'summary of the quarantined tests',
    workflow: 'Quarantined tests',
    event: 'schedule',
    payload: { schedule: '0 6 * * 1', repository: REPOSITORY_PAYLOAD },
    expected: {
      jobs: { report: 'success' },
      steps: { [`report: ${GATE}`]: 'success' },
      says: ['Reads: quarantined-tests (input)', 'summary: <h2>', '250 quarantined tests'],
    },
  },
  {
    name: "report a test run from the queue's branch",
    workflow: 'Queue tests',
    event: 'push',
    payload: pushed(TEST_BRANCH, commitId(`test run ${EXAMPLE.testRunId}`)),
    expected: {
      jobs: { tests: 'success', report: 'success' },
      steps: { 'tests: make tests': 'success', [`report: ${GATE}`]: 'success' },
      says: [`Test run: ${EXAMPLE.testRunId} (event)`, '<h3>Test run', 'nothing has reported it'],
    },
  },
  {
    name: "report a test run from the queue's branch: the tests failed",
    workflow: 'Queue tests',
    event: 'push',
    payload: pushed(TEST_BRANCH, commitId(`test run ${EXAMPLE.testRunId}`)),
    breaks: 'tests',
    expected: {
      jobs: { tests: 'failure', report: 'success' },
      steps: { 'tests: make tests': 'failure', [`report: ${GATE}`]: 'success' },
      says: ['<h3>Test run'],
    },
  },
  {
    name: "guard a bot's push: not in the queue",
    workflow: 'Update a pull request',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1202' }),
    expected: {
      jobs: { update: 'success' },
      steps: {
        [`update: ${GATE}`]: 'success',
        'update: gh pr update-branch "$NUMBER" --repo "$GITHUB_REPOSITORY"': 'success',
      },
      says: ['✓ not-submitted is met', `asked GitHub to pr update-branch 1202 --repo ${REPOSITORY}`],
    },
  },
  {
    name: 'release after the merge: merged',
    workflow: 'Release',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1201', tag: 'v2.0.0' }),
    expected: {
      jobs: { gate: 'success', release: 'success' },
      steps: {
        [`gate: ${GATE}`]: 'success',
        'release: gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --target main --generate-notes': 'success',
      },
      says: ['✓ merged is met', 'asked GitHub to release create v2.0.0'],
    },
  },
  {
    name: 'release after the merge: failed',
    workflow: 'Release',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1202', tag: 'v2.0.0' }),
    expected: {
      jobs: { gate: 'failure' },
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=state-failed', 'summary: <h2>⛔ Blocked: <code>merged</code> is not met</h2>'],
      never: ['asked GitHub'],
    },
  },
  {
    name: 'clean up when the queue is done',
    workflow: 'Remove the preview',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(EXAMPLE.pullRequest) }),
    later: mergePullRequest,
    expected: {
      jobs: { 'clean-up': 'success' },
      steps: {
        'clean-up: Wait until it is submitted': 'success',
        'clean-up: Wait until the queue is done with it': 'success',
        'clean-up: make remove-preview NUMBER="$NUMBER"': 'success',
      },
      says: ['✓ submitted is met', '✓ settled is met', `made remove-preview NUMBER=${EXAMPLE.pullRequest}`],
    },
  },
  {
    name: 'outputs in later steps and jobs, on Node 24',
    workflow: 'outputs.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'success', later: 'success' },
      steps: {
        'gate: Node of the runner': 'success',
        'gate: Gate': 'success',
        'gate: A later step': 'success',
        'later: A later job': 'success',
      },
      says: [
        '\nv24.',
        'conclusion=passed ready=true state=testing length=9 reasons=[]',
        'report says passed',
        'the queue is running',
      ],
    },
  },
  {
    name: 'a failing gate stops the job, but not what always runs',
    workflow: 'failing-gate.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'failure', report: 'success' },
      steps: {
        'gate: Gate': 'failure',
        'gate: Always': 'success',
        'gate: After a failure': 'success',
        'report: Report': 'success',
      },
      says: [
        'summary: <h2>⛔ Blocked: <code>ready</code> is not met</h2>',
        'the gate was a failure by not-mergeable',
        'tell somebody',
        'the job was a failure',
      ],
      never: ['must not run'],
    },
  },
  {
    name: 'continue-on-error',
    workflow: 'continue-on-error.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'success' },
      steps: { 'gate: Gate': 'failure', 'gate: Goes on': 'success' },
      says: ['outcome=failure conclusion=success verdict=failed reason=queue-paused'],
    },
  },
  {
    name: 'a matrix',
    workflow: 'matrix.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      steps: {
        'gate (main): Gate': 'success',
        'gate (main): Each leg has a report of its own': 'success',
        'gate (release/1.4): Gate': 'failure',
        'gate (release/1.4): Each leg has a report of its own': 'success',
        'gate (release/0.9): Gate': 'failure',
        'gate (release/0.9): Each leg has a report of its own': 'success',
      },
      says: [
        ...['main is running', 'release/1.4 is paused', 'release/0.9 is none'],
        ...['report on main', 'report on release/1.4', 'report on release/0.9'],
      ],
    },
  },
  {
    name: 'the token is masked by the action itself',
    workflow: 'masked-token.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'success' },
      steps: { 'gate: Gate': 'success', 'gate: A step that prints it': 'success' },
      says: ['as it is: ***', 'base64: ***'],
      never: [TOKEN, Buffer.from(TOKEN).toString('base64')],
    },
  },
  {
    name: 'a wait that runs out',
    workflow: 'wait.yml',
    event: 'workflow_dispatch',
    payload: dispatched({}),
    expected: {
      jobs: { gate: 'failure' },
      steps: { 'gate: Gate': 'failure', 'gate: After the wait': 'success' },
      says: ['timed-out=true reason=not-mergeable'],
    },
  },
]

const { values, positionals } = parseArgs({
  options: { 'must-run': { type: 'boolean' }, log: { type: 'boolean' } },
  allowPositionals: true,
})
const act = process.env['ACT'] ?? onPath('act')
if (act === null) {
  const missing = 'nektos act is not on the PATH (nor named in ACT)'
  console.log(values['must-run'] ? `✗ This has to run, but ${missing}.` : `Skipped: ${missing}.`)
  process.exitCode = values['must-run'] ? 1 : 0
} else process.exitCode = await runAll(act, positionals)

async function runAll(act: string, wanted: string[]): Promise<number> {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'merge-queue-gate-runner-'))
  try {
    const recipes = makeRepository(folder)
    const unknown = wanted.filter(name => !CASES.some(each => each.name === name))
    for (const name of unknown) console.error(`✗ No case is called “${name}”`)
    const lost = CASES.filter(({ workflow }) => !fs.existsSync(path.join(folder, WORKFLOWS, fileOf(workflow))))
    for (const { name, workflow } of lost) console.error(`✗ ${name}: no page has a workflow “${workflow}”`)
    const untold = recipes.filter(name => !CASES.some(({ workflow }) => workflow === name))
    for (const name of untold) console.error(`✗ No case runs the workflow “${name}”`)
    let failed = untold.length + unknown.length + lost.length
    const cases = CASES.filter(each => !lost.includes(each) && (wanted.length === 0 || wanted.includes(each.name)))
    for (const each of cases) {
      const started = Date.now()
      const run = await runCase(act, folder, each)
      const problem = problemOf(each, run)
      console.log(`${problem ? '✗' : '✓'} ${each.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (problem) console.log(`\n${problem}\n`)
      if (problem || values.log) console.log(`${run.log.replace(/^/gm, '    ')}\n`)
      failed += problem ? 1 : 0
    }
    return failed === 0 ? 0 : 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A repository with nothing but the action and the workflows, and commands for the recipes; returns their names. */
function makeRepository(folder: string): string[] {
  const repository = path.join(folder, 'repository')
  const workflows = path.join(folder, WORKFLOWS)
  fs.mkdirSync(workflows, { recursive: true })
  fs.copyFileSync(path.join(ROOT, 'action.yml'), path.join(repository, 'action.yml'))
  fs.cpSync(builtBundle(), path.join(repository, 'dist'), { recursive: true })
  fs.cpSync(path.join(ROOT, 'test/act'), workflows, { recursive: true })
  const recipes = PAGES.flatMap(page => [
    ...fs.readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```yaml\n(.*?)^```/gms),
  ])
    .map(([, text = '']) => ({ text, name: String(parse(text)?.name) }))
    .filter(({ text }) => /^on:/m.test(text))
  for (const { name, text } of recipes) fs.writeFileSync(path.join(workflows, fileOf(name)), text)

  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'pipe' })
  git('init', '--quiet', '--initial-branch', EXAMPLE.branch)
  git('remote', 'add', 'origin', `https://${EXAMPLE.repo.host}/${REPOSITORY}.git`)
  git('add', '--all', '--force')
  git('-c', 'user.name=Runner', '-c', 'user.email=runner@example.com', 'commit', '--quiet', '--message', 'Everything')

  const commands = path.join(folder, 'commands')
  fs.mkdirSync(commands)
  fs.symlinkSync(process.execPath, path.join(commands, 'node'))
  for (const [name, verb] of Object.entries({ make: 'made', gh: 'asked GitHub to' })) {
    const script = `#!/bin/sh\n[ "$1" != "$BREAKS" ] && echo "${verb} $*"\n`
    fs.writeFileSync(path.join(commands, name), script, { mode: 0o755 })
  }
  return recipes.map(({ name }) => name)
}

function fileOf(workflow: string): string {
  return /\.ya?ml$/.test(workflow) ? workflow : `recipe-${workflow.toLowerCase().replaceAll(' ', '-')}.yml`
}

/** The action by the names that a workflow gives it, which act then takes from here. */
function gatesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/uses: *([\w.-]+\/merge-queue-gate@\S+)/g)].map(([, gate = '']) => gate))]
}

interface Run {
  jobs: Record<string, string>
  steps: Record<string, string>
  log: string
}

/** A line of act's log. */
interface Line {
  msg?: string
  jobID?: string
  matrix?: Record<string, string>
  step?: string
  stage?: string
  stepResult?: string
  jobResult?: string
  command?: string
  content?: string
}

async function runCase(act: string, folder: string, each: Case): Promise<Run> {
  const { workflow, event, payload, change = state => state, later, breaks = '' } = each
  const service = await startService({
    state: change(exampleState({ now: Date.now() })),
    script: later ? [{ at: 100, change: later }] : [],
  })
  const repository = path.join(folder, 'repository')
  const text = fs.readFileSync(path.join(folder, WORKFLOWS, fileOf(workflow)), 'utf8')
  // One that is not used would be masked by act all the same.
  const secret = text.includes('secrets.QUEUE_API_TOKEN') ? ['--secret', `QUEUE_API_TOKEN=${TOKEN}`] : []
  const file = path.join(folder, 'event.json')
  fs.writeFileSync(file, JSON.stringify(payload))
  try {
    const lines = await linesOf(act, folder, [
      event,
      ...['--directory', repository],
      ...['--workflows', path.join('.github/workflows', fileOf(workflow))],
      ...['--eventpath', file],
      ...['--platform', 'ubuntu-24.04=-self-hosted'],
      ...gatesOf(text).flatMap(gate => ['--local-repository', `https://github.com/${gate}=${repository}`]),
      ...['--var', `QUEUE_ENDPOINT=${service.url}`],
      ...['--var', `QUEUE_ORGANIZATION=${EXAMPLE.organization}`],
      ...['--var', `PLAIN_TOKEN=${TOKEN}`],
      ...['--env', `BREAKS=${breaks}`],
      ...secret,
      '--json',
      '--no-cache-server',
    ])
    return runOf(lines)
  } finally {
    await service.close()
  }
}

/** The lines of act's log; act gets nothing of this process' environment but the PATH. */
function linesOf(act: string, folder: string, args: string[]): Promise<Line[]> {
  const env = {
    PATH: [path.join(folder, 'commands'), process.env['PATH']].join(path.delimiter),
    HOME: path.join(folder, 'home'),
    XDG_CACHE_HOME: path.join(folder, 'home/cache'),
    XDG_CONFIG_HOME: path.join(folder, 'home/config'),
  }
  const child = spawn(act, args, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIME_LIMIT })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(output.split('\n').filter(Boolean).map(parseLine)))
  })
}

function parseLine(line: string): Line {
  try {
    return JSON.parse(line)
  } catch {
    return { msg: line }
  }
}

function runOf(lines: Line[]): Run {
  const jobs: Run['jobs'] = {}
  const steps: Run['steps'] = {}
  for (const { jobID = '', matrix = {}, step = '', stage, stepResult, jobResult } of lines) {
    const legs = Object.values(matrix).join(', ')
    const job = legs === '' ? jobID : `${jobID} (${legs})`
    if (jobResult) jobs[job] = jobResult
    if (!stepResult || stage !== 'Main' || step.startsWith('actions/checkout@')) continue
    steps[`${job}: ${/^[^ ]+\/merge-queue-gate@/.test(step) ? GATE : step}`] = stepResult
  }
  const log = lines.map(({ msg = '', command, content }) => (command === 'summary' ? `summary: ${content}` : msg))
  return { jobs, steps, log: log.map(text => text.trimEnd()).join('\n') }
}

function problemOf({ expected }: Case, { jobs, steps, log }: Run): string | null {
  const said = expected.says.filter(text => log.includes(text))
  const never = expected.never ?? []
  try {
    assert.deepEqual(
      { jobs: expected.jobs ? jobs : undefined, steps, says: said, never: never.filter(text => !log.includes(text)) },
      { jobs: expected.jobs, steps: expected.steps, says: expected.says, never },
    )
    return null
  } catch (error) {
    if (error instanceof assert.AssertionError) return error.message
    throw error
  }
}

function onPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  return folders.map(folder => path.join(folder, name)).find(file => fs.existsSync(file)) ?? null
}

function labeled(number: number): object {
  const repo = REPOSITORY_PAYLOAD
  return {
    action: 'labeled',
    number,
    label: { name: 'full-tests' },
    pull_request: {
      number,
      user: { login: 'ana-example' },
      head: { ref: 'a-branch', sha: commitId(`pull request ${number}`), repo },
      base: { ref: EXAMPLE.branch, sha: 'b'.repeat(40), repo },
    },
    repository: repo,
    sender: { login: 'ana-example' },
  }
}

function pushed(ref: string, after: string): object {
  return { ref, after, before: 'b'.repeat(40), repository: REPOSITORY_PAYLOAD, sender: { login: 'ana-example' } }
}

function dispatched(inputs: Record<string, string>): object {
  const ref = `refs/heads/${EXAMPLE.branch}`
  return { inputs, ref, repository: REPOSITORY_PAYLOAD, sender: { login: 'ana-example' } }
}

function mergePullRequest(state: State): State {
  const number = EXAMPLE.pullRequest
  const entries = state.repositories[0]?.queues[0]?.enqueued.filter(entry => entry !== number)
  const merged = changePullRequest(number, { state: 'merged', isCurrentlySubmittedToQueue: false })(state)
  return changeQueue(EXAMPLE.branch, {}, entries)(merged)
}
