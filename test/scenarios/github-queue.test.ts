import { loadEvent } from '../events/index.js'
import { requiresChecks } from '../stand-in/github/state.js'
import { HEAD } from './bodies.ts'
import { added, at, GROUP, MERGED, OF_BRANCH, OF_GROUP, queued, queueScenarios, removed } from './github-queue.ts'

const REQUIRED = { rules: { main: [{ type: 'merge_queue' }, requiresChecks('ci / unit', 'ci / e2e')] } }
const GREEN = { [GROUP]: [{ name: 'ci / unit' }, { name: 'ci / e2e' }] }
const FAST = { 'wait-timeout': '8s', 'poll-interval': '1s' }
const LEAVING = { events: [added()] }
const THROWN_OUT = { events: [added(), removed('failed_checks')] }
const WITH_GROUP = ['graphql', ...OF_GROUP]
/** The commit of the event `merge_group`, and the requests of a poll about it. */
const EVENT_GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'
const OF_EVENT = [
  'GET /repos/acme/rocket/branches/main',
  `GET /repos/acme/rocket/commits/${EVENT_GROUP}/check-runs?filter=latest&per_page=100&page=1`,
  `GET /repos/acme/rocket/commits/${EVENT_GROUP}/status?per_page=100&page=1`,
  'GET /repos/acme/rocket/rules/branches/main?per_page=100&page=1',
  'graphql',
]
const LISTED = { permissions: { 'merge-queues': 'read' } } as const

/** The event `pull_request`, `dequeued`, for failed checks. */
function dequeued() {
  const { env: _, ...event } = loadEvent('pull-request')
  const { pull_request: pullRequest, ...payload } = event.payload as Record<string, Record<string, unknown>>
  const changed = {
    ...payload,
    action: 'dequeued',
    reason: 'CI_FAILURE',
    pull_request: { ...pullRequest, updated_at: at(30) },
  }
  return { ...event, payload: changed }
}

/** A push to a branch of GitHub's queue, whose name tells nothing. */
function groupPushed() {
  const { env: _, ...event } = loadEvent('push-main')
  const ref = 'refs/heads/gh-readonly-queue/main/pr-42-3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'
  return { ...event, payload: { ...(event.payload as object), ref, after: GROUP } }
}

queueScenarios('github-queue', {
  'in the queue': {
    inputs: { require: 'submitted' },
    standings: [queued({ estimatedTimeToMerge: 600 })],
    exit: 0,
    outputs: {
      conclusion: 'passed',
      source: 'github',
      'pull-request-state': 'testing',
      'queue-state': '',
      'queue-length': '',
      'queue-position': '2',
      'estimated-seconds': '600',
      'removal-reason': '',
    },
  },
  'safe to push: never submitted': {
    inputs: { require: 'not-submitted' },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'not_submitted' },
  },
  'not safe to push': {
    inputs: { require: 'not-submitted' },
    standings: [queued()],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'testing' },
    reasons: ['not-submitted: still-submitted'],
  },
  'safe to push: the wait takes two polls': {
    inputs: { require: 'not-submitted', ...FAST },
    standings: [queued(), LEAVING, THROWN_OUT, THROWN_OUT],
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'failed', 'removal-reason': 'checks-failed' },
    requests: ['graphql', 'graphql', 'graphql', 'graphql'],
  },
  'tested, and its group passed': {
    inputs: { require: 'tests-passed, test-run-succeeded' },
    standings: [queued({ state: 'MERGEABLE' })],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 0,
    outputs: { conclusion: 'passed', 'test-run-id': GROUP, 'test-run-status': 'succeeded', 'test-branch': '' },
    requests: WITH_GROUP,
  },
  'a check of the group was skipped': {
    inputs: { require: 'test-run-succeeded' },
    standings: [queued()],
    repository: {
      ...REQUIRED,
      checkRuns: { [GROUP]: [{ name: 'ci / unit' }, { name: 'ci / e2e', conclusion: 'skipped' }] },
    },
    exit: 0,
    outputs: { conclusion: 'passed', 'test-run-status': 'succeeded' },
    reasons: ['required-status-skipped'],
    requests: WITH_GROUP,
  },
  'what is required is not wholly known': {
    inputs: { require: 'test-run-succeeded' },
    standings: [queued()],
    repository: { ...REQUIRED, checkRuns: GREEN, protections: { main: {} } },
    exit: 1,
    outputs: { conclusion: 'unknown', 'test-run-status': '' },
    reasons: ['test-run-succeeded: test-run-status-unknown'],
    requests: WITH_GROUP,
  },
  'on a merge group': {
    event: 'merge-group',
    inputs: { require: 'test-run-succeeded', 'check-run-id': '77' },
    repository: {
      ...REQUIRED,
      checkRuns: {
        [EVENT_GROUP]: [{ name: 'ci / unit' }, { name: 'ci / e2e', id: 77, status: 'in_progress' }],
      },
    },
    exit: 0,
    outputs: {
      conclusion: 'passed',
      context: 'merge-group',
      'pull-requests': '',
      'test-branch': 'gh-readonly-queue/main/pr-42-3577414b25bbf159fd9ab7884dc9ec53a19aa7a9',
    },
    requests: OF_EVENT,
  },
  'on a merge group that is still tested': {
    event: 'merge-group',
    inputs: { require: 'test-run-succeeded', 'check-run-id': '77' },
    repository: {
      ...REQUIRED,
      checkRuns: {
        [EVENT_GROUP]: [
          { name: 'ci / unit', status: 'in_progress' },
          { name: 'ci / e2e', id: 77, status: 'in_progress' },
        ],
      },
    },
    exit: 1,
    outputs: { conclusion: 'failed', 'test-run-status': 'in_progress' },
    reasons: ['test-run-succeeded: test-run-in-progress'],
    requests: OF_EVENT,
  },
  merged: {
    inputs: { require: 'merged' },
    pullRequest: { merged: true, standings: [MERGED] },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'merged', 'removal-reason': 'merged' },
  },
  'thrown out by failed checks': {
    inputs: { require: 'merged' },
    standings: [THROWN_OUT],
    repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] } },
    exit: 1,
    outputs: {
      conclusion: 'failed',
      'pull-request-state': 'failed',
      'removal-reason': 'checks-failed',
      diagnosis: 'required-status-failed',
    },
    reasons: ['merged: state-failed'],
    requests: WITH_GROUP,
  },
  'explained on the event dequeued': {
    event: dequeued(),
    standings: [LEAVING, { events: [added(), removed('failed_checks', 30)] }],
    repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] } },
    exit: 0,
    outputs: { conclusion: 'reported', 'pull-request-state': 'failed', 'removal-reason': 'checks-failed' },
    requests: ['graphql', 'graphql', ...OF_GROUP],
  },
  'nothing runs on the group': {
    inputs: { require: 'merged' },
    standings: [queued({ builtAt: at(11), enqueuer: 'github-actions[bot]' })],
    repository: REQUIRED,
    exit: 1,
    outputs: { conclusion: 'failed', diagnosis: 'no-merge-group-runs' },
    reasons: ['merged: state-testing'],
    requests: WITH_GROUP,
  },
  'a required check that nothing reports on the group': {
    inputs: { require: 'merged' },
    standings: [queued({ builtAt: at(11) })],
    repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'ci / unit' }, { name: 'ci / E2E (linux)' }] } },
    exit: 1,
    outputs: { conclusion: 'failed', diagnosis: 'required-check-missing-on-group' },
    reasons: ['merged: state-testing'],
    requests: WITH_GROUP,
  },
  'taken out by hand': {
    inputs: { require: 'merged' },
    standings: [{ events: [added(), removed('manual')] }],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'cancelled', diagnosis: 'removed-by-person' },
    reasons: ['merged: state-cancelled'],
  },
  'held as unmergeable': {
    inputs: { require: 'merged' },
    standings: [queued({ state: 'UNMERGEABLE' })],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'pending_failure', diagnosis: 'unmergeable-held' },
    reasons: ['merged: state-unmergeable'],
  },
  'auto-merge is armed': {
    inputs: { require: 'submitted' },
    standings: [{ autoMergeRequest: { enabledAt: at(5) } }],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'not_submitted', diagnosis: 'auto-merge-waiting' },
    reasons: ['submitted: not-submitted'],
  },
  'into another branch': {
    inputs: { require: 'not-submitted, merged' },
    pullRequest: { base: { ref: 'next' } },
    exit: 1,
    outputs: { conclusion: 'unknown', 'pull-request-state': '' },
    reasons: ['not-submitted: contradictory-answer', 'merged: contradictory-answer'],
  },
  'no queue at all': {
    inputs: { require: 'submitted, not-submitted, merged' },
    standings: [{ isMergeQueueEnabled: false }],
    exit: 1,
    outputs: { conclusion: 'failed', 'queue-state': 'none' },
    reasons: ['merged: queue-not-found', 'submitted: queue-not-found', 'not-submitted: queue-not-found'],
  },
  'pushed to in the queue': {
    inputs: { require: 'tests-passed, test-run-succeeded' },
    standings: [{ ...queued({ state: 'MERGEABLE' }), pushes: [added(), { kind: 'committed' }] }],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 1,
    outputs: { conclusion: 'unknown' },
    reasons: ['tests-passed: stale-head', 'test-run-succeeded: stale-head'],
    requests: WITH_GROUP,
  },
  'a push to the branch of a group': {
    event: groupPushed(),
    inputs: { require: 'merged' },
    exit: 1,
    outputs: { conclusion: 'failed', context: 'other', 'target-branch': '', 'head-sha': GROUP },
    reasons: ['bad-input', 'bad-input'],
    requests: [],
  },
  'an outage': {
    inputs: { require: 'merged', 'on-unavailable': 'warn' },
    state: { faults: [{ at: 'graphql', answer: { status: 502 } }] },
    exit: 0,
    outputs: { conclusion: 'unknown', source: 'github' },
    reasons: ['merged: github-unavailable'],
    requests: ['graphql', 'graphql', 'graphql'],
  },
  'the list is refused': {
    inputs: { require: 'queue-empty' },
    exit: 1,
    outputs: { conclusion: 'unknown', 'queue-length': '' },
    reasons: ['queue-empty: github-forbidden'],
  },
  'the queue is empty': {
    event: 'schedule',
    inputs: { require: 'queue-empty', 'target-branch': 'main' },
    repository: { ...REQUIRED, lines: { main: [] } },
    state: LISTED,
    exit: 0,
    outputs: { conclusion: 'passed', 'queue-length': '0' },
    requests: [
      'GET /repos/acme/rocket/branches/main',
      'GET /repos/acme/rocket/rules/branches/main?per_page=100&page=1',
      'graphql',
      'graphql',
    ],
  },
  'an old server': {
    inputs: { require: 'not-submitted' },
    state: { unknownFields: ['PullRequest.isInMergeQueue', 'PullRequest.mergeQueueEntry'] },
    exit: 1,
    outputs: { conclusion: 'unknown' },
    reasons: ['not-submitted: github-unavailable'],
  },
  'a status that the queue requires': {
    inputs: { require: 'merged', 'status-context': 'CI / unit' },
    pullRequest: { merged: true, standings: [MERGED] },
    repository: REQUIRED,
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
    requests: ['graphql', ...OF_BRANCH],
  },
  'a status that the queue requires, where the server does not tell of a queue': {
    inputs: { require: 'test-run-succeeded', 'status-context': 'CI / unit' },
    standings: [queued()],
    repository: { ...REQUIRED, checkRuns: { [GROUP]: [{ name: 'ci / E2E (linux)' }, { name: 'ci / e2e' }] } },
    state: { unknownFields: ['PullRequest.isMergeQueueEnabled'] },
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
    requests: [...WITH_GROUP, 'graphql'],
  },
  'a status, and what is required is not wholly known': {
    inputs: { require: 'merged', 'status-context': 'gate' },
    pullRequest: { merged: true, standings: [MERGED] },
    repository: { ...REQUIRED, protections: { main: {} } },
    exit: 0,
    outputs: { conclusion: 'passed' },
    requests: ['graphql', ...OF_BRANCH, `POST /repos/acme/rocket/statuses/${HEAD}`],
  },
  'no token': {
    inputs: { require: 'merged' },
    githubToken: '',
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
    requests: [],
  },
})
