/**
 * SECURITY.md lists every file that the action touches and every connection that it opens. Here the bundle gets just
 * those files, by Node's permission model, and tells whom it connects to: it has to do all that it does without, and
 * each right has to be needed.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../checkers/workflows.ts'
import { loadEvent } from '../events/index.js'
import { quarantinedTest, quarantinedTests, submittedPullRequest } from '../faults/answers.js'
import { bundleFile } from '../launcher/bundle.js'
import { makeStep, type RunOptions, startStep } from '../launcher/runner.js'
import { fails, junit } from '../scenarios/junit.ts'
import { gitHubWith } from '../scenarios/queue.ts'
import { ok } from '../scenarios/scenario.ts'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/state.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import type { State } from '../stand-in/service/state.js'

interface Right {
  /** A variable that names it, or `dist`. */
  file: string
  rights: string[]
}

const PAGE = fs.readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8')
const FILES: Right[] = rowsOf('files').map(([file = '', rights = '']) => ({ file, rights: rights.split(', ') }))
const CONNECTIONS = rowsOf('connections').map(([name = '']) => name)

/** Tells on standard error, at the end, which addresses the process has connected to. */
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
  answers: NonNullable<State['answers']>
  /** The listed connections that it opens. */
  connections: string[]
  outputs: Record<string, string>
}

const READY: Step = {
  inputs: { read: 'pull-request', require: 'ready', comment: 'always', 'status-context': 'gate' },
  answers: { getSubmittedPullRequest: ok(submittedPullRequest) },
  connections: ['endpoint', 'GITHUB_API_URL'],
  outputs: { conclusion: 'passed', ready: 'true' },
}
const TESTS: Step = {
  inputs: {
    require: 'no-blocking-failures',
    'junit-paths': 'reports/*.xml',
    'test-outcome': 'failure',
    organization: 'acme-org',
    variant: 'linux',
  },
  workspace: {
    'reports/a.xml': junit([fails(quarantinedTest.name, { file: 'src/engine.test.ts', classname: 'engine.Ignition' })]),
    'src/engine.test.ts': '',
  },
  answers: { listQuarantinedTests: ok({ ...quarantinedTests, quarantined_tests: [quarantinedTest] }) },
  connections: ['endpoint'],
  outputs: { conclusion: 'passed', 'excused-failures': '1' },
}

test.concurrent.each([
  ['a comment and a status', READY],
  ['test reports', TESTS],
])('%s: the bundle needs what SECURITY.md lists, and nothing else', async (_, step) => {
  const { result, connections } = await run(step, FILES)
  expect(result).toMatchObject({ exitCode: 0, outputs: step.outputs })
  expect(result.stdout).not.toMatch(/could not be|^::error/m)
  expect([result.report, result.summary]).toEqual([expect.anything(), expect.stringContaining('<h2>')])
  expect(connections.toSorted()).toEqual(step.connections.toSorted())
})

test('every listed connection is one that some step opens', () => {
  expect([...new Set([READY, TESTS].flatMap(({ connections }) => connections))]).toEqual(CONNECTIONS)
})

test.concurrent.each(FILES.flatMap(({ file, rights }) => rights.map(right => [right, file] as const)))(
  'without the right to %s %s it says so, or ends',
  async (right, file) => {
    const fewer = FILES.map(each =>
      each.file === file ? { file, rights: each.rights.filter(it => it !== right) } : each,
    )
    const { result } = await run(['GITHUB_WORKSPACE', 'RUNNER_TEMP'].includes(file) ? TESTS : READY, fewer)
    expect([result.exitCode, /warning|error/i.test(result.stdout + result.stderr)]).not.toEqual([0, false])
  },
)

/** Runs a step with these rights. */
async function run(given: Step, rights: Right[]) {
  const service = await startService({ state: { repositories: [], answers: given.answers } })
  const gitHub = await startGitHubApi(gitHubWith({}))
  const { name, payload, env } = loadEvent('pull-request')
  const options: RunOptions = {
    event: { name, payload },
    inputs: { endpoint: service.url, 'api-token': TOKEN, ...given.inputs },
    githubToken: GITHUB_TOKEN,
    workspace: given.workspace ?? {},
    env: { ...env, GITHUB_API_URL: gitHub.url, GITHUB_GRAPHQL_URL: gitHub.graphqlUrl },
  }
  try {
    const made = makeStep(options)
    // Node itself would ask for the links on the way to the bundle.
    const step = { ...made, script: fs.realpathSync(made.script) }
    // Apart from the files of commands and the event, so that each of them is a right of its own.
    step.env['RUNNER_TEMP'] = path.join(step.folder, 'own')
    fs.mkdirSync(step.env['RUNNER_TEMP'])
    const placeOf = (file: string) => (file === 'dist' ? fs.realpathSync(path.dirname(bundleFile())) : step.env[file])
    const flags = rights.flatMap(({ file, rights: each }) =>
      each.map(right => `--allow-fs-${right}=${placeOf(file) ?? file}`),
    )
    const nodeArgs = ['--permission', ...flags, '--import', RECORDER]
    const result = await startStep(step, { ...options, nodeArgs }).done
    const seen: string[] = JSON.parse(/^\[.*\]$/m.exec(result.stderr)?.[0] ?? '[]')
    const names = new Map([
      [new URL(service.url).host, 'endpoint'],
      [new URL(gitHub.url).host, 'GITHUB_API_URL'],
    ])
    return { result, connections: seen.map(each => names.get(each) ?? each) }
  } finally {
    await Promise.all([service.close(), gitHub.close()])
  }
}

/** The cells of a table between its markers in SECURITY.md; of the first one, the name in it. */
function rowsOf(name: string): string[][] {
  const [, table = ''] = new RegExp(`<!-- begin ${name}:[^\\n]*-->\\n([\\s\\S]*?)<!-- end ${name} -->`).exec(PAGE) ?? []
  const [, , ...rows] = table.split('\n').filter(line => line.startsWith('|'))
  if (rows.length === 0) throw new Error(`SECURITY.md has no table of ${name}`)
  return rows.map(row => {
    const [, first = '', ...cells] = row.split('|').map(cell => cell.trim())
    return [first.replace(/^`(\w+)`.*$/, '$1'), ...cells]
  })
}
