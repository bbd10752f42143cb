import { added, GROUP, MERGED, OF_GROUP, queued, queueScenarios, removed } from './github-queue.ts'

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
    requests: ['graphql'],
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
    requests: ['graphql'],
  },
  merged: {
    inputs: { require: 'merged' },
    pullRequest: { merged: true, standings: [MERGED] },
    exit: 0,
    outputs: { conclusion: 'passed', 'pull-request-state': 'merged', 'removal-reason': 'merged' },
    requests: ['graphql'],
  },
  'thrown out by failed checks': {
    inputs: { require: 'merged' },
    standings: [{ events: [added(), removed('failed_checks')] }],
    repository: {
      rules: { main: [{ type: 'merge_queue' }] },
      checkRuns: { [GROUP]: [{ name: 'ci / unit', conclusion: 'failure' }] },
    },
    exit: 1,
    outputs: { conclusion: 'failed', 'pull-request-state': 'failed', 'removal-reason': 'checks-failed' },
    reasons: ['merged: state-failed'],
    requests: ['graphql', ...OF_GROUP],
  },
  'no queue at all': {
    inputs: { require: 'not-submitted' },
    standings: [{ isMergeQueueEnabled: false }],
    exit: 1,
    outputs: { conclusion: 'unknown', 'queue-state': 'none' },
    reasons: ['not-submitted: queue-not-found'],
    requests: ['graphql'],
  },
})
