import * as z from 'zod/mini'
import { type Answer, type Failure, failedBy, isFailed } from '../../facts/facts.ts'
import type { GitHubScope } from '../../github/client.ts'
import { notFound, type Topic, unexpected } from '../../github/failure.ts'
import { askGraphql, field } from '../../github/graphql.ts'
import { commitId, pullRequestNumber } from '../../text/document.ts'

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
  jump: z.boolean(),
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
  author: z.nullable(z.object({ login: text })),
  autoMergeRequest: z.nullable(z.object({ enabledAt: z.nullable(text) })),
  mergeQueueEntry: z.nullable(entry),
  queueEvents: field(
    `timelineItems(last: 10, itemTypes: [${QUEUE_EVENTS}])`,
    z.object({ nodes: z.array(z.nullable(z.union([added, removed]))) }),
  ),
  pushes: field(
    `timelineItems(last: 30, itemTypes: [${QUEUE_EVENTS}, HEAD_REF_FORCE_PUSHED_EVENT, PULL_REQUEST_COMMIT])`,
    z.object({
      pageInfo: z.object({ hasPreviousPage: z.boolean() }),
      nodes: z.array(z.nullable(z.union([added, removed, forcePushed, committed]))),
    }),
  ),
})

type Wire = z.output<typeof pullRequest>
export type Entry = z.output<typeof entry>
export type RemovedNode = z.output<typeof removed>
export type TimelineNode = NonNullable<Wire['pushes']['nodes'][number]>

/** GitHub's answer about a pull request, with the failures of the parts that may be missing in it. */
export interface PullRequestAnswer extends Wire {
  /** Why a part was refused; null if it was not. */
  refused: Record<'group' | 'events', Failure | null>
}

/** Asks for one pull request. A number that no pull request has is a failed read. Throws only on cancellation. */
export async function askPullRequest(scope: GitHubScope, number: number): Promise<Answer<PullRequestAnswer>> {
  const answer = await askGraphql(scope, {
    name: 'PullRequest',
    variables: { '$number: Int!': number },
    topic: TOPIC,
    repository: z.object({ pullRequest: field('pullRequest(number: $number)', z.nullable(pullRequest)) }),
  })
  if (isFailed(answer)) return answer
  const { data, refusal } = answer.value
  const of = (...path: string[]) => refusal('pullRequest', ...path)
  if (data.pullRequest === null) return failedBy(of() ?? notFound(TOPIC))
  if (data.pullRequest.number !== number) return failedBy(unexpected(TOPIC, 'number'))
  return {
    value: { ...data.pullRequest, refused: { group: of('mergeQueueEntry', 'headCommit'), events: of('queueEvents') } },
  }
}
