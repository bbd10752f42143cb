import type { Failure, PullRequest } from '../../../src/facts/facts.ts'
import { forbidden } from '../../../src/github/failure.ts'
import type { Entry, PullRequestAnswer, RemovedNode, TimelineNode } from '../../../src/sources/github/query.ts'
import { type Knowledge, type Standing, standingOf } from '../../../src/sources/github/standing.ts'

/** Pull request 42 into main, which has a queue; the head that all answers have. */
export const HEAD = 'a'.repeat(40)
/** The commit of the merge group. */
export const GROUP = 'c'.repeat(40)

/** A time of the same morning, in minutes. */
export function at(minute: number): string {
  return `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`
}

export const REFUSED: Failure = forbidden({ task: 'read it', permission: 'pull-requests: read' })

export function added(minute = 10) {
  return { __typename: 'AddedToMergeQueueEvent' as const, createdAt: at(minute) }
}

export function removed(reason: string | null, minute = 20, group: string | null = GROUP): RemovedNode {
  return {
    __typename: 'RemovedFromMergeQueueEvent',
    createdAt: at(minute),
    reason,
    actor: { __typename: 'User', login: 'octocat' },
    beforeCommit: group === null ? null : { oid: group },
  }
}

export const PUSHED = { __typename: 'PullRequestCommit' as const }

export function entryOf(given: Partial<Entry> = {}): Entry {
  return {
    state: 'AWAITING_CHECKS',
    position: 2,
    enqueuedAt: at(10),
    jump: false,
    enqueuer: { login: 'octocat' },
    headCommit: { oid: GROUP, committedDate: at(11) },
    ...given,
  }
}

export type QueueNode = ReturnType<typeof added> | RemovedNode

export interface GivenAnswer extends Partial<Omit<PullRequestAnswer, 'queueEvents' | 'pushes' | 'refused'>> {
  entry?: Entry | null
  events?: QueueNode[]
  /** The events, unless given. */
  pushes?: (TimelineNode | null)[]
  /** There are older pushes. */
  isCut?: boolean
  refused?: Partial<PullRequestAnswer['refused']>
}

/** Never submitted, if nothing is said of it. */
export function answerOf({
  entry = null,
  events = [],
  pushes = events,
  isCut = false,
  refused,
  ...given
}: GivenAnswer = {}) {
  const answer: PullRequestAnswer = {
    number: 42,
    title: 'More thrust',
    state: 'OPEN',
    merged: false,
    mergedAt: null,
    baseRefName: 'main',
    headRefOid: HEAD,
    isMergeQueueEnabled: true,
    isInMergeQueue: entry !== null,
    author: { login: 'mona' },
    autoMergeRequest: null,
    mergeQueueEntry: entry,
    queueEvents: { nodes: events },
    pushes: { pageInfo: { hasPreviousPage: isCut }, nodes: pushes },
    ...given,
    refused: { group: null, events: null, ...refused },
  }
  return answer
}

export function standing(given: GivenAnswer = {}, known: Partial<Knowledge> = {}): Standing {
  return standingOf(answerOf(given), 'main', { activity: null, stackBase: null, seen: [], ...known })
}

/** The part of the pull request that a rule is about; null if it was never submitted. */
export function gist(pullRequest: PullRequest | null) {
  if (pullRequest === null) return null
  const { state, submitted, removal, doubts } = pullRequest
  const doubted = doubts.map(({ code, members }) => `${code}: ${members.join(' ')}`)
  return { state, submitted, ...(removal && { removal: removal.reason }), ...(doubted.length > 0 && { doubted }) }
}
