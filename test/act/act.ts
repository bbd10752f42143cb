import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { type GitHubApi, startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/state.js'
import { EXAMPLE, exampleState } from '../stand-in/service/scenario.js'
import { startService, TOKEN, V2_TOKEN } from '../stand-in/service/server.js'
import { type Api, type Case, GATE, type Round } from './case.ts'
import { exampleGitHub, permissionsIn, requests, written } from './github.ts'
import { type Place, workflowFile } from './place.ts'

/** A round that hangs ends here. */
const TIME_LIMIT = 60_000
/** Systems that the workflows name; all of them are this machine. */
const SYSTEMS = ['ubuntu-latest', 'ubuntu-24.04', 'windows-2025', 'macos-15']

/** The result of a round. */
export interface Run {
  jobs: Record<string, string>
  steps: Record<string, string>
  outputs: Record<string, string>
  wrote: string[]
  comments: string[]
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

/** Values of the secret with the service's key: a key of either API. */
export const KEYS: Record<Api, string> = { v1: TOKEN, v2: V2_TOKEN }

/**
 * Runs all rounds of a case, one after the other, on one GitHub, which is returned for others to check.
 *
 * @param key what the workflow has as the service's key
 */
export async function runCase(
  act: string,
  place: Place,
  each: Case,
  key: string,
): Promise<{ runs: Run[]; api: GitHubApi }> {
  const api = await startGitHubApi(exampleGitHub(each.github ?? {}))
  try {
    const runs: Run[] = []
    for (const [nth, round] of [each, ...(each.next ?? [])].entries()) {
      runs.push(await runRound({ act, place, api, each, key }, round, nth))
    }
    return { runs, api }
  } finally {
    await api.close()
  }
}

/** The part that the rounds of a case share. */
interface Stage {
  act: string
  place: Place
  api: GitHubApi
  each: Case
  key: string
}

async function runRound({ act, place, api, each, key }: Stage, round: Round, nth: number): Promise<Run> {
  const { payload, change = state => state, later, isFork = false, variables = {} } = round
  const { file, text } = workflowFor(key, each, place)
  const service = await startService({
    state: change(exampleState({ now: Date.now() })),
    script: later ? [{ at: 100, change: later }] : [],
  })
  const sent = api.exchanges.length
  api.state.permissions = permissionsIn(text, isFork)
  const event = path.join(place.folder, 'event.json')
  fs.writeFileSync(event, JSON.stringify(payload))
  const environment = {
    ...environmentOf(place, round, String(1000 + nth)),
    GITHUB_API_URL: api.url,
    GITHUB_GRAPHQL_URL: api.graphqlUrl,
  }
  const repositoryVariables = {
    ...variables,
    QUEUE_ENDPOINT: service.url,
    QUEUE_ORGANIZATION: EXAMPLE.organization,
    QUEUE_TEST_COLLECTION: EXAMPLE.testCollection,
    PLAIN_TOKEN: TOKEN,
  }
  // act masks unused secrets, too.
  const secrets = {
    GITHUB_TOKEN,
    ...(text.includes('secrets.QUEUE_API_TOKEN') && !isFork && { QUEUE_API_TOKEN: key }),
  }
  const several = (flag: string, values: object) =>
    Object.entries(values).flatMap(([key, value]) => [flag, `${key}=${value}`])
  try {
    const lines = await linesOf(act, place, [
      each.event,
      ...['--directory', place.repository],
      ...['--workflows', file],
      ...['--eventpath', event],
      ...['--actor', 'ana-example'],
      ...several('--platform', Object.fromEntries(SYSTEMS.map(name => [name, '-self-hosted']))),
      ...several('--local-repository', actionsIn(text, place)),
      ...several('--var', isFork ? {} : repositoryVariables),
      ...several('--env', environment),
      ...several('--secret', secrets),
      '--json',
      '--no-cache-server',
    ])
    const run = runOf(lines)
    return { ...run, ...written(api, sent), log: [run.log, ...requests(api, sent)].join('\n') }
  } finally {
    await service.close()
  }
}

/** The workflow of a case. For a key of v2 it is changed as the page on tests says; a wait that runs out is cut short. */
function workflowFor(key: string, { workflow, wait }: Case, { repository }: Place): { file: string; text: string } {
  const file = workflowFile(workflow)
  const text = fs.readFileSync(path.join(repository, file), 'utf8')
  const moved = text.replaceAll(/\borganization: (.*)QUEUE_ORGANIZATION\b/g, 'test-collection: $1QUEUE_TEST_COLLECTION')
  const own = key === KEYS.v1 ? text : moved
  const changed = wait === undefined ? own : own.replaceAll(/\bwait-timeout: \w+/g, `wait-timeout: ${wait}`)
  if (changed === text) return { file, text }
  const copy = file.replace(/\.yml$/, '-changed.yml')
  fs.writeFileSync(path.join(repository, copy), changed)
  return { file: copy, text: changed }
}

/** What the commands of the recipes are told, and the number of the run, which grows with each. */
function environmentOf({ folder }: Place, { breaks = '', tests }: Round, runId: string): object {
  const first = path.join(folder, 'first')
  fs.rmSync(first, { recursive: true, force: true })
  return {
    BREAKS: breaks,
    ...(tests && { FAIL: (tests.fail ?? []).join(',') }),
    FIRST: tests?.once ? first : '',
    GITHUB_RUN_ID: runId,
  }
}

/** This action's source for act, by the names that a workflow has for it. */
function actionsIn(text: string, { repository }: Place): Record<string, string> {
  const names = [...text.matchAll(/uses: *([\w.-]+\/merge-queue-gate@[^\s,]+)/g)].map(([, action]) => action)
  return Object.fromEntries(names.map(name => [`https://github.com/${name}`, repository]))
}

/** The lines of act's log; act gets nothing of this process' environment but the PATH. */
function linesOf(act: string, { folder, commands }: Place, args: string[]): Promise<Line[]> {
  const env = {
    PATH: [commands, process.env['PATH']].join(path.delimiter),
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

function runOf(lines: Line[]): Pick<Run, 'jobs' | 'steps' | 'outputs' | 'log'> {
  const jobs: Run['jobs'] = {}
  const steps: Run['steps'] = {}
  const outputs: Run['outputs'] = {}
  for (const { jobID = '', matrix = {}, step = '', stage, stepResult, jobResult, msg = '' } of lines) {
    const legs = Object.values(matrix).join(', ')
    const job = legs === '' ? jobID : `${jobID} (${legs})`
    if (jobResult) jobs[job] = jobResult
    const [, name, value = ''] = /::set-output:: ([\w-]+)=(.*)/s.exec(msg) ?? []
    if (name !== undefined) outputs[name] = value.trimEnd()
    if (!stepResult || stage !== 'Main' || step.startsWith('actions/')) continue
    steps[`${job}: ${/^[^ ]+\/merge-queue-gate@/.test(step) ? GATE : step}`] = stepResult
  }
  const log = lines.map(({ msg = '', command, content }) => (command === 'summary' ? `summary: ${content}` : msg))
  return { jobs, steps, outputs, log: log.map(text => text.trimEnd()).join('\n') }
}
