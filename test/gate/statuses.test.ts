import { describe, expect, test } from 'vitest'
import type { Check, CommitChecks, Reading, ReportedStatus } from '../../src/facts/facts.ts'
import {
  namesInState,
  requiredStatusesOf,
  type Status,
  shownStatuses,
  statusWarnings,
} from '../../src/gate/statuses.ts'
import { asText } from '../../src/text/message.ts'
import { ago, context, OTHER, outage, TEST_RUN_ID, TIP, testRun } from '../builders.ts'

type Outcome = ReportedStatus['outcome']
const report = (name: string, outcome: Outcome, url: string | null = null): ReportedStatus => ({ name, url, outcome })
const status = (name: string, state: Status['state'], over: Partial<Status> = {}): Status => ({
  name,
  state,
  url: null,
  since: null,
  ...over,
})

describe('by the service', () => {
  test.each<[string, required: string[], ReportedStatus[], Status[]]>([
    ['nothing required', [], [report('unit', 'passed')], []],
    ['nothing reported', ['unit', 'e2e'], [], [status('unit', 'missing'), status('e2e', 'missing')]],
    [
      'each outcome, in the order of the service',
      ['d', 'a', 'c', 'b'],
      [report('a', 'passed'), report('b', 'failed'), report('c', 'pending'), report('d', null)],
      [status('d', 'unknown'), status('a', 'passed'), status('c', 'pending'), status('b', 'failed')],
    ],
    ['another letter case is another name', ['Unit'], [report('unit', 'passed')], [status('Unit', 'missing')]],
    ['a name that is required twice', ['unit', 'unit'], [report('unit', 'passed')], [status('unit', 'passed')]],
    [
      'names of properties of objects',
      ['constructor', '__proto__'],
      [],
      [status('constructor', 'missing'), status('__proto__', 'missing')],
    ],
    [
      'the link and the word of the report that tells',
      ['unit'],
      [report('unit', 'pending', 'w'), { ...report('unit', 'failed', 'f'), word: 'timed_out' }],
      [status('unit', 'failed', { url: 'f', word: 'timed_out' })],
    ],
  ])('%s', (_, required, reported, expected) => {
    const run = testRun({ status: 'succeeded', requiredStatuses: required, reported })
    expect(requiredStatusesOf(run)).toEqual(expected)
  })

  test('in a list that is not whole nothing is missing', () => {
    const run = testRun({
      requiredStatuses: ['unit', 'e2e'],
      reported: [report('unit', 'passed')],
      reportedIsWhole: false,
    })
    expect(requiredStatusesOf(run)).toEqual([status('unit', 'passed'), status('e2e', 'unknown')])
  })

  test('which statuses are required is not known', () => {
    expect(requiredStatusesOf(testRun({ requiredStatuses: null, reported: [report('unit', 'failed')] }))).toBe(null)
  })
})

describe('the reports of one name are a history without times', () => {
  test.each<[reports: Outcome[], ended: Status['state'], before: Status['state']]>([
    [['passed'], 'passed', 'passed'],
    [['failed', 'failed'], 'failed', 'failed'],
    [['pending'], 'pending', 'pending'],
    [['pending', 'pending', 'passed', 'passed'], 'passed', 'pending'],
    [['passed', 'pending'], 'passed', 'pending'],
    [['failed', 'pending'], 'failed', 'pending'],
    [['failed', 'passed'], 'unknown', 'unknown'],
    [['failed', 'passed', 'pending'], 'unknown', 'unknown'],
    [['unknown'], 'unknown', 'unknown'],
    [['unknown', 'passed'], 'unknown', 'unknown'],
    [['unknown', 'pending'], 'unknown', 'pending'],
    [[null], 'unknown', 'unknown'],
    [[null, 'failed'], 'failed', 'failed'],
    [[null, 'pending'], 'pending', 'pending'],
  ])('%j', (outcomes, ended, before) => {
    const reported = outcomes.map(outcome => report('unit', outcome))
    const found = ['succeeded', 'failed', 'cancelled', 'in_progress', null, 'paused'].map(
      each => requiredStatusesOf(testRun({ status: each, requiredStatuses: ['unit'], reported }))?.[0]?.state,
    )
    expect(found).toEqual([ended, ended, ended, before, before, before])
  })
})

describe('by GitHub, where the service gives no outcome', () => {
  const check = (outcome: Check['outcome'], over: Partial<Check> = {}): Check => ({
    kind: 'check-run',
    name: 'unit',
    appId: 15368,
    id: 4,
    outcome,
    url: 'https://github.com/acme/rocket/runs/4',
    startedAt: ago(20 * 60_000),
    completedAt: outcome === 'pending' ? null : ago(10 * 60_000),
    ...over,
  })
  const ofStatus = (outcome: Check['outcome']) => check(outcome, { kind: 'status', id: null, appId: null })
  const checks = (...given: Check[]): Reading<CommitChecks> => ({ value: { sha: TIP, checks: given, incomplete: [] } })

  const mute = report('unit', null, 'https://ci.example/unit')
  const KNOWN = status('unit', 'passed', { url: check('passed').url, since: ago(10 * 60_000) })
  const LISTED = [status('unit', 'unknown', { url: mute.url })]

  test.each<[string, ReportedStatus[], Reading<CommitChecks> | undefined, Status[]]>([
    [
      "the service's own outcome counts",
      [{ ...mute, outcome: 'failed' }],
      checks(check('passed')),
      [status('unit', 'failed', { url: mute.url })],
    ],
    ['GitHub was not asked', [mute], undefined, LISTED],
    ['GitHub could not be asked', [mute], { failure: outage() }, LISTED],
    ['GitHub knows it', [mute], checks(check('passed')), [KNOWN]],
    ['GitHub knows what the service does not list', [], checks(check('passed')), [KNOWN]],
    [
      'pending since it began',
      [mute],
      checks(check('pending')),
      [{ ...KNOWN, state: 'pending', since: ago(20 * 60_000) }],
    ],
    ['a commit status', [mute], checks(ofStatus('failed')), [{ ...KNOWN, state: 'failed' }]],
    [
      'its own word',
      [mute],
      checks(check('failed', { word: 'cancelled' })),
      [{ ...KNOWN, state: 'failed', word: 'cancelled' }],
    ],
    ['both sources agree', [mute], checks(check('passed'), ofStatus('passed')), [KNOWN]],
    [
      'the sources disagree',
      [mute],
      checks(ofStatus('passed'), check('failed')),
      [{ ...KNOWN, state: 'unknown', since: null }],
    ],
    ['nobody reports it', [], checks(), [status('unit', 'missing')]],
    [
      'the service has outcomes, and none of this one',
      [report('e2e', 'passed')],
      checks(check('passed')),
      [status('unit', 'missing')],
    ],
    [
      'a list is incomplete',
      [],
      { value: { sha: TIP, checks: [], incomplete: [outage() as never] } },
      [status('unit', 'unknown')],
    ],
    ['the service lists it, GitHub does not', [mute], checks(), LISTED],
    [
      'checks of another commit say nothing',
      [mute],
      { value: { sha: OTHER, checks: [check('passed')], incomplete: [] } },
      LISTED,
    ],
  ])('%s', (_, reported, given, expected) => {
    expect(shownStatuses(testRun({ requiredStatuses: ['unit'], reported }), given)).toEqual(expected)
  })
})

test.each<
  [string, Parameters<typeof testRun>[0], Status['state'][], failed: string[] | null, missing: string[] | null]
>([
  ['all passed', {}, ['passed'], [], []],
  ['pending', {}, ['pending'], [], []],
  ['one failed', {}, ['passed', 'failed'], ['b'], []],
  ['one failed, one unknown: each lists what it knows', {}, ['failed', 'unknown'], ['a'], null],
  ['one missing, one unknown', {}, ['missing', 'unknown'], null, ['a']],
  ['one unknown', {}, ['passed', 'unknown'], null, null],
  ['the reports are not whole', { reportedIsWhole: false }, ['passed'], null, null],
  ['more may be required', { whyMoreMayBeRequired: 'the rules were not read' }, ['failed'], ['a'], null],
])('names in a state: %s', (_, over, states, failed, missing) => {
  const statuses = states.map((state, at) => status('ab'.charAt(at), state))
  expect(namesInState('failed', statuses, testRun(over))).toEqual(failed)
  expect(namesInState('missing', statuses, testRun(over))).toEqual(missing)
})

describe('warnings on a run that succeeded', () => {
  const passed = ['unit', 'e2e'].map(name => report(name, 'passed'))
  const withWord = (word: string, name = 'unit') => ({ ...report(name, 'passed'), word })
  const lacking = (names: string) =>
    `Test run \`${TEST_RUN_ID}\` of #42 succeeded, though nothing reported ${names}: queues skip tests that they find redundant.`
  test.each<[string, Parameters<typeof testRun>[0], string[]]>([
    ['all reported', {}, []],
    ['one missing', { requiredStatuses: ['unit', 'e2e', 'docs'] }, [lacking('"docs"')]],
    ['three missing', { requiredStatuses: ['unit', 'a', 'b', 'c'] }, [lacking('"a", "b", "c"')]],
    ['four missing', { requiredStatuses: ['a', 'b', 'c', 'd'] }, [lacking('"a", "b", "c" and 1 more')]],
    ['one missing in a list that is not whole', { requiredStatuses: ['docs'], reportedIsWhole: false }, []],
    ['one missing of a run that goes on', { requiredStatuses: ['docs'], status: 'in_progress' }, []],
    ['which are required is not known', { requiredStatuses: null }, []],
    [
      'one skipped, one neutral',
      { requiredStatuses: ['unit', 'e2e'], reported: [withWord('skipped'), withWord('neutral', 'e2e')] },
      [
        `Test run \`${TEST_RUN_ID}\` of #42 succeeded, though "unit", "e2e" tested nothing: skipped or neutral counts as passed.`,
      ],
    ],
    [
      'what its source warns of',
      { status: 'failed', warnings: ['gate passed, though unit was skipped.'] },
      ['gate passed, though unit was skipped.'],
    ],
    [
      'one skipped that is not required',
      { requiredStatuses: ['e2e'], reported: [...passed, withWord('skipped', 'docs')] },
      [],
    ],
  ])('%s', (_, over, expected) => {
    const found = statusWarnings(testRun({ reported: passed, ...over }), context())
    expect(found.map(({ message }) => asText(message))).toEqual(expected)
  })
})
