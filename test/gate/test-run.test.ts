/** A test run that waits for the check that the step runs in, and a test run that the queue names. */
import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import {
  type Check,
  type CommitChecks,
  doubtOn,
  type Facts,
  type PullRequest,
  type TestRun,
} from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { failedBy } from '../../src/facts/reading.ts'
import { conclude } from '../../src/gate/conclusion.ts'
import { judge } from '../../src/gate/judge.ts'
import { snapshotOf } from '../../src/gate/snapshot.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  gitHubFailure,
  HEAD,
  OTHER,
  ofPullRequest,
  ofQueue,
  ofRun,
  outage,
  read,
  requirements,
  TEST_RUN_ID,
  TIP,
  testBranchContext,
} from '../builders.ts'
import { digest, forGood, unknown, unmet } from './digest.ts'

const OWN = 77

function check(name: string, outcome: Check['outcome'], over: Partial<Check> = {}): Check {
  const source = 'check-run' as const
  const nothing = { appId: null, url: null, detailsUrl: null, startedAt: null, completedAt: null }
  return { source, name, id: name === 'gate' ? OWN : name.length, outcome, ...nothing, ...over }
}

function reported(...names: string[]): Partial<TestRun> {
  return { requiredStatuses: names, reported: names.map(name => ({ name, url: null, outcome: null })) }
}

const GATE = check('gate', 'pending')
const UNIT = check('unit', 'passed')
const REQUIRED = reported('unit', 'gate')
const ALONE = reported('unit')

function seen(run: Partial<TestRun>, checks: Check[], over: Partial<CommitChecks> = {}): Facts {
  const value = { sha: TIP, checks, incomplete: [], ...over }
  return facts({ ...ofRun({ status: 'in_progress', ...run }), checks: read(value) })
}

function verdictOn(now: Facts, before: Facts | null = null, ownCheckId: number | null = OWN) {
  const required = requirements({ require: ['test-run-succeeded'], ownCheckId })
  const [verdict] = conclude(now, testBranchContext(), required, before).conditions
  return verdict && digest(verdict)
}

const CUT_OFF = gitHubFailure('github-unavailable', 'GitHub did not answer in time', 'Run the job again.')
const WAITS = unknown('waiting-on-own-check')
const GOES_ON = unmet('test-run-in-progress')

test('a run that requires the check waits for it for good', () => {
  expect(verdictOn(seen(REQUIRED, [UNIT, GATE]))).toEqual(forGood(WAITS))
})

test('of a run that does not require it two polls in a row have to say so', () => {
  const now = seen(ALONE, [UNIT, GATE])
  expect(verdictOn(now)).toEqual(WAITS)
  expect(verdictOn(now, seen(ALONE, [check('unit', 'pending'), GATE]))).toEqual(WAITS)
  expect(verdictOn(now, now)).toEqual(forGood(WAITS))
})

test('where the runner does not name the check nothing is concluded', () => {
  expect(verdictOn(seen(REQUIRED, [UNIT, GATE]), null, null)).toEqual(GOES_ON)
})

describe('nothing is concluded', () => {
  const missing = unmet('test-run-in-progress', 'required-status-missing')
  test.each<[name: string, given: Facts, expected?: ReturnType<typeof unmet>]>([
    ['where another check is pending', seen(REQUIRED, [UNIT, GATE, check('lint', 'pending')])],
    ['if no other check is known', seen(REQUIRED, [UNIT, GATE, check('lint', 'unknown')])],
    ['where a required status failed', seen(REQUIRED, [check('unit', 'failed'), GATE])],
    ['where the own check has ended', seen(REQUIRED, [UNIT, check('gate', 'passed')])],
    ['where another check bears its name', seen(REQUIRED, [UNIT, check('gate', 'pending', { id: 8 })])],
    ['where a commit status bears its name', seen(REQUIRED, [UNIT, check('gate', 'pending', { source: 'status' })])],
    ['where not all checks are known', seen(REQUIRED, [UNIT, GATE], { incomplete: [CUT_OFF] })],
    ['on the checks of another commit', seen(REQUIRED, [UNIT, GATE], { sha: HEAD })],
    ['where a required status is not reported', seen({ requiredStatuses: ['unit', 'e3e'] }, [UNIT, GATE]), missing],
    ['where nothing is required', seen(reported(), [GATE])],
    ['where it is not known what is required', seen({ requiredStatuses: null }, [UNIT, GATE])],
    ['without the checks', { ...seen(REQUIRED, []), checks: failedBy(CUT_OFF) }],
  ])('%s', (_, given, expected = GOES_ON) => {
    expect(verdictOn(given)).toEqual(expected)
    expect(verdictOn(given, given)).toEqual(expected)
  })
})

describe('a run that the queue names', () => {
  const NAMED = context({ source: SOURCES['service-v2'] })
  const by = (given: Partial<Facts>, about = NAMED) => {
    const { verdict, reasons } = judge('test-run-succeeded', snapshotOf(facts(given), about))
    return [verdict, reasons[0]?.code]
  }
  const succeeded = ofRun({ status: 'succeeded' })

  test.each<[string, Partial<Facts>, unknown[]]>([
    ['counts', { ...succeeded, ...ofPullRequest() }, ['met', undefined]],
    ['is there none yet', { testRun: ABSENT, ...ofPullRequest() }, ['unknown', 'test-run-not-found']],
    [
      'rests on the commit of the pull request',
      { ...succeeded, ...ofPullRequest({ sha: OTHER }) },
      ['unknown', 'head-unknown'],
    ],
    [
      'is there none, beside another number',
      { testRun: ABSENT, ...ofPullRequest({ number: 43 }) },
      ['unknown', 'contradictory-answer'],
    ],
    ['rests on its number', { ...succeeded, ...ofPullRequest({ number: 43 }) }, ['unknown', 'contradictory-answer']],
    [
      'rests on its queue',
      { ...succeeded, ...ofPullRequest(), ...ofQueue({ branch: 'develop' }) },
      ['unknown', 'contradictory-answer'],
    ],
  ])('%s', (_, given, expected) => {
    expect(by(given)).toEqual(expected)
  })

  test('of a branch without a queue is not known: the repository may use another one', () => {
    const given = { testRun: ABSENT, pullRequest: ABSENT, queue: ABSENT }
    expect(by(given, context({ source: SOURCES.github }))).toEqual(['unknown', 'queue-not-found'])
    expect(by({ ...given, ...ofQueue() }, context({ source: SOURCES.github }))).toEqual([
      'unknown',
      'test-run-not-found',
    ])
    expect(by(given)).toEqual(['unknown', 'test-run-not-found'])
  })

  test.each<[string, Partial<Facts>, string]>([
    ['in the queue', ofPullRequest(), 'Wait until the queue tests the pull request.'],
    ['out of it', ofPullRequest({ submitted: false, state: 'merged' }), 'The pull request is not in the queue'],
    ['never in it', { pullRequest: ABSENT }, 'The pull request is not in the queue'],
  ])('is missing: %s', (_, given, remedy) => {
    const [reason] = judge('test-run-succeeded', snapshotOf(facts({ testRun: ABSENT, ...given }), NAMED)).reasons
    expect(asText(reason?.remedy ?? '')).toContain(remedy)
  })

  test.each<[string, Partial<RunContext>, object, boolean]>([
    ['in the queue', {}, { state: 'testing' }, true],
    ['held there', {}, { state: 'pending_failure' }, true],
    ['out of it', {}, { state: 'failed', submitted: false }, false],
    ['on the group of the event', { kind: 'merge-group', source: SOURCES.github }, { state: 'testing' }, false],
  ])('that failed is no end while the queue can test again: %s', (_, about, pr, final) => {
    const given = { ...ofRun({ status: 'failed' }), ...ofPullRequest(pr) }
    const found = judge('test-run-succeeded', snapshotOf(facts(given), { ...NAMED, ...about }))
    expect([found.verdict, found.final]).toEqual(['unmet', final])
  })

  test.each<[string, Partial<PullRequest>]>([
    ['has another head', { sha: OTHER }],
    ['is out', { submitted: false, state: 'cancelled' }],
    ['has another base', { baseBranch: 'next' }],
    ['is not placed', { doubts: [doubtOn(['submitted', 'state'], 'It lags.')] }],
    ['may not be tested whole', { doubts: [doubtOn(['head'], 'It was pushed to.', 'stale-head')] }],
  ])('on the group of the event counts, though the pull request %s', (_, pr) => {
    const about = context({ source: SOURCES.github, kind: 'merge-group' })
    expect(by({ ...succeeded, ...ofPullRequest(pr) }, about)).toEqual(['met', undefined])
  })

  const ofInput = { testRunId: { value: TEST_RUN_ID, from: 'input' as const } }
  test.each<[string, Partial<RunContext>, string]>([
    ['of a bisection', { ...ofInput, isBisection: true }, 'test-run-not-found'],
    ['on a branch that was deleted', { ...ofInput, kind: 'test-branch', headSha: null }, 'stale-head'],
  ])('%s never counts, and no outage hides that', (_, about, code) => {
    for (const given of [succeeded, { testRun: failed(outage()) }]) {
      const found = judge('test-run-succeeded', snapshotOf(facts(given), { ...NAMED, ...about }))
      expect([found.verdict, found.outage, found.reasons[0]?.code]).toEqual(['unknown', false, code])
    }
  })
})
