import * as z from 'zod/mini'
import { isSameCommit } from '../../facts/commit.ts'
import { type Answer, type Failure, isFailed, valueIn } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic, unexpected } from '../../github/failure.ts'
import { askGraphql } from '../../github/graphql.ts'
import { commitId, pullRequestNumber } from '../../text/outside.ts'

const TOPIC: Topic = { task: 'read the pull request', permission: 'pull-requests: read' }

const QUEUE_EVENTS = 'ADDED_TO_MERGE_QUEUE_EVENT, REMOVED_FROM_MERGE_QUEUE_EVENT'
const PUSH_EVENTS = 'HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT'

const text = z.string()
const actor = z.nullable(z.object({ __typename: text, login: text }))
const added = z.object({ __typename: z.literal('AddedToMergeQueueEvent'), createdAt: text })
const removed = z.object({
  __typename: z.literal('RemovedFromMergeQueueEvent'),
  createdAt: text,
  reason: z.nullable(text),
  actor,
  beforeCommit: z.nullable(z.object({ oid: commitId })),
})
const forcePushed = z.object({ __typename: z.literal('HeadRefForcePushedEvent'), createdAt: text })
const committed = z.object({ __typename: z.literal('PullRequestCommit') })

const entry = z.object({
  state: text,
  position: z.int(),
  enqueuedAt: text,
  enqueuer: z.object({ login: text }),
  headCommit: z.nullable(z.object({ oid: commitId, committedDate: text })),
})

/** The fields of a pull request that GitHub is asked for, by their names in GraphQL. */
const pullRequest = z.object({
  number: pullRequestNumber,
  title: text,
  state: text,
  merged: z.boolean(),
  mergedAt: z.nullable(text),
  baseRefName: text,
  headRefOid: commitId,
  isMergeQueueEnabled: z.boolean(),
  isInMergeQueue: z.boolean(),
  autoMergeRequest: z.nullable(z.object({ enabledAt: z.nullable(text) })),
  mergeQueueEntry: z.nullable(entry),
  queueEvents: z.object({ nodes: z.array(z.nullable(z.union([added, removed]))) }),
  eventsWithPushes: z.object({
    pageInfo: z.object({ hasPreviousPage: z.boolean() }),
    nodes: z.array(z.nullable(z.union([added, removed, forcePushed, committed]))),
  }),
})
const FIELDS = {
  pullRequest: 'pullRequest(number: $number)',
  queueEvents: `timelineItems(last: 10, itemTypes: [${QUEUE_EVENTS}])`,
  eventsWithPushes: `timelineItems(last: 30, itemTypes: [${QUEUE_EVENTS}, ${PUSH_EVENTS}])`,
}

type PullRequestFields = z.output<typeof pullRequest>
type TimelineNode = NonNullable<PullRequestFields['eventsWithPushes']['nodes'][number]>

/** An event in the timeline of a pull request: the queue added or removed it, or it was pushed to. A merge removes it, too. */
export interface TimelineEvent {
  kind: 'added' | 'removed' | 'pushed'
  at: string | null
  /** Why it was removed, in GitHub's word; null if GitHub gives none, and for other kinds. */
  reason: string | null
  /** Who removed it; null for a bot, and if it is not known. */
  actor: string | null
  /** The commit of the removed merge group; null if none was built, and for other kinds. */
  groupSha: string | null
}

/** GitHub's answer about a pull request: the fields of the query, with both lists as events. */
export interface PullRequestAnswer extends Omit<PullRequestFields, 'queueEvents' | 'eventsWithPushes'> {
  /** The last ten additions to the queue and removals. */
  queueEvents: Answer<TimelineEvent[]>
  /** The last thirty additions, removals and pushes; null for an event that the token may not see. */
  eventsWithPushes: (TimelineEvent | null)[]
  hasOlderEvents: boolean
  /** Why GitHub refused to give the commit of the merge group; null if it did not refuse. */
  groupRefusal: Failure | null
}

/** Asks for one pull request. Fails if there is no pull request of that number. Throws only on cancellation. */
export async function askPullRequest(scope: GitHubScope, number: number): Promise<Answer<PullRequestAnswer>> {
  const answer = await askGraphql(scope, {
    name: 'PullRequest',
    variables: { '$number: Int!': number },
    topic: TOPIC,
    repository: z.object({ pullRequest: z.nullable(pullRequest) }),
    fields: FIELDS,
  })
  if (isFailed(answer)) return answer
  const { data, refusal } = answer.value
  const refusalOf = (...path: string[]) => refusal('pullRequest', ...path)
  if (data.pullRequest === null) return { failure: refusalOf() ?? notFound(TOPIC) }
  const { queueEvents, eventsWithPushes, ...fields } = data.pullRequest
  if (fields.number !== number) return { failure: unexpected(TOPIC, 'number') }
  const refusedEvents = refusalOf('queueEvents')
  const events = queueEvents.nodes.filter(node => node !== null).map(eventOf)
  return {
    value: {
      ...fields,
      queueEvents: refusedEvents ? { failure: refusedEvents } : { value: events },
      eventsWithPushes: eventsWithPushes.nodes.map(node => node && eventOf(node)),
      hasOlderEvents: eventsWithPushes.pageInfo.hasPreviousPage,
      groupRefusal: refusalOf('mergeQueueEntry', 'headCommit'),
    },
  }
}

/** True if `sha` is the commit of the merge group, by the queue entry or by the last removal. */
export function namesGroupCommit({ mergeQueueEntry, queueEvents }: PullRequestAnswer, sha: string): boolean {
  const removal = valueIn(queueEvents)?.findLast(({ kind }) => kind === 'removed')
  return isSameCommit(sha, mergeQueueEntry?.headCommit?.oid ?? null) || isSameCommit(sha, removal?.groupSha ?? null)
}

/** An event of which no more is known than its kind and its time. */
export function timelineEvent(kind: TimelineEvent['kind'], at: string | null): TimelineEvent {
  return { kind, at, reason: null, actor: null, groupSha: null }
}

function eventOf(node: TimelineNode): TimelineEvent {
  // GitHub gives no time for a push that was not forced.
  const at = 'createdAt' in node ? node.createdAt : null
  if (node.__typename === 'AddedToMergeQueueEvent') return timelineEvent('added', at)
  if (node.__typename !== 'RemovedFromMergeQueueEvent') return timelineEvent('pushed', at)
  const { reason, actor, beforeCommit } = node
  const person = actor?.__typename === 'Bot' ? null : (actor?.login ?? null)
  return { kind: 'removed', at, reason, actor: person, groupSha: beforeCommit?.oid ?? null }
}
