/** A token that comes back from outside: each door of the bundle, and each exit looked at. */
import { describe, expect, test } from 'vitest'
import { cleanerOf } from '../../src/text/secret.ts'
import { loadEvent } from '../events/index.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState } from '../stand-in/github/state.js'
import { HEAD, quarantinedTests, queue, submittedPullRequest, TEST_RUN_ID, testingDetails } from './answers.js'
import {
  errorsOf,
  expectFailure,
  expectPass,
  type FaultServer,
  type GateOptions,
  gate,
  type Result,
  type Script,
} from './gate.ts'
import { answer, startFaults } from './server.js'

const API_TOKEN = "api-\"tok\\en&<of>'tests'~/+%7f_a"

/** Other software's spellings of a token; `test/secret.test.ts` has them all. */
const SPELLINGS: [string, (token: string) => string][] = [
  ['raw', token => token],
  ['base64 of a header', token => Buffer.from(`x-api-token: ${token}`).toString('base64')],
  ['base64 in lines', token => Buffer.from(`a${token}z`).toString('base64').replace(/.{9}/g, '$&\r\n')],
  ['an address', encodeURIComponent],
  ['JSON', token => JSON.stringify(token).slice(1, -1)],
  ['HTML', entities],
  ['Markdown', token => token.replace(/[^\da-z]/gi, '\\$&')],
]

function entities(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

interface Told extends Result {
  /** Comments and commit statuses. */
  written: string
}

/** A run beside a GitHub that has the pull request, and what it wrote there. */
async function toldBy(script: Script, { inputs, env, ...options }: GateOptions, checks: object[] = []): Promise<Told> {
  const github = await startGitHubApi(
    gitHubState({
      pullRequests: { 42: { head: { sha: HEAD } } },
      branches: { h: HEAD, t: testingDetails.testBranchSha },
      checkRuns: { [testingDetails.testBranchSha]: checks as Record<string, unknown>[] },
    }),
  )
  const server: FaultServer = await startFaults({ script })
  const result = await gate(server.url, {
    ...options,
    inputs: { 'api-token': API_TOKEN, 'github-token': GITHUB_TOKEN, ...inputs },
    env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl, ...env },
  })
  const { pullRequests, statuses } = github.state.repositories['acme/rocket'] ?? {}
  await Promise.all([server.close(), github.close()])
  return { ...result, written: JSON.stringify([pullRequests?.[42]?.comments, statuses]) }
}

/** Log, outputs, summary, report, comment and status. */
function exitsOf({ stdout, stderr, outputs, summary, report, written }: Told): Record<string, string> {
  const log = stdout.replace(/^::add-mask::.*$/gm, '') + stderr
  return { log, outputs: JSON.stringify(outputs), summary, report: JSON.stringify(report), written }
}

/** In no exit is a token, in any spelling; nor most of one, as a cut could leave it. */
function expectUntold(told: Told): void {
  for (const [exit, text] of Object.entries(exitsOf(told))) {
    for (const token of [API_TOKEN, GITHUB_TOKEN]) {
      expect(cleanerOf(token)(text) === text, `a token is in: ${exit}`).toBe(true)
      for (const [way, spell] of SPELLINGS) {
        const most = spell(token).slice(3, -3)
        expect(text.includes(most) || text.includes(JSON.stringify(most).slice(1, -1)), `${exit}: ${way}`).toBe(false)
      }
    }
  }
}

describe.for([
  ['api-token', API_TOKEN],
  ['github-token', GITHUB_TOKEN],
] as const)('%s', ([, token]) => {
  const all = SPELLINGS.map(([, spell]) => spell(token)).join(' ')
  /** Each in a text of its own, and where a cut for a status, an annotation or a cell could come. */
  const each = SPELLINGS.flatMap(([, spell]) => [`a ${spell(token)} z`, `${'x'.repeat(95)} ${spell(token)} z`])

  test.concurrent('answers of the service and of GitHub, test reports, CODEOWNERS, names: told nowhere', async () => {
    const failed = each.map(name => ({ name, status: 'completed', conclusion: 'failure', url: `https://ci/${name}` }))
    const script: Script = {
      getSubmittedPullRequest: answer({
        body: { ...submittedPullRequest, prTitle: all, prAuthor: all, priorityName: all },
        headers: { 'x-request-id': token },
      }),
      getMergeQueueTestingDetails: answer({
        body: { ...testingDetails, status: 'failed', requiredStatuses: each, checkSuites: [{ checkRuns: failed }] },
      }),
      'list-quarantined-tests': answer({
        body: { ...quarantinedTests, quarantined_tests: each.map(name => ({ name, codeowners: [`@${name}`] })) },
      }),
    }
    const cases = each.map(
      text => `<testcase name="b ${entities(text)}" file="src/${entities(text)}" classname="${entities(text)}">
        <failure message="${entities(text)}">${entities(text)}
          \u001b[31m${entities(token.slice(0, 9))}\u001b[0m${entities(token.slice(9))}</failure></testcase>`,
    )
    const told = await toldBy(
      script,
      {
        inputs: {
          read: 'pull-request, quarantined-tests',
          require: 'test-run-succeeded, no-blocking-failures',
          'test-run-id': TEST_RUN_ID,
          'junit-paths': '**/*.xml',
          'test-outcome': 'failure',
          'codeowners-path': 'owners',
          comment: 'always',
          'status-context': 'gate',
        },
        env: {
          GITHUB_WORKFLOW: all.replaceAll('\0', ''),
          GITHUB_JOB: token,
          GITHUB_SERVER_URL: 'https://github.com',
          GITHUB_ACTION_REPOSITORY: `${encodeURIComponent(token)}/gate`,
          GITHUB_ACTION_REF: encodeURIComponent(token),
        },
        workspace: {
          [`reports/${encodeURIComponent(token)}.xml`]: `<testsuite name="${entities(all)}">${cases.join('\n')}</testsuite>`,
          owners: `* @${token} ${token}@example.com\n`,
        },
      },
      each.map(name => ({ name, status: 'completed', conclusion: 'failure' })),
    )
    expectUntold(told)
    expect(told).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed' } })
    // All of it was there to be told.
    for (const [exit, text] of Object.entries(exitsOf(told))) expect(text, exit).toContain('a *** z')
  })

  test.concurrent.for(SPELLINGS)('an error of the service: %s', async ([, spell]) => {
    const body = `you sent ${spell(token)} to us${' and us'.repeat(40)}, ${spell(token)}`
    const told = await toldBy({ getSubmittedPullRequest: answer({ status: 400, body }) }, {})
    expectUntold(told)
    expectFailure(told, 'request-refused', /you sent .*\*\*\*.* to us/)
  })

  test.concurrent('headers of a redirect', async () => {
    const headers = { location: `https://a.example/?t=${encodeURIComponent(token)}`, 'x-request-id': `r-${token}` }
    const told = await toldBy({ getSubmittedPullRequest: answer({ status: 302, headers }) }, {})
    expectUntold(told)
    expectFailure(told, 'redirected', /redirected \(302\) to https:\/\/a\.example\/\?t=\*\*\*\./)
  })

  test.concurrent('the event: another branch than it names is not asked for', async () => {
    const { name, payload, env } = loadEvent('pull-request')
    payload.pull_request.base.ref = `release-${token}`
    payload.pull_request.title = token
    const told = await toldBy({}, { event: { name, payload }, env })
    expectUntold(told)
    expect(errorsOf(told)).toEqual([
      'Cannot start: the event file (GITHUB_EVENT_PATH) holds one of the two tokens in a text that tells what this run is about.',
    ])
  })

  test.concurrent.for(['GITHUB_REPOSITORY', 'GITHUB_SERVER_URL', 'GITHUB_REF'])('%s', async variable => {
    const told = await toldBy({}, { env: { [variable]: `https://${token}` } })
    expectUntold(told)
    expect(errorsOf(told)).toContain(
      `Cannot start: ${variable} holds one of the two tokens, so it is not known what this run is about.`,
    )
  })

  test.concurrent('report files of other legs', async () => {
    const inputs = {
      require: 'no-blocking-failures',
      'junit-paths': 'report.xml',
      'test-outcome': 'failure',
      read: 'quarantined-tests',
    }
    const script = { 'list-quarantined-tests': answer({ body: quarantinedTests }) }
    const xml = '<testsuite><testcase name="NAME"><failure/></testcase></testsuite>'
    const { report } = await toldBy(script, { inputs, workspace: { 'report.xml': xml } })
    const leg = JSON.stringify(report).replaceAll('NAME', JSON.stringify(`a ${token} z`).slice(1, -1))
    const told = await toldBy(
      {},
      {
        inputs: {
          require: 'no-blocking-failures',
          'merge-reports': 'legs/*.json',
          'expected-reports': '1',
          comment: 'always',
        },
        workspace: { [`legs/${encodeURIComponent(token)}.json`]: leg },
      },
    )
    expectUntold(told)
    expect(told.summary).toContain('a *** z')
    expect(JSON.stringify(told.report)).toContain('legs/***.json')
  })

  test.concurrent.for([
    'test-run-id',
    'target-branch',
    'repository',
    'endpoint',
    'report-file',
    'require',
    'summary',
    'x',
  ])('pasted into `%s`: an input error that does not tell it', async input => {
    for (const [, spell] of SPELLINGS.filter(([way]) => way === 'raw' || way === 'an address')) {
      const told = await toldBy({}, { inputs: { [input]: `${'x'.repeat(110)}${spell(token)}` } })
      expectUntold(told)
      expect(told).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed', reason: 'bad-input' } })
      expect(errorsOf(told)).toEqual([
        `Input \`${input}\` holds one of the two tokens, which belong in \`api-token\` and \`github-token\` and nowhere else. Take the token out.`,
      ])
    }
  })
})

test('an input whose own name is a token, and that holds it: neither is told', async () => {
  const token = 'report-file'
  const inputs = { 'api-token': token, [token]: `/elsewhere/${token}/x.json` }
  const told = await toldBy({}, { inputs })
  expect(errorsOf(told)).toEqual([
    `Input \`${token}\` holds one of the two tokens, which belong in \`api-token\` and \`github-token\` and nowhere else. Take the token out.`,
  ])
  expect(JSON.stringify(exitsOf(told))).not.toContain('elsewhere')
})

describe('what is a token only once it is made normal', () => {
  const token = 'abc/def+gh/123456'

  test.each([
    ['report-file', 'abc/./def+gh//123456/r.json'],
    ['report-file', 'abc/x/../def+gh/123456'],
    ['endpoint', 'https://mq.example/abc\\def+gh\\123456'],
  ])('in `%s`: %s', async (input, value) => {
    const told = await toldBy({}, { inputs: { 'api-token': token, [input]: value } })
    expect(JSON.stringify(exitsOf(told))).not.toContain(token)
    expect(errorsOf(told)).toEqual([
      `Input \`${input}\` holds one of the two tokens, which belong in \`api-token\` and \`github-token\` and nowhere else. Take the token out.`,
    ])
  })

  test('in the address of the server', async () => {
    const told = await toldBy(
      {},
      { inputs: { 'api-token': 'abcdefgh.example' }, env: { GITHUB_SERVER_URL: 'https://ABCDEFGH.EXAMPLE' } },
    )
    expect(JSON.stringify(exitsOf(told))).not.toContain('abcdefgh.example')
    expect(told.exitCode).toBe(1)
  })

  test("a word of the service's v1 API in capitals", async () => {
    const state = 'SECRET-TOKEN-ABC'
    const told = await toldBy(
      { getQueue: answer({ body: { ...queue, state } }) },
      { inputs: { 'api-token': state.toLowerCase(), read: 'queue', require: 'none' } },
    )
    expect(told.outputs).toMatchObject({ conclusion: 'reported', 'queue-state': '***' })
    expect(JSON.stringify(exitsOf(told))).not.toContain(state.toLowerCase())
  })

  test('the file of a quarantined test', async () => {
    const rows = quarantinedTests.quarantined_tests.map(row => ({ ...row, file: token.replaceAll('/', '\\') }))
    const told = await toldBy(
      { 'list-quarantined-tests': answer({ body: { ...quarantinedTests, quarantined_tests: rows } }) },
      { inputs: { 'api-token': token, read: 'quarantined-tests', require: 'none' } },
    )
    expect(told.outputs['conclusion']).toBe('reported')
    expect(JSON.stringify(exitsOf(told))).not.toContain(token)
  })

  test('the file of a failed test: its annotation has no place', async () => {
    const file = 'src/abc//def+gh/./123456'
    const told = await toldBy(
      { 'list-quarantined-tests': answer({ body: quarantinedTests }) },
      {
        inputs: {
          'api-token': token,
          require: 'no-blocking-failures',
          'junit-paths': 'report.xml',
          'test-outcome': 'failure',
        },
        workspace: {
          'report.xml': `<testsuite><testcase name="a" file="${file}"><failure/></testcase></testsuite>`,
          'src/abc/def+gh/123456': '',
        },
      },
    )
    expect(JSON.stringify(exitsOf(told))).not.toContain(token)
    expect(told.stdout).toContain('::error title=Merge Queue Gate%3A blocking test::a: failed')
  })
})

test.each(['conclusion', 'schemaVersion', 'isCurrentlySubmittedToQueue', 'workspace', '::::::::'])(
  'a token that is a common word is masked, and destroys nothing of the step: %s',
  async token => {
    const script = {
      getSubmittedPullRequest: answer({ body: { ...submittedPullRequest, prTitle: `a ${token} z` } }),
      getQueue: answer({ body: queue }),
    }
    const told = await toldBy(script, { inputs: { 'api-token': token, comment: 'always', 'status-context': 'gate' } })
    expectPass(told)
    expect(told.stdout.split('\n')).toContain(`::add-mask::${token}`)
    expect(told.summary).toContain('a *** z')
    expect(told.outputs).toMatchObject({ conclusion: 'passed', context: 'pull-request', 'pull-request': '42' })
    expect(told.outputs['report-file']).toContain('merge-queue-gate-')
    expect(told.written).toContain('is ready')
  },
)

test('10,000 echoes in 10 MiB are cleaned within 2 s', async () => {
  const row = { ...submittedPullRequest, prNumber: 7, prTitle: `${'a title '.repeat(55)}${API_TOKEN}` }
  const body = { ...queue, enqueuedPullRequests: Array.from({ length: 10_000 }, () => row) }
  const told = await toldBy({ getQueue: answer({ body }) }, { inputs: { read: 'queue', require: 'queue-running' } })
  expectUntold(told)
  expect(told).toMatchObject({ exitCode: 0, outputs: { 'queue-state': 'running' } })
})
