import { describe, expect, test } from 'vitest'
import {
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  QUEUE_MODES,
  QUEUE_STATES,
  type ReportedStatus,
  TEST_RUN_STATUSES,
} from '../../src/facts/facts.ts'
import { pullRequestOf, quarantinedTestOf, queueOf, testRunOf } from '../../src/service/mapping.ts'
import type { Wire } from '../../src/service/wire.ts'

const COMMIT = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'

type PullRequestAnswer = Wire['submittedPullRequest']
type QueueAnswer = Wire['queue']
type TestRunAnswer = Wire['testingDetails']

/** The least that each operation answers. */
const PULL_REQUEST: PullRequestAnswer = { prNumber: 42, prSha: COMMIT, isCurrentlySubmittedToQueue: true }
const QUEUE: QueueAnswer = { state: 'running', branch: 'main', enqueuedPullRequests: [] }
const TEST_RUN: TestRunAnswer = { testBranch: 'tests', testBranchSha: COMMIT, statusChecks: [], testedPullRequests: [] }

const pullRequest = (over: Partial<PullRequestAnswer>) => pullRequestOf({ ...PULL_REQUEST, ...over })
const queue = (over: Partial<QueueAnswer>) => queueOf({ ...QUEUE, ...over })
const testRun = (over: Partial<TestRunAnswer>) => testRunOf('run', { ...TEST_RUN, ...over })
/** One check run, and beside it no commit status. */
const check = (run: { status?: string | null; conclusion?: string | null }) =>
  testRun({ checkSuites: [{ checkRuns: [{ name: 'unit', ...run }] }], statusChecks: [] }).reported[0]?.outcome
/** One commit status, and beside it no check run. */
const status = (state: string | null) =>
  testRun({ checkSuites: [], statusChecks: [{ context: 'unit', state }] }).reported[0]?.outcome

/** Every member that holds a word of an enumeration: the words that are known, and where the facts have it. */
const WORDS: [string, readonly string[], (word: string) => string | null | undefined][] = [
  ['state of a pull request', PULL_REQUEST_STATES, state => pullRequest({ state }).state],
  [
    'state of an entry',
    PULL_REQUEST_STATES,
    state => queue({ enqueuedPullRequests: [{ prNumber: 42, state }] }).entries[0]?.state,
  ],
  ['state of a queue', QUEUE_STATES, state => queue({ state }).state],
  ['mode of a queue', QUEUE_MODES, mode => queue({ mode }).mode],
  ['direct merge mode', ['off', 'always'], directMergeMode => queue({ directMergeMode }).directMergeMode],
  [
    'optimization mode',
    ['off', 'bisection_skip_redundant_tests'],
    optimizationMode => queue({ optimizationMode }).optimizationMode,
  ],
  ['merge method', ['merge_commit', 'squash', 'rebase'], mergeMethod => queue({ mergeMethod }).mergeMethod],
  ['status of a test run', TEST_RUN_STATUSES, each => testRun({ status: each }).status],
  [
    'source of the required statuses',
    ['merge_instance', 'branch_protection'],
    requiredStatusesSource => testRun({ requiredStatusesSource }).requiredStatusesSource,
  ],
  [
    'mergeability',
    MERGEABILITIES,
    gitHubMergeability => pullRequest({ readiness: { gitHubMergeability } }).readiness?.mergeability,
  ],
  [
    'mergeability of an entry',
    MERGEABILITIES,
    gitHubMergeability =>
      queue({ enqueuedPullRequests: [{ readiness: { gitHubMergeability } }] }).entries[0]?.readiness?.mergeability,
  ],
]

describe.each(WORDS)('%s', (_, words, mapped) => {
  test.each(words)('%s, in any letter case', word => {
    for (const each of [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]) {
      expect(mapped(each)).toBe(word)
    }
  })

  test.each(words)('%s with blanks around it, or something else for its underscores, is another word', word => {
    for (const each of [` ${word}`, `${word} `, `\t${word}`, `${word}\n`, `${word}\u00a0`, `${word}.`]) {
      expect(words).not.toContain(mapped(each))
    }
    if (word.includes('_')) expect(words).not.toContain(mapped(word.replaceAll('_', '-')))
  })

  test.each(['hibernating', '', ' ', 'null', 'constructor'])('%j is told as it came', word => {
    expect(mapped(word)).toBe(word)
  })
})

test('words that are absent or null are null', () => {
  for (const none of [undefined, null]) {
    expect(pullRequest({ state: none, readiness: { gitHubMergeability: none } })).toMatchObject({
      state: null,
      readiness: { mergeability: null },
    })
    expect(queue({ mode: none, directMergeMode: none, optimizationMode: none, mergeMethod: none })).toMatchObject({
      mode: null,
      directMergeMode: null,
      optimizationMode: null,
      mergeMethod: null,
    })
    expect(testRun({ status: none, requiredStatusesSource: none })).toMatchObject({
      status: null,
      requiredStatusesSource: null,
    })
    expect(pullRequest({ readiness: none }).readiness).toBe(null)
  }
})

/** GitHub's words for how a check run ended (conclusion) and for a commit status (state). */
const OUTCOMES: Record<string, ReportedStatus['outcome']> = {
  success: 'passed',
  neutral: 'passed',
  skipped: 'passed',
  failure: 'failed',
  error: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
  queued: 'pending',
  in_progress: 'pending',
  pending: 'pending',
  waiting: 'pending',
  requested: 'pending',
  expected: 'pending',
  stale: 'unknown',
  hibernating: 'unknown',
  completed: 'unknown',
  '': 'unknown',
}

describe('how a required status went', () => {
  test.each(Object.entries(OUTCOMES))('%j is %s, in any letter case', (word, outcome) => {
    for (const each of [word, word.toUpperCase()]) {
      expect(status(each)).toBe(outcome)
      expect(check({ conclusion: each })).toBe(outcome)
      expect(check({ status: 'completed', conclusion: each })).toBe(outcome)
      expect(check({ status: 'COMPLETED', conclusion: each })).toBe(outcome)
    }
  })

  test.each(Object.keys(OUTCOMES).filter(word => word !== ''))('%j with blanks around it is nothing known', word => {
    for (const each of [` ${word}`, `${word} `, `${word}\n`]) {
      expect(status(each)).toBe('unknown')
      expect(check({ status: 'completed', conclusion: each })).toBe('unknown')
    }
  })

  test.each<[status: string | null, conclusion: string | null, ReportedStatus['outcome']]>([
    [null, null, null],
    ['in_progress', null, 'pending'],
    ['queued', null, 'pending'],
    ['waiting', null, 'pending'],
    // It has ended, and nobody says how.
    ['completed', null, 'unknown'],
    [null, 'success', 'passed'],
    // Only a run that is completed has a conclusion.
    ['in_progress', 'success', 'pending'],
    ['queued', 'failure', 'pending'],
    [' completed', 'success', 'unknown'],
    ['hibernating', 'success', 'unknown'],
  ])('a check run with status %s and conclusion %s', (state, conclusion, outcome) => {
    expect(check({ status: state, conclusion })).toBe(outcome)
  })

  test('a commit status that does not say', () => {
    expect(status(null)).toBe(null)
  })
})

describe('what was reported, and whether that is all', () => {
  const unit = { name: 'unit', url: 'https://ci.example/unit', status: 'completed', conclusion: 'success' }
  const UNIT = { name: 'unit', url: 'https://ci.example/unit', outcome: 'passed' }
  const docs = { context: 'docs', state: 'failure' }
  const DOCS = { name: 'docs', url: null, outcome: 'failed' }

  test.each<[string, Pick<TestRunAnswer, 'checkSuites' | 'statusChecks'>, object[], boolean]>([
    ['both lists', { checkSuites: [{ checkRuns: [unit] }], statusChecks: [docs] }, [UNIT, DOCS], true],
    ['both empty', { checkSuites: [], statusChecks: [] }, [], true],
    ['an empty suite', { checkSuites: [{ checkRuns: [] }], statusChecks: [] }, [], true],
    ['no check suites', { statusChecks: [docs] }, [DOCS], false],
    ['check suites null', { checkSuites: null, statusChecks: [docs] }, [DOCS], false],
    ['a suite without its runs', { checkSuites: [{ checkRuns: [unit] }, {}], statusChecks: [] }, [UNIT], false],
    ['a suite with runs null', { checkSuites: [{ checkRuns: null }], statusChecks: [] }, [], false],
    [
      'a run without a name, which can be any',
      { checkSuites: [{ checkRuns: [unit, { conclusion: 'success' }] }], statusChecks: [] },
      [UNIT],
      false,
    ],
    ['a commit status with an empty name', { checkSuites: [], statusChecks: [{ ...docs, context: '' }] }, [], false],
  ])('%s', (_, lists, reported, reportedIsWhole) => {
    const { reported: found, reportedIsWhole: whole } = testRun(lists)
    expect({ found, whole }).toEqual({ found: reported, whole: reportedIsWhole })
  })

  test.each<[string, string[] | null | undefined, string[] | null]>([
    ['named', ['unit', 'e2e'], ['unit', 'e2e']],
    ['none', [], []],
    ['null: not known', null, null],
    ['absent: not known', undefined, null],
  ])('which are required, %s', (_, requiredStatuses, expected) => {
    expect(testRun({ requiredStatuses }).requiredStatuses).toEqual(expected)
  })
})

test.each<[string | null | undefined, boolean]>([
  ['single', true],
  ['SINGLE', true],
  ['parallel', false],
  // Of a line that nobody spoke of no place is told.
  ['braided', false],
  [' single', false],
  [null, false],
  [undefined, false],
])('the entries of a queue in mode %j stand in one line: %s', (mode, ordered) => {
  expect(queue({ mode }).ordered).toBe(ordered)
})

test('empty texts of a quarantined test say nothing', () => {
  const empty = { parent: '', file: '', classname: '', variant: '', quarantined_at: '', status_last_updated_at: '' }
  expect(quarantinedTestOf({ name: 'ignites', ...empty, test_case_id: '' })).toEqual({
    name: 'ignites',
    parent: null,
    file: null,
    classname: null,
    variant: null,
    codeowners: [],
    quarantinedAt: null,
    statusLastUpdatedAt: null,
    testCaseId: null,
  })
})
