import * as z from 'zod/mini'
import { NO_DETAILS, type QueueEntry } from '../../facts/facts.ts'
import { failedBy, valueIn } from '../../facts/reading.ts'
import { commitId, pullRequestNumber } from '../../facts/schema/shapes.ts'
import type { GitHubRead, GitHubScope } from '../client.ts'
import { type Topic, unexpected, unsupported } from '../failure.ts'
import { askParts, type Part, type PartialAnswer, partAt, placeAt } from './parts.ts'
import { stateOf } from './place.ts'
import { standingQuery } from './query.ts'

export const LIST: Topic = { task: 'list the queue', permission: 'merge-queues: read' }

/** The queue's list and settings, as far as they can be read. */
export interface Line {
  /** Null if GitHub's count of entries differs from its list, as happens while entries come and go. */
  entries: QueueEntry[] | null
  /** Minutes after which a check that has not reported counts as failed. */
  timeoutMinutes: number | null
  mergeMethod: string | null
  concurrency: number | null
}

const QUEUE = ['repository', 'mergeQueue']

const entry = z.object({
  state: z.nullish(z.string()),
  enqueuedAt: z.nullish(z.string()),
  pullRequest: z.nullish(
    z.object({ number: pullRequestNumber, title: z.nullish(z.string()), headRefOid: z.nullish(commitId) }),
  ),
})
const entries = z.object({
  totalCount: z.int().check(z.nonnegative()),
  pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.nullish(z.string()) }),
  nodes: z.array(entry),
})
const configuration = z.object({
  checkResponseTimeout: z.nullish(z.number()),
  mergeMethod: z.nullish(z.string()),
  maximumEntriesToBuild: z.nullish(z.number()),
})

/**
 * The queue's list: the first page is in the answer, further pages are asked for. Null if there is no queue, or GitHub
 * hides it. Throws only on cancellation.
 */
export async function readLine(
  scope: GitHubScope,
  branch: string,
  answer: PartialAnswer,
  leftOut: Set<string>,
): Promise<GitHubRead<Line | null>> {
  const unknown = ['Repository.mergeQueue', 'MergeQueue.entries'].find(field => leftOut.has(field))
  if (unknown !== undefined) return failedBy(unsupported(LIST, unknown))
  const ofList = { ...answer, topic: LIST }
  const queue = placeAt(ofList, QUEUE)
  if (queue.kind === 'failed' || queue.value === null) return queue as Part<never>
  const all: QueueEntry[] = []
  const totals: number[] = []
  let page = partAt(ofList, [...QUEUE, 'entries'], entries)
  for (let after: string | null = null; ; ) {
    if (page.kind === 'failed') return page
    if (page.value === null) return failedBy(unexpected(LIST, 'entries'))
    const { totalCount, pageInfo, nodes } = page.value
    for (const node of nodes) all.push(toEntry(node))
    totals.push(totalCount)
    if (!pageInfo.hasNextPage) break
    const next: string | null = pageInfo.endCursor ?? null
    if (next === null || next === after) return failedBy(unexpected(LIST, 'endCursor'))
    after = next
    const question = { repository: scope.repository, number: null, listOf: branch, after }
    const more = await askParts(scope, LIST, unknown => standingQuery(question, unknown), leftOut)
    if (more.kind === 'failed') return more
    page = partAt(more.value, [...QUEUE, 'entries'], entries)
  }
  const settings = valueIn(partAt(ofList, [...QUEUE, 'configuration'], configuration))
  return {
    kind: 'read',
    value: {
      entries: totals.every(total => total === all.length) ? all : null,
      timeoutMinutes: settings?.checkResponseTimeout ?? null,
      mergeMethod: settings?.mergeMethod ?? null,
      concurrency: settings?.maximumEntriesToBuild ?? null,
    },
  }
}

function toEntry({ state, enqueuedAt, pullRequest }: z.output<typeof entry>): QueueEntry {
  return {
    number: pullRequest?.number ?? null,
    sha: pullRequest?.headRefOid ?? null,
    title: pullRequest?.title ?? null,
    ...NO_DETAILS,
    state: stateOf(state ?? null),
    stateChangedAt: state === 'QUEUED' ? (enqueuedAt ?? null) : null,
  }
}
