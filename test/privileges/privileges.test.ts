/**
 * SECURITY.md lists every file that the action touches and every connection that it opens. Here the bundle gets just
 * those, by Node's permission model and behind a proxy that records: it has to do all it does without, and each right
 * has to be needed.
 */
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { expect, test } from 'vitest'
import { ROOT } from '../checkers/workflows.ts'
import { loadEvent } from '../events/index.js'
import { HEAD, quarantinedTest, quarantinedTests, queue, submittedPullRequest } from '../faults/answers.js'
import { AUTHORITY, credentials } from '../faults/certificates.js'
import { startProxy } from '../faults/proxy.js'
import { answer, startFaults } from '../faults/server.js'
import { bundleFile } from '../launcher/bundle.js'
import { maskLog } from '../launcher/log.js'
import { makeStep, type RunOptions, type RunResult, startStep } from '../launcher/runner.js'
import { fails, junit } from '../scenarios/junit.ts'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, sha } from '../stand-in/github/state.js'
import { close, listen } from '../stand-in/listen.js'

interface Right {
  file: string
  rights: string[]
}

const PAGE = fs.readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8')
const FILES: Right[] = rowsOf('files').map(([file = '', rights = '']) => ({
  file: file.replace(/^`(\w+)`.*$/, '$1'),
  rights: rights.split(', '),
}))
const CONNECTIONS = rowsOf('connections').map(([each = '']) => each.replace(/^`(\w+)`.*$/, '$1'))

/** Tells on standard error, at the end, which addresses the process has connected to by itself. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  const seen = new Set()
  process.getBuiltinModule('node:diagnostics_channel').subscribe('net.client.socket', ({ socket }) => {
    socket.on('connectionAttempt', (ip, port) => seen.add(ip + ':' + port))
  })
  process.getBuiltinModule('node:diagnostics_channel').subscribe('udp.socket', () => seen.add('udp'))
  process.on('exit', () => console.error(JSON.stringify([...seen])))
`)}`

/** A step that does something, and that has to do it with the listed rights alone. */
interface Step {
  inputs: Record<string, string>
  workspace?: Record<string, string>
  /** Answers of the service; the last of several for all that follow. */
  answers?: Parameters<typeof startFaults>[0]['script']
  /** The listed connections that it opens. */
  connections: string[]
  outputs: Record<string, string>
  /** Rights beyond those of the table, by the sentence below it. */
  more?: Right[]
  written?: string[]
}

const { readiness: _, ...WITHOUT_READINESS } = submittedPullRequest
const NOT_READY = { ...WITHOUT_READINESS, state: 'not_ready' }
const FAILED_TEST = junit([fails(quarantinedTest.name, { file: 'src/engine.test.ts', classname: 'engine.Ignition' })])

const STEPS: Record<string, Step> = {
  'ready, as GitHub says': {
    inputs: { read: 'pull-request', require: 'ready' },
    answers: {
      getSubmittedPullRequest: answer({
        body: { ...WITHOUT_READINESS, readiness: { requiresImpactedTargets: false, doesBaseBranchMatch: true } },
      }),
    },
    connections: ['endpoint', 'GITHUB_API_URL'],
    outputs: { conclusion: 'passed', ready: 'true' },
  },
  'a wait': {
    inputs: { read: 'pull-request', require: 'ready', 'wait-timeout': '1m', 'poll-interval': '1s' },
    answers: {
      getSubmittedPullRequest: [NOT_READY, submittedPullRequest].map(body => answer({ body })),
    },
    connections: ['endpoint'],
    outputs: { conclusion: 'passed', ready: 'true' },
  },
  'test reports': {
    inputs: {
      require: 'no-blocking-failures',
      'junit-paths': 'reports/*.xml',
      'test-outcome': 'failure',
      organization: 'acme-org',
      variant: 'linux',
    },
    workspace: { 'reports/a.xml': FAILED_TEST, 'src/engine.test.ts': '', '.github/CODEOWNERS': '* @acme/engine' },
    answers: {
      getSubmittedPullRequest: answer({ body: submittedPullRequest }),
      getQueue: answer({ body: queue }),
      'list-quarantined-tests': answer({
        body: { ...quarantinedTests, quarantined_tests: [{ ...quarantinedTest, codeowners: [] }] },
      }),
    },
    // GitHub is asked whether the pull request changes the excused test.
    connections: ['endpoint', 'GITHUB_API_URL'],
    outputs: { conclusion: 'passed', 'excused-failures': '1' },
  },
  'a report in the workspace': {
    inputs: { read: 'queue', 'report-file': 'out/report.json' },
    answers: { getQueue: answer({ body: queue }) },
    connections: ['endpoint'],
    more: [{ file: 'GITHUB_WORKSPACE', rights: ['write'] }],
    outputs: { conclusion: 'reported' },
  },
  'reports of other legs': {
    inputs: { endpoint: '', require: 'no-blocking-failures', 'merge-reports': 'legs/*.json', 'expected-reports': '1' },
    connections: [],
    outputs: { conclusion: 'passed', 'test-count': '1' },
  },
  'a comment and a status': {
    inputs: { read: 'pull-request', require: 'ready', comment: 'always', 'status-context': 'gate' },
    answers: {
      getSubmittedPullRequest: answer({ body: submittedPullRequest }),
      getQueue: answer({ body: queue }),
    },
    connections: ['endpoint', 'GITHUB_API_URL'],
    outputs: { conclusion: 'passed', ready: 'true' },
    written: [`POST /repos/acme/rocket/statuses/${HEAD}`, 'POST /repos/acme/rocket/issues/42/comments'],
  },
}

/** The report file of a leg, as such a step wrote it. */
const aLeg = once(async () => {
  const { result } = await run(stepOf('test reports'), null)
  return JSON.stringify(result.report)
})

test.concurrent.each(Object.keys(STEPS))(
  '%s: the bundle needs what SECURITY.md lists, and nothing else',
  async name => {
    const step = await complete(stepOf(name))
    const free = await run(step, null)
    expect({ exitCode: free.result.exitCode, outputs: free.result.outputs, written: free.written }).toMatchObject({
      exitCode: 0,
      outputs: step.outputs,
      written: (step.written ?? []).toSorted(),
    })

    const held = await run(step, [...FILES, ...(step.more ?? [])])
    expect(told(held)).toEqual(told(free))
    expect(held.written).toEqual(free.written)
    // The only connection is to the proxy, for the listed addresses.
    expect(held.direct).toEqual(step.connections.length > 0 ? ['the proxy'] : [])
    expect(held.tunnels.toSorted()).toEqual(step.connections.toSorted())
  },
)

test('every listed connection is one that some step opens', () => {
  const opened = new Set(Object.values(STEPS).flatMap(({ connections }) => connections))
  expect([...opened].toSorted()).toEqual(CONNECTIONS.toSorted())
})

/** Each right, and the folder of the files that are read once more where they are read for their sake. */
const RIGHTS = FILES.flatMap(({ file, rights }) =>
  rights.map(right => ({ file, right, name: 'ready, as GitHub says' })),
)
const READERS = ['test reports', 'reports of other legs'].map(name => ({
  file: 'GITHUB_WORKSPACE',
  right: 'read',
  name,
}))

test.concurrent.each([...RIGHTS, ...READERS])(
  '$name, without the right to $right $file: it says so, or ends',
  async ({ file, right, name }) => {
    const fewer = FILES.map(each =>
      each.file === file ? { file, rights: each.rights.filter(it => it !== right) } : each,
    )
    const { result } = await run(await complete(stepOf(name)), fewer)
    expect([result.exitCode, /warning|error/i.test(result.stdout + result.stderr)]).not.toEqual([0, false])
  },
)

test('a child process, a worker and an addon are refused by the same flags', async () => {
  const attempts = [
    `process.getBuiltinModule('node:child_process').spawnSync(process.execPath)`,
    `new (process.getBuiltinModule('node:worker_threads').Worker)('0', { eval: true })`,
    `process.dlopen({ exports: {} }, 'none.node')`,
  ]
  const codes = attempts.map(
    attempt => `try { ${attempt}; console.error('no refusal') } catch (error) { console.error(error.code) }`,
  )
  const { result } = await run(stepOf('a wait'), FILES, `data:text/javascript,${encodeURIComponent(codes.join(';'))}`)
  const refusals = result.stderr.split('\n').slice(0, 3)
  expect(refusals).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED'])
})

function stepOf(name: string): Step {
  const step = STEPS[name]
  if (!step) throw new Error(`no such step: ${name}`)
  return step
}

/** With the report file that is merged, which only another step can write. */
async function complete(step: Step): Promise<Step> {
  return 'merge-reports' in step.inputs ? { ...step, workspace: { 'legs/leg.json': await aLeg() } } : step
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Runs a step, service and GitHub behind a proxy, with these rights; without a list it may do anything. */
async function run(given: Step, rights: Right[] | null, preload = RECORDER) {
  const service = await startFaults({ script: given.answers ?? {}, tls: 'elsewhere' })
  const event = loadEvent('pull-request')
  const gitHub = await startGitHubApi(
    gitHubState({
      pullRequests: { 42: { head: { sha: HEAD }, views: [{ mergeable: true, mergeable_state: 'clean' }], files: [] } },
      branches: { main: sha('a'), thrust: HEAD },
    }),
  )
  const front = tls.createServer(credentials('elsewhere'), socket => {
    const inner = net.connect(Number(new URL(gitHub.url).port), '127.0.0.1')
    socket.on('error', () => inner.destroy()).pipe(inner)
    inner.on('error', () => socket.destroy()).pipe(socket)
  })
  const addresses: Record<string, string> = {
    endpoint: `elsewhere.example:${new URL(service.url).port}`,
    GITHUB_API_URL: `elsewhere.example:${await listen(front)}`,
  }
  const proxy = await startProxy()
  const options: RunOptions = {
    event: { name: event.name, payload: event.payload },
    inputs: {
      endpoint: `https://${addresses['endpoint']}`,
      'api-token': 'a-token-of-tests',
      'github-token': GITHUB_TOKEN,
      ...given.inputs,
    },
    ...(given.workspace && { workspace: given.workspace }),
    env: {
      ...event.env,
      GITHUB_API_URL: `https://${addresses['GITHUB_API_URL']}`,
      GITHUB_GRAPHQL_URL: `https://${addresses['GITHUB_API_URL']}/graphql`,
      https_proxy: proxy.url,
      NODE_EXTRA_CA_CERTS: AUTHORITY,
    },
    timeLimit: 60_000,
  }
  try {
    const made = makeStep(options)
    // Node itself would ask for the links on the way to the bundle.
    const step = { ...made, script: fs.realpathSync(made.script) }
    // Apart from the files of commands and the event, so that each of them is a right of its own.
    step.env['RUNNER_TEMP'] = path.join(step.folder, 'own')
    fs.mkdirSync(step.env['RUNNER_TEMP'])
    const result: RunResult = await startStep(step, {
      ...options,
      nodeArgs: [...(rights ? flagsOf(rights, step.env) : []), '--import', preload],
    }).done
    const direct: string[] = preload === RECORDER ? JSON.parse(/^\[.*\]$/m.exec(result.stderr)?.[0] ?? '[]') : []
    const named = (each: string) => (each === new URL(proxy.url).host ? 'the proxy' : each)
    const targets = new Set(proxy.requests.map(({ target }) => target))
    return {
      result,
      direct: direct.map(named),
      tunnels: [...targets].map(target => Object.keys(addresses).find(name => addresses[name] === target) ?? target),
      written: gitHub.requests.filter(each => /^(?:POST \/repos|PATCH|PUT|DELETE)/.test(each)).toSorted(),
    }
  } finally {
    await Promise.all([service.close(), gitHub.close(), proxy.close(), close(front)])
  }
}

function flagsOf(rights: Right[], env: Record<string, string>): string[] {
  const place = (file: string) => (file === 'dist' ? fs.realpathSync(path.dirname(bundleFile())) : (env[file] ?? file))
  return [
    '--permission',
    ...rights.flatMap(({ file, rights: each }) => each.map(right => `--allow-fs-${right}=${place(file)}`)),
  ]
}

/** The log and the summary, but for times, ports and paths. */
function told({ result }: { result: RunResult }) {
  const { 'report-file': reportFile = '', ...outputs } = result.outputs
  const plain = (text: string) => maskLog(text.replaceAll(result.folder, '<folder>')).replace(/example:\d+/g, 'example')
  const log = plain(result.stdout).replace(/(?<= in |^After )[\d.]+ s(?=[,:])|(?<= for )\d+ d \d+ h/gm, '<time>')
  return {
    exitCode: result.exitCode,
    outputs,
    // Reads that start at once end in any order.
    log: log.split('\n').toSorted(),
    hasReport: result.report !== undefined && reportFile !== '',
    summary: plain(result.summary).replace(/\d+ ms|\d+(?:\.\d+)? s\b|\d+ d \d+ h/g, '<time>'),
  }
}

/** The cells of a table between its markers in SECURITY.md. */
function rowsOf(name: string): string[][] {
  const [, table = ''] = new RegExp(`<!-- begin ${name}:[^\\n]*-->\\n([\\s\\S]*?)<!-- end ${name} -->`).exec(PAGE) ?? []
  const rows = table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
  if (rows.length === 0) throw new Error(`SECURITY.md has no table of ${name}`)
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}
