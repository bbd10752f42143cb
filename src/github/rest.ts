import * as z from 'zod/mini'
import { type Answer, type Failure, type GitHubPullRequest, isFailed, mapAnswer } from '../facts/facts.ts'
import { commitId, nonEmpty, pullRequestNumber, safeParse } from '../text/outside.ts'
import type { GitHubScope } from './client.ts'
import { changedMeanwhile, type Topic, unexpected } from './failure.ts'

const PAGE_SIZE = 100
const MOST_PAGES = 100

/** A request of REST about a repository, and the shape of its answer. */
interface RestRequest<Schema extends z.ZodMiniType> {
  route: string
  /** Values for the route's braces, besides `owner` and `repo`. All others go into the query or the body. */
  parameters: Readonly<Record<string, unknown>>
  topic: Topic
  shape: Schema
}

/** A list that REST gives in pages; `shape` is that of one page. */
interface PagedList<Schema extends z.ZodMiniType, Item> extends RestRequest<Schema> {
  /** The items of a page, and how many items GitHub counts on all pages; null if it is not the page asked for. */
  itemsOf(page: z.output<Schema>): { items: Item[]; total: number } | null
  /** Identifies an item. If one comes twice, the list changed while it was read, and another item may be missing. */
  keyOf(item: Item): unknown
}

/** Sends one request of REST, and checks the shape of its answer. Throws only on cancellation. */
export async function askRest<Schema extends z.ZodMiniType>(
  { client, repository, requestOptions }: GitHubScope,
  { route, parameters, topic, shape }: RestRequest<Schema>,
): Promise<Answer<{ data: z.output<Schema>; hasNext: boolean }>> {
  const { owner, name: repo } = repository
  const answer = await client.request(route, { owner, repo, ...parameters }, topic, requestOptions)
  if (isFailed(answer)) return answer
  const { data, hasNext } = answer.value
  return mapAnswer(parseAnswer(shape, data, topic), found => ({ data: found, hasNext }))
}

/**
 * Reads all pages of a list, one after the other. Throws only on cancellation.
 *
 * @returns the items that were read; `incomplete` says why items are missing, and is null if none is
 */
export async function readAllPages<Schema extends z.ZodMiniType, Item>(
  scope: GitHubScope,
  list: PagedList<Schema, Item>,
): Promise<{ items: Item[]; incomplete: Failure | null }> {
  const items: Item[] = []
  let total = 0
  for (let page = 1; page <= MOST_PAGES; page++) {
    const parameters = { ...list.parameters, per_page: PAGE_SIZE, page }
    const reading = await askRest(scope, { ...list, parameters })
    if (isFailed(reading)) return { items, incomplete: reading.failure }
    const found = list.itemsOf(reading.value.data)
    if (found === null) return { items, incomplete: unexpected(list.topic) }
    items.push(...found.items)
    total = Math.max(total, found.total)
    if (reading.value.hasNext) continue
    const isWhole = new Set(items.map(list.keyOf)).size >= total
    return { items, incomplete: isWhole ? null : changedMeanwhile(list.topic) }
  }
  return { items, incomplete: unexpected(list.topic) }
}

/** An answer as a schema reads it. If it does not fit, the failure names the wrong member, never a value. */
export function parseAnswer<Schema extends z.ZodMiniType>(
  schema: Schema,
  data: unknown,
  topic: Topic,
): Answer<z.output<Schema>> {
  const read = safeParse(schema, data)
  if (read.success) return { value: read.data }
  return { failure: unexpected(topic, z.core.toDotPath(read.issues[0]?.path ?? [])) }
}

const pullRequest = z.object({
  number: pullRequestNumber,
  state: z.enum(['open', 'closed']),
  head: z.object({ sha: commitId }),
  base: z.object({ ref: nonEmpty }),
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
  return mapAnswer(reading, ({ data }) => ({
    number: data.number,
    open: data.state === 'open',
    headSha: data.head.sha,
    baseBranch: data.base.ref,
    mergeable: data.mergeable,
    mergeableState: data.mergeable_state,
  }))
}
