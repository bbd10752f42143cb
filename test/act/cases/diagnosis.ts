import { requiresChecks } from '../../stand-in/github/state.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { changeQueue, changeTestRun, type State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'
import { pullRequest, queuePushed, scheduled } from '../events.ts'

const COMMIT = commitId(`test run ${EXAMPLE.testRunId}`)
/** Of the pull request that is not mergeable. */
const HEAD = commitId('pull request 1208')
/** A pull request that is out, and the test run that threw it out. */
const OUT = 1202
const RUN = '0c6f7c1e-2f0a-4f4e-8d19-2a3b4c5d6e7f'
const RUN_BRANCH = `queue-merge/pr-${OUT}/${RUN}`

/** docs/recipes-diagnosis.md */
export const DIAGNOSIS: Case[] = [
  {
    name: 'explain a test run: it failed',
    workflow: 'Explain the test run',
    event: 'push',
    payload: queuePushed(),
    change: changeTestRun(EXAMPLE.testRunId, { status: 'failed' }),
    expected: {
      jobs: { explain: 'failure' },
      steps: { [`explain: ${GATE}`]: 'failure' },
      outputs: { diagnosis: 'failed-in-a-batch', reason: 'required-status-failed', 'pull-requests': '[1204,1205]' },
      says: ['summary: <h2>⛔ #&#8203;1204 and #&#8203;1205 failed in the queue</h2>', 'failed in one batch'],
      never: ['GitHub: GET'],
    },
    next: [
      {
        name: 'only GitHub tells the outcomes',
        payload: queuePushed(),
        change: changeTestRun(EXAMPLE.testRunId, {
          status: 'failed',
          checkSuites: [],
          statusChecks: [],
        }),
        expected: {
          jobs: { explain: 'failure' },
          steps: { [`explain: ${GATE}`]: 'failure' },
          outputs: { diagnosis: 'failed-in-a-batch', 'failed-statuses': '["ci / unit"]' },
          says: [`GitHub: GET /commits/${COMMIT}/check-runs: 200`, `GitHub: GET /commits/${COMMIT}/status: 200`],
        },
      },
      {
        name: 'it succeeded',
        payload: queuePushed(),
        change: changeTestRun(EXAMPLE.testRunId, { status: 'succeeded', requiredStatuses: ['ci / build'] }),
        expected: {
          jobs: { explain: 'success' },
          steps: { [`explain: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed', diagnosis: '' },
          says: ['✓ test-run-succeeded is met.'],
        },
      },
    ],
    github: {
      checkRuns: { [COMMIT]: [{ name: 'ci / unit', status: 'completed', conclusion: 'failure' }] },
      statuses: { [COMMIT]: [{ context: 'licences', state: 'success' }] },
    },
  },
  {
    name: 'explain why a pull request is not merged: its own tests failed',
    workflow: 'Why is it not merged?',
    event: 'pull_request',
    payload: pullRequest(OUT, 'labeled'),
    change: failedAlone,
    github: {
      branches: { [RUN_BRANCH]: COMMIT },
      pullRequests: { 1208: { head: { sha: HEAD }, views: [{ mergeable: true, mergeable_state: 'blocked' }] } },
      checkRuns: { [HEAD]: [{ name: 'lint', status: 'completed', conclusion: 'failure' }] },
      rules: { [EXAMPLE.branch]: [requiresChecks('lint')] },
    },
    expected: {
      jobs: { explain: 'success' },
      steps: {
        [`explain: ${GATE}`]: 'success',
        'explain: echo "Its own tests failed in the queue. Fix them before you submit it again."': 'success',
      },
      outputs: { conclusion: 'reported', diagnosis: 'required-status-failed', 'test-run-id': RUN },
      says: ['failed in the test run of #1202. Fix what failed, then submit', 'Its own tests failed in the queue.'],
      never: [': 403'],
    },
    next: [
      {
        name: 'not mergeable',
        payload: pullRequest(1208, 'synchronize'),
        expected: {
          jobs: { explain: 'success' },
          steps: { [`explain: ${GATE}`]: 'success' },
          outputs: { conclusion: 'reported', diagnosis: 'not-mergeable', 'pull-request-state': 'not_ready' },
          says: ['#1208 is not mergeable', 'lint'],
          never: [': 403'],
        },
      },
    ],
  },
  {
    name: 'name what is stuck longest',
    workflow: 'What is stuck?',
    event: 'schedule',
    payload: scheduled('*/15 * * * *'),
    expected: {
      jobs: { watch: 'success' },
      steps: { [`watch: ${GATE}`]: 'success' },
      outputs: { conclusion: 'reported', diagnosis: '', 'queue-state': 'running' },
      says: ['Longest in its state: #1210 (not ready), for 3 d'],
      never: ['GitHub: '],
    },
    next: [
      {
        name: 'the queue is paused',
        payload: scheduled('*/15 * * * *'),
        change: changeQueue(EXAMPLE.branch, { state: 'paused' }),
        expected: {
          jobs: { watch: 'success' },
          steps: {
            [`watch: ${GATE}`]: 'success',
            'watch: echo "Nothing in the queue moves ($CAUSE)."': 'success',
          },
          outputs: { conclusion: 'reported', diagnosis: 'queue-paused' },
          says: ['Longest in its state: #1210 (not ready), for 3 d', 'Nothing in the queue moves (queue-paused).'],
        },
      },
    ],
  },
]

/** The pull request that is out was tested by itself, and a required status failed. */
function failedAlone(state: State): State {
  return {
    ...state,
    repositories: state.repositories.map(each => ({
      ...each,
      queues: each.queues.map(queue => {
        const { [EXAMPLE.testRunId]: batch, ...rest } = queue.testRuns
        if (!batch) return queue
        const own = {
          ...{ ...batch, testBranch: RUN_BRANCH, status: 'failed', dependentPrs: [] },
          testedPullRequests: [{ prNumber: OUT, prUrl: `https://github.com/example/shop/pull/${OUT}`, title: 'Out' }],
        }
        return { ...queue, testRuns: { ...rest, [EXAMPLE.testRunId]: batch, [RUN]: own } }
      }),
    })),
  }
}
