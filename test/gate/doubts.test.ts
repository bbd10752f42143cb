import { describe, expect, test } from 'vitest'
import {
  type AnswerPart,
  CONDITION_NAMES,
  type Condition,
  type Doubt,
  type Facts,
  makeDoubt,
  type PullRequest,
  type ReportedStatus,
} from '../../src/facts/facts.ts'
import { CONDITIONS, judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubView,
  HEAD,
  listing,
  OTHER,
  ofPullRequest,
  ofQueue,
  outage,
  ofPullRequest as pr,
  ofRun as run,
  TEST_RUN_ID,
} from '../builders.ts'
import { type Digest, digest, MET, unknown } from './digest.ts'

/** Pull request 42 with a test run beside it. */
const ABOUT = context({ testRunId: TEST_RUN_ID })

/** Out of the queue, in this state. */
const out = (state: string | null, over: Partial<PullRequest> = {}) => pr({ state, submitted: false, ...over })
/** A run with these reports of `unit`. */
const reporting = (...outcomes: ReportedStatus['outcome'][]) =>
  run({ reported: outcomes.map(outcome => ({ name: 'unit', url: null, outcome })) })

/** Everything was read: #42 is pending, the only one in a running queue, and its test run succeeded. */
const AGREED: Partial<Facts> = { ...pr({}), ...listing({}), ...run({}) }

const OF_PULL_REQUEST = CONDITION_NAMES.filter(each => CONDITIONS[each].needs[0] === 'pull-request')
const WITH_LIST: Condition[] = [...OF_PULL_REQUEST, 'queue-empty']

type Row = [string, Partial<Facts>, AnswerPart[], unknown: Condition[]]

describe('a contradiction, and the conditions that rest on it', () => {
  test.each<Row>([
    ...['failed', 'cancelled'].map(
      (state): Row => [`(1) ${state}, yet submitted`, pr({ state }), ['pull-request-state'], OF_PULL_REQUEST],
    ),
    ...['pending', 'testing', 'tests_passed', 'pending_failure'].map(
      (state): Row => [
        `(2) ${state}, yet not submitted`,
        { ...out(state), ...listing() },
        ['pull-request-state'],
        OF_PULL_REQUEST,
      ],
    ),
    ...['not_ready', 'pending', 'testing', 'tests_passed', 'pending_failure', 'hibernating', null].map(
      (state): Row => [
        `(3) failed and out, yet listed as ${state}`,
        { ...out('failed'), ...listing({ state }) },
        ['pull-request-state', 'queue-list'],
        WITH_LIST,
      ],
    ),
    [
      '(3) out in no state, yet listed',
      { ...out(null), ...listing({}) },
      ['pull-request-state', 'queue-list'],
      WITH_LIST,
    ],
    [
      '(3) never submitted, yet listed',
      { pullRequest: ABSENT, ...listing({}) },
      ['pull-request-state', 'queue-list'],
      WITH_LIST,
    ],
    [
      '(3) merged, yet listed: the merge stands',
      { ...out('merged'), ...listing({}) },
      ['pull-request-state', 'queue-list'],
      ['queue-empty'],
    ],
    [
      '(4) submitted, yet the branch has no queue',
      { ...pr({ state: 'testing' }), queue: ABSENT },
      ['pull-request-state', 'queue-list'],
      WITH_LIST,
    ],
    ['(5) the run succeeded, yet a required status failed', reporting('failed'), ['test-run'], ['test-run-succeeded']],
    ['(5) the run succeeded, yet one is pending', reporting('pending'), ['test-run'], ['test-run-succeeded']],
    [
      '(5) the run succeeded, yet both reports of one failed',
      reporting('failed', 'failed'),
      ['test-run'],
      ['test-run-succeeded'],
    ],
    [
      '(5) the run succeeded, yet one was pending and then failed',
      reporting('failed', 'pending'),
      ['test-run'],
      ['test-run-succeeded'],
    ],
  ])('%s', (_, over, members, unknown) => {
    const given = facts({ ...AGREED, ...over })
    const [found, ...more] = snapshotOf(given, ABOUT).doubts
    expect([found?.answerParts, more]).toEqual([members, []])
    const doubted = CONDITION_NAMES.map(each => judge(each, snapshotOf(given, ABOUT))).filter(({ reasons }) =>
      reasons.some(({ code }) => code === 'contradictory-answer'),
    )
    expect(doubted.map(({ condition }) => condition).toSorted()).toEqual(unknown.toSorted())
    // The next poll may know better.
    for (const each of doubted) {
      expect(each).toMatchObject({ verdict: 'unknown', final: false, outage: false, evidence: found?.message })
    }
  })
})

describe('what agrees', () => {
  test.each<[string, Partial<Facts>]>([
    ['everything', {}],
    ['nothing was read', { pullRequest: failed(outage()), queue: failed(outage()), testRun: failed(outage()) }],
    ['merged, which is final, and still submitted', pr({ state: 'merged' })],
    ['merged and still submitted, and the branch has no queue', { ...pr({ state: 'merged' }), queue: ABSENT }],
    ['merged, and out of the queue', { ...out('merged'), ...listing() }],
    ['not ready and not submitted: nobody submitted it', { ...out('not_ready'), ...listing() }],
    ['no state, and not submitted', { ...out(null), ...listing() }],
    ['a state of the future, and not submitted', { ...out('hibernating'), ...listing() }],
    ['failed and out, and the queue lists another one', { ...out('failed'), ...listing({ number: 43 }) }],
    ['failed and out, and the queue still lists it as failed', { ...out('failed'), ...listing({ state: 'failed' }) }],
    ['failed and out, and an entry has no number', { ...out('failed'), ...listing({ number: null }) }],
    ['submitted, and the queue does not list it', listing()],
    ['the base matches, and is another branch: it lags', pr({ baseBranch: 'develop' })],
    ['testing, and GitHub calls it closed', { ...pr({ state: 'testing' }), github: gitHubView({ open: false }) }],
    [
      'the run is on the branch of another run',
      run({ testBranch: 'q-merge/pr-42/00000000-0000-4000-8000-000000000000' }),
    ],
    ['the run tests another pull request', run({ pullRequests: [{ number: 43, url: null, title: null }] })],
    ['the run succeeded, and nothing reported a required status', reporting()],
    ['the run succeeded, and the reports of one differ', reporting('failed', 'passed')],
    ['the run succeeded, and one was pending before it passed', reporting('passed', 'pending')],
    ['the run succeeded, and one has an unknown outcome', reporting('unknown')],
    [
      'the run succeeded, and a status that is not required failed',
      run({ reported: [{ name: 'docs', url: null, outcome: 'failed' }] }),
    ],
    [
      'the run succeeded, and which are required is not known',
      run({ ...reporting('failed').testRun.value, requiredStatuses: null }),
    ],
    [
      'the run is in progress, and a required status failed',
      run({ ...reporting('failed').testRun.value, status: 'in_progress' }),
    ],
    ['the run failed, and all required statuses passed', run({ status: 'failed' })],
  ])('%s', (_, over) => {
    expect(snapshotOf(facts({ ...AGREED, ...over }), ABOUT).doubts).toEqual([])
  })
})

test('two contradictions are both found', () => {
  const given = facts({ ...AGREED, ...pr({ state: 'failed' }), ...reporting('failed') })
  expect(snapshotOf(given, ABOUT).doubts.map(({ answerParts }) => answerParts)).toEqual([
    ['pull-request-state'],
    ['test-run'],
  ])
})

test('each message is one sentence that names both statements', () => {
  const messages = [
    facts({ ...out('failed'), ...listing({ state: 'testing' }), ...reporting('pending') }),
    facts(pr({ state: 'failed' })),
    facts({ ...pr({}), queue: ABSENT }),
  ].flatMap(given => snapshotOf(given, ABOUT).doubts.map(({ message }) => asText(message)))
  expect(messages).toEqual([
    `What the service says of #42 contradicts itself: it is not submitted, but the queue lists it as "testing".`,
    `Test run \`${TEST_RUN_ID}\` of #42 contradicts itself: it succeeded, but its required status "unit" is still pending.`,
    'What the service says of #42 contradicts itself: its state is `failed`, but it is still submitted to the queue.',
    `What the service says of #42 contradicts itself: it is submitted, but branch "main" has no queue.`,
  ])
})

describe('doubts of a source about its own answers', () => {
  const doubt = (over: Partial<Doubt> = {}): Doubt => ({
    ...makeDoubt(['pull-request-state'], 'It is not clear.'),
    ...over,
  })
  const headless = doubt({ answerParts: ['head'], code: 'stale-head', message: 'It was pushed to.' })
  const elsewhere = doubt({ answerParts: ['pull-request'], code: 'base-branch-mismatch' })

  test.each<[string, Condition, Partial<Facts>, code: string | undefined]>([
    ['its place', 'submitted', pr({ doubts: [doubt()] }), 'contradictory-answer'],
    ['its place, which a merge ends', 'settled', out('merged', { doubts: [doubt()] }), undefined],
    ['all of it, a merge included', 'merged', out('merged', { doubts: [elsewhere] }), 'base-branch-mismatch'],
    ['its head', 'ready', pr({ doubts: [headless] }), 'stale-head'],
    ['its head, though merged', 'tests-passed', out('merged', { doubts: [headless] }), 'stale-head'],
    ['its head, which the merge does not rest on', 'merged', out('merged', { doubts: [headless] }), undefined],
    [
      "the queue's state",
      'queue-running',
      ofQueue({ doubts: [doubt({ answerParts: ['queue-state'] })] }),
      'contradictory-answer',
    ],
    [
      "the queue's list",
      'queue-empty',
      ofQueue({ entries: [], doubts: [doubt({ answerParts: ['queue-list'] })] }),
      'contradictory-answer',
    ],
    [
      'the test run',
      'test-run-succeeded',
      run({ doubts: [doubt({ answerParts: ['test-run'] })] }),
      'contradictory-answer',
    ],
  ])('%s: %s', (_, condition, given, code) => {
    const { verdict, reasons } = judge(condition, snapshotOf(facts({ ...AGREED, ...given }), ABOUT))
    expect([verdict, reasons[0]?.code]).toEqual([code ? 'unknown' : 'met', code])
  })

  test('a doubt of the source says why, so nothing is added to it', () => {
    const given = facts({ ...pr({ state: 'failed', doubts: [doubt()] }), queue: ABSENT })
    expect(snapshotOf(given, ABOUT).doubts).toEqual([doubt()])
  })

  test('it has its own headline and remedy', () => {
    const own = { remedy: 'Ask Mona.', headline: 'It is elsewhere' }
    const snapshot = snapshotOf(facts(pr({ doubts: [doubt(own)] })), context())
    expect(judge('submitted', snapshot).reasons).toMatchObject([{ ...own, message: 'It is not clear.' }])
  })
})

const STALE = unknown('stale-head')

test.each<[string, sha: string | null, head: string | null, Digest]>([
  ['the same commit', HEAD, HEAD, MET],
  ['the same commit in capitals', HEAD.toUpperCase(), HEAD, MET],
  ['an event without a head', OTHER, null, MET],
  ['an event without a head, and a source without a commit', null, null, MET],
  ['another commit', OTHER, HEAD, STALE],
  ['a source that names no commit', null, HEAD, STALE],
])('%s', (_, sha, head, expected) => {
  const about = context({ eventSha: head, pullRequestHead: head })
  for (const condition of ['ready', 'tests-passed'] satisfies Condition[]) {
    for (const over of [{ state: 'tests_passed' }, { state: 'merged', submitted: false }]) {
      expect(digest(judge(condition, snapshotOf(facts(ofPullRequest({ headSha: sha, ...over })), about)))).toEqual(
        expected,
      )
    }
  }
})

test.each(['ready', 'tests-passed'] as const)('%s: a stale commit comes before a contradiction', condition => {
  const given = facts(ofPullRequest({ headSha: OTHER, state: 'failed' }))
  expect(digest(judge(condition, snapshotOf(given, context())))).toEqual(STALE)
})

test.each(['submitted', 'merged', 'settled'] as const)('%s does not rest on the commit', condition => {
  const state = condition === 'submitted' ? 'testing' : 'merged'
  expect(digest(judge(condition, snapshotOf(facts(ofPullRequest({ headSha: OTHER, state })), context())))).toEqual(MET)
})

test.each([
  [OTHER, 'The service has #42 at commit `8b02421`; this run is for `a7f3772`.'],
  [HEAD.slice(0, 7), `The service has #42 at commit \`a7f3772\`; this run is for \`${HEAD}\`.`],
  [null, 'The service has #42 at no commit; this run is for `a7f3772`.'],
])('names both commits: %s', (sha, evidence) => {
  const found = judge('ready', snapshotOf(facts(ofPullRequest({ headSha: sha })), context()))
  expect(asText(found.evidence)).toBe(evidence)
})
