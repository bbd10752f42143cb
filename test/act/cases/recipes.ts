import { dispatched, pullRequest, pushed, queuePushed, REPOSITORY } from '../../stand-in/events.js'
import { commitId, EXAMPLE } from '../../stand-in/service/scenario.js'
import { changePullRequest, changeQueue, changeTestRun, type State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'

const HEAD = commitId(`pull request ${EXAMPLE.pullRequest}`)

/** docs/recipes.md */
export const RECIPES: Case[] = [
  {
    name: 'run expensive tests: ready',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
    expected: {
      steps: { [`gate: ${GATE}`]: 'success', 'full-tests: make full-tests': 'success' },
      says: ['requires ready', '✓ ready is met', 'made full-tests'],
    },
  },
  {
    name: 'run expensive tests: cancelled in the queue',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: pullRequest(1211, 'labeled'),
    expected: {
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=state-cancelled', 'summary: <h2>⛔ #&#8203;1211 was taken out of the queue</h2>'],
      never: ['made full-tests'],
    },
  },
  {
    name: 'hold a deploy: the queue is running',
    workflow: 'Deploy',
    event: 'push',
    payload: pushed('refs/heads/main', 'a'.repeat(40)),
    expected: {
      steps: { [`gate: ${GATE}`]: 'success', 'deploy: make deploy': 'success' },
      says: ['✓ queue-running is met', 'made deploy'],
    },
  },
  {
    name: 'hold a deploy: there is no queue',
    workflow: 'Deploy',
    event: 'push',
    payload: pushed('refs/heads/main', 'a'.repeat(40)),
    change: state => ({ ...state, repositories: state.repositories.map(each => ({ ...each, queues: [] })) }),
    expected: {
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=queue-not-found', 'summary: <h2>⛔ Branch &quot;main&quot; has no queue</h2>'],
      never: ['made deploy'],
    },
  },
  {
    name: "guard a bot's push: not in the queue",
    workflow: 'Update a pull request',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1202' }),
    expected: {
      steps: {
        [`update: ${GATE}`]: 'success',
        'update: gh pr update-branch "$NUMBER" --repo "$GITHUB_REPOSITORY"': 'success',
      },
      says: ['✓ not-submitted is met', `asked GitHub to pr update-branch 1202 --repo ${REPOSITORY}`],
    },
  },
  {
    name: 'release after the merge: merged',
    workflow: 'Release',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1201', tag: 'v2.0.0' }),
    expected: {
      steps: {
        [`gate: ${GATE}`]: 'success',
        'release: gh release create "$TAG" --repo "$GITHUB_REPOSITORY" --target main --generate-notes': 'success',
      },
      says: ['✓ merged is met', 'asked GitHub to release create v2.0.0'],
    },
  },
  {
    name: 'release after the merge: failed',
    workflow: 'Release',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1202', tag: 'v2.0.0' }),
    expected: {
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=state-failed', 'summary: <h2>⛔ #&#8203;1202 failed in the queue</h2>'],
      never: ['asked GitHub'],
    },
  },
  {
    name: 'clean up when the queue is done',
    workflow: 'Remove the preview',
    event: 'workflow_dispatch',
    payload: dispatched({ number: String(EXAMPLE.pullRequest) }),
    later: mergePullRequest,
    expected: {
      steps: {
        'clean-up: Wait until it is submitted': 'success',
        'clean-up: Wait until the queue is done with it': 'success',
        'clean-up: make remove-preview NUMBER="$NUMBER"': 'success',
      },
      says: ['✓ submitted is met', '✓ settled is met', `made remove-preview NUMBER=${EXAMPLE.pullRequest}`],
    },
  },
  {
    name: 'tell people on the pull request: first, again, fixed',
    workflow: 'Queue report',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
    change: cancelled,
    expected: {
      steps: { [`report: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', reason: 'state-cancelled' },
      wrote: [`POST /statuses/${HEAD} failure: 201`, 'POST /issues/1205/comments: 201'],
      comments: ['#1205: ⛔ #&#8203;1205 was taken out of the queue'],
    },
    next: [
      {
        name: 'said again',
        payload: pullRequest(EXAMPLE.pullRequest, 'synchronize'),
        change: cancelled,
        expected: {
          steps: { [`report: ${GATE}`]: 'failure' },
          wrote: [`POST /statuses/${HEAD} failure: 201`, 'PATCH /issues/comments/1001: 200'],
          comments: ['#1205: ⛔ #&#8203;1205 was taken out of the queue'],
        },
      },
      {
        name: 'fixed',
        payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
        expected: {
          steps: { [`report: ${GATE}`]: 'success' },
          outputs: { conclusion: 'passed' },
          wrote: [`POST /statuses/${HEAD} success: 201`, 'PATCH /issues/comments/1001: 200'],
          comments: ['#1205: ✅ #&#8203;1205 is ready'],
          says: ['✓ ready is met.'],
        },
      },
      {
        name: 'without the label',
        payload: pullRequest(1208, 'synchronize', { labels: [] }),
        expected: { steps: {} },
      },
      {
        name: 'from a fork',
        payload: pullRequest(1209, 'synchronize', { labels: ['merge'], isFork: true }),
        isFork: true,
        expected: {
          steps: { [`report: ${GATE}`]: 'success' },
          outputs: { conclusion: 'skipped', reason: 'token-missing' },
          wrote: ['POST /statuses/c45022b3242a34bed8338ea278cad21ecbe60874 error: 403'],
          comments: ['#1205: ✅ #&#8203;1205 is ready'],
          says: ['nothing that needs a token was checked::This event comes from a fork, which gets no secrets.'],
        },
      },
    ],
  },
  {
    name: 'say why a pull request was thrown out',
    workflow: 'Queue verdict',
    event: 'push',
    payload: queuePushed(),
    change: changeTestRun(EXAMPLE.testRunId, { status: 'failed' }),
    expected: {
      steps: { [`verdict: ${GATE}`]: 'failure' },
      outputs: { conclusion: 'failed', diagnosis: 'required-status-failed' },
      wrote: ['POST /issues/1204/comments: 201', 'POST /issues/1205/comments: 201'],
      comments: [1204, 1205].map(number => `#${number}: ⛔ A required status did not pass`),
    },
    next: [
      {
        name: 'the test run succeeds',
        payload: queuePushed(),
        change: changeTestRun(EXAMPLE.testRunId, { status: 'succeeded', requiredStatuses: ['ci / build'] }),
        expected: {
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

function mergePullRequest(state: State): State {
  const number = EXAMPLE.pullRequest
  const entries = state.repositories[0]?.queues[0]?.enqueued.filter(entry => entry !== number)
  const merged = changePullRequest(number, { state: 'merged', isCurrentlySubmittedToQueue: false })(state)
  return changeQueue(EXAMPLE.branch, {}, entries)(merged)
}

/** Somebody took the pull request out of the queue: waiting changes nothing. */
function cancelled(state: State): State {
  const number = EXAMPLE.pullRequest
  const entries = state.repositories[0]?.queues[0]?.enqueued.filter(entry => entry !== number)
  const out = changePullRequest(number, { state: 'cancelled', isCurrentlySubmittedToQueue: false })(state)
  return changeQueue(EXAMPLE.branch, {}, entries)(out)
}
