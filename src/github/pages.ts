import type * as z from 'zod/mini'
import { type GitHubFailure, gitHubFailure } from '../facts/reading.ts'
import type { GitHubAnswer, GitHubClient, GitHubPoll } from './client.ts'
import { overBudget, type Topic } from './failure.ts'
import { askRest } from './read.ts'

/** Most items of a page that GitHub gives. */
export const PAGE_SIZE = 100

/** A list of REST that comes in pages. */
export interface PagedList<Page, Item> {
  route: string
  repository: { owner: string; name: string }
  parameters: Readonly<Record<string, unknown>>
  topic: Topic
  /** What one page looks like. */
  page: z.ZodMiniType<Page>
  items: (page: Page) => Item[]
  /** Items that GitHub counts over all pages; null where it doesn't. */
  total: (page: Page) => number | null
  /** Most items that GitHub lists, and what is said where there are so many; null where it lists all. */
  limit: { items: number; failure: GitHubFailure } | null
}

/** What was read of a list, in its order. */
export interface PagesRead<Item> {
  items: Item[]
  /** Why these are not all; null where they are. */
  incomplete: GitHubFailure | null
}

interface PageRead<Item> extends PagesRead<Item> {
  total: number | null
  answer: GitHubAnswer | null
}

/**
 * Reads all pages of a list: the first, and then the rest at once. Pages that the poll has no requests for are not asked
 * for at all, so that a long list leaves the poll's other reads what they need. Throws only on cancellation.
 */
export async function readPages<Page, Item>(
  client: GitHubClient,
  list: PagedList<Page, Item>,
  poll: GitHubPoll,
): Promise<PagesRead<Item>> {
  const first = await readPage(client, list, 1, poll)
  const pages = [first]
  for (let { answer } = first; answer?.hasNext; answer = pages.at(-1)?.answer ?? null) {
    const next = pages.length + 1
    const last = Math.max(next, answer.lastPage ?? next)
    if (last - pages.length > poll.budget.left()) {
      return { items: itemsOf(pages), incomplete: overBudget(list.topic, poll.budget.most) }
    }
    const numbers = Array.from({ length: last - pages.length }, (_, index) => next + index)
    pages.push(...(await Promise.all(numbers.map(number => readPage(client, list, number, poll)))))
  }
  const items = itemsOf(pages)
  return { items, incomplete: pages.find(({ incomplete }) => incomplete)?.incomplete ?? gapOf(list, items, pages) }
}

async function readPage<Page, Item>(
  client: GitHubClient,
  { route, repository, parameters, topic, page: shape, items, total }: PagedList<Page, Item>,
  number: number,
  poll: GitHubPoll,
): Promise<PageRead<Item>> {
  const onPage = { ...parameters, per_page: PAGE_SIZE, page: number }
  const reading = await askRest(client, { route, repository, parameters: onPage, topic, shape }, poll)
  if (reading.kind === 'failed') return { items: [], incomplete: reading.failure, total: null, answer: null }
  const { data, answer } = reading.value
  return { items: items(data), incomplete: null, total: total(data), answer }
}

function itemsOf<Item>(pages: readonly PageRead<Item>[]): Item[] {
  return pages.flatMap(({ items }) => items)
}

/** A list that ended before GitHub's own count, or at the most that GitHub lists. */
function gapOf<Page, Item>(
  { topic, limit }: PagedList<Page, Item>,
  items: readonly Item[],
  pages: readonly PageRead<Item>[],
): GitHubFailure | null {
  if (limit && items.length >= limit.items) return limit.failure
  const total = Math.max(...pages.map(page => page.total ?? 0))
  if (items.length >= total) return null
  const message = `GitHub counts ${total} when asked to ${topic.task}, and gave ${items.length}`
  return gitHubFailure('too-many', message, 'Run the job again.')
}
