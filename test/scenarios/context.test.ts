import { OLDER, pullRequest, queue, RUN, RUN_HEAD, testRun } from './bodies.ts'
import { gitHubWith } from './queue.ts'
import { asks, type Outputs, ok, PULL_REQUEST, type Scenario, scenario, scenarios } from './scenario.ts'

const READ_PULL_REQUEST: Outputs = { ready: 'true', 'pull-request-state': 'pending' }
const READ_QUEUE: Outputs = { 'queue-state': 'running', 'queue-length': '0' }

/** `read: auto` without `require`, the service knows everything it is asked for. */
function row(
  event: NonNullable<Scenario['event']>,
  outputs: Outputs,
  requests: Scenario['requests'],
  changes: Partial<Scenario> = {},
): Scenario {
  const head = outputs['head-sha'] || OLDER
  const number = Number(outputs['pull-request'] ?? 42)
  return scenario({
    event,
    answers: {
      getSubmittedPullRequest: ok(pullRequest({ prSha: head, prNumber: number })),
      getQueue: ok(queue({ branch: outputs['target-branch'] })),
      getMergeQueueTestingDetails: ok(
        testRun({ testBranchSha: head, ...(outputs['test-branch'] && { testBranch: outputs['test-branch'] }) }),
      ),
    },
    exit: 0,
    outputs: { conclusion: 'reported', ...outputs },
    requests,
    ...changes,
  })
}

const ofTestRun = (id: string, head: string): Outputs => ({
  context: 'test-branch',
  'target-branch': 'main',
  'head-sha': head,
  ...READ_QUEUE,
  'test-run-id': id,
  'test-run-status': 'succeeded',
  'test-branch': `rocketq-merge/pr-42/${id}`,
  'pull-requests': '[42]',
})

// Each event on its own stands in test/setup/event.test.ts.
scenarios('context', {
  pull_request: row('pull-request', { ...PULL_REQUEST, ...READ_PULL_REQUEST, ...READ_QUEUE }, [
    asks.queue(),
    asks.pullRequest(),
  ]),
  'pull_request of a test branch': row('pull-request-test-branch', ofTestRun(RUN, RUN_HEAD), [
    asks.testRun(RUN),
    asks.queue(),
  ]),
  'push of a tag': row('push-tag', { context: 'other' }, []),
  'issue_comment on a pull request': row(
    'issue-comment-pull-request',
    {
      context: 'pull-request',
      'target-branch': 'main',
      'pull-request': '42',
      ...READ_PULL_REQUEST,
      ...READ_QUEUE,
    },
    [asks.queue(), asks.pullRequest()],
    { github: gitHubWith({}), githubRequests: ['GET /repos/acme/rocket/pulls/42'] },
  ),
  merge_group: row(
    'merge-group',
    {
      context: 'merge-group',
      'target-branch': 'main',
      'head-sha': '62983e0bda3891a5aedaf0878b634d292e518de5',
      ...READ_QUEUE,
    },
    [asks.queue()],
  ),
})

scenarios('context-inputs', {
  'issue_comment, GitHub does not say the branch': scenario({
    event: 'issue-comment-pull-request',
    inputs: { require: 'ready' },
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: ok(queue()) },
    github: gitHubWith({ state: { permissions: { 'pull-requests': 'none' } } }),
    exit: 1,
    outputs: { context: 'pull-request', 'pull-request': '42', conclusion: 'unknown', ready: 'unknown' },
    reasons: ['ready: not-known'],
    requests: [],
    githubRequests: ['GET /repos/acme/rocket/pulls/42'],
  }),
})
