/** A token that comes back from outside: each door of the bundle, and each exit looked at. */
import { describe, expect, test } from 'vitest'
import { cleanerOf } from '../../src/text/outside.ts'
import type { RunResult } from '../launcher/runner.js'
import { gitHubWith } from '../scenarios/queue.ts'
import { no, ok } from '../scenarios/scenario.ts'
import { runStep, type Step } from '../scenarios/step.ts'
import { GITHUB_TOKEN } from '../stand-in/github/state.js'
import { quarantinedTests, queue, submittedPullRequest, TEST_RUN_ID, testingDetails } from './answers.js'

const API_TOKEN = 'api-"tok\\en&<of>tests/+%7f_a'

/** The spellings that are promised; `test/text/outside.test.ts` holds each of them. */
const SPELLINGS: [string, (token: string) => string][] = [
  ['raw', token => token],
  ['JSON', token => JSON.stringify(token).slice(1, -1)],
  ['XML', entities],
  ['percent-encoded', encodeURIComponent],
  ['form-encoded', token => new URLSearchParams([['', token]]).toString().slice(1)],
  ...(['', 'a', 'ab'].map(before => {
    return [`base64 behind ${before.length}`, (token: string) => Buffer.from(`${before}${token}z`).toString('base64')]
  }) as [string, (token: string) => string][]),
]

function entities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

interface Told extends RunResult {
  /** Comments and commit statuses. */
  written: string
}

/** A run beside a GitHub that has the pull request, and what it wrote there. */
async function toldBy({ inputs, ...step }: Step): Promise<Told> {
  const { result, github } = await runStep({
    token: API_TOKEN,
    ...step,
    inputs: { read: 'pull-request', require: 'ready', organization: 'acme', ...inputs },
    github: gitHubWith({}),
  })
  const { pullRequests, statuses } = github.state.repositories['acme/rocket'] ?? {}
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
        expect(text.includes(spell(token).slice(3, -3)), `${exit}: ${way}`).toBe(false)
      }
    }
  }
}

describe.for([
  ['api-token', API_TOKEN],
  ['github-token', GITHUB_TOKEN],
] as const)('%s', ([, token]) => {
  /** Each in a text of its own, and where a cut for a status, an annotation or a cell could come. */
  const each = SPELLINGS.flatMap(([, spell]) => [`a ${spell(token)} z`, `${'x'.repeat(95)} ${spell(token)} z`])
  const all = each.join(' ')

  test.concurrent('answers of the service, test reports, names of files and variables: told nowhere', async () => {
    const failed = each.map(name => ({ name, status: 'completed', conclusion: 'failure', url: `https://ci/${name}` }))
    const answers = {
      getSubmittedPullRequest: {
        ...ok({ ...submittedPullRequest, prTitle: all, prAuthor: all, priorityName: all }),
        headers: { 'x-request-id': token },
      },
      getMergeQueueTestingDetails: ok({
        ...{ ...testingDetails, status: 'failed', requiredStatuses: each },
        checkSuites: [{ checkRuns: failed }],
      }),
      listQuarantinedTests: ok({
        ...quarantinedTests,
        quarantined_tests: each.map(name => ({ name, codeowners: [`@${name}`] })),
      }),
    }
    const cases = each.map(text => {
      const said = entities(text)
      return `<testcase name="b ${said}" file="src/${said}" classname="${said}"><failure message="${said}">${said}</failure></testcase>`
    })
    const told = await toldBy({
      answers,
      inputs: {
        read: 'pull-request, quarantined-tests',
        require: 'test-run-succeeded, no-blocking-failures',
        'test-run-id': TEST_RUN_ID,
        'junit-paths': '**/*.xml',
        'test-outcome': 'failure',
        comment: 'always',
        'status-context': 'gate',
      },
      env: { GITHUB_WORKFLOW: all, GITHUB_JOB: token },
      workspace: {
        [`reports/${encodeURIComponent(token)}.xml`]: `<testsuite name="${entities(all)}">${cases.join('\n')}</testsuite>`,
      },
    })
    expectUntold(told)
    expect(told).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed' } })
    // All of it was there to be told.
    for (const [exit, text] of Object.entries(exitsOf(told))) expect(text, exit).toContain('a *** z')
  })

  test.concurrent('an error of the service', async () => {
    const body = `you sent ${SPELLINGS.map(([, spell]) => spell(token)).join(' or ')} to us`
    const told = await toldBy({ answers: { getSubmittedPullRequest: no(400, body) } })
    expectUntold(told)
    expect(told).toMatchObject({ exitCode: 1, outputs: { conclusion: 'unknown', reason: 'request-refused' } })
    expect(told.stdout).toMatch(/^::error .*you sent .*\*\*\*.* to us/m)
  })

  test.concurrent('a token in other inputs and variables', async () => {
    const inputs = { 'target-branch': `release-${token}`, require: token, 'report-file': `/x/${token}` }
    const told = await toldBy({ inputs, env: { GITHUB_REF: `refs/heads/${token}` } })
    expectUntold(told)
    expect(told).toMatchObject({ exitCode: 1, outputs: { conclusion: 'failed', reason: 'bad-input' } })
  })
})

test.each(['conclusion', 'schemaVersion', 'workspace', '::::::::'])(
  'a token that is a common word is masked, and destroys nothing of the step: %s',
  async token => {
    const told = await toldBy({
      token,
      answers: {
        getSubmittedPullRequest: ok({ ...submittedPullRequest, prTitle: `a ${token} z` }),
        getQueue: ok(queue),
      },
      inputs: { comment: 'always', 'status-context': 'gate' },
    })
    expect(told).toMatchObject({ exitCode: 0, stderr: '' })
    expect(told.stdout.split('\n')).toContain(`::add-mask::${token}`)
    expect(told.summary).toContain('a *** z')
    expect(told.outputs).toMatchObject({ conclusion: 'passed', context: 'pull-request', 'pull-request': '42' })
    expect(told.written).toContain('is ready')
  },
)
