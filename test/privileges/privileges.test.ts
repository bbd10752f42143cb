/**
 * SECURITY.md lists every file that the action touches and every connection that it opens. Here the bundle gets just
 * those, by Node's permission model and behind a proxy that records: it has to do all it does without, and each right
 * has to be needed.
 */
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ROOT } from '../checkers/workflows.ts'
import { loadEvent } from '../events/index.js'
import { submittedPullRequest } from '../faults/answers.js'
import { startProxy } from '../faults/proxy.js'
import { answer, credentials, startFaults } from '../faults/server.js'
import { bundleFile } from '../launcher/bundle.js'
import { maskLog } from '../launcher/log.js'
import { makeStep, type RunOptions, type RunResult, startStep } from '../launcher/runner.js'
import { GITHUB_TOKEN, startGitHub } from '../stand-in/github/server.js'
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
const CONNECTIONS = rowsOf('connections').map(([each = '']) => each.replaceAll('`', ''))
const AUTHORITY = fileURLToPath(new URL('../faults/certificates/authority.pem', import.meta.url))

/** Tells on standard error, at the end, which addresses the process has connected to by itself. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  const seen = new Set()
  process.getBuiltinModule('node:diagnostics_channel').subscribe('net.client.socket', ({ socket }) => {
    socket.on('connectionAttempt', (ip, port) => seen.add(ip + ':' + port))
  })
  process.getBuiltinModule('node:diagnostics_channel').subscribe('udp.socket', () => seen.add('udp'))
  process.on('exit', () => console.error(JSON.stringify([...seen])))
`)}`

test('the bundle needs what SECURITY.md lists, and nothing else', async () => {
  const free = await run(null)
  expect({ exitCode: free.result.exitCode, outputs: free.result.outputs }).toMatchObject({
    exitCode: 0,
    outputs: { conclusion: 'passed', ready: 'true' },
  })

  const held = await run(FILES)
  expect(told(held)).toEqual(told(free))
  // Nobody is connected to but the proxy, and that is led to the listed addresses.
  expect(held.direct).toEqual(['the proxy'])
  expect(held.tunnels).toEqual(CONNECTIONS)
})

test.concurrent.each(FILES.flatMap(({ file, rights }) => rights.map(right => ({ file, right }))))(
  'without the right to $right $file it says so, or ends',
  async ({ file, right }) => {
    const fewer = FILES.map(each =>
      each.file === file ? { file, rights: each.rights.filter(it => it !== right) } : each,
    )
    const { result } = await run(fewer)
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
  const { result } = await run(FILES, `data:text/javascript,${encodeURIComponent(codes.join(';'))}`)
  const refusals = result.stderr.split('\n').slice(0, 3)
  expect(refusals).toEqual(['ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', 'ERR_DLOPEN_DISABLED'])
})

/** A step that asks the service and GitHub, both behind a proxy, with these rights; without a list it may do anything. */
async function run(rights: Right[] | null, preload = RECORDER) {
  const { readiness: _, ...pullRequest } = submittedPullRequest
  const service = await startFaults({
    script: {
      getSubmittedPullRequest: answer({
        body: {
          ...pullRequest,
          readiness: { requiresImpactedTargets: false, doesBaseBranchMatch: true },
        },
      }),
    },
    tls: 'elsewhere',
  })
  const event = loadEvent('pull-request')
  const head = (event.payload as { pull_request: { head: object; base: object } }).pull_request
  const gitHub = await startGitHub({
    pullRequests: {
      'acme/rocket#42': {
        status: 200,
        body: { ...head, number: 42, state: 'open', mergeable: true, mergeable_state: 'clean' },
      },
    },
  })
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
      'api-token': 'a-token',
      'github-token': GITHUB_TOKEN,
      read: 'pull-request',
      require: 'ready',
    },
    env: {
      ...event.env,
      GITHUB_API_URL: `https://${addresses['GITHUB_API_URL']}`,
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

/** What a user sees of a run, but for times, ports and paths. */
function told({ result }: { result: RunResult }) {
  const { 'report-file': reportFile = '', ...outputs } = result.outputs
  const plain = (text: string) => maskLog(text.replaceAll(result.folder, '<folder>')).replace(/example:\d+/g, 'example')
  const log = plain(result.stdout).replace(/ in [\d.]+ s,/g, ' in <time>,')
  return {
    exitCode: result.exitCode,
    outputs,
    log,
    hasReport: result.report !== undefined && reportFile !== '',
    summary: plain(result.summary).replace(/\d+ ms|\d+(?:\.\d+)? s\b/g, '<time>'),
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
