import { requiresChecks } from '../stand-in/github/state.js'
import { added, GROUP, MERGED, queued, queueScenarios } from './github-queue.ts'

const REQUIRED = { rules: { main: [{ type: 'merge_queue' }, requiresChecks('ci / unit', 'ci / e2e')] } }
const GREEN = { [GROUP]: [{ name: 'ci / unit' }, { name: 'ci / e2e' }] }
/** The commit of the event `merge_group`. */
const EVENT_GROUP = '62983e0bda3891a5aedaf0878b634d292e518de5'

queueScenarios('github-queue', {
  'in the queue': {
    inputs: { require: 'submitted' },
    standings: [queued()],
    exit: 0,
    outputs: {
      conclusion: 'passed',
      source: 'github',
      'pull-request-state': 'testing',
      'queue-state': '',
      'queue-length': '',
      'queue-position': '2',
      'removal-reason': '',
    },
  },
  'safe to push: never submitted': {
    inputs: { require: 'not-submitted' },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'not_submitted' },
    requests: ['graphql'],
  },
  'not safe to push': {
    inputs: { require: 'not-submitted' },
    standings: [queued()],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'testing' },
    reasons: ['not-submitted: still-submitted'],
  },
  'tested, and its group passed': {
    inputs: { require: 'tests-passed, test-run-succeeded' },
    standings: [queued({ state: 'MERGEABLE' })],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 0,
    outputs: { conclusion: 'passed', 'test-run-id': GROUP, 'test-run-status': 'succeeded', 'test-branch': '' },
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
  },
  merged: {
    inputs: { require: 'merged' },
    pullRequest: { merged: true, standings: [MERGED] },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'merged', 'removal-reason': 'merged' },
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
  },
  'an outage': {
    inputs: { require: 'merged', 'on-unavailable': 'warn' },
    state: { faults: [{ at: 'graphql', answer: { status: 502 } }] },
    exit: 0,
    outputs: { conclusion: 'unknown', source: 'github' },
    reasons: ['merged: github-unavailable'],
  },
  'an old server': {
    inputs: { require: 'not-submitted' },
    state: { unknownFields: ['PullRequest.isInMergeQueue', 'PullRequest.mergeQueueEntry'] },
    exit: 1,
    outputs: { conclusion: 'unknown' },
    reasons: ['not-submitted: unsupported'],
  },
  'a status that the queue requires': {
    inputs: { require: 'test-run-succeeded', 'status-context': 'CI / unit' },
    standings: [queued()],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
  },
  'no token': {
    inputs: { require: 'merged' },
    githubToken: '',
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
  },
})
