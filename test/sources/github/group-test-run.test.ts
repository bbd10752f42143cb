import { describe, expect, test } from 'vitest'
import type { Check, CommitChecks, RequiredCheck } from '../../../src/facts/facts.ts'
import { unexpected } from '../../../src/github/failure.ts'
import { mustAskForMarks } from '../../../src/sources/github/check-results.ts'
import type { CheckReport } from '../../../src/sources/github/commit-reports.ts'
import { type TestedGroup, testRunOfGroup } from '../../../src/sources/github/group-test-run.ts'
import { asText } from '../../../src/text/message.ts'
import { at, GROUP } from './answers.ts'

const GROUP_OF_42: TestedGroup = {
  sha: GROUP,
  createdAt: at(11),
  pullRequest: { number: 42, title: 'More thrust' },
  canSucceed: true,
}
const RULES = { hasQueue: { value: true as const }, timeoutMinutes: 60 }
const CUT = { ...unexpected({ task: '', permission: '' }), message: 'No.', outage: true }

function run(name: string, outcome: Check['outcome'], over: Partial<Check> = {}): Check {
  return {
    kind: 'check-run',
    name,
    appId: 15368,
    suite: 7,
    id: 1,
    outcome,
    url: `https://github.com/${name}`,
    startedAt: null,
    completedAt: null,
    ...over,
  }
}

const status = (name: string, outcome: Check['outcome']) =>
  run(name, outcome, { kind: 'status', appId: null, suite: null, id: null })
const by = (name: string, appId: number | null = null): RequiredCheck => ({ name, appId })

function judged(
  required: RequiredCheck[],
  checks: Check[],
  {
    group = {},
    own = null,
    incomplete = null,
    cut = false,
    marked = [],
  }: {
    group?: Partial<TestedGroup>
    own?: number | null
    incomplete?: string | null
    cut?: boolean
    marked?: CheckReport[]
  } = {},
) {
  const commit: CommitChecks = { sha: GROUP, checks, incomplete: cut ? [CUT] : [] }
  const gaps = incomplete === null ? [] : [{ why: incomplete }]
  const all = { ...RULES, checks: required, gaps }
  return testRunOfGroup({ ...GROUP_OF_42, ...group }, { required: all, reported: commit, markedRequired: marked }, own)
    .value
}

const PASSED = run('unit', 'passed')

function mark(name: string, by = 'vercel'): CheckReport {
  const told = { url: null, word: 'success', since: null, isRequired: true }
  return { ...told, name, kind: 'status', reporter: by }
}

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
    ['all passed, and the list is not whole', [by('unit')], [PASSED], { incomplete: 'x' }, null],
    ['all passed, and it left without a merge', [by('unit')], [PASSED], { group: { canSucceed: false } }, null],
    ['one failed that is not required', [by('unit')], [PASSED, run('lint', 'failed')], {}, 'succeeded'],
    ['a status', [by('CI')], [status('ci', 'passed')], {}, 'succeeded'],
    ['a check run in other letters', [by('Unit')], [PASSED], {}, 'in_progress'],
    ['check run and status disagree', [by('unit')], [PASSED, status('unit', 'failed')], {}, null],
    ['two apps disagree, at unknown times', [by('unit')], [PASSED, run('unit', 'failed', { appId: 7 })], {}, null],
    ['only the app of the rule counts', [by('unit', 7)], [PASSED], {}, 'in_progress'],
    ['a status that nobody marks is no report of an app', [by('unit', 7)], [status('unit', 'passed')], {}, null],
    ['one that GitHub marks is', [by('unit', 7)], [status('unit', 'passed')], { marked: [mark('unit')] }, 'succeeded'],
    [
      'a marked one by GitHub Actions is none of another app',
      [by('unit', 7)],
      [status('unit', 'passed')],
      { marked: [mark('unit', 'github-actions')] },
      null,
    ],
    [
      'a marked one by GitHub Actions is one of that app',
      [by('unit', 15368)],
      [status('unit', 'passed')],
      { marked: [mark('unit', 'github-actions')] },
      'succeeded',
    ],
    [
      "the app's own check run counts before a status",
      [by('unit', 15368)],
      [run('unit', 'failed'), status('unit', 'passed')],
      { marked: [mark('unit')] },
      'failed',
    ],
    ['what GitHub marks is required, too', [], [run('e2e', 'failed')], { marked: [mark('e2e')] }, 'failed'],
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
      { own: 9 },
      'succeeded',
    ],
    ['nothing but the check of this step', [by('gate')], [run('gate', 'pending', { id: 9 })], { own: 9 }, null],
  ])('%s', (_, required, checks, more, expected) => {
    const { status, whyUndecided } = judged(required, checks, more)
    expect(status).toBe(expected)
    // If the status is unknown, the run says why.
    expect(whyUndecided !== undefined).toBe(expected === null)
  })
})

test('a list of checks that was not read is named, and is an outage unless something else is open, too', () => {
  const { whyUndecided } = judged([by('unit')], [PASSED], { cut: true })
  expect(asText(whyUndecided?.message ?? '')).toBe(
    'It is not known which report of `unit` counts, or how it ended. No.',
  )
  expect(whyUndecided?.outage).toBe(true)
  expect(judged([by('unit')], [run('unit', 'unknown')], { cut: true }).whyUndecided?.outage).toBe(false)
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
  ['some are known', [by('unit')], 'a', { requiredStatuses: ['unit'], whyMoreMayBeRequired: 'a' }],
  ['none is known', [], 'a', { requiredStatuses: null, whyMoreMayBeRequired: 'a' }],
])('the names of required checks: %s', (_, required, incomplete, expected) => {
  const { requiredStatuses, whyMoreMayBeRequired } = judged(required, [PASSED], { incomplete })
  expect({ requiredStatuses, ...(whyMoreMayBeRequired && { whyMoreMayBeRequired }) }).toEqual(expected)
})

test('the whole of a run', () => {
  const skipped = run('e2e', 'passed', { word: 'skipped' })
  expect(judged([by('unit'), by('e2e'), by('docs')], [PASSED, skipped, run('lint', 'failed')])).toEqual({
    id: GROUP,
    status: 'in_progress',
    createdAt: at(11),
    testBranch: '',
    testBranchSha: GROUP,
    requiredStatuses: ['unit', 'e2e', 'docs'],
    reported: [
      { name: 'unit', url: 'https://github.com/unit', outcome: 'passed' },
      { name: 'e2e', url: 'https://github.com/e2e', outcome: 'passed', word: 'skipped' },
      { name: 'lint', url: 'https://github.com/lint', outcome: 'failed' },
    ],
    reportedIsWhole: true,
    pullRequests: [{ number: 42, title: 'More thrust', url: null }],
    dependentPullRequests: null,
    doubts: [],
  })
})

describe('warnings', () => {
  const time = (began: number, ended: number) => ({ startedAt: at(began), completedAt: at(ended) })
  const gate = run('gate', 'passed', { id: 9, word: 'success', ...time(20, 21) })
  const job = (name: string, word: string, id: number) =>
    run(name, word === 'success' || word === 'skipped' ? 'passed' : 'failed', { word, id, ...time(10, 12) })
  const texts = (required: RequiredCheck[], checks: Check[]) =>
    (judged(required, checks).warnings ?? []).map(each => asText(each))

  test.each<[string, RequiredCheck[], Check[], number]>([
    [
      'a green aggregate over a cancelled and a skipped job',
      [by('gate')],
      [gate, job('a', 'cancelled', 2), job('b', 'skipped', 3)],
      1,
    ],
    ['over jobs that passed', [by('gate')], [gate, job('a', 'success', 2)], 0],
    ['jobs of another run', [by('gate')], [gate, { ...job('a', 'cancelled', 2), suite: 8 }], 0],
    ['a required job beside others', [by('gate'), by('c')], [gate, job('a', 'skipped', 2), job('c', 'success', 4)], 0],
    ['a job that ran before the others', [by('gate')], [{ ...gate, ...time(1, 2) }, job('a', 'skipped', 2)], 0],
    ['a skipped aggregate over a failed job', [by('gate')], [job('gate', 'skipped', 1), job('a', 'failure', 2)], 1],
    [
      'a skipped job beside a required one that failed',
      [by('gate'), by('a')],
      [job('gate', 'skipped', 1), job('a', 'failure', 2)],
      0,
    ],
    ['an earlier run of that name failed', [by('gate')], [{ ...gate, earlierFailureUrl: 'https://x/1' }], 1],
  ])('%s', (_, required, checks, amount) => {
    expect(texts(required, checks)).toHaveLength(amount)
  })

  test('name the jobs, and how each ended', () => {
    expect(
      texts([by('gate')], [gate, job('a', 'skipped', 2), job('b', 'cancelled', 3), job('c', 'failure', 4)]),
    ).toEqual([
      '`gate` (https://github.com/gate) passed, though in the same run `c` (https://github.com/c) failed, `b` (https://github.com/b) was cancelled and `a` (https://github.com/a) was skipped.',
    ])
  })
})

test.each<[string, RequiredCheck[], Check[], string | null, boolean]>([
  ['all is known by the rules', [by('unit')], [PASSED], null, false],
  ['there may be more', [by('unit')], [PASSED], 'a', true],
  ['a status stands where a rule names an app', [by('unit', 7)], [status('unit', 'passed')], null, true],
  ['that app has reported', [by('unit', 15368)], [PASSED, status('unit', 'passed')], null, false],
])("GitHub's marks are asked for only where they tell more: %s", (_, checks, reports, why, expected) => {
  const required = { ...RULES, checks, gaps: why === null ? [] : [{ why }] }
  expect(mustAskForMarks({ required, reported: { sha: GROUP, checks: reports, incomplete: [] } })).toBe(expected)
})

test.each<[string, RequiredCheck[], Check[], true | undefined]>([
  ['nothing ran', [by('unit')], [], undefined],
  ['what is required ran', [by('unit')], [PASSED], undefined],
  ['the same name of another app ran', [by('unit', 7)], [PASSED], true],
])('a run says whether anything else reported: %s', (_, checks, reports, expected) => {
  const reads = {
    required: { ...RULES, checks, gaps: [] },
    reported: { sha: GROUP, checks: reports, incomplete: [] },
    markedRequired: [],
  }
  expect(testRunOfGroup(GROUP_OF_42, reads, null).value.hasUncountedReports).toBe(expected)
})
