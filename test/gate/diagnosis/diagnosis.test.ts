import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RunContext } from '../../../src/facts/context.ts'
import type { Facts, Queue, Removal, TestRun } from '../../../src/facts/facts.ts'
import { failedBy, gitHubFailure } from '../../../src/facts/reading.ts'
import { SOURCES } from '../../../src/facts/source.ts'
import { CAUSE_REMEDIES, type Diagnosis, type DiagnosisCode } from '../../../src/gate/diagnosis/codes.ts'
import { besideVerdict, diagnose } from '../../../src/gate/diagnosis/diagnosis.ts'
import { pictureOf } from '../../../src/gate/snapshot.ts'
import {
  ABSENT,
  context,
  failed,
  gitHubView,
  OTHER,
  outage,
  removal,
  TEST_RUN_ID,
  testBranchContext,
} from '../../builders.ts'
import {
  ABOUT_42,
  aQueue,
  aRun,
  causesOf,
  certain,
  check,
  facts,
  headChecks,
  inState,
  minutesAgo,
  NOW,
  notReady,
  possible,
  queued,
  read,
  since,
  tests,
  timeline,
  withEntries,
} from './cases.ts'

type Expected = [DiagnosisCode, 'certain' | 'possible', advice?: 'submit again' | 'fix first'] | null
type Case = [name: string, Partial<Facts>, Expected, RunContext?]

const WITH_RUN = context({ testRunId: { value: TEST_RUN_ID, from: 'input' } })
const ON_BRANCH = testBranchContext()
const ON_GITHUB = context({ source: SOURCES.github })
const OWN = check('gate', 'pending', { id: 7 })
const NOT_MERGEABLE = notReady({ mergeability: 'not_mergeable' })
const FAILED = inState('failed')
const MOVED = { timeline: timeline({ kind: 'head-force-pushed', at: minutesAgo(31), sha: OTHER }) }

const pending = (over: Partial<Queue>) => ({ ...inState('pending'), ...aQueue(over) })
const removed = (reason: Removal['reason'], state = 'cancelled', over: Partial<Removal> = {}) =>
  inState(state, { removal: removal({ reason, text: reason, ...over }) })
/** A merge group of #42 that requires `unit`, an hour old. */
const group = (...[reported, over]: [Parameters<typeof aRun>[1], Partial<TestRun>?]) => ({
  foundRun: aRun('in_progress', reported, { requiredStatuses: ['unit'], ...over }),
})
const TESTING = inState('testing')

// The words, the evidence and the bounds of each stand beside what it is about, in the other files of this folder.
const CASES: Case[] = [
  // Codes of GitHub's own queue, and reasons that the source itself gives for a removal.
  ['nothing runs on the group', { ...TESTING, ...group({}) }, ['no-merge-group-runs', 'certain'], ON_GITHUB],
  [
    'nothing has run on the group in time',
    { ...removed('timed-out', 'failed'), ...group({}) },
    ['no-merge-group-runs', 'certain'],
    ON_GITHUB,
  ],
  ['the group is young', { ...TESTING, ...group({}, { createdAt: minutesAgo(10) }) }, null, ON_GITHUB],
  [
    'the reports on the group are incomplete',
    { ...TESTING, ...group({}, { reportedIsWhole: false }) },
    null,
    ON_GITHUB,
  ],
  [
    'a required check is missing on the group',
    { ...TESTING, ...group({ lint: 'passed' }) },
    ['required-check-missing-on-group', 'possible'],
    ON_GITHUB,
  ],
  ['a check on the group still runs', { ...TESTING, ...group({ lint: 'pending' }) }, null, ON_GITHUB],
  ['held as unmergeable', inState('pending_failure'), ['unmergeable-held', 'possible'], ON_GITHUB],
  [
    'auto-merge is armed',
    { pullRequest: ABSENT, github: gitHubView({ autoMerge: true }), ...aQueue({ entries: null }) },
    ['auto-merge-waiting', 'certain'],
    ON_GITHUB,
  ],
  [
    'never submitted, and it is not known whether there is a queue',
    { pullRequest: ABSENT, queue: failed(outage()) },
    ['cause-unknown', 'possible'],
    ON_GITHUB,
  ],
  [
    'closed, and never queued',
    { pullRequest: ABSENT, github: gitHubView({ autoMerge: true, open: false }), ...aQueue({ entries: null }) },
    ['never-submitted', 'certain'],
    ON_GITHUB,
  ],
  ['taken out', removed('by-person'), ['removed-by-person', 'certain'], ON_GITHUB],
  [
    'taken out, as GitHub says',
    removed('by-person', 'cancelled', { certainty: 'possible' }),
    ['removed-by-person', 'possible'],
    ON_GITHUB,
  ],
  ['another base while it was queued', removed('retargeted'), ['retargeted', 'certain']],
  ['closed', removed('closed'), ['state-cancelled', 'certain']],
  ['removed for a conflict', removed('conflict', 'failed'), ['not-mergeable', 'certain', 'fix first']],
  ['removed for a push', removed('pushed-to'), ['evicted-by-push', 'certain']],
  ['removed for failed checks', removed('checks-failed', 'failed'), ['required-status-failed', 'certain', 'fix first']],
  ['removed for its time-out', removed('timed-out', 'failed'), ['timed-out', 'certain']],
  ['the queue was emptied', removed('queue-changed'), ['state-cancelled', 'certain', 'submit again']],
  ['its merge was refused', removed('provider-refused'), ['state-cancelled', 'certain']],
  ['removed for another reason', removed('other'), ['state-cancelled', 'certain']],

  // Pairs that can be confused.
  [
    'paused comes before capacity',
    pending({ state: 'paused', concurrency: 1, entries: [queued(41, 'testing')] }),
    ['queue-paused', 'certain'],
  ],
  ['paused comes before conflicts', { ...NOT_MERGEABLE, ...aQueue({ state: 'paused' }) }, ['queue-paused', 'certain']],
  [
    'mergeability in progress is not its own check',
    { ...notReady({ mergeability: 'in_progress' }), headChecks: headChecks(7, OWN) },
    ['mergeability-pending', 'certain'],
  ],
  [
    'held, and the queue is paused',
    { ...inState('pending_failure'), ...aQueue({ state: 'paused' }) },
    ['pending-failure', 'certain'],
  ],
  [
    'a failure outweighs a push',
    { ...FAILED, foundRun: aRun('failed', { unit: 'failed' }), ...MOVED },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'a failure outweighs the time-out',
    { ...FAILED, foundRun: aRun('failed', { unit: 'failed' }, { createdAt: minutesAgo(200) }), ...aQueue() },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  [
    'the time-out outweighs a push',
    { ...FAILED, foundRun: aRun('failed', { unit: 'passed' }, { createdAt: minutesAgo(125) }), ...aQueue(), ...MOVED },
    ['timed-out', 'certain'],
  ],
  [
    'one that is still tested has not timed out',
    {
      ...inState('testing'),
      foundRun: aRun('in_progress', { unit: 'passed' }, { createdAt: minutesAgo(95) }),
      ...aQueue(),
    },
    ['required-status-missing', 'possible'],
  ],
  [
    'a bisection tests it alone',
    { ...FAILED, foundRun: aRun('failed', { unit: 'failed' }, { testBranch: 'q-merge/pr-42/x-bisection-1' }) },
    ['required-status-failed', 'certain', 'fix first'],
  ],
  ['known, and never submitted', inState('not_ready', { submitted: false }), ['never-submitted', 'possible']],
  ['nothing was read', {}, null],
  ['it is on its way', { ...inState('testing'), ...withEntries(queued(42, 'testing')) }, null],
  [
    'the run of a test branch succeeded',
    { testRun: aRun('succeeded', { unit: 'passed', e2e: 'passed' }) },
    null,
    ON_BRANCH,
  ],
  [
    'the run of a test branch is that of another commit',
    { testRun: aRun('failed', { unit: 'failed' }, { testBranchSha: OTHER }) },
    null,
    ON_BRANCH,
  ],
  [
    'the run of a batch, without a pull request',
    { testRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) },
    ['failed-in-a-batch', 'certain'],
    ON_BRANCH,
  ],
  [
    'a run that was given by its id',
    { ...FAILED, testRun: aRun('failed', { unit: 'failed' }) },
    ['required-status-failed', 'certain', 'fix first'],
    WITH_RUN,
  ],
]

test.each(CASES)('%s', (_, given, expected, about = ABOUT_42) => {
  const [likeliest] = causesOf(given, about)
  expect(likeliest ? [likeliest.code, likeliest.certainty, likeliest.advice] : null).toEqual(
    expected && [expected[0], expected[1], expected[2] ?? null],
  )
})

describe('beside the verdict', () => {
  const shown = (given: Partial<Facts>, passed: boolean) => {
    const all = facts(given)
    return besideVerdict(diagnose(pictureOf(all, ABOUT_42), NOW), passed, all, ABOUT_42, NOW).map(each => [
      each.code,
      each.remedy,
    ])
  }
  const OUT = { pullRequest: ABSENT, ...aQueue() }
  const WAITS = { ...inState('pending'), ...aQueue({ concurrency: 5 }) }

  test('for one in the queue, a passed step names no cause', () => {
    expect(shown({ ...inState('pending'), ...aQueue({ state: 'paused' }) }, true)).toEqual([])
  })
  test('a pull request that is out is a fact without a remedy', () => {
    expect(shown(OUT, true)).toEqual([['never-submitted', '']])
    expect(shown(OUT, false)).toEqual([['never-submitted', CAUSE_REMEDIES['never-submitted']]])
  })
  test('age alone is no cause, up to half the time-out', () => {
    expect(shown({ ...WAITS, ...aQueue({ concurrency: 5, testingTimeoutMinutes: 10_000 }) }, false)).toEqual([])
    expect(shown({ ...WAITS, ...aQueue({ concurrency: 5, testingTimeoutMinutes: 1 }) }, false)).toHaveLength(1)
  })
})

const files = fs.globSync('*.test.ts', { cwd: import.meta.dirname, exclude: ['properties.test.ts'] })
const played = files.map(file => fs.readFileSync(`${import.meta.dirname}/${file}`, 'utf8')).join('\n')

test.each(Object.keys(CAUSE_REMEDIES))('a case comes to %s', code => {
  expect(played.includes(`'${code}'`), 'Write a case of it in this folder').toBe(true)
})

describe('causes that depend on the state alone', () => {
  const long = possible(
    'cause-unknown',
    '#42 has been tested for more than half of the time-out; its test run is not known.',
  )
  const held = (...evidence: string[]) =>
    certain(
      'pending-failure',
      '#42 failed its tests and is held, because the cause may lie in a pull request ahead of it.',
      { evidence },
    )
  const nameless = inState(null)

  test.each<[string, Partial<Facts>, Diagnosis[]]>([
    ['merged', inState('merged'), [certain('merged', '#42 is merged.')]],
    ['tested for long, and its run is not known', { ...since('testing', 46), ...aQueue() }, [long]],
    [
      'tested for long, and the run that was found tests others',
      { ...since('testing', 46), foundRun: aRun('in_progress', {}, tests(41)), ...aQueue() },
      [long],
    ],
    ['tested for half of the time-out', { ...since('testing', 45), ...aQueue() }, []],
    ['testing, since an unknown time', { ...since('testing', null), ...aQueue() }, []],
    [
      'tested for long, and the time-out is not known',
      { ...since('testing', 46), ...aQueue({ testingTimeoutMinutes: null }) },
      [],
    ],
    ['held, and nothing else is known', inState('pending_failure'), [held()]],
    [
      'held, with what failed and who stands ahead',
      {
        ...inState('pending_failure'),
        foundRun: aRun('failed', { unit: 'failed', e2e: 'passed' }),
        ...withEntries(
          queued(41, 'testing'),
          queued(40, 'testing'),
          queued(39, 'merged'),
          queued(38, 'testing', { number: null }),
          queued(42, 'pending_failure'),
        ),
      },
      [held('`unit` (https://ci.example/unit) failed in the test run of #42.', '#42 stands behind #40, #41.')],
    ],
    [
      'held, and nothing is known to have failed in its run',
      {
        ...inState('pending_failure'),
        foundRun: aRun('failed', { unit: 'passed' }),
        ...withEntries(queued(42, 'pending_failure'), queued(43, 'testing')),
      },
      [held()],
    ],
    [
      'a state of the future',
      { ...inState('hovering'), ...aQueue({ state: 'paused' }) },
      [possible('cause-unknown', '#42 is in the state "hovering"; this version does not know that state.')],
    ],
    [
      'no state, and in the queue',
      { ...nameless, ...aQueue() },
      [possible('cause-unknown', '#42 is in the queue; the service gives no state.')],
    ],
    [
      'no state, and the queue is paused',
      { ...nameless, ...aQueue({ state: 'paused' }) },
      [possible('queue-paused', 'The queue of "main" neither starts tests nor merges while it is paused.')],
    ],
    [
      'no state, and not in the queue',
      { ...inState(null, { submitted: false }), ...aQueue({ state: 'paused' }) },
      [possible('never-submitted', '#42 is not in the queue, and the service does not say in which state it is.')],
    ],
    [
      'not ready, and not in the queue',
      { ...inState('not_ready', { submitted: false }), ...aQueue({ state: 'paused' }) },
      [certain('never-submitted', '#42 was never submitted to the queue of "main".')],
    ],
    [
      'cancelled, and still submitted: a contradiction',
      inState('cancelled', { submitted: true }),
      [
        possible(
          'cause-unknown',
          "The service's response about #42 contradicts itself: its state is `cancelled`, but it is still submitted to the queue.",
        ),
      ],
    ],
    ['another one came', { ...inState('failed', { number: 43 }), ...aQueue({ state: 'paused' }) }, []],
  ])('%s', (_, given, expected) => {
    expect(causesOf(given)).toEqual(expected)
  })
})

describe('where only quarantined tests failed in the test reports of the step', () => {
  const SAID = "In this step's test reports, only quarantined tests failed."

  test.each<[string, Partial<Facts>, [DiagnosisCode, advice: Diagnosis['advice'], message: string]]>([
    [
      'one status failed: submit again',
      { ...inState('failed'), foundRun: aRun('failed', { unit: 'failed', e2e: 'passed' }) },
      [
        'required-status-failed',
        'submit again',
        `\`unit\` (https://ci.example/unit) failed in the test run of #42. ${SAID}`,
      ],
    ],
    [
      'several failed, of which the reports are at most one: fix first',
      { ...inState('failed'), foundRun: aRun('failed', { unit: 'failed', e2e: 'failed' }) },
      [
        'required-status-failed',
        'fix first',
        '`e2e` (https://ci.example/e2e), `unit` (https://ci.example/unit) failed in the test run of #42.',
      ],
    ],
    [
      'which failed is not known: submit again',
      { ...inState('failed'), foundRun: aRun('failed', { unit: null, e2e: null }) },
      [
        'required-status-failed',
        'submit again',
        `The test run of #42 failed; it is not known which required status failed. ${SAID}`,
      ],
    ],
    [
      'a batch: submit again',
      { ...inState('failed'), foundRun: aRun('failed', { unit: 'failed' }, tests(41, 42)) },
      [
        'failed-in-a-batch',
        'submit again',
        `#41, #42 failed in one batch: \`unit\` (https://ci.example/unit) failed. ${SAID}`,
      ],
    ],
    [
      'it is still being tested: no advice',
      { ...inState('testing'), foundRun: aRun('in_progress', { unit: 'failed' }) },
      [
        'required-status-failed',
        null,
        '`unit` (https://ci.example/unit) has already failed in the test run of #42, which has not ended yet.',
      ],
    ],
    [
      'no run is known: no advice',
      { ...inState('failed'), foundRun: ABSENT },
      [
        'cause-unknown',
        null,
        'It is not known why #42 failed: its test run was not found (the queue deletes test branches when it is done with a pull request).',
      ],
    ],
  ])('%s', (_, given, expected) => {
    const [found] = diagnose(pictureOf(facts(given), ABOUT_42), NOW, true)
    expect(found && [found.code, found.advice, found.message]).toEqual(expected)
    // The remedy must not say the opposite.
    if (found?.advice === 'submit again') expect(found.remedy).toBe('Submit it again.')
  })
})

describe('the rulesets of the branch against the required statuses of the queue', () => {
  const requires = (...names: string[]) => read(names.map(name => ({ name, appId: null })))
  const blocked = notReady({ mergeability: 'not_mergeable' })
  const passed = inState('tests_passed', { stateChangedAt: minutesAgo(60) })
  const UNREAD = "The branch may have other protection as well, which a workflow's token can't read."
  const requiring = (...requiredStatuses: string[]) => ({ ...blocked, ...aQueue({ requiredStatuses }) })
  const more = (names: string) =>
    `The rulesets of "main" require ${names}, which the queue does not require: GitHub may refuse the merge although the queue's tests passed.`

  test.each<[string, Partial<Facts>, string[]]>([
    ['not asked', requiring('unit'), []],
    ['the same', { ...requiring('unit', 'e2e'), rules: requires('e2e', 'unit') }, []],
    [
      'the rules require more',
      { ...requiring('unit'), rules: requires('unit', 'lint', 'docs', 'lint') },
      [more('`docs`, `lint`')],
    ],
    [
      'the queue requires more',
      { ...requiring('unit', 'e2e'), rules: requires('unit') },
      [`The queue requires \`e2e\`, which no ruleset of "main" requires. ${UNREAD}`],
    ],
    [
      'both',
      { ...requiring('e2e'), rules: requires('unit') },
      [more('`unit`'), `The queue requires \`e2e\`, which no ruleset of "main" requires. ${UNREAD}`],
    ],
    [
      'no ruleset requires a check',
      { ...requiring('unit'), rules: requires() },
      [`No ruleset of "main" requires a check. ${UNREAD}`],
    ],
    ['neither requires anything', { ...requiring(), rules: requires() }, []],
    [
      "the queue's required statuses are unknown",
      { ...blocked, ...aQueue({ requiredStatuses: null }), rules: requires('unit') },
      [],
    ],
    [
      "the queue's required statuses, by its test run",
      {
        ...inState('testing'),
        foundRun: aRun('in_progress', { unit: 'passed' }),
        ...aQueue({ requiredStatuses: null }),
        rules: requires('unit'),
      },
      [`The queue requires \`e2e\`, which no ruleset of "main" requires. ${UNREAD}`],
    ],
    [
      'the rules could not be read',
      {
        ...requiring('unit'),
        rules: failedBy(gitHubFailure('forbidden', 'GitHub refused to list the rules of the branch (403)', 'Add it.')),
      },
      ['It is not known what the rulesets of "main" require: GitHub refused to list the rules of the branch (403).'],
    ],
    [
      'it passed its tests long ago, and GitHub may refuse the merge',
      {
        ...passed,
        ...aQueue({ requiredStatuses: ['unit'], entries: [queued(42, 'tests_passed')] }),
        rules: requires('unit', 'lint'),
      },
      [more('`lint`')],
    ],
    [
      'conflicts are told without it',
      {
        ...requiring('unit'),
        github: gitHubView({ mergeable: false, mergeableState: 'dirty' }),

        rules: requires(),
      },
      [],
    ],
  ])('%s', (_, given, evidence) => {
    const bare = causesOf({ ...given, rules: { kind: 'not-asked' } })
    const found = causesOf(given)
    expect(found[0]?.evidence).toEqual(evidence)
    // A note never decides.
    expect(found.map(each => ({ ...each, evidence: [] }))).toEqual(bare.map(each => ({ ...each, evidence: [] })))
  })
})
