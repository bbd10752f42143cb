import { describe, expect, test } from 'vitest'
import type { Plan, RunContext } from '../../src/facts/context.ts'
import { type Facts, makeDoubt } from '../../src/facts/facts.ts'
import { type Conclusion, conclude, type Requirements } from '../../src/gate/conclusion.ts'
import { type Reason, reason, unmet } from '../../src/gate/reasons.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  facts,
  failed,
  hardFailure,
  OTHER,
  ofPullRequest,
  ofQuarantined,
  ofQueue,
  ofRun,
  outage,
  plan,
  quarantinedTests,
  read,
  requirements,
  testBranchContext,
  testRun,
} from '../builders.ts'

interface Ending {
  conclusion: Conclusion
  succeeds: boolean
  /** `<condition>: <code>`, or the code alone. */
  reasons: string[]
}

function inShort({ code, condition }: Reason): string {
  return condition === null ? code : `${condition}: ${code}`
}

function ending(given: Partial<Facts>, wanted: Partial<Requirements>, about: RunContext = context()): Ending {
  const { conclusion, succeeds, reasons } = conclude(facts(given), about, requirements(wanted))
  return { conclusion, succeeds, reasons: reasons.map(inShort) }
}

const PENDING = ofPullRequest()
const OUT = ofPullRequest({ state: 'not_ready', submitted: false })
const RUNNING = ofQueue()
const PAUSED = ofQueue({ state: 'paused' })
const STRANGE = ofQueue({ state: 'hibernating' })
const ABSENT_QUEUE = { queue: ABSENT }
const TESTS = {
  'no-blocking-failures': () => unmet('blocking-failures', '1 failed test is not quarantined.'),
  'quarantine-within-limits': () => unmet('quarantine-over-limit', '2 tests are quarantined.'),
}
const DOWN = { queue: failed(outage()) }
const REFUSED = { queue: failed(hardFailure()) }
const BROKEN_OFF: Partial<Facts> = {
  quarantinedTests: { ...read(quarantinedTests({ whyPartial: 'a page could not be read' })), failure: hardFailure() },
}

const UNKNOWN_BRANCH = failed(hardFailure({ code: 'not-known', message: 'GitHub did not say.' }))

/** The step's end, with its reasons. */
function ends(conclusion: Conclusion, succeeds: boolean, ...reasons: Ending['reasons']): Ending {
  return { conclusion, succeeds, reasons }
}

describe('conclusion and end of the step', () => {
  const BOTH: Partial<Requirements> = { require: ['ready', 'queue-running'] }
  const LENIENT: Partial<Requirements> = { ...BOTH, onUnavailable: 'warn' }

  test.each<[string, Partial<Facts>, Partial<Requirements>, Ending]>([
    ['nothing required', { ...PENDING, ...RUNNING }, {}, ends('reported', true)],
    ['all met', { ...PENDING, ...RUNNING }, BOTH, ends('passed', true)],
    ['one unmet among met ones', { ...PENDING, ...PAUSED }, BOTH, ends('failed', false, 'queue-running: queue-paused')],
    [
      'one unknown among met ones',
      { ...PENDING, ...STRANGE },
      BOTH,
      ends('unknown', false, 'queue-running: not-known'),
    ],
    [
      'unmet outweighs unknown',
      { pullRequest: ABSENT, ...ofQueue({ state: 'hibernating', entries: [] }) },
      BOTH,
      ends('failed', false, 'ready: not-submitted', 'queue-running: not-known'),
    ],
    [
      'an outage of what is needed',
      { ...PENDING, ...DOWN },
      BOTH,
      ends('unknown', false, 'queue-running: service-unavailable'),
    ],
    [
      'an outage that is allowed',
      { ...PENDING, ...DOWN },
      LENIENT,
      ends('unknown', true, 'queue-running: service-unavailable'),
    ],
    [
      'an outage that is allowed does not hide that another needed read was refused',
      { pullRequest: failed(outage()), ...REFUSED },
      {
        require: ['not-submitted'],
        onUnavailable: 'warn',
        plan: { ...plan(), decisiveReads: ['pull-request', 'queue'] },
      },
      ends('unknown', false, 'token-refused', 'not-submitted: service-unavailable'),
    ],
    [
      'an outage that is allowed does not cover an unmet condition',
      { pullRequest: ABSENT, ...DOWN },
      LENIENT,
      ends('failed', false, 'ready: not-submitted', 'queue-running: service-unavailable'),
    ],
    [
      'an outage that is allowed does not cover what else is unknown',
      { ...ofPullRequest({ state: 'hibernating' }), ...DOWN },
      LENIENT,
      ends('unknown', false, 'ready: state-unknown', 'queue-running: service-unavailable'),
    ],
    [
      'an outage that no condition needs is beside the point',
      { ...PENDING, ...DOWN },
      { require: ['ready'] },
      ends('passed', true, 'service-unavailable'),
    ],
    [
      'a refused token where the condition needs it',
      { ...PENDING, ...REFUSED },
      { require: ['queue-running'], onUnavailable: 'warn' },
      ends('unknown', false, 'queue-running: token-refused'),
    ],
    [
      'a stale head is not excused by on-unavailable',
      ofPullRequest({ headSha: OTHER }),
      { require: ['ready'], onUnavailable: 'warn' },
      ends('unknown', false, 'ready: stale-head'),
    ],
    [
      'a part of the list that could not be read is a warning',
      ofQuarantined({ whyPartial: 'a page could not be read' }),
      {},
      ends('reported', true, 'partial-list'),
    ],
    [
      'a page that could not be read, of a list that `read` names',
      BROKEN_OFF,
      { plan: plan({ reads: ['quarantined-tests'], decisiveReads: ['quarantined-tests'], isAuto: false }) },
      ends('unknown', false, 'token-refused', 'partial-list'),
    ],
    [
      'a page that could not be read, of a list that no condition needs',
      { ...PENDING, ...BROKEN_OFF },
      { require: ['ready'], plan: plan({ reads: ['pull-request', 'quarantined-tests'], isAuto: false }) },
      ends('passed', true, 'token-refused', 'partial-list'),
    ],
  ])('%s', (_, given, wanted, expected) => {
    expect(ending(given, wanted)).toEqual(expected)
  })

  test('an outage that may have hidden the verdict keeps its remedy', () => {
    const given = facts({ ...DOWN, pullRequest: failed(outage()) })
    const { reasons } = conclude(given, context(), requirements({ require: ['ready'] }))
    expect(reasons.map(({ remedy }) => remedy)).not.toContain('The verdict does not rest on this answer.')
  })

  test('a reason that a condition gave is not repeated', () => {
    expect(ending({ ...DOWN, pullRequest: failed(outage()) }, { require: ['ready', 'queue-running'] }).reasons).toEqual(
      ['ready: service-unavailable', 'queue-running: service-unavailable'],
    )
  })

  test.each([
    ['no-blocking-failures', 'Check it.'],
    ['quarantine-within-limits', 'The verdict does not rest on this answer.'],
  ] as const)('an unreadable list is named with its remedy if tests block because of it: %s', (condition, remedy) => {
    const given = facts({ quarantinedTests: failed(hardFailure()) })
    const { reasons } = conclude(given, context(), requirements({ require: [condition], testJudges: TESTS }))
    expect(reasons[1]).toMatchObject({ code: 'token-refused', remedy })
  })

  test('a test run of another commit is reported even if nothing is required', () => {
    const run = read(testRun({ testBranchSha: OTHER }))
    expect(ending({ testRun: run }, {}, testBranchContext())).toEqual({
      conclusion: 'reported',
      succeeds: true,
      reasons: ['stale-head'],
    })
  })

  test.each<[string, Partial<Facts>, reasons: Ending['reasons']]>([
    ['out of it', OUT, ['merged: queue-not-found']],
    ['submitted to it', PENDING, ['merged: contradictory-answer']],
    [
      'submitted to that of another branch',
      ofPullRequest({ state: 'pending', submitted: true, baseBranch: 'next', readiness: null }),
      ['merged: base-branch-mismatch', 'contradictory-answer'],
    ],
    ['out of reach', { pullRequest: failed(outage()) }, ['merged: service-unavailable']],
  ])('a branch without a queue, and a pull request that is %s', (_, given, reasons) => {
    expect(ending({ ...given, ...ABSENT_QUEUE }, { require: ['merged'] }).reasons).toEqual(reasons)
  })

  test('warnings on a run that succeeded are told, whatever is required', () => {
    const { reasons } = conclude(facts(ofRun({ requiredStatuses: ['docs'] })), context(), requirements())
    expect(reasons.map(inShort)).toEqual(['required-status-missing'])
  })

  test('a contradiction is reported even if nothing is required', () => {
    const given = ofPullRequest({ state: 'failed', submitted: true })
    expect(ending(given, {}).reasons).toEqual(['contradictory-answer'])
  })

  test('a doubt keeps its headline if nothing is required', () => {
    const doubt = { ...makeDoubt(['pull-request-state'], 'It lags.'), headline: 'It is not there yet' }
    const given = facts(ofPullRequest({ doubts: [doubt] }))
    expect(conclude(given, context(), requirements()).reasons).toMatchObject([
      { condition: null, headline: doubt.headline },
    ])
  })

  test('a stale head that a condition told is not told twice, in whatever words', () => {
    const given = ofRun({ testBranchSha: OTHER })
    expect(ending(given, { require: ['test-run-succeeded'] }, testBranchContext()).reasons).toEqual([
      'test-run-succeeded: stale-head',
    ])
  })

  test('the whole of a verdict', () => {
    const given = facts({ ...PENDING, ...PAUSED })
    const message = 'The queue of "main" is paused.'
    const reasons = [reason('queue-paused', 'queue-running', message)]
    expect(conclude(given, context(), requirements({ require: ['queue-running'] }))).toEqual({
      conclusion: 'failed',
      succeeds: false,
      conditions: [
        { condition: 'queue-running', verdict: 'unmet', evidence: message, reasons, final: false, outage: false },
      ],
      reasons,
      ready: 'met',
      doubts: [],
    })
  })
})

describe('a failed read that decides', () => {
  const BOTH_DOWN = { pullRequest: failed(outage()), ...DOWN }
  const BOTH_REFUSED = { pullRequest: failed(hardFailure()), ...REFUSED }
  const named = (...reads: Plan['reads']): Plan => plan({ reads, decisiveReads: reads, isAuto: false })
  const auto = (...reads: Plan['reads']): Plan => plan({ reads, isAuto: true })

  // Conclusion and end of the step with `on-unavailable: fail`, and with `warn`.
  test.each<[string, Partial<Facts>, Partial<Requirements>, [Conclusion, boolean, boolean]]>([
    ['one of two in an outage, auto', { ...PENDING, ...DOWN }, {}, ['reported', true, true]],
    ['one of two refused, auto', { ...PENDING, ...REFUSED }, {}, ['reported', true, true]],
    ['one absent, the other refused, auto', { pullRequest: ABSENT, ...REFUSED }, {}, ['reported', true, true]],
    ['nothing readable, an outage, auto', BOTH_DOWN, {}, ['unknown', false, true]],
    ['nothing readable, refused, auto', BOTH_REFUSED, {}, ['unknown', false, false]],
    [
      'nothing readable, refused and an outage, auto',
      { pullRequest: failed(hardFailure()), ...DOWN },
      {},
      ['unknown', false, false],
    ],
    ['the only read, an outage, auto', DOWN, { plan: auto('queue') }, ['unknown', false, true]],
    ['nothing to read, auto', {}, { plan: auto() }, ['reported', true, true]],
    [
      'a branch that nobody knows, auto',
      { pullRequest: UNKNOWN_BRANCH, queue: UNKNOWN_BRANCH },
      {},
      ['unknown', false, false],
    ],
    ['named, an outage', { ...PENDING, ...DOWN }, { plan: named('pull-request', 'queue') }, ['unknown', false, true]],
    ['named, refused', { ...PENDING, ...REFUSED }, { plan: named('pull-request', 'queue') }, ['unknown', false, false]],
    [
      'read for the sake of another, refused',
      { ...PENDING, ...REFUSED },
      { plan: plan({ reads: ['pull-request', 'queue'], decisiveReads: ['pull-request'], isAuto: false }) },
      ['reported', true, true],
    ],
    ['named, absent', { queue: ABSENT }, { plan: named('queue') }, ['reported', true, true]],
    [
      'named, and a condition is met without it',
      { ...PENDING, ...REFUSED },
      { require: ['ready'], plan: named('pull-request', 'queue') },
      ['passed', true, true],
    ],
    ['a condition is met without it', { ...PENDING, ...REFUSED }, { require: ['ready'] }, ['passed', true, true]],
    [
      'a condition that could need it is met without it',
      { ...ofPullRequest({ state: 'merged', submitted: false }), ...REFUSED },
      { require: ['settled'] },
      ['passed', true, true],
    ],
  ])('%s', (_, given, wanted, [conclusion, strict, lenient]) => {
    const strictly = ending(given, { ...wanted, onUnavailable: 'fail' })
    const leniently = ending(given, { ...wanted, onUnavailable: 'warn' })
    expect([strictly.conclusion, strictly.succeeds]).toEqual([conclusion, strict])
    expect([leniently.conclusion, leniently.succeeds]).toEqual([conclusion, lenient])
  })

  test('is told with its own remedy; one that decides nothing says so', () => {
    const remedies = (given: Partial<Facts>) =>
      conclude(facts(given), context(), requirements()).reasons.map(({ remedy }) => remedy)
    expect(remedies(BOTH_REFUSED)).toEqual(['Check it.'])
    expect(remedies({ ...PENDING, ...REFUSED })).toEqual(['The verdict does not rest on this answer.'])
  })
})

describe('ready, required or not', () => {
  test.each<[string, Partial<Facts>, string | null]>([
    ['not read', {}, null],
    ['ready', PENDING, 'met'],
    ['never submitted', { pullRequest: ABSENT }, 'unmet'],
    ['failed', ofPullRequest({ state: 'failed', submitted: false }), 'unmet'],
    ['contradictory', ofPullRequest({ state: 'failed' }), 'unknown'],
    ['stale', ofPullRequest({ headSha: OTHER }), 'unknown'],
    ['out of reach', { pullRequest: failed(outage()) }, 'unknown'],
    ['on a branch that nobody knows', { pullRequest: UNKNOWN_BRANCH }, 'unknown'],
  ])('%s', (_, given, expected) => {
    expect(conclude(facts(given), context(), requirements({ require: [], onUnavailable: 'fail' })).ready).toBe(expected)
  })
})

describe('the order of reasons', () => {
  test('unmet conditions come before unknown ones, whatever their codes', () => {
    const given = { ...REFUSED, pullRequest: ABSENT }
    expect(ending(given, { require: ['submitted', 'queue-running'] }).reasons).toEqual([
      'submitted: not-submitted',
      'queue-running: token-refused',
    ])
  })

  test('the most telling comes first, not the condition that was named first', () => {
    const given = {
      ...ofPullRequest({ state: 'failed', submitted: false }),
      ...ofQueue({ state: 'paused', entries: [] }),
    }
    expect(ending(given, { require: ['queue-running', 'ready'] }).reasons).toEqual([
      'ready: state-failed',
      'queue-running: queue-paused',
    ])
  })

  test('without a condition, the failed read that decides is the main one', () => {
    const given = { ...ofPullRequest({ state: 'failed' }), ...DOWN }
    const named = plan({ reads: ['pull-request', 'queue'], decisiveReads: ['queue'], isAuto: false })
    expect(ending(given, { plan: named }).reasons).toEqual(['service-unavailable', 'contradictory-answer'])
  })

  test('a branch without a queue is told with the base that the event names', () => {
    const given = facts({ pullRequest: ABSENT, ...ABSENT_QUEUE })
    const { reasons } = conclude(given, context({ overriddenBase: 'next' }), requirements({ require: ['merged'] }))
    expect(asText(reasons[0]?.remedy ?? '')).toBe('Check `target-branch`: did you mean `next`, the base of #42?')
  })
})
