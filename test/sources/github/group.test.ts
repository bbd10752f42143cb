import { describe, expect, test } from 'vitest'
import type { Check, CommitChecks, RequiredCheck } from '../../../src/facts/facts.ts'
import { gitHubFailure } from '../../../src/facts/reading.ts'
import { type Group, type OwnNames, runOfGroup } from '../../../src/sources/github/group.ts'
import { asText } from '../../../src/text/message.ts'
import { at, GROUP } from './standings.ts'

const GROUP_OF_42: Group = {
  sha: GROUP,
  createdAt: at(11),
  branch: '',
  pullRequest: { number: 42, title: 'More thrust' },
  canSucceed: true,
}
const NOTHING_OWN: OwnNames = { checkRunId: null, statusContext: null }
const CUT = gitHubFailure('unavailable', 'no', 'none')

function run(name: string, outcome: Check['outcome'], over: Partial<Check> = {}): Check {
  return {
    source: 'check-run',
    name,
    appId: 15368,
    id: 1,
    outcome,
    url: `https://github.com/${name}`,
    detailsUrl: null,
    startedAt: null,
    completedAt: null,
    ...over,
  }
}

const status = (name: string, outcome: Check['outcome']) =>
  run(name, outcome, { source: 'status', appId: null, id: null })
const by = (name: string, appId: number | null = null): RequiredCheck => ({ name, appId })

function judged(
  required: RequiredCheck[],
  checks: Check[],
  {
    group = {},
    own = {},
    incomplete = null,
    cut = false,
  }: { group?: Partial<Group>; own?: Partial<OwnNames>; incomplete?: string | null; cut?: boolean } = {},
) {
  const commit: CommitChecks = { sha: GROUP, checks, incomplete: cut ? [CUT] : [] }
  const gap = incomplete === null ? null : { why: incomplete, outage: null }
  const all = { checks: required, incomplete: gap, hasQueueRule: true, unread: null, isPartial: false }
  return runOfGroup({ ...GROUP_OF_42, ...group }, all, commit, { ...NOTHING_OWN, ...own }).value
}

const PASSED = run('unit', 'passed')

describe('the status', () => {
  test.each<[string, RequiredCheck[], Check[], Parameters<typeof judged>[2], string | null]>([
    ['all passed', [by('unit'), by('e2e')], [PASSED, run('e2e', 'passed')], {}, 'succeeded'],
    ['one failed', [by('unit'), by('e2e')], [PASSED, run('e2e', 'failed')], {}, 'failed'],
    ['one failed, and the list is not whole', [by('unit')], [run('unit', 'failed')], { incomplete: 'x' }, 'failed'],
    ['one failed, and another is missing', [by('unit'), by('e2e')], [run('unit', 'failed')], {}, 'failed'],
    ['one is pending', [by('unit')], [run('unit', 'pending')], {}, 'in_progress'],
    ['one is missing', [by('unit'), by('e2e')], [PASSED], {}, 'in_progress'],
    ['one is missing, and the list is not whole', [by('unit')], [], { incomplete: 'x' }, 'in_progress'],
    ['one passed in a list that is cut', [by('unit')], [PASSED], { cut: true }, null],
    ['one is missing in a list that is cut', [by('unit')], [], { cut: true }, null],
    ['the outcome of one is not known', [by('unit')], [run('unit', 'unknown')], {}, null],
    ['nothing is required', [], [PASSED], {}, null],
    ['nothing is required, and nothing is there', [], [], {}, null],
    ['all passed, and the list is not whole', [by('unit')], [PASSED], { incomplete: 'x' }, null],
    ['all passed, and it left without a merge', [by('unit')], [PASSED], { group: { canSucceed: false } }, null],
    ['one failed that is not required', [by('unit')], [PASSED, run('lint', 'failed')], {}, 'succeeded'],
    ['a status', [by('CI')], [status('ci', 'passed')], {}, 'succeeded'],
    ['a check run in other letters', [by('Unit')], [PASSED], {}, 'in_progress'],
    ['check run and status disagree', [by('unit')], [PASSED, status('unit', 'failed')], {}, null],
    ['two apps disagree', [by('unit')], [PASSED, run('unit', 'failed', { appId: 7 })], {}, null],
    ['only the app of the rule counts', [by('unit', 7)], [PASSED], {}, 'in_progress'],
    ['a status is no report of an app', [by('unit', 7)], [status('unit', 'passed')], {}, 'in_progress'],
    ['the app of the rule', [by('unit', 15368)], [PASSED, run('unit', 'failed', { appId: 7 })], {}, 'succeeded'],
    [
      'a rule for each of two apps',
      [by('unit', 15368), by('unit', 7)],
      [PASSED, run('unit', 'failed', { appId: 7 })],
      {},
      'failed',
    ],
    [
      'the check of this step',
      [by('unit'), by('gate')],
      [PASSED, run('gate', 'pending', { id: 9 })],
      { own: { checkRunId: 9 } },
      'succeeded',
    ],
    [
      'nothing but the check of this step',
      [by('gate')],
      [run('gate', 'pending', { id: 9 })],
      { own: { checkRunId: 9 } },
      null,
    ],
    [
      'another check of the same name',
      [by('gate')],
      [run('gate', 'pending', { id: 9 }), run('gate', 'failed', { id: 10, appId: 7 })],
      { own: { checkRunId: 9 } },
      null,
    ],
    [
      'a check run that bears the name of the status',
      [by('gate')],
      [run('gate', 'failed')],
      { own: { statusContext: 'gate' } },
      'failed',
    ],
    ['the status of this step', [by('unit'), by('Gate')], [PASSED], { own: { statusContext: 'gate' } }, 'succeeded'],
  ])('%s', (_, required, checks, more, expected) => {
    const { status, undecided } = judged(required, checks, more)
    expect(status).toBe(expected)
    // If the status is unknown, the run says why.
    expect(undecided !== undefined).toBe(expected === null)
  })
})

test('a list of checks that was not read is named', () => {
  const { undecided } = judged([by('unit')], [PASSED], { cut: true })
  expect(asText(undecided ?? '')).toBe('GitHub does not say how `unit` went: no.')
})

test('a report of a required name is listed once, whatever its letter case', () => {
  const { reported } = judged([by('CI')], [status('ci', 'passed'), run('ci', 'failed'), status('lint', 'failed')])
  expect(reported.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['CI', 'passed'],
    ['ci', 'failed'],
    ['lint', 'failed'],
  ])
})

test.each<[string, RequiredCheck[], string | null, object]>([
  ['all are known', [by('unit')], null, { requiredStatuses: ['unit'] }],
  ['none is required', [], null, { requiredStatuses: [] }],
  ['some are known', [by('unit')], 'a', { requiredStatuses: ['unit'], moreRequired: 'a' }],
  ['none is known', [], 'a', { requiredStatuses: null, moreRequired: 'a' }],
])('the names of required checks: %s', (_, required, incomplete, expected) => {
  const { requiredStatuses, moreRequired } = judged(required, [PASSED], { incomplete })
  expect({ requiredStatuses, ...(moreRequired && { moreRequired }) }).toEqual(expected)
})

test('the whole of a run', () => {
  const skipped = run('e2e', 'passed', { skipped: true })
  expect(judged([by('unit'), by('e2e'), by('docs')], [PASSED, skipped, run('lint', 'failed')])).toEqual({
    id: GROUP,
    status: 'in_progress',
    createdAt: at(11),
    testBranch: '',
    testBranchSha: GROUP,
    requiredStatuses: ['unit', 'e2e', 'docs'],
    requiredStatusesSource: null,
    reported: [
      { name: 'unit', url: 'https://github.com/unit', outcome: 'passed' },
      { name: 'e2e', url: 'https://github.com/e2e', outcome: 'passed', skipped: true },
      { name: 'lint', url: 'https://github.com/lint', outcome: 'failed' },
    ],
    reportedIsWhole: true,
    pullRequests: [{ number: 42, title: 'More thrust', url: null }],
    impactedTargets: null,
    impactedTargetsForTestedPullRequests: null,
    dependentPullRequests: null,
    doubts: [],
  })
})
