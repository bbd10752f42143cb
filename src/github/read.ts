import type * as z from 'zod/mini'
import { failedBy, type GitHubFailure, gitHubFailure, isFailed, mapped } from '../facts/reading.ts'
import { failureOfError, type GitHubAnswer, type GitHubRead, type GitHubScope, shaped } from './client.ts'
import { refused, type Topic } from './failure.ts'

/** The most items that GitHub gives on a page. */
export const PAGE_SIZE = 100

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
  /** The failure of a page that is about something else than the question; null for any other page. */
  fault?: (page: z.output<Schema>) => GitHubFailure | null
  /** GitHub's count of the items on all pages, if it gives one. */
  total?: (page: z.output<Schema>) => number
  /** Identifies an item. If an item comes twice, the list changed while it was read, and another item is missing. */
  keyOf?: (item: Item) => unknown
}

/** The part of a list that was read, in its order. */
export interface PagesRead<Item> {
  items: Item[]
  /** Why items are missing; null if none is. */
  incomplete: GitHubFailure | null
}

interface PageRead<Item> extends PagesRead<Item> {
  total: number
  answer: GitHubAnswer | null
}

/** Sends one request of REST, and checks the shape of its answer. Throws only on cancellation. */
export async function askRest<Schema extends z.ZodMiniType>(
  { client, repository, poll }: GitHubScope,
  { route, parameters, topic, shape }: RestQuestion<Schema>,
): Promise<GitHubRead<{ data: z.output<Schema>; answer: GitHubAnswer }>> {
  const { owner, name: repo } = repository
  const answer = await client.request(route, { owner, repo, ...parameters }, topic, poll)
  if (isFailed(answer)) return answer
  return mapped(shaped(shape, answer.value.data, topic), data => ({ data, answer: answer.value }))
}

/**
 * Sends one query of GraphQL, and checks the shape of its data; any error is a failure. Throws only on cancellation.
 */
export async function askGraphql<Schema extends z.ZodMiniType>(
  { client, poll }: GitHubScope,
  { query, variables, topic, shape }: { query: string; variables: object; topic: Topic; shape: Schema },
): Promise<GitHubRead<z.output<Schema>>> {
  const answer = await client.graphql(query, { ...variables }, topic, poll)
  if (isFailed(answer)) return answer
  const [error] = answer.value.errors
  return error ? failedBy(failureOfError(error, topic)) : shaped(shape, answer.value.data, topic)
}

/**
 * Reads all pages of a list: the first, and then the rest at once. If the poll has too few requests left for the rest,
 * no more pages are read, so that a long list leaves requests for other reads. Throws only on cancellation.
 */
export async function readPages<Schema extends z.ZodMiniType, Item>(
  scope: GitHubScope,
  list: PagedList<Schema, Item>,
): Promise<PagesRead<Item>> {
  const { budget } = scope.poll
  const first = await readPage(scope, list, 1)
  const pages = [first]
  for (let { answer } = first; answer?.hasNext; answer = pages.at(-1)?.answer ?? null) {
    const next = pages.length + 1
    const last = Math.max(next, answer.lastPage ?? next)
    if (last - pages.length > budget.left()) {
      return { items: pages.flatMap(page => page.items), incomplete: refused('over-budget', list.topic, budget.most) }
    }
    const numbers = Array.from({ length: last - pages.length }, (_, index) => next + index)
    pages.push(...(await Promise.all(numbers.map(number => readPage(scope, list, number)))))
  }
  const items = pages.flatMap(page => page.items)
  const total = Math.max(...pages.map(page => page.total))
  const { keyOf } = list
  const amount = keyOf ? new Set(items.map(keyOf)).size : items.length
  return { items, incomplete: pages.find(page => page.incomplete)?.incomplete ?? gapOf(list.topic, amount, total) }
}

async function readPage<Schema extends z.ZodMiniType, Item>(
  scope: GitHubScope,
  list: PagedList<Schema, Item>,
  number: number,
): Promise<PageRead<Item>> {
  const parameters = { ...list.parameters, per_page: PAGE_SIZE, page: number }
  const reading = await askRest(scope, { ...list, parameters })
  if (isFailed(reading)) return { items: [], incomplete: reading.failure, total: 0, answer: null }
  const { data, answer } = reading.value
  const fault = list.fault?.(data)
  if (fault) return { items: [], incomplete: fault, total: 0, answer: null }
  return { items: list.items(data), incomplete: null, total: list.total?.(data) ?? 0, answer }
}

/** The failure of a list that has fewer items than GitHub counts; null otherwise. */
function gapOf({ task }: Topic, length: number, total: number): GitHubFailure | null {
  if (length >= total) return null
  const message = `GitHub counted ${total} when asked to ${task}, but gave ${length}`
  return gitHubFailure('too-many', message, 'Run the job again.')
}
