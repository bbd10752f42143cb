import * as z from 'zod/mini'
import { type Answer, type Failure, isFailed } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic, unexpected } from '../../github/failure.ts'
import { askGraphql } from '../../github/graphql.ts'
import { commitId, pullRequestNumber } from '../../text/outside.ts'

const TOPIC: Topic = { task: 'read the pull request', permission: 'pull-requests: read' }

const QUEUE_EVENTS = 'ADDED_TO_MERGE_QUEUE_EVENT, REMOVED_FROM_MERGE_QUEUE_EVENT'

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

/** One query a poll: what GitHub says of a pull request and its place in the queue. */
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
  pushes: z.object({
    pageInfo: z.object({ hasPreviousPage: z.boolean() }),
    nodes: z.array(z.nullable(z.union([added, removed, forcePushed, committed]))),
  }),
})
const FIELDS = {
  pullRequest: 'pullRequest(number: $number)',
  queueEvents: `timelineItems(last: 10, itemTypes: [${QUEUE_EVENTS}])`,
  pushes: `timelineItems(last: 30, itemTypes: [${QUEUE_EVENTS}, HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT])`,
}

type Wire = z.output<typeof pullRequest>
type Node = NonNullable<Wire['pushes']['nodes'][number]>
export type MergeQueueEntry = z.output<typeof entry>

/** What happened to a pull request. GitHub removes it from the queue for a merge, too. */
export interface TimelineEvent {
  kind: 'added' | 'removed' | 'pushed'
  at: string | null
  /** Of a removal, in GitHub's words. */
  reason: string | null
  /** Who removed it; null for a bot, and if it is not known. */
  actor: string | null
  /** The commit of the removed merge group; null if none was built, or GitHub does not list the removal yet. */
  groupSha: string | null
}

/** GitHub's answer about a pull request. */
export interface PullRequestAnswer extends Omit<Wire, 'queueEvents' | 'pushes'> {
  /** Additions to the queue and removals, the last ten. */
  queueEvents: Answer<TimelineEvent[]>
  /** The last thirty events, pushes included; null for what the token may not see. */
  timeline: (TimelineEvent | null)[]
  hasOlderEvents: boolean
  /** Why the commit of its entry's group can't be read; null if it can. */
  groupRefusal: Failure | null
}

/** Asks for one pull request. A number that no pull request has is a failed read. Throws only on cancellation. */
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
  const of = (...path: string[]) => refusal('pullRequest', ...path)
  if (data.pullRequest === null) return { failure: of() ?? notFound(TOPIC) }
  const { queueEvents, pushes, ...found } = data.pullRequest
  if (found.number !== number) return { failure: unexpected(TOPIC, 'number') }
  const refusedEvents = of('queueEvents')
  const events = queueEvents.nodes.filter(node => node !== null).map(eventOf)
  return {
    value: {
      ...found,
      queueEvents: refusedEvents ? { failure: refusedEvents } : { value: events },
      timeline: pushes.nodes.map(node => node && eventOf(node)),
      hasOlderEvents: pushes.pageInfo.hasPreviousPage,
      groupRefusal: of('mergeQueueEntry', 'headCommit'),
    },
  }
}

export const ADDITION: TimelineEvent = { kind: 'added', at: null, reason: null, actor: null, groupSha: null }

function eventOf(node: Node): TimelineEvent {
  switch (node.__typename) {
    case 'AddedToMergeQueueEvent':
      return { ...ADDITION, at: node.createdAt }
    case 'RemovedFromMergeQueueEvent': {
      const { createdAt: at, reason, actor: by, beforeCommit } = node
      const person = by?.__typename === 'Bot' ? null : (by?.login ?? null)
      return { kind: 'removed', at, reason, actor: person, groupSha: beforeCommit?.oid ?? null }
    }
    default:
      return { ...ADDITION, kind: 'pushed', at: 'createdAt' in node ? node.createdAt : null }
  }
}
