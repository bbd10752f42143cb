/** Excused failing tests whose files the pull request changes, by the bundle against a stateful GitHub. */
import { expect, onTestFinished, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { forbidden } from '../stand-in/github/answers.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, type State } from '../stand-in/github/state.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import { page, quarantinedTest } from './bodies.ts'
import { fails, junit } from './junit.ts'
import { expectNoSecret, expectReport, ok } from './scenario.ts'

const FILE = 'src/engine/engine.test.ts'
const LIST = 'GET /repos/acme/rocket/pulls/42/files'

async function run(rest: Omit<State, 'repositories'> = {}) {
  const api = await startGitHubApi(gitHubState({ pullRequests: { 42: { files: [FILE] } } }, rest))
  const listQuarantinedTests = ok(page([quarantinedTest('lands')]))
  const service = await startService({ state: { repositories: [], answers: { listQuarantinedTests } } })
  onTestFinished(() => Promise.all([api.close(), service.close()]).then(() => undefined))
  const event = loadEvent('pull-request')
  const result = await runAction({
    event,
    inputs: {
      endpoint: service.url,
      'api-token': TOKEN,
      organization: 'acme-org',
      read: 'quarantined-tests',
      require: 'no-blocking-failures',
      'junit-paths': 'report.xml',
      'test-outcome': 'failure',
    },
    workspace: { 'report.xml': junit([fails('lands')]), [FILE]: '' },
    env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...event.env },
    githubToken: GITHUB_TOKEN,
  })
  expect(result.stderr).toBe('')
  expectReport(result)
  expectNoSecret(result)
  expect(await violationsOf(api)).toEqual([])
  const told = result.stdout
    .split('\n')
    .flatMap(line => /^::(warning|notice) title=Merge Queue Gate(?:%3A [^:,]*)?::(.*)$/.exec(line)?.slice(1) ?? [])
  const asked = api.requests.filter(each => each.startsWith(LIST)).length
  return { conclusion: result.outputs['conclusion'], exit: result.exitCode, told, asked, summary: result.summary }
}

const CHANGES = `This pull request changes ${FILE}, where tests failed that are excused because they are quarantined. Look whether they fail because of the change.`

test('it changes the file: a warning, and the verdict stays', async () => {
  const { summary, ...ran } = await run()
  expect(ran).toEqual({ conclusion: 'passed', exit: 0, told: ['warning', CHANGES], asked: 1 })
  expect(summary).toContain(`<li>${CHANGES}</li>`)
})

test('a token that may not read the changes: a notice, and the verdict stays', async () => {
  const faults = [{ at: LIST, answer: forbidden() }]
  const text =
    "Whether this pull request changes the files of excused tests is not known: GitHub refused to list the changed files of the pull request (403). Add `pull-requests: read` to the job's `permissions`, or set `github-token` to a token that has it."
  expect(await run({ faults })).toMatchObject({ conclusion: 'passed', exit: 0, told: ['notice', text] })
})
