import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../src/facts/context.ts'
import {
  CONDITION_NAMES,
  type Condition,
  FACT_OF,
  type Facts,
  PULL_REQUEST_STATES,
  type PullRequestState,
  QUEUE_STATES,
} from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import { CONDITIONS, judge } from '../../src/gate/conditions.ts'
import { snapshotOf } from '../../src/gate/doubts.ts'
import { asText } from '../../src/text/message.ts'
import {
  ABSENT,
  context,
  covered,
  facts,
  failed,
  hardFailure,
  listing,
  OTHER,
  ofGroupChecks,
  ofQueue,
  open,
  outage,
  ofPullRequest as pr,
  readiness,
  uncovered,
} from '../builders.ts'
import { byOutage, type Digest, digest, forGood, MET, ON_SERVICE, unknown, unmet } from './digest.ts'

const FOLDER = path.join(import.meta.dirname, '../scenarios')
const SCENARIOS = fs
  .globSync('*.test.ts', { cwd: FOLDER })
  .map(file => fs.readFileSync(path.join(FOLDER, file), 'utf8'))
  .join('\n')

type Case = [name: string, given: Partial<Facts>, expected: Digest, about?: RunContext]

const judged = (condition: Condition, given: Partial<Facts>, about = context()) =>
  judge(condition, snapshotOf(facts(given), about))

function holds(condition: Condition, cases: Case[]): void {
  for (const [, , { verdict }] of cases) HELD.add(`${condition}: ${verdict}`)
  test.each(cases)('%s', (_, given, expected, about) => {
    expect(digest(judged(condition, given, about))).toEqual(expected)
  })
}

/** Each condition with each verdict that a row expects of it. */
const HELD = new Set<string>()

/** The verdicts of one condition in each state of the pull request. */
type ByState = Record<PullRequestState | 'none' | 'hibernating', [submitted: Digest, notSubmitted: Digest]>

function holdsByState(condition: Condition, expected: ByState, given: Partial<Facts> = {}): void {
  for (const { verdict } of Object.values(expected).flat()) HELD.add(`${condition}: ${verdict}`)
  test.each(Object.entries(expected))('submitted, and not submitted, state %s', (state, digested) => {
    const found = [true, false].map(submitted => {
      const named = state === 'none' ? null : state
      return digest(judged(condition, { ...given, ...pr({ submitted, state: named, readiness: null }) }))
    })
    expect(found).toEqual(digested)
  })
}

const EMPTY = listing()
const NEVER = { pullRequest: ABSENT }
const CONTRADICTION = unknown('contradictory-answer')
const STATE_UNKNOWN = unknown('state-unknown')
const NOT_KNOWN = unknown('not-known')
const NO_QUEUE = forGood(unknown('queue-not-found'))
const MERGED = { state: 'merged', submitted: false }
const FAILED = forGood(unmet('state-failed'))
const CANCELLED = forGood(unmet('state-cancelled'))
const LISTED_LIVE = listing({ state: 'testing' })

describe('submitted', () => {
  const GONE = forGood(unmet('not-submitted'))
  holdsByState('submitted', {
    not_ready: [MET, unmet('not-submitted')],
    pending: [MET, CONTRADICTION],
    testing: [MET, CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [MET, CONTRADICTION],
    merged: [GONE, GONE],
    failed: [CONTRADICTION, unmet('not-submitted')],
    cancelled: [CONTRADICTION, unmet('not-submitted')],
    none: [MET, unmet('not-submitted')],
    hibernating: [MET, STATE_UNKNOWN],
  })
  holds('submitted', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['never submitted, no such queue', { ...NEVER, queue: ABSENT }, forGood(unmet('queue-not-found'))],
    ['never submitted, yet listed', { ...NEVER, ...LISTED_LIVE }, CONTRADICTION],
    [
      'out of the queue of a branch without one',
      { ...pr({ state: 'not_ready', submitted: false }), queue: ABSENT },
      forGood(unmet('queue-not-found')),
    ],
    ['its base is another branch', pr({ baseBranch: 'next', readiness: null }), MET],
  ])
})

describe('ready', () => {
  holdsByState('ready', {
    not_ready: [unmet('state-not-ready'), unmet('not-submitted')],
    pending: [MET, CONTRADICTION],
    testing: [MET, CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [MET, CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, FAILED],
    cancelled: [CONTRADICTION, CANCELLED],
    none: [STATE_UNKNOWN, unmet('not-submitted')],
    hibernating: [STATE_UNKNOWN, unmet('not-submitted')],
  })
  holds('ready', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['merged, and the queue still lists it', { ...pr(MERGED), ...LISTED_LIVE }, MET],
    ['a paused queue plays no part', { ...pr(), ...ofQueue({ state: 'paused' }) }, MET],
  ])
})

/** The base of the pull request as far as the source says it, and whether it may belong to another queue. */
const BASES: [name: string, Partial<Parameters<typeof pr>[0]>, isOther: boolean][] = [
  ['matches', {}, false],
  ['matches, and another one is named: it lags', { baseBranch: 'next' }, false],
  ['does not match', { readiness: readiness({ baseBranchMatches: false }) }, true],
  [
    'does not match, and is another one',
    { baseBranch: 'next', readiness: readiness({ baseBranchMatches: false }) },
    true,
  ],
  [
    'is another one, and nothing says if it matches',
    { baseBranch: 'next', readiness: readiness({ baseBranchMatches: null }) },
    true,
  ],
  ['is another one, and there is no readiness', { baseBranch: 'next', readiness: null }, true],
  ['is the same as a ref, and there is no readiness', { baseBranch: 'refs/heads/main', readiness: null }, false],
  ['is not named, and nothing says if it matches', { baseBranch: null, readiness: null }, false],
]

describe.each(BASES)('the base %s', (_, base, isOther) => {
  const MISMATCH = unknown('base-branch-mismatch')
  test.each<[Condition, Partial<Facts>, Digest]>([
    ['merged', pr({ ...base, ...MERGED }), MET],
    ['not-submitted', pr({ ...base, ...MERGED }), MET],
    ['settled', pr({ ...base, ...MERGED }), MET],
    ['merged', pr({ ...base, state: 'failed', submitted: false }), FAILED],
    ['not-submitted', { ...pr({ ...base, state: 'failed', submitted: false }), ...EMPTY }, MET],
    ['settled', pr({ ...base, state: 'cancelled', submitted: false }), MET],
    ['not-submitted', pr({ ...base, state: 'testing' }), unmet('still-submitted')],
    ['settled', pr({ ...base, state: 'failed' }), CONTRADICTION],
  ])('%s of %o', (condition, given, else_) => {
    expect(digest(judged(condition, given))).toEqual(isOther ? MISMATCH : else_)
  })

  test.each(['submitted', 'tests-passed'] as const)('%s does not rest on it', condition => {
    expect(digest(judged(condition, pr({ ...base, state: 'tests_passed' })))).toEqual(MET)
  })
})

describe('not-submitted', () => {
  const IN = unmet('still-submitted')
  holdsByState(
    'not-submitted',
    {
      not_ready: [IN, MET],
      pending: [IN, CONTRADICTION],
      testing: [IN, CONTRADICTION],
      tests_passed: [IN, CONTRADICTION],
      pending_failure: [IN, CONTRADICTION],
      merged: [MET, MET],
      failed: [CONTRADICTION, MET],
      cancelled: [CONTRADICTION, MET],
      none: [IN, MET],
      hibernating: [IN, STATE_UNKNOWN],
    },
    EMPTY,
  )
  const gone = pr({ submitted: false, state: 'cancelled' })
  holds('not-submitted', [
    ['never submitted, the queue is empty', { ...NEVER, ...EMPTY }, MET],
    ['never submitted, the queue lists others', { ...NEVER, ...listing({ number: 43 }) }, MET],
    ['never submitted, yet listed', { ...NEVER, ...LISTED_LIVE }, CONTRADICTION],
    ['never submitted, listed as over', { ...NEVER, ...listing({ state: 'merged' }) }, MET],
    ['never submitted, one listed without a number', { ...NEVER, ...listing({ number: null }) }, NOT_KNOWN],
    ['never submitted, no such queue: the branch may be misspelt', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    ['it has left, and the queue lists that', { ...gone, ...listing({ state: 'cancelled' }) }, MET],
    ['it has left, yet listed in an unknown state', { ...gone, ...listing({ state: 'hibernating' }) }, CONTRADICTION],
    ['it has left, one listed without a number', { ...gone, ...listing({ number: 43 }, { number: null }) }, NOT_KNOWN],
    ['it has left, and what has no number is over', { ...gone, ...listing({ number: null, state: 'merged' }) }, MET],
    ['merged needs no queue', { ...pr(MERGED), queue: ABSENT }, MET],
    ['merged stands, whatever the list says', { ...pr(MERGED), ...LISTED_LIVE }, MET],
  ])
})

describe('tests-passed', () => {
  holdsByState('tests-passed', {
    not_ready: [unmet('state-not-ready'), unmet('state-not-ready')],
    pending: [unmet('state-pending'), CONTRADICTION],
    testing: [unmet('state-testing'), CONTRADICTION],
    tests_passed: [MET, CONTRADICTION],
    pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, FAILED],
    cancelled: [CONTRADICTION, CANCELLED],
    none: [STATE_UNKNOWN, STATE_UNKNOWN],
    hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
  })
  holds('tests-passed', [['never submitted is an answer', NEVER, unmet('not-submitted')]])
})

describe('merged', () => {
  holdsByState('merged', {
    not_ready: [unmet('state-not-ready'), unmet('state-not-ready')],
    pending: [unmet('state-pending'), CONTRADICTION],
    testing: [unmet('state-testing'), CONTRADICTION],
    tests_passed: [unmet('state-tests-passed'), CONTRADICTION],
    pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
    merged: [MET, MET],
    failed: [CONTRADICTION, FAILED],
    cancelled: [CONTRADICTION, CANCELLED],
    none: [STATE_UNKNOWN, STATE_UNKNOWN],
    hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
  })
  holds('merged', [
    ['never submitted is an answer', NEVER, unmet('not-submitted')],
    ['on whichever commit', pr({ state: 'merged', headSha: OTHER }), MET],
    ['failed, yet listed', { ...pr({ state: 'failed', submitted: false }), ...LISTED_LIVE }, CONTRADICTION],
  ])
})

describe('settled', () => {
  holdsByState(
    'settled',
    {
      not_ready: [unmet('state-not-ready'), MET],
      pending: [unmet('state-pending'), CONTRADICTION],
      testing: [unmet('state-testing'), CONTRADICTION],
      tests_passed: [unmet('state-tests-passed'), CONTRADICTION],
      pending_failure: [unmet('state-pending-failure'), CONTRADICTION],
      merged: [MET, MET],
      failed: [CONTRADICTION, MET],
      cancelled: [CONTRADICTION, MET],
      none: [STATE_UNKNOWN, MET],
      hibernating: [STATE_UNKNOWN, STATE_UNKNOWN],
    },
    EMPTY,
  )
  holds('settled', [
    ['never submitted, and the queue knows nothing of it', { ...NEVER, ...EMPTY }, MET],
    ['never submitted, no such queue', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    ['merged, and the queue still lists it', { ...pr(MERGED), ...LISTED_LIVE }, MET],
    ['failed, yet listed', { ...pr({ state: 'failed', submitted: false }), ...LISTED_LIVE }, CONTRADICTION],
  ])
})

describe("GitHub's queue", () => {
  const about = context({ source: SOURCES.github })
  const rules = ofQueue({ entries: null })
  const out = pr({ state: 'cancelled', submitted: false })
  test.each<[Condition, Partial<Facts>, Digest]>([
    ['settled', pr({ state: null, readiness: null }), unmet('still-submitted')],
    ['settled', pr({ state: 'unknown:LOCKED', readiness: null }), unmet('still-submitted')],
    ['not-submitted', { ...out, ...rules }, MET],
    ['not-submitted', { ...out, queue: ABSENT }, NO_QUEUE],
    ['not-submitted', { ...NEVER, ...rules }, MET],
    ['settled', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    // The repository may use another queue; its merge would be seen all the same.
    ['submitted', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    ['ready', { ...NEVER, queue: ABSENT }, NO_QUEUE],
    ['tests-passed', { ...NEVER, queue: failed(outage()) }, byOutage(unknown('service-unavailable'))],
    ['merged', { ...NEVER, queue: ABSENT }, unmet('queue-not-found')],
    ['submitted', { ...NEVER, ...rules }, unmet('not-submitted')],
  ])('%s of %o', (condition, given, expected) => {
    expect(digest(judged(condition, given, about))).toEqual(expected)
  })
})

describe('a pull request that is out, and the queue of the same poll', () => {
  const out = (state: string | null) => pr({ state, submitted: false })
  const unread: [string, Facts['queue'], Digest][] = [
    ['in an outage', failed(outage()), byOutage(unknown('service-unavailable'))],
    ['refused', failed(hardFailure()), forGood(unknown('token-refused'))],
    ['not asked', undefined, forGood(unknown('internal-error'))],
    ['without its list', ofQueue({ entries: null }).queue, NOT_KNOWN],
    ['gone', ABSENT, NO_QUEUE],
  ]
  for (const condition of ['not-submitted', 'settled'] as const) {
    // What is over is settled without a queue.
    for (const state of condition === 'settled' ? ['not_ready', null] : ['failed', 'cancelled', 'not_ready', null]) {
      const cases = unread.map(([name, queue, expected]): Case => [name, { ...out(state), queue }, expected])
      describe(`${condition}, state ${state}, the queue`, () => holds(condition, cases))
    }
  }
  for (const state of ['merged', 'failed', 'cancelled']) {
    const cases = unread.map(([name, queue]): Case => [name, { ...out(state), queue }, MET])
    describe(`settled, ${state}, the queue`, () => holds('settled', cases))
  }
})

describe('queue-running', () => {
  holds('queue-running', [
    ['running', ofQueue({ state: 'running' }), MET],
    ['running, and its entries are not known', ofQueue({ entries: null }), MET],
    ['paused', ofQueue({ state: 'paused' }), unmet('queue-paused')],
    ['draining', ofQueue({ state: 'draining' }), unmet('queue-draining')],
    ['switching modes', ofQueue({ state: 'switching_modes' }), unmet('queue-switching-modes')],
    ['a state of the future', ofQueue({ state: 'hibernating' }), NOT_KNOWN],
    ['an empty state', ofQueue({ state: '' }), NOT_KNOWN],
    ['no queue', { queue: ABSENT }, forGood(unmet('queue-not-found'))],
    ['no queue, though the pull request is in it', { ...pr(), queue: ABSENT }, forGood(unmet('queue-not-found'))],
    ['running, though the list contradicts', { ...pr({ submitted: false, state: 'failed' }), ...LISTED_LIVE }, MET],
    ['the whole ref of the branch', ofQueue({ branch: 'refs/heads/main' }), MET],
  ])
})

describe('queue-empty', () => {
  const holding = (...states: (string | null)[]) => listing(...states.map((state, at) => ({ number: 50 + at, state })))
  const NOT_EMPTY = unmet('queue-not-empty')
  holds('queue-empty', [
    ['nothing listed', EMPTY, MET],
    ['only what is over', holding('merged', 'failed', 'cancelled'), MET],
    ['one among those that are over', holding('merged', 'pending', 'failed'), NOT_EMPTY],
    ['its own entry', { ...pr(), ...listing({}) }, NOT_EMPTY],
    [
      'its own entry, which its own answer denies, and another one',
      { ...pr({ state: 'failed', submitted: false }), ...listing({}, { number: 43 }) },
      CONTRADICTION,
    ],
    ['an entry of which nothing is known', listing({ number: null, state: null }), NOT_EMPTY],
    ['an unknown state', holding('hibernating'), NOT_EMPTY],
    ['a state with blanks around it', holding(' merged'), NOT_EMPTY],
    ['no state', holding(null), NOT_EMPTY],
    ...['pending', 'testing', 'tests_passed', 'pending_failure', 'hibernating', null].map(
      (state): Case => [`its own is submitted and ${state}, and not listed`, { ...pr({ state }), ...EMPTY }, NOT_KNOWN],
    ),
    [
      'its own is testing, and listed as over',
      { ...pr({ state: 'testing' }), ...listing({ state: 'failed' }) },
      NOT_KNOWN,
    ],
    ['its own is testing, yet not submitted', { ...pr({ state: 'testing', submitted: false }), ...EMPTY }, NOT_KNOWN],
    ['its own is not ready, and not listed', { ...pr({ state: 'not_ready' }), ...EMPTY }, MET],
    ['its own is merged, and not listed', { ...pr({ state: 'merged' }), ...EMPTY }, MET],
    ['its own is out, in no known state', { ...pr({ state: null, submitted: false }), ...EMPTY }, MET],
    ['entries that are not known', ofQueue({ entries: null }), NOT_KNOWN],
    ['no queue', { queue: ABSENT }, NO_QUEUE],
    ['no queue, though the pull request is in it', { ...pr(), queue: ABSENT }, CONTRADICTION],
    ...PULL_REQUEST_STATES.filter(state => !['merged', 'failed', 'cancelled'].includes(state)).map(
      (state): Case => [`one that is ${state}`, holding(state), NOT_EMPTY],
    ),
    ...QUEUE_STATES.map((state): Case => [`nothing listed, ${state}`, ofQueue({ state, entries: [] }), MET]),
  ])
})

describe('merge-group-checks', () => {
  const lost = {
    mergeGroupChecks: {
      ...ofGroupChecks([covered('a')], { whyMoreMayBeRequired: 'no answer' }).mergeGroupChecks,
      failure: outage(),
    },
  }
  const worse = { mergeGroupChecks: { ...ofGroupChecks([uncovered('a')]).mergeGroupChecks, failure: outage() } }
  const UNCOVERED = 'merge-group-checks-uncovered'

  holds('merge-group-checks', [
    ['all are covered', ofGroupChecks([covered('a'), covered('b')]), MET],
    ['none is required', ofGroupChecks([]), MET],
    ['a broken file decides nothing', ofGroupChecks([covered('a')], { brokenFiles: ['x.yml'] }), MET],
    ['one is uncovered', ofGroupChecks([covered('a'), uncovered('b'), open('c')]), forGood(unmet(UNCOVERED))],
    ['two of one workflow are told once', ofGroupChecks([uncovered('a'), uncovered('b')]), forGood(unmet(UNCOVERED))],
    [
      'two that an `if:` skips are told each',
      ofGroupChecks([uncovered('a', { triggerLine: null }), uncovered('b', { triggerLine: null })]),
      forGood(unmet(UNCOVERED, UNCOVERED)),
    ],
    ['two are open', ofGroupChecks([open('a'), open('b')]), forGood(unknown('not-known', 'not-known'))],
    ['more may be required', ofGroupChecks([covered('a')], { whyMoreMayBeRequired: 'x' }), forGood(NOT_KNOWN)],
    ['an outage hides what is required', lost, byOutage(unknown('service-unavailable'))],
    ['an outage hides no uncovered check', worse, forGood(unmet(UNCOVERED))],
  ])
})

describe('says why', () => {
  test.each<[Condition, given: Partial<Facts>, evidence: string, about?: RunContext]>([
    ['queue-empty', listing({}), 'The queue of "main" holds 1 pull request: #42.'],
    ['queue-empty', listing({}, { number: 43 }), 'The queue of "main" holds 2 pull requests: #42, #43.'],
    ['queue-running', { queue: ABSENT }, 'Branch "main" has no queue.'],
    ['ready', NEVER, '#42 was never submitted to the queue of "main".'],
    ['not-submitted', pr({}), '#42 waits to be tested.'],
    ['not-submitted', pr({ state: null }), '#42 is in the queue.'],
    ['merged', pr({ state: 'failed', submitted: false }), '#42 failed in the queue.'],
    [
      'not-submitted',
      { ...NEVER, ...listing({ number: null }) },
      'The queue lists a pull request whose number the service does not give; it may be #42.',
    ],
    [
      'merged',
      pr({ ...MERGED, baseBranch: 'next', readiness: null }),
      'The service says that the base branch of #42, "next", does not match that of the queue, "main". So it may be in another queue, or merged elsewhere.',
    ],
  ])('%s: %o', (condition, given, evidence, about) => {
    expect(asText(judged(condition, given, about).evidence)).toBe(evidence)
  })

  test.each<[Condition, Partial<Facts>, remedy: string]>([
    ['submitted', NEVER, 'Submit it to the queue, then run the job again.'],
    ['submitted', pr(MERGED), 'Require `merged` or `settled` if the step should pass after a merge.'],
    [
      'merged',
      pr({ ...MERGED, baseBranch: 'next', readiness: null }),
      'Set `target-branch` to its base, or start a new run: a re-run keeps the event of the original run.',
    ],
  ])('%s of %o, and what to do', (condition, given, remedy) => {
    const [reason] = judged(condition, given).reasons
    expect(asText(reason?.remedy ?? '')).toBe(remedy)
  })
})

describe('what holds for all conditions', () => {
  /** The fact that is read first for a condition decides it. */
  const all = ON_SERVICE.map(condition => [condition, FACT_OF[CONDITIONS[condition].needs[0] ?? 'queue']] as const)
  const named = context({ testRunId: 'given' })

  test.each(ON_SERVICE.filter(each => each !== 'test-run-succeeded'))(
    '%s has rows that are met, unmet and unknown',
    condition => {
      const lacking = ['met', 'unmet', 'unknown'].filter(verdict => !HELD.has(`${condition}: ${verdict}`))
      expect(lacking, `Write these rows in this file: holds('${condition}', [ … ])`).toEqual([])
    },
  )

  test.each(CONDITION_NAMES)('a scenario requires %s', condition => {
    const advice = 'Write a case that is met and one that is not, in test/scenarios/conditions.test.ts'
    expect(SCENARIOS.includes(`'${condition}'`), advice).toBe(true)
  })

  test.each(all)('%s rests on its read', (condition, fact) => {
    const refused = hardFailure()
    const broken = hardFailure({ code: 'contract-broken' })
    const found = [failed(outage()), failed(refused), failed(broken), undefined].map(reading =>
      digest(judged(condition, { [fact]: reading }, named)),
    )
    expect(found).toEqual([
      byOutage(unknown('service-unavailable')),
      forGood(unknown('token-refused')),
      forGood(unknown('contract-broken')),
      forGood(unknown('internal-error')),
    ])
  })

  test('a failed read is told in its own words', () => {
    const message = 'The service refused `api-token` (401).'
    expect(judged('ready', { pullRequest: failed(hardFailure()) })).toEqual({
      condition: 'ready',
      verdict: 'unknown',
      evidence: message,
      reasons: [{ code: 'token-refused', condition: 'ready', message, remedy: 'Check it.' }],
      final: true,
      outage: false,
    })
  })

  test.each(['pull-request', 'queue'] as const)('an answer about another %s decides nothing', what => {
    const given = what === 'queue' ? ofQueue({ branch: 'next', entries: [] }) : pr({ number: 43, ...MERGED })
    const resting = CONDITION_NAMES.filter(each => CONDITIONS[each].needs[0] === what)
    for (const each of resting) expect(judged(each, given)).toMatchObject({ verdict: 'unknown', final: true })
  })

  test('a condition on tests without a judge of tests decides nothing', () => {
    expect(digest(judged('no-blocking-failures', {}))).toEqual(forGood(unknown('internal-error')))
  })
})
