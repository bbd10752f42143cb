import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TOKEN, V2_TOKEN } from '../stand-in/service/server.js'
import { entry, githubPullRequest, left, page, pullRequest, quarantinedTest, queue, readiness } from './bodies.ts'
import { runQueueScenario } from './github-queue.ts'
import { fails, junit } from './junit.ts'
import { ok, runScenario, type Scenario, scenario } from './scenario.ts'

/** Files of the bundle that only steps about tests need. */
const ABOUT_TESTS = ['changed-tests.js', 'leg-file.js', 'leg-reports.js', 'present.js', 'tests.js', 'workspace.js']

/** Files of the bundle that only steps need which ask GitHub, or write to it. */
const ABOUT_GITHUB = ['changed-tests.js', 'explain.js', 'github-writers.js', 'octokit.js', 'readers.js']

/** The files that a step loads, by the coverage that Node writes. */
async function loaded(
  inputs: Record<string, string>,
  workspace: Record<string, string> = {},
  { among = ABOUT_TESTS, ...changes }: Partial<Scenario> & { among?: string[] } = {},
): Promise<string[]> {
  const scripts = await scriptsOf(env =>
    runScenario(
      scenario({
        event: 'push-tag',
        inputs: { organization: 'acme-org', ...inputs },
        workspace,
        answers: { listQuarantinedTests: ok(page([quarantinedTest('lands')])) },
        env,
        exit: 0,
        outputs: {},
        requests: [],
        ...changes,
      }),
    ),
  )
  return among.filter(name => scripts.includes(name))
}

/** Files of the bundle that a run loads, and others. */
async function scriptsOf(run: (env: { NODE_V8_COVERAGE: string }) => Promise<unknown>): Promise<string[]> {
  const coverage = fs.mkdtempSync(path.join(os.tmpdir(), 'merge-queue-gate-loaded-'))
  try {
    await run({ NODE_V8_COVERAGE: coverage })
    return fs
      .readdirSync(coverage)
      .flatMap((name): { url: string }[] => JSON.parse(fs.readFileSync(path.join(coverage, name), 'utf8')).result)
      .map(({ url }) => path.basename(url))
  } finally {
    fs.rmSync(coverage, { recursive: true, force: true })
  }
}

test.concurrent.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['a list that is only shown', { read: 'quarantined-tests' }, {}, ['present.js']],
  ['a limit on the quarantined tests', { 'max-quarantined': '1' }, {}, ['present.js', 'tests.js']],
  [
    'test reports',
    { 'junit-paths': 'a.xml', 'test-outcome': 'failure', require: 'no-blocking-failures' },
    { 'a.xml': junit([fails('docks')]) },
    ['present.js', 'tests.js'],
  ],
  [
    'report files of legs',
    { 'merge-reports': 'a.json', 'expected-reports': '1', require: 'no-blocking-failures' },
    { 'a.json': '{"schemaVersion": 1}' },
    ['leg-file.js', 'leg-reports.js', 'present.js', 'tests.js'],
  ],
])('what a step loads: %s', async (_, inputs, workspace, expected) => {
  expect(await loaded(inputs, workspace)).toEqual(expected)
})

/** The clients of the three sources. */
const CLIENTS = ['service-v1.js', 'service-v2.js', 'source.js']

test.concurrent.each([
  [TOKEN, 'service-v1.js'],
  [V2_TOKEN, 'service-v2.js'],
])('of the sources a step loads the one that it asks', async (token, client) => {
  const inputs = { 'api-token': token, read: 'queue', 'target-branch': 'main' }
  expect(await loaded(inputs, {}, { among: CLIENTS })).toEqual([client])
})

const about42 = (body: object, queued: object[] = []) => ({
  event: 'pull-request' as const,
  among: ABOUT_GITHUB,
  answers: { getSubmittedPullRequest: ok(body), getQueue: ok(queue({ enqueuedPullRequests: queued })) },
  github: ok(githubPullRequest()),
})

test.concurrent.each<[string, ReturnType<typeof about42>, string[]]>([
  ['ready, and all is said', about42(pullRequest({ state: 'pending' }), [entry(42, { state: 'pending' })]), []],
  ['it passed its tests', about42(pullRequest({ state: 'tests_passed' })), []],
  ['it is merged', about42(left('merged')), []],
  ['it was thrown out', about42(left('failed')), ['explain.js', 'octokit.js', 'readers.js']],
  [
    'no mergeability',
    about42(pullRequest({ readiness: readiness({ gitHubMergeability: undefined }) })),
    ['octokit.js', 'readers.js'],
  ],
])("what a step loads of GitHub's side: %s", async (_, story, expected) => {
  const inputs = { read: 'pull-request, queue', require: 'submitted' }
  expect(await loaded(inputs, {}, story)).toEqual(expected)
})

test("a step that asks GitHub's own queue loads nothing of the service's clients", async () => {
  const inputs = { require: 'not-submitted' }
  const scripts = await scriptsOf(env => runQueueScenario({ inputs, env, exit: 0, outputs: {}, requests: [] }))
  expect(scripts.filter(name => /^(?:source|service|wire).*\.js$/.test(name))).toEqual(['source.js'])
})
