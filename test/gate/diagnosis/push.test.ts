import { describe, expect, test } from 'vitest'
import type { Facts, TimelineEvent } from '../../../src/facts/facts.ts'
import { pushedSince } from '../../../src/gate/diagnosis/push.ts'
import { ABSENT, gitHubView, HEAD, OTHER } from '../../builders.ts'
import { causesOf, inState, minutesAgo, possible, queued, since, timeline, withEntries } from './cases.ts'

const commit = (minutes: number, sha: string | null = OTHER): TimelineEvent => {
  return { kind: 'committed', at: minutesAgo(minutes), sha }
}
const force = (minutes: number, sha: string | null = OTHER): TimelineEvent => {
  return { kind: 'head-force-pushed', at: minutesAgo(minutes), sha }
}

/** #42 left the queue 30 minutes ago, and no test run of it is known. */
const FAILED: Partial<Facts> = { ...inState('failed'), foundRun: ABSENT }
const LEFT = '#42 left the queue 30 m ago.'
const NONE_SINCE = 'GitHub shows no commit or forced push on #42 since then.'

const made = (push: string, when: string) => `${push} was made ${when} #42 left the queue.`
const evicted = (...evidence: string[]) =>
  possible('evicted-by-push', '#42 may have been ejected by a push: a push to a queued pull request takes it out.', {
    evidence,
  })
const unexplained = (...evidence: string[]) =>
  possible(
    'cause-unknown',
    'It is not known why #42 failed: its test run was not found (the queue deletes test branches when it is done with a pull request).',
    { evidence },
  )

describe('a push about when it left the queue', () => {
  test.each<[string, TimelineEvent[], push: string, since?: string]>([
    ['a forced push before', [force(31)], made('A forced push (`8b02421`)', '1 m before')],
    ['a commit before', [commit(33)], made('A commit (`8b02421`)', '3 m before')],
    ['of a commit that GitHub does not name', [force(31, null)], made('A forced push', '1 m before')],
    ['a quarter of an hour before', [force(45)], made('A forced push (`8b02421`)', '15 m before')],
    ['at that very time', [force(30)], made('A forced push (`8b02421`)', '0 s before')],
    ['half a minute after', [force(29.5)], made('A forced push (`8b02421`)', 'right after')],
    ['a minute after', [force(29)], made('A forced push (`8b02421`)', 'right after')],
    ['the latest of several', [force(40), force(33, HEAD), force(35)], made('A forced push (`a7f3772`)', '3 m before')],
    [
      'and another one later',
      [force(31), commit(5, HEAD)],
      made('A forced push (`8b02421`)', '1 m before'),
      'A commit (`a7f3772`) has moved the head of #42 since its state last changed.',
    ],
  ])('%s', (_, events, push, since = NONE_SINCE) => {
    expect(causesOf({ ...FAILED, timeline: timeline(...events) })).toEqual([evicted(push, LEFT, since)])
  })
})

describe('no push about when it left the queue', () => {
  test.each<[string, TimelineEvent[], evidence: string[]]>([
    ['none at all', [], [LEFT, NONE_SINCE]],
    ['more than a quarter of an hour before', [force(45.5)], [LEFT, NONE_SINCE]],
    [
      'long after',
      [force(5)],
      [LEFT, 'A forced push (`8b02421`) has moved the head of #42 since its state last changed.'],
    ],
    [
      'long after, of a commit that GitHub does not name',
      [commit(5, null)],
      [LEFT, 'A commit has moved the head of #42 since its state last changed.'],
    ],
    [
      'it was closed and reopened',
      [
        { kind: 'closed', at: minutesAgo(31), sha: null },
        { kind: 'reopened', at: minutesAgo(5), sha: null },
      ],
      [LEFT, NONE_SINCE],
    ],
    ['nobody knows when', [{ kind: 'committed', at: null, sha: OTHER }], [LEFT, NONE_SINCE]],
  ])('%s', (_, events, evidence) => {
    const given = { ...FAILED, timeline: timeline(...events) }
    expect(causesOf(given)).toEqual([unexplained(...evidence)])
  })
})

describe('another head than the one that was in the queue', () => {
  const MOVED = 'The queue had commit `a7f3772`, but the head of #42 is `8b02421`.'

  test.each<[string, Partial<Facts>, evidence: string[]]>([
    ['GitHub has another one', { github: gitHubView({ headSha: OTHER }) }, [MOVED, LEFT]],
    [
      'GitHub has another one, and shows no push',
      { github: gitHubView({ headSha: OTHER }), timeline: timeline() },
      [MOVED, LEFT],
    ],
    [
      'the list of the queue has another one',
      withEntries(queued(41, 'testing'), queued(42, 'failed', { sha: OTHER })),
      ['The queue had commit `8b02421`, but the head of #42 is `a7f3772`.', LEFT],
    ],
    [
      'left at an unknown time, and pushed to at some time',
      { ...since('failed', null), github: gitHubView({ headSha: OTHER }), timeline: timeline(force(5)) },
      [MOVED],
    ],
  ])('%s', (_, over, evidence) => {
    expect(causesOf({ ...FAILED, ...over })).toEqual([evicted(...evidence)])
  })

  test.each<[string, Partial<Facts>, evidence: string[]]>([
    ['the same one', { github: gitHubView() }, [LEFT]],
    ['the same one, in capitals', { github: gitHubView({ headSha: HEAD.toUpperCase() }) }, [LEFT]],
    ['GitHub tells of another pull request', { github: gitHubView({ number: 43, headSha: OTHER }) }, [LEFT]],
    ['another pull request of the queue has it', withEntries(queued(41, 'testing', { sha: OTHER })), [LEFT]],
    ['the list of the queue does not say', withEntries(queued(42, 'failed', { sha: null })), [LEFT]],
    [
      'by a push after it had left',
      { github: gitHubView({ headSha: OTHER }), timeline: timeline(force(5)) },
      [LEFT, 'A forced push (`8b02421`) has moved the head of #42 since its state last changed.'],
    ],
  ])('none: %s', (_, over, evidence) => {
    expect(causesOf({ ...FAILED, ...over })).toEqual([unexplained(...evidence)])
  })
})

describe('the latest push after a time', () => {
  const forced = 'A forced push (`8b02421`) has moved the head of #42 since its state last changed.'
  const committed = 'A commit (`8b02421`) has moved the head of #42 since its state last changed.'
  const ofHead = 'A forced push (`a7f3772`) has moved the head of #42 since its state last changed.'
  const nameless = 'A forced push has moved the head of #42 since its state last changed.'

  test.each<[string, TimelineEvent[], string | null]>([
    ['the oldest first', [commit(9, HEAD), force(5)], forced],
    ['one without a time between', [commit(9, null), { kind: 'committed', at: null, sha: HEAD }, force(5)], forced],
    ['at one time: the commit before the forced push', [force(5, HEAD), commit(5)], committed],
    ['at one time: by the commit', [force(5, HEAD), force(5)], forced],
    ['at one time: one that GitHub does not name', [force(5, HEAD), force(5, null)], nameless],
    ['at one time, and the same', [force(5, HEAD), force(5, HEAD)], ofHead],
    ['a minute after is about the same time', [force(29)], null],
    ['before', [force(31)], null],
    ['none', [], null],
  ])('%s', (_, events, expected) => {
    expect(pushedSince({ timeline: timeline(...events).value }, inState('failed').pullRequest.value)).toEqual(expected)
  })

  test('without a time there is no after', () => {
    const timeless = inState('failed', { stateChangedAt: null }).pullRequest.value
    expect(pushedSince({ timeline: timeline(force(5)).value }, timeless)).toBe(null)
  })
})
