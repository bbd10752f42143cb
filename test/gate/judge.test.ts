import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, type Condition } from '../../src/facts/conditions.ts'
import type { RunContext } from '../../src/facts/context.ts'
import {
  FACT_OF,
  type Facts,
  PULL_REQUEST_STATES,
  type PullRequestState,
  QUEUE_STATES,
  type TestRun,
} from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { judge, needOfGitHub } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubView,
  HEAD,
  hardFailure,
  listing,
  OTHER,
  ofQueue,
  outage,
  ofPullRequest as pr,
  queue,
  read,
  readiness,
  ofRun as run,
  TEST_RUN_ID,
  TIP,
  testBranchContext,
} from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, ON_SERVICE, unknown, unmet } from './digest.ts'

type Case = [name: string, given: Partial<Facts>, expected: Digest, about?: RunContext]

function holds(condition: Condition, cases: Case[]): void {
  for (const [, , { verdict }] of cases) HELD.add(`${condition}: ${verdict}`)
  test.each(cases)('%s', (_, given, expected, about = context()) => {
    expect(digest(judge(condition, snapshotOf(facts(given), about)))).toEqual(expected)
  })
}

/** Each condition with each verdict that a row expects of it. */
const HELD = new Set<string>()

/** The verdicts of one condition in each state of the pull request. */
type ByState = Record<PullRequestState | 'none' | 'hibernating', [submitted: Digest, notSubmitted: Digest]>

function holdsByState(condition: Condition, expected: ByState, given: Partial<Facts> = {}): void {
  for (const { verdict } of Object.values(expected).flat()) HELD.add(`${condition}: ${verdict}`)
  test.each(Object.entries(expected))('submitted, and not submitted, state %s', (state, digested) => {
    const judged = [true, false].map(submitted => {
      const named = state === 'none' ? null : state
      const all = facts({ ...given, ...pr({ submitted, state: named, readiness: null }) })
      return digest(judge(condition, snapshotOf(all, context())))
    })
    expect(judged).toEqual(digested)
  })
}

const EMPTY = listing()
const NEVER = { pullRequest: ABSENT }
const CONTRADICTION = unknown('contradictory-answer')
const STATE_UNKNOWN = unknown('state-unknown')
const NO_QUEUE = forGood(unknown('queue-not-found'))
const MERGED = { state: 'merged', submitted: false }

describe('submitted', () => {
  holdsByState('submitted', {
    not_ready: [MET, unmet('not-submitted')],
    pending: [MET, CONTRADICTION],
    testing: [MET, CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [MET, CONTRADICTION],
    merged: [CONTRADICTION, forGood(unmet('not-submitted'))],
    failed: [CONTRADICTION, unmet('not-submitted')],
    cancelled: [CONTRADICTION, unmet('not-submitted')],
    none: [MET, unmet('not-submitted')],
    hibernating: [MET, STATE_UNKNOWN],
  })
  holds('submitted', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['never submitted, no such queue', { ...NEVER, queue: ABSENT }, forGood(unmet('queue-not-found'))],
  ])

  test('nobody is told to submit what is merged', () => {
    const [reason] = judge('submitted', snapshotOf(facts(pr(MERGED)), context())).reasons
    expect(reason?.remedy && asText(reason.remedy)).toBe(
      'Require `merged` or `settled` if the step should pass after a merge.',
    )
  })
})

describe('ready', () => {
  holdsByState('ready', {
    not_ready: [unmet('state-not-ready'), unmet('not-submitted')],
    pending: [MET, CONTRADICTION],
    testing: [MET, CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [MET, CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, forGood(unmet('state-failed'))],
    cancelled: [CONTRADICTION, forGood(unmet('state-cancelled'))],
    none: [STATE_UNKNOWN, unmet('not-submitted')],
    hibernating: [STATE_UNKNOWN, unmet('not-submitted')],
  })
  holds('ready', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    [
      'the base does not match, and it is another branch',
      pr({ baseBranch: 'develop', readiness: readiness({ baseBranchMatches: false }) }),
      unmet('base-branch-mismatch'),
    ],
    ['the base as a whole ref', pr({ baseBranch: 'refs/heads/main' }), MET],
    ['the base is not named', pr({ baseBranch: null }), MET],
    [
      'an unmet part outweighs a contradiction',
      pr({ baseBranch: 'develop', readiness: readiness({ mergeability: 'not_mergeable' }) }),
      unmet('not-mergeable'),
    ],
    ['merged into another branch', pr({ ...MERGED, baseBranch: 'develop' }), CONTRADICTION],
    ['merged, and the queue still lists it', { ...pr(MERGED), ...listing({}) }, MET],
  ])
})

describe('not-submitted', () => {
  holdsByState(
    'not-submitted',
    {
      not_ready: [unmet('still-submitted'), MET],
      pending: [unmet('still-submitted'), CONTRADICTION],
      testing: [unmet('still-submitted'), CONTRADICTION],
      tests_passed: [unmet('still-submitted'), CONTRADICTION],
      pending_failure: [unmet('still-submitted'), CONTRADICTION],
      merged: [CONTRADICTION, MET],
      failed: [CONTRADICTION, MET],
      cancelled: [CONTRADICTION, MET],
      none: [unmet('still-submitted'), MET],
      hibernating: [unmet('still-submitted'), STATE_UNKNOWN],
    },
    EMPTY,
  )

  const gone = pr({ submitted: false, state: 'cancelled' })
  holds('not-submitted', [
    ['never submitted, the queue is empty', { ...NEVER, ...EMPTY }, MET],
    ['never submitted, the queue lists others', { ...NEVER, ...listing({ number: 43 }) }, MET],
    [
      'never submitted, the queue lists one without a number',
      { ...NEVER, ...listing({ number: null }) },
      CONTRADICTION,
    ],
    ['never submitted, no such queue: the branch may be misspelt', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    [
      'never submitted, the answer is on the queue of another branch',
      { ...NEVER, ...ofQueue({ branch: 'next', entries: [] }) },
      CONTRADICTION,
    ],
    [
      'never submitted, the queue is out of reach',
      { ...NEVER, queue: failed(outage()) },
      byOutage(unknown('service-unavailable')),
    ],
    [
      'it has left, and the queue lists its last episode',
      { ...gone, ...listing({ state: 'cancelled' }) },
      CONTRADICTION,
    ],
    ['it has left, and the queue lists another one', { ...gone, ...listing({ number: 43 }) }, MET],
    [
      'it has left, and the queue lists something without a number, which can be it',
      { ...gone, ...listing({ number: 43 }, { number: null }) },
      CONTRADICTION,
    ],
    [
      'it has left, and what has no number is over',
      { ...gone, ...listing({ number: null, state: 'merged' }) },
      CONTRADICTION,
    ],
    ['it is out, and the branch has no queue', { ...gone, queue: ABSENT }, NO_QUEUE],
    [
      'it is not ready, and the branch has no queue',
      { ...pr({ submitted: false, state: 'not_ready' }), queue: ABSENT },
      NO_QUEUE,
    ],
    ['it is merged, and the branch has no queue', { ...pr(MERGED), queue: ABSENT }, MET],
    [
      'never submitted, and the queue lists an episode of it that is over',
      { ...NEVER, ...listing({ state: 'merged' }) },
      CONTRADICTION,
    ],
  ])
})

describe('tests-passed', () => {
  holdsByState('tests-passed', {
    not_ready: [unmet('state-not-ready'), unmet('state-not-ready')],
    pending: [unmet('state-pending'), CONTRADICTION],
    testing: [unmet('state-testing'), CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, forGood(unmet('state-failed'))],
    cancelled: [CONTRADICTION, forGood(unmet('state-cancelled'))],
    none: [STATE_UNKNOWN, STATE_UNKNOWN],
    hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
  })
  holds('tests-passed', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['merged, and so no longer submitted', pr(MERGED), MET],
    [
      'another commit, which GitHub calls behind',
      { ...pr({ state: 'tests_passed', sha: OTHER }), github: gitHubView() },
      unknown('service-behind'),
    ],
    [
      'another commit, and this run is behind',
      { ...pr({ state: 'tests_passed', sha: OTHER }), github: gitHubView({ headSha: OTHER }) },
      unknown('stale-head'),
    ],
  ])
})

describe('merged', () => {
  holdsByState('merged', {
    not_ready: [unmet('state-not-ready'), unmet('state-not-ready')],
    pending: [unmet('state-pending'), CONTRADICTION],
    testing: [unmet('state-testing'), CONTRADICTION],
    tests_passed: [unmet('state-tests-passed'), CONTRADICTION],
    pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, forGood(unmet('state-failed'))],
    cancelled: [CONTRADICTION, forGood(unmet('state-cancelled'))],
    none: [STATE_UNKNOWN, STATE_UNKNOWN],
    hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
  })
  holds('merged', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['no longer submitted', pr(MERGED), MET],
    ['on whichever commit', pr({ state: 'merged', sha: OTHER }), MET],
  ])
})

describe('settled', () => {
  holdsByState(
    'settled',
    {
      not_ready: [unmet('state-not-ready'), MET],
      pending: [unmet('state-pending'), CONTRADICTION],
      testing: [unmet('state-testing'), CONTRADICTION],
      tests_passed: [unmet('state-tests-passed'), CONTRADICTION],
      pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
      merged: [MET, MET],
      failed: [CONTRADICTION, MET],
      cancelled: [CONTRADICTION, MET],
      none: [STATE_UNKNOWN, MET],
      hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
    },
    EMPTY,
  )
  holds('settled', [
    ['never submitted, and the queue knows nothing of it', { ...NEVER, ...EMPTY }, MET],
    ['never submitted, no such queue', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    ['merged, and the queue still lists it', { ...pr(MERGED), ...listing({}) }, MET],
    [
      'failed, and the queue lists its last episode',
      { ...pr({ state: 'failed', submitted: false }), ...listing({ state: 'failed' }) },
      MET,
    ],
  ])
})

test.each([null, 'unknown:LOCKED'])("what is in GitHub's queue in the state %j has not ended", state => {
  const about = context({ source: SOURCES.github })
  const judged = judge('settled', snapshotOf(facts(pr({ state, readiness: null })), about))
  expect(digest(judged)).toEqual(unmet('still-submitted'))
})

test('nobody is told to submit what is closed', () => {
  const github = gitHubView({ open: false, autoMerge: true })
  const [reason] = judge('submitted', snapshotOf(facts({ ...NEVER, github }), context())).reasons
  const remedy = 'It is closed: reopen it first, then submit it to the queue.'
  expect(reason?.remedy && asText(reason.remedy)).toBe(remedy)
})

describe('a pull request that is out, and the queue of the same poll', () => {
  const out = (state: string | null): Partial<Facts> => pr({ state, submitted: false })
  const unread: [string, Facts['queue'], Digest][] = [
    ['in an outage', failed(outage()), byOutage(unknown('service-unavailable'))],
    ['refused', failed(hardFailure()), forGood(unknown('token-refused'))],
    ['not asked', undefined, forGood(unknown('internal-error'))],
    ['that of another branch', read(queue({ branch: 'next', entries: [] })), CONTRADICTION],
    ['without its list', read(queue({ entries: null })), unknown('queue-state-unknown')],
  ]
  for (const condition of ['not-submitted', 'settled'] as const) {
    // An episode that is over is settled without a queue.
    for (const state of condition === 'settled' ? ['not_ready', null] : ['failed', 'cancelled', 'not_ready', null]) {
      const cases = unread.map(([name, given, expected]): Case => [name, { ...out(state), queue: given }, expected])
      describe(`${condition}, state ${state}, the queue`, () => holds(condition, cases))
    }
  }
  for (const state of ['merged', 'failed', 'cancelled']) {
    const all = [...unread, ['gone', ABSENT, MET] as const]
    const cases = all.map(([name, given]): Case => [name, { ...out(state), queue: given }, MET])
    describe(`settled, ${state}: final, the queue`, () => holds('settled', cases))
  }
  holds('settled', [
    ['settled, not_ready, and the branch has no queue', { ...out('not_ready'), queue: ABSENT }, NO_QUEUE],
  ])
  const stillIn = unread.map(([name, given]): Case => [name, { ...pr({}), queue: given }, unmet('still-submitted')])
  describe('not-submitted, still in it, the queue', () => holds('not-submitted', stillIn))
})

describe('queue-running', () => {
  holds('queue-running', [
    ['running', ofQueue({ state: 'running' }), MET],
    ['running, and its entries are not known', ofQueue({ entries: null }), MET],
    ['paused', ofQueue({ state: 'paused' }), unmet('queue-paused')],
    ['draining', ofQueue({ state: 'draining' }), unmet('queue-draining')],
    ['switching modes', ofQueue({ state: 'switching_modes' }), unmet('queue-switching-modes')],
    ['a state of the future', ofQueue({ state: 'hibernating' }), unknown('queue-state-unknown')],
    ['an empty state', ofQueue({ state: '' }), unknown('queue-state-unknown')],
    ['no queue', { queue: ABSENT }, forGood(unmet('queue-not-found'))],
    ['the whole ref of the branch', ofQueue({ branch: 'refs/heads/main' }), MET],
    [
      'the queue of a branch that was not asked for',
      ofQueue({ branch: '' }),
      CONTRADICTION,
      context({ targetBranch: null }),
    ],
  ])
})

describe('queue-empty', () => {
  const holding = (...states: (string | null)[]) => listing(...states.map((state, at) => ({ number: 50 + at, state })))
  const out = pr({ state: 'failed', submitted: false })
  const UNREAD = { number: null, state: null }
  holds('queue-empty', [
    ['nothing listed', EMPTY, MET],
    ['only episodes that are over', holding('merged', 'failed', 'cancelled'), MET],
    ['one among those that are over', holding('merged', 'pending', 'failed'), unmet('queue-not-empty')],
    [
      'its own entry, which its own answer denies, and another one',
      { ...out, ...listing({}, { number: 43 }) },
      unmet('queue-not-empty'),
    ],
    ['only its own entry, which its own answer bears out', { ...pr({}), ...listing({}) }, unmet('queue-not-empty')],
    ['only its own entry, and its answer was not read', listing({}), unmet('queue-not-empty')],
    ['an unknown state counts', holding('hibernating'), unmet('queue-not-empty')],
    ...['testing', null, 'hibernating'].map(
      (state): Case => [
        `its own is submitted and ${state}, and not listed`,
        { ...pr({ state }), ...EMPTY },
        CONTRADICTION,
      ],
    ),
    ['its own is not ready, and not listed', { ...pr({ state: 'not_ready' }), ...EMPTY }, MET],
    ['its own is out, in no known state', { ...pr({ state: null, submitted: false }), ...EMPTY }, MET],
    ['a state with blanks around it counts', holding(' merged'), unmet('queue-not-empty')],
    ['no state counts', holding(null), unmet('queue-not-empty')],
    ['entries that are not known', ofQueue({ entries: null }), unknown('queue-state-unknown')],
    ['an entry that could not be read', listing(UNREAD), unknown('queue-state-unknown')],
    ['such an entry beside another one', listing(UNREAD, { number: 43 }), unmet('queue-not-empty')],
    ['no queue', { queue: ABSENT }, NO_QUEUE],
    ...PULL_REQUEST_STATES.filter(state => !['merged', 'failed', 'cancelled'].includes(state)).map(
      (state): Case => [`one that is ${state}`, holding(state), unmet('queue-not-empty')],
    ),
    ...QUEUE_STATES.map(
      (state): Case => [`nothing listed, ${state}`, { queue: read(queue({ state, entries: [] })) }, MET],
    ),
  ])
})

describe('test-run-succeeded', () => {
  const onBranch = testBranchContext()
  const unit = (outcome: 'passed' | 'failed', name = 'unit') => ({ name, url: null, outcome })
  const OPEN = { status: 'in_progress' }

  function holdsOfRun(cases: [name: string, Partial<TestRun>, Digest, RunContext?][]): void {
    holds(
      'test-run-succeeded',
      cases.map(([name, over, expected, about = onBranch]): Case => [name, run(over), expected, about]),
    )
  }

  holdsOfRun([
    ['succeeded', {}, MET],
    ['succeeded, nothing reported', { reported: [] }, MET],
    ['succeeded, nothing required', { requiredStatuses: [], reported: [] }, MET],
    ['succeeded, and which are required is not known', { requiredStatuses: null }, MET],
    ['succeeded, and what was reported is not known', { reported: [], reportedIsWhole: false }, MET],
    [
      'in progress, and the reports of a required status differ: neither failed nor missing',
      { ...OPEN, requiredStatuses: ['unit'], reported: [unit('failed'), unit('passed')] },
      unmet('test-run-in-progress'),
    ],
    [
      'in progress, and which are required is not known',
      { ...OPEN, requiredStatuses: null, reported: [] },
      unmet('test-run-in-progress'),
    ],
    [
      'in progress, and not all that was reported is known: nothing is missing',
      { ...OPEN, reported: [], reportedIsWhole: false },
      unmet('test-run-in-progress'),
    ],
    [
      'failed, and what was reported is not known',
      { status: 'failed', reported: [], reportedIsWhole: false },
      forGood(unmet('test-run-failed')),
    ],
    ['succeeded, still in capitals', { status: 'SUCCEEDED' }, unknown('test-run-status-unknown')],
    ['succeeded with blanks around it', { status: ' succeeded ' }, unknown('test-run-status-unknown')],
    [
      'in progress, one failed and one missing',
      { ...OPEN, reported: [unit('failed', 'e2e')] },
      unmet('test-run-in-progress', 'required-status-failed', 'required-status-missing'),
    ],
    ['in progress, all reported', OPEN, unmet('test-run-in-progress')],
    [
      'failed, one failed',
      { status: 'failed', reported: [unit('failed')], requiredStatuses: ['unit'] },
      forGood(unmet('test-run-failed', 'required-status-failed')),
    ],
    ['cancelled', { status: 'cancelled' }, forGood(unmet('test-run-cancelled'))],
    ['no status', { status: null }, unknown('test-run-status-unknown')],
    ['a status of the future', { status: 'paused' }, unknown('test-run-status-unknown')],
    ['no status, which is open', { status: null, undecided: 'Open.' }, unknown('test-run-status-unknown')],
    [
      'no status, because a read was refused',
      { status: null, undecided: 'Refused.', openByRefusal: true },
      forGood(unknown('test-run-status-unknown')),
    ],
    ['another commit than the tip', { testBranchSha: OTHER }, unknown('stale-head')],
    ['the tip in capitals', { testBranchSha: TIP.toUpperCase() }, MET],
    ['another commit, in a context that has none', {}, unknown('stale-head'), testBranchContext({ headSha: null })],
    [
      'an id from an input is held against the commit on a test branch',
      { id: 'given', testBranchSha: OTHER },
      unknown('stale-head'),
      testBranchContext({ testRunId: { value: 'given', from: 'input' } }),
    ],
    [
      'an id from an input is not held against the commit elsewhere',
      { id: 'given', testBranch: 'ci', testBranchSha: OTHER },
      MET,
      context({ testRunId: { value: 'given', from: 'input' } }),
    ],
    [
      'the answer is about another bisection of the run',
      { id: `${TEST_RUN_ID}-bisection-1`, testBranch: `q-merge/pr-42/${TEST_RUN_ID}-bisection-2` },
      CONTRADICTION,
      context({ testRunId: { value: `${TEST_RUN_ID}-bisection-1`, from: 'input' } }),
    ],
    [
      'it tests none of the pull requests in the name of the branch of this run, whatever its own is called',
      { testBranch: 'main', pullRequests: [{ number: 43, url: null, title: null }] },
      CONTRADICTION,
    ],
  ])
  holds('test-run-succeeded', [['no such test run', { testRun: ABSENT }, unknown('test-run-not-found'), onBranch]])
})

describe('says why', () => {
  const about = testBranchContext()
  test.each<[Condition, given: Partial<Facts>, evidence: string, about?: RunContext]>([
    ['queue-empty', listing({}), 'The queue of "main" holds one pull request: #42.'],
    [
      'queue-empty',
      listing({}, { number: 43 }),
      'The queue of "main" holds 2 pull requests: #42, #43. #42, which this run is about, is one of them.',
    ],
    ['queue-running', { queue: ABSENT }, 'Branch "main" has no queue.'],
    ['ready', NEVER, '#42 was never submitted to the queue of "main".'],
    ['ready', { ...NEVER, queue: ABSENT }, 'Branch "main" has no queue, so #42 can\'t be in it.'],
    ['not-submitted', pr({}), '#42 waits to be tested.'],
    ['not-submitted', pr({ state: null }), '#42 is in the queue.'],
    ['test-run-succeeded', { testRun: ABSENT }, 'Nothing names the test run of #42.'],
    ['test-run-succeeded', { testRun: ABSENT }, 'Nothing names the test run.', context({ pullRequest: null })],
    ['test-run-succeeded', { testRun: ABSENT }, 'The service does not know this test run.', about],
  ])('%s: %o', (condition, given, evidence, about = context()) => {
    expect(judge(condition, snapshotOf(facts(given), about)).evidence).toEqual(evidence)
  })

  test.each<['input' | 'event', remedy: string]>([
    ['event', 'Submit it to the queue, then run the job again.'],
    ['input', 'Submit it to the queue, or correct `pull-request`; then run the job again.'],
  ])('never submitted, with the number from the %s', (from, remedy) => {
    const about = context({ pullRequest: { value: 42, from } })
    const [reason] = judge('submitted', snapshotOf(facts(NEVER), about)).reasons
    expect(asText(reason?.remedy ?? '')).toBe(remedy)
  })

  test.each<[Partial<TestRun>, evidence: string, about?: RunContext]>([
    [{ testBranchSha: OTHER }, 'The test run is on commit `8b02421`; this run is for `baebb6f`.'],
    [{ testBranchSha: 'baebb6f' }, `The test run is on commit \`baebb6f\`; this run is for \`${TIP}\`.`],
    [{}, 'The test run is on commit `baebb6f`; this run is for no commit.', testBranchContext({ headSha: null })],
    [{ status: null }, 'The service does not give the status of the test run.'],
    [{ status: 'paused' }, 'The test run has the status "paused", which this version does not know.'],
  ])('test-run-succeeded of a run with %o', (over, evidence, of = about) => {
    expect(judge('test-run-succeeded', snapshotOf(facts(run(over)), of)).evidence).toEqual(evidence)
  })

  test.each([
    [20, 20, ''],
    [21, 20, ' Further required statuses that failed or are missing: 1.'],
    [20, 22, ' Further required statuses that failed or are missing: 2.'],
  ])('%d failed and %d missing: twenty of each are listed', (failing, missing, more) => {
    const required = Array.from({ length: failing + missing }, (_, at) => `check ${at}`)
    const reported = required.slice(0, failing).map(name => ({ name, url: null, outcome: 'failed' as const }))
    const given = facts(run({ status: 'failed', requiredStatuses: required, reported }))
    const { evidence, reasons } = judge('test-run-succeeded', snapshotOf(given, about))
    expect(evidence).toBe(`The test run failed.${more}`)
    expect(reasons.map(({ code }) => code)).toEqual([
      'test-run-failed',
      ...Array(20).fill('required-status-failed'),
      ...Array(20).fill('required-status-missing'),
    ])
  })
})

describe('what holds for all conditions', () => {
  /** The fact that is read first for a condition decides it. */
  const all = ON_SERVICE.map(condition => [condition, FACT_OF[CONDITION_NEEDS[condition][0] ?? 'queue']] as const)

  test.each(ON_SERVICE)('%s has rows that are met, unmet and unknown', condition => {
    const lacking = ['met', 'unmet', 'unknown'].filter(verdict => !HELD.has(`${condition}: ${verdict}`))
    expect(lacking, `Write these rows in this file: holds('${condition}', [ … ])`).toEqual([])
  })

  test.each(all)('%s is unknown in an outage, which can pass', (condition, fact) => {
    expect(digest(judge(condition, snapshotOf(facts({ [fact]: failed(outage()) }), context())))).toEqual(
      byOutage(unknown('service-unavailable')),
    )
  })

  test.each(all)('%s is unknown for good where the token is refused', (condition, fact) => {
    expect(judge(condition, snapshotOf(facts({ [fact]: failed(hardFailure()) }), context()))).toEqual({
      condition,
      verdict: 'unknown',
      evidence: 'The service refused `api-token` (401).',
      reasons: [
        { code: 'token-refused', condition, message: 'The service refused `api-token` (401).', remedy: 'Check it.' },
      ],
      final: true,
      outage: false,
    })
  })

  test.each(all)('%s is unknown where the answer breaks the contract', (condition, fact) => {
    const failure = hardFailure({ code: 'contract-broken' })
    expect(digest(judge(condition, snapshotOf(facts({ [fact]: failed(failure) }), context())))).toEqual(
      forGood(unknown('contract-broken')),
    )
  })

  test.each(all)('%s is unknown for good where nothing was read', (condition, _) => {
    expect(digest(judge(condition, snapshotOf(facts(), context())))).toEqual(forGood(unknown('internal-error')))
  })
})

describe('needOfGitHub', () => {
  const bare = readiness({ mergeability: null })
  test.each<[string, Partial<Facts>, 'head' | 'mergeability' | null, RunContext?]>([
    ['everything said and of the right commit', pr({}), null],
    ['another commit than the event', pr({ sha: OTHER }), 'head'],
    ['the same commit in capitals', pr({ sha: HEAD.toUpperCase() }), null],
    ['another commit, an event without a head', pr({ sha: OTHER }), null, context({ pullRequestHead: null })],
    ['no mergeability', pr({ readiness: bare }), 'mergeability'],
    ['no mergeability of a failed one', pr({ readiness: bare, state: 'failed' }), null],
    ['no mergeability of one not submitted', pr({ readiness: bare, submitted: false, state: 'not_ready' }), null],
    ['another commit, and no mergeability', pr({ sha: OTHER, readiness: bare }), 'head'],
    ['never submitted', { pullRequest: ABSENT }, null],
    ['an outage', { pullRequest: failed(outage()) }, null],
    ['not asked', {}, null],
  ])('%s', (_, given, expected, about = context()) => {
    expect(needOfGitHub(facts(given), about)).toBe(expected)
  })
})
