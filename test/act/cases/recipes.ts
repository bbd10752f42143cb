import { EXAMPLE } from '../../stand-in/service/scenario.js'
import { changePullRequest, changeQueue, type State } from '../../stand-in/service/state.js'
import { type Case, GATE } from '../case.ts'
import { dispatched, pullRequest, pushed, queuePushed, REPOSITORY, scheduled } from '../events.ts'

/** README.md and docs/recipes.md. */
export const RECIPES: Case[] = [
  {
    name: 'the workflow of the README: ready',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: pullRequest(EXAMPLE.pullRequest, 'labeled'),
    expected: {
      jobs: { gate: 'success', 'full-tests': 'success' },
      steps: { [`gate: ${GATE}`]: 'success', 'full-tests: make full-tests': 'success' },
      says: ['Requires: ready (input)', '✓ ready is met', 'made full-tests'],
    },
  },
  {
    name: 'the workflow of the README: cancelled in the queue',
    workflow: 'Full tests',
    event: 'pull_request',
    payload: pullRequest(1211, 'labeled'),
    expected: {
      jobs: { gate: 'failure' },
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
      jobs: { gate: 'success', deploy: 'success' },
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
      jobs: { gate: 'failure' },
      steps: { [`gate: ${GATE}`]: 'failure' },
      says: ['::set-output:: reason=queue-not-found', 'summary: <h2>⛔ Branch &quot;main&quot; has no queue</h2>'],
      never: ['made deploy'],
    },
  },
  {
    name: 'summary of the quarantined tests',
    workflow: 'Quarantined tests',
    event: 'schedule',
    payload: scheduled('0 6 * * 1'),
    expected: {
      jobs: { report: 'success' },
      steps: { [`report: ${GATE}`]: 'success' },
      says: ['Reads: quarantined-tests (input)', 'summary: <h2>', '250 quarantined tests'],
    },
  },
  {
    name: "report a test run from the queue's branch",
    workflow: 'Queue tests',
    event: 'push',
    payload: queuePushed(),
    expected: {
      jobs: { tests: 'success', report: 'success' },
      steps: { 'tests: make tests': 'success', [`report: ${GATE}`]: 'success' },
      says: [`Test run: ${EXAMPLE.testRunId} (event)`, '<h3>Test run', 'nothing has reported it'],
    },
  },
  {
    name: "report a test run from the queue's branch: the tests failed",
    workflow: 'Queue tests',
    event: 'push',
    payload: queuePushed(),
    breaks: 'tests',
    expected: {
      jobs: { tests: 'failure', report: 'success' },
      steps: { 'tests: make tests': 'failure', [`report: ${GATE}`]: 'success' },
      says: ['<h3>Test run'],
    },
  },
  {
    name: "guard a bot's push: not in the queue",
    workflow: 'Update a pull request',
    event: 'workflow_dispatch',
    payload: dispatched({ number: '1202' }),
    expected: {
      jobs: { update: 'success' },
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
      jobs: { gate: 'success', release: 'success' },
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
      jobs: { gate: 'failure' },
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
      jobs: { 'clean-up': 'success' },
      steps: {
        'clean-up: Wait until it is submitted': 'success',
        'clean-up: Wait until the queue is done with it': 'success',
        'clean-up: make remove-preview NUMBER="$NUMBER"': 'success',
      },
      says: ['✓ submitted is met', '✓ settled is met', `made remove-preview NUMBER=${EXAMPLE.pullRequest}`],
    },
  },
]

function mergePullRequest(state: State): State {
  const number = EXAMPLE.pullRequest
  const entries = state.repositories[0]?.queues[0]?.enqueued.filter(entry => entry !== number)
  const merged = changePullRequest(number, { state: 'merged', isCurrentlySubmittedToQueue: false })(state)
  return changeQueue(EXAMPLE.branch, {}, entries)(merged)
}
