import { describe, expect, test } from 'vitest'
import type { Facts, TimelineEvent } from '../../../src/facts/facts.ts'
import type { Diagnosis } from '../../../src/gate/diagnosis/codes.ts'
import { code, say } from '../../../src/text/message.ts'
import { ABSENT, failed, gitHubView, OTHER, outage, silent } from '../../builders.ts'
import {
  aQueue,
  aRun,
  causesOf,
  certain,
  inState,
  minutesAgo,
  possible,
  queued,
  since,
  tests,
  timeline,
  withEntries,
} from './cases.ts'

const LEFT = '#42 left the queue 30 m ago.'
const CLOSED = '#42 was closed at about the time when it left the queue.'
const NONE_SINCE = 'GitHub shows no commit or forced push on #42 since then.'

const NEVER = certain('never-submitted', '#42 was never submitted to the queue of "main".')
const PERHAPS_NEVER: Diagnosis = { ...NEVER, certainty: 'possible' }

const taken = (...evidence: string[]) => certain('state-cancelled', '#42 was taken out of the queue.', { evidence })
const unexplained = (missing: string, ...evidence: string[]) =>
  possible('cause-unknown', `It is not known why #42 failed: ${missing}.`, { evidence })

const ofNoRun = (...evidence: string[]) => unexplained('its test run is not known', ...evidence)

const closedAt = (at: string | null): TimelineEvent => ({ kind: 'closed', at, sha: null })

test.each<[string, Partial<Facts>, Diagnosis[]]>([
  [
    'the branch has no queue',
    { pullRequest: ABSENT, queue: ABSENT },
    [
      certain('queue-not-found', 'Branch "main" has no queue, so #42 can\'t be in it.', {
        remedy: say`Check ${code('target-branch')} and ${code('repository')} (acme/rocket); if both are right, check ${code('endpoint')}.`,
      }),
    ],
  ],
  ['the queue lists others', { pullRequest: ABSENT, ...withEntries(queued(41, 'testing')) }, [NEVER]],
  ['the queue is empty', { pullRequest: ABSENT, ...aQueue() }, [NEVER]],
  [
    'the queue lists one without a number beside others',
    { pullRequest: ABSENT, ...withEntries(queued(41, 'testing'), queued(43, 'testing', { number: null })) },
    [PERHAPS_NEVER],
  ],
  [
    'the queue lists it as one that is over',
    { pullRequest: ABSENT, ...withEntries(queued(42, 'cancelled')) },
    [PERHAPS_NEVER],
  ],
  ['the queue of another branch came', { pullRequest: ABSENT, ...aQueue({ branch: 'develop' }) }, [PERHAPS_NEVER]],
  ['the queue could not be read', { pullRequest: ABSENT, queue: failed(outage()) }, [PERHAPS_NEVER]],
  [
    'the queue lists it as being tested',
    { pullRequest: ABSENT, ...withEntries(queued(42, 'testing')) },
    [
      possible(
        'cause-unknown',
        'The service\'s responses about #42 contradict each other: it was never submitted, but the queue lists it as "testing".',
      ),
    ],
  ],
])('never submitted: %s', (_, given, expected) => {
  expect(causesOf(given)).toEqual(expected)
})

describe('failed, and nothing names the cause', () => {
  const out = inState('failed')
  const TIMELESS = inState('failed', { stateChangedAt: null })

  test.each<[string, Partial<Facts>, Diagnosis]>([
    [
      'its run names none',
      { ...out, foundRun: aRun('cancelled', { unit: 'passed', e2e: 'passed' }) },
      unexplained('its test run names no cause', LEFT),
    ],
    [
      'its run was not found',
      { ...out, foundRun: ABSENT },
      unexplained(
        'its test run was not found (the queue deletes test branches when it is done with a pull request)',
        LEFT,
      ),
    ],
    [
      'its run could not be looked for',
      { ...out, foundRun: silent('GitHub was not asked, because `github-token` is empty') },
      ofNoRun(LEFT),
    ],
    ['its run was not looked for', out, ofNoRun(LEFT)],
    [
      'the run that was found tests others',
      { ...out, foundRun: aRun('failed', { unit: 'failed' }, tests(41)) },
      ofNoRun(LEFT),
    ],
    ['left at an unknown time', TIMELESS, ofNoRun()],
    ['left at an unknown time, and GitHub shows its events', { ...TIMELESS, timeline: timeline() }, ofNoRun()],
    [
      'GitHub shows no push, and has the same head',
      { ...out, github: gitHubView(), timeline: timeline() },
      ofNoRun(LEFT, NONE_SINCE),
    ],
    [
      'GitHub shows no push, and its head was not read',
      { ...out, github: silent('GitHub did not answer'), timeline: timeline() },
      ofNoRun(LEFT, NONE_SINCE),
    ],
  ])('%s', (_, given, expected) => {
    expect(causesOf(given)).toEqual([expected])
  })
})

describe('cancelled', () => {
  const ofCancelledRun = (...dependentPullRequests: number[]) => aRun('cancelled', {}, { dependentPullRequests })
  const ofSucceededRun = aRun('succeeded', {}, { dependentPullRequests: [40] })

  test.each<[string, Partial<Facts>, evidence: string[]]>([
    ['nothing else is known', {}, [LEFT]],
    ['nobody knows when', since('cancelled', null), []],
    [
      'at an unknown time, and GitHub shows that it was closed',
      { ...since('cancelled', null), timeline: timeline(closedAt(minutesAgo(30))) },
      [],
    ],
    ['with its run', { foundRun: aRun('cancelled', {}) }, [LEFT]],
    ['with its run, which began at an unknown time', { foundRun: aRun('cancelled', {}, { createdAt: null }) }, [LEFT]],
    ['another head, and no list of what happened to it', { github: gitHubView({ headSha: OTHER }) }, [LEFT]],
    [
      'a pull request that its run was built on has left',
      { foundRun: ofCancelledRun(40), ...withEntries(queued(40, 'merged')) },
      ['Its test run was built on #40, which has left the queue since.', LEFT],
    ],
    [
      'several that its run was built on have left',
      { foundRun: ofCancelledRun(40, 39), ...aQueue() },
      ['Its test run was built on #39, #40, which have left the queue since.', LEFT],
    ],
    [
      'what its run was built on, and the list of the queue is not known',
      { foundRun: ofCancelledRun(40), ...aQueue({ entries: null }) },
      [LEFT],
    ],
    [
      'all that its run was built on are still there',
      { foundRun: ofCancelledRun(40), ...withEntries(queued(40, 'testing')) },
      [LEFT],
    ],
    ['its run was built on others, and the queue was not read', { foundRun: ofCancelledRun(40) }, [LEFT]],
    ['its run was not cancelled', { foundRun: ofSucceededRun, ...aQueue() }, [LEFT]],
    [
      'its run was not cancelled, and another one that it was built on failed',
      { foundRun: ofSucceededRun, ...withEntries(queued(40, 'failed')) },
      [LEFT],
    ],
  ])('%s', (_, over, evidence) => {
    const given = { ...inState('cancelled'), ...over }
    expect(causesOf(given)).toEqual([taken(...evidence)])
  })

  test.each<[string, TimelineEvent[], evidence: string[]]>([
    ['at that time', [closedAt(minutesAgo(30))], [CLOSED, LEFT, NONE_SINCE]],
    ['ten minutes before', [closedAt(minutesAgo(40))], [CLOSED, LEFT, NONE_SINCE]],
    ['ten minutes after', [closedAt(minutesAgo(20))], [CLOSED, LEFT, NONE_SINCE]],
    [
      'and reopened long after',
      [closedAt(minutesAgo(31)), { kind: 'reopened', at: minutesAgo(5), sha: null }],
      [CLOSED, LEFT, NONE_SINCE],
    ],
    ['long before', [closedAt(minutesAgo(41))], [LEFT, NONE_SINCE]],
    ['long after', [closedAt(minutesAgo(19))], [LEFT, NONE_SINCE]],
    ['nobody knows when', [closedAt(null)], [LEFT, NONE_SINCE]],
    ['not closed, but reopened', [{ kind: 'reopened', at: minutesAgo(30), sha: null }], [LEFT, NONE_SINCE]],
    ['never', [], [LEFT, NONE_SINCE]],
  ])('closed: %s', (_, events, evidence) => {
    const given = { ...inState('cancelled'), timeline: timeline(...events) }
    expect(causesOf(given)).toEqual([taken(...evidence)])
  })

  test('a push and another one that its run was built on come before it', () => {
    const given = {
      ...inState('cancelled'),
      foundRun: ofCancelledRun(40),
      ...withEntries(queued(40, 'failed')),
      timeline: timeline({ kind: 'head-force-pushed', at: minutesAgo(31), sha: OTHER }),
    }
    expect(causesOf(given)).toEqual([
      possible(
        'evicted-by-push',
        '#42 may have been ejected by a push: a push to a queued pull request takes it out.',
        { evidence: ['A forced push (`8b02421`) was made 1 m before #42 left the queue.', LEFT, NONE_SINCE] },
      ),
      possible(
        'ejected-because-of-another',
        '#42 left the queue after #40, on which its test run was built, had failed or been cancelled.',
        { evidence: [LEFT, NONE_SINCE], advice: 'submit again' },
      ),
      taken('Its test run was built on #40, which has left the queue since.', LEFT, NONE_SINCE),
    ])
  })
})
