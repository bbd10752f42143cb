import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { changePullRequest, changeQueue, changeTestRun, type State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'
import { fromFork, pullRequest, queuePushed } from '../events.ts'

const HEAD = commitId(`pull request ${EXAMPLE.pullRequest}`)

/** docs/recipes-comment.md */
export const COMMENT: Case[] = [
  {
    name: 'tell people on the pull request: first, unchanged, fixed',
    workflow: 'Queue report',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
    change: cancelled,
    expected: {
      jobs: { report: 'failure' },
      steps: { [`report: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', diagnosis: 'state-cancelled' },
      wrote: [`POST /statuses/${HEAD} failure: 201`, 'POST /issues/1205/comments: 201'],
      comments: ['#1205: ⛔ #&#8203;1205 was taken out of the queue'],
      says: [],
    },
    next: [
      {
        name: 'unchanged',
        payload: pullRequest(EXAMPLE.pullRequest, 'synchronize'),
        change: cancelled,
        expected: {
          jobs: { report: 'failure' },
          steps: { [`report: ${GATE}`]: 'failure' },
          wrote: [`POST /statuses/${HEAD} failure: 201`],
          comments: ['#1205: ⛔ #&#8203;1205 was taken out of the queue'],
          says: [],
        },
      },
      {
        name: 'fixed',
        payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
        expected: {
          jobs: { report: 'success' },
          steps: { [`report: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed' },
          wrote: [`POST /statuses/${HEAD} success: 201`, 'PATCH /issues/comments/1001: 200'],
          comments: ['#1205: ✅ #&#8203;1205 is ready'],
          says: ['✓ ready is met.'],
        },
      },
      {
        name: 'without the label',
        payload: pullRequest(1208, 'synchronize', []),
        expected: { steps: {}, says: [] },
      },
      {
        name: 'from a fork',
        payload: fromFork(1209),
        isFork: true,
        expected: {
          jobs: { report: 'success' },
          steps: { [`report: ${GATE}`]: 'success' },
          outputs: { conclusion: 'skipped', reason: 'token-missing' },
          wrote: ['POST /statuses/c45022b3242a34bed8338ea278cad21ecbe60874 error: 403'],
          comments: ['#1205: ✅ #&#8203;1205 is ready'],
          says: ['::notice title=Merge Queue Gate::This event comes from a fork, which gets no secrets.'],
        },
      },
    ],
  },
  {
    name: 'say on the pull request why the queue threw it out',
    workflow: 'Queue verdict',
    event: 'push',
    payload: queuePushed(),
    change: changeTestRun(EXAMPLE.testRunId, { status: 'failed' }),
    expected: {
      jobs: { verdict: 'failure' },
      steps: { [`verdict: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', diagnosis: 'failed-in-a-batch' },
      wrote: ['POST /issues/1204/comments: 201', 'POST /issues/1205/comments: 201'],
      comments: [1204, 1205].map(number => `#${number}: ⛔ #&#8203;1204 and #&#8203;1205 failed in the queue`),
      says: [],
    },
    next: [
      {
        name: 'the test run succeeds',
        payload: queuePushed(),
        change: changeTestRun(EXAMPLE.testRunId, { status: 'succeeded', requiredStatuses: ['ci / build'] }),
        expected: {
          jobs: { verdict: 'success' },
          steps: { [`verdict: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed' },
          wrote: ['PATCH /issues/comments/1001: 200', 'PATCH /issues/comments/1002: 200'],
          comments: [1204, 1205].map(number => `#${number}: ✅ The test run succeeded`),
          says: ['✓ test-run-succeeded is met.'],
        },
      },
    ],
  },
]

/** Somebody took the pull request out of the queue: waiting changes nothing. */
function cancelled(state: State): State {
  const number = EXAMPLE.pullRequest
  const entries = state.repositories[0]?.queues[0]?.enqueued.filter(entry => entry !== number)
  const out = changePullRequest(number, { state: 'cancelled', isCurrentlySubmittedToQueue: false })(state)
  return changeQueue(EXAMPLE.branch, {}, entries)(out)
}
