import { describe, expect, test } from 'vitest'
import { checksInWords } from '../../src/facts/check.ts'
import { type Facts, makeDoubt, type Removal, type TestRun } from '../../src/facts/facts.ts'
import { SOURCES } from '../../src/facts/profile.ts'
import type { CheckState, Explanation, ExplanationRead, Requirement } from '../../src/facts/source.ts'
import { causeOf, needsOf, withCause } from '../../src/gate/causes/find.ts'
import { type Cause, reason } from '../../src/gate/reasons.ts'
import { asText, code, say } from '../../src/text/message.ts'
import {
  ABSENT,
  ago,
  conditionVerdict,
  context,
  NOW,
  ofPullRequest,
  ofQueue,
  ofRun,
  pullRequest,
  read,
  readiness,
  removal,
  testBranchContext,
  testRun,
  verdict,
} from '../builders.ts'

const MINUTE = 60_000
const ON_GITHUB = context({ source: SOURCES.github })

type Given = Partial<Facts> & Explanation

/** The cause as a reader sees it: code, sentences, remedy. */
function cause(given: Given, about = ON_GITHUB): string[] | null {
  const found = causeOf({ facts: given, context: about, doubts: [] }, given, NOW)
  return found && [found.code, ...[found.message, ...found.evidence, found.remedy].map(each => asText(each))]
}

const end = (name: string, word: string): CheckState => ({ name, word, since: null, url: null })
const out = (state: string) => ofPullRequest({ state, submitted: false })
const left = (over: Partial<Removal>): Given => ({ ...out('failed'), removal: read(removal(over)) })
const AGAIN = 'Submit the pull request again.'
const FIX = 'Fix what failed, then submit the pull request again.'

/** A run with these required statuses, each in its word. */
const runWith = (statuses: Record<string, string>, over: Partial<TestRun> = {}): TestRun => {
  const outcomes = { success: 'passed', skipped: 'passed', queued: 'pending', in_progress: 'pending' } as const
  return testRun({
    status: 'in_progress',
    requiredStatuses: Object.keys(statuses),
    reported: Object.entries(statuses)
      .filter(([, word]) => word !== '')
      .map(([name, word]) => ({ name, url: null, word, outcome: outcomes[word as keyof typeof outcomes] ?? 'failed' })),
    ...over,
  })
}

describe('a failed check threw it out', () => {
  const byCheck = (failedChecks: Removal['failedChecks'], more: Explanation = {}, over: Partial<Removal> = {}) => ({
    ...left({ reason: 'checks-failed', failedChecks, sourceText: 'failed_checks', ...over }),
    ...more,
  })
  const UNIT = [{ name: 'unit', url: null, word: 'failure' }]
  const CALLED = 'GitHub calls the reason `failed_checks`.'
  const elsewhere = (over: Partial<Record<'onHead' | 'onTarget', string>>): Explanation => {
    const ends = Object.fromEntries(Object.entries(over).map(([place, word]) => [place, end('unit', word)]))
    return { checkElsewhere: read({ name: 'unit', onHead: null, onTarget: null, ...ends }) }
  }

  test.each<[string, Given, string[]]>([
    ['the check', byCheck(UNIT), ['#42 left the queue because `unit` failed.', CALLED, FIX]],
    [
      'in its own word',
      byCheck([{ name: 'build', url: null, word: 'cancelled' }]),
      [
        '#42 left the queue because `build` was cancelled.',
        CALLED,
        'A cancelled check did not fail: most likely a `concurrency` group cancelled it. Submit the pull request again.',
      ],
    ],
    [
      'what failed first, then what the end of the run cancelled',
      byCheck([{ name: 'e2e', url: null, word: 'cancelled' }, ...UNIT, { name: 'docs', url: null, word: 'cancelled' }]),
      ['#42 left the queue because `unit` failed and `e2e` and `docs` were cancelled.', CALLED, FIX],
    ],
    [
      'the checks of its run, where the removal names none',
      byCheck([], { testRun: read(runWith({ unit: 'timed_out', e2e: 'success' })) }),
      [
        '#42 left the queue because `unit` timed out.',
        CALLED,
        'Look at what took so long, then submit the pull request again.',
      ],
    ],
    [
      'the jobs beneath an aggregate',
      byCheck(UNIT, { failedJobs: read([end('lint', 'cancelled'), end('test (22)', 'failure')]) }),
      [
        '#42 left the queue because `unit` failed.',
        'Beneath `unit`, `test (22)` failed and `lint` was cancelled.',
        CALLED,
        FIX,
      ],
    ],
    [
      'it passes on the own head and on the target branch',
      byCheck(UNIT, elsewhere({ onHead: 'success', onTarget: 'success' })),
      [
        '#42 left the queue because `unit` failed.',
        "It passed on #42's own head and on `main`, so it fails only together with what is merged before it, or it is flaky.",
        CALLED,
        'Update it with `main`. If the check fails then, fix it; else submit it again.',
      ],
    ],
    [
      'it fails on the target branch, too',
      byCheck(UNIT, elsewhere({ onHead: 'success', onTarget: 'failure' })),
      [
        '#42 left the queue because `unit` failed.',
        'It fails on `main`, too, so #42 is not at fault.',
        CALLED,
        'Have `main` mended, then submit the pull request again.',
      ],
    ],
    [
      'a push since then comes first',
      byCheck(UNIT, { pushedAfterRemoval: read(ago(MINUTE)) }),
      [
        '#42 has been pushed to since it left the queue. It left because `unit` failed.',
        CALLED,
        'The reason is about an older commit: submit the pull request again.',
      ],
    ],
    [
      'the third time',
      byCheck(UNIT, { removalCount: read(3) }),
      ['#42 left the queue because `unit` failed.', 'It was removed 3 times.', CALLED, FIX],
    ],
    [
      'all checks of that commit are green',
      byCheck([], { testRun: read(runWith({ unit: 'success' }, { status: 'succeeded' })) }),
      [
        '#42 left the queue because a check failed.',
        'But every required check of that commit is green.',
        CALLED,
        AGAIN,
      ],
    ],
    [
      'nothing ran there',
      byCheck([], { testRun: read(runWith({ unit: '' })) }),
      [
        '#42 left the queue because a check failed.',
        'But no check ran on the commit that was thrown out.',
        CALLED,
        AGAIN,
      ],
    ],
    [
      'a leg that fail-fast cancelled',
      byCheck([], {
        testRun: read(runWith({ 'unit (1)': 'failure', 'unit (2)': 'cancelled' }, { requiredStatuses: ['unit (2)'] })),
      }),
      [
        '#42 left the queue because `unit (2)` was cancelled.',
        '`unit (1)` failed in the same matrix, and that cancels its other jobs.',
        CALLED,
        FIX,
      ],
    ],
    [
      'what failed, where the required ones are not known',
      byCheck([], { testRun: read(runWith({ unit: 'failure' }, { requiredStatuses: null })) }),
      [
        '#42 left the queue because a required check failed.',
        'On its group, `unit` failed. Not all required checks are known.',
        CALLED,
        FIX,
      ],
    ],
    [
      'nothing is known',
      byCheck([]),
      ['#42 left the queue because a required check failed.', 'Which one is not known.', CALLED, FIX],
    ],
    [
      'the source has particulars',
      byCheck([], {}, { why: 'the queue reused a failure', remedy: 'Look there.', sourceText: null }),
      ['#42 left the queue because the queue reused a failure.', 'Look there.'],
    ],
  ])('%s', (_, given, expected) => {
    expect(cause(given)).toEqual(['required-status-failed', ...expected])
  })
})

describe('it left for another reason', () => {
  const SERVICE = context()
  test.each<[string, Partial<Removal>, string[]]>([
    [
      'with particulars of the source',
      { reason: 'conflict', why: say`it has a conflict with ${code('#40')}`, remedy: 'Wait for it.' },
      ['conflict', '#42 left the queue because it has a conflict with `#40`.', 'Wait for it.'],
    ],
    [
      'a push',
      { reason: 'pushed-to' },
      [
        'evicted-by-push',
        '#42 left the queue because somebody pushed to it.',
        'Submit it again, and push only to pull requests that are not in the queue.',
      ],
    ],
    [
      'without',
      { reason: 'conflict' },
      [
        'conflict',
        '#42 left the queue because it has conflicts with its base branch, or with one ahead of it.',
        'Update it with its base branch, resolve the conflicts, and submit it again.',
      ],
    ],
    [
      "GitHub's own reasons and words",
      {
        reason: 'provider-refused',
        blockReasons: ['it has 0 of 1 approving reviews', say`${code('unit')} has not ended`],
        gitHubText: 'Base branch was modified',
        sourceText: 'GITHUB_API_BRANCH_PROTECTION_UNMET',
      },
      [
        'provider-refused',
        '#42 left the queue because GitHub did not allow the merge itself.',
        'GitHub refused the merge because it has 0 of 1 approving reviews and `unit` has not ended.',
        'GitHub says "Base branch was modified".',
        'The service calls the reason `GITHUB_API_BRANCH_PROTECTION_UNMET`.',
        'Look at the rules of the branch and at who may push to it, then submit it again.',
      ],
    ],
    [
      'a person',
      { reason: 'by-person', actor: 'mona' },
      [
        'removed-by-person',
        '#42 left the queue because "mona" took it out.',
        'Submit it again if it should still merge.',
      ],
    ],
    [
      'a person, or a tool for one',
      { reason: 'by-person' },
      [
        'removed-by-person',
        '#42 left the queue because a person, or a tool for one, took it out.',
        'Submit it again if it should still merge.',
      ],
    ],
    [
      'a reason of the future',
      { reason: 'other', sourceText: 'TIDE' },
      [
        'state-cancelled',
        '#42 left the queue.',
        'The service calls the reason `TIDE`.',
        'Submit it again if it should still merge.',
      ],
    ],
    [
      'no reason',
      { reason: 'other' },
      [
        'state-cancelled',
        '#42 left the queue.',
        'The service gave no reason.',
        'Submit it again if it should still merge.',
      ],
    ],
  ])('%s', (_, over, expected) => {
    expect(cause({ ...out('cancelled'), removal: read(removal(over)) }, SERVICE)).toEqual(expected)
  })

  test.each([
    'timed-out',
    'closed',
    'draft',
    'retargeted',
    'stack-changed',
    'not-ready-too-long',
    'queue-misconfigured',
    'queue-changed',
    'provider-failed',
  ] as const)('%s is a cause of that name, with a sentence and a remedy', reason => {
    const [code, message, ...others] = cause(left({ reason })) ?? []
    expect(code).toBe(reason)
    expect(message).toMatch(/^#42 left the queue because [^.]+\.$/)
    expect(others).toEqual([expect.stringMatching(/^[A-Z].*\.$/)])
  })
})

describe('it is in the queue and waits', () => {
  const testing = ofPullRequest({ state: 'testing' })
  const begun = (minutes: number) => ({ createdAt: ago(minutes * MINUTE) })
  test.each<[string, Given, string[] | null]>([
    [
      'for another one',
      { ...ofPullRequest(), blockers: read([{ number: 40, url: null }]) },
      [
        'held-by-another',
        '#42 waits for #40, which holds it up in the queue.',
        'Look at that pull request: this one goes on when that one has merged or left.',
      ],
    ],
    [
      'the queue is paused',
      { ...ofPullRequest(), ...ofQueue({ state: 'paused' }) },
      [
        'queue-paused',
        'The queue is paused; #42 waits.',
        'Have the queue resumed, or wait until it is; then run the job again.',
      ],
    ],
    ['the queue is paused, and it is being tested', { ...testing, ...ofQueue({ state: 'paused' }) }, null],
    [
      'a check failed already',
      { ...testing, ...ofRun({ ...runWith({ unit: 'failure' }) }) },
      ['required-status-failed', 'On the merge group of #42, `unit` failed.', FIX],
    ],
    [
      'nothing runs',
      { ...testing, testRun: read(runWith({ unit: '' }, begun(35))) },
      [
        'no-merge-group-runs',
        'No check has started on the merge group of #42 for 35 m.',
        "Add `on: merge_group` to the workflows whose checks are required, and queue pull requests with another token than the workflow's own.",
      ],
    ],
    [
      'another app reports, and not the one that the rule names',
      { ...testing, testRun: read({ ...runWith({ unit: '' }, begun(35)), hasUncountedReports: true }) },
      [
        'required-status-missing',
        'Nothing has reported `unit` on the merge group of #42 for 35 m.',
        'Let a workflow with `on: merge_group` report it under this very name, or do not require it.',
      ],
    ],
    ['nothing runs yet', { ...testing, testRun: read(runWith({ unit: '' }, begun(9))) }, null],
    [
      'a check is missing, and nothing else runs',
      { ...testing, testRun: read(runWith({ unit: 'success', e2e: '' }, begun(35))) },
      [
        'required-status-missing',
        'Nothing has reported `e2e` on the merge group of #42 for 35 m.',
        'Let a workflow with `on: merge_group` report it under this very name, or do not require it.',
      ],
    ],
    [
      'a check is missing, and another one runs',
      { ...testing, testRun: read(runWith({ unit: 'in_progress', e2e: '' }, begun(35))) },
      null,
    ],
    [
      'only its own check is open',
      { ...testing, testRun: read(runWith({ unit: 'success' }, { ownCheck: 'gate' })) },
      [
        'waiting-on-own-check',
        'The queue waits only for `gate`, the check that this step runs in.',
        'Run this step in a check that the queue does not require.',
      ],
    ],
    ['nothing is wrong', { ...testing, testRun: read(runWith({ unit: 'success' }, begun(35))) }, null],
  ])('%s', (_, given, expected) => {
    expect(cause(given)).toEqual(expected)
  })

  const unit = (word: string, minutes: number): Given => {
    const run = runWith({ unit: word })
    const reported = run.reported.map(each => ({ ...each, since: ago(minutes * MINUTE) }))
    return { ...testing, testRun: read({ ...run, reported }), checkTimeoutMinutes: read(60) }
  }

  test('a job that no runner took', () => {
    expect(cause(unit('queued', 49))).toEqual([
      'no-runner',
      'On the merge group of #42, `unit` has been queued for 49 m, and no runner took it.',
      'Look at `runs-on`: a runner with these labels has to be online and free.',
    ])
    expect(cause(unit('queued', 9))).toBeNull()
  })

  test('all is green, and nothing merges', () => {
    expect(cause(unit('success', 227))?.slice(0, 2)).toEqual([
      'queue-stalled',
      "Every required check of #42 passed 3 h 47 m ago, and it has not merged; the queue's time-out is 1 h.",
    ])
    expect(cause(unit('success', 59))).toBeNull()
  })

  test.each<[string, Parameters<typeof readiness>[0], Cause['code']]>([
    ['another base', { baseBranchMatches: false }, 'base-branch-mismatch'],
    ['conflicts', { mergeability: 'not_mergeable' }, 'not-mergeable'],
    ['impacted targets', { hasImpactedTargets: false }, 'impacted-targets-missing'],
  ])('it is not ready: %s', (_, over, expected) => {
    const given = ofPullRequest({ state: 'not_ready', readiness: readiness(over) })
    expect(cause(given, context())?.[0]).toBe(expected)
  })
})

describe('it is not in the queue', () => {
  const open = (kind: Requirement['kind'], check: CheckState | null = null): Requirement => ({ kind, check })
  const armed = { hasAutoMerge: read(true) }
  test.each<[string, Requirement[], Given, string, string]>([
    [
      'what GitHub waits for',
      [open('review-required'), open('check-failed', end('unit', 'failure')), open('check-missing', end('cla', ''))],
      armed,
      '#42 is not in the queue, though auto-merge is on: a review is required, `unit` failed on its head, nothing has reported `cla` on its head.',
      'Have it reviewed. Fix the check, then queue it. Let a workflow report the check on pull requests under this very name.',
    ],
    [
      'a check that runs',
      [open('draft'), open('check-pending', end('unit', 'in_progress'))],
      {},
      '#42 is not in the queue: it is a draft, `unit` is running on its head.',
      'Mark it as ready for review.',
    ],
    [
      'nothing is missing, and auto-merge is on',
      [],
      armed,
      '#42 is not in the queue, though auto-merge is on, and nothing that GitHub lists is missing.',
      'Turn auto-merge off and on again.',
    ],
    [
      'nothing is missing',
      [],
      {},
      '#42 is not in the queue, and nothing that GitHub lists is missing.',
      'Queue it, with "Merge when ready" on its page or from a workflow.',
    ],
  ])('%s', (_, requirements, given, message, remedy) => {
    expect(cause({ pullRequest: ABSENT, ...given, unmetRequirements: read(requirements) })).toEqual([
      'not-submitted',
      message,
      remedy,
    ])
  })
})

test.each<[string, Given]>([
  ['merged', ofPullRequest({ state: 'merged', removal: removal({ reason: 'merged' }) })],
  ['out, and why was not read', out('failed')],
  ['not in the queue, and why was not read', { pullRequest: ABSENT }],
  ['nothing was read', {}],
])('no cause: %s', (_, given) => {
  expect(cause(given)).toBeNull()
})

test('answers in doubt have no cause', () => {
  const doubts = [makeDoubt(['pull-request-state'], 'They differ.')]
  const facts = { pullRequest: read(pullRequest({ removal: removal({ reason: 'closed' }) })) }
  expect(causeOf({ facts, context: context(), doubts }, {}, NOW)).toBeNull()
})

test.each<[string, TestRun['pullRequests'], string]>([
  ['known', [41, 42].map(number => ({ number, url: null, title: null })), 'the merge group of #41, #42'],
  ['not known', null, 'this merge group'],
])('the pull requests under test: %s', (_, pullRequests, expected) => {
  const about = testBranchContext({ source: SOURCES.github })
  const run = runWith({ unit: 'failure' }, { pullRequests })
  expect(cause({ testRun: read(run) }, about)?.[1]).toBe(`On ${expected}, \`unit\` failed.`)
})

test.each<[string, Partial<Facts>, ExplanationRead[]]>([
  ['out', out('failed'), ['history', 'test-run', 'checks']],
  ['in the queue', { ...ofPullRequest(), ...ofRun() }, ['history', 'checks']],
  ['only a run', { pullRequest: undefined }, ['test-run', 'checks']],
  ['not in the queue', { pullRequest: ABSENT }, ['requirements']],
  ['no queue', { pullRequest: ABSENT, queue: ABSENT }, ['repository-owner']],
  ['merged', ofPullRequest({ state: 'merged', submitted: false }), []],
])('what has to be read: %s', (_, facts, expected) => {
  expect(needsOf({ facts, context: ON_GITHUB, doubts: [] })).toEqual(expected)
})

test('the cause hangs on the reasons that it explains', () => {
  const found: Cause = { code: 'closed', certain: true, message: 'It was closed.', evidence: [], remedy: 'Reopen it.' }
  const explained = reason('state-cancelled', 'merged', 'Out.')
  const other = reason('queue-paused', 'queue-running', 'Paused.')
  const conditions = [conditionVerdict('merged', { reasons: [explained] })]
  const given = verdict({ reasons: [other, explained], conditions })
  const { reasons, conditions: after } = withCause(given, found)
  expect(reasons.map(each => each.cause)).toEqual([undefined, found])
  expect(after.map(each => each.reasons[0]?.cause)).toEqual([found])
  expect(withCause(given, null)).toBe(given)
})

test.each<[string, Record<string, string>, string]>([
  ['one', { a: 'startup_failure' }, '`a` could not start'],
  ['two of a kind', { a: 'success', b: 'success' }, '`a` and `b` passed'],
  ['many', { a: 'queued', b: 'queued', c: 'queued', d: 'queued' }, '`a`, `b`, `c` and 1 more are queued'],
  ['the gravest first', { a: 'skipped', b: 'action_required' }, '`b` waits for an approval and `a` was skipped'],
  ['a word of the future', { a: 'melted' }, '`a` failed'],
])('how checks ended: %s', (_, words, expected) => {
  const checks = Object.entries(words).map(([name, word]) => ({ name, url: null, word }))
  expect(checksInWords(checks)).toEqual(expected)
})
