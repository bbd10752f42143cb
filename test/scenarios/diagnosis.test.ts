/** Stories that the service alone does not tell: the bundle, with GitHub's API beside the service. */
import { expect, test } from 'vitest'
import { violationsOf } from '../checkers/github.ts'
import { loadEvent } from '../events/index.js'
import { runAction } from '../launcher/runner.js'
import { secondaryLimit } from '../stand-in/github/answers.js'
import { startGitHubApi } from '../stand-in/github/api.js'
import { GITHUB_TOKEN } from '../stand-in/github/server.js'
import { gitHubState, requiresChecks, type State } from '../stand-in/github/state.js'
import { startService, TOKEN } from '../stand-in/service/server.js'
import type { Answer, OperationName } from '../stand-in/service/state.js'
import {
  ago,
  entry,
  HEAD,
  type Json,
  left,
  OLDER,
  pullRequest,
  queue,
  RUN,
  RUN_HEAD,
  readiness,
  testRun,
} from './bodies.ts'
import { expectNoSecret, expectReport, ok } from './scenario.ts'

const BRANCH = `rocketq-merge/pr-42/${RUN}`
const job = (name: string, members: Json = {}) => ({
  name,
  status: 'completed',
  conclusion: 'success',
  html_url: `https://github.com/acme/rocket/runs/${name}`,
  ...members,
})
const running = { status: 'in_progress', conclusion: null, completed_at: null }

interface Story {
  answers: Partial<Record<OperationName, Answer>>
  github?: State
  token?: string
  inputs?: Record<string, string>
  event?: Parameters<typeof loadEvent>[0]
}

/** Outputs, the failure message, the first part of the summary, and the number of requests to GitHub. */
async function told({
  answers,
  github = gitHubState(),
  token = GITHUB_TOKEN,
  inputs = {},
  event: name = 'pull-request',
}: Story) {
  const service = await startService({ state: { repositories: [], answers } })
  const api = await startGitHubApi(github)
  try {
    const event = loadEvent(name)
    const result = await runAction({
      event,
      inputs: { endpoint: service.url, 'api-token': TOKEN, ...inputs },
      env: { GITHUB_API_URL: api.url, GITHUB_GRAPHQL_URL: api.graphqlUrl, ...event.env },
      githubToken: token,
    })
    expectReport(result)
    expectNoSecret(result)
    expect(await violationsOf(api)).toEqual([])
    const { diagnosis, conclusion, reason } = result.outputs
    return {
      outputs: { diagnosis, conclusion, reason },
      run: result.outputs['test-run-id'],
      failed: result.outputs['failed-statuses'],
      missing: result.outputs['missing-statuses'],
      error: /^::error [^:]*::(.*)$/m.exec(result.stdout)?.[1] ?? '',
      notices: [...result.stdout.matchAll(/^::notice [^:]*::(.*)$/gm)].map(([, text]) => text),
      summary: result.summary.split('\n\n').slice(0, 2).join('\n'),
      log: result.stdout,
      asked: api.requests.length,
    }
  } finally {
    await Promise.all([service.close(), api.close()])
  }
}

const silentRun = (members: Json = {}) => testRun({ createdAt: ago({ hours: 0 }), ...members })

test('thrown out by its own status', async () => {
  const story = await told({
    inputs: { require: 'merged' },
    answers: {
      getSubmittedPullRequest: ok(left('failed', { stateChangedAt: ago({ hours: 0 }) })),
      getQueue: ok(queue()),
      getMergeQueueTestingDetails: ok(silentRun({ status: 'failed' })),
    },
    github: gitHubState({
      branches: { main: OLDER, [BRANCH]: RUN_HEAD },
      checkRuns: { [RUN_HEAD]: [job('build'), job('unit', { conclusion: 'failure' })] },
      pullRequests: { 42: { head: { sha: HEAD } } },
    }),
  })
  expect(story).toMatchObject({
    outputs: { diagnosis: 'required-status-failed', conclusion: 'failed', reason: 'state-failed' },
    run: RUN,
    failed: '["unit"]',
    missing: '[]',
    error:
      '`unit` (https://github.com/acme/rocket/runs/unit) failed in the test run of #42. Fix what failed, then submit the pull request again.',
    notices: [],
  })
  expect(story.summary).toContain('⛔ #&#8203;42 failed in the queue')
  expect(story.summary).toContain('✓ submitted → ✓ ready → ✓ testing → ✗ failed')
  expect(story.log).toContain('Fix what failed, then submit the pull request again.')
})

test('hanging on a missing status', async () => {
  const story = await told({
    inputs: { require: 'tests-passed' },
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ state: 'testing', stateChangedAt: ago({ hours: 0 }) })),
      getQueue: ok(queue({ testingTimeoutMinutes: 50, enqueuedPullRequests: [entry(42, { state: 'testing' })] })),
      getMergeQueueTestingDetails: ok(silentRun({ status: 'in_progress', checkSuites: [], statusChecks: [] })),
    },
    github: gitHubState({
      branches: { [BRANCH]: RUN_HEAD },
      checkRuns: { [RUN_HEAD]: [job('build'), job('Unit (24)')] },
    }),
  })
  expect(story).toMatchObject({
    outputs: { diagnosis: 'required-status-missing', conclusion: 'failed', reason: 'state-testing' },
    run: RUN,
    missing: '["unit"]',
  })
  expect(story.error).toMatch(
    /^Possible cause: Nothing has reported `unit` in the test run of #42, 3\d m after it began; /,
  )
  expect(story.error).toContain('`Unit (24)` is reported, and looks like `unit`.')
  expect(story.log).toContain('● testing for 30 m → passed → merged')
})

test('waiting for its own check', async () => {
  const story = await told({
    inputs: { require: 'ready', 'check-run-id': '77' },
    answers: {
      getSubmittedPullRequest: ok(
        pullRequest({ state: 'not_ready', readiness: readiness({ gitHubMergeability: 'not_mergeable' }) }),
      ),
      getQueue: ok(queue()),
    },
    github: gitHubState({
      pullRequests: {
        42: { head: { sha: HEAD }, base: { ref: 'main' }, views: [{ mergeable: true, mergeable_state: 'blocked' }] },
      },
      checkRuns: { [HEAD]: [job('unit'), job('gate', { id: 77, ...running })] },
      rules: { main: [requiresChecks('unit', 'gate')] },
    }),
  })
  expect(story.outputs).toEqual({ diagnosis: 'waiting-on-own-check', conclusion: 'failed', reason: 'not-mergeable' })
  expect(story.error).toContain('its only pending check is `gate`, in which this step runs')
})

test('a test run that waits for the check that the step runs in', async () => {
  const story = await told({
    inputs: { require: 'test-run-succeeded', 'test-run-id': RUN, 'check-run-id': '77', 'wait-timeout': '30s' },
    answers: {
      getQueue: ok(queue()),
      getMergeQueueTestingDetails: ok(
        testRun({
          status: 'in_progress',
          requiredStatuses: ['build', 'gate'],
          checkSuites: [{ checkRuns: [{ name: 'build' }, { name: 'gate' }] }],
          statusChecks: [],
        }),
      ),
    },
    github: gitHubState({ checkRuns: { [RUN_HEAD]: [job('build'), job('gate', { id: 77, ...running })] } }),
  })
  expect(story.outputs).toMatchObject({ conclusion: 'unknown', reason: 'waiting-on-own-check' })
  expect(story.error).toContain('waits only for the check "gate", in which this step runs.')
})

test('a limit that explaining met holds for the comment, too', async () => {
  const limit = secondaryLimit(3600)
  const story = await told({
    inputs: { require: 'merged', comment: 'always' },
    answers: { getSubmittedPullRequest: ok(left('failed')), getQueue: ok(queue()) },
    github: gitHubState({}, { faults: [{ at: '', answer: limit }] }),
  })
  expect(story.outputs).toEqual({ diagnosis: 'cause-unknown', conclusion: 'failed', reason: 'state-failed' })
  // The three of the diagnosis, and nothing after them.
  expect(story.asked).toBe(3)
  expect(story.notices.join('\n')).toContain('rate limit')
})
