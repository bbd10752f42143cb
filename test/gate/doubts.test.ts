import { describe, expect, test } from 'vitest'
import { CONDITION_NEEDS, CONDITIONS, type Condition } from '../../src/facts/conditions.ts'
import type { Doubt, Facts, Member, PullRequest, ReportedStatus } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { doubtsIn } from '../../src/gate/doubts.ts'
import { judge } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubView,
  listing,
  ofQueue,
  outage,
  ofPullRequest as pr,
  readiness,
  ofRun as run,
  TEST_RUN_ID,
} from '../builders.ts'

/** Pull request 42 with a test run beside it. */
const ABOUT = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })

/** Out of the queue, in this state. */
const out = (state: string | null, over: Partial<PullRequest> = {}) => pr({ state, submitted: false, ...over })
const unit = (outcome: ReportedStatus['outcome']) => ({ name: 'unit', url: null, outcome })
/** A run with these reports of `unit`. */
const reporting = (...outcomes: ReportedStatus['outcome'][]) => run({ reported: outcomes.map(unit) })

/** Everything was read: #42 is pending, the only one in a running queue, and its test run succeeded. */
const AGREED: Partial<Facts> = { ...pr({}), ...listing({}), ...run({}) }

const OF_STATE = CONDITIONS.filter(each => CONDITION_NEEDS[each].some(read => read === 'pull-request'))
const OF_QUEUE = CONDITIONS.filter(each => CONDITION_NEEDS[each].join() === 'queue')
const OF_SUBMISSION: Condition[] = ['submitted', 'not-submitted', 'ready', 'settled']

interface Contradicted {
  members: Member[]
  /** The conditions that rest on one of the members. */
  unknown: Condition[]
}

function contradicted(members: Member[], unknown: Condition[]): Contradicted {
  return { members, unknown }
}
const ABOUT_RUN = contradicted(['test-run-status'], ['test-run-succeeded'])
const ABOUT_BASE = contradicted(['base-branch'], ['ready'])

describe('a contradiction, and the conditions that rest on it', () => {
  test.each<[string, Partial<Facts>, Contradicted]>([
    ['failed, yet submitted', pr({ state: 'failed' }), contradicted(['state', 'submitted'], OF_STATE)],
    ['cancelled, yet submitted', pr({ state: 'cancelled' }), contradicted(['state', 'submitted'], OF_STATE)],
    ...(['pending', 'testing', 'tests_passed', 'pending_failure'] as const).map(
      (state): [string, Partial<Facts>, Contradicted] => [
        `not submitted, yet ${state}`,
        { ...out(state), ...listing() },
        contradicted(['state', 'submitted'], [...OF_STATE, 'queue-empty']),
      ],
    ),
    ...(['not_ready', 'pending', 'testing', 'tests_passed', 'pending_failure', 'hibernating', null] as const).map(
      (state): [string, Partial<Facts>, Contradicted] => [
        `failed and out, yet the queue of the same poll lists it as ${state}`,
        { ...out('failed'), ...listing({ state }) },
        contradicted(['submitted', 'queue-entry'], [...OF_SUBMISSION, 'queue-empty']),
      ],
    ),
    [
      'submitted, yet the branch has no queue',
      { ...pr({ state: 'testing' }), queue: ABSENT },
      contradicted(['submitted', 'state', 'queue'], [...OF_STATE, ...OF_QUEUE]),
    ],
    [
      'out, and its base is another branch than asked for',
      { ...out('cancelled', { baseBranch: 'develop' }), ...listing() },
      contradicted(['number', 'base-branch'], OF_STATE),
    ],
    [
      'merged and still submitted, and its base is another branch than asked for',
      pr({ state: 'merged', baseBranch: 'develop' }),
      contradicted(['number', 'base-branch'], OF_STATE),
    ],
    [
      'testing, and GitHub calls it closed',
      { ...pr({ state: 'testing' }), ...listing({ state: 'testing' }), github: gitHubView({ open: false }) },
      contradicted(['submitted', 'state'], OF_STATE),
    ],
    ...[null, 'hibernating'].map((state): [string, Partial<Facts>, Contradicted] => [
      `submitted in the state ${state}, and GitHub calls it closed`,
      { ...pr({ state }), ...listing({ state: 'testing' }), github: gitHubView({ open: false }) },
      contradicted(['submitted', 'state'], OF_STATE),
    ]),
    [
      'a test run on the branch of another run',
      run({ testBranch: 'q-merge/pr-42/00000000-0000-4000-8000-000000000000' }),
      ABOUT_RUN,
    ],
    [
      'without a state and out, yet the queue of the same poll lists it',
      { ...out(null), ...listing({}) },
      contradicted(['submitted', 'queue-entry'], [...OF_SUBMISSION, 'queue-empty']),
    ],
    [
      'never submitted, yet the queue of the same poll lists it',
      { pullRequest: ABSENT, ...listing({}) },
      contradicted(['submitted', 'queue-entry'], ['not-submitted', 'settled', 'queue-empty']),
    ],
    ['the base matches, yet it is another branch', pr({ baseBranch: 'develop' }), ABOUT_BASE],
    [
      'testing without readiness, yet its base is another branch',
      pr({ baseBranch: 'develop', readiness: null, state: 'testing' }),
      ABOUT_BASE,
    ],
    ['the run succeeded, yet a required status failed', reporting('failed'), ABOUT_RUN],
    ['the run succeeded, yet a required status is pending', reporting('pending'), ABOUT_RUN],
    ['the run succeeded, yet both reports of a required status failed', reporting('failed', 'failed'), ABOUT_RUN],
    ['another number than asked for', pr({ number: 43 }), contradicted(['number'], OF_STATE)],
    [
      'another number than asked for, and the branch has no queue',
      { ...pr({ number: 43 }), queue: ABSENT },
      contradicted(['number'], OF_STATE),
    ],
    [
      'another number than asked for, which is out, and the queue lists the one that was asked for',
      { ...out('cancelled', { number: 43 }), ...listing({}) },
      contradicted(['number'], OF_STATE),
    ],
    [
      'the queue of another branch than asked for',
      ofQueue({ branch: 'next', entries: [] }),
      contradicted(['queue'], OF_QUEUE),
    ],
  ])('%s', (_, over, { members, unknown }) => {
    const given = facts({ ...AGREED, ...over })
    const [found, ...more] = doubtsIn(given, ABOUT)
    expect(found?.members).toEqual(members)
    expect(more).toEqual([])
    const byContradiction = CONDITIONS.filter(condition =>
      judge(condition, snapshotOf(given, ABOUT)).reasons.some(({ code }) => code === 'contradictory-answer'),
    )
    expect(byContradiction.toSorted()).toEqual(unknown.toSorted())
    for (const condition of unknown) {
      // The next poll may know better.
      expect(judge(condition, snapshotOf(given, ABOUT))).toMatchObject({
        verdict: 'unknown',
        final: false,
        outage: false,
      })
      expect(judge(condition, snapshotOf(given, ABOUT)).evidence).toEqual(found?.message)
    }
  })
})

describe('what agrees', () => {
  test.each<[string, Partial<Facts>]>([
    ['everything', {}],
    ['the test run is on the branch of its bisection', run({ testBranch: `q-merge/pr-42/${TEST_RUN_ID}-bisection-1` })],
    ['nothing was read', { pullRequest: failed(outage()), queue: failed(outage()), testRun: failed(outage()) }],
    ['merged, which is final, and still submitted', pr({ state: 'merged' })],
    ['merged, and out of the queue', { ...out('merged'), ...listing() }],
    [
      'not ready and not submitted: the service knows it, and nobody submitted it',
      { ...out('not_ready'), ...listing() },
    ],
    ['no state, and not submitted', { ...out(null), ...listing() }],
    ['a state of the future, and not submitted', { ...out('hibernating'), ...listing() }],
    ['failed and out, and the queue lists another one', { ...out('failed'), ...listing({ number: 43 }) }],
    ['failed and out, and the queue still lists it as failed', { ...out('failed'), ...listing({ state: 'failed' }) }],
    ['submitted, and the queue does not list it', listing()],
    [
      'the base does not match, and is another branch',
      pr({ baseBranch: 'develop', readiness: readiness({ baseBranchMatches: false }) }),
    ],
    [
      'it is not said whether the base matches',
      pr({ baseBranch: 'develop', readiness: readiness({ baseBranchMatches: null }) }),
    ],
    ['the base is the whole ref', pr({ baseBranch: 'refs/heads/main' })],
    ['the branch of the queue is the whole ref', ofQueue({ branch: 'refs/heads/main' })],
    ['the run succeeded, and nothing reported a required status', reporting()],
    ['the run succeeded, and the reports of a required status differ', reporting('failed', 'passed')],
    ['the run succeeded, and a required status has an unknown outcome', reporting('unknown')],
    [
      'the run succeeded, and a status that is not required failed',
      run({ reported: [{ ...unit('failed'), name: 'docs' }] }),
    ],
    [
      'the run succeeded, and which are required is not known',
      run({ requiredStatuses: null, reported: [unit('failed')] }),
    ],
    [
      'the run is in progress, and a required status failed',
      run({ status: 'in_progress', reported: [unit('failed')] }),
    ],
    ['the run failed, and all required statuses passed', run({ status: 'failed' })],
  ])('%s', (_, over) => {
    expect(doubtsIn(facts({ ...AGREED, ...over }), ABOUT)).toEqual([])
  })
})

test.each<[string, Partial<Facts>]>([
  ['GitHub calls closed', { ...pr({ state: 'testing' }), github: gitHubView({ open: false }) }],
  ['is out of the queue and listed', { ...out('cancelled'), ...listing({ state: 'testing' }) }],
  ['is submitted and failed', pr({ state: 'failed' })],
  ['is on its way and not submitted', out('testing')],
])('the queue names no run that counts for a pull request that %s', (_, given) => {
  const found = judge('test-run-succeeded', snapshotOf(facts({ ...AGREED, ...given }), context()))
  expect(found).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'contradictory-answer' }], final: false })
})

test('an outage of the run hides no contradiction about its place', () => {
  const given = { ...AGREED, ...pr({ state: 'failed' }), testRun: failed(outage()) }
  const found = judge('test-run-succeeded', snapshotOf(facts(given), context()))
  expect(found).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'contradictory-answer' }], outage: false })
})

test('a merged pull request that is listed as well has the run that merged it', () => {
  const given = { ...AGREED, ...out('merged'), ...listing({ state: 'testing' }) }
  expect(judge('test-run-succeeded', snapshotOf(facts(given), context())).verdict).toBe('met')
})

test('two contradictions are both found', () => {
  const given = facts({ ...AGREED, ...pr({ state: 'failed' }), ...reporting('failed') })
  expect(doubtsIn(given, ABOUT).map(({ members }) => members)).toEqual([['state', 'submitted'], ['test-run-status']])
})

test('each message is one sentence that names both statements', () => {
  const given = facts({
    ...out('failed'),
    ...listing({ state: 'testing' }),
    ...reporting('pending'),
  })
  expect(doubtsIn(given, ABOUT).map(({ message }) => message)).toEqual([
    `The service's responses about #42 contradict each other: it is not submitted, but the queue lists it as "testing".`,
    `The service's response about the test run contradicts itself: the run succeeded, but its required status "unit" is still pending.`,
  ])
})

describe('doubts of a source about its own answers', () => {
  const doubt = (over: Partial<Doubt>): Doubt => ({
    members: ['state', 'submitted'],
    code: 'contradictory-answer',
    message: 'Its events say otherwise.',
    forGood: false,
    ...over,
  })

  test.each<[string, Partial<Facts>, Condition, object]>([
    [
      'of the pull request',
      pr({ submitted: true, doubts: [doubt({})] }),
      'submitted',
      { reasons: [{ code: 'contradictory-answer', message: 'Its events say otherwise.' }], final: false },
    ],
    [
      'of the commit that was tested',
      pr({ state: 'tests_passed', doubts: [doubt({ members: ['head'], code: 'stale-head' })] }),
      'tests-passed',
      { reasons: [{ code: 'stale-head', headline: 'Not known which commit of #42 is tested' }], final: false },
    ],
    [
      'of the commit that was merged',
      pr({ submitted: false, state: 'merged', doubts: [doubt({ members: ['head'], code: 'stale-head' })] }),
      'tests-passed',
      {
        reasons: [
          {
            headline: 'Not known which commit of #42 was merged',
            remedy: 'Compare the head with what was merged, and open another pull request for what is missing.',
          },
        ],
      },
    ],
    ['of the queue', ofQueue({ doubts: [doubt({ members: ['queue'] })] }), 'queue-running', {}],
    ['of its state', ofQueue({ doubts: [doubt({ members: ['queue-state'] })] }), 'queue-running', {}],
    ['of its list', ofQueue({ entries: [], doubts: [doubt({ members: ['queue-list'] })] }), 'queue-empty', {}],
    [
      'of its list, for one that is out',
      {
        ...out('failed'),
        ...ofQueue({ entries: [], doubts: [doubt({ members: ['queue-list'] })] }),
      },
      'not-submitted',
      {},
    ],
    [
      'of the test run, for good',
      run({ status: 'succeeded', doubts: [doubt({ members: ['test-run-status'], forGood: true })] }),
      'test-run-succeeded',
      { final: true },
    ],
  ])('%s', (_, over, condition, expected) => {
    const found = judge(condition, snapshotOf(facts({ ...AGREED, ...over }), ABOUT))
    expect(found).toMatchObject({ verdict: 'unknown', ...expected })
  })

  test('each part of the queue is doubted on its own', () => {
    const by = (condition: Condition, member: Member) => {
      const given = facts({
        ...out('failed'),
        ...ofQueue({ entries: [], doubts: [doubt({ members: [member] })] }),
      })
      return judge(condition, snapshotOf(given, ABOUT)).verdict
    }
    expect([by('queue-running', 'queue-list'), by('queue-empty', 'queue-state')]).toEqual(['met', 'met'])
  })

  test.each<[string, Partial<Doubt>, string]>([
    ['lag settles by itself', {}, 'Set `wait-timeout` to wait for it, or run the job again later.'],
    [
      'another base does not',
      { members: ['number', 'base-branch'] },
      'Start a new run; a re-run still asks about "main".',
    ],
  ])("of GitHub's queue: %s", (_, over, remedy) => {
    const context = { ...ABOUT, source: SOURCES.github }
    const found = judge('merged', snapshotOf(facts(pr({ submitted: true, doubts: [doubt(over)] })), context))
    expect(found.reasons.map(each => asText(each.remedy))).toEqual([remedy])
  })
})
