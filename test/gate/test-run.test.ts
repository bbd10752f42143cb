import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import { type Facts, makeDoubt, type PullRequest, type ReportedStatus, type TestRun } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { REASONS } from '../../src/gate/reason-codes.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  hardFailure,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  TEST_RUN_ID,
  TIP,
  testBranchContext,
} from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, unknown, unmet } from './digest.ts'

const ON_BRANCH = testBranchContext()
const NAME = `Test run \`${TEST_RUN_ID}\` of #42`
const BY_INPUT = context({ testRunId: 'given' })
const UNDECIDED = { message: 'Open.', remedy: 'wait', outage: false, final: false }

const judged = (given: Partial<Facts>, about: RunContext) =>
  judge('test-run-succeeded', snapshotOf(facts(given), about))

const report = (name: string, outcome: ReportedStatus['outcome'], word?: string): ReportedStatus => ({
  name,
  url: null,
  outcome,
  ...(word !== undefined && { word }),
})

describe('by its status', () => {
  const OPEN = { status: 'in_progress' }
  test.each<[string, Partial<TestRun>, Digest]>([
    ['succeeded', {}, MET],
    ['succeeded, nothing reported', { reported: [] }, MET],
    ['succeeded, nothing required', { requiredStatuses: [], reported: [] }, MET],
    ['succeeded, and which are required is not known', { requiredStatuses: null }, MET],
    ['succeeded, and what was reported is not known', { reported: [], reportedIsWhole: false }, MET],
    ['in progress, all reported', OPEN, unmet('test-run-in-progress')],
    [
      'in progress, and the reports of a required status differ: neither failed nor missing',
      { ...OPEN, requiredStatuses: ['unit'], reported: [report('unit', 'failed'), report('unit', 'passed')] },
      unmet('test-run-in-progress'),
    ],
    [
      'in progress, and which are required is not known',
      { ...OPEN, requiredStatuses: null },
      unmet('test-run-in-progress'),
    ],
    [
      'in progress, and not all that was reported is known: nothing is missing',
      { ...OPEN, reported: [], reportedIsWhole: false },
      unmet('test-run-in-progress'),
    ],
    [
      'in progress, one failed and one missing',
      { ...OPEN, reported: [report('e2e', 'failed')] },
      unmet('test-run-in-progress', 'required-status-failed', 'required-status-missing'),
    ],
    [
      'failed, one failed',
      { status: 'failed', reported: [report('unit', 'failed')], requiredStatuses: ['unit'] },
      forGood(unmet('test-run-failed', 'required-status-failed')),
    ],
    [
      'failed, and what was reported is not known',
      { status: 'failed', reported: [], reportedIsWhole: false },
      forGood(unmet('test-run-failed')),
    ],
    ['cancelled', { status: 'cancelled' }, forGood(unmet('test-run-cancelled'))],
    ['no status', { status: null }, unknown('not-known')],
    ['a status of the future', { status: 'paused' }, unknown('not-known')],
    ['succeeded, in other letters than the facts have', { status: 'SUCCEEDED' }, unknown('not-known')],
    ['no status, which is open', { status: null, whyUndecided: UNDECIDED }, unknown('not-known')],
    [
      'no status, because of an outage',
      { status: null, whyUndecided: { ...UNDECIDED, outage: true } },
      byOutage(unknown('not-known')),
    ],
    [
      'no status, because a read was refused',
      { status: null, whyUndecided: { ...UNDECIDED, final: true } },
      forGood(unknown('not-known')),
    ],
  ])('%s', (_, over, expected) => {
    expect(digest(judged(ofRun(over), ON_BRANCH))).toEqual(expected)
  })
})

describe('by its commit', () => {
  const UNBEGUN = { testBranchSha: '', testBranch: '' }
  const STALE = unknown('stale-head')
  test.each<[string, Partial<TestRun>, Digest, RunContext?]>([
    ['another commit than the tip', { testBranchSha: OTHER }, STALE],
    ['the tip in capitals', { testBranchSha: TIP.toUpperCase() }, MET],
    ['another commit, and it failed', { testBranchSha: OTHER, status: 'failed' }, STALE],
    ['it ended before it began', { ...UNBEGUN, status: 'cancelled' }, forGood(unmet('test-run-cancelled'))],
    [
      'it failed before it began',
      { ...UNBEGUN, status: 'failed', reported: [], requiredStatuses: [] },
      forGood(unmet('test-run-failed')),
    ],
    ['it succeeded without a commit', UNBEGUN, STALE],
    ['it is in progress without a commit', { ...UNBEGUN, status: 'in_progress' }, STALE],
    ['the event names no commit', {}, forGood(STALE), testBranchContext({ eventSha: null })],
    [
      'an id from an input is held against the commit on a test branch',
      { testBranchSha: OTHER },
      STALE,
      testBranchContext({ testRunId: 'given' }),
    ],
    [
      'an id from an input is held against nothing elsewhere',
      { testBranch: 'ci', testBranchSha: OTHER },
      MET,
      BY_INPUT,
    ],
  ])('%s', (_, over, expected, about = ON_BRANCH) => {
    expect(digest(judged(ofRun(over), about))).toEqual(expected)
  })
})

describe('that is not there', () => {
  const NOT_FOUND = unknown('test-run-not-found')
  const GITHUB = context({ source: SOURCES.github })
  test.each<[string, Partial<Facts>, RunContext, Digest, evidence: string]>([
    [
      'the id is not known',
      { testRun: ABSENT },
      ON_BRANCH,
      NOT_FOUND,
      `The service knows no test run \`${TEST_RUN_ID}\`.`,
    ],
    [
      'v1 names it only after the merge',
      { testRun: ABSENT, ...ofPullRequest() },
      context(),
      NOT_FOUND,
      'The service names the test run of #42 only after the merge.',
    ],
    [
      'the queue names none yet',
      { testRun: ABSENT, ...ofPullRequest() },
      context({ source: SOURCES['service-v2'] }),
      NOT_FOUND,
      'The service names no test run of #42, which waits to be tested.',
    ],
    [
      "the name of a bisection's branch does not hold it",
      ofRun(),
      testBranchContext({ testRunId: null, source: SOURCES['service-v2'] }),
      forGood(NOT_FOUND),
      'The name of this test branch does not hold the id of its run.',
    ],
    [
      'the merge group is not built yet',
      { testRun: ABSENT, ...ofPullRequest() },
      GITHUB,
      NOT_FOUND,
      'GitHub names no merge group of #42, which waits to be tested.',
    ],
    [
      'it was never queued',
      { testRun: ABSENT, pullRequest: ABSENT, ...ofQueue({ entries: null }) },
      GITHUB,
      NOT_FOUND,
      'GitHub names no merge group of #42, which was never submitted.',
    ],
    [
      'there is no queue',
      { testRun: ABSENT, pullRequest: ABSENT, queue: ABSENT },
      GITHUB,
      forGood(unknown('queue-not-found')),
      'Branch "main" has no queue.',
    ],
  ])('%s', (_, given, about, expected, evidence) => {
    const found = judged(given, about)
    expect(digest(found)).toEqual(expected)
    expect(asText(found.evidence)).toBe(evidence)
  })

  test.each<[string, Partial<Facts>, remedy: unknown]>([
    ['waits in the queue', ofPullRequest(), 'wait'],
    ['is held', ofPullRequest({ state: 'pending_failure' }), REASONS['state-unmergeable'].remedy],
    ['was taken out', ofPullRequest({ submitted: false, state: 'cancelled' }), REASONS['state-cancelled'].remedy],
    ['is merged', ofPullRequest({ submitted: false, state: 'merged' }), REASONS['test-run-not-found'].remedy],
    ['was never in it', { pullRequest: ABSENT }, REASONS['not-submitted'].remedy],
  ])('and what to do where the pull request %s', (_, given, remedy) => {
    expect(judged({ testRun: ABSENT, ...given }, GITHUB).reasons).toMatchObject([{ remedy }])
  })
})

describe('that the queue names', () => {
  const NAMED = context({ source: SOURCES['service-v2'] })
  const CONTRADICTION = unknown('contradictory-answer')
  const succeeded = ofRun()

  test.each<[string, Partial<Facts>, Digest]>([
    ['counts', { ...succeeded, ...ofPullRequest() }, MET],
    [
      'counts for a merge',
      { ...succeeded, ...ofPullRequest({ state: 'merged', submitted: false }), ...ofQueue() },
      MET,
    ],
    [
      'rests on the commit of the pull request',
      { ...succeeded, ...ofPullRequest({ headSha: OTHER }) },
      unknown('stale-head'),
    ],
    [
      'rests on it for a merge, too',
      { ...succeeded, ...ofPullRequest({ headSha: OTHER, state: 'merged' }) },
      unknown('stale-head'),
    ],
    ['rests on its place', { ...succeeded, ...ofPullRequest({ state: 'failed' }) }, CONTRADICTION],
    [
      'rests on its place in the list',
      { ...succeeded, ...ofPullRequest({ state: 'cancelled', submitted: false }), ...ofQueue() },
      CONTRADICTION,
    ],
    ['rests on that there is a queue', { ...succeeded, ...ofPullRequest(), queue: ABSENT }, CONTRADICTION],
    [
      'rests on the answer about it',
      { ...succeeded, pullRequest: failed(outage()) },
      byOutage(unknown('service-unavailable')),
    ],
    ['needs that answer', succeeded, forGood(unknown('internal-error'))],
    [
      'is that of the one asked for',
      { ...succeeded, ...ofPullRequest({ number: 43 }) },
      forGood(unknown('internal-error')),
    ],
    ['is none of what was never submitted', { ...succeeded, pullRequest: ABSENT }, unknown('test-run-not-found')],
    [
      'is in doubt where its source doubts it',
      ofRun({ doubts: [makeDoubt(['test-run'], 'It tested another commit.', 'stale-head')] }),
      unknown('stale-head'),
    ],
  ])('%s', (_, given, expected) => {
    const about = given.pullRequest || _ === 'needs that answer' ? given : { ...given, ...ofPullRequest() }
    expect(digest(judged(about, NAMED))).toEqual(expected)
  })

  test.each<[string, Partial<RunContext>, Partial<PullRequest>, final: boolean]>([
    ['in the queue', {}, { state: 'testing' }, false],
    ['held there', {}, { state: 'pending_failure' }, false],
    ['out of it', {}, { state: 'failed', submitted: false }, true],
    ['by its id', { testRunId: 'given' }, { state: 'testing' }, true],
    ['on the group of the event', { kind: 'merge-group', source: SOURCES.github }, { state: 'testing' }, true],
  ])('that failed or was cancelled is no end while the queue can test again: %s', (_, about, pr, final) => {
    for (const status of ['failed', 'cancelled']) {
      const found = judged({ ...ofRun({ status }), ...ofPullRequest(pr) }, { ...NAMED, ...about })
      expect([found.verdict, found.final]).toEqual(['unmet', final])
    }
  })

  test.each<[string, Partial<PullRequest>]>([
    ['has another head', { headSha: OTHER }],
    ['is out', { submitted: false, state: 'cancelled' }],
    ['has another base', { baseBranch: 'next', readiness: null }],
    ['is not placed', { doubts: [makeDoubt(['pull-request-state'], 'It lags.')] }],
    ['may not be tested whole', { doubts: [makeDoubt(['head'], 'It was pushed to.', 'stale-head')] }],
  ])('on the group of the event counts, though the pull request %s', (_, pr) => {
    const about = context({ source: SOURCES.github, kind: 'merge-group' })
    expect(digest(judged({ ...succeeded, ...ofPullRequest(pr) }, about))).toEqual(MET)
  })

  test('an outage of the run hides nothing about its pull request', () => {
    const given = { testRun: failed(outage()), ...ofPullRequest({ state: 'failed' }) }
    expect(digest(judged(given, NAMED))).toEqual(CONTRADICTION)
    expect(digest(judged({ ...given, ...ofPullRequest() }, NAMED))).toEqual(byOutage(unknown('service-unavailable')))
    expect(digest(judged({ testRun: failed(hardFailure()), ...ofPullRequest() }, NAMED))).toEqual(
      forGood(unknown('token-refused')),
    )
  })
})

describe('says why', () => {
  test.each<[Partial<TestRun>, evidence: string]>([
    [{ testBranchSha: OTHER }, `${NAME} is at commit \`8b02421\`; this run is for \`baebb6f\`.`],
    [{ testBranchSha: 'baebb6f' }, `${NAME} is at commit \`baebb6f\`; this run is for \`${TIP}\`.`],
    [{ testBranchSha: '' }, `${NAME} is at no commit; this run is for \`baebb6f\`.`],
    [{ status: null }, `${NAME} has no status.`],
    [{ status: 'paused' }, `${NAME} has the status "paused", which this version does not know.`],
  ])('of a run with %o', (over, evidence) => {
    expect(asText(judged(ofRun(over), ON_BRANCH).evidence)).toBe(evidence)
  })

  test.each<[string | undefined, string]>([
    ['failure', 'failed'],
    ['error', 'failed'],
    ['cancelled', 'was cancelled'],
    ['timed_out', 'timed out'],
    ['action_required', 'waits for an approval'],
    ['startup_failure', 'could not start'],
    [undefined, 'failed'],
  ])('a status that ended as %s', (word, how) => {
    const over = { status: 'failed', requiredStatuses: ['unit'], reported: [report('unit', 'failed', word)] }
    const [, reason] = judged(ofRun(over), ON_BRANCH).reasons
    expect(asText(reason?.message ?? '')).toBe(`${NAME}: the required status \`unit\` ${how}.`)
  })

  test('a status that is missing', () => {
    const over = { status: 'in_progress', requiredStatuses: ['unit'], reported: [] }
    const [, reason] = judged(ofRun(over), ON_BRANCH).reasons
    expect(asText(reason?.message ?? '')).toBe(`${NAME}: nothing has reported the required status \`unit\` yet.`)
  })

  test('twenty that failed and twenty that are missing are told', () => {
    const required = Array.from({ length: 42 }, (_, at) => `check ${at}`)
    const reported = required.slice(0, 21).map(name => report(name, 'failed'))
    const { reasons } = judged(ofRun({ status: 'failed', requiredStatuses: required, reported }), ON_BRANCH)
    expect(reasons).toHaveLength(1 + 20 + 20)
  })
})
