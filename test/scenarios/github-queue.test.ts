import { added, EVENT_GROUP, GROUP, queued, queueScenario, removed, rules } from './queue.ts'
import { scenarios } from './scenario.ts'

const REQUIRED = { rules: rules('ci / unit', 'ci / e2e') }
const GREEN = { [GROUP]: [{ name: 'ci / unit' }, { name: 'ci / e2e' }] }
const SECOND = queued(90, { position: 2 })
const MERGEABLE = queued(90, { position: 2, state: 'MERGEABLE' })

scenarios('github-queue', {
  'in the queue': queueScenario({
    inputs: { require: 'submitted' },
    standings: [SECOND],
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
  }),
  'safe to push: never submitted': queueScenario({
    inputs: { require: 'not-submitted' },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'not_submitted' },
    githubRequests: ['graphql'],
  }),
  'not safe to push': queueScenario({
    inputs: { require: 'not-submitted' },
    standings: [SECOND],
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'testing' },
    reasons: ['not-submitted: still-submitted'],
  }),
  'tested, and its group passed': queueScenario({
    inputs: { require: 'tests-passed, test-run-succeeded' },
    standings: [MERGEABLE],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 0,
    outputs: { conclusion: 'passed', 'test-run-id': GROUP, 'test-run-status': 'succeeded', 'test-branch': '' },
  }),
  'on a merge group': queueScenario({
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
  }),
  merged: queueScenario({
    inputs: { require: 'merged' },
    pullRequest: { merged: true },
    standings: [{ merged: true, state: 'MERGED', events: [added(), removed('merged')] }],
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'merged', 'removal-reason': 'merged' },
  }),
  'no queue at all': queueScenario({
    inputs: { require: 'submitted, not-submitted, merged' },
    standings: [{ isMergeQueueEnabled: false }],
    exit: 1,
    outputs: { conclusion: 'failed', 'queue-state': 'none' },
    reasons: ['merged: queue-not-found', 'submitted: queue-not-found', 'not-submitted: queue-not-found'],
  }),
  'pushed to in the queue': queueScenario({
    inputs: { require: 'tests-passed, test-run-succeeded' },
    standings: [{ ...MERGEABLE, pushes: [added(), { kind: 'committed' }] }],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 1,
    outputs: { conclusion: 'unknown' },
    reasons: ['tests-passed: stale-head', 'test-run-succeeded: stale-head'],
  }),
  'an outage': queueScenario({
    inputs: { require: 'merged', 'on-unavailable': 'warn' },
    state: { faults: [{ at: 'graphql', answer: { status: 502 } }] },
    exit: 0,
    outputs: { conclusion: 'unknown', source: 'github' },
    reasons: ['merged: github-unavailable'],
  }),
  'an old server': queueScenario({
    inputs: { require: 'not-submitted' },
    state: { unknownFields: ['PullRequest.isInMergeQueue', 'PullRequest.mergeQueueEntry'] },
    exit: 1,
    outputs: { conclusion: 'unknown' },
    reasons: ['not-submitted: unsupported'],
  }),
  'a status that the queue requires': queueScenario({
    inputs: { require: 'test-run-succeeded', 'status-context': 'CI / unit' },
    standings: [SECOND],
    repository: { ...REQUIRED, checkRuns: GREEN },
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
  }),
  'no token': queueScenario({
    inputs: { require: 'merged' },
    githubToken: '',
    exit: 1,
    outputs: { conclusion: 'failed' },
    reasons: ['bad-input'],
  }),
})
