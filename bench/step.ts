import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { AUTHORITY } from '../test/faults/certificates.js'
import { readCommandFile } from '../test/launcher/command-file.js'
import { makeStep } from '../test/launcher/runner.js'
import { commitId, EXAMPLE } from '../test/stand-in/service/scenario.js'
import { TOKEN } from '../test/stand-in/service/server.js'

export const ROOT = path.resolve(import.meta.dirname, '..')
const TEST_REPORT = 'report.xml'

/** The environment and inputs that a workflow's step would give the action. */
export type Given = Record<string, string>

/** One process from its start to its end. */
export interface Run {
  /** Milliseconds. */
  time: number
  /** Peak memory in kB; null where it was not asked for. */
  peak: number | null
  exitCode: number | null
  log: string
  outputs: Record<string, string>
}

export interface RunOptions {
  /** Measure the peak memory too, which costs some time. */
  peak?: boolean
  /** Folder of the bundle; `dist`, unless given. */
  dist?: string
  /** A test report, which is `report.xml` in the workspace. */
  testReport?: string
}

/** The stand-in of the service, in a process of its own. */
export interface Service {
  url: string
  stop: () => void
}

export function startService(): Promise<Service> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, 'service.ts'), { stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('message', url => resolve({ url: String(url), stop: () => child.disconnect() }))
    child.once('exit', code => reject(new Error(`the stand-in of the service ended with ${code}`)))
  })
}

/** Runs the bundle as GitHub's runner does, in a new folder. */
export function runStep(given: Given, options: RunOptions = {}): Run {
  const main = path.join(options.dist ?? path.join(ROOT, 'dist'), 'index.js')
  return runNode([main], given, options)
}

/** Runs `node -e 0` where the step would run, with the same environment. */
export function runNothing(options: RunOptions = {}): Run {
  return runNode(['-e', '0'], {}, options)
}

/** Runs what Node's own client takes for one call, or for the pages of an organization, where a step would run. */
export function runBare(service: Service, wait: number, { organization = '', posts = 1 } = {}): Run {
  const variables = { ENDPOINT: `${service.url}/${wait}`, ORGANIZATION: organization, POSTS: String(posts) }
  return runNode([path.join(import.meta.dirname, 'bare.js')], {}, {}, variables)
}

function runNode(args: string[], given: Given, { peak, testReport }: RunOptions, variables: Given = {}): Run {
  const { folder, places, env } = makeStep({
    event: pullRequestEvent(),
    inputs: given,
    env: { NODE_EXTRA_CA_CERTS: AUTHORITY, ...variables },
  })
  try {
    // A link of the file itself: one that leads out of the workspace is refused.
    if (testReport) {
      const link = path.join(places.workspace, TEST_REPORT)
      fs.linkSync(testReport, link)
      // Not older than the step.
      fs.utimesSync(link, new Date(), new Date())
    }
    const preload = peak ? ['--require', path.join(import.meta.dirname, 'peak.cjs')] : []
    // Nothing else is to be done until it ends: the synchronous call puts nothing of this process into the time.
    const started = process.hrtime.bigint()
    const end = spawnSync(process.execPath, [...preload, ...args], {
      cwd: places.workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe', peak ? 'pipe' : 'ignore'],
    })
    const time = Number(process.hrtime.bigint() - started) / 1e6
    if (end.error) throw end.error
    return {
      time,
      peak: peak ? Number(end.output[3]) : null,
      exitCode: end.status,
      log: `${end.stdout}${end.stderr}`,
      outputs: readCommandFile(fs.readFileSync(places.commands.GITHUB_OUTPUT, 'utf8')),
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A pull request that the stand-in of the service knows, in an event of the usual size. */
function pullRequestEvent() {
  const payload = JSON.parse(fs.readFileSync(path.join(ROOT, 'test/events/pull-request.json'), 'utf8'))
  const repository = `${EXAMPLE.repo.owner}/${EXAMPLE.repo.name}`
  const { pull_request } = payload
  for (const each of [payload.repository, pull_request.head.repo, pull_request.base.repo]) each.full_name = repository
  payload.number = pull_request.number = EXAMPLE.pullRequest
  pull_request.head.sha = commitId(`pull request ${EXAMPLE.pullRequest}`)
  pull_request.base.ref = EXAMPLE.branch
  return { name: 'pull_request', payload }
}

/** The steps that are measured, by what they are given. */
export const STEPS = {
  /** Nothing that could be asked. */
  badInput: (): Given => ({ endpoint: 'nowhere', 'api-token': TOKEN, require: 'ready' }),
  /** One call, answered after `wait` milliseconds. */
  oneCall: (service: Service, wait: number): Given => ({
    endpoint: `${service.url}/${wait}`,
    'api-token': TOKEN,
    read: 'pull-request',
    require: 'ready',
  }),
  /** 1,000 pages, each asked for after the one before. */
  longList: (service: Service, wait: number): Given => ({
    endpoint: `${service.url}/${wait}`,
    'api-token': TOKEN,
    organization: 'thousand-pages',
    read: 'quarantined-tests',
  }),
  /** A test report with failures, so that the quarantined tests are asked for, too. */
  testReport: (service: Service): Given => ({
    endpoint: `${service.url}/0`,
    'api-token': TOKEN,
    organization: 'one-page',
    'junit-paths': TEST_REPORT,
    'test-outcome': 'failure',
    read: 'quarantined-tests',
    require: 'no-blocking-failures',
  }),
}

/** Milliseconds of CPU that a part of the action takes by itself (`bench/inside.ts`). */
export function runInside(...args: string[]): number {
  const end = spawnSync(process.execPath, [path.join(import.meta.dirname, 'inside.ts'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (end.status !== 0) throw new Error(`${args[0]} ended with ${end.status}:\n${end.stderr}`)
  return Number(end.stdout)
}
