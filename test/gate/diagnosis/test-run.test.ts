import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../src/facts/facts.ts'
import type { Diagnosis, DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { testBranchContext } from '../../builders.ts'
import {
  aQueue,
  aRun,
  branchChecks,
  cause,
  causesOf,
  certain,
  check,
  inState,
  minutesAgo,
  possible,
  queued,
  since,
  tests,
  withEntries,
} from './cases.ts'

const LEFT = '#42 left the queue 30 m ago.'
const UNIT = '`unit` (https://ci.example/unit)'
const E2E = '`e2e` (https://ci.example/e2e)'
const FAILED = inState('failed')
const TESTING = inState('testing')

const BOTH_PASSED = { unit: 'passed', e2e: 'passed' } as const
type Run = Parameters<typeof aRun>
const found = (...given: Run) => ({ foundRun: aRun(...given) })
/** Beside an empty queue with a time-out of 90 minutes. */
const inQueue = (...given: Run) => ({ ...found(...given), ...aQueue() })
const onBranch = (...given: Run) => ({ testRun: aRun(...given) })
const listing = (number: number, state: string) => withEntries(queued(number, state))

const unexplained = possible('cause-unknown', 'It is not known why #42 failed: its test run names no cause.', {
  evidence: [LEFT],
})
const itsOwn = certain('required-status-failed', `${UNIT} failed in the test run of #42.`, {
  evidence: [LEFT],
  advice: 'fix first',
})
const already = (code: DiagnosisCode, of: string) =>
  cause(code, 'possible', `${UNIT} has already failed in the test run of ${of}, which has not ended yet.`, {
    headline: 'A required status failed',
  })
const ejected = (message: string) =>
  possible('ejected-because-of-another', message, { evidence: [LEFT], advice: 'submit again' })
/** Others that its run was built on failed. */
const afterThem = (whom: string, whose: string) =>
  ejected(`${whom} left the queue after #40, on which ${whose} test run was built, had failed or been cancelled.`)
/** The queue lists none of these any more. */
const without = (others: string) =>
  ejected(
    `#42 left the queue, no required status of its own is known to have failed, and its test run was built on ${others} left the queue since.`,
  )
const which = possible(
  'required-status-failed',
  'The test run of #42 failed; it is not known which required status failed.',
  { evidence: [LEFT], remedy: 'Look at the checks of the test branch.' },
)

describe('it failed', () => {
  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['by a required status', found('failed', { unit: 'failed', e2e: 'passed' }), [itsOwn]],
    ['by a required status, and its run was cancelled then', found('cancelled', { unit: 'failed' }), [itsOwn]],
    [
      'by a required status, and the service still has its run as going on',
      found('in_progress', { unit: 'failed' }),
      [itsOwn],
    ],
    ['which status failed is not known', found('failed', { unit: null, e2e: 'passed' }), [which]],
    [
      "which status failed is known by GitHub's checks",
      {
        foundRun: aRun('failed', {}),
        checks: branchChecks(check('unit', 'failed', { url: 'https://ci.example/unit' })),
      },
      [itsOwn],
    ],
    ['which statuses are required is not known', found('failed', {}, { requiredStatuses: null }), [which]],
    [
      'only one failed that is not required',
      found('failed', { unit: 'passed', e2e: 'passed', docs: 'failed' }),
      [which],
    ],
    ['though its run succeeded', found('succeeded', BOTH_PASSED), [unexplained]],
    [
      'though its run succeeded, and another one that it was built on failed',
      { ...found('succeeded', BOTH_PASSED, { dependentPullRequests: [40] }), ...listing(40, 'failed') },
      [unexplained],
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...FAILED, ...given })).toEqual(expected)
  })
})

describe('others that its run was built on are gone, merged as likely as not', () => {
  const builtOn = (status: string, reported: Parameters<typeof aRun>[1], over: Parameters<typeof aRun>[2] = {}) =>
    found(status, reported, { dependentPullRequests: [40], ...over })

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    [
      'and its run failed: that comes first',
      { ...builtOn('failed', { unit: null }), ...aQueue() },
      [which, without('#40, which has')],
    ],
    [
      'and its run was cancelled',
      { ...builtOn('cancelled', { unit: 'passed' }), ...aQueue() },
      [without('#40, which has')],
    ],
    ['unknown without the queue', builtOn('failed', { unit: null }), [which]],
    [
      'but those tested with it are no others',
      { ...builtOn('cancelled', { unit: 'passed' }, tests(40, 42)), ...aQueue() },
      [unexplained],
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...FAILED, ...given })).toEqual(expected)
  })
})

describe('a batch failed', () => {
  const SAID = 'It is not known which of them is the cause.'

  test.each<[string, Partial<Facts>, message: string]>([
    [
      'by a required status',
      found('failed', { unit: 'failed', e2e: 'passed' }, tests(41, 42)),
      `#41, #42 failed in one batch: ${UNIT} failed. ${SAID}`,
    ],
    [
      'and one of it is what its run builds on',
      inQueue('failed', { unit: 'failed' }, { ...tests(41, 42), dependentPullRequests: [41] }),
      `#41, #42 failed in one batch: ${UNIT} failed. ${SAID}`,
    ],
    [
      'which status failed is not known',
      found('failed', { unit: null }, tests(42, 41)),
      `#41, #42 failed in one batch. ${SAID}`,
    ],
  ])('%s', (_, given, message) => {
    expect(causesOf({ ...FAILED, ...given })).toEqual([certain('failed-in-a-batch', message, { evidence: [LEFT] })])
  })
})

describe('it timed out', () => {
  /** The run began 90 minutes before it left, which is the time-out. */
  const IN_TIME = { createdAt: minutesAgo(120) }
  const inTime = (status: string, reported: Run[1], over?: Run[2]) => inQueue(status, reported, { ...over, ...IN_TIME })
  const MESSAGE = "#42 left the queue 1 h 30 m after its test run began; the queue's testing time-out is 1 h 30 m."
  const evidence = [LEFT]
  const unreported = (open: string) => certain('timed-out', `${MESSAGE} ${open} had no result by then.`, { evidence })
  const perhaps = possible('timed-out', MESSAGE, { evidence })
  const whichOfIt = { ...which, evidence }

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['nothing had reported a status', inTime('failed', { unit: 'passed' }), [unreported('`e2e`')]],
    ['a status was pending', inTime('failed', { unit: 'passed', e2e: 'pending' }), [unreported(E2E)]],
    [
      'one status was pending, another one unknown',
      inTime('cancelled', { unit: null, e2e: 'pending' }),
      [unreported(E2E)],
    ],
    ['the outcomes of the statuses are unknown', inTime('cancelled', { unit: 'passed', e2e: null }), [perhaps]],
    ['which statuses are required is not known', inTime('cancelled', {}, { requiredStatuses: null }), [perhaps]],
    ['no status is required', inTime('cancelled', {}, { requiredStatuses: [] }), [perhaps]],
    ['all statuses had passed: not by the time', inTime('cancelled', BOTH_PASSED), [unexplained]],
    [
      'a minute before its time was over: not by the time',
      inQueue('cancelled', { unit: 'passed' }, { createdAt: minutesAgo(119) }),
      [unexplained],
    ],
    ['the run began at an unknown time', inQueue('cancelled', { unit: 'passed' }, { createdAt: null }), [unexplained]],
    [
      'the time-out is not known',
      { foundRun: aRun('failed', { unit: 'passed' }, IN_TIME), ...aQueue({ testingTimeoutMinutes: null }) },
      [whichOfIt],
    ],
    [
      'the queue has no time-out',
      { foundRun: aRun('failed', { unit: 'passed' }, IN_TIME), ...aQueue({ testingTimeoutMinutes: 0 }) },
      [whichOfIt],
    ],
    ['the queue was not read', found('failed', { unit: 'passed' }, IN_TIME), [whichOfIt]],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...FAILED, ...given })).toEqual(expected)
  })

  test('left at an unknown time', () => {
    const given = {
      ...since('failed', null),
      foundRun: aRun('failed', { unit: 'passed' }, IN_TIME),
      ...aQueue(),
    }
    expect(causesOf(given)).toEqual([{ ...which, evidence: [] }])
  })

  test.each(['cancelled', 'failed'])('a batch did, and its run is %s', status => {
    const given = {
      ...FAILED,
      foundRun: aRun(status, { unit: 'passed' }, { ...tests(41, 42), ...IN_TIME }),
      ...aQueue(),
    }
    const message =
      "#41, #42 left the queue 1 h 30 m after their test run began; the queue's testing time-out is 1 h 30 m. `e2e` had no result by then."
    expect(causesOf(given)).toEqual([certain('timed-out', message, { evidence })])
  })
})

describe('because of another one that its run was built on', () => {
  const builtOn = (...dependentPullRequests: number[]) => ({ dependentPullRequests })

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['that failed', { ...found('cancelled', {}, builtOn(40)), ...listing(40, 'failed') }, [afterThem('#42', 'its')]],
    [
      'that failed, and its own status did, too',
      { ...found('failed', { unit: 'failed' }, builtOn(40)), ...listing(40, 'failed') },
      [afterThem('#42', 'its'), itsOwn],
    ],
    [
      'that was cancelled, and a batch was built on it',
      { ...found('cancelled', {}, { ...builtOn(40), ...tests(41, 42) }), ...listing(40, 'cancelled') },
      [afterThem('#41, #42', 'their')],
    ],
    [
      'that the queue does not list any more',
      { ...found('cancelled', { unit: 'passed' }, builtOn(40, 39, 41)), ...listing(41, 'testing') },
      [without('#39, #40, which have')],
    ],
    [
      'that merged',
      { ...found('cancelled', { unit: 'passed' }, builtOn(40)), ...listing(40, 'merged') },
      [without('#40, which has')],
    ],
    [
      'not where its own status failed, and the queue does not list the other',
      inQueue('failed', { unit: 'failed' }, builtOn(40)),
      [itsOwn],
    ],
    [
      'not if its own statuses are unknown',
      inQueue('cancelled', {}, { ...builtOn(40), requiredStatuses: null }),
      [unexplained],
    ],
    ['not where its run names itself', inQueue('cancelled', {}, builtOn(42)), [unexplained]],
    [
      'not where a batch was built on one that the queue does not list',
      inQueue('cancelled', {}, { ...builtOn(40), ...tests(41, 42) }),
      [unexplained],
    ],
    [
      'not where one that its run was not built on failed',
      { foundRun: aRun('cancelled', {}, builtOn(40)), ...withEntries(queued(40, 'testing'), queued(39, 'failed')) },
      [unexplained],
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...FAILED, ...given })).toEqual(expected)
  })
})

describe('it is being tested', () => {
  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    [
      'a required status failed already',
      inQueue('in_progress', { unit: 'failed' }),
      [already('required-status-failed', '#42')],
    ],
    [
      'two required statuses failed already',
      inQueue('in_progress', { unit: 'failed', e2e: 'failed' }),
      [expect.objectContaining({ headline: '2 required statuses failed' })],
    ],
    [
      'a required status of a batch failed already',
      inQueue('in_progress', { unit: 'failed' }, tests(41, 42)),
      [already('failed-in-a-batch', '#41, #42')],
    ],
    ['its run has failed, which its state does not show yet', found('failed', { unit: 'failed' }), []],
    ['its run was cancelled', inQueue('cancelled', {}), []],
    ['its run is in a status of the future', found('hovering', { unit: 'failed' }), []],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...TESTING, ...given })).toEqual(expected)
  })
})

describe('nothing reports a required status', () => {
  const open = (reported: Run[1], over?: Run[2]) => inQueue('in_progress', reported, over)
  const SAID = "in the test run of #42, 1 h after it began; the queue's time-out is 1 h 30 m."
  const RENAMED = 'Require the name that is reported, or give the job its old name again.'
  const missing = (names: string) =>
    possible(
      'required-status-missing',
      `Nothing has reported ${names} ${SAID} Does no workflow run on \`push\` to the test branches, or was the job renamed?`,
      {},
    )
  const renamed = (names: string, question: string, evidence: string[] = []) =>
    possible('required-status-missing', `Nothing has reported ${names} ${SAID} ${question}`, {
      evidence: [...evidence],
      remedy: RENAMED,
    })
  const meant = (reported: string, required: string) => `\`${reported}\` is reported, and looks like \`${required}\`.`

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['one', open({ unit: 'passed' }), [missing('`e2e`')]],
    ['all', open({}), [missing('`e2e`, `unit`')]],
    ['others are reported, which bear no such name', open({ unit: 'passed', docs: 'passed' }), [missing('`e2e`')]],
    [
      'one of such a name is required itself',
      open({ 'e2e (18)': 'passed' }, { requiredStatuses: ['e2e', 'e2e (18)'] }),
      [missing('`e2e`')],
    ],
    [
      'one of such a name is reported',
      open({ unit: 'passed', 'E2E (18)': 'passed' }),
      [renamed('`e2e`', meant('E2E (18)', 'e2e'))],
    ],
    [
      'one of such a name is reported, by GitHub',
      {
        foundRun: aRun('in_progress', {}),
        checks: branchChecks(check('unit', 'passed'), check('E2E', 'passed', { id: 2 })),
        ...aQueue(),
      },
      [renamed('`e2e`', meant('E2E', 'e2e'))],
    ],
    [
      'six of such names are reported: one in the message, four beside it',
      open(
        { A: 'passed', B: 'passed', C: 'passed', D: 'passed', E: 'passed', F: 'passed' },
        { requiredStatuses: ['a', 'b', 'c', 'd', 'e', 'f'] },
      ),
      [
        renamed(
          '`a`, `b`, `c` and 3 more',
          meant('A', 'a'),
          [...'bcde'].map(name => meant(name.toUpperCase(), name)),
        ),
      ],
    ],
    ['one is pending', open({ unit: 'passed', e2e: 'pending' }), []],
    ['half of the time-out is just over', open({}, { createdAt: minutesAgo(45) }), []],
    [
      'the time-out is not known',
      { foundRun: aRun('in_progress', {}), ...aQueue({ testingTimeoutMinutes: null }) },
      [],
    ],
    ['the queue was not read', found('in_progress', {}), []],
    ['which statuses are required is not known', open({}, { requiredStatuses: null }), []],
  ])('%s', (_, given, expected) => {
    expect(causesOf({ ...TESTING, ...given })).toEqual(expected)
  })
})

describe('a test run without a pull request', () => {
  const taken = (of: string) => certain('test-run-cancelled', `The test run${of} was cancelled.`, {})

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['it failed', onBranch('failed', { unit: 'failed' }), [{ ...itsOwn, evidence: [] }]],
    [
      'it goes on, and a required status failed already',
      onBranch('in_progress', { unit: 'failed' }),
      [already('required-status-failed', '#42')],
    ],
    ['it was cancelled', onBranch('cancelled', {}), [taken(' of #42')]],
    ['that of a batch was cancelled', onBranch('cancelled', {}, tests(42, 41)), [taken(' of #41, #42')]],
    ['cancelled, and its pull requests are unknown', onBranch('cancelled', {}, { pullRequests: null }), [taken('')]],
    [
      'failed, and its pull requests are unknown',
      onBranch('failed', { unit: 'failed' }, { pullRequests: null }),
      [
        certain('required-status-failed', `${UNIT} failed in the test run.`, {
          advice: 'fix first',
        }),
      ],
    ],
    [
      'it was cancelled, and the queue does not list what it was built on',
      { testRun: aRun('cancelled', {}, { dependentPullRequests: [40] }), ...aQueue() },
      [{ ...without('#40, which has'), evidence: [] }, taken(' of #42')],
    ],
    ['it succeeded, and a required status failed: a contradiction', onBranch('succeeded', { unit: 'failed' }), []],
    ['it is in a status of the future', onBranch('hovering', { unit: 'failed' }), []],
  ])('%s', (_, given, expected) => {
    expect(causesOf(given, testBranchContext())).toEqual(expected)
  })
})
