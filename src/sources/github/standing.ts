import * as z from 'zod/mini'
import {
  type FailedReading,
  failedBy,
  type GitHubFailure,
  isFailed,
  isRead,
  mapped,
  valueIn,
} from '../../facts/reading.ts'
import { commitId, pullRequestNumber } from '../../facts/schema/shapes.ts'
import type { GitHubRead } from '../../github/client.ts'
import { notFound, type Topic, unexpected } from '../../github/failure.ts'
import { timeOf } from '../../text/time.ts'
import { type Part, type PartialAnswer, partAt } from './parts.ts'

export const TOPIC: Topic = { task: 'read the pull request', permission: 'pull-requests: read' }

/** GitHub's answer about one pull request and its queue, part by part. */
export interface Standing {
  number: number | null
  title: string | null
  author: string | null
  /** `OPEN`, `CLOSED` or `MERGED`. */
  state: GitHubRead<string>
  merged: GitHubRead<boolean>
  mergedAt: string | null
  baseBranch: GitHubRead<string>
  headSha: GitHubRead<string>
  /** The base branch has a queue. */
  hasQueue: GitHubRead<boolean>
  isInQueue: GitHubRead<boolean>
  /** True if auto-merge is armed, which is not yet a place in the queue; null if unknown. */
  isAutoMergeArmed: boolean | null
  entry: Part<Entry>
  events: GitHubRead<QueueEvent[]>
  pushes: GitHubRead<Pushes>
}

/** The pull request's place in the queue. */
export interface Entry {
  /** In GitHub's words; null if it is not known. */
  state: string | null
  position: number | null
  enqueuedAt: string | null
  estimatedSeconds: number | null
  skipsTheLine: boolean | null
  /** Who put it there: `github-actions` for a workflow's own token. */
  enqueuer: string | null
  /** The commit of its merge group; null if none is built yet. */
  group: Part<{ sha: string; committedAt: string | null }>
}

/** An event of the queue about the pull request. */
export type QueueEvent =
  | { kind: 'added'; at: string | null }
  | {
      kind: 'removed'
      at: string | null
      /** Free text of GitHub's. */
      reason: string | null
      /** Null for a bot, and if it is not known. */
      actor: string | null
      /** The commit of the pull request's merge group; null if none was built. */
      group: string | null
    }

/** Pushes, and events of the queue, the oldest first. */
export interface Pushes {
  events: { kind: 'added' | 'removed' | 'pushed'; at: string | null }[]
  /** There are older events, which were not asked for. */
  isCut: boolean
}

const PULL_REQUEST = ['repository', 'pullRequest']

const text = z.string()
const login = z.object({ __typename: z.optional(text), login: z.nullish(text) })
const entry = z.object({
  state: z.nullish(text),
  position: z.nullish(z.int()),
  enqueuedAt: z.nullish(text),
  estimatedTimeToMerge: z.nullish(z.int()),
  jump: z.nullish(z.boolean()),
  enqueuer: z.nullish(login),
  headCommit: z.nullish(z.object({ oid: commitId, committedDate: z.nullish(text) })),
})
const commit = z.nullish(z.object({ oid: z.nullish(commitId) }))
const page = z.object({ hasPreviousPage: z.boolean() })
const event = z.object({
  __typename: text,
  createdAt: z.nullish(text),
  reason: z.nullish(text),
  actor: z.nullish(login),
  beforeCommit: commit,
})
const timelinePage = z.object({ pageInfo: page, nodes: z.array(event) })
type TimelinePage = z.output<typeof timelinePage>

/** Reads an answer about a pull request. If no pull request has the number, the reading fails. */
export function readStanding(answer: PartialAnswer): GitHubRead<Standing> {
  const pullRequest = partAt(answer, PULL_REQUEST, z.looseObject({}))
  if (isRead(pullRequest) && pullRequest.value === null) return failedBy(notFound(answer.topic))
  const of = <Schema extends z.ZodMiniType>(field: string, shape: Schema) =>
    partAt(answer, [...PULL_REQUEST, field], shape)
  const must = <Schema extends z.ZodMiniType>(field: string, shape: Schema) => there(answer, field, of(field, shape))
  const autoMerge = of('autoMergeRequest', z.looseObject({}))
  const shown = of('mergeQueueEntry', entry)
  // A refused entry says nothing; one of another shape may still be one.
  if (isFailed(shown) && shown.failure.cause === 'unexpected') return shown
  const timeline = <T>(alias: string, read: typeof eventsOf | typeof pushesOf) => {
    const part = must(alias, timelinePage)
    const odd = failedBy(unexpected(answer.topic, alias))
    return (isFailed(part) ? part : read(part.value, odd)) as GitHubRead<T>
  }
  return {
    value: {
      number: valueIn(of('number', pullRequestNumber)),
      title: valueIn(of('title', text)),
      author: valueIn(of('author', login))?.login ?? null,
      state: must('state', text),
      merged: must('merged', z.boolean()),
      mergedAt: valueIn(of('mergedAt', text)),
      baseBranch: must('baseRefName', text),
      headSha: must('headRefOid', commitId),
      hasQueue: must('isMergeQueueEnabled', z.boolean()),
      isInQueue: must('isInMergeQueue', z.boolean()),
      isAutoMergeArmed: isFailed(autoMerge) ? null : autoMerge.value !== null,
      entry: mapped(shown, entryOf),
      events: timeline<QueueEvent[]>('queueEvents', eventsOf),
      pushes: timeline<Pushes>('pushes', pushesOf),
    },
  }
}

function entryOf(wire: z.output<typeof entry> | null): Entry | null {
  if (wire === null) return null
  const { state, position, enqueuedAt, estimatedTimeToMerge, jump, enqueuer, headCommit: group } = wire
  return {
    state: state ?? null,
    position: position ?? null,
    enqueuedAt: enqueuedAt ?? null,
    estimatedSeconds: estimatedTimeToMerge ?? null,
    skipsTheLine: jump ?? null,
    enqueuer: enqueuer?.login ?? null,
    group: { value: group ? { sha: group.oid, committedAt: group.committedDate ?? null } : null },
  }
}

function eventsOf({ nodes, pageInfo }: TimelinePage, odd: FailedReading<GitHubFailure>): GitHubRead<QueueEvent[]> {
  const events = nodes.map(queueEventOf).filter(each => each !== null)
  const isOdd = events.length < nodes.length || (nodes.length === 0 && pageInfo.hasPreviousPage)
  // If an event is of an unknown kind or out of order, the last event would be a guess.
  return isOdd || !isInOrder(events) ? odd : { value: events }
}

function queueEventOf(node: z.output<typeof event>): QueueEvent | null {
  const at = node.createdAt ?? null
  switch (node.__typename) {
    case 'AddedToMergeQueueEvent':
      return { kind: 'added', at }
    case 'RemovedFromMergeQueueEvent':
      return {
        kind: 'removed',
        at,
        reason: node.reason ?? null,
        actor: node.actor && node.actor.__typename !== 'Bot' ? (node.actor.login ?? null) : null,
        group: node.beforeCommit?.oid ?? null,
      }
    default:
      return null
  }
}

const PUSH_KINDS: ReadonlyMap<string, Pushes['events'][number]['kind']> = new Map([
  ['AddedToMergeQueueEvent', 'added'],
  ['RemovedFromMergeQueueEvent', 'removed'],
  ['HeadRefForcePushedEvent', 'pushed'],
  ['PullRequestCommit', 'pushed'],
] as const)

function pushesOf({ nodes, pageInfo }: TimelinePage, odd: FailedReading<GitHubFailure>): GitHubRead<Pushes> {
  const events = nodes.flatMap(({ __typename, createdAt }) => {
    const kind = PUSH_KINDS.get(__typename)
    return kind === undefined ? [] : [{ kind, at: createdAt ?? null }]
  })
  return events.length < nodes.length ? odd : { value: { events, isCut: pageInfo.hasPreviousPage } }
}

function isInOrder(events: readonly QueueEvent[]): boolean {
  const times = events.map(({ at }) => timeOf(at))
  return times.every((time, index) => {
    const before = times[index - 1] ?? null
    return time === null || before === null || before <= time
  })
}

/** The value of a field that GitHub's schema calls non-null; a null in it is a failure. */
function there<T>(answer: PartialAnswer, field: string, part: Part<T>): GitHubRead<T> {
  if (isFailed(part)) return part
  return part.value === null ? failedBy(unexpected(answer.topic, field)) : { ...part, value: part.value }
}
