import type { QueueActivity } from '../../../src/facts/context.ts'
import type { PullRequest } from '../../../src/facts/facts.ts'
import { failedBy, isFailed } from '../../../src/facts/reading.ts'
import type { GitHubRead } from '../../../src/github/client.ts'
import { forbidden } from '../../../src/github/failure.ts'
import { type Memory, NOTHING_SEEN, remember } from '../../../src/sources/github/episode.ts'
import { type Asked, type Place, placeOf } from '../../../src/sources/github/place.ts'
import type { Entry, Pushes, QueueEvent, Standing } from '../../../src/sources/github/standing.ts'

/** Pull request 42 into main, which has a queue; the head that all answers have. */
export const HEAD = 'a'.repeat(40)
/** The commit of the merge group. */
export const GROUP = 'c'.repeat(40)

/** A time of the same morning, in minutes. */
export function at(minute: number): string {
  return `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`
}

export const REFUSED = failedBy(forbidden({ task: 'read it', permission: 'pull-requests: read' }))

export function part<T>(value: T): GitHubRead<T> {
  return { value }
}

export function added(minute = 10): QueueEvent {
  return { kind: 'added', at: at(minute) }
}

export function removed(reason: string | null, minute = 20, group: string | null = GROUP): QueueEvent {
  return { kind: 'removed', at: at(minute), reason, actor: 'octocat', group }
}

export function entryOf(given: Partial<Entry> = {}): Entry {
  return {
    state: 'AWAITING_CHECKS',
    position: 2,
    enqueuedAt: at(10),
    estimatedSeconds: 600,
    skipsTheLine: false,
    enqueuer: 'octocat',
    group: part({ sha: GROUP, committedAt: at(11) }),
    ...given,
  }
}

/** Never submitted, if nothing is said of it. Events are pushes, too. */
export function standingOf({
  entry = null,
  events = [],
  pushes = events.map(({ kind, at: when }) => ({ kind, at: when })),
  ...given
}: Partial<Omit<Standing, 'entry' | 'events' | 'pushes'>> & {
  entry?: Entry | null
  events?: QueueEvent[]
  pushes?: Pushes['events']
} = {}): Standing {
  return {
    number: 42,
    title: 'More thrust',
    author: 'mona',
    state: part('OPEN'),
    merged: part(false),
    mergedAt: null,
    baseBranch: part('main'),
    headSha: part(HEAD),
    hasQueue: part(true),
    isInQueue: part(entry !== null),
    isAutoMergeArmed: false,
    entry: part(entry),
    events: part(events),
    pushes: part({ events: pushes, isCut: false }),
    ...given,
  }
}

export const ASKED: Asked = { number: 42, targetBranch: 'main', event: null }

export function placeIn(standing: Standing, asked: Partial<Asked> = {}, memory: Memory = NOTHING_SEEN): Place {
  const place = placeOf(standing, { ...ASKED, ...asked }, memory)
  if (isFailed(place)) throw new Error('the whole reading failed')
  return place.value
}

export function remembered(memory: Memory, standing: Standing, event: QueueActivity | null = null): Memory {
  return remember(memory, standing, event)
}

/** The part of the pull request that a rule is about; null if it was never submitted. */
export function gist(pullRequest: PullRequest | null) {
  if (pullRequest === null) return null
  const { state, submitted, removal, doubts } = pullRequest
  const doubted = doubts.map(({ code, members }) => `${code}: ${members.join(' ')}`)
  return { state, submitted, ...(removal && { removal: removal.reason }), ...(doubted.length > 0 && { doubted }) }
}
