import { expect, test } from 'vitest'
import type { Check, CommitChecks, ReportedStatus } from '../../src/facts/facts.ts'
import { failedBy, type GitHubFailure, gitHubFailure, type Reading } from '../../src/facts/reading.ts'
import { type Status, statusesOf } from '../../src/gate/statuses.ts'
import { OTHER, TIP, testRun } from '../builders.ts'
import { check, minutesAgo } from './diagnosis/cases.ts'

const undefined = undefined as const
const LOST = gitHubFailure('forbidden', 'GitHub refused', 'Add it.')

function checks(...given: Check[]): Reading<CommitChecks, GitHubFailure> {
  return { value: { sha: TIP, checks: given, incomplete: [] } }
}

function ofUnit(over: Partial<Status>): Status[] {
  return [{ name: 'unit', source: null, state: 'unknown', url: null, since: null, ...over }]
}

const status = (outcome: Check['outcome'], over: Partial<Check> = {}) =>
  check('unit', outcome, { source: 'status', id: null, appId: null, ...over })
const mute: ReportedStatus = { name: 'unit', url: 'https://ci.example/unit', outcome: null }
const PASSED = {
  source: 'check-run',
  state: 'passed',
  url: 'https://github.com/acme/rocket/runs/unit',
  since: minutesAgo(10),
} as const
const FAILED = { ...mute, outcome: 'failed' } as const
const BY_SERVICE = ofUnit({ source: 'service', state: 'failed', url: mute.url })
const LISTED = ofUnit({ source: 'service', url: mute.url })
const passed = check('unit', 'passed')

test.each<[string, ReportedStatus[], Reading<CommitChecks, GitHubFailure>, Status[]]>([
  ["the service's own outcome", [FAILED], NOT_ASKED, BY_SERVICE],
  ['its outcome outweighs GitHub', [FAILED], checks(passed), BY_SERVICE],
  ['no outcome, and GitHub was not asked', [mute], NOT_ASKED, LISTED],
  ['no outcome, and GitHub could not be asked', [mute], failedBy(LOST), LISTED],
  ['no outcome, and GitHub knows it', [mute], checks(passed), ofUnit(PASSED)],
  ['not listed by the service, and GitHub knows it', [], checks(passed), ofUnit(PASSED)],
  [
    'pending since it began',
    [mute],
    checks(check('unit', 'pending')),
    ofUnit({ ...PASSED, state: 'pending', since: minutesAgo(20) }),
  ],
  ['a commit status', [mute], checks(status('failed')), ofUnit({ ...PASSED, source: 'status', state: 'failed' })],
  ['both sources agree', [mute], checks(status('passed'), passed), ofUnit({ ...PASSED, source: 'status' })],
  [
    'the sources disagree',
    [mute],
    checks(status('passed'), check('unit', 'failed')),
    ofUnit({ ...PASSED, source: 'status', state: 'unknown', since: null }),
  ],
  [
    'the link is that of the first one, in whichever order they come',
    [mute],
    checks(check('unit', 'passed', { id: 9, url: 'https://ci.example/9' }), check('unit', 'passed', { id: 3 })),
    ofUnit(PASSED),
  ],
  [
    'a commit status comes before a check run, in whichever order they come',
    [mute],
    checks(passed, status('passed')),
    ofUnit({ ...PASSED, source: 'status' }),
  ],
  ['nobody reports it', [], checks(), ofUnit({ state: 'missing' })],
  [
    'the service has outcomes, and none of this one',
    [{ ...mute, name: 'e2e', outcome: 'passed' }],
    checks(passed),
    ofUnit({ state: 'missing' }),
  ],
  ['not reported, and a list is incomplete', [], { value: { sha: TIP, checks: [], incomplete: [LOST] } }, ofUnit({})],
  ['the service lists it, GitHub does not', [mute], checks(), LISTED],
  ['checks of another commit say nothing', [mute], { value: { sha: OTHER, checks: [passed], incomplete: [] } }, LISTED],
])('%s', (_, reported, given, expected) => {
  const run = testRun({ requiredStatuses: ['unit'], reported, reportedIsWhole: true })
  expect(statusesOf(run, given)).toEqual(expected)
})

test('nothing bears its name in a list that is not whole', () => {
  const run = testRun({ requiredStatuses: ['unit'], reported: [], reportedIsWhole: false })
  expect(statusesOf(run, undefined)).toEqual(ofUnit({}))
})

test('which are required is not known', () => {
  expect(statusesOf(testRun({ requiredStatuses: null }), checks())).toBeNull()
})
