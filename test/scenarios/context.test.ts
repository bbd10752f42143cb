import { HEAD, OLDER, pullRequest, queue, RUN, RUN_HEAD, testRun } from './bodies.ts'
import { gitHubWith } from './queue.ts'
import { asks, type Outputs, ok, type Scenario, scenario, scenarios } from './scenario.ts'

const FORK_HEAD = '8b0242134888a623a47e7aa197e18db103302dba'
const MAIN_HEAD = '3577414b25bbf159fd9ab7884dc9ec53a19aa7a9'

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

/** The family of pull_request. */
const ofPullRequest = (event: NonNullable<Scenario['event']>, head: string, number = 42): Scenario =>
  row(
    event,
    {
      context: 'pull-request',
      'target-branch': 'main',
      'head-sha': head,
      'pull-request': String(number),
      ...READ_PULL_REQUEST,
      ...READ_QUEUE,
    },
    [asks.queue(), asks.pullRequest({ pr: { number } })],
  )

/** An event that has no more than a branch. */
const ofBranch = (event: NonNullable<Scenario['event']>, branch: string, head = ''): Scenario =>
  row(event, { context: 'branch', 'target-branch': branch, 'head-sha': head, ...READ_QUEUE }, [
    asks.queue({ targetBranch: branch }),
  ])

/** Nothing that could be asked about. */
const ofNothing = (event: NonNullable<Scenario['event']>): Scenario => row(event, { context: 'other' }, [])

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
  pull_request: ofPullRequest('pull-request', HEAD),
  pull_request_target: ofPullRequest('pull-request-target', FORK_HEAD),
  'pull_request of a test branch': row('pull-request-test-branch', ofTestRun(RUN, RUN_HEAD), [
    asks.testRun(RUN),
    asks.queue(),
  ]),
  'push to main': ofBranch('push-main', 'main', MAIN_HEAD),
  'push of a tag': ofNothing('push-tag'),
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
  'workflow_run of a fork': row('workflow-run-fork', { context: 'branch', 'head-sha': FORK_HEAD }, []),
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

const comment = (changes: Partial<Scenario>): Scenario =>
  scenario({
    event: 'issue-comment-pull-request',
    answers: { getSubmittedPullRequest: ok(pullRequest()), getQueue: ok(queue()) },
    exit: 1,
    outputs: { context: 'pull-request', 'pull-request': '42', conclusion: 'unknown', ready: 'unknown' },
    requests: [],
    ...changes,
  })

scenarios('context-inputs', {
  'issue_comment, GitHub does not say the branch': comment({
    inputs: { require: 'ready' },
    github: gitHubWith({ state: { permissions: { 'pull-requests': 'none' } } }),
    githubRequests: ['GET /repos/acme/rocket/pulls/42'],
    reasons: ['ready: not-known'],
  }),
})
