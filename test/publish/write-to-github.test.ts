import { expect, test } from 'vitest'
import { reason } from '../../src/gate/reasons.ts'
import { writeToGitHub } from '../../src/publish/comment-and-status.ts'
import { storyOf } from '../../src/publish/story.ts'
import type { Result } from '../../src/result.ts'
import { rendered } from '../../src/text/message.ts'
import { conditionVerdict, context, HEAD, result, runInfo, verdict } from '../builders.ts'
import { useGitHub } from '../github/api.ts'
import { gitHubState, type State } from '../stand-in/github/state.js'

const start = useGitHub()

const PASSED = result({ verdict: verdict({ conclusion: 'passed', conditions: [conditionVerdict('ready')] }) })
const BLOCKED = result({
  verdict: verdict({
    conclusion: 'failed',
    succeeds: false,
    reasons: [reason('not-mergeable', 'ready', 'It has conflicts.', 'Resolve them.')],
  }),
})

type Inputs = Parameters<typeof writeToGitHub>[2]
const BOTH: Inputs = { comment: 'always', commentKey: null, statusContext: 'gate' }

function gitHub(rest: Omit<State, 'repositories'> = {}): State {
  return gitHubState({ pullRequests: { 42: { head: { sha: HEAD } } }, branches: { h: HEAD } }, rest)
}

/** What is there after these steps, one after the other. */
async function after(state: State, ...steps: [Result, Inputs][]) {
  const { api, client } = await start(state)
  const notices = []
  for (const [came, inputs] of steps) {
    const written = await writeToGitHub(storyOf(came), came, inputs, { client, signal: new AbortController().signal })
    notices.push(...rendered(written.notices))
  }
  const { pullRequests = {}, statuses = {} } = api.state.repositories['acme/rocket'] ?? {}
  const comments = pullRequests[42]?.comments ?? []
  return {
    comments: comments.map(({ body }) => /<h3>(.*?)<\/h3>/.exec(body)?.[1]?.replace('&#8203;', '')),
    statuses: (statuses[HEAD] ?? []).map(each => each['state']),
    notices,
  }
}

const GREEN = '✅ #42 is ready'
const RED = '⛔ #42 can&#39;t be merged yet'
const onFailure: Inputs = { ...BOTH, comment: 'on-failure', statusContext: null }
const of = (over: Partial<Result>, given = PASSED): Result => ({ ...given, ...over })

test.each<[string, [Result, Inputs][], comments: string[], statuses: string[]]>([
  ['passed: both', [[PASSED, BOTH]], [GREEN], ['success']],
  ['failed: both', [[BLOCKED, BOTH]], [RED], ['failure']],
  ['the comment alone', [[PASSED, { ...BOTH, statusContext: null }]], [GREEN], []],
  ['the status alone', [[PASSED, { ...BOTH, comment: 'never' }]], [], ['success']],
  [
    'one step, one comment',
    [
      [PASSED, BOTH],
      [BLOCKED, BOTH],
    ],
    [RED],
    ['success', 'failure'],
  ],
  ['on-failure: none is there, and it passed', [[PASSED, onFailure]], [], []],
  ['on-failure: it failed', [[BLOCKED, onFailure]], [RED], []],
  [
    'on-failure: it failed, then passed',
    [
      [BLOCKED, onFailure],
      [PASSED, onFailure],
    ],
    [GREEN],
    [],
  ],
  [
    'another job, another comment',
    [
      [PASSED, BOTH],
      [of({ workflowRun: runInfo({ job: 'b' }) }), BOTH],
    ],
    [GREEN, GREEN],
    ['success', 'success'],
  ],
  [
    'another key, another comment',
    [
      [PASSED, BOTH],
      [BLOCKED, { ...BOTH, commentKey: 'b' }],
    ],
    [GREEN, RED],
    ['success', 'failure'],
  ],
  ['wrong inputs', [[of({ plan: null }, BLOCKED), BOTH]], [], []],
  [
    'cancelled: the status alone',
    [[of({ verdict: { ...BLOCKED.verdict, conclusion: 'cancelled' } }), BOTH]],
    [],
    ['error'],
  ],
  ['a status that the queue requires', [[of({ isStatusRequired: true }), BOTH]], [GREEN], []],
])('%s', async (_, steps, comments, statuses) => {
  expect(await after(gitHub(), ...steps)).toEqual({ comments, statuses, notices: [] })
})

test.each<[string, boolean, string[]]>([
  [
    "a fork's token",
    true,
    [
      "No status was set: on a fork's pull request `github-token` is read-only. Run this step on `pull_request_target`, and check out nothing there.",
      "No comment was written: on a fork's pull request `github-token` is read-only. Run this step on `pull_request_target`, and check out nothing there.",
    ],
  ],
  [
    'a token without permissions',
    false,
    [
      expect.stringMatching(/^No status was set: GitHub refused .*`statuses: write`/),
      expect.stringMatching(/^No comment was written: GitHub refused .*`pull-requests: write`/),
    ],
  ],
])('a failed write is a notice: %s', async (_, fromFork, notices) => {
  const state = gitHub({ permissions: { statuses: 'read', 'pull-requests': 'read' } })
  const step = of({ context: context({ isFromFork: fromFork }) })
  expect(await after(state, [step, BOTH])).toEqual({ comments: [], statuses: [], notices })
})

test('nowhere to write to is a notice', async () => {
  const nowhere = context({ kind: 'branch', pullRequest: null, eventSha: null, pullRequestHead: null })
  expect((await after(gitHub(), [of({ context: nowhere }), BOTH])).notices).toEqual([
    'No status was set: no commit is known. Set `pull-request`.',
    'No comment was written: this run names no pull request. Set `pull-request`.',
  ])
})
