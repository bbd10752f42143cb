import * as z from 'zod/mini'
import type { GitHubPullRequest } from '../facts/facts.ts'
import { type Answer, type Failure, failedBy, isFailed, mapped } from '../facts/facts.ts'
import { commitId, filled, parsed, pullRequestNumber } from '../text/document.ts'
import type { GitHubAnswer, GitHubScope } from './client.ts'
import { changedMeanwhile, type Topic, unexpected } from './failure.ts'

/** The most items that GitHub gives on a page. */
const PAGE_SIZE = 100
/** The most pages that are read of one list. */
const MOST_PAGES = 100

/** A question to REST about a repository, and the shape of its answer. */
interface RestQuestion<Schema extends z.ZodMiniType> {
  route: string
  /** Values for the route's braces besides `owner` and `repo`, for the query and for the body. */
  parameters: Readonly<Record<string, unknown>>
  topic: Topic
  shape: Schema
}

/** A list of REST that comes in pages; `shape` is that of one page. */
interface PagedList<Schema extends z.ZodMiniType, Item> extends RestQuestion<Schema> {
  items: (page: z.output<Schema>) => Item[]
  /** True for a page that is about something else than the question. */
  isForeign?: (page: z.output<Schema>) => boolean
  /** GitHub's count of the items on all pages, if it gives one. */
  total?: (page: z.output<Schema>) => number
  /** Identifies an item. If an item comes twice, the list changed while it was read, and another item is missing. */
  keyOf?: (item: Item) => unknown
}

/** The part of a list that was read, in its order. */
export interface PagesRead<Item> {
  items: Item[]
  /** Why items are missing; null if none is. */
  incomplete: Failure | null
}

/** Sends one request of REST, and checks the shape of its answer. Throws only on cancellation. */
export async function askRest<Schema extends z.ZodMiniType>(
  { client, repository, poll }: GitHubScope,
  { route, parameters, topic, shape }: RestQuestion<Schema>,
): Promise<Answer<{ data: z.output<Schema>; answer: GitHubAnswer }>> {
  const { owner, name: repo } = repository
  const answer = await client.request(route, { owner, repo, ...parameters }, topic, poll)
  if (isFailed(answer)) return answer
  return mapped(shaped(shape, answer.value.data, topic), data => ({ data, answer: answer.value }))
}

/** Reads all pages of a list, one after the other. Throws only on cancellation. */
export async function readPages<Schema extends z.ZodMiniType, Item>(
  scope: GitHubScope,
  list: PagedList<Schema, Item>,
): Promise<PagesRead<Item>> {
  const { topic, keyOf } = list
  const items: Item[] = []
  let total = 0
  for (let page = 1; page <= MOST_PAGES; page++) {
    const parameters = { ...list.parameters, per_page: PAGE_SIZE, page }
    const reading = await askRest(scope, { ...list, parameters })
    if (isFailed(reading)) return { items, incomplete: reading.failure }
    const { data, answer } = reading.value
    if (list.isForeign?.(data)) return { items, incomplete: unexpected(topic) }
    items.push(...list.items(data))
    total = Math.max(total, list.total?.(data) ?? 0)
    if (answer.hasNext) continue
    const amount = keyOf ? new Set(items.map(keyOf)).size : items.length
    return { items, incomplete: amount < total ? changedMeanwhile(topic) : null }
  }
  return { items, incomplete: unexpected(topic) }
}

/** Checks an answer with a schema. If it does not fit, the failed reading names the wrong member, never its value. */
export function shaped<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  topic: Topic,
): Answer<z.output<Schema>> {
  const read = parsed(schema, data)
  return read.success ? { value: read.data } : failedBy(misfit(read.issues, topic))
}

/** The failure of an answer that does not fit its shape. */
export function misfit(issues: readonly z.core.$ZodIssue[], topic: Topic): Failure {
  const path = z.core.toDotPath(issues[0]?.path ?? [])
  return unexpected(topic, path === '' ? null : path)
}

const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head: z.object({ sha: commitId }),
  base: z.object({ ref: filled }),
  mergeable: z.catch(z.nullable(z.boolean()), null),
  mergeable_state: z.catch(z.nullable(z.string()), null),
})

/** Reads one pull request (GET /repos/{owner}/{repo}/pulls/{pull_number}). Throws only on cancellation. */
export async function readPullRequest(scope: GitHubScope, number: number): Promise<Answer<GitHubPullRequest>> {
  const reading = await askRest(scope, {
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
    parameters: { pull_number: number },
    topic: { task: 'read the pull request', permission: 'pull-requests: read' },
    shape: pullRequest,
  })
  return mapped(reading, ({ data }) => ({
    number: data.number,
    open: data.state === 'open',
    headSha: data.head.sha,
    baseBranch: data.base.ref,
    mergeable: data.mergeable,
    mergeableState: data.mergeable_state,
  }))
}
