import { describe, expect, test } from 'vitest'
import {
  MERGEABILITIES,
  PULL_REQUEST_STATES,
  QUEUE_STATES,
  type ReportedStatus,
  TEST_RUN_STATUSES,
} from '../../../src/facts/facts.ts'
import {
  pullRequestOf,
  quarantinedTestOf,
  queueOf,
  testRunOf,
  type WirePullRequest,
  type WireQueue,
  type WireRun,
} from '../../../src/sources/v1/answers.ts'

const COMMIT = 'a7f3772c30eb0c79b2472e1777c5bbdae1355ab7'

/** The least that each operation answers. */
const PULL_REQUEST: WirePullRequest = { prNumber: 42, prSha: COMMIT, isCurrentlySubmittedToQueue: true }
const QUEUE: WireQueue = { state: 'running', branch: 'main' }
const TEST_RUN: WireRun = { testBranch: 'tests', testBranchSha: COMMIT }

const pullRequest = (over: Partial<WirePullRequest>) => pullRequestOf({ ...PULL_REQUEST, ...over })
const queue = (over: Partial<WireQueue>) => queueOf({ ...QUEUE, ...over })
const testRun = (over: Partial<WireRun>) => testRunOf('run', { ...TEST_RUN, ...over })
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
    state => queue({ enqueuedPullRequests: [{ prNumber: 42, state }] }).entries?.[0]?.state,
  ],
  ['state of a queue', QUEUE_STATES, state => queue({ state }).state],
  ['status of a test run', TEST_RUN_STATUSES, each => testRun({ status: each }).status],
  [
    'mergeability',
    MERGEABILITIES,
    gitHubMergeability => pullRequest({ readiness: { gitHubMergeability } }).readiness?.mergeability,
  ],
]

describe.each(WORDS)('%s', (_, words, mapped) => {
  test.each(words)('%s, in any letter case', word => {
    for (const each of [word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`]) {
      expect(mapped(each)).toBe(word)
    }
  })

  test.each(['hibernating', 'not-ready', ' merged', '', 'constructor'])('%j is told as it came', word => {
    expect(mapped(word)).toBe(word)
  })
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

  test.each<[status: string | null, conclusion: string | null, ReportedStatus['outcome']]>([
    [null, null, null],
    ['in_progress', null, 'pending'],
    ['queued', null, 'pending'],
    ['waiting', null, 'pending'],
    // It has ended with an unknown outcome.
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
  const UNIT = {
    name: 'unit',
    url: 'https://ci.example/unit',
    outcome: 'passed',
    word: 'success',
  }
  const docs = { context: 'docs', state: 'failure' }
  const DOCS = { name: 'docs', url: null, outcome: 'failed', word: 'failure' }

  test.each<[string, Partial<WireRun>, object[], boolean]>([
    ['both lists', { checkSuites: [{ checkRuns: [unit] }], statusChecks: [docs] }, [UNIT, DOCS], true],
    ['both empty', { checkSuites: [], statusChecks: [] }, [], true],
    ['no check suites', { statusChecks: [docs] }, [DOCS], false],
    ['a suite without its runs', { checkSuites: [{ checkRuns: [unit] }, {}], statusChecks: [] }, [UNIT], false],
    [
      'a run without a name, which can be any',
      { checkSuites: [{ checkRuns: [unit, { conclusion: 'success' }] }], statusChecks: [] },
      [UNIT],
      false,
    ],
    [
      'a skipped one, which tested nothing',
      { checkSuites: [], statusChecks: [{ context: 'docs', state: 'SKIPPED' }] },
      [{ ...DOCS, outcome: 'passed', word: 'skipped' }],
      true,
    ],
    [
      'a history of one name',
      { checkSuites: [], statusChecks: [docs, { ...docs, state: 'PENDING' }] },
      [DOCS, { ...DOCS, outcome: 'pending', word: 'pending' }],
      true,
    ],
    [
      'the name of a commit status in other letters',
      { requiredStatuses: ['DOCS'], checkSuites: [], statusChecks: [docs] },
      [{ ...DOCS, name: 'DOCS' }],
      true,
    ],
    ['no commit statuses', { checkSuites: [] }, [], false],
    [
      "GitHub's `expected`, which means that nothing was reported",
      {
        checkSuites: [{ checkRuns: [{ ...unit, status: 'expected', conclusion: null }] }],
        statusChecks: [{ ...docs, state: 'EXPECTED' }],
      },
      [],
      true,
    ],
    ['a commit status with an empty name', { checkSuites: [], statusChecks: [{ ...docs, context: '' }] }, [], false],
    ['a run that is null', { checkSuites: [{ checkRuns: [null, unit] }], statusChecks: [] }, [UNIT], false],
    ['a commit status that is null', { checkSuites: [], statusChecks: [null, docs] }, [DOCS], false],
    [
      'a required status that is null, which any report can be of',
      { requiredStatuses: [null], checkSuites: [{ checkRuns: [unit] }], statusChecks: [] },
      [UNIT],
      false,
    ],
  ])('%s', (_, lists, reported, reportedIsWhole) => {
    const { reported: found, reportedIsWhole: whole } = testRun(lists)
    expect({ found, whole }).toEqual({ found: reported, whole: reportedIsWhole })
  })

  test.each<[string, (string | null)[] | null | undefined, string[] | null]>([
    ['some of them null: those that are named', [null, 'unit'], ['unit']],
    ['all of them null: not known', [null], null],
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
  // Without a known line there is no position.
  ['braided', false],
  [' single', false],
  [null, false],
  [undefined, false],
])('the entries of a queue in mode %j stand in one line: %s', (mode, ordered) => {
  expect(queue({ mode }).isOrdered).toBe(ordered)
})

describe('every member finds its place', () => {
  const readiness = {
    requiresImpactedTargets: true,
    hasImpactedTargets: false,
    doesBaseBranchMatch: true,
    gitHubMergeability: 'MERGEABLE',
  }
  const SUBMISSION = {
    prTitle: 'More thrust',
    prBaseBranch: 'main',
    state: 'PENDING',
    stateChangedAt: '2025-03-01T11:48:00Z',
    readiness,
  }
  const MAPPED = {
    title: 'More thrust',
    baseBranch: 'main',
    state: 'pending',
    stateChangedAt: '2025-03-01T11:48:00Z',
    readiness: {
      requiresImpactedTargets: true,
      hasImpactedTargets: false,
      baseBranchMatches: true,
      mergeability: 'mergeable',
    },
  }
  const nothing = (members: object) => Object.fromEntries(Object.keys(members).map(member => [member, null]))

  // Members that v1 never gives.
  const NEVER_SAID = { removal: null, doubts: [] }

  test('of a pull request', () => {
    expect(pullRequest({ ...SUBMISSION, forceEnqueued: false })).toEqual({
      ...MAPPED,
      number: 42,
      headSha: COMMIT,
      submitted: true,
      forceEnqueued: false,
      ...NEVER_SAID,
    })
    expect(pullRequest({})).toEqual({
      ...nothing(MAPPED),
      number: 42,
      headSha: COMMIT,
      submitted: true,
      forceEnqueued: null,
      ...NEVER_SAID,
    })
    expect(pullRequest({ readiness: {} }).readiness).toEqual(nothing(MAPPED.readiness))
  })

  test('of a queue', () => {
    const lists = {
      requiredStatuses: ['unit'],
      enqueuedPullRequests: [{ ...SUBMISSION, prNumber: 42, prSha: COMMIT }, {}],
    }
    expect(queue({ mode: 'single', ...lists, batchingRules: [] })).toEqual({
      state: 'running',
      branch: 'main',
      isOrdered: true,
      requiredStatuses: ['unit'],
      entries: [
        { number: 42, title: 'More thrust', state: 'pending', stateChangedAt: '2025-03-01T11:48:00Z' },
        { number: null, title: null, state: null, stateChangedAt: null },
      ],
      doubts: [],
    })
    expect(queue({})).toMatchObject({ isOrdered: false, requiredStatuses: null, entries: null })
  })

  test('of a test run', () => {
    const SAME = {
      createdAt: '2025-03-01T11:30:00Z',
      requiredStatuses: ['unit'],
    }
    const ITSELF = { doubts: [], id: 'run', testBranch: 'tests', testBranchSha: COMMIT }
    expect(
      testRun({
        ...SAME,
        status: 'succeeded',
        dependentPrs: [43],
        checkSuites: [],
        statusChecks: [],
        testedPullRequests: [
          { prNumber: 42, prUrl: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' },
          { prNumber: 43 },
          // Each is listed once, and gets one comment.
          { prNumber: 42, title: 'Less thrust' },
        ],
      }),
    ).toEqual({
      ...ITSELF,
      ...SAME,
      status: 'succeeded',
      dependentPullRequests: [43],
      reported: [],
      reportedIsWhole: true,
      pullRequests: [
        { number: 42, url: 'https://github.com/acme/rocket/pull/42', title: 'More thrust' },
        { number: 43, url: null, title: null },
      ],
    })
    expect(testRun({})).toEqual({
      ...ITSELF,
      ...nothing(SAME),
      status: null,
      dependentPullRequests: null,
      reported: [],
      reportedIsWhole: false,
      pullRequests: null,
    })
  })

  test('of a quarantined test', () => {
    const SAME = {
      name: 'ignites',
      parent: 'Engine',
      file: 'test/engine.test.ts',
      classname: 'Engine',
      variant: 'linux',
      codeowners: ['@acme/propulsion'],
    }
    const [quarantinedAt, statusLastUpdatedAt] = ['2025-02-26T12:00:00Z', '2025-02-28T12:00:00Z']
    expect(
      quarantinedTestOf({
        ...SAME,
        quarantined_at: quarantinedAt,
        status_last_updated_at: statusLastUpdatedAt,
        test_case_id: 'case-1',
      }),
    ).toEqual({ ...SAME, quarantinedAt, statusLastUpdatedAt, testCaseId: 'case-1' })
    expect(quarantinedTestOf({ name: 'ignites' }).codeowners).toEqual([])
  })
})

/** A readiness that can't be read. It is not null, so that the state does not decide instead. */
const UNKNOWN = {
  requiresImpactedTargets: null,
  hasImpactedTargets: null,
  baseBranchMatches: null,
  mergeability: null,
}

test.each<[string, unknown, unknown]>([
  ['a number that is none', testRun({ dependentPrs: [43, 'x'] }).dependentPullRequests, [43]],
  ['an owner that is null', quarantinedTestOf({ name: 'x', codeowners: [null, '@mona'] }).codeowners, ['@mona']],
  [
    'an entry in a state that is no text',
    queue({ enqueuedPullRequests: [{ prNumber: 43, state: 7 }] }).entries?.map(each => [each.number, each.state]),
    [[43, null]],
  ],
  ['a title that is no text', pullRequest({ prTitle: 7 }).title, null],
  ['a flag that is none', pullRequest({ forceEnqueued: 'yes' }).forceEnqueued, null],
  ['a mode that is no word', queue({ mode: 1 }).isOrdered, false],
  // Each is still an entry: an unknown one may be any pull request's, and counts as enqueued.
  ...[{ prNumber: 'x', state: 'merged' }, null, 'x'].map((odd): [string, unknown, unknown] => [
    `an entry that is ${JSON.stringify(odd)}`,
    queue({ enqueuedPullRequests: [{ prNumber: 42, state: 'failed' }, odd] }).entries?.map(each => [
      each.number,
      each.state,
    ]),
    [
      [42, 'failed'],
      [null, null],
    ],
  ]),
  [
    'a pull request under test that is null',
    testRun({ testedPullRequests: [null, { prNumber: 42 }] }).pullRequests,
    null,
  ],
  ['a required status that is null', queue({ requiredStatuses: ['unit', null] }).requiredStatuses, null],
  ...['x', 7, true, ['x'], { gitHubMergeability: 5 }, { hasImpactedTargets: 'yes' }].map(
    (readiness): [string, unknown, unknown] => [
      `readiness that is ${JSON.stringify(readiness)}`,
      pullRequest({ readiness }).readiness,
      UNKNOWN,
    ],
  ),
])('what breaks no answer, %s', (_, shown, expected) => {
  expect(shown).toEqual(expected)
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
