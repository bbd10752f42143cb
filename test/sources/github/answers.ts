import type { Failure, PullRequest } from '../../../src/facts/facts.ts'
import type { Question } from '../../../src/facts/source.ts'
import { forbidden } from '../../../src/github/failure.ts'
import { type PullRequestAnswer, type TimelineEvent, timelineEvent } from '../../../src/sources/github/pull-request.ts'
import { type QueueStatus, queueStatusOf, type SeenByStep } from '../../../src/sources/github/queue-status.ts'
import { ROCKET } from '../../github/api.ts'

/** Pull request 42 into main, which has a queue; the head that all answers have. */
export const HEAD = 'a'.repeat(40)
/** The commit of the merge group. */
export const GROUP = 'c'.repeat(40)

/** A time of the same morning, in minutes. */
export function at(minute: number): string {
  return `2026-03-02T09:${String(minute).padStart(2, '0')}:00Z`
}

/** The options of a source in a step without a wait, but for the client and the clock. */
export const OPTIONS = {
  repository: ROCKET,
  ...{ pullRequestActivity: null, mergeGroup: null, eventSha: null, stackBase: null, checkRunId: null },
  isPolledAgain: false,
  onCall: () => {},
}

/** What a poll about #42 asks. */
export const QUESTION: Question = {
  reads: ['pull-request'],
  number: 42,
  targetBranch: 'main',
  testRunId: null,
  quarantineListOwner: null,
}

export const REFUSED: Failure = forbidden({ task: 'read it', permission: 'pull-requests: read' })

export function added(minute = 10): TimelineEvent {
  return timelineEvent('added', at(minute))
}

export function removed(reason: string | null, minute = 20): TimelineEvent {
  return { kind: 'removed', at: at(minute), reason, actor: 'octocat', groupSha: GROUP }
}

export const PUSHED = timelineEvent('pushed', null)

type MergeQueueEntry = NonNullable<PullRequestAnswer['mergeQueueEntry']>

export function entryOf(given: Partial<MergeQueueEntry> = {}): MergeQueueEntry {
  return {
    state: 'AWAITING_CHECKS',
    position: 2,
    enqueuedAt: at(10),
    enqueuer: { login: 'octocat' },
    headCommit: { oid: GROUP, committedDate: at(11) },
    ...given,
  }
}

export interface GivenAnswer extends Partial<Omit<PullRequestAnswer, 'events'>> {
  entry?: MergeQueueEntry | null
  events?: TimelineEvent[]
  eventRefusal?: Failure
}

/** Never submitted, if nothing is said of it. The list of pushes holds the events, unless given. */
export function answerOf({ entry = null, events = [], eventRefusal, ...given }: GivenAnswer = {}): PullRequestAnswer {
  return {
    number: 42,
    title: 'More thrust',
    state: 'OPEN',
    merged: false,
    mergedAt: null,
    baseRefName: 'main',
    headRefOid: HEAD,
    isMergeQueueEnabled: true,
    isInMergeQueue: entry !== null,
    autoMergeRequest: null,
    mergeQueueEntry: entry,
    queueEvents: eventRefusal ? { failure: eventRefusal } : { value: events },
    eventsWithPushes: events,
    hasOlderEvents: false,
    groupRefusal: null,
    ...given,
  }
}

export function statusOf(given: GivenAnswer = {}, known: Partial<SeenByStep> = {}): QueueStatus {
  return queueStatusOf(answerOf(given), 'main', {
    pullRequestActivity: null,
    stackBase: null,
    enqueuedTimes: [],
    ...known,
  })
}

/** The part of the pull request that a rule is about; null if it was never submitted. */
export function gist(pullRequest: PullRequest | null) {
  if (pullRequest === null) return null
  const { state, submitted, removal, doubts } = pullRequest
  const doubted = doubts.map(({ code, answerParts }) => `${code}: ${answerParts.join(' ')}`)
  return { state, submitted, ...(removal && { removal: removal.reason }), ...(doubted.length > 0 && { doubted }) }
}
