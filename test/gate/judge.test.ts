import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, type Condition } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import { FACT_OF, type Facts, PULL_REQUEST_STATES, type PullRequestState, QUEUE_STATES } from '../../src/facts/facts.ts'
import { judge, needOfGitHub } from '../../src/gate/judge.ts'
import { pictureOf } from '../../src/gate/picture.ts'
import {
  ABSENT,
  context,
  entry,
  facts,
  failed,
  gitHubView,
  HEAD,
  hardFailure,
  OTHER,
  outage,
  pullRequest,
  queue,
  read,
  readiness,
  TEST_RUN_ID,
  TIP,
  testBranchContext,
  testRun,
} from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, ON_SERVICE, unknown, unmet } from './digest.ts'

type Case = [name: string, given: Partial<Facts>, expected: Digest, about?: RunContext]

function holds(condition: Condition, cases: Case[]): void {
  HELD.add(condition)
  test.each(cases)('%s', (_, given, expected, about = context()) => {
    expect(digest(judge(condition, pictureOf(facts(given), about)))).toEqual(expected)
  })
}

/** The conditions that have a table. */
const HELD = new Set<Condition>()

/** The verdicts of one condition in each state of the pull request. */
type ByState = Record<PullRequestState | 'none' | 'hibernating', Digest>

function holdsByState(condition: Condition, given: Partial<Facts>, submitted: boolean, expected: ByState): void {
  HELD.add(condition)
  test.each(Object.entries(expected))(`${submitted ? 'submitted' : 'not submitted'}, state %s`, (state, digested) => {
    const pr = pullRequest({ submitted, state: state === 'none' ? null : state, readiness: null })
    expect(digest(judge(condition, pictureOf(facts({ ...given, pullRequest: read(pr) }), context())))).toEqual(digested)
  })
}

const CONTRADICTION = unknown('contradictory-answer')
const STATE_UNKNOWN = unknown('state-unknown')
const MERGED = { state: 'merged', submitted: false }

describe('submitted', () => {
  holdsByState('submitted', {}, true, {
    not_ready: MET,
    pending: MET,
    testing: MET,
    tests_passed: MET,
    pending_failure: MET,
    merged: CONTRADICTION,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: MET,
    hibernating: MET,
  })
  holdsByState('submitted', {}, false, {
    not_ready: unmet('not-submitted'),
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: forGood(unmet('not-submitted')),
    failed: unmet('not-submitted'),
    cancelled: unmet('not-submitted'),
    none: unmet('not-submitted'),
    hibernating: STATE_UNKNOWN,
  })
  holds('submitted', [
    ['never submitted is an answer', { pullRequest: ABSENT }, unmet('not-submitted')],
    ['never submitted, no such queue', { pullRequest: ABSENT, queue: ABSENT }, unmet('queue-not-found')],
  ])
})

describe('ready', () => {
  holdsByState('ready', {}, true, {
    not_ready: unmet('state-not-ready'),
    pending: MET,
    testing: MET,
    tests_passed: MET,
    pending_failure: MET,
    merged: MET,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holdsByState('ready', {}, false, {
    not_ready: unmet('not-submitted'),
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: MET,
    failed: forGood(unmet('state-failed')),
    cancelled: forGood(unmet('state-cancelled')),
    none: unmet('not-submitted'),
    hibernating: unmet('not-submitted'),
  })
  holds('ready', [
    ['never submitted is an answer', { pullRequest: ABSENT }, unmet('not-submitted')],
    ['no readiness is not asked of GitHub', { pullRequest: read(pullRequest({ readiness: null })) }, MET],
    [
      'the base matches, says the service, and it is another branch',
      { pullRequest: read(pullRequest({ baseBranch: 'develop' })) },
      CONTRADICTION,
    ],
    [
      'the base does not match, and it is another branch',
      { pullRequest: read(pullRequest({ baseBranch: 'develop', readiness: readiness({ baseBranchMatches: false }) })) },
      unmet('base-branch-mismatch'),
    ],
    ['the base as a whole ref', { pullRequest: read(pullRequest({ baseBranch: 'refs/heads/main' })) }, MET],
    ['the base is not named', { pullRequest: read(pullRequest({ baseBranch: null })) }, MET],
    [
      'what does not hold outweighs what contradicts itself',
      {
        pullRequest: read(
          pullRequest({ baseBranch: 'develop', readiness: readiness({ mergeability: 'not_mergeable' }) }),
        ),
      },
      unmet('not-mergeable'),
    ],
    [
      'merged into another branch',
      { pullRequest: read(pullRequest({ baseBranch: 'develop', state: 'merged', submitted: false })) },
      CONTRADICTION,
    ],
    ['merged, and the queue still lists it', { pullRequest: read(pullRequest(MERGED)), queue: read(queue()) }, MET],
  ])
})

describe('not-submitted', () => {
  const emptyQueue = { queue: read(queue({ entries: [] })) }

  holdsByState('not-submitted', emptyQueue, true, {
    not_ready: unmet('still-submitted'),
    pending: unmet('still-submitted'),
    testing: unmet('still-submitted'),
    tests_passed: unmet('still-submitted'),
    pending_failure: unmet('still-submitted'),
    merged: CONTRADICTION,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: unmet('still-submitted'),
    hibernating: unmet('still-submitted'),
  })
  holdsByState('not-submitted', emptyQueue, false, {
    not_ready: MET,
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: MET,
    failed: MET,
    cancelled: MET,
    none: MET,
    hibernating: STATE_UNKNOWN,
  })

  const gone = { pullRequest: read(pullRequest({ submitted: false, state: 'cancelled' })) }
  holds('not-submitted', [
    ['never submitted, the queue is empty', { pullRequest: ABSENT, ...emptyQueue }, MET],
    [
      'never submitted, the queue lists others',
      { pullRequest: ABSENT, queue: read(queue({ entries: [entry({ number: 43 })] })) },
      MET,
    ],
    ['never submitted, the queue lists it', { pullRequest: ABSENT, queue: read(queue()) }, CONTRADICTION],
    [
      'never submitted, the queue lists something without a number',
      { pullRequest: ABSENT, queue: read(queue({ entries: [entry({ number: null })] })) },
      CONTRADICTION,
    ],
    [
      'never submitted, no such queue: the branch may be misspelt',
      { pullRequest: ABSENT, queue: ABSENT },
      forGood(unknown('queue-not-found')),
    ],
    [
      'never submitted, the answer is on the queue of another branch',
      { pullRequest: ABSENT, queue: read(queue({ branch: 'next', entries: [] })) },
      CONTRADICTION,
    ],
    [
      'never submitted, the queue is out of reach',
      { pullRequest: ABSENT, queue: failed(outage()) },
      byOutage(unknown('service-unavailable')),
    ],
    ['it has left, and the queue still lists it', { ...gone, queue: read(queue()) }, CONTRADICTION],
    [
      'it has left, and the queue lists its last episode',
      { ...gone, queue: read(queue({ entries: [entry({ state: 'cancelled' })] })) },
      MET,
    ],
    [
      'it has left, and the queue lists another one',
      { ...gone, queue: read(queue({ entries: [entry({ number: 43 })] })) },
      MET,
    ],
    [
      'it has left, and the queue lists something without a number, which can be it',
      { ...gone, queue: read(queue({ entries: [entry({ number: 43 }), entry({ number: null })] })) },
      CONTRADICTION,
    ],
    [
      'it has left, and what has no number is over',
      { ...gone, queue: read(queue({ entries: [entry({ number: null, state: 'merged' })] })) },
      MET,
    ],
    ['it is out, and the branch has no queue', { ...gone, queue: ABSENT }, forGood(unknown('queue-not-found'))],
    [
      'it is not ready, and the branch has no queue',
      { pullRequest: read(pullRequest({ submitted: false, state: 'not_ready' })), queue: ABSENT },
      forGood(unknown('queue-not-found')),
    ],
    ['it is merged, and the branch has no queue', { pullRequest: read(pullRequest(MERGED)), queue: ABSENT }, MET],
    [
      'never submitted, and the queue lists an episode of it that is over',
      { pullRequest: ABSENT, queue: read(queue({ entries: [entry({ state: 'merged' })] })) },
      CONTRADICTION,
    ],
  ])
})

describe('tests-passed', () => {
  holdsByState('tests-passed', {}, true, {
    not_ready: unmet('state-not-ready'),
    pending: unmet('state-pending'),
    testing: unmet('state-testing'),
    tests_passed: MET,
    pending_failure: unmet('state-pending-failure'),
    merged: MET,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holdsByState('tests-passed', {}, false, {
    not_ready: unmet('state-not-ready'),
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: MET,
    failed: forGood(unmet('state-failed')),
    cancelled: forGood(unmet('state-cancelled')),
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holds('tests-passed', [
    ['never submitted is an answer', { pullRequest: ABSENT }, unmet('not-submitted')],
    [
      'merged, and so no longer submitted',
      { pullRequest: read(pullRequest({ state: 'merged', submitted: false })) },
      MET,
    ],
    [
      'another commit, which GitHub calls behind',
      { pullRequest: read(pullRequest({ state: 'tests_passed', sha: OTHER })), github: gitHubView() },
      unknown('service-behind'),
    ],
    [
      'another commit, and this run is behind',
      {
        pullRequest: read(pullRequest({ state: 'tests_passed', sha: OTHER })),
        github: gitHubView({ headSha: OTHER }),
      },
      unknown('stale-head'),
    ],
  ])
})

describe('merged', () => {
  holdsByState('merged', {}, true, {
    not_ready: unmet('state-not-ready'),
    pending: unmet('state-pending'),
    testing: unmet('state-testing'),
    tests_passed: unmet('state-tests-passed'),
    pending_failure: unmet('state-pending-failure'),
    merged: MET,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holdsByState('merged', {}, false, {
    not_ready: unmet('state-not-ready'),
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: MET,
    failed: forGood(unmet('state-failed')),
    cancelled: forGood(unmet('state-cancelled')),
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holds('merged', [
    ['never submitted is an answer', { pullRequest: ABSENT }, unmet('not-submitted')],
    ['no longer submitted', { pullRequest: read(pullRequest({ state: 'merged', submitted: false })) }, MET],
    ['on whichever commit', { pullRequest: read(pullRequest({ state: 'merged', sha: OTHER })) }, MET],
  ])
})

describe('settled', () => {
  const emptyQueue = { queue: read(queue({ entries: [] })) }

  holdsByState('settled', emptyQueue, true, {
    not_ready: unmet('state-not-ready'),
    pending: unmet('state-pending'),
    testing: unmet('state-testing'),
    tests_passed: unmet('state-tests-passed'),
    pending_failure: unmet('state-pending-failure'),
    merged: MET,
    failed: CONTRADICTION,
    cancelled: CONTRADICTION,
    none: STATE_UNKNOWN,
    hibernating: STATE_UNKNOWN,
  })
  holdsByState('settled', emptyQueue, false, {
    not_ready: MET,
    pending: CONTRADICTION,
    testing: CONTRADICTION,
    tests_passed: CONTRADICTION,
    pending_failure: CONTRADICTION,
    merged: MET,
    failed: MET,
    cancelled: MET,
    none: MET,
    hibernating: STATE_UNKNOWN,
  })
  holds('settled', [
    ['never submitted, and the queue knows nothing of it', { pullRequest: ABSENT, ...emptyQueue }, MET],
    ['never submitted, and the queue lists it', { pullRequest: ABSENT, queue: read(queue()) }, CONTRADICTION],
    ['never submitted, no such queue', { pullRequest: ABSENT, queue: ABSENT }, forGood(unknown('queue-not-found'))],
    [
      'not submitted, and the queue lists it',
      { pullRequest: read(pullRequest({ state: null, submitted: false })), queue: read(queue()) },
      CONTRADICTION,
    ],
    ['merged, and the queue still lists it', { pullRequest: read(pullRequest(MERGED)), queue: read(queue()) }, MET],
  ])
})

describe('a pull request that is out, and the queue of the same poll', () => {
  const out = (state: string | null): Partial<Facts> => ({
    pullRequest: read(pullRequest({ state, submitted: false })),
  })
  const unread: [string, Facts['queue'], Digest][] = [
    ['in an outage', failed(outage()), byOutage(unknown('service-unavailable'))],
    ['refused', failed(hardFailure()), forGood(unknown('token-refused'))],
    ['not asked', { kind: 'not-asked' }, forGood(unknown('internal-error'))],
    ['that of another branch', read(queue({ branch: 'next', entries: [] })), CONTRADICTION],
    ['without its list', read(queue({ entries: null })), unknown('queue-state-unknown')],
  ]
  for (const condition of ['not-submitted', 'settled'] as const) {
    // An episode that is over is settled without a queue.
    for (const state of condition === 'settled' ? ['not_ready', null] : ['failed', 'cancelled', 'not_ready', null]) {
      holds(
        condition,
        unread.map(
          ([name, given, expected]): Case => [
            `${condition}, state ${state}, the queue ${name}`,
            { ...out(state), queue: given },
            expected,
          ],
        ),
      )
    }
  }
  for (const state of ['merged', 'failed', 'cancelled']) {
    holds(
      'settled',
      [...unread, ['gone', ABSENT, MET] as const].map(
        ([name, given]): Case => [`settled, ${state}: final, the queue ${name}`, { ...out(state), queue: given }, MET],
      ),
    )
  }
  holds('settled', [
    [
      'settled, not_ready, and the branch has no queue',
      { ...out('not_ready'), queue: ABSENT },
      forGood(unknown('queue-not-found')),
    ],
  ])
  holds(
    'not-submitted',
    unread.map(
      ([name, given]): Case => [
        `not-submitted, still in it, the queue ${name}`,
        { pullRequest: read(pullRequest()), queue: given },
        unmet('still-submitted'),
      ],
    ),
  )
})

describe('queue-running', () => {
  holds('queue-running', [
    ['running', { queue: read(queue({ state: 'running' })) }, MET],
    ['running, and its entries are not known', { queue: read(queue({ entries: null })) }, MET],
    ['paused', { queue: read(queue({ state: 'paused' })) }, unmet('queue-paused')],
    ['draining', { queue: read(queue({ state: 'draining' })) }, unmet('queue-draining')],
    ['switching modes', { queue: read(queue({ state: 'switching_modes' })) }, unmet('queue-switching-modes')],
    ['a state of the future', { queue: read(queue({ state: 'hibernating' })) }, unknown('queue-state-unknown')],
    ['an empty state', { queue: read(queue({ state: '' })) }, unknown('queue-state-unknown')],
    ['no queue', { queue: ABSENT }, forGood(unmet('queue-not-found'))],
    ['the queue of another branch', { queue: read(queue({ branch: 'next' })) }, CONTRADICTION],
    ['the whole ref of the branch', { queue: read(queue({ branch: 'refs/heads/main' })) }, MET],
    [
      'the queue of a branch nobody asked for',
      { queue: read(queue({ branch: '' })) },
      CONTRADICTION,
      context({ targetBranch: null }),
    ],
  ])
})

describe('queue-empty', () => {
  const holding = (...states: (string | null)[]) => ({
    queue: read(queue({ entries: states.map((state, at) => entry({ number: 50 + at, state })) })),
  })
  holds('queue-empty', [
    ['nothing listed', holding(), MET],
    ['only episodes that are over', holding('merged', 'failed', 'cancelled'), MET],
    ['one among those that are over', holding('merged', 'pending', 'failed'), unmet('queue-not-empty')],
    [
      'only its own entry, which its own answer denies',
      { pullRequest: read(pullRequest({ state: 'failed', submitted: false })), queue: read(queue()) },
      CONTRADICTION,
    ],
    ['only its own entry, and it was never submitted', { pullRequest: ABSENT, queue: read(queue()) }, CONTRADICTION],
    [
      'its own entry, which its own answer denies, and another one',
      {
        pullRequest: read(pullRequest({ state: 'failed', submitted: false })),
        queue: read(queue({ entries: [entry(), entry({ number: 43 })] })),
      },
      unmet('queue-not-empty'),
    ],
    [
      'only its own entry, which its own answer bears out',
      { pullRequest: read(pullRequest()), queue: read(queue()) },
      unmet('queue-not-empty'),
    ],
    ['only its own entry, and its answer was not read', { queue: read(queue()) }, unmet('queue-not-empty')],
    ['an unknown state counts', holding('hibernating'), unmet('queue-not-empty')],
    ['a state with blanks around it counts', holding(' merged'), unmet('queue-not-empty')],
    ['no state counts', holding(null), unmet('queue-not-empty')],
    ['entries that are not known', { queue: read(queue({ entries: null })) }, unknown('queue-state-unknown')],
    ['no queue', { queue: ABSENT }, forGood(unknown('queue-not-found'))],
    ['the queue of another branch', { queue: read(queue({ branch: 'next', entries: [] })) }, CONTRADICTION],
    ...PULL_REQUEST_STATES.filter(state => !['merged', 'failed', 'cancelled'].includes(state)).map(
      (state): Case => [`one that is ${state}`, holding(state), unmet('queue-not-empty')],
    ),
    ...QUEUE_STATES.map(
      (state): Case => [`nothing listed, ${state}`, { queue: read(queue({ state, entries: [] })) }, MET],
    ),
  ])
})

describe('test-run-succeeded', () => {
  const run = (over: Parameters<typeof testRun>[0]) => ({ testRun: read(testRun(over)) })
  const about = testBranchContext()
  const byInput = context({ testRunId: { value: 'given', from: 'input' } })

  holds('test-run-succeeded', [
    ['succeeded', run({}), MET, about],
    ['succeeded, nothing reported', run({ reported: [] }), MET, about],
    ['succeeded, nothing required', run({ requiredStatuses: [], reported: [] }), MET, about],
    [
      'succeeded, and a required status failed',
      run({ reported: [{ name: 'unit', url: null, outcome: 'failed' }] }),
      CONTRADICTION,
      about,
    ],
    [
      'succeeded, and a required status is still pending',
      run({ reported: [{ name: 'unit', url: null, outcome: 'pending' }] }),
      CONTRADICTION,
      about,
    ],
    [
      'succeeded, and the reports of a required status differ: no outcome',
      run({
        reported: [
          { name: 'unit', url: null, outcome: 'failed' },
          { name: 'unit', url: null, outcome: 'passed' },
        ],
      }),
      MET,
      about,
    ],
    [
      'in progress, and the reports of a required status differ: neither failed nor missing',
      run({
        status: 'in_progress',
        requiredStatuses: ['unit'],
        reported: [
          { name: 'unit', url: null, outcome: 'failed' },
          { name: 'unit', url: null, outcome: 'passed' },
        ],
      }),
      unmet('test-run-in-progress'),
      about,
    ],
    [
      'succeeded, and a required status has an outcome that nobody knows',
      run({ reported: [{ name: 'unit', url: null, outcome: 'unknown' }] }),
      MET,
      about,
    ],
    ['succeeded, and which are required is not known', run({ requiredStatuses: null }), MET, about],
    ['succeeded, and what was reported is not known', run({ reported: [], reportedIsWhole: false }), MET, about],
    [
      'in progress, and which are required is not known',
      run({ status: 'in_progress', requiredStatuses: null, reported: [] }),
      unmet('test-run-in-progress'),
      about,
    ],
    [
      'in progress, and not all that was reported is known: nothing is missing',
      run({ status: 'in_progress', reported: [], reportedIsWhole: false }),
      unmet('test-run-in-progress'),
      about,
    ],
    [
      'failed, and what was reported is not known',
      run({ status: 'failed', reported: [], reportedIsWhole: false }),
      forGood(unmet('test-run-failed')),
      about,
    ],
    [
      'succeeded in capitals that nobody lowered',
      run({ status: 'SUCCEEDED' }),
      unknown('test-run-status-unknown'),
      about,
    ],
    ['succeeded with blanks around it', run({ status: ' succeeded ' }), unknown('test-run-status-unknown'), about],
    [
      'succeeded, and another status failed',
      run({ reported: [{ name: 'docs', url: null, outcome: 'failed' }] }),
      MET,
      about,
    ],
    [
      'in progress, one failed and one missing',
      run({ status: 'in_progress', reported: [{ name: 'e2e', url: null, outcome: 'failed' }] }),
      unmet('test-run-in-progress', 'required-status-failed', 'required-status-missing'),
      about,
    ],
    ['in progress, all reported', run({ status: 'in_progress' }), unmet('test-run-in-progress'), about],
    [
      'failed, one failed',
      run({ status: 'failed', reported: [{ name: 'unit', url: null, outcome: 'failed' }], requiredStatuses: ['unit'] }),
      forGood(unmet('test-run-failed', 'required-status-failed')),
      about,
    ],
    ['cancelled', run({ status: 'cancelled' }), forGood(unmet('test-run-cancelled')), about],
    ['no status', run({ status: null }), unknown('test-run-status-unknown'), about],
    ['a status of the future', run({ status: 'paused' }), unknown('test-run-status-unknown'), about],
    ['no such test run', { testRun: ABSENT }, unknown('test-run-not-found'), about],
    ['another commit than the tip', run({ testBranchSha: OTHER }), unknown('stale-head'), about],
    ['the tip in capitals', run({ testBranchSha: TIP.toUpperCase() }), MET, about],
    [
      'another commit, in a context that has none',
      run({}),
      unknown('stale-head'),
      testBranchContext({ headSha: null, testRunHead: null }),
    ],
    [
      'an id from an input is held against the commit on a test branch',
      run({ id: 'given', testBranchSha: OTHER }),
      unknown('stale-head'),
      testBranchContext({ testRunId: { value: 'given', from: 'input' } }),
    ],
    [
      'an id from an input is not held against the commit elsewhere',
      run({ id: 'given', testBranch: 'ci', testBranchSha: OTHER }),
      MET,
      byInput,
    ],
    [
      'the answer is about another bisection of the run',
      run({ id: `${TEST_RUN_ID}-bisection-1`, testBranch: `q-merge/pr-42/${TEST_RUN_ID}-bisection-2` }),
      CONTRADICTION,
      context({ testRunId: { value: `${TEST_RUN_ID}-bisection-1`, from: 'input' } }),
    ],
    [
      'it tests none of the pull requests in the name of the branch of this run, whatever its own is called',
      run({ testBranch: 'main', pullRequests: [{ number: 43, url: null, title: null }] }),
      CONTRADICTION,
      testBranchContext(),
    ],
    [
      'the answer is about the run of another id',
      run({ testBranch: 'q-merge/pr-42/00000000-0000-4000-8000-000000000000' }),
      CONTRADICTION,
      about,
    ],
  ])
})

describe('says why', () => {
  const about = testBranchContext()
  const run = (over: Parameters<typeof testRun>[0]) => ({ testRun: read(testRun(over)) })
  const ID = testRun().id
  test.each<[string, Condition, given: Partial<Facts>, evidence: string, about?: RunContext]>([
    ['one in the queue', 'queue-empty', { queue: read(queue()) }, 'The queue of "main" holds one pull request.'],
    [
      'two in the queue',
      'queue-empty',
      { queue: read(queue({ entries: [entry(), entry({ number: 43 })] })) },
      'The queue of "main" holds 2 pull requests.',
    ],
    ['no queue', 'queue-running', { queue: ABSENT }, 'Branch "main" has no queue.'],
    ['never submitted', 'ready', { pullRequest: ABSENT }, '#42 was never submitted to the queue of "main".'],
    [
      'never submitted, no queue',
      'ready',
      { pullRequest: ABSENT, queue: ABSENT },
      'Branch "main" has no queue, so #42 can\'t be in it.',
    ],
    [
      'still in it, with its state',
      'not-submitted',
      { pullRequest: read(pullRequest()) },
      '#42 is in the queue (state `pending`).',
    ],
    [
      'still in it, without a state',
      'not-submitted',
      { pullRequest: read(pullRequest({ state: null })) },
      '#42 is in the queue.',
    ],
    [
      'no test run, and no id',
      'test-run-succeeded',
      { testRun: ABSENT },
      'Nothing names the test run of #42.',
      context(),
    ],
    [
      'no test run, no id and no pull request',
      'test-run-succeeded',
      { testRun: ABSENT },
      'Nothing names the test run.',
      context({ pullRequest: null }),
    ],
    ['no test run', 'test-run-succeeded', { testRun: ABSENT }, `The service knows no test run ${ID}.`, about],
    [
      'the run of another commit',
      'test-run-succeeded',
      run({ testBranchSha: OTHER }),
      `Test run ${ID} is on commit 8b02421; this run is for baebb6f.`,
      about,
    ],
    [
      'the run of another commit, and none of its own',
      'test-run-succeeded',
      run({}),
      `Test run ${ID} is on commit baebb6f; this run is for no commit.`,
      testBranchContext({ testRunHead: null }),
    ],
    [
      'no status',
      'test-run-succeeded',
      run({ status: null }),
      `The service does not say how test run ${ID} stands.`,
      about,
    ],
    [
      'a status of the future',
      'test-run-succeeded',
      run({ status: 'paused' }),
      `Test run ${ID} has the status "paused", which this version does not know.`,
      about,
    ],
  ])('%s', (_, condition, given, evidence, about = context()) => {
    expect(judge(condition, pictureOf(facts(given), about)).evidence).toEqual(evidence)
  })

  test.each([
    [20, 20, ''],
    [21, 20, ' 1 more required statuses failed or are missing.'],
    [20, 22, ' 2 more required statuses failed or are missing.'],
  ])('%d failed and %d missing: twenty of each are listed', (failing, missing, more) => {
    const required = Array.from({ length: failing + missing }, (_, at) => `check ${at}`)
    const reported = required.slice(0, failing).map(name => ({ name, url: null, outcome: 'failed' as const }))
    const given = facts(run({ status: 'failed', requiredStatuses: required, reported }))
    const { evidence, reasons } = judge('test-run-succeeded', pictureOf(given, about))
    expect(evidence).toBe(`Test run ${ID} failed.${more}`)
    expect(reasons.map(({ code }) => code)).toEqual([
      'test-run-failed',
      ...Array(20).fill('required-status-failed'),
      ...Array(20).fill('required-status-missing'),
    ])
  })
})

describe('what holds for all conditions', () => {
  /** What is read first for a condition decides it. */
  const all = ON_SERVICE.map(condition => [condition, FACT_OF[CONDITION_NEEDS[condition][0] ?? 'queue']] as const)

  test.each(ON_SERVICE)('%s has a table', condition => {
    expect(
      HELD.has(condition),
      `Write rows for it in this file: holds('${condition}', [ … ]), met, unmet and unknown`,
    ).toBe(true)
  })

  test.each(all)('%s is unknown in an outage, which can pass', (condition, fact) => {
    expect(digest(judge(condition, pictureOf(facts({ [fact]: failed(outage()) }), context())))).toEqual(
      byOutage(unknown('service-unavailable')),
    )
  })

  test.each(all)('%s is unknown for good where the token is refused', (condition, fact) => {
    expect(judge(condition, pictureOf(facts({ [fact]: failed(hardFailure()) }), context()))).toEqual({
      condition,
      verdict: 'unknown',
      evidence: 'The service refused `api-token` (401).',
      reasons: [
        { code: 'token-refused', condition, message: 'The service refused `api-token` (401).', remedy: 'Check it.' },
      ],
      canChange: false,
      outage: false,
    })
  })

  test.each(all)('%s is unknown where the answer breaks the contract', (condition, fact) => {
    const failure = hardFailure({ code: 'contract-broken' })
    expect(digest(judge(condition, pictureOf(facts({ [fact]: failed(failure) }), context())))).toEqual(
      forGood(unknown('contract-broken')),
    )
  })

  test.each(all)('%s is unknown for good where nothing was read', (condition, _) => {
    expect(digest(judge(condition, pictureOf(facts(), context())))).toEqual(forGood(unknown('internal-error')))
  })

  test.each(all.filter(([, fact]) => fact === 'pullRequest'))(
    '%s is unknown where the answer is on another pull request',
    (condition, _) => {
      const given = { pullRequest: read(pullRequest({ number: 43, state: 'merged' })), queue: read(queue()) }
      expect(digest(judge(condition, pictureOf(facts(given), context())))).toEqual(CONTRADICTION)
    },
  )
})

describe('needOfGitHub', () => {
  const bare = readiness({ mergeability: null })
  test.each<[string, Partial<Facts>, 'head' | 'mergeability' | null, RunContext?]>([
    ['everything said and of the right commit', { pullRequest: read(pullRequest()) }, null],
    ['another commit than the event', { pullRequest: read(pullRequest({ sha: OTHER })) }, 'head'],
    ['the same commit in capitals', { pullRequest: read(pullRequest({ sha: HEAD.toUpperCase() })) }, null],
    [
      'another commit, an event without a head',
      { pullRequest: read(pullRequest({ sha: OTHER })) },
      null,
      context({ headSha: null, pullRequestHead: null }),
    ],
    ['no mergeability', { pullRequest: read(pullRequest({ readiness: bare })) }, 'mergeability'],
    [
      'no mergeability, and the base does not match',
      { pullRequest: read(pullRequest({ readiness: { ...bare, baseBranchMatches: false } })) },
      null,
    ],
    ['no mergeability of a merged one', { pullRequest: read(pullRequest({ readiness: bare, state: 'merged' })) }, null],
    ['no mergeability of a failed one', { pullRequest: read(pullRequest({ readiness: bare, state: 'failed' })) }, null],
    [
      'no mergeability of one that is not submitted',
      { pullRequest: read(pullRequest({ readiness: bare, submitted: false, state: 'not_ready' })) },
      null,
    ],
    [
      'another commit, and no mergeability',
      { pullRequest: read(pullRequest({ sha: OTHER, readiness: bare })) },
      'head',
    ],
    ['no readiness at all', { pullRequest: read(pullRequest({ readiness: null })) }, null],
    ['never submitted', { pullRequest: ABSENT }, null],
    ['an outage', { pullRequest: failed(outage()) }, null],
    ['not asked', {}, null],
  ])('%s', (_, given, expected, about = context()) => {
    expect(needOfGitHub(facts(given), about)).toBe(expected)
  })
})
