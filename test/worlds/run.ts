import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, type Exchange, ExchangeError, type Request } from '../../src/http/exchange.ts'
import { main } from '../../src/main.ts'
import type { Clock } from '../../src/runner/clock.ts'
import { readActionFile } from '../launcher/action-file.js'
import { readCommandFile } from '../launcher/command-file.js'
import { inputVariable, workflowEnvironment } from '../launcher/environment.js'
import { seeded } from '../poll/clock.ts'
import { toolkitInto } from '../toolkit.ts'
import { worldClock } from './clock.ts'
import { eventOf } from './events.ts'
import { watchFlights } from './flights.ts'
import { type GateWorld, type Reply, type Scene, sceneAt } from './world.ts'

/** The sides that the service answers for. */
export type Operation = Exclude<keyof Scene, 'from' | 'github'>

/** The side that a path of the service belongs to. */
export function operationOf(path: string): Operation | 'other' {
  return OPERATIONS[path.split('/').at(-1) ?? ''] ?? 'other'
}

const OPERATIONS: Record<string, Operation> = {
  getSubmittedPullRequest: 'pull-request',
  getQueue: 'queue',
  getMergeQueueTestingDetails: 'test-run',
}

/** One exchange with the service, or one request to GitHub. Times are milliseconds since the start of the step. */
export interface Asked {
  at: number
  side: Operation | 'github' | 'other'
  body: string
}

export interface Ran {
  exit: number
  /** Outputs in GITHUB_OUTPUT, without those not written. */
  outputs: Record<string, string>
  summary: string
  /** Null if the output names none or the file isn't JSON. */
  report: unknown
  log: string
  asked: Asked[]
  /** Milliseconds from the start to the end, by the virtual clock. */
  elapsed: number
  /** The error by which the run ended, if it did. */
  thrown: unknown
}

const START = Date.parse('2026-03-02T10:00:00Z')
const ENDPOINT = 'https://queue.example.com'

/** A GitHub on loopback that answers by the scene of the world which is on. */
export interface GitHubSide {
  url: string
  answer: ((path: string) => Reply) | null
  close: () => Promise<void>
}

export async function startGitHubSide(): Promise<GitHubSide> {
  const server = createServer((request, response) => {
    const reply = side.answer?.(request.url ?? '')
    if (reply?.kind !== 'answer') {
      request.socket.destroy()
      return
    }
    response.writeHead(reply.status, { 'content-type': contentType(reply), ...reply.headers })
    response.end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const side: GitHubSide = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: null,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return side
}

export type Script = (request: Request, operation: Asked['side'], clock: Clock) => Promise<Answer>

/** Runs the action in a world, in this process: virtual time, answers by the scene that is on. */
export function runWorld(world: GateWorld, github: GitHubSide, seed = 1): Promise<Ran> {
  return runScripted(world, github, seed, (request, operation, clock) => {
    const scene = sceneAt(world, clock.now() - START)
    return exchanged(operation === 'other' || operation === 'github' ? NOT_FOUND : scene[operation], request, clock)
  })
}

export const NOT_FOUND: Reply = { kind: 'answer', status: 404, body: 'no such thing', type: 'text' }

/** The same with answers of the service that are not those of the world. */
export async function runScripted(world: GateWorld, github: GitHubSide, seed: number, script: Script): Promise<Ran> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'worlds-')))
  const clock = worldClock(START)
  const flights = watchFlights()
  const asked: Asked[] = []
  const lines: string[] = []
  const since = () => clock.now() - START
  github.answer = path => {
    asked.push({ at: since(), side: 'github', body: path })
    return /\/pulls\/\d+$/.test(path) ? sceneAt(world, since()).github : NOT_FOUND
  }
  const exchange: Exchange = request => {
    const operation = operationOf(request.url.pathname)
    asked.push({ at: since(), side: operation, body: request.body ?? '' })
    return script(request, operation, clock)
  }
  const environment = environmentOf(world, folder, github.url)
  try {
    const settled = main({
      environment,
      node: '24.18.0',
      clock,
      toolkit: toolkitInto(line => lines.push(line)),
      random: seeded(seed),
      createExchange: () => exchange,
      signal: new AbortController().signal,
    }).then(
      exit => ({ exit, thrown: null }),
      thrown => ({ exit: 1, thrown }),
    )
    const end = await clock.run(settled, flights)
    const outputs = readCommandFile(readFileSync(join(folder, 'output'), 'utf8'))
    return {
      ...end,
      outputs,
      summary: readFileSync(join(folder, 'summary'), 'utf8'),
      report: reportOf(outputs['report-file']),
      log: lines.join('\n'),
      asked,
      elapsed: since(),
    }
  } finally {
    flights.stop()
    github.answer = null
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function exchanged(reply: Reply, request: Request, clock: Clock): Promise<Answer> {
  if (reply.kind === 'silence') {
    await clock.sleep(request.timeoutMs, request.signal)
    throw new ExchangeError('time-out', 'no complete answer in time')
  }
  if (reply.kind === 'reset') throw new ExchangeError('network', 'ECONNRESET')
  const headers = { 'content-type': contentType(reply), 'x-request-id': 'w-1', ...reply.headers }
  return { status: reply.status, headers, body: Buffer.from(reply.body) }
}

export function contentType(reply: Reply & { kind: 'answer' }): string {
  return { json: 'application/json', text: 'text/plain', html: 'text/html' }[reply.type]
}

/** The environment of the step as the runner makes it, with the defaults of action.yml. */
function environmentOf(world: GateWorld, folder: string, githubUrl: string): Record<string, string> {
  const event = eventOf(world.event)
  const declared = readActionFile(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')).inputs
  const path = (name: string) => join(folder, name)
  writeFileSync(path('event.json'), JSON.stringify(event.payload))
  for (const name of ['output', 'summary']) writeFileSync(path(name), '')
  const defaults = Object.entries(declared).map(([name, input]): [string, string] => [
    name,
    input.default.replace(/\$\{\{.*?\}\}/g, ''),
  ])
  const inputs = { ...Object.fromEntries(defaults), endpoint: ENDPOINT, ...world.inputs }
  return {
    ...workflowEnvironment(event),
    ...event.env,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [inputVariable(name), value])),
    GITHUB_API_URL: githubUrl,
    GITHUB_EVENT_PATH: path('event.json'),
    GITHUB_OUTPUT: path('output'),
    GITHUB_STEP_SUMMARY: path('summary'),
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
  }
}

function reportOf(file: string | undefined): unknown {
  if (!file) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
